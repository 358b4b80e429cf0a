"""Collects everything that is stored about one person, for that person."""

from typing import Any

from msgspec import Struct, structs, to_builtins

from ..store import log
from ..store import people_queries as queries
from ..store.challenge_queries import attempts_of
from ..store.store import Store
from .history import GamePlayed, games_played
from .people import Person


class ExportedEntry(Struct, kw_only=True):
    """Something that you did at a table, or that concerns you: its number in the log, the time, and the entry."""

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
    """A deal that you shared or played by link: when you began, and the id of its replay (empty until it is over)."""

    challenge: str
    begun_at: float
    game: str


class Export(Struct, kw_only=True):
    """Everything that the server stores about you. Replays of your games can be fetched by their ids."""

    id: str
    name: str
    colour: str
    character: str
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
        character=person.character,
        made_at=row.made_at if row else person.made_at,
        seen_at=row.seen_at if row else person.made_at,
        sessions=[ExportedSession(issued_at=session.issued_at, used_at=session.used_at) for session in sessions],
        games=games_played(await store.entries_of(person.id), person),
        blocks=[ExportedBlock(name=block.name, at=block.at) for block in blocks],
        reports=[ExportedReport(at=report.at, room=report.room, name=report.name, why=report.why) for report in reports],
        attempts=[ExportedAttempt(challenge=row.challenge, begun_at=row.begun_at, game=row.game) for row in attempts],
        tables=[
            ExportedEntry(room=room, number=number, at=at, entry=to_builtins(own))
            for room, number, at, entry in entries
            if (own := _own_part(entry, person.id)) is not None
        ],
    )


def _own_part(entry: log.Entry, person: str) -> log.Entry | None:
    """Return what an entry says about this person, without the ids of others; None if it says nothing."""
    match entry:
        case log.Opened(host=host):
            return entry if host == person else None
        case log.Voted(person=voter, about=about):
            return structs.replace(entry, about=about if about == person else "") if voter == person else None
        case log.DoorShut(inside=people):
            return structs.replace(entry, inside=[person]) if person in people else None
        case log.Fixed(people=people):
            return structs.replace(entry, people=[person]) if person in people else None
        case log.LeftOut(people=people):
            return structs.replace(entry, people=[person], secret="") if person in people else None
    return entry if getattr(entry, "person", "") == person else None
