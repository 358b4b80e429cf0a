"""Fits lines of text to a width. Colour codes take no columns, and some characters take two."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest

CODES = re.compile(r"\x1b\[[0-9;]*m")


def width_of(text: str) -> int:
    """Return how many columns a text takes on the screen."""
    return sum(_letter_width(letter) for letter in CODES.sub("", text))


def _letter_width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) == "Cf":
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def padded(text: str, width: int) -> str:
    """Return a text padded with spaces."""
    return text + " " * (width - width_of(text))


def wrapped(text: str, width: int, indent: str = "", first: str | None = None) -> list[str]:
    """Wrap a text into lines of a given width; `first` replaces the indent of the first line."""
    lines = [indent if first is None else first]
    begun = False
    for word in text.split():
        for piece in _pieces(word, max(width - width_of(indent), 8)):
            gap = " " if begun else ""
            if begun and width_of(lines[-1] + gap + piece) > width:
                lines.append(indent + piece)
            else:
                lines[-1] += gap + piece
            begun = True
    return lines if begun else []


def _pieces(word: str, width: int) -> Iterable[str]:
    """Cut a word that is wider than a line."""
    if width_of(word) <= width or CODES.search(word):
        return [word]
    return (word[start : start + width] for start in range(0, len(word), width))


def flowed(units: Sequence[str], width: int, indent: str = "", gap: str = "   ") -> list[str]:
    """Return units side by side, wrapped between units, and inside one only if it is wider than a line."""
    lines: list[str] = []
    for unit in units:
        if lines and width_of(lines[-1] + gap + unit) <= width:
            lines[-1] += gap + unit
        elif width_of(indent + unit) <= width:
            lines.append(indent + unit)
        else:
            lines += wrapped(unit, width, indent)
    return [line.rstrip() for line in lines]


def in_columns(cells: Sequence[str], width: int, indent: str = "  ", gap: int = 3) -> list[str]:
    """Return short texts in columns of equal width, row by row; one below the other if any is wider than a line."""
    if not cells:
        return []
    widest = max(width_of(cell) for cell in cells)
    if widest > width - width_of(indent):
        return [line for cell in cells for line in wrapped(cell, width, indent + "  ", indent)]
    count = max(1, (width - width_of(indent) + gap) // (widest + gap))
    rows = [cells[start : start + count] for start in range(0, len(cells), count)]
    return [(indent + (" " * gap).join(padded(cell, widest) for cell in row)).rstrip() for row in rows]


def side_by_side(blocks: Sequence[Sequence[str]], width: int, gap: int = 3) -> list[str]:
    """Return blocks of lines side by side, as many as fit, with the others below."""
    lines: list[str] = []
    for row in _rows_of_blocks(blocks, width, gap):
        widths = [_block_width(block) for block in row]
        for parts in zip_longest(*row, fillvalue=""):
            cells = [padded(part, size) for part, size in zip(parts, widths, strict=True)]
            lines.append((" " * gap).join(cells).rstrip())
    return lines


def _rows_of_blocks(blocks: Sequence[Sequence[str]], width: int, gap: int) -> list[list[Sequence[str]]]:
    rows: list[list[Sequence[str]]] = []
    used = 0
    for block in blocks:
        needed = _block_width(block)
        if rows and used + gap + needed <= width:
            rows[-1].append(block)
            used += gap + needed
        else:
            rows.append([block])
            used = needed
    return rows


def _block_width(block: Sequence[str]) -> int:
    return max((width_of(line) for line in block), default=0)
