"""Markdown as a terminal shows it: as much of it as rule sheets use."""

import re

from .ink import Ink
from .layout import padded, width_of, wrapped

BULLET = re.compile(r"^(\s*)([-*+]|\d+[.)])\s+(.*)$")
TABLE_RULE = re.compile(r"^\|?[\s:|-]*-[\s:|-]*$")
WIDEST_INDENT = 8


class Page:
    """A Markdown text that becomes lines, block by block."""

    def __init__(self, width: int, ink: Ink) -> None:
        self.width = width
        self.ink = ink
        self.out: list[str] = []
        self._paragraph: list[str] = []
        self._indent, self._first = "", ""
        self._rows: list[list[str]] = []

    def render(self, text: str) -> list[str]:
        """The lines of a text."""
        fenced = False
        for line in text.splitlines():
            if line.lstrip().startswith("```"):
                self._close()
                fenced = not fenced
            elif fenced or (line.startswith("    ") and not self._paragraph and not BULLET.match(line)):
                self._close()
                self._code(line if fenced else line[4:])
            else:
                self._line(line)
        self._close()
        while self.out and not self.out[-1]:
            self.out.pop()
        return self.out

    def _line(self, line: str) -> None:
        bullet = BULLET.match(line)
        if not line.strip():
            self._close()
            self._gap()
        elif line.startswith("#"):
            self._close()
            self._heading(line)
        elif line.lstrip().startswith("|"):
            self._flush()
            self._row(line.strip())
        elif bullet:
            self._close()
            self._begin_item(*bullet.groups())
        else:
            self._paragraph.append(line.strip())

    def _code(self, line: str) -> None:
        """A line as it stands, broken only where it does not fit."""
        fits = width_of(line) <= self.width - 4
        self.out += ["    " + line.rstrip()] if fits else wrapped(line, self.width, " " * 6, " " * 4)

    def _gap(self) -> None:
        if self.out and self.out[-1]:
            self.out.append("")

    def _heading(self, line: str) -> None:
        text = self.inline(line.lstrip("#").strip())
        self._gap()
        self.out += [self.ink.bold(part) for part in wrapped(text, self.width)]
        if line.startswith("# "):
            self.out.append(self.ink.dim("─" * min(self.width, width_of(text))))

    def _begin_item(self, space: str, mark: str, text: str) -> None:
        depth = " " * min(len(space) + 2, WIDEST_INDENT)
        sign = mark if mark[0].isdigit() else "•"
        self._first = f"{depth}{sign} "
        self._indent = " " * width_of(self._first)
        self._paragraph = [text]

    def _row(self, line: str) -> None:
        if not TABLE_RULE.match(line):
            cells = line.strip("|").replace("\\|", "\x00").split("|")
            self._rows.append([self.inline(cell.strip().replace("\x00", "|")) for cell in cells])

    def _flush(self) -> None:
        if self._paragraph:
            self.out += wrapped(self.inline(" ".join(self._paragraph)), self.width, self._indent, self._first)
        self._paragraph, self._indent, self._first = [], "", ""

    def _close(self) -> None:
        self._flush()
        if self._rows:
            self.out += table_lines(self._rows, self.width, self.ink)
        self._rows = []

    def inline(self, text: str) -> str:
        """Emphasis, code and links inside a line."""
        text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
        text = re.sub(r"\*\*(.+?)\*\*", lambda found: self.ink.bold(found[1]), text)
        text = re.sub(r"(?<![\w*])[*_](?=\S)(.+?)(?<=\S)[*_](?![\w*])", r"\1", text)
        if self.ink.colour:
            text = re.sub(r"`([^`]+)`", lambda found: self.ink.bold(found[1]), text)
        return self.ink.sentence(text)


def table_lines(rows: list[list[str]], width: int, ink: Ink) -> list[str]:
    """A table with a head, its last column wrapped; where it does not fit, each row becomes a paragraph."""
    columns = max(len(row) for row in rows)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = [max(width_of(row[i]) for row in rows) for i in range(columns - 1)]
    start = sum(widths) + 2 * columns
    head, *body = rows
    if width - start < 20:
        return [line for row in body for line in wrapped(" · ".join(filter(None, row)), width, "    ", "  ")]
    indent = " " * start
    lines = []
    for number, row in enumerate([[ink.dim(cell) for cell in head], *body]):
        front = "  " + "".join(padded(cell, size + 2) for cell, size in zip(row[:-1], widths, strict=True))
        if any(row):
            lines += wrapped(row[-1], width, indent, front) or [front.rstrip()]
        elif number:
            lines.append("")
    return lines
