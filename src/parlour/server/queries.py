"""What the store asks its database: one function for each question, over a connection in a transaction."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from . import log as entries
from .faults import NumberTaken
from .schema import (
    CLOSED,
    GATHERING,
    RUNNING,
    FinishedGame,
    GameRow,
    PersonRow,
    PlayedRow,
    RoomFace,
    RoomRow,
    Swept,
    codes,
    games,
    log,
    people,
    played,
    rooms,
    servers,
)

CHUNK = 500
"""Rooms that one statement reads: databases limit how many values it may have."""
MOST_SWEPT = 1_000
"""Rooms or people that one sweep closes or deletes, so that nobody waits long behind it."""
Timed = tuple[float, entries.Entry]

# ---- rooms --------------------------------------------------------------------------------------------------------

_FACE = ("public", "phase", "game", "seats", "taken", "watchers", "host_name")
_OPEN_ROOM = text(
    "INSERT INTO rooms (code, owner, public, phase, game, seats, taken, watchers, host_name, made_at, changed_at) "
    "VALUES (:code, :owner, :public, :phase, :game, :seats, :taken, :watchers, :host_name, :at, :at) "
    "ON CONFLICT (code) DO NOTHING RETURNING id"
)
_ADD_ENTRY = insert(log)
_CHANGE_FACE = (
    update(rooms).where(rooms.c.id == bindparam("of_room")).values({name: bindparam(name) for name in (*_FACE, "changed_at")})
)
_ADD_GAME = insert(games)
_ADD_PLAYED = insert(played)
_ROOM = select(rooms)


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for the log of a room, ready to be written; made by `appended`."""

    log: list[dict[str, Any]]
    face: dict[str, Any] | None
    game: dict[str, Any] | None
    played: list[dict[str, Any]]


def appended(
    room: int, number: int, added: Sequence[Timed], face: RoomFace | None, finished: FinishedGame | None = None
) -> Append:
    """Entries as rows of the tables."""
    if not added:
        raise ValueError("There is nothing to append.")
    at = added[-1][0]
    return Append(
        _log_rows(room, number, added),
        None if face is None else {"of_room": room, "changed_at": at, **asdict(face)},
        None if finished is None else _game_row(room, at, finished),
        [] if finished is None else _played_rows(at, finished),
    )


def _log_rows(room: int, number: int, added: Sequence[Timed]) -> list[dict[str, Any]]:
    return [
        {"room": room, "number": number, "at": at, "entry": entries.written(entry)}
        for number, (at, entry) in enumerate(added, number)
    ]


def _game_row(room: int, at: float, game: FinishedGame) -> dict[str, Any]:
    row = {"id": game.id, "number": game.number, "game": game.game, "save": game.save, "entry": game.entry}
    return {**row, "room": room, "ended_at": at}


def _played_rows(at: float, game: FinishedGame) -> list[dict[str, Any]]:
    return [{"game": game.id, "seat": seat, "person": person, "ended_at": at} for person, seat in game.people]


def append_all(connection: Connection, parts: list[Append]) -> list[None]:
    """Write many appends with few statements."""
    try:
        connection.execute(_ADD_ENTRY, [row for part in parts for row in part.log])
    except IntegrityError:
        raise NumberTaken("The log of this room goes on otherwise: it must be read anew.") from None
    if faces := [part.face for part in parts if part.face is not None]:
        connection.execute(_CHANGE_FACE, faces)
    if finished := [part.game for part in parts if part.game is not None]:
        connection.execute(_ADD_GAME, finished)
    if rows := [row for part in parts for row in part.played]:
        connection.execute(_ADD_PLAYED, rows)
    return [None] * len(parts)


def open_room(connection: Connection, code: str, owner: str, added: Sequence[Timed], face: RoomFace) -> int | None:
    """The id of a new room; None: there is one with this code."""
    values = {"code": code, "owner": owner, "at": added[-1][0], **asdict(face)}
    id = connection.execute(_OPEN_ROOM, values).scalar()
    if id is None:
        return None
    connection.execute(_ADD_ENTRY, _log_rows(id, 0, added))
    return int(id)


