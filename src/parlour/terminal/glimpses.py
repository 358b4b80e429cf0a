"""Cards that were shown only to the person at the keyboard and must not stay on the screen.

A card in the hand stays in view. A card that was looked at and lies face down again doesn't, and remembering it may be part
of the game: as soon as it is out of view, a screen that mentions it is cleared.
"""

from collections.abc import Set as AbstractSet


class Glimpses:
    """The private cards that the screen mentions now."""

    def __init__(self) -> None:
        self.unread: set[str] = set()
        self._shown: set[str] = set()
        self._fleeting: set[str] = set()
        self._read: set[str] = set()
        self.passing: set[str] = set()
        """Cards that may be looked at for a limited time only, private or not."""

    def show(self, cards: AbstractSet[str], fleeting: AbstractSet[str], public: AbstractSet[str] = frozenset()) -> None:
        """Note that the screen mentions these cards; those that the person has already read about don't count as unread.

        The `fleeting` ones may be hidden from the person again, unlike cards in the hand and those that are `public`.
        """
        self._shown |= cards
        self._fleeting = (self._fleeting | fleeting) - public
        self.unread |= cards - self._read

    def answered(self) -> None:
        """Note that the person has typed something and so has read the screen."""
        self._read |= self._shown
        self.unread.clear()

    def faded(self, visible: AbstractSet[str]) -> set[str]:
        """Return the cards that the screen mentions although they are out of view."""
        return self._fleeting - visible

    def wiped(self, but: AbstractSet[str] = frozenset()) -> None:
        """Note that the screen no longer mentions any cards except those in `but`."""
        for cards in (self._shown, self._fleeting, self.passing, self.unread):
            cards.intersection_update(but)

    def turn_passed(self) -> None:
        """Note that somebody else has moved: everything shown from now on is new."""
        self._read.clear()
