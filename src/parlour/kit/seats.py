"""Whose turn it is, and who has the fewest."""

from typing import Protocol

from ..core.bits import bit_count
from ..core.rule import rule
from ..core.state import State


class HasHands(Protocol):
    """A state with a set of cards for each seat."""

    seats: int
    hands: list[int]


@rule
def seat_after(s: State, seat: int, steps: int) -> int:
    """The seat so many places on in the direction of play."""
    return (seat + s.direction * steps + s.seats * steps) % s.seats


@rule
def everyone(s: State) -> int:
    """The set of all seats."""
    return (1 << s.seats) - 1


@rule
def smallest_hands(s: HasHands) -> int:
    """ALL-5, ALL-9: the seats with the fewest cards."""
    fewest = 99
    seats = 0
    for seat in range(s.seats):
        count = bit_count(s.hands[seat])
        if count < fewest:
            fewest = count
            seats = 0
        if count == fewest:
            seats |= 1 << seat
    return seats
