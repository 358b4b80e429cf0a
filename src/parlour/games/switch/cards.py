"""The cards of Switch: which of them have a power, and how many points they count."""

from ...core.cards import ACE, HEARTS, JACK, of_rank, rank_of
from ...core.rule import rule

TWO_OF_HEARTS, FIVE_OF_HEARTS = 13 * HEARTS, 13 * HEARTS + 3
ALL_TWOS = of_rank(2)
UNIVERSAL = of_rank(7) | of_rank(14)
TRICKS = of_rank(2) | of_rank(3) | of_rank(7) | of_rank(8) | of_rank(11) | of_rank(14) | 1 << FIVE_OF_HEARTS


@rule
def card_points(card: int) -> int:
    """SW-10.3: return a card's points: A and 2 20, five of hearts 25, 7 8 J 3 15, K and Q 10, the rest face value."""
    rank = rank_of(card)
    if card == FIVE_OF_HEARTS:
        return 25
    if rank == ACE or rank == 2:
        return 20
    if rank == 3 or rank == 7 or rank == 8 or rank == JACK:
        return 15
    return rank if rank < 10 else 10
