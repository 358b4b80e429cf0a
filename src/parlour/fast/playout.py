"""Whole games in one call, built for one game at a time; the same code runs interpreted and compiled."""

from collections.abc import Callable
from typing import Any, NamedTuple

from ..core.bits import lowest_bit
from ..core.chance import Dice, pick, plant_dice, reseed, roll
from ..core.game import Game
from ..core.observation import PASS
from ..core.rule import rule
from ..core.seats import seat_after
from ..core.state import WORD, assign

CUT_OFF = 1_000_000
"""Decisions after which an endless game is abandoned, so that an error cannot hang a run."""


class Playouts(NamedTuple):
    """The loops of one game."""

    step: Callable[..., Any]
    finish: Callable[..., Any]
    simulate: Callable[..., Any]


def make_playouts(game: Game) -> Playouts:
    """Return this game's loops over whole games."""
    must, may, legal, risky, act = game.must, game.may, game.legal, game.risky, game.act
    setup, score = game.setup, game.score

    @rule
    def decide(s: Any, waiting: int, dice: Any, risk: int) -> int:
        """Make random decisions until a seat has acted; return how many.

        The seats that may cut in are asked first, in the direction of play, and may pass; once one cuts in, no other is asked.
        With `risk`, one in this many decisions tries an unlisted move (an attempt).
        """
        decisions = 1
        seat = waiting
        action = PASS
        cutters = may(s)
        if cutters:
            for i in range(1, s.seats):
                cutter = seat_after(s, waiting, i)
                if cutters >> cutter & 1:
                    action = pick(dice, legal(s, cutter) | 1 << PASS)
                    if action != PASS:
                        seat = cutter
                        break
                    decisions += 1
        if action == PASS:
            actions = legal(s, waiting)
            if risk:
                others = risky(s, waiting)
                if others and roll(dice) % risk == 0:
                    actions = others
            action = pick(dice, actions)
        act(s, seat, action)
        return decisions

    @rule
    def step(s: Any, dice: Any, risk: int) -> int:
        """Make random decisions until a seat has acted; return how many."""
        return decide(s, must(s), dice, risk)

    @rule
    def finish(s: Any, dice: Any, risk: int) -> int:
        """Play a game to its end with random moves; return the number of decisions."""
        decisions = 0
        waiting = must(s)
        while waiting >= 0 and decisions < CUT_OFF:
            decisions += decide(s, waiting, dice, risk)
            waiting = must(s)
        return decisions

    @rule
    def simulate(s: Any, blank: Any, dice: Any, seed: int, games: int, risk: int, wins: Any) -> tuple[int, int]:
        """Play random games from consecutive seeds; `wins` counts by seat. Return the decisions made, and a checksum."""
        decisions = 0
        check = 0
        for game_number in range(games):
            plant_dice(dice, seed + game_number)
            assign(s, blank)
            reseed(s, dice)
            setup(s)
            decisions += finish(s, dice, risk)
            winners = s.winners
            while winners:
                wins[lowest_bit(winners)] += 1
                winners &= winners - 1
            check = (check * 31 + s.winners * 7 + s.turns + score(s, 0) + dice.a) & WORD
        return decisions, check

    return Playouts(step, finish, simulate)


__all__ = ["Dice", "Playouts", "make_playouts"]
