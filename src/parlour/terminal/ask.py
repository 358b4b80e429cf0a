"""Asking: reading lines from the person at the keyboard, or from a pipe."""

import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from .refusal import Refusal, printable, reason
from .screen import Screen, is_terminal


class EndOfInput(Exception):
    """Nobody will answer any more."""


class TimeRanOut(Exception):
    """The answer did not come in time."""


class Reader:
    """Reads answers. What a pipe says is repeated on the screen, so that the output reads like the conversation."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.is_terminal = is_terminal(sys.stdin)
        if self.is_terminal and screen.is_terminal:
            _edit_lines()

    def line(self, prompt: str, seconds: float | None = None) -> str:
        """The next line, without spaces around it."""
        with _time_limit(seconds):
            try:
                return self._line(prompt).strip()
            except EOFError:
                self.screen.write("\n")
                raise EndOfInput from None
            except OSError as error:
                raise Refusal(f"The input cannot be read: {reason(error)}.") from None

    def _line(self, prompt: str) -> str:
        if self.is_terminal and self.screen.is_terminal:
            return input(prompt)
        self.screen.write(prompt)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            raise EOFError
        if not self.is_terminal:
            self.screen.write(printable(line.rstrip("\r\n")) + "\n")
        return line

    def yes(self, question: str) -> bool:
        """Whether the answer is yes; silence is no."""
        try:
            return self.line(f"{question} [y/N] ").lower() in ("y", "yes")
        except EndOfInput:
            return False

    def pause(self, text: str) -> None:
        """Wait for Enter, where there is someone who can press it."""
        if self.is_terminal:
            self.line(text + " ")

    def page(self, lines: Sequence[str]) -> None:
        """A long text, a screenful at a time where there is a screen."""
        step = self.screen.height - 2 if self.is_terminal and self.screen.is_terminal else max(len(lines), 1)
        for start in range(0, len(lines), step):
            self.screen.lines(lines[start : start + step])
            if start + step < len(lines) and self.line("Enter for more, q to stop: ").lower() in ("q", "quit"):
                return


def _edit_lines() -> None:
    """Arrow keys in a line, but no memory of earlier lines: several people may share the keyboard."""
    with suppress(ImportError):
        import readline

        readline.set_auto_history(False)


@contextmanager
def _time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TimeRanOut inside when the seconds are over."""
    if seconds is None:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TimeRanOut

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.01))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
