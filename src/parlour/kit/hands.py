"""Hands as sets of cards (`hands`): dealing, drawing, and who has the fewest cards. Deck and pile come from `stock`."""

from typing import Any, Protocol

from ..core.bits import bit_count
from ..core.events import DEALT, DREW, tell
from ..core.rule import large_rule, rule
from ..core.state import NONE
from .stock import deal_card, next_card


class HasHands(Protocol):
    """A state with a set of cards for each seat."""

    seats: int
    hands: list[int]


@rule
def deal_hand(s: Any, seat: int, count: int) -> None:
    """Deal this many cards to a seat, which alone sees them."""
    for _ in range(count):
        card = deal_card(s)
        s.hands[seat] |= 1 << card
        tell(s, DEALT, seat, card, 0, 1 << seat)


@large_rule
def draw(s: Any, seat: int, count: int) -> int:
    """Draw this many cards, or as many as there are (ALL-2); return how many."""
    for i in range(count):
        card = next_card(s)
        if card == NONE:
            return i
        s.hands[seat] |= 1 << card
        tell(s, DREW, seat, card, 0, 1 << seat)
    return count


@rule
def smallest_hands(s: HasHands) -> int:
    """Return the seats with the fewest cards (ALL-5, ALL-9)."""
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
