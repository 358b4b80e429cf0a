"""Progress: a line at a terminal that is rewritten, with the rate and the time left."""

import shutil
import sys
import time
from contextlib import ExitStack, suppress
from typing import TextIO

from ..core.texts import text
from ..terminal.notices import Patience
from .formats import how_many_games

EVERY = 0.2
"""Seconds between two updates of the line."""
BAR = 24
"""The greatest length of the bar."""


class Progress:
    """Receives the number of games, and how many of them are done."""

    def begin(self, games: int) -> None:
        """Begin a run of this many games."""

    def add(self, games: int) -> None:
        """Count this many more games as done."""

    def end(self) -> None:
        """End the run."""


class Silent(Progress):
    """Shows nothing."""


SILENT = Silent()


class Aside(Progress):
    """Prints one sentence to standard error if the first games take more than a moment."""

    def __init__(self, first: str) -> None:
        self._first = first
        self._wait = ExitStack()

    def begin(self, games: int) -> None:
        """Start waiting for the first games."""
        self._wait.enter_context(Patience(self._first))

    def add(self, games: int) -> None:
        """Stop waiting: the first games are done."""
        self._wait.close()

    def end(self) -> None:
        """Stop waiting, perhaps before any game was done."""
        self._wait.close()


class ProgressLine(Progress):
    """A bar on standard error. `first` is shown until the first games are done: the rules may have to be compiled."""

    def __init__(self, stream: TextIO | None = None, first: str = "") -> None:
        self._stream: TextIO | None = stream or sys.stderr  # None in a program without output
        self._first = first
        self._width = 0
        self.begin(0)

    def begin(self, games: int) -> None:
        """Start counting."""
        self.games, self.done = games, 0
        self._start = time.perf_counter()
        self._shown = 0.0
        if games and self._first:
            self._write(self._first)

    def add(self, games: int) -> None:
        """Count games, and write the line if some time has passed."""
        if self.done == 0:
            self._start, self._before = time.perf_counter(), games
        self.done += games
        now = time.perf_counter()
        if now - self._shown >= EVERY or self.done == self.games:
            self._shown = now
            self._write(self.text(now - self._start))

    def text(self, seconds: float) -> str:
        """Return the line after this many seconds since the first games were done."""
        share = self.done / max(self.games, 1)
        games = how_many_games(self.games)
        done = text("lab.progress", percent=f"{100 * share:3.0f}", done=f"{self.done:,}", games=games)
        counted = self.done - self._before
        if seconds > 0 and counted > 0:
            rate = counted / seconds
            done += f"  {text('lab.progressRate', rate=f'{rate:,.0f}', left=clock((self.games - self.done) / rate))}"
        return f"{_bar(share, self._columns - len(done) - 3)}{done}"

    @property
    def _columns(self) -> int:
        """The columns of a line that the terminal does not wrap."""
        return shutil.get_terminal_size().columns - 1

    def end(self) -> None:
        """Clear the line, so that only the result remains."""
        self._write("")

    def _write(self, line: str) -> None:
        """Rewrite the line. The games continue even if progress cannot be shown."""
        if self._stream is None:
            return
        with suppress(OSError, ValueError):
            line = line[: self._columns]
            self._stream.write("\r" + line.ljust(self._width) + ("\r" if not line else ""))
            self._width = len(line)
            self._stream.flush()


def _bar(share: float, room: int) -> str:
    """Return a bar for a share that fits into the room there is; empty if there is too little."""
    size = min(BAR, room)
    full = int(share * size)
    return f"[{'#' * full}{'.' * (size - full)}] " if size > 3 else ""


def clock(seconds: float) -> str:
    """Return a time as m:ss or h:mm:ss."""
    whole = int(seconds + 0.5)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