def claim(connection: Connection, room: int, server: str, alive_since: float) -> bool:
    """Make a room the server's own, unless its owner has been alive since then.

    An owner that seems dead loses its epoch with the room: should it wake up, it can write nothing any more.
    """
    row = connection.execute(select(rooms.c.owner).where(rooms.c.id == room).with_for_update()).first()
    if row is None:
        return False
    if row.owner == server:
        return True
    if row.owner is not None:
        alive = exists().where(servers.c.name == row.owner, servers.c.alive_at >= alive_since)
        if connection.scalar(select(alive)):
            return False
        connection.execute(update(servers).where(servers.c.name == row.owner).values(epoch=servers.c.epoch + 1))
    connection.execute(update(rooms).where(rooms.c.id == room).values(owner=server))
    return True


def log_of(connection: Connection, room: int) -> list[Timed]:
    """The log of a room, in order."""
    return logs_of(connection, [room]).get(room, [])


def logs_of(connection: Connection, wanted: Sequence[int]) -> dict[int, list[Timed]]:
    """The logs of many rooms."""
    read = entries.read
    found: dict[int, list[Timed]] = {}
    for some in _chunks(wanted):
        query = select(log.c.room, log.c.at, log.c.entry).where(log.c.room.in_(some)).order_by(log.c.room, log.c.number)
        for room, at, entry in connection.execute(query):
            found.setdefault(room, []).append((at, read(entry)))
    return found


def _chunks(wanted: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(wanted), CHUNK):
        yield wanted[start : start + CHUNK]


def find_room(connection: Connection, code: str) -> RoomRow | None:
    """The room with a code, unless it is closed."""
    row = connection.execute(_ROOM.where(rooms.c.code == code, rooms.c.phase != CLOSED)).first()
    return None if row is None else _room(row)


def lobby(connection: Connection, limit: int) -> list[RoomRow]:
    """The public rooms where one can sit or watch, the newest first."""
    open_to_all = or_(rooms.c.phase == GATHERING, and_(rooms.c.phase.in_(RUNNING), rooms.c.watchers))
    query = _ROOM.where(rooms.c.public, open_to_all).order_by(rooms.c.made_at.desc(), rooms.c.id.desc()).limit(limit)
    return [_room(row) for row in connection.execute(query)]


def running_rooms(connection: Connection, server: str) -> list[RoomRow]:
    """The rooms of a server with a game under way."""
    query = _ROOM.where(rooms.c.phase.in_(RUNNING), rooms.c.owner == server).order_by(rooms.c.id)
    return [_room(row) for row in connection.execute(query)]


def _room(row: Row[Any]) -> RoomRow:
    face = RoomFace(row.public, row.phase, row.game, row.seats, row.taken, row.watchers, row.host_name)
    return RoomRow(row.id, row.code, row.owner, face, row.made_at, row.changed_at)


# ---- people and their games ---------------------------------------------------------------------------------------

_PLAYED = select(played.c.game, games.c.game, played.c.ended_at, played.c.seat, games.c.entry).join_from(played, games)
_NEWEST_FIRST = (played.c.ended_at.desc(), played.c.game.desc())


def person(connection: Connection, id: str) -> PersonRow | None:
    """A person."""
    row = connection.execute(select(people).where(people.c.id == id)).first()
    return None if row is None else PersonRow(*row)


def redeem(connection: Connection, hash: str, now: float) -> str | None:
    """Delete a code and say whose it was; None: there is none, or it is too old."""
    query = delete(codes).where(codes.c.hash == hash, codes.c.until > now).returning(codes.c.person)
    return connection.execute(query).scalar()


