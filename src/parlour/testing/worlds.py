"""Checks of `redeal`: it draws a world a seat could be in, uniformly from all that are consistent with what it knows."""

import math
import random
from collections import Counter
from itertools import permutations
from typing import Any

from ..core.bits import bit_count, members_of
from ..core.chance import Dice, plant, plant_dice, reseed
from ..core.game import Game, find_game
from ..core.position import print_position
from ..core.state import TOGETHER
from ..core.table import Table
from .secrecy import letter, probes_of
from .trials import era_of, expect, placed_cards, relabelled, situations, some_viewers

CHANCE_FIELDS = {"key", "block", "blocks", "used", "quick"}
MOST_HIDDEN = 5
DRAWS_A_WORLD = 40
LEAST_DRAWS = 800


def check_redeal(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that a redealt world looks the same to its seat, has the same cards, and reveals nothing of the real future."""
    for now in situations(find_game(game_id), games, seed):
        for seat in some_viewers(now.table, now.rng, 3):
            if seat is not None:
                check_world(now.table, seat, now.rng)
        check_world_of_all(now.table, now.rng)


def check_world(table: Table, seat: int, rng: random.Random) -> None:
    """Check one redeal for one seat at one moment."""
    game, s = table.game, table._state
    number = rng.randrange(1 << 30)
    before = table.position()
    world = table.world(seat, number)
    expect(table.position() == before, table, f"A redeal for seat {seat} changed the real table.")
    other = table.copy()
    other._state = world
    unseen = game.unseen(s, seat)
    cards = list(members_of(unseen))[:2]
    probes = probes_of(table, seat, cards[0], cards[-1], random.Random(number)) if cards else []
    what = f"A redeal (seed {number}) for seat {seat}"
    expect(letter(other, seat, probes) == letter(table, seat, probes), table, f"{what} looks different to it.")
    expect(game.unseen(world, seat) == unseen, table, f"{what} changes what it cannot know.")
    _check_places(table, world, unseen, what)
    _check_facts(table, world, what)
    expect(world.key != s.key, table, f"{what} keeps the real future.")
    elsewhere = table.copy()
    plant(elsewhere._state, rng.getrandbits(200), rng.randrange(100))
    differences = set(elsewhere.world(seat, number).differences(world)) - {"block"}
    expect(not differences, table, f"{what} depends on the real future.")


def check_world_of_all(table: Table, rng: random.Random) -> None:
    """Check that a redeal of what no seat knows looks the same to every seat."""
    dice, other = Dice(), table.copy()
    plant_dice(dice, rng.randrange(1 << 30))
    other._state = table._state.copy()
    reseed(other._state, dice)
    table.game.redeal(other._state, TOGETHER)
    what = "A redeal for all seats together (-2)"
    _check_places(table, other._state, table.game.unseen(table._state, TOGETHER), what)
    _check_facts(table, other._state, what)
    for seat in range(table.seats):
        expect(letter(other, seat, []) == letter(table, seat, []), table, f"{what} looks different to seat {seat}.")


def _check_places(table: Table, world: Any, unseen: int, what: str) -> None:
    s = table._state
    real, drawn = placed_cards(s), placed_cards(world)
    expect(sorted(c for _, c in real) == sorted(c for _, c in drawn), table, f"{what} loses or duplicates a card.")
    known = [sorted((place, card) for place, card in cards if not unseen >> card & 1) for cards in (real, drawn)]
    expect(known[0] == known[1], table, f"{what} moves a card that the seat knows.")
    eras = [Counter((place, era_of(state, card)) for place, card in cards) for state, cards in ((s, real), (world, drawn))]
    expect(eras[0] == eras[1], table, f"{what} puts cards where they cannot be: they came into the deck in another shuffle.")


def _check_facts(table: Table, world: Any, what: str) -> None:
    for name, field in table._state.fields.items():
        if field.holds == "number" and name not in CHANCE_FIELDS:
            expect(getattr(world, name) == getattr(table._state, name), table, f"{what} changes the fact “{name}”.")
        if field.holds == "set" and not field.place:
            counts = [_counts(getattr(state, name)) for state in (table._state, world)]
            expect(counts[0] == counts[1], table, f"{what} changes how many cards are in “{name}”.")


def _counts(value: Any) -> list[int]:
    return [bit_count(members) for members in (value if isinstance(value, list) else [value])]


# ---- uniformity ---------------------------------------------------------------------------------------------------


def check_uniform(game_id: str, *, positions: int = 6, seed: int = 1) -> int:
    """Check that with few hidden cards every world is equally likely. Return how many positions could be judged."""
    game = find_game(game_id)
    judged = 0
    for now in situations(game, 400, seed, moments=4, stride=8):
        small = _with_few_hidden(now.table, now.rng)
        if small is None:
            continue
        table, seat = small
        if _check_even(table, seat):
            judged += 1
        if judged >= positions:
            break
    assert judged, f"{game_id}: no position with few hidden cards was found, so redeal could not be judged."
    return judged


def _with_few_hidden(table: Table, rng: random.Random) -> tuple[Table, int] | None:
    """Return the position, if possible, with so few cards left that all worlds of a seat can be enumerated."""
    if table.must is None:
        return None
    for _ in range(10):
        try:
            small = Table.from_position(_cut(table, rng))
        except ValueError:
            continue
        seat = rng.randrange(small.seats)
        hidden = small.game.unseen(small._state, seat)
        if 2 <= bit_count(hidden) <= MOST_HIDDEN and small.must is not None:
            return small, seat
    return None


def _cut(table: Table, rng: random.Random) -> str:
    """Return the position text with short hands and a short deck, the rest out of the game."""
    words = {field.word for field in table._state.fields.values() if field.place}
    known = {field.word for field in table._state.fields.values() if field.reads == "places"}
    lines = []
    for line in table.position().splitlines():
        word = line.split(":")[0].split()[0]
        key, colon, cards = line.partition(":")
        if word in words and word != "pile":
            cards = " " + " ".join(cards.split()[: rng.randint(1, 3)])
        if word != "rest" and not (word in known and rng.random() < 0.7):
            lines.append(key + colon + cards)
    return "\n".join([*lines, "rest: out"])


def _check_even(table: Table, seat: int) -> bool:
    """Run a chi-square test over all worlds. Its seeds are fixed, so the verdict is too. Return False if there is only one
    world.
    """
    game = table.game
    worlds = _worlds(table, seat)
    if len(worlds) < 2:
        return False
    draws = max(LEAST_DRAWS, DRAWS_A_WORLD * len(worlds))
    counts: Counter[str] = Counter()
    dice = Dice()
    for number in range(draws):
        plant_dice(dice, number)
        state = table._state.copy()
        reseed(state, dice)
        game.redeal(state, seat)
        counts[_world_text(game, state)] += 1
    strange = set(counts) - set(worlds)
    expect(
        not strange, table, f"A redeal for seat {seat} gives a world that contradicts what it knows:\n{''.join(strange)[:800]}"
    )
    share = draws / worlds.total()
    chi_square = sum((counts[world] - share * ways) ** 2 / (share * ways) for world, ways in worlds.items())
    freedom = len(worlds) - 1
    limit = freedom + 5 * math.sqrt(2 * freedom) + 10
    expect(
        chi_square < limit,
        table,
        f"Redeals for seat {seat} are not uniform: chi-square {chi_square:.0f} over {len(worlds)} worlds.",
    )
    return True


def _worlds(table: Table, seat: int) -> Counter[str]:
    """Return every consistent world with its multiplicity: the hidden cards in every order, each within its own shuffle.

    An order that no position may have (because a card would have to be playable but isn't) is not consistent.
    """
    s = table._state
    hidden = list(members_of(table.game.unseen(s, seat)))
    found = Counter(
        _world_text(table.game, relabelled(s, dict(zip(hidden, order, strict=True))))
        for order in permutations(hidden)
        if all(era_of(s, old) == era_of(s, new) for old, new in zip(hidden, order, strict=True))
    )
    return Counter({text: ways for text, ways in found.items() if _is_position(text)})


def _is_position(text: str) -> bool:
    try:
        Table.from_position(text)
    except ValueError:
        return False
    return True


def _world_text(game: Game, state: Any) -> str:
    lines = print_position(game, state, 0).splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith("chance:"))
