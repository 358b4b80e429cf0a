"""The ledger: every finished game of a player, one line each, from which statistics are computed (MM-5.3)."""

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..core import saves
from ..core.records import TABLE, record_of
from ..core.table import Table
from ..core.writing import invisible
from .folder import NoFile, append, home_folder, keep_copy, locked, move_away, read, shown, write
from .tallies import Tally, tallies

FORMAT = 1
LONGEST_NAME = 100
LARGEST_NUMBER = 10**9
MOST_SEATS = 100


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """One seat's record in a game."""

    name: str
    bot: bool
    won: bool
    score: int
    played: int
    given: int
    taken: int


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A finished game. `deal` identifies the deal: a deal counts only once for the same people."""

    game: str
    deal: str
    turns: int
    moves: int
    seats: tuple[SeatRecord, ...]
    when: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="seconds"))


# ---- from a table -------------------------------------------------------------------------------------------------


def entry_of(table: Table, names: Sequence[str], people: int) -> PlayedGame:
    """Return the record of a finished table; the first `people` seats are people, the others bots."""
    result = table.result
    if result is None:
        raise ValueError("Only a finished game goes into the ledger.")
    seats = tuple(
        _seat(names[seat], seat >= people, seat in result.winners, result.scores[seat], tally)
        for seat, tally in enumerate(tallies(table))
    )
    return PlayedGame(table.game.id, deal_of(table, names[:people]), table.turns, len(table.log), seats)


def _seat(name: str, bot: bool, won: bool, score: int, tally: Tally) -> SeatRecord:
    return SeatRecord(name, bot, won, score, tally.played, tally.given, tally.taken)


def deal_of(table: Table, people: Sequence[str]) -> str:
    """Return a fingerprint of the cards and the people: everything in a save except the moves."""
    kept = {key: value for key, value in saves.body(TABLE, record_of(table)).items() if key != "moves"}
    text = json.dumps([kept, [name.casefold() for name in people]], sort_keys=True)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


# ---- the file -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Contents:
    """The lines of the file: games, lines of a newer Parlour, and damaged lines."""

    whole: bytes
    entries: list[PlayedGame]
    kept: list[bytes]
    damaged: int
    newer: int


class Ledger:
    """The file of finished games. `notice` is a sentence about any damage to it."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home_folder() / "games.jsonl"
        self.notice = ""

    def add(self, entry: PlayedGame) -> bool:
        """Record a finished game; return False if it was already there."""
        with locked(self.path.parent):
            if any(entry.deal == old.deal for old in self._mended().entries):
                return False
            append(self.path, line_of(entry).encode())
        return True

    def entries(self) -> list[PlayedGame]:
        """Return all games in the order they were finished. From a damaged file, everything readable is kept."""
        try:
            found = self._contents()
        except NoFile:
            found = None
        if found is None or found.damaged:
            found = self._mended_if_possible(found)
        if found.newer:
            self._note(f"Lines of a newer version of Parlour in the file of finished games: {found.newer}. They are left out.")
        return found.entries

    def text(self) -> str:
        """Return all games in the format of the file."""
        return "".join(line_of(entry) + "\n" for entry in self.entries())

    def reset(self) -> Path | None:
        """Start over; the old file is kept under the returned name, if there was one."""
        if not os.path.lexists(self.path.parent):
            return None
        with locked(self.path.parent):
            return move_away(self.path, "before-reset") if os.path.lexists(self.path) else None

    def _note(self, sentence: str) -> None:
        if sentence not in self.notice:
            self.notice = f"{self.notice} {sentence}".strip()

    def _contents(self) -> _Contents:
        whole = read(self.path)
        lines = [line for line in whole.split(b"\n") if line.strip()]
        found = [(line, read_line(line)) for line in lines]
        newer = sum(entry is NEWER for _, entry in found)
        entries = [entry for _, entry in found if isinstance(entry, PlayedGame)]
        kept = [line for line, entry in found if entry is not None]
        return _Contents(whole, entries, kept, len(lines) - len(kept), newer)

    def _mended(self) -> _Contents:
        """Return everything readable, after setting the damaged file aside. The folder is locked."""
        try:
            found = self._contents()
        except NoFile:
            aside = move_away(self.path, "damaged")
            self._note(f"{shown(self.path)} was not a file. It is kept as {shown(aside)}.")
            return _Contents(b"", [], [], 0, 0)
        if not found.damaged:
            return found
        aside = keep_copy(self.path, found.whole, "damaged")
        write(self.path, b"".join(line + b"\n" for line in found.kept))
        self._note(f"{_damage(found)} It is kept as {shown(aside)}.")
        return found

    def _mended_if_possible(self, found: _Contents | None) -> _Contents:
        try:
            with locked(self.path.parent):
                return self._mended()
        except ValueError as error:
            if found is None:
                raise
            self._note(f"{_damage(found)} It could not be set aside. {error}")
            return found


def _damage(found: _Contents) -> str:
    read_well, lines = len(found.kept), len(found.kept) + found.damaged
    return f"The file of finished games was damaged: {read_well} of {lines} lines could be read."


# ---- one line -----------------------------------------------------------------------------------------------------


class _Newer:
    """A line that a newer Parlour wrote."""


NEWER = _Newer()


def line_of(entry: PlayedGame) -> str:
    """Return a game as a line of the file."""
    return json.dumps({"format": FORMAT, **asdict(entry)})


def read_line(line: bytes) -> PlayedGame | _Newer | None:
    """Return the game in a line, NEWER if a newer Parlour wrote it, or None if it is damaged."""
    try:
        data = json.loads(line)
        version = _number(data.pop("format"), 1)
        return NEWER if version > FORMAT else _entry(data)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _entry(data: dict[str, Any]) -> PlayedGame:
    seats = data.pop("seats")
    if not isinstance(seats, list) or not 1 <= len(seats) <= MOST_SEATS:
        raise ValueError("A game has seats.")
    entry = PlayedGame(seats=tuple(_part(part) for part in seats), **data)
    _texts(entry.game, entry.deal, entry.when)
    _number(entry.turns, 0)
    _number(entry.moves, 0)
    return entry


def _part(data: dict[str, Any]) -> SeatRecord:
    part = SeatRecord(**data)
    _texts(part.name)
    _number(part.score, -LARGEST_NUMBER)
    for number in (part.played, part.given, part.taken):
        _number(number, 0)
    if not isinstance(part.bot, bool) or not isinstance(part.won, bool):
        raise ValueError("A seat has won or not, and is a bot or not.")
    return part


def _number(value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= LARGEST_NUMBER:
        raise ValueError("This is not a number.")
    return value


def _texts(*values: object) -> None:
    for value in values:
        if not isinstance(value, str) or invisible(value) or not 1 <= len(value) <= LONGEST_NAME:
            raise ValueError("This is not text.")
