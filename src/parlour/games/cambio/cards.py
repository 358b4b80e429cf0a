"""The cards of Cambio: their values and effects."""

from ...core.cards import DIAMONDS, HEARTS, JACK, JOKER_PACK, QUEEN, rank_of, suit_of
from ...core.cards import KING as KING_RANK
from ...core.rule import rule
from .state import CARDS, JOKER, KING, PEEK, SPY, START, SWITCH

PACK = JOKER_PACK


def worth(card: int) -> int:
    """CA-1.4: return a card's points: A 1, 2 to 10 face value, J, Q and black K 10, red K -1, joker 0."""
    if card >= JOKER:
        return 0
    rank = rank_of(card)
    if rank == 14:
        return 1
    if rank == KING_RANK and (suit_of(card) == DIAMONDS or suit_of(card) == HEARTS):
        return -1
    return rank if rank < 10 else 10


POINTS = bytes(worth(card) + 1 for card in range(CARDS))
"""The value of each card plus 1, since a byte is never negative."""


@rule
def points(card: int) -> int:
    """CA-1.4: return the value of a card."""
    return POINTS[card] - 1


RANKS = bytes(rank_of(card) if card < JOKER else 0 for card in range(CARDS))
"""The rank of each card; the jokers have one of their own."""


@rule
def alike(card: int, other: int) -> int:
    """CA-5.1: whether two cards have the same rank; all kings match, and so do the jokers."""
    return 1 if RANKS[card] == RANKS[other] else 0


def effect(card: int) -> int:
    """CA-3.1 to CA-3.5: return the phase that a card leads to when it is drawn and discarded; START if it has no effect."""
    rank = RANKS[card]
    if rank in (7, 8):
        return PEEK
    if rank in (9, 10):
        return SPY
    if rank in (JACK, QUEEN):
        return SWITCH
    return KING if rank == KING_RANK and worth(card) == 10 else START


EFFECTS = bytes(effect(card) for card in range(CARDS))
