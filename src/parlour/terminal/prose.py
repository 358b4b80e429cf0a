"""Text in blocks as lines of a terminal: paragraphs, lists, tables and code."""

from collections.abc import Iterable
from itertools import zip_longest

from ..rulebook import SectionShown
from ..rulebook.tree import (
    Block,
    Blocks,
    Code,
    CodeBlock,
    Em,
    Grid,
    Heading,
    ItemList,
    Paragraph,
    Part,
    Parts,
    Remark,
    Strong,
    plain,
)
from .ink import Ink
from .layout import padded, width_of, wrapped

BULLET = "•"
REMARK = "→"
WIDEST_INDENT = 8
NARROWEST_COLUMN = 20
"""The minimum width of a wrapped text column."""


class Prose:
    """Lays out text in lines of a given width."""

    def __init__(self, width: int, ink: Ink) -> None:
        self.width = width
        self.ink = ink

    def sections(self, sections: Iterable[SectionShown]) -> list[str]:
        """Return the lines of sections, each under its title."""
        return _apart([self._section(section) for section in sections])

    def _section(self, section: SectionShown) -> list[str]:
        title = [self.ink.bold(line) for line in wrapped(self.ink.sentence(section.title), self.width)]
        if title and section.level == 1:
            title.append(self.ink.dim("─" * min(self.width, width_of(section.title))))
        return _apart([title, self.blocks(section.blocks)])

    def blocks(self, blocks: Blocks) -> list[str]:
        """Return the lines of blocks, separated by blank lines."""
        return _apart([self._block(block) for block in blocks])

    def _block(self, block: Block, indent: str = "", first: str | None = None) -> list[str]:
        match block:
            case Paragraph() | Heading():
                return self._paragraph(block, indent, first)
            case ItemList():
                return self._list(block, indent)
            case Grid():
                rows = [[self.line(cell) for cell in row] for row in (block.head, *block.rows)]
                return [indent + line for line in table_lines(rows, self.width - width_of(indent), self.ink)]
            case CodeBlock():
                return self._code(block.text, indent)
        return []

    def _paragraph(self, block: Paragraph | Heading, indent: str, first: str | None) -> list[str]:
        said = self.line(tuple(part for part in block.parts if not isinstance(part, Remark)))
        lines = wrapped(self.ink.bold(said) if isinstance(block, Heading) else said, self.width, indent, first)
        for part in block.parts:
            if isinstance(part, Remark):
                lines += wrapped(self.ink.bold(part.text), self.width, f"{indent}  ", f"{indent}{REMARK} ")
        return lines

    def _list(self, block: ItemList, indent: str) -> list[str]:
        lines: list[str] = []
        for number, item in enumerate(block.items, 1):
            sign = f"{number}." if block.ordered else BULLET
            first = f"{indent[:WIDEST_INDENT]}  {sign} "
            inner = " " * width_of(first)
            head, rest = item[:1], item[1:]
            lines += [line for block in head for line in self._block(block, inner, first)]
            lines += [line for block in rest for line in self._block(block, inner)]
        return lines

    def _code(self, text: str, indent: str) -> list[str]:
        """Return lines unchanged, wrapped only if they do not fit."""
        inner = f"{indent}    "
        lines: list[str] = []
        for line in text.splitlines():
            fits = width_of(inner + line) <= self.width
            lines += [(inner + line).rstrip()] if fits else wrapped(line, self.width, f"{inner}  ", inner)
        return lines

    def line(self, parts: Parts) -> str:
        """Return the parts of a line as one text."""
        return self.ink.sentence("".join(map(self._part, parts)))

    def _bold(self, text: str) -> str:
        # word by word: if the line wraps in between, neighbouring text must not become bold
        return " ".join(map(self.ink.bold, text.split(" ")))

    def _part(self, part: Part) -> str:
        match part:
            case Code():
                return self._bold(part.text) if self.ink.colour else f"`{part.text}`"
            case Strong():
                return self._bold(plain(part.parts))
            case Em():
                return "".join(map(self._part, part.parts))
        return plain((part,))


def _apart(groups: Iterable[list[str]]) -> list[str]:
    """Return groups of lines separated by blank lines."""
    lines: list[str] = []
    for group in filter(None, groups):
        lines += [*([""] if lines else []), *group]
    return lines


def table_lines(rows: list[list[str]], width: int, ink: Ink) -> list[str]:
    """Return a table with a head, its widest column wrapped; if it does not fit, each row becomes a paragraph."""
    columns = max(len(row) for row in rows)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(width_of(row[i]) for row in rows) for i in range(columns)]
    widest = max(range(columns), key=lambda i: (widths[i], i))
    room = width - 2 * columns - sum(widths) + widths[widest]
    head, *body = rows
    if room < min(widths[widest], NARROWEST_COLUMN):
        return [line for row in body for line in wrapped(" · ".join(filter(None, row)), width, "    ", "  ")]
    widths[widest] = min(widths[widest], room)
    lines = _row_lines([ink.dim(cell) for cell in head], widths, widest) if any(head) else []
    return lines + [line for row in body for line in _row_lines(row, widths, widest)]


def _row_lines(row: list[str], widths: list[int], widest: int) -> list[str]:
    """Return the lines of a row; only its cell in the widest column may have several."""
    cells = [wrapped(cell, widths[i]) if i == widest else [cell] for i, cell in enumerate(row)]
    lines = zip_longest(*cells, fillvalue="")
    return ["".join(f"  {padded(cell, size)}" for cell, size in zip(line, widths, strict=True)).rstrip() for line in lines]
