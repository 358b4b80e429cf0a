"""Signs: what a play tells about the cards that a hand still hides.

A seat that draws most likely had nothing to play. Such a sign fades while cards come to the hand: a card of the kind that was
missing may be one of the newer ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.bits import members_of
from ..core.cards import of_rank, of_suit
from ..core.events import rank_word, suit_word

PACK = 52
FULL = 256
"""The odds of a card against which there is no sign."""
UNLIKELY = 80
"""With odds up to this a card is most likely not there."""


@dataclass
class Sign:
    """A hand lacked these cards, or with these odds (of 256) held one all the same; `came`: hidden cards it got since."""

    cards: int
    odds: int
    came: int = 0


class HandSigns:
    """What was noticed of one hand."""

    def __init__(self) -> None:
        self.signs: list[Sign] = []

    def lacks(self, cards: int, odds: int) -> None:
        """It shows that these cards are not in the hand. What was known before and says no more is dropped."""
        self.signs = [sign for sign in self.signs if sign.cards & ~cards or sign.odds < odds]
        self.signs.append(Sign(cards, odds))

    def gains(self) -> None:
        """A hidden card came to the hand."""
        for sign in self.signs:
            sign.came += 1

    def loses(self, card: int) -> None:
        """A hidden card was played. Where it was thought to be missing it was one of the newer ones, or the sign was wrong."""
        for sign in self.signs:
            sign.came -= sign.cards >> card & 1
        self.signs = [sign for sign in self.signs if sign.came >= 0]

    def plays_drawn(self) -> None:
        """The card that came last is gone again."""
        for sign in self.signs:
            sign.came = max(sign.came - 1, 0)

    def odds(self, hidden: int) -> list[int]:
        """For each card how readily, of 256, one believes that it is one of the so many hidden ones in this hand."""
        odds = [FULL] * PACK
        for sign in self.signs:
            if sign.came < hidden:
                share = sign.odds + (FULL - sign.odds) * sign.came // hidden
                for card in members_of(sign.cards):
                    odds[card] = min(odds[card], share)
        return odds


def lacking(odds: Sequence[int], hidden: int, universal: int, known: int = 0) -> list[str]:
    """The suits, and beyond them the ranks, that a hand most likely has none of, as far as such cards are still hidden.

    Universal cards go on anything, so that they count for their rank and not for their suit. Of what one knows to be in the
    hand nobody says that it is not.
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
