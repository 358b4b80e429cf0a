"""Signs: what a play reveals about the cards hidden in a hand.

A seat that draws most likely had nothing to play. Such a sign weakens as cards come to the hand, since a card of
the missing kind may be among them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.bits import members_of
from ..core.cards import of_rank, of_suit
from ..core.events import rank_word, suit_word

PACK = 52
FULL = 256
"""The odds of a card with no sign against it."""
UNLIKELY = 80
"""The odds up to which a card is most likely not in the hand."""


@dataclass
class Sign:
    """A hand seemed to lack these cards, with `odds` (of 256) that it held one anyway; `came`: hidden cards it got since."""

    cards: int
    odds: int
    came: int = 0


class HandSigns:
    """The signs noticed about one hand."""

    def __init__(self) -> None:
        self.signs: list[Sign] = []

    def lacks(self, cards: int, odds: int) -> None:
        """Note that these cards are not in the hand, and drop earlier signs that add nothing."""
        self.signs = [sign for sign in self.signs if sign.cards & ~cards or sign.odds < odds]
        self.signs.append(Sign(cards, odds))

    def gains(self) -> None:
        """Note that a hidden card came to the hand."""
        for sign in self.signs:
            sign.came += 1

    def loses(self, card: int) -> None:
        """Note that a hidden card was played. If a sign said it was missing, it came later or the sign was wrong."""
        for sign in self.signs:
            sign.came -= sign.cards >> card & 1
        self.signs = [sign for sign in self.signs if sign.came >= 0]

    def plays_drawn(self) -> None:
        """Note that the card that came last has been played."""
        for sign in self.signs:
            sign.came = max(sign.came - 1, 0)

    def odds(self, hidden: int) -> list[int]:
        """Return how likely each card is (of 256) to be one of the hidden cards in this hand."""
        odds = [FULL] * PACK
        for sign in self.signs:
            if sign.came < hidden:
                share = sign.odds + (FULL - sign.odds) * sign.came // hidden
                for card in members_of(sign.cards):
                    odds[card] = min(odds[card], share)
        return odds


def lacking(odds: Sequence[int], hidden: int, universal: int, known: int = 0) -> list[str]:
    """Return the suits that a hand most likely lacks, and the other ranks. Only cards that are still hidden count.

    Universal cards can be played on anything, so they count towards their rank but not towards their suit. Cards known to be in
    the hand are never reported as missing.
    """
    unlikely = sum(1 << card for card in members_of(hidden) if odds[card] <= UNLIKELY)
    found = []
    for suit in range(4):
        cards = hidden & of_suit(suit) & ~universal
        if cards.bit_count() > 1 and not cards & ~unlikely and not known & of_suit(suit) & ~universal:
            found.append(suit_word(suit))
            hidden &= ~cards
    for rank in range(2, 15):
        cards = hidden & of_rank(rank)
        if cards and not cards & ~unlikely and not known & of_rank(rank):
            found.append(rank_word(rank))
    return found
