"""A game so small that all its figures can be worked out by hand.

In its turn a seat waits, or finishes and wins. After `patience` turns (4) the game is over and all share the win. With two
seats that move at random, a game takes one of five courses, listed in `WAYS`.
"""

from pathlib import Path
from typing import Any

from parlour.core.cards import Pack
from parlour.core.chance import Dice
from parlour.core.events import DEALT, PASSED, PLAYED, TURNS_RAN_OUT, WON, tell
from parlour.core.game import Game
from parlour.core.options import HouseOptions, Option
from parlour.core.rule import rule
from parlour.core.state import NONE

WAIT, FINISH = 0, 1


class Tiny(HouseOptions):
    """The state: whose turn it is and how many turns have ended; nobody holds a card."""

    patience: Any = Option("number", start=4, low=1, high=9)


@rule
def setup(s: Any) -> None:
    """Let the first seat begin."""
    s.turn = s.first
    tell(s, DEALT, NONE)


@rule
def must(s: Any) -> int:
    """Return the seat in turn, until there are winners."""
    return NONE if s.winners else s.turn


@rule
def may(s: Any) -> int:
    """Let nobody cut in."""
    return 0


@rule
def legal(s: Any, seat: int) -> int:
    """Return the moves: wait or finish."""
    return 1 << WAIT | 1 << FINISH if seat == must(s) else 0


@rule
def act(s: Any, seat: int, action: int) -> None:
    """Take a turn."""
    s.turns += 1
    if action == FINISH:
        tell(s, PLAYED, seat)
        tell(s, WON, seat)
        s.winners = 1 << seat
        return
    tell(s, PASSED, seat)
    s.turn = (seat + 1) % s.seats
    if s.turns >= s.patience:
        tell(s, TURNS_RAN_OUT, NONE)
        s.winners = (1 << s.seats) - 1


@rule
def score(s: Any, seat: int) -> int:
    """Return no points."""
    return 0


@rule
def hand_points(s: Any, seat: int) -> int:
    """Return more points for later seats until two turns have ended; then seat 0 has the most."""
    return 9 if seat == 0 and s.turns >= 2 else seat


@rule
def unseen(s: Any, viewer: int) -> int:
    """Nothing is hidden."""
    return 0


@rule
def redeal(s: Any, seat: int) -> None:
    """Nothing is hidden."""


@rule
def time_up(s: Any) -> None:
    """Do nothing."""


@rule
def advise(s: Any, seat: int, dice: Dice) -> int:
    """Advise finishing from the third turn on."""
    return FINISH if s.turns >= 2 else WAIT


def no_words(*given: Any) -> Any:
    """Fail: this game is never played in words."""
    raise AssertionError


TINY = Game(
    id="tiny",
    least_seats=2,
    most_seats=6,
    usual_seats=2,
    pack=Pack(()),
    state=Tiny,
    setup=setup,
    must=must,
    may=may,
    legal=legal,
    act=act,
    score=score,
    hand_points=hand_points,
    unseen=unseen,
    redeal=redeal,
    time_up=time_up,
    advise=advise,
    kinds={},
    choices=no_words,
    parse=no_words,
    reason=no_words,
    scene=no_words,
    folder=Path(__file__).parent,
)

WAYS = {
    # winners as a set, turns, cut off, comeback, lead kept, passed, played: how many of 16 games
    (0b01, 1, 0, 0, 1, 0, 1): 8,
    (0b10, 2, 0, 1, 0, 1, 1): 4,
    (0b01, 3, 0, 0, 1, 2, 1): 2,
    (0b10, 4, 0, 0, 1, 3, 1): 1,
    (0b11, 4, 1, 0, 0, 4, 0): 1,
}
"""The possible courses of a random game with two seats.

At half-time of a game of four turns, two have ended: seat 0 has the most to lose.
"""
