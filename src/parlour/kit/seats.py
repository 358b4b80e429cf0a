"""Seats: all of them, the first to play, those that cut in, and the winners."""

from collections.abc import Callable

from ..core.chance import below
from ..core.events import WON, tell
from ..core.game import Illegal
from ..core.options import RANDOM, HouseOptions
from ..core.rule import rule
from ..core.state import S, State
from ..core.texts import about, whose


@rule
def everyone(s: State) -> int:
    """Return the set of all seats."""
    return (1 << s.seats) - 1


@rule
def choose_first_seat(s: HouseOptions) -> None:
    """Choose the first seat, at random if the option says so (ALL-6)."""
    if s.first_seat == RANDOM:
        s.first = below(s, s.seats)
    s.turn = s.first


@rule
def seats_that_cut_in(s: S, moves: Callable[[S, int], int]) -> int:
    """Return the seats that are not in turn and have a move; `moves` is the rule for the moves of such a seat."""
    seats = 0
    for seat in range(s.seats):
        if seat != s.turn and moves(s, seat):
            seats |= 1 << seat
    return seats


@rule
def declare_winners(s: State, seats: int) -> None:
    """Declare these seats the winners."""
    s.winners = seats
    for seat in range(s.seats):
        if seats >> seat & 1:
            tell(s, WON, seat)


def refuse_out_of_turn(s: State, seat: int) -> None:
    """Refuse a move out of turn in a game where only the seat in turn may move (ALL-4)."""
    if seat != s.turn:
        raise Illegal(about(seat, "refusal.turn", must=whose(s.turn)))
