"""A desk for tests: a screen that records what is written and for whom, and a reader that answers like a bot."""

import re
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import signature
from typing import Any

from click.testing import CliRunner, Result

from parlour import Table
from parlour.cli import main
from parlour.core.cards import Pack
from parlour.terminal.ink import Ink
from parlour.terminal.line_mode import LineMode
from parlour.terminal.reader import EndOfInput, Reader
from parlour.terminal.screen import MOST_KEPT, Screen
from parlour.terminal.seats import bot_move, make_party
from parlour.terminal.sitting import Sitting

APART: dict[str, Any] = {"mix_stderr": False} if "mix_stderr" in signature(CliRunner).parameters else {}
"""The argument that makes Click before 8.2 keep error output separate."""


def run(*arguments: str, typed: str = "", **environment: str) -> Result:
    """Run `parlour` with these arguments, with a pipe at both ends."""
    return CliRunner(**APART).invoke(
        main, list(arguments), input=typed, env={"COLUMNS": "80", "PARLOUR_SEARCH": "off", **environment}
    )


def refusal(*arguments: str, typed: str = "") -> str:
    """Run a command that must be refused, and return the sentence."""
    result = run(*arguments, typed=typed)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith((".\n", "?\n", "…\n"))
    return result.stderr.strip()


class PaperScreen(Screen):
    """A screen of a given size; `as_terminal` gives it the codes of a terminal."""

    def __init__(self, width: int = 80, *, as_terminal: bool = False) -> None:
        self.paper = ""
        self.is_terminal = self.can_clear = as_terminal
        self.ink = Ink(as_terminal)
        self.said = deque(maxlen=MOST_KEPT)
        self._width = width
        self.listeners: list[Callable[[str], None]] = []

    @property
    def width(self) -> int:
        return self._width

    @property
    def height(self) -> int:
        return 10_000

    def write(self, text: str) -> None:
        self.paper += text
        for listener in self.listeners:
            listener(text)


class Script(Reader):
    """Answers from a list, then with what `otherwise` returns; without that, input ends after the list."""

    def __init__(
        self,
        screen: Screen,
        answers: Sequence[str] = (),
        otherwise: Callable[[], str] | None = None,
        *,
        as_terminal: bool = False,
    ) -> None:
        self.screen = screen
        self.is_terminal = as_terminal
        self.answers = list(answers)
        self.otherwise = otherwise
        self.asked: list[str] = []

    def line(self, prompt: str, seconds: float | None = None, again: Callable[[], None] | None = None) -> str:
        self.asked.append(prompt)
        self.screen.write(prompt)
        if not self.answers and self.otherwise is None:
            self.screen.write("\n")
            raise EndOfInput
        answer = self.answers.pop(0) if self.answers or self.otherwise is None else self.otherwise()
        self.screen.write(answer + "\n")
        return answer


@dataclass
class Desk:
    """A session in line mode with its screen and its reader."""

    mode: LineMode
    screen: PaperScreen
    reader: Script

    @property
    def table(self) -> Table:
        return self.mode.sitting.table

    @property
    def paper(self) -> str:
        return self.screen.paper

    def play(self) -> str:
        self.mode.run()
        return self.paper

    def like_a_bot(self) -> str:
        """Return what a bot would type: its move, or Enter if something else is asked."""
        if self.reader.asked[-1].endswith("[y/N] "):
            return "y"
        holder = self.mode.keyboard.holder
        if holder is None or not self.table.moves(holder) or self.reader.asked[-1] != "> ":
            return ""
        return self.mode.keyboard.menu(holder).typed(bot_move(self.table, holder) or "")


def desk(
    sitting: Sitting | Table,
    answers: Sequence[str] = (),
    *,
    people: int = 1,
    names: str = "",
    bots: str = "",
    width: int = 80,
    as_terminal: bool = False,
    to_the_end: bool = False,
) -> Desk:
    """Return line mode at a table, with these answers; with `to_the_end` it then goes on like a bot."""
    played = sitting if isinstance(sitting, Sitting) else Sitting(sitting)
    screen = PaperScreen(width, as_terminal=as_terminal)
    reader = Script(screen, answers, as_terminal=as_terminal)
    party = make_party(played.table.seats, people, names, bots)
    made = Desk(LineMode(played, party, screen, reader, 0.0), screen, reader)
    if to_the_end:
        reader.otherwise = made.like_a_bot
    return made


def cards_told(text: str, pack: Pack) -> set[str]:
    """Return the names of all cards that a text mentions, by name or by sign."""
    by_name, by_sign = _patterns(pack)
    plain = re.sub("\x1b\\[[0-9;]*m", "", text)
    signs = set(by_sign.findall(plain))
    return set(by_name.findall(plain)) | {pack.names[pack.signs.index(sign)] for sign in signs}


@cache
def _patterns(pack: Pack) -> tuple[re.Pattern[str], re.Pattern[str]]:
    names = "|".join(sorted(map(re.escape, pack.names), key=len, reverse=True))
    signs = "|".join(sorted(map(re.escape, pack.signs), key=len, reverse=True))
    return re.compile(rf"(?<![\w:.-])({names})(?!\w)"), re.compile(f"({signs})")
