"""Observations of games with a deck and a pile: where the cards are, as far as a seat knows."""

from typing import Any

from ..core.bits import bit_count
from ..core.observation import Row, put, seat_at
from ..core.rule import rule
from .stock import DeckAndPile, Stock


@rule
def in_pile(s: DeckAndPile) -> int:
    """Return the set of the cards in the pile."""
    cards = 0
    for i in range(s.pile_size):
        cards |= 1 << s.pile[i]
    return cards


@rule
def from_before(s: Stock, cards: int) -> int:
    """Return those of these cards that were not in the last shuffle and so can't be in the deck."""
    found = 0
    if s.shuffles:
        for card in range(54):
            if cards >> card & 1 and s.since[card] != s.shuffles:
                found |= 1 << card
    return found


@rule
def put_hand_sizes(s: Any, out: Row, start: int, seat: int) -> None:
    """Write how many cards each seat holds."""
    for place in range(s.seats):
        put(out, start + place, bit_count(s.hands[seat_at(s, seat, place)]))
