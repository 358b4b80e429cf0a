"""`parlour` at a real terminal, as a separate process."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import parlour

COMMAND = [sys.executable, "-m", "parlour.cli"]
ENVIRONMENT = {
    **os.environ,
    **{"PYTHONPATH": str(Path(parlour.__file__).parents[1]), "COLUMNS": "80", "LINES": "24", "PARLOUR_SEARCH": "off"},
}


class Terminal:
    """`parlour` at a terminal of its own."""

    def __init__(self, screen: int, running: subprocess.Popen[bytes]) -> None:
        self.screen = screen
        self.running = running
        self.seen = ""

    def until(self, text: str) -> str:
        """Return everything written up to a text, and forget it."""
        while text not in self.seen:
            ready, _, _ = select.select([self.screen], [], [], 60)
            assert ready, f"waited for {text!r} after {self.seen!r}"
            self.seen += os.read(self.screen, 4096).decode()
        before, self.seen = self.seen.split(text, 1)
        return before + text

    def type(self, text: str) -> None:
        os.write(self.screen, text.encode())

    def interrupt(self) -> None:
        """Press Ctrl-C, as people do: not at the very moment the prompt appears."""
        time.sleep(0.2)
        os.killpg(self.running.pid, signal.SIGINT)

    def status(self) -> int:
        """Read the remaining output, so that the program can end, and return its status."""
        while self.running.poll() is None:
            if select.select([self.screen], [], [], 0.05)[0]:
                self.seen += os.read(self.screen, 4096).decode()
        return self.running.returncode


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    """Start `parlour` with these arguments in line mode, and kill it at the end."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [*COMMAND, *arguments, *(["--plain"] if arguments[:1] in (("play",), ("replay",)) else [])],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**ENVIRONMENT, "TERM": "xterm", **environment},
        start_new_session=True,
    )
    try:
        yield Terminal(ours, running)
    finally:
        running.kill()
        running.wait()
        os.close(theirs)
        os.close(ours)
