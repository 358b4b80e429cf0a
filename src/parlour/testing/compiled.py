"""Checks that compiled rules do the same as interpreted ones: both states side by side, every field after every decision.

Numba is imported only when a check is called.
"""

import random
from functools import cache
from typing import Any, NamedTuple

from ..core.chance import Dice, plant, plant_dice, reseed
from ..core.default_observation import observation_of
from ..core.game import Game, find_game
from ..core.rule import RULES, rule
from ..core.state import SCRATCH, assign
from .observations import has_observation
from .trials import random_options

RISKS = (0, 3, 20)


class Compiled(NamedTuple):
    """The functions of one game, interpreted and compiled."""

    game: Game
    step: Any
    fast_step: Any
    fast_world: Any
    fast_advise: Any
    fast_questions: Any
    setup: Any


@cache
def compiled_game(game_id: str) -> Compiled:
    """Return a game's compiled rules, once per process."""
    from ..fast.compiler import compiled
    from ..fast.playout import make_playouts

    game = find_game(game_id)
    step = make_playouts(game).step
    rules = (step, world_rule(game), game.advise, questions_rule(game), game.setup)
    # Without Numba's runtime, as in `compiled_entry`: with it, Numba would compile every rule they call a second time.
    return Compiled(game, step, *(compiled(function, game, is_plain=True, _nrt=False) for function in rules))


def world_rule(game: Game) -> Any:
    """Return the rule that redraws everything a seat can't know."""
    redeal = game.redeal

    @rule
    def drawn_world(target: Any, source: Any, dice: Any, seat: int) -> None:
        assign(target, source)
        reseed(target, dice)
        redeal(target, seat)

    return drawn_world


@rule
def nothing_unseen(s: Any, seat: int) -> int:
    """Stand in for `unseen` where a pack is too large for it to be a rule."""
    return 0


@rule
def nothing_observed(s: Any, seat: int, out: Any) -> None:
    """Stand in for `observe` in a game that can't be observed."""


def questions_rule(game: Game) -> Any:
    """Return the rule that writes down the answers to all queries about a seat."""
    must, may, legal, risky, laying = game.must, game.may, game.legal, game.risky, game.laying
    observe = observation_of(game).observe if has_observation(game) else nothing_observed
    score, hand_points, unseen = game.score, game.hand_points, game.unseen if game.unseen in RULES else nothing_unseen

    @rule
    def answers(s: Any, seat: int, out: Any, row: Any) -> None:
        out[0] = must(s)
        out[1] = may(s)
        out[2] = legal(s, seat)
        out[3] = risky(s, seat)
        out[4] = laying(s)
        out[5] = score(s, seat)
        out[6] = hand_points(s, seat)
        out[7] = unseen(s, seat)
        out[8] = unseen(s, -1)
        observe(s, seat, row)

    return answers


def check_compiled(game_id: str, *, games: int = 5, seed: int = 1) -> None:
    """Check everything that needs Numba: play, redeals, advice and queries are the same interpreted and compiled."""
    game = find_game(game_id)
    for number in range(games):
        seats = game.least_seats + number % (game.most_seats - game.least_seats + 1)
        check_parity(game_id, seats=seats, seed=seed + number)


def check_parity(game_id: str, *, seats: int, seed: int, most: int = 400) -> int:
    """Play one random game in both forms, side by side, for at most this many decisions. Return how many there were."""
    return _Sides(game_id, seats, seed).run(most)


class _Sides:
    """One game in both forms."""

    def __init__(self, game_id: str, seats: int, seed: int) -> None:
        from ..fast.compiler import rows, to_row

        self.both = compiled_game(game_id)
        self.game = self.both.game
        self.rng = random.Random(f"parity {seats} {seed}")
        self.risk = self.rng.choice(RISKS)
        self.options = random_options(self.game, seats, self.rng)
        self.dice, self.state = Dice(), self.game.fresh(seats, self.game.checked_options(self.options, seats))
        self.rows, self.dice_rows = rows(self.game.state, 2), rows(Dice, 1)
        self.told = f"{game_id}: seats={seats}, seed={seed}, options={self.options}, risk={self.risk}"
        plant(self.state, self.rng.getrandbits(256))
        plant_dice(self.dice, self.rng.getrandbits(60))
        to_row(self.state, self.rows[0])
        to_row(self.dice, self.dice_rows[0])

    def run(self, most: int) -> int:
        """Play both forms for at most this many decisions; return how many there were."""
        self.game.setup(self.state)
        self.both.setup(self.rows[0])
        self.compare("the deal")
        decisions = 0
        while self.game.must(self.state) >= 0 and decisions < most:
            count = self.both.step(self.state, self.dice, self.risk)
            fast = self.both.fast_step(self.rows[0], self.dice_rows[0], self.risk)
            decisions += count
            self.expect(count == fast, f"step made {count} decisions interpreted and {fast} compiled")
            self.compare(f"decision {decisions}")
            if decisions % 7 == 0 or self.game.must(self.state) < 0:
                self.ask(decisions)
        self.ask(decisions)
        return decisions

    def ask(self, decisions: int) -> None:
        """Compare queries, a redeal and the bot's advice."""
        import numpy as np

        seat = self.rng.randrange(self.state.seats)
        plain, fast = [0] * 9, np.zeros(9, np.int64)
        width = observation_of(self.game).features.width if has_observation(self.game) else 1
        seen, seen_fast = [0] * width, np.zeros(width, np.int8)
        questions_rule(self.game)(self.state, seat, plain, seen)
        self.both.fast_questions(self.rows[0], seat, fast, seen_fast)
        self.expect(seen == seen_fast.tolist(), f"seat {seat} observes {seen} and {seen_fast} after decision {decisions}")
        self.expect(plain == fast.tolist(), f"the queries about seat {seat} after decision {decisions} give {plain} and {fast}")
        self.redeal(seat, decisions)
        asked = self.game.must(self.state)
        if asked >= 0 and not self.game.laying(self.state):
            self.advise(asked, decisions)

    def redeal(self, seat: int, decisions: int) -> None:
        """Compare the worlds drawn with the same dice."""
        world = self.state.copy()
        reseed(world, self.dice)
        self.game.redeal(world, seat)
        self.both.fast_world(self.rows[1], self.rows[0], self.dice_rows[0], seat)
        self.compare(f"a redeal for seat {seat} after decision {decisions}", world, 1)

    def advise(self, seat: int, decisions: int) -> None:
        """Compare the moves that the bot chooses with the same dice."""
        action = self.game.advise(self.state, seat, self.dice)
        fast = self.both.fast_advise(self.rows[0], seat, self.dice_rows[0])
        self.expect(action == fast, f"the advice to seat {seat} after decision {decisions} is {action} and {fast}")
        self.compare(f"the advice after decision {decisions}")

    def compare(self, when: str, state: Any = None, row: int = 0) -> None:
        """Compare every field of the state and of the dice, except working space, which keeps nothing between moves."""
        record = self.state if state is None else state
        for name in (name for name, field in record.fields.items() if field.holds != SCRATCH):
            one, two = getattr(record, name), self.rows[row][name].tolist()
            self.expect(one == two, f"after {when} the field {name} is {one} interpreted and {two} compiled")
        for name in self.dice.fields:
            one, two = getattr(self.dice, name), self.dice_rows[0][name].tolist()
            self.expect(one == two, f"after {when} the dice differ: {one} and {two}")

    def expect(self, holds: bool, sentence: str) -> None:
        """Fail with a sentence unless something holds."""
        if not holds:
            raise AssertionError(f"{self.told}: {sentence}.")
