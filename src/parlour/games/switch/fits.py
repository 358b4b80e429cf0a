"""What may be laid in Switch: SW-2, SW-3, SW-4, SW-5, SW-8, SW-9."""

from ...core.cards import ACE, of_rank, of_suit, rank_of
from ...core.rule import rule
from ...kit.stock import top
from .options import STANDARD
from .state import (
    ALL_TWOS,
    FIVE_OF_HEARTS,
    TWO_OF_HEARTS,
    UNIVERSAL,
    Switch,
)


@rule
def playable(s: Switch, seat: int) -> int:
    """SW-2.2, SW-3.1, SW-3.3, SW-4.1, SW-4.2, SW-4.3, SW-5.1, SW-5.2, SW-8.1, SW-9.2: the cards that may come first."""
    hand = s.hands[seat]
    if s.penalty:
        if s.answer == 5:
            return hand & 1 << TWO_OF_HEARTS
        if top(s) == TWO_OF_HEARTS:
            return hand & (ALL_TWOS | 1 << FIVE_OF_HEARTS)
        return hand & ALL_TWOS
    if s.run:
        return hand & (of_rank(s.run) | of_rank(s.run + 1))
    return hand & (of_rank(s.rank) | of_suit(s.suit) | UNIVERSAL)


@rule
def following(s: Switch, seat: int) -> int:
    """SW-2.3, SW-9.2, SW-9.4, SW-9.6: the cards that may be laid on those of the same play."""
    hand = s.hands[seat]
    cards = hand & of_rank(rank_of(top(s)))
    if s.run and s.run < ACE and (s.chains or s.mode != STANDARD):
        cards |= hand & of_rank(s.run + 1)
    return cards
