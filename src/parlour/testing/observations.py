"""Checks that observations contain nothing that their seat can't know."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ..core.bits import members_of
from ..core.chance import Dice, plant, plant_dice, reseed
from ..core.default_observation import Observation, observation_of
from ..core.game import Game, find_game
from .trials import era_of, exchanged, random_options

LOWEST, HIGHEST = -128, 127
MARK = 99
"""The value of a feature before an observation is written; a feature that still has it was not written."""


def check_observation(game_id: str, *, positions: int = 400, seed: int = 1, game: Game | None = None) -> int:
    """Check a game's observations in this many positions of random games; return how many of them had cards to exchange.

    A seat's observation must stay the same when two cards that it can't tell apart are exchanged, and in any world that it
    could be in. Every feature must be written, fit into a byte, and be what its declaration says.
    """
    rules = game or find_game(game_id)
    seen = observation_of(rules)
    check_features(rules, seen)
    exchanges = 0
    for s, rng, told in islice(moments(rules, seed), positions):
        seat = rng.randrange(s.seats)
        row = observed(seen, s, seat)
        where = f"{rules.id}: {told}, turn {s.turns}, seat {seat}"
        check_row(seen, row, where)
        groups: dict[int, list[int]] = {}
        for card in members_of(rules.unseen(s, seat)):
            groups.setdefault(era_of(s, card), []).append(card)
        pairs = [group for group in groups.values() if len(group) > 1]
        if pairs:
            a, b = rng.sample(rng.choice(pairs), 2)
            names = rules.pack.names
            what = f"exchanging {names[a]} and {names[b]}, which it can't tell apart"
            _compare(seen, row, observed(seen, exchanged(s, a, b), seat), where, what)
            exchanges += 1
        if rng.random() < 0.5:
            _compare(seen, row, observed(seen, _world(rules, s, seat, rng), seat), where, "redealing what it can't know")
    return exchanges


def has_observation(game: Game) -> bool:
    """Whether a game can be observed: it declares how, or its pack is small enough for the default."""
    try:
        observation_of(game)
    except ValueError:
        return False
    return True


def check_features(game: Game, seen: Observation) -> None:
    """Check that the features have distinct names, and that every house rule is among them."""
    features = seen.features
    names = features.names
    assert len(names) == len(set(names)) == features.width, f"{game.id}: two features have the same name."
    missing = [name for name in game.options if f"rule {name}" not in {group.name for group in features.groups}]
    assert not missing, f"{game.id}: the house rules {', '.join(missing)} are not in the observation."


def check_row(seen: Observation, row: list[int], where: str) -> None:
    """Check that an observation is complete, within its range and consistent with its declaration."""
    for group in seen.features.groups:
        values = row[group.start : group.start + group.width]
        fits = all(type(value) is int and LOWEST <= value <= HIGHEST for value in values)
        if group.kind in ("flag", "set", "one of"):
            fits = fits and all(value in (0, 1) for value in values) and (group.kind != "one of" or sum(values) <= 1)
        assert fits, f"{where}: the feature {group.name} is {values}, which doesn't fit its kind, {group.kind}."


def observed(seen: Observation, s: Any, seat: int) -> list[int]:
    """Return what a seat observes, as a list."""
    row = [MARK] * seen.features.width
    seen.observe(s, seat, row)
    return row


def moments(game: Game, seed: int) -> Iterator[tuple[Any, random.Random, str]]:
    """Yield states of random games, endlessly, with every number of seats, random house rules and risky moves."""
    from ..fast.playout import make_playouts

    step = make_playouts(game).step
    dice = Dice()
    number = 0
    while True:
        rng = random.Random(f"observation {game.id} {seed} {number}")
        seats = game.least_seats + number % (game.most_seats - game.least_seats + 1)
        options = random_options(game, seats, rng)
        s = game.fresh(seats, game.checked_options(options, seats))
        plant(s, rng.getrandbits(60))
        plant_dice(dice, rng.getrandbits(60))
        game.setup(s)
        told = f"{seats} seats, game {number} of seed {seed}, {options}"
        for _ in range(rng.choice((5, 30, 90))):
            yield s, rng, told
            for _ in range(rng.randint(1, 4)):
                if game.must(s) >= 0:
                    step(s, dice, 4)
            if game.must(s) < 0:
                yield s, rng, told
                break
        number += 1


def _world(game: Game, s: Any, seat: int, rng: random.Random) -> Any:
    dice, world = Dice(), s.copy()
    plant_dice(dice, rng.getrandbits(60))
    reseed(world, dice)
    game.redeal(world, seat)
    return world


def _compare(seen: Observation, row: list[int], other: list[int], where: str, what: str) -> None:
    if row == other:
        return
    names = seen.features.names
    changed = [f"{names[i]} {a} → {b}" for i, (a, b) in enumerate(zip(row, other, strict=True)) if a != b]
    raise AssertionError(f"{where}: {what} changes its observation: {', '.join(changed[:5])}.")
