"""The SQL about people: sessions, blocks, reports, and everything stored about one person."""

import json

from msgspec import structs
from sqlalchemy import Connection, delete, insert, select, update

from ...core import saves
from . import log as entries
from .challenge_queries import forget_challenges
from .rows import BlockRow, ReportRow, SessionRow
from .schema import blocks, codes, games, log, people, played, reports, rooms, sessions

# ---- sessions -----------------------------------------------------------------------------------------------------


def add_session(connection: Connection, session: SessionRow) -> None:
    """Store a new session."""
    values = {"id": session.id, "person": session.person, "serial": session.serial}
    connection.execute(insert(sessions).values(**values, issued_at=session.issued_at, used_at=session.used_at))


def session(connection: Connection, id: str) -> SessionRow | None:
    """Return a session."""
    row = connection.execute(select(sessions).where(sessions.c.id == id)).first()
    return None if row is None else SessionRow(*row)


def sessions_of(connection: Connection, person: str) -> list[SessionRow]:
    """Return the sessions of a person."""
    query = select(sessions).where(sessions.c.person == person).order_by(sessions.c.issued_at)
    return [SessionRow(*row) for row in connection.execute(query)]


def use_session(connection: Connection, id: str, serial: int, now: float) -> None:
    """Note that the newest cookie of a session was used for the first time."""
    is_new = sessions.c.used_at == 0
    connection.execute(update(sessions).where(sessions.c.id == id, sessions.c.serial == serial, is_new).values(used_at=now))


def rotate_session(connection: Connection, id: str, serial: int, now: float) -> SessionRow | None:
    """Give a session a new cookie, unless another request has just done so; return the session as it is afterwards."""
    query = update(sessions).where(sessions.c.id == id, sessions.c.serial == serial)
    connection.execute(query.values(serial=serial + 1, issued_at=now, used_at=0))
    return session(connection, id)


def end_sessions(connection: Connection, person: str, keep: str = "") -> int:
    """End all sessions of a person but one, with their cookies and device codes; return how many."""
    connection.execute(update(people).where(people.c.id == person).values(old_cookies=False))
    connection.execute(delete(codes).where(codes.c.person == person))
    return connection.execute(delete(sessions).where(sessions.c.person == person, sessions.c.id != keep)).rowcount


def sweep_sessions(connection: Connection, before: float) -> int:
    """Delete sessions whose cookie no browser has any more."""
    return connection.execute(delete(sessions).where(sessions.c.issued_at < before)).rowcount


# ---- blocks -------------------------------------------------------------------------------------------------------


def blocks_of(connection: Connection, person: str) -> list[BlockRow]:
    """Return the people whom a person has blocked, the latest first."""
    query = select(blocks.c.blocked, blocks.c.name, blocks.c.at).where(blocks.c.person == person)
    return [BlockRow(*row) for row in connection.execute(query.order_by(blocks.c.at.desc(), blocks.c.blocked))]


def set_block(connection: Connection, person: str, block: BlockRow, *, on: bool) -> None:
    """Block a person, or lift the block."""
    connection.execute(delete(blocks).where(blocks.c.person == person, blocks.c.blocked == block.blocked))
    if on:
        connection.execute(insert(blocks).values(person=person, blocked=block.blocked, name=block.name, at=block.at))


# ---- reports ------------------------------------------------------------------------------------------------------


def add_report(connection: Connection, report: ReportRow) -> None:
    """Store a report; its id is chosen by the database."""
    columns = ("at", "room", "reporter", "person", "name", "why", "said", "closed_at")
    connection.execute(insert(reports).values({name: getattr(report, name) for name in columns}))


def reports_listed(connection: Connection, limit: int, *, closed: bool) -> list[ReportRow]:
    """Return the open reports, or all reports, latest first."""
    query = select(reports).order_by(reports.c.at.desc(), reports.c.id.desc()).limit(limit)
    return [ReportRow(*row) for row in connection.execute(query if closed else query.where(reports.c.closed_at == 0))]


def reports_by(connection: Connection, reporter: str) -> list[ReportRow]:
    """Return the reports that a person made."""
    return [ReportRow(*row) for row in connection.execute(select(reports).where(reports.c.reporter == reporter))]


def close_report(connection: Connection, id: int, now: float) -> bool:
    """Close an open report; return False if there is none with this id."""
    query = update(reports).where(reports.c.id == id, reports.c.closed_at == 0).values(closed_at=now)
    return connection.execute(query).rowcount > 0


def sweep_reports(connection: Connection, before: float) -> int:
    """Delete old reports."""
    return connection.execute(delete(reports).where(reports.c.at < before)).rowcount


# ---- everything about one person ----------------------------------------------------------------------------------


def entries_about(connection: Connection, person: str) -> list[tuple[int, int, float, entries.Entry]]:
    """Return the log entries that name a person, each with its room, number and time. Reads the whole log."""
    query = select(log.c.room, log.c.number, log.c.at, log.c.entry).where(log.c.entry.contains(person, autoescape=True))
    found = connection.execute(query.order_by(log.c.room, log.c.number))
    return [(room, number, at, entries.decode(entry)) for room, number, at, entry in found]


def forget_person(connection: Connection, person: str, name: str) -> None:
    """Delete a person. In games and logs, which others need, they are called `name` from now on; their chat is emptied."""
    known = connection.scalar(select(people.c.name).where(people.c.id == person))
    for room, number, _, entry in entries_about(connection, person):
        scrubbed = entries.encode(_scrubbed(entry, person, name))
        connection.execute(update(log).where(log.c.room == room, log.c.number == number).values(entry=scrubbed))
        connection.execute(update(rooms).where(rooms.c.id == room, rooms.c.host_name == known).values(host_name=name))
    connection.execute(update(rooms).where(rooms.c.host == person).values(host=None))
    of_person = select(played.c.game, played.c.seat).where(played.c.person == person)
    for game, seat in connection.execute(of_person).all():
        _forget_in_game(connection, game, seat, name)
    connection.execute(delete(played).where(played.c.person == person))
    forget_challenges(connection, person)
    connection.execute(delete(blocks).where(blocks.c.blocked == person))
    connection.execute(update(reports).where(reports.c.reporter == person).values(reporter=""))
    connection.execute(delete(people).where(people.c.id == person))


def _scrubbed(entry: entries.Entry, person: str, name: str) -> entries.Entry:
    """Return an entry without the name or the words of a person. Their id stays, but belongs to nobody from then on."""
    match entry:
        case entries.Said(person=said_by) if said_by == person:
            return structs.replace(entry, name=name, text="", emote="")
        case entries.Sat(person=sat) | entries.Named(person=sat) | entries.Removed(person=sat) if sat == person:
            return structs.replace(entry, name=name)
    return entry


def _forget_in_game(connection: Connection, game: str, seat: int, name: str) -> None:
    """Replace the name of a seat in a finished game. The moves and the proof of the deal stay as they are."""
    row = connection.execute(select(games.c.save, games.c.entry).where(games.c.id == game)).one()
    entry = json.loads(row.entry)
    entry["names"][seat] = entry["entry"]["seats"][seat]["name"] = name
    save = saves.read(json.loads(row.save)["parlour"], row.save)
    names = save.get("names")
    if isinstance(names, list):
        names[seat] = name
    kind = str(save.pop("parlour"))
    values = {"save": saves.write(kind, save), "entry": json.dumps(entry)}
    connection.execute(update(games).where(games.c.id == game).values(**values))
