"""The SQL of the store: one function per query, each on a connection with an open transaction."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import (
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

from .errors import LogConflict
from .log import Closed, Entry, decode, encode
from .ownership import CHUNK, check_epochs, is_living
from .rows import (
    CLOSED,
    GATHERING,
    RUNNING,
    FinishedGame,
    GameRow,
    PersonRow,
    PlayedRow,
    RoomRow,
    RoomSummary,
    Swept,
)
from .schema import codes, games, log, meta, people, played, rooms, servers

MOST_SWEPT = 1_000
"""The most rooms or people that one sweep closes or deletes, so that other writes do not wait long."""
Timed = tuple[float, Entry]
"""A log entry with its time."""
Values = dict[str, object]
"""The columns of a row by name."""

# ---- rooms --------------------------------------------------------------------------------------------------------

_SUMMARY = ("public", "phase", "game", "seats", "taken", "watchers", "host_name", "host")
_OPEN_ROOM = text(
    "INSERT INTO rooms (code, owner, public, phase, game, seats, taken, watchers, host_name, host, made_at, changed_at) "
    "VALUES (:code, :owner, :public, :phase, :game, :seats, :taken, :watchers, :host_name, :host, :at, :at) "
    "ON CONFLICT (code) DO NOTHING RETURNING id"
)
_ADD_ENTRY = insert(log)
_CHANGE_SUMMARY = (
    update(rooms)
    .where(rooms.c.id == bindparam("of_room"))
    .values({name: bindparam(name) for name in (*_SUMMARY, "changed_at")})
)
_ADD_GAME = insert(games)
_ADD_PLAYED = insert(played)
_ROOM = select(rooms)


@dataclass(frozen=True, slots=True)
class Append:
    """New log entries of a room as rows, ready to be written; made by `new_append`."""

    room: int
    epoch: int
    """The epoch that the room must have."""
    log: list[Values]
    summary: Values | None
    game: Values | None
    played: list[Values]


def new_append(
    room: int,
    epoch: int,
    number: int,
    added: Sequence[Timed],
    summary: RoomSummary | None,
    finished: FinishedGame | None = None,
) -> Append:
    """Convert entries, numbered from `number`, to rows of the tables."""
    if not added:
        raise ValueError("There is nothing to append.")
    at = added[-1][0]
    return Append(
        room,
        epoch,
        _log_rows(room, number, added),
        None if summary is None else {"of_room": room, "changed_at": at, **asdict(summary)},
        None if finished is None else _game_row(room, at, finished),
        [] if finished is None else _played_rows(at, finished),
    )


def _log_rows(room: int, number: int, added: Sequence[Timed]) -> list[Values]:
    return [
        {"room": room, "number": number, "at": at, "entry": encode(entry)} for number, (at, entry) in enumerate(added, number)
    ]


def _game_row(room: int, at: float, game: FinishedGame) -> Values:
    row = {"id": game.id, "number": game.number, "game": game.game, "save": game.save, "entry": game.entry}
    return {**row, "room": room, "ended_at": at}


def _played_rows(at: float, game: FinishedGame) -> list[Values]:
    return [{"game": game.id, "seat": seat, "person": person, "ended_at": at} for person, seat in game.people]


def add_game(connection: Connection, at: float, game: FinishedGame) -> None:
    """Store a finished game that was not played in a room of this server, unless it is already stored."""
    if connection.scalar(select(games.c.id).where(games.c.id == game.id)) is None:
        connection.execute(_ADD_GAME, [_game_row(0, at, game)])
        if rows := _played_rows(at, game):
            connection.execute(_ADD_PLAYED, rows)


def append_all(connection: Connection, parts: list[Append]) -> list[None]:
    """Write many appends with a few statements."""
    check_epochs(connection, {part.room: part.epoch for part in parts})
    try:
        connection.execute(_ADD_ENTRY, [row for part in parts for row in part.log])
    except IntegrityError:
        raise LogConflict("The log of this room has changed in the database and must be read again.") from None
    if summaries := [part.summary for part in parts if part.summary is not None]:
        connection.execute(_CHANGE_SUMMARY, summaries)
    if finished := [part.game for part in parts if part.game is not None]:
        connection.execute(_ADD_GAME, finished)
    if rows := [row for part in parts for row in part.played]:
        connection.execute(_ADD_PLAYED, rows)
    return [None] * len(parts)


def open_room(connection: Connection, code: str, owner: str, added: Sequence[Timed], summary: RoomSummary) -> int | None:
    """Insert a room and return its id; None if the code is taken."""
    values = {"code": code, "owner": owner, "at": added[-1][0], **asdict(summary)}
    id = connection.execute(_OPEN_ROOM, values).scalar()
    if id is None:
        return None
    connection.execute(_ADD_ENTRY, _log_rows(id, 0, added))
    return int(id)


def log_of(connection: Connection, room: int) -> list[Timed]:
    """Return the log of a room, in order."""
    return logs_of(connection, [room]).get(room, [])


def logs_of(connection: Connection, wanted: Sequence[int]) -> dict[int, list[Timed]]:
    """Return the logs of many rooms."""
    found: dict[int, list[Timed]] = {}
    for some in _chunks(wanted):
        query = select(log.c.room, log.c.at, log.c.entry).where(log.c.room.in_(some)).order_by(log.c.room, log.c.number)
        for room, at, entry in connection.execute(query):
            found.setdefault(room, []).append((at, decode(entry)))
    return found


def _chunks(wanted: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(wanted), CHUNK):
        yield wanted[start : start + CHUNK]


def find_room(connection: Connection, code: str) -> RoomRow | None:
    """Return the room with a code, unless it is closed."""
    row = connection.execute(_ROOM.where(rooms.c.code == code, rooms.c.phase != CLOSED)).first()
    return None if row is None else _room(row)


def lobby(connection: Connection, limit: int) -> list[RoomRow]:
    """Return the public rooms that people can join or watch, newest first."""
    open_to_all = or_(rooms.c.phase == GATHERING, and_(rooms.c.phase.in_(RUNNING), rooms.c.watchers))
    query = _ROOM.where(rooms.c.public, open_to_all).order_by(rooms.c.made_at.desc(), rooms.c.id.desc()).limit(limit)
    return [_room(row) for row in connection.execute(query)]


def rooms_by_id(connection: Connection, wanted: Sequence[int]) -> list[RoomRow]:
    """Return rooms by their ids."""
    return [_room(row) for some in _chunks(wanted) for row in connection.execute(_ROOM.where(rooms.c.id.in_(some)))]


def running_rooms(connection: Connection, server: str) -> list[RoomRow]:
    """Return the rooms of a server with a game in progress."""
    query = _ROOM.where(rooms.c.phase.in_(RUNNING), rooms.c.owner == server).order_by(rooms.c.id)
    return [_room(row) for row in connection.execute(query)]


def _room(row: Row[*tuple[object, ...]]) -> RoomRow:
    summary = RoomSummary(row.public, row.phase, row.game, row.seats, row.taken, row.watchers, row.host_name, row.host or "")
    return RoomRow(row.id, row.code, row.owner, summary, row.made_at, row.changed_at, row.epoch)


def open_rooms(connection: Connection, limit: int) -> list[RoomRow]:
    """Return the rooms that are not closed, most recently changed first."""
    query = _ROOM.where(rooms.c.phase != CLOSED).order_by(rooms.c.changed_at.desc(), rooms.c.id.desc()).limit(limit)
    return [_room(row) for row in connection.execute(query)]


# ---- people and their games ---------------------------------------------------------------------------------------

_PLAYED = select(played.c.game, games.c.game, played.c.ended_at, played.c.seat, games.c.entry).join_from(played, games)
_NEWEST_FIRST = (played.c.ended_at.desc(), played.c.game.desc())


def person(connection: Connection, id: str) -> PersonRow | None:
    """Return a person."""
    row = connection.execute(select(people).where(people.c.id == id)).first()
    return None if row is None else PersonRow(*row)


def people_named(connection: Connection, part: str, limit: int) -> list[PersonRow]:
    """Return people whose name contains a text, most recently seen first."""
    query = select(people).where(people.c.name.icontains(part, autoescape=True)).order_by(people.c.seen_at.desc()).limit(limit)
    return [PersonRow(*row) for row in connection.execute(query)]


def marks(connection: Connection, prefix: str) -> dict[str, str]:
    """Return the values of `meta` whose key begins with a prefix, by the rest of the key."""
    query = select(meta.c.key, meta.c.value).where(meta.c.key.startswith(prefix, autoescape=True))
    return {key.removeprefix(prefix): value for key, value in connection.execute(query)}


def set_mark(connection: Connection, key: str, value: str | None) -> None:
    """Store a value in `meta`; None deletes it."""
    connection.execute(delete(meta).where(meta.c.key == key))
    if value is not None:
        connection.execute(insert(meta).values(key=key, value=value))


def redeem(connection: Connection, hash: str, now: float) -> str | None:
    """Delete a code and return its person; None if there is no such code or it has expired."""
    query = delete(codes).where(codes.c.hash == hash, codes.c.until > now).returning(codes.c.person)
    return connection.execute(query).scalar()


def finished_game(connection: Connection, id: str) -> GameRow | None:
    """Return a finished game."""
    row = connection.execute(select(games).where(games.c.id == id)).first()
    return None if row is None else GameRow(*row)


def seat_in(connection: Connection, game: str, person: str) -> int | None:
    """Return the seat that a person had in a finished game; None if they did not play in it."""
    return connection.scalar(select(played.c.seat).where(played.c.game == game, played.c.person == person))


def history(connection: Connection, person: str, limit: int, before: str | None) -> list[PlayedRow]:
    """Return finished games of a person, newest first; `before` is the id of the last one already shown."""
    query = _PLAYED.where(played.c.person == person).order_by(*_NEWEST_FIRST).limit(limit)
    if before is not None:
        shown = select(played.c.ended_at).where(played.c.person == person, played.c.game == before)
        ended_at = connection.scalar(shown)
        if ended_at is None:
            return []
        query = query.where(tuple_(played.c.ended_at, played.c.game) < tuple_(ended_at, before))
    return [PlayedRow(*row) for row in connection.execute(query)]


def entries_of(connection: Connection, person: str) -> list[PlayedRow]:
    """Return all finished games of a person, oldest first."""
    query = _PLAYED.where(played.c.person == person).order_by(played.c.ended_at, played.c.game)
    return [PlayedRow(*row) for row in connection.execute(query)]


# ---- sweeping -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Age:
    """The times before which things are too old; 0 for never."""

    now: float
    idle: float
    compacted: float
    forgotten: float
    people: float


def sweep(connection: Connection, server: str, age: Age, kept: Collection[int]) -> Swept:
    """Close and delete everything that is too old."""
    expired = connection.execute(delete(codes).where(codes.c.until <= age.now)).rowcount
    return Swept(
        codes=expired,
        closed=_close(connection, _idle_rooms(connection, server, age, kept), age.now),
        compacted=_compact(connection, age.compacted) if age.compacted else 0,
        forgotten=_forget(connection, age.forgotten) if age.forgotten else 0,
        people=_forget_people(connection, age.people) if age.people else 0,
    )


def _idle_rooms(connection: Connection, server: str, age: Age, kept: Collection[int]) -> list[int]:
    """Return the rooms without a log entry since `age.idle`, except those of other living servers."""
    before = age.idle
    others = exists().where(servers.c.name == rooms.c.owner, servers.c.name != server, is_living(age.now))
    # not every entry changes the summary of a room
    newer = exists().where(log.c.room == rooms.c.id, log.c.at >= before)
    query = select(rooms.c.id).where(rooms.c.phase != CLOSED, rooms.c.changed_at < before, ~others, ~newer)
    return [id for id in connection.scalars(query) if id not in kept][:MOST_SWEPT]


def _close(connection: Connection, idle: list[int], now: float) -> int:
    """Close rooms in their logs too, so that a server that still has one in memory cannot go on writing to it."""
    for some in _chunks(idle):
        closing = literal(encode(Closed()))
        last = select(log.c.room, func.max(log.c.number) + 1, literal(now), closing).where(log.c.room.in_(some))
        connection.execute(insert(log).from_select(["room", "number", "at", "entry"], last.group_by(log.c.room)))
        connection.execute(update(rooms).where(rooms.c.id.in_(some)).values(phase=CLOSED, changed_at=now))
    return len(idle)


def _compact(connection: Connection, before: float) -> int:
    """Delete all but the first and the last entry of the logs of closed rooms, which nobody opens again."""
    second, later = log.alias(), log.alias()
    is_long = exists().where(second.c.room == rooms.c.id, second.c.number == 1)
    has_more = exists().where(later.c.room == rooms.c.id, later.c.number > 1)
    query = select(rooms.c.id).where(rooms.c.phase == CLOSED, rooms.c.changed_at < before, is_long, has_more).limit(MOST_SWEPT)
    old = list(connection.scalars(query))
    for some in _chunks(old):
        last = select(func.max(later.c.number)).where(later.c.room == log.c.room).scalar_subquery()
        connection.execute(delete(log).where(log.c.room.in_(some), log.c.number > 0, log.c.number < last))
    return len(old)


def _forget(connection: Connection, before: float) -> int:
    query = select(rooms.c.id).where(rooms.c.phase == CLOSED, rooms.c.changed_at < before).limit(MOST_SWEPT)
    old = list(connection.scalars(query))
    for some in _chunks(old):
        connection.execute(delete(log).where(log.c.room.in_(some)))
        connection.execute(delete(rooms).where(rooms.c.id.in_(some)))
    return len(old)


def _forget_people(connection: Connection, before: float) -> int:
    """Delete guests who have not been seen since `before` and never finished a game."""
    has_played = exists().where(played.c.person == people.c.id)
    old = select(people.c.id).where(people.c.seen_at < before, ~has_played).limit(MOST_SWEPT)
    return connection.execute(delete(people).where(people.c.id.in_(old.scalar_subquery()))).rowcount
