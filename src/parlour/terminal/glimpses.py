"""Glimpses: cards that only the person at the keyboard was shown, and that must not stay to be read for ever.

A card in one's hand stays in view. A card that one looked at and that lies face down again does not, and remembering it may
be the game: as soon as it is out of view, the screen that told of it is cleared.
"""


class Glimpses:
    """The private cards that the screen tells of now."""

    def __init__(self) -> None:
        self.shown: set[str] = set()
        self.unread: set[str] = set()
        self._read: set[str] = set()

    def show(self, cards: set[str]) -> None:
        """These cards are told of; those that the person has just dealt with are no news."""
        self.shown |= cards
        self.unread |= cards - self._read

    def answered(self) -> None:
        """The person has typed something and so has read the screen."""
        self._read |= self.shown
        self.unread.clear()

    def have_faded(self, visible: set[str]) -> bool:
        """Whether the screen tells of a card that is out of view."""
        return not self.shown <= visible

    def wiped(self) -> None:
        """The screen tells of nothing any more."""
        self.shown.clear()
        self.unread.clear()

    def turn_passed(self) -> None:
        """Somebody else has moved: whatever is shown from now on is news."""
        self._read.clear()
