"""The games a person has played, and statistics computed from them.

Stored games refer to people by id, but nobody is ever told another person's id: others appear under the name they had in the
game, and the reader under their present name.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Annotated

from msgspec import Meta, Struct, convert

from ...home.ledger import FORMAT, PlayedGame, read_line
from ...home.statistics import COLUMNS, statistics
from ..store.rows import PlayedRow
from .people import Person

Count = Annotated[int, Meta(ge=0)]


class SeatPlayed(Struct, kw_only=True):
    """A seat of a finished game: its name then, or for the reader's own seat the present name."""

    name: str
    bot: bool
    you: bool
    won: bool
    score: int


class GamePlayed(Struct, kw_only=True):
    """A finished game; `id` identifies its replay. `practice` says why it is left out of the statistics, such as undone moves
    or a repeated deal.
    """

    id: str
    game: str
    ended_at: float
    seat: int
    won: bool
    score: int
    turns: Count
    moves: Count
    seats: list[SeatPlayed]
    practice: str = ""


class Figures(Struct, kw_only=True):
    """Statistics for one game, or for `all` games together."""

    game: str
    games: Count
    wins: Count
    win_rate: float
    streak: Count
    best_streak: Count
    cards_played: Count
    penalties_given: Count
    penalties_taken: Count
    longest_game: Count


class OwnStatistics(Struct, kw_only=True):
    """The person's own statistics."""

    name: str
    figures: list[Figures]


class StatisticsChange(Struct, kw_only=True):
    """A person's statistics for a game, before and after a finished one; null where there are none."""

    before: Figures | None
    after: Figures | None


def games_played(rows: Iterable[PlayedRow], person: Person) -> list[GamePlayed]:
    """Return the games of these rows as their player sees them, without those that cannot be read."""
    return [game for row in rows if (game := _game_played(row, person)) is not None]


def _game_played(row: PlayedRow, person: Person) -> GamePlayed | None:
    entry, names, practice = _read_entry(row.entry)
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
        practice=practice,
    )


def _read_entry(text: str) -> tuple[PlayedGame | None, list[str], str]:
    """Return a game's line in the statistics, the names of its seats, and, if it is left out of the statistics, the reason."""
    data = json.loads(text)
    entry = read_line(json.dumps({"format": FORMAT, **data["entry"]}).encode())
    return (
        (entry if isinstance(entry, PlayedGame) else None),
        [str(name) for name in data["names"]],
        str(data.get("practice", "")),
    )


def statistics_of(rows: Iterable[PlayedRow], person: Person) -> OwnStatistics:
    """Compute the statistics of a person from all their games that count, oldest first."""
    entries = [entry for entry, _, practice in (_read_entry(row.entry) for row in rows) if entry is not None and not practice]
    own = [found for found in statistics(entries) if found.player == person.id]
    names = [name for name in COLUMNS if name != "player"]
    figures = [convert({name: found.row()[name] for name in names}, Figures) for found in own]
    return OwnStatistics(name=person.name, figures=figures)


def statistics_change(id: str, rows: Sequence[PlayedRow], person: Person) -> StatisticsChange:
    """Compute a person's statistics for one game, before and after the finished game `id`.

    They are empty if the person did not play it, or if the game is left out of the statistics.
    """
    at = next((at for at, row in enumerate(rows) if row.id == id), None)
    if at is None or _read_entry(rows[at].entry)[2]:
        return StatisticsChange(before=None, after=None)
    same = [row for row in rows[: at + 1] if row.game == rows[at].game]
    return StatisticsChange(before=_only_figures(same[:-1], person), after=_only_figures(same, person))


def _only_figures(rows: Iterable[PlayedRow], person: Person) -> Figures | None:
    return next(iter(statistics_of(rows, person).figures), None)
