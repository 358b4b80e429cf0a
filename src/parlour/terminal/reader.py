"""The reader: reads lines from the person at the keyboard, or from a pipe."""

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Protocol

from ..core.texts import sentence
from ..core.texts import text as part
from .editor import LineEditor
from .pages import NoSuchPage, Pages
from .refusal import Refusal, printable, reason
from .screen import Screen, is_terminal


class EndOfInput(Exception):
    """Raised at the end of the input."""


class TimeRanOut(Exception):
    """Raised when the answer did not come in time."""


class LookEnded(Exception):
    """Raised when the time for something on the screen ends while an answer is awaited; `typed` is the answer so far."""

    def __init__(self, typed: str) -> None:
        self.typed = typed


class Fading(Protocol):
    """Something that is on the screen for a limited time."""

    def seconds_left(self) -> float | None:
        """Return how long until something must vanish, or None if nothing must."""

    def turn_back(self) -> None:
        """Clear the screen and rewrite what may stay."""


class Reader:
    """Reads answers. Input from a pipe is repeated on the screen, so that the output reads like a dialogue."""

    _editor: LineEditor | None = None
    fading: Fading | None = None
    """Anything that must disappear from the screen in time, even while an answer is awaited."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.is_terminal = is_terminal(sys.stdin)
        self._editor = LineEditor() if self.is_terminal and screen.is_terminal else None

    def line(self, prompt: str, seconds: float | None = None, again: Callable[[], None] | None = None) -> str:
        """Return the next line, stripped; `again` rewrites what belongs above the prompt on a cleared screen."""
        deadline = None if seconds is None else time.monotonic() + seconds
        typed = ""
        while True:
            left = None if deadline is None else deadline - time.monotonic()
            try:
                return self._line_in_time(prompt, left, typed).strip()
            except LookEnded as look:
                typed = look.typed
                self._turn_back(again)
            except EOFError:
                self.screen.write("\n")
                raise EndOfInput from None
            except OSError as error:
                raise Refusal(sentence("terminal.noInput", why=reason(error))) from None

    def _line_in_time(self, prompt: str, left: float | None, typed: str) -> str:
        """Return a line that starts with what was already typed, unless the clock or the time for a look runs out first."""
        look = self.fading.seconds_left() if self.fading is not None else None
        if look is None or (left is not None and left <= look):
            with _bell(left, TimeRanOut):
                return self._line(prompt, typed)
        if look <= 0:
            raise LookEnded(typed)
        with _bell(look, lambda: LookEnded(self._half_typed())):
            return self._line(prompt, typed)

    def _half_typed(self) -> str:
        return self._editor.half_typed() if self._editor is not None else ""

    def _turn_back(self, again: Callable[[], None] | None) -> None:
        assert self.fading is not None
        self.fading.turn_back()
        if again is not None:
            again()

    def _line(self, prompt: str, typed: str) -> str:
        if self._editor is not None:
            return self._editor.line(prompt, typed)
        self.screen.write(prompt)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        if not self.is_terminal:
            self.screen.write(printable(line.rstrip("\r\n")) + "\n")
        return line

    def remember(self, line: str) -> None:
        """Add a line to the history, so that the arrow keys bring it back."""
        if self._editor is not None:
            self._editor.remember(line)

    def yes(self, question: str) -> bool:
        """Whether the answer is yes; no answer means no."""
        try:
            return self.line(f"{question} {part('terminal.yesOrNo')} ").lower() in part("terminal.yes").split()
        except EndOfInput:
            return False

    def pause(self, text: str, seconds: float | None = None) -> None:
        """Wait for Enter if somebody can press it, but no longer than this many seconds."""
        if self.is_terminal:
            with suppress(TimeRanOut):
                self.line(text + " ", seconds)

    def page(self, lines: Sequence[str]) -> None:
        """Show a long text, a screenful at a time if there is a screen."""
        if not (self.is_terminal and self.screen.is_terminal):
            self.screen.lines(lines)
            return
        with suppress(EndOfInput):
            self._turn_pages(Pages(lines, self.screen.height - 2))

    def _turn_pages(self, pages: Pages) -> None:
        self.screen.lines(pages.shown)
        while pages.are_several:
            answer = self.line(pages.prompt, again=lambda: self.screen.lines(pages.shown))
            if pages.are_closed_by(answer):
                return
            try:
                pages.turn(answer)
            except NoSuchPage as error:
                self.screen.say(str(error))
            else:
                self.screen.lines(pages.shown)


@contextmanager
def _bell(seconds: float | None, error: Callable[[], Exception]) -> Iterator[None]:
    """Raise an error inside the block when the time is up; at its end on a system without alarms."""
    if seconds is None:
        yield
        return
    if not hasattr(signal, "SIGALRM"):
        deadline = time.monotonic() + seconds
        yield
        if time.monotonic() > deadline:
            raise error()
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise error()

    before = signal.signal(signal.SIGALRM, ring)
    # repeatedly: a signal at the very moment a key is read can get lost
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.01), 0.2)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
