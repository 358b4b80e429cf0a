"""Colours and weights of text for terminals that support them."""

import re

from ..core.cards import EMPTY, HIDDEN, Pack

RED, GREEN, YELLOW, BLUE = 31, 32, 33, 34
HUES = {"♥": RED, "♦": RED, "red": RED, "green": GREEN, "yellow": YELLOW, "blue": BLUE}
"""The colours of cards, by the beginnings of their symbols."""
RED_SIGNS = re.compile("[♥♦](?:10|[2-9AJQK])?")


class Ink:
    """Styles texts for a terminal with colours, or leaves them plain."""

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
        """Return a text in black on white for a camera, whatever the terminal's own colours are."""
        return f"\x1b[38;5;16;48;5;231m{text}\x1b[0m" if self.colour else text

    def sentence(self, text: str) -> str:
        """Return a sentence with its red cards in red."""
        return RED_SIGNS.sub(lambda found: self._in(RED, found[0]), text)

    def underlined(self, text: str) -> str:
        """Underline something that can be chosen."""
        return self._in(4, text).replace("\x1b[0m\x1b[0m", "\x1b[0m") if self.colour else text

    def card(self, name: str, pack: Pack, text: str = "") -> str:
        """Return a card as it appears in sentences (or another text for it) in the card's colour."""
        if name in (HIDDEN, EMPTY):
            return self.dim(text or name)
        shown, hue = text or sign_of(name, pack), hue_of(name, pack)
        return self._in(hue, shown) if hue else self.bold(shown)


def hue_of(name: str, pack: Pack) -> int:
    """Return the colour of a card, or 0 if it has none."""
    sign = pack.plain_sign(pack.number(name))
    return HUES.get(sign[:1]) or HUES.get(sign.split()[0].lower(), 0)


def coloured(text: str, words: str, pack: Pack, ink: Ink) -> str:
    """Return a move as it is typed, with the cards that its words name in their colours."""
    for name in dict.fromkeys(word for word in words.split() if word in pack.names):
        sign = sign_of(name, pack)
        text = text.replace(sign, ink.card(name, pack))
    return text


def sign_of(name: str, pack: Pack) -> str:
    """Return a card as it appears in sentences: `8h` is `♥8`."""
    return pack.sign(pack.number(name))
