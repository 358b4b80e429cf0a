"""Pages: a long text shown a screenful at a time."""

from collections.abc import Sequence

from ..core.texts import sentence
from .layout import CODES
from .refusal import printable

LONGEST_SHOWN = 40


class NoSuchPage(Exception):
    """Raised when there is no page to turn to; the text says why."""


class Pages:
    """The lines of a text, `step` at a time from any line."""

    def __init__(self, lines: Sequence[str], step: int) -> None:
        self._lines = lines
        self._step = step
        self._start = 0
        self._sought = ""

    @property
    def are_several(self) -> bool:
        """Whether there is more than one page."""
        return len(self._lines) > self._step

    @property
    def shown(self) -> Sequence[str]:
        """The lines of the current page."""
        return self._lines[self._start : self._start + self._step]

    @property
    def _is_last(self) -> bool:
        return self._start + self._step >= len(self._lines)

    @property
    def prompt(self) -> str:
        """The commands available on this page."""
        return sentence("terminal.page.end" if self._is_last else "terminal.page.more") + " "

    def are_closed_by(self, answer: str) -> bool:
        """Whether an answer means that the reader wants to stop."""
        return answer.lower() in ("q", "quit") or (not answer and self._is_last)

    def turn(self, answer: str) -> None:
        """Turn to the page that an answer asks for, or raise NoSuchPage."""
        if answer.startswith("/"):
            self._search(answer[1:].strip() or self._sought)
        elif answer.lower() in ("b", "back"):
            if not self._start:
                raise NoSuchPage(sentence("terminal.page.first"))
            self._start = max(self._start - self._step, 0)
        elif answer:
            raise NoSuchPage(sentence("terminal.page.type"))
        else:
            self._start += self._step

    def _search(self, text: str) -> None:
        """Go to the next line that contains the text, starting over at the top after the last one."""
        if not text:
            raise NoSuchPage(sentence("terminal.page.search"))
        self._sought = text
        count = len(self._lines)
        for line in (*range(self._start + 1, count), *range(min(self._start + 1, count))):
            if self._has(line, text):
                self._start = line
                return
        raise NoSuchPage(sentence("terminal.page.notFound", text=printable(text, LONGEST_SHOWN)))

    def _has(self, line: int, text: str) -> bool:
        """Whether the text begins in a line; it may end in the next one."""
        first, *rest = (CODES.sub("", part).strip().lower() for part in self._lines[line : line + 2])
        found = " ".join([first, *rest]).find(" ".join(text.lower().split()))
        return 0 <= found < len(first)
