"""What cards, grids and rounds of Cambio count."""

from ...core.bits import lowest_bit
from ...core.cards import DIAMONDS, HEARTS, rank_of, suit_of
from ...core.cards import KING as KING_RANK
from ...core.rule import rule
from .state import (
    CARDS,
    JOKER,
    SLOTS,
    Cambio,
)


def worth(card: int) -> int:
    """CA-1.4: A 1, 2 to 10 face value, J, Q and black K 10, red K -1, joker 0."""
    if card >= JOKER:
        return 0
    rank = rank_of(card)
    if rank == 14:
        return 1
    if rank == KING_RANK and (suit_of(card) == DIAMONDS or suit_of(card) == HEARTS):
        return -1
    return rank if rank < 10 else 10


POINTS = bytes(worth(card) + 1 for card in range(CARDS))
"""The worth of each card and 1 more, since a byte is never negative."""


@rule
def points(card: int) -> int:
    """CA-1.4: what a card is worth."""
    return POINTS[card] - 1


@rule
def burden(s: Cambio, seat: int) -> int:
    """CA-1.4: the points of a grid; they may be negative."""
    total = 0
    slots = s.filled[seat]
    while slots:
        total += points(s.grid[seat * SLOTS + lowest_bit(slots)])
        slots &= slots - 1
    return total


@rule
def score(s: Cambio, seat: int) -> int:
    """CA-4.3, CA-6.3: the total, and the penalty of a caller who is not the sole lowest."""
    total = burden(s, seat)
    if seat == s.caller and not s.winners >> seat & 1:
        total += s.wrong_call_penalty
    return total
