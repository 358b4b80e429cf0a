"""Ink: colours and weights for terminals that support them."""

import re

from ..core.cards import EMPTY, HIDDEN, Pack

RED, GREEN, YELLOW, BLUE = 31, 32, 33, 34
HUES = {"♥": RED, "♦": RED, "red": RED, "green": GREEN, "yellow": YELLOW, "blue": BLUE}
"""The first characters of card symbols, each with its colour."""
RED_SIGNS = re.compile("[♥♦](?:10|[2-9AJQK])?")


class Ink:
    """Writes on a terminal in colour, or plainly."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def _in(self, code: int, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def bold(self, text: str) -> str:
        """Emphasise a text."""
        return self._in(1, text)

    def dim(self, text: str) -> str:
        """Dim a text."""
        return self._in(2, text)

    def dark_on_light(self, text: str) -> str:
        """Write black on white for a camera, whatever the colours of the terminal are."""
        return f"\x1b[38;5;16;48;5;231m{text}\x1b[0m" if self.colour else text

    def sentence(self, text: str) -> str:
        """Return a sentence with its red cards in red."""
        return RED_SIGNS.sub(lambda found: self._in(RED, found[0]), text)

    def underlined(self, text: str) -> str:
        """Mark what can be chosen."""
        return self._in(4, text).replace("\x1b[0m\x1b[0m", "\x1b[0m") if self.colour else text

    def card(self, name: str, pack: Pack, text: str = "") -> str:
        """Return the name of a card (or another text for it) in the card's colour."""
        if name in (HIDDEN, EMPTY):
            return self.dim(text or name)
        sign = pack.plain_sign(pack.number(name))
        hue = HUES.get(sign[:1]) or HUES.get(sign.split()[0].lower())
        return self._in(hue, text or name) if hue else self.bold(text or name)


def sign_of(name: str, pack: Pack) -> str:
    """Return a card as sentences show it: `8h` is `♥8`."""
    return pack.sign(pack.number(name))
