"""Draws styled text on a grid of characters, and defines the glyphs and colours of cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.app import App

from ..core.cards import EMPTY, HIDDEN, Pack
from ..terminal.ink import BLUE, GREEN, RED, YELLOW, hue_of, sign_of
from ..terminal.layout import width_of
from ..terminal.screen import PLAIN

FELT = Style.parse("grey93 on #14332b")
DIM = Style.parse("#8fb3a5 on #14332b")
BOLD = Style.parse("bold white on #14332b")
TURN = Style.parse("bold #ffd75f on #14332b")
PAPER, DIM_PAPER = "#f4efe2", "#b9b19c"
INKS = {RED: "#c1121f", GREEN: "#2d6a4f", YELLOW: "#9a6700", BLUE: "#1d4ed8", 0: "#1b1b1b"}
BACK = Style.parse("#9fc5e8 on #1f3a5f")
EMPTY_SLOT = Style.parse("#5f8575 on #14332b")
BUTTON = Style.parse("black on #d8cfb8")
CURSOR = Style.parse("bold black on #ffd75f")
PICKED = Style.parse("bold black on #87d7ff")


EDGE = "#8a8577"
"""The colour of the edge of a card that lies face up."""
IN_SIXTEEN = {
    FELT: Style.parse("white on black"),
    DIM: Style.parse("cyan on black"),
    BOLD: Style.parse("bold bright_white on black"),
    TURN: Style.parse("bold bright_yellow on black"),
    BACK: Style.parse("bright_white on blue"),
    EMPTY_SLOT: Style.parse("green on black"),
    BUTTON: Style.parse("black on cyan"),
    CURSOR: Style.parse("black on bright_yellow"),
    PICKED: Style.parse("black on bright_cyan"),
}
"""The styles for a terminal with 16 colours: the nearest ones would make green ink, card backs and empty slots the same grey.

Letters on cards are not bold, which many of these terminals show as another colour.
"""
for _paper, _plain in ((PAPER, "bright_white"), (DIM_PAPER, "white")):
    _inks = {RED: f"red on {_plain}", GREEN: f"green on {_plain}", YELLOW: "black on yellow", BLUE: f"blue on {_plain}"}
    for _hue, _ink in INKS.items():
        IN_SIXTEEN[Style.parse(f"bold {_ink} on {_paper}")] = Style.parse(_inks.get(_hue, f"black on {_plain}"))
    IN_SIXTEEN[Style.parse(f"{EDGE} on {_paper}")] = Style.parse(f"black on {_plain}")


@dataclass(frozen=True, slots=True)
class Glyphs:
    """The characters of boxes and marks."""

    top: str
    middle: str
    bottom: str
    back: str
    turn: str
    to: str
    fro: str
    seen_back: str


FINE = Glyphs("╭─╮", "│ │", "╰─╯", "░", "▸", "→", "←", "▓")
ASCII = Glyphs("+-+", "| |", "+-+", "#", ">", ">", "<", "#")


def plain(text: str) -> str:
    """Return text in ASCII: known symbols are replaced, others become question marks."""
    return text.translate(PLAIN).encode("ascii", "replace").decode()


def has_few_colours(app: App[Any]) -> bool:
    """Whether the terminal of an application has 16 colours at most."""
    return app.console.color_system in ("standard", "windows")


class Canvas:
    """A grid of characters with styles. Anything outside it is cut off; a wide character takes two cells."""

    def __init__(self, width: int, height: int, *, ascii_only: bool = False) -> None:
        self.width = width
        self.height = height
        self.glyphs = ASCII if ascii_only else FINE
        self._ascii = ascii_only
        self._cells: list[list[tuple[str, Style]]] = [[(" ", FELT)] * width for _ in range(height)]

    def text(self, x: int, y: int, text: str, style: Style = FELT, most: int | None = None) -> int:
        """Write a text and return the column after it; with `most`, a longer one is cut."""
        text = plain(text) if self._ascii else text
        end = self.width if most is None else min(self.width, x + most)
        for letter in text:
            size = width_of(letter)
            if x + size > end:
                break
            if 0 <= y < self.height and x >= 0 and size:
                self._cells[y][x] = (letter, style)
                for extra in range(1, size):
                    self._cells[y][x + extra] = ("", style)
            x += size
        return x

    def rows(self, *, few_colours: bool = False) -> Iterator[list[Segment]]:
        """Yield the segments of each line; with `few_colours`, in the 16 colours of a simple terminal."""
        for row in self._cells:
            segments: list[Segment] = []
            for style, cells in groupby(row, key=lambda cell: cell[1]):
                painted = IN_SIXTEEN.get(style, style) if few_colours else style
                segments.append(Segment("".join(letter for letter, _ in cells), painted))
            yield segments

    def __str__(self) -> str:
        return "\n".join("".join(letter for letter, _ in row).rstrip() for row in self._cells)


def face(card: str, pack: Pack, width: int) -> str:
    """Return the text of a card in a box of this inner width: its symbol, or its shorter name if that is too long.

    If one symbol of several words is too long, all of these are shortened, so that cards side by side look alike.
    """
    sign = sign_of(card, pack)
    fits = _words_fit(pack, width) if " " in sign else width_of(sign) <= width
    return sign if fits else card


@cache
def _words_fit(pack: Pack, width: int) -> bool:
    """Whether all symbols of a pack that have several words fit."""
    return all(width_of(sign) <= width for sign in map(partial(sign_of, pack=pack), pack.names) if " " in sign)


def ink(card: str, pack: Pack, paper: str = PAPER) -> Style:
    """Return the colour of a card's face."""
    return Style.parse(f"bold {INKS[hue_of(card, pack)]} on {paper}")


def box(
    canvas: Canvas,
    x: int,
    y: int,
    card: str,
    pack: Pack,
    mark: Style | None,
    width: int = 5,
    height: int = 3,
    *,
    is_dim: bool = False,
) -> None:
    """Draw a card as a box: face up, face down, or an empty slot. `mark` paints its edge; `is_dim` means that it can't be
    played.
    """
    glyphs = canvas.glyphs
    text, fill = "", " "
    if card == EMPTY:
        edge = style = EMPTY_SLOT
    elif card == HIDDEN:
        edge, style, fill = BACK, BACK, glyphs.back
    else:
        paper = DIM_PAPER if is_dim else PAPER
        edge, style, text = Style.parse(f"{EDGE} on {paper}"), ink(card, pack, paper), face(card, pack, width - 2)
    edge = mark or edge
    inner = width - 2
    rest = " " * (inner - width_of(text))
    canvas.text(x, y, glyphs.top[0] + glyphs.top[1] * inner + glyphs.top[2], edge)
    for row in range(1, height - 1):
        canvas.text(x, y + row, glyphs.middle[0], edge)
        shown = text + rest if text and row == 1 else rest + text if text and row == height - 2 else fill * inner
        canvas.text(x + 1, y + row, shown, style)
        canvas.text(x + width - 1, y + row, glyphs.middle[2], edge)
    canvas.text(x, y + height - 1, glyphs.bottom[0] + glyphs.bottom[1] * inner + glyphs.bottom[2], edge)
