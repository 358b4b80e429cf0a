"""The order of the seats around the table."""

from .rule import rule
from .state import State


@rule
def seat_after(s: State, seat: int, steps: int) -> int:
    """The seat so many places on in the direction of play.

    Where moves are simulated, the seats that may cut in are asked in this order, from the seat after the one to move.
    """
    return (seat + s.direction * steps + s.seats * steps) % s.seats
