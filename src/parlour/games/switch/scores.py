"""What a round of Switch scores."""

from ...core.bits import lowest_bit
from ...core.cards import ACE, JACK, rank_of
from ...core.rule import rule
from .state import (
    FIVE_OF_HEARTS,
    Switch,
)


@rule
def score(s: Switch, seat: int) -> int:
    """SW-10.3: a winner gets the sum of the hands of those that did not win."""
    if not s.winners >> seat & 1:
        return 0
    points = 0
    for other in range(s.seats):
        if not s.winners >> other & 1:
            points += burden(s, other)
    return points


@rule
def burden(s: Switch, seat: int) -> int:
    """SW-10.3: the points of a hand."""
    points = 0
    hand = s.hands[seat]
    while hand:
        points += card_points(lowest_bit(hand))
        hand &= hand - 1
    return points


@rule
def card_points(card: int) -> int:
    """SW-10.3: A and 2 20, five of hearts 25, 7 8 J 3 15, K and Q 10, the rest face value."""
    rank = rank_of(card)
    if card == FIVE_OF_HEARTS:
        return 25
    if rank == ACE or rank == 2:
        return 20
    if rank == 3 or rank == 7 or rank == 8 or rank == JACK:
        return 15
    return rank if rank < 10 else 10
