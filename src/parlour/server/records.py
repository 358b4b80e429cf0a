"""What people played: history and statistics, out of the entries that finished games left in the store.

In an entry people go by their ids. Nobody is ever told the id of another: names are those of the day of the game, and one's
own is the present one.
"""

import json
from collections.abc import Iterable
from typing import Any

from msgspec import convert

from ..home.ledger import FORMAT, Entry, read_line
from ..home.statistics import COLUMNS, statistics
from .answers import Figures, GamePlayed, SeatPlayed, Statistics
from .people import Person
from .schema import PlayedRow


def read_entry(text: str) -> tuple[Entry | None, list[str]]:
    """The line for the statistics that a game left, and what its seats were called."""
    data: dict[str, Any] = json.loads(text)
    entry = read_line(json.dumps({"format": FORMAT, **data["entry"]}).encode())
    return (entry if isinstance(entry, Entry) else None), [str(name) for name in data["names"]]


def game_played(row: PlayedRow, person: Person) -> GamePlayed | None:
    """A finished game as one who played it is told of it; None if its entry cannot be read."""
    entry, names = read_entry(row.entry)
    if entry is None:
        return None
    seats = [
        SeatPlayed(
            name=person.name if seat == row.seat else names[seat],
            bot=part.bot,
            you=seat == row.seat,
            won=part.won,
            score=part.score,
        )
        for seat, part in enumerate(entry.seats)
    ]
    own = entry.seats[row.seat]
    return GamePlayed(
        id=row.id,
        game=row.game,
        ended_at=row.ended_at,
        seat=row.seat,
        won=own.won,
        score=own.score,
        turns=entry.turns,
        moves=entry.moves,
        seats=seats,
    )


def history(rows: Iterable[PlayedRow], person: Person) -> list[GamePlayed]:
    """The games of these rows."""
    return [game for row in rows if (game := game_played(row, person)) is not None]


def figures_of(rows: Iterable[PlayedRow], person: Person) -> Statistics:
    """The statistics of a person from all its games, in the order in which they ended."""
    read = [entry for row in rows if (entry := read_entry(row.entry)[0]) is not None]
    figures = [found for found in statistics(read) if found.player == person.id]
    names = [name for name in COLUMNS if name != "player"]
    told = [convert({name: found.row()[name] for name in names}, Figures) for found in figures]
    return Statistics(name=person.name, figures=told)
