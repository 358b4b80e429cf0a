"""The ledger: every finished game of a player, one line each, from which the statistics are made (MM-5.3)."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..core.table import Table
from .folder import append_line, home_folder, read_text, set_aside, write_text

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Part:
    """What one seat did in a game."""

    name: str
    bot: bool
    won: bool
    score: int
    played: int
    given: int
    taken: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A finished game."""

    game: str
    turns: int
    moves: int
    seats: tuple[Part, ...]
    when: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))


def entry_of(table: Table, names: Sequence[str], bots: Sequence[bool]) -> Entry:
    """What a finished table leaves behind: winners, scores, cards played, penalties given and taken."""
    result = table.result
    if result is None:
        raise ValueError("Only a finished game goes into the ledger.")
    played, given, taken = tallies(table)
    seats = tuple(
        Part(names[i], bots[i], i in result.winners, result.scores[i], played[i], given[i], taken[i])
        for i in range(table.seats)
    )
    return Entry(table.game.id, table.turns, len(table.log), seats)


def tallies(table: Table) -> tuple[list[int], list[int], list[int]]:
    """Cards played, penalty cards given and taken, by seat. A penalty was given by the seat that played last."""
    played, given, taken = ([0] * table.seats for _ in range(3))
    counts = {kind.name: kind.counts for kind in table.game.all_kinds.values()}
    last = -1
    for event in table.events:
        if event.seat is None:
            continue
        match counts[event.kind]:
            case "played":
                played[event.seat] += 1
                last = event.seat
            case "penalty":
                taken[event.seat] += event.value
                if last >= 0 and last != event.seat:
                    given[last] += event.value
            case "fine":
                taken[event.seat] += event.value
            case "fine card":
                taken[event.seat] += 1
    return played, given, taken


class Ledger:
    """The file of finished games. `notice` says in a sentence what was wrong with it, if anything was."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home_folder() / "games.jsonl"
        self.notice = ""

    def add(self, entry: Entry) -> None:
        """Write a finished game down."""
        append_line(self.path, json.dumps({"format": FORMAT, **asdict(entry)}, ensure_ascii=False))

    def entries(self) -> list[Entry]:
        """All games in the file. A damaged file is set aside whole, and what can be read goes on."""
        lines = [line for line in read_text(self.path).splitlines() if line.strip()]
        found = [entry for entry in map(_read, lines) if entry]
        if len(found) < len(lines):
            aside = set_aside(self.path)
            write_text(self.path, "".join(line + "\n" for line in lines if _read(line)))
            self.notice = (
                f"The file of finished games was damaged: it is kept as {aside.name}, "
                f"and {len(found)} of {len(lines)} games could be read."
            )
        return found

    def reset(self) -> None:
        """Start anew; the old file is kept under another name."""
        if self.path.exists():
            try:
                self.path.replace(self.path.with_name(f"games.before-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}.jsonl"))
            except OSError as error:
                raise ValueError(f"Cannot set {self.path} aside: {error.strerror}.") from None


def _read(line: str) -> Entry | None:
    """The entry of a line, or None if it is damaged."""
    try:
        data = json.loads(line)
        if data.pop("format") != FORMAT:
            return None
        seats = tuple(_part(part) for part in data.pop("seats"))
        entry = Entry(seats=seats, **data)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    texts = isinstance(entry.game, str) and isinstance(entry.when, str)
    whole = all(isinstance(n, int) and not isinstance(n, bool) for n in (entry.turns, entry.moves))
    return entry if texts and whole and seats else None


def _part(data: dict[str, Any]) -> Part:
    part = Part(**data)
    numbers = (part.score, part.played, part.given, part.taken)
    if not isinstance(part.name, str) or not all(isinstance(flag, bool) for flag in (part.bot, part.won)):
        raise ValueError("This is no seat.")
    if not all(isinstance(n, int) and not isinstance(n, bool) for n in numbers):
        raise ValueError("This is no seat.")
    return part
