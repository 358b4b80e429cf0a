"""The order of the seats around the table."""

from .rule import rule
from .state import State


@rule
def seat_after(s: State, seat: int, steps: int) -> int:
    """Return the seat this many places on in the direction of play, at most once around.

    In simulations, the seats that may cut in are asked in this order, starting after the seat to move.
    """
    after = seat + s.direction * steps
    if after >= s.seats:
        return after - s.seats
    return after + s.seats if after < 0 else after
