"""Glimpses: cards that only the person at the keyboard was shown, and that must not stay to be read for ever.

A card in one's hand stays in view. A card that one looked at and that lies face down again does not, and remembering it may
be the game: as soon as it is out of view, the screen that told of it is cleared.
"""

from collections.abc import Set as AbstractSet


class Glimpses:
    """The private cards that the screen tells of now."""

    def __init__(self) -> None:
        self.unread: set[str] = set()
        self._shown: set[str] = set()
        self._fleeting: set[str] = set()
        self._read: set[str] = set()
        self.passing: set[str] = set()
        """What may be looked at for a while only, where that is timed, be it private or not."""

    def show(self, cards: AbstractSet[str], fleeting: AbstractSet[str], public: AbstractSet[str] = frozenset()) -> None:
        """These cards are told of; those that the person has just dealt with are no news.

        The `fleeting` ones may be hidden from the person again, unlike cards in the hand and those that are `public`.
        """
        self._shown |= cards
        self._fleeting = (self._fleeting | fleeting) - public
        self.unread |= cards - self._read

    def answered(self) -> None:
        """The person has typed something and so has read the screen."""
        self._read |= self._shown
        self.unread.clear()

    def faded(self, visible: AbstractSet[str]) -> set[str]:
        """The cards that the screen tells of although they are out of view."""
        return self._fleeting - visible

    def wiped(self, but: AbstractSet[str] = frozenset()) -> None:
        """The screen tells of nothing any more, `but` of these cards."""
        for cards in (self._shown, self._fleeting, self.passing, self.unread):
            cards.intersection_update(but)

    def turn_passed(self) -> None:
        """Somebody else has moved: whatever is shown from now on is news."""
        self._read.clear()
