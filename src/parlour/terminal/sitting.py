"""A sitting: one game or a match from start to end, and how to play it again."""

import shlex
from collections.abc import Mapping

from ..core import saves
from ..core.game import Illegal
from ..core.match import Match
from ..core.table import Table
from ..core.takeback import last_decision
from ..core.texts import sentence
from ..core.texts import text as part

PRACTICE = "undone"
"""Marks a save whose game is left out of the statistics."""


class Sitting:
    """One game or a match. `command` plays it again, if that is possible."""

    def __init__(self, played: Table | Match, command: str = "", path: str = "", *, is_practice: bool = False) -> None:
        self._played = played
        self.command = command
        self.path = path
        """The file it was last saved to or loaded from."""
        self.is_practice = is_practice
        """Whether it is left out of the statistics, because moves were taken back or the deal was played before."""

    @property
    def match(self) -> Match | None:
        """The match, if it is one."""
        return self._played if isinstance(self._played, Match) else None

    @property
    def table(self) -> Table:
        """The table in play."""
        return self._played.table if isinstance(self._played, Match) else self._played

    @property
    def what(self) -> str:
        """Return `match` if a match is played, otherwise `game`."""
        return "game" if self.match is None else "match"

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self._played.result is not None

    @property
    def title(self) -> str:
        """The game and how far it has got."""
        match = self.match
        title = self.table.game.name
        if match is not None:
            key = "terminal.title.target" if match.target else "terminal.title.rounds"
            title = part(key, game=title, round=match.round, target=match.target, rounds=match.rounds)
        return part("terminal.title.over", title=title) if self.table.must is None else title

    def save(self, noted: Mapping[str, object] | None = None) -> str:
        """Return everything needed to continue later, with what is noted about the players."""
        kind = "table" if self.match is None else "match"
        more = {"practice": PRACTICE} if self.is_practice else {}
        return saves.write(kind, {**saves.read(kind, self._played.save()), **(noted or {}), **more})

    def take_back(self, seat: int, times: int = 1) -> list[str]:
        """Go back to before this seat's last moves; return the words of those moves, the last one first."""
        log = self.table.log
        words: list[str] = []
        for _ in range(times):
            number = last_decision(log, seat)
            if number is None:
                raise Illegal(sentence("refusal.notMovedYet" if not words else "terminal.undoFewer", count=len(words)))
            words.append(log[number][1])
            log = log[:number]
        self.is_practice = True
        number = len(log)
        earlier = self.table.at(number)
        if isinstance(self._played, Match):
            self._played.table = earlier
        else:
            self._played = earlier
        return words


def command_for(table: Table, seed: str, match: Match | None, extra: list[str]) -> str:
    """Return the command that deals the same cards to the same seats again."""
    parts = ["parlour", "play", table.game.id, "--seats", str(table.seats)]
    for name, option in table.game.options.items():
        number = option.read(name, table.options[name])
        if number != option.start:
            parts += ["--set", f"{name}={option.text(number)}"]
    if match is not None:
        parts += ["--target", str(match.target)] if match.target else ["--rounds", str(match.rounds)]
    return shlex.join([*parts, *extra, "--seed", seed])