def finished_game(connection: Connection, id: str) -> GameRow | None:
    """A finished game."""
    row = connection.execute(select(games).where(games.c.id == id)).first()
    return None if row is None else GameRow(*row)


def history(connection: Connection, person: str, limit: int, before: str | None) -> list[PlayedRow]:
    """Finished games of a person, the newest first; `before` is the id of the last one that was shown."""
    query = _PLAYED.where(played.c.person == person).order_by(*_NEWEST_FIRST).limit(limit)
    if before is not None:
        shown = select(played.c.ended_at).where(played.c.person == person, played.c.game == before)
        ended_at = connection.scalar(shown)
        if ended_at is None:
            return []
        query = query.where(tuple_(played.c.ended_at, played.c.game) < tuple_(ended_at, before))
    return [PlayedRow(*row) for row in connection.execute(query)]


def entries_of(connection: Connection, person: str) -> list[PlayedRow]:
    """All finished games of a person, the oldest first."""
    query = _PLAYED.where(played.c.person == person).order_by(played.c.ended_at, played.c.game)
    return [PlayedRow(*row) for row in connection.execute(query)]


# ---- sweeping -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Age:
    """What is too old: last changed, closed or seen before these times; 0: nothing is."""

    now: float
    idle: float
    forgotten: float
    people: float


def sweep(connection: Connection, server: str, alive_since: float, age: Age, kept: Collection[int]) -> Swept:
    """Close and delete what is too old."""
    expired = connection.execute(delete(codes).where(codes.c.until <= age.now)).rowcount
    return Swept(
        codes=expired,
        closed=_close(connection, _idle_rooms(connection, server, alive_since, age.idle, kept), age.now),
        forgotten=_forget(connection, age.forgotten) if age.forgotten else 0,
        people=_forget_people(connection, age.people) if age.people else 0,
    )


def _idle_rooms(connection: Connection, server: str, alive_since: float, before: float, kept: Collection[int]) -> list[int]:
    """Rooms in which nothing has happened since, a game or not, but those that another server keeps alive."""
    others: ColumnElement[bool] = exists().where(
        servers.c.name == rooms.c.owner, servers.c.name != server, servers.c.alive_at >= alive_since
    )
    # not every entry changes the face of a room
    newer = exists().where(log.c.room == rooms.c.id, log.c.at >= before)
    query = select(rooms.c.id).where(rooms.c.phase != CLOSED, rooms.c.changed_at < before, ~others, ~newer)
    return [id for id in connection.scalars(query) if id not in kept][:MOST_SWEPT]


def _close(connection: Connection, idle: list[int], now: float) -> int:
    """Close rooms in the log too: whoever still has one in memory cannot go on writing as if it were open."""
    for some in _chunks(idle):
        closing = literal(entries.written(entries.Closed()))
        last = select(log.c.room, func.max(log.c.number) + 1, literal(now), closing).where(log.c.room.in_(some))
        connection.execute(insert(log).from_select(["room", "number", "at", "entry"], last.group_by(log.c.room)))
        connection.execute(update(rooms).where(rooms.c.id.in_(some)).values(phase=CLOSED, changed_at=now))
    return len(idle)


def _forget(connection: Connection, before: float) -> int:
    query = select(rooms.c.id).where(rooms.c.phase == CLOSED, rooms.c.changed_at < before).limit(MOST_SWEPT)
    old = list(connection.scalars(query))
    for some in _chunks(old):
        connection.execute(delete(log).where(log.c.room.in_(some)))
        connection.execute(delete(rooms).where(rooms.c.id.in_(some)))
    return len(old)


def _forget_people(connection: Connection, before: float) -> int:
    """Delete guests who were not seen since and never finished a game."""
    has_played = exists().where(played.c.person == people.c.id)
    old = select(people.c.id).where(people.c.seen_at < before, ~has_played).limit(MOST_SWEPT)
    return connection.execute(delete(people).where(people.c.id.in_(old.scalar_subquery()))).rowcount
