"""Everything that is kept about one person, for that person."""

from typing import Any

from msgspec import Struct, to_builtins

from ..store import log
from ..store import people_queries as queries
from ..store.challenge_queries import attempts_of
from ..store.store import Store
from .history import GamePlayed, games_played
from .people import Person


class ExportedEntry(Struct, kw_only=True):
    """Something that you did at a table: its number in the log, the time, and the entry."""

    room: int
    number: int
    at: float
    entry: dict[str, Any]


class ExportedBlock(Struct, kw_only=True):
    """Somebody whom you have blocked."""

    name: str
    at: float


class ExportedSession(Struct, kw_only=True):
    """A browser in which you are logged in: when its cookie was made, and when it was first used (0: not yet)."""

    issued_at: float
    used_at: float


class ExportedReport(Struct, kw_only=True):
    """A report that you made."""

    at: float
    room: str
    name: str
    why: str


class ExportedAttempt(Struct, kw_only=True):
    """A deal that you shared or played by link: when you began, and the id of its replay, empty if it is not over."""

    challenge: str
    begun_at: float
    game: str


class Export(Struct, kw_only=True):
    """Everything that the house keeps about you. Replays of your games can be fetched by their ids."""

    id: str
    name: str
    colour: str
    made_at: float
    seen_at: float
    sessions: list[ExportedSession]
    games: list[GamePlayed]
    blocks: list[ExportedBlock]
    reports: list[ExportedReport]
    attempts: list[ExportedAttempt]
    tables: list[ExportedEntry]


async def export_of(store: Store, person: Person) -> Export:
    """Collect everything about a person. This reads the whole log."""
    row = await store.person(person.id)
    sessions = await store.read(lambda connection: queries.sessions_of(connection, person.id))
    blocks = await store.read(lambda connection: queries.blocks_of(connection, person.id))
    reports = await store.read(lambda connection: queries.reports_by(connection, person.id))
    attempts = await store.read(lambda connection: attempts_of(connection, person.id))
    entries = await store.read(lambda connection: queries.entries_about(connection, person.id))
    return Export(
        id=person.id,
        name=person.name,
        colour=person.colour,
        made_at=row.made_at if row else person.made_at,
        seen_at=row.seen_at if row else person.made_at,
        sessions=[ExportedSession(issued_at=session.issued_at, used_at=session.used_at) for session in sessions],
        games=games_played(await store.entries_of(person.id), person),
        blocks=[ExportedBlock(name=block.name, at=block.at) for block in blocks],
        reports=[ExportedReport(at=report.at, room=report.room, name=report.name, why=report.why) for report in reports],
        attempts=[ExportedAttempt(challenge=row.challenge, begun_at=row.begun_at, game=row.game) for row in attempts],
        tables=[
            ExportedEntry(room=room, number=number, at=at, entry=to_builtins(entry))
            for room, number, at, entry in entries
            if _is_own(entry, person.id)
        ],
    )


def _is_own(entry: log.Entry, person: str) -> bool:
    """Whether an entry is about this person alone: others may name other people too."""
    return isinstance(entry, log.Sat | log.Named | log.Said | log.Moved | log.Added) and entry.person == person
