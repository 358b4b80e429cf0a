"""The real program in a real terminal: start, play, resize, interrupt, resume."""

import os
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.contract.helpers.packages import raising_in
from tests.contract.helpers.sources import PACKAGE
from tests.helpers.debian import program

SECONDS = 40


class Tmux:
    """`parlour` in a window of tmux."""

    def __init__(self, name: str) -> None:
        self._name = name

    def run(self, *arguments: str) -> str:
        return subprocess.run(
            [program("tmux"), "-L", self._name, *arguments], capture_output=True, text=True, check=True
        ).stdout

    def press(self, *keys: str) -> None:
        self.run("send-keys", *keys)

    def screen(self) -> str:
        return self.run("capture-pane", "-p")

    def until(self, text: str) -> str:
        """Wait until the screen shows a text."""
        end = time.monotonic() + SECONDS
        while text not in (shown := self.screen()):
            assert time.monotonic() < end, f"waited for {text!r}:\n{shown}"
            time.sleep(0.1)
        return shown


@contextmanager
def parlour(home: Path, *arguments: str, **more: str) -> Iterator[Tmux]:
    """Start `parlour` in 80 columns and 24 lines; the shell behind it says how it ended."""
    name = f"parlour-{uuid.uuid4().hex[:8]}"
    command = " ".join([sys.executable, "-m", "parlour.cli", *arguments])
    settings = {"PARLOUR_HOME": str(home), "PARLOUR_SEARCH": "off", "PYTHONPATH": str(PACKAGE.parent)}
    environment = {key: value for key, value in os.environ.items() if key not in ("TMUX", "COLUMNS", "LINES")}
    subprocess.run(
        [
            program("tmux"),
            "-L",
            name,
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            "80",
            "-y",
            "24",
            f"{command}; echo ended $?; sleep 99",
        ],
        env={**environment, **settings, **more},
        check=True,
    )
    try:
        yield Tmux(name)
    finally:
        subprocess.run([program("tmux"), "-L", name, "kill-server"], check=False)


def test_a_game_is_started_resized_interrupted_and_resumed(tmp_path: Path) -> None:
    with parlour(tmp_path, "play", "switch", "--seats", "2", "--seed", "4", "--bots-delay", "0") as window:
        before = window.until("▸ You  7 cards")
        assert "all keys" in before
        window.press("d")
        window.until("You draw")
        window.run("resize-window", "-x", "120", "-y", "40")
        wide = window.until("╭─────╮")
        assert max(len(line) for line in wide.splitlines()) > 80
        window.run("resize-window", "-x", "80", "-y", "24")
        window.until("▸ You  8 cards")
        window.press("C-c")
        window.until("Leave the table?")
        window.press("y")
        window.until("ended 0")
    with parlour(tmp_path, "play") as window:
        window.until("C continue")
        window.press("c")
        assert "You draw" in window.until("▸ You  8 cards")
        window.press("q")
        window.until("Leave the table?")
        window.press("n")
        window.until("▸ You  8 cards")


def test_a_game_whose_rules_raise_closes_the_screen_with_a_sentence(tmp_path: Path) -> None:
    said = raising_in("act", tmp_path / "mine")
    options = ("--people", "0", "--seats", "2", "--bots-delay", "0")
    with parlour(tmp_path, "play", "nines", *options, PARLOUR_GAMES=str(tmp_path / "mine")) as window:
        shown = window.until("ended 2")
    assert "Traceback" not in shown
    assert said.split() == shown.partition("ended 2")[0].split()
