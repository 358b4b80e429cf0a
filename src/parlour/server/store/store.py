"""The store: everything that must survive a restart, in SQLite or PostgreSQL.

When an awaited write returns, it is committed to disk. Many writes share one commit.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from sqlalchemy import Connection, Executable, insert, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..ops.metrics import Metrics
from ..ops.tracing import Tracing
from . import notices, ownership, queries
from .clock import StoreClock, database_time
from .database import READERS, Database, open_database
from .errors import CodeTaken, CommitUncertain, StoreError, StoreUnreachable, sentence
from .lease import Lease, Neighbour, Renewal
from .notices import Kind, Listener, Notice
from .probe import Probe
from .queries import Timed
from .rows import FinishedGame, GameRow, PersonRow, PlayedRow, RoomRow, RoomSummary, Swept
from .schema import codes, people
from .writer import Writer

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 4.0
"""Seconds between attempts to open a database that cannot be reached: each pause is twice as long as the last."""
T = TypeVar("T")
logger = logging.getLogger("parlour.server")


class Store:
    """An open database. Everything but `open` is called on one event loop; every failure is a StoreError with a sentence."""

    def __init__(self, database: Database, server: str) -> None:
        self.server = server
        self.last_alive = database.last_alive
        """The last heartbeat of the previous process of this name; None if there was none."""
        self.url = ""
        """The address of this server itself, to which others send its clients."""
        self.lease = Lease(is_needed=database.writer.dialect.name != "sqlite")
        self._asked_at = database.asked_at
        self.renewal: Renewal | None = None
        """The answer to the last renewal of the lease."""
        self.on_lapsed: Callable[[Callable[[int], bool]], None] | None = None
        """Called when a lapsed lease is renewed, before it counts, with a function that says whether a room is still ours."""
        self._epochs: dict[int, int] = {}
        """The epochs of rooms of this server, unless they are 0."""
        self._clock = StoreClock(database.now)
        self._key = database.key
        self._engines = (database.writer, database.reader)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store reader")
        self._writer = self.new_writer(database.writer, server, database.epoch)
        self._writer.start()
        self._listener: Listener | None = None
        self._probe = Probe(database.writer)
        self._metrics: Metrics | None = None
        self._closed = False

    new_writer: type[Writer] = Writer

    @classmethod
    def open(cls, url: str, server: str) -> "Store":
        """Open and migrate a database as the server of this name, replacing an older process of the same name."""
        return cls(open_database(url, server), server)

    @classmethod
    def open_patiently(cls, url: str, server: str, wait: float, prepare: Callable[[str], None] | None = None) -> "Store":
        """Open a database, and keep trying for `wait` seconds while it cannot be reached.

        `prepare` is called with the URL before anything is changed.
        """
        end, pause = time.monotonic() + wait, FIRST_PAUSE
        while True:
            try:
                if prepare is not None:
                    prepare(url)
                return cls.open(url, server)
            except StoreUnreachable as error:
                left = end - time.monotonic()
                if left <= 0:
                    raise
                logger.warning("%s Trying again for %.0f s.", error, left)
                time.sleep(min(pause, left))
                pause = min(2 * pause, LONGEST_PAUSE)

    def now(self) -> float:
        """Return the time of the database in Unix seconds, by a clock that never jumps back."""
        return self._clock.now()

    def watch(self, metrics: Metrics, tracing: Tracing | None) -> None:
        """Measure commits and count failures from now on."""
        self._metrics = self._writer.metrics = metrics
        self._writer.tracing = tracing

    async def close(self) -> None:
        """Finish all writes and disconnect."""
        if self._closed:
            return
        self._closed = True
        if self._listener is not None:
            self._listener.stop()

        def end(connection: Connection) -> None:
            ownership.end_lease(connection, self.server)
            notices.send(connection, Notice("rooms", sender=self.server))

        ended = self._writer.submit(_each, lambda connection: end(connection))
        self._writer.finish()
        with suppress(StoreError):
            await ended
        await asyncio.to_thread(self._disconnect)

    def _disconnect(self) -> None:
        self._writer.join()
        self._readers.shutdown()
        for engine in self._engines:
            engine.dispose()

    def key(self) -> bytes:
        """Return the server's secret key, which was created with the database."""
        return self._key

    @property
    def on_replaced(self) -> Callable[[], None] | None:
        """Called once, on the loop, when a newer process of the same name has taken over the database."""
        return self._writer.on_replaced

    @on_replaced.setter
    def on_replaced(self, notify: Callable[[], None] | None) -> None:
        self._writer.on_replaced = notify

    @property
    def waiting(self) -> int:
        """The number of waiting writes."""
        return self._writer.waiting

    @property
    def writes(self) -> int:
        """The number of committed writes."""
        return self._writer.writes

    @property
    def commits(self) -> int:
        """The number of commits so far."""
        return self._writer.commits

    # ---- reading and writing ------------------------------------------------------------------------------------

    async def tell(self, kind: Kind, about: str = "") -> None:
        """Tell the other servers that something has changed. A server that misses the notice finds out a little later."""
        notice = Notice(kind, about, self.server)
        if self.lease.is_needed:
            with suppress(StoreError):
                await self.write(lambda connection: notices.send(connection, notice))

    def listen(self, heard: Callable[[Notice], None]) -> None:
        """Pass the notices from other servers to a function on the event loop, until the store is closed."""
        if self.lease.is_needed:
            self._listener = Listener(self._engines[1], self.server, heard)
            self._listener.start()

    async def write(self, op: Callable[[Connection], T]) -> T:
        """Run `op` in the writer thread and return its result after the commit.

        If another write of the same commit fails, `op` runs again in its own transaction. Cancelling the caller does not
        cancel the write.
        """
        return await self._writer.submit(_each, op)

    async def _execute(self, statement: Executable) -> None:
        await self._writer.submit(_execute_all, statement)

    async def read(self, op: Callable[[Connection], T]) -> T:
        """Run `op` in a reader thread."""
        if self._closed:
            raise StoreError("The store is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, op)

    def _read(self, op: Callable[[Connection], T]) -> T:
        """Run `op`; a stale connection is replaced once."""
        try:
            try:
                return self._read_once(op)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._read_once(op)
        except SQLAlchemyError as error:
            if self._metrics is not None:
                self._metrics.count("parlour_store_errors_total", during="read")
            raise StoreError(sentence(error)) from None

    def _read_once(self, op: Callable[[Connection], T]) -> T:
        with self._engines[1].connect() as connection:
            return op(connection)

    # ---- rooms --------------------------------------------------------------------------------------------------

    async def open_room(self, code: str, entries: Sequence[Timed], summary: RoomSummary) -> int:
        """Create a room with the first entries of its log, numbered from 0, and return its id."""
        if not entries:
            raise ValueError("The log of a new room must not be empty.")
        id = await self.write(lambda connection: queries.open_room(connection, code, self.server, entries, summary))
        if id is None:
            raise CodeTaken("Another room has this code.")
        return id

    async def append(
        self,
        room: int,
        number: int,
        entries: Sequence[Timed],
        summary: RoomSummary | None,
        finished: FinishedGame | None = None,
    ) -> None:
        """Append to the log of a room that has `number` entries, and store its summary and a finished game in the same commit.

        Raise LogConflict if somebody else has appended to the log, and CommitUncertain if the entries may or may not have been
        written. After either, the log must be read again.
        """
        epoch = self._epochs.get(room, 0)
        await self._writer.submit(queries.append_all, queries.new_append(room, epoch, number, entries, summary, finished))
        if not self.lease.holds:
            raise CommitUncertain("This server did not renew its lease in time, so another one may have taken over the room.")

    async def log_of(self, room: int) -> list[Timed]:
        """Return the log of a room, in order."""
        return await self.read(lambda connection: queries.log_of(connection, room))

    async def logs_of(self, rooms: Sequence[int]) -> dict[int, list[Timed]]:
        """Return the logs of many rooms."""
        return await self.read(lambda connection: queries.logs_of(connection, rooms))

    async def find_room(self, code: str) -> RoomRow | None:
        """Return the room with a code, unless it is closed."""
        return await self.read(lambda connection: queries.find_room(connection, code))

    async def lobby(self, limit: int) -> list[RoomRow]:
        """Return the public rooms that people can join or watch, newest first."""
        return await self.read(lambda connection: queries.lobby(connection, limit))

    async def running_rooms(self) -> list[RoomRow]:
        """Return the rooms of this server with a game in progress."""
        rows = await self.read(lambda connection: queries.running_rooms(connection, self.server))
        self._epochs |= {row.id: row.epoch for row in rows}
        return rows

    async def open_rooms(self, limit: int) -> list[RoomRow]:
        """Return the rooms that are not closed, most recently changed first."""
        return await self.read(lambda connection: queries.open_rooms(connection, limit))

    # ---- owners -------------------------------------------------------------------------------------------------

    async def claim(self, room: int, now: float | None = None) -> bool:
        """Take over a room without a living owner; return False if it belongs to another server or is being written to."""

        def claim(connection: Connection) -> int | None:
            at = database_time(connection) if now is None else now
            return ownership.claim(connection, room, self.server, at)

        epoch = await self.write(claim)
        if epoch is not None:
            self._epochs[room] = epoch
        return epoch is not None

    async def claim_lapsed(self, most: int, but: Collection[int] = ()) -> list[RoomRow]:
        """Take over and return rooms with a game in progress that no living server runs, except those in `but`."""

        def claim(connection: Connection) -> dict[int, int]:
            return ownership.claim_lapsed(connection, self.server, database_time(connection), most, but)

        epochs = await self.write(claim)
        self._epochs |= epochs
        return await self.read(lambda connection: queries.rooms_by_id(connection, list(epochs))) if epochs else []

    async def has_lapsed_rooms(self, but: Collection[int] = ()) -> bool:
        """Whether there are rooms with a game in progress that no living server runs, except those in `but`."""
        return await self.read(lambda connection: ownership.has_lapsed_rooms(connection, database_time(connection), but))

    async def rooms_elsewhere(self, host: str, since: float) -> tuple[int, int]:
        """Return how many rooms are in use at other servers, and how many of them this person hosts.

        A room is in use if a game is in progress, or if it has changed after `since`.
        """
        if self.renewal is None or not self.renewal.neighbours:
            return 0, 0
        return await self.read(
            lambda connection: ownership.rooms_elsewhere(connection, self.server, host, since, database_time(connection))
        )

    async def owner_of(self, room: int) -> Neighbour | None:
        """Return the living server that runs a room; None if there is none."""
        return await self.read(lambda connection: ownership.owner_of(connection, room, database_time(connection)))

    async def hand_over(self, room: int, heir: str | None) -> bool:
        """Give a room to another server, or to none so that anyone can claim it; return False if it was no longer ours."""
        return await self.write(lambda connection: ownership.hand_over(connection, room, self.server, heir))

    def forget_room(self, room: int) -> None:
        """Forget the epoch of a room that is no longer in memory; loading the room claims it again."""
        self._epochs.pop(room, None)

    async def release(self, room: int) -> None:
        """Give up a room, so that another server can claim it."""
        await self.hand_over(room, None)

    # ---- people -------------------------------------------------------------------------------------------------

    async def add_person(self, id: str, name: str, colour: str, now: float) -> None:
        """Store a new person."""
        await self._execute(insert(people).values(id=id, name=name, colour=colour, made_at=now, seen_at=now, old_cookies=False))

    async def person(self, id: str) -> PersonRow | None:
        """Return the person with an id."""
        return await self.read(lambda connection: queries.person(connection, id))

    async def people_named(self, part: str, limit: int) -> list[PersonRow]:
        """Return people whose name contains a text, most recently seen first."""
        return await self.read(lambda connection: queries.people_named(connection, part, limit))

    async def rename(self, id: str, name: str, colour: str, character: str = "") -> None:
        """Change a person's name, colour and character."""
        await self._execute(
            update(people).where(people.c.id == id).values(name=name, colour=colour, character=character or None)
        )

    async def touch(self, id: str, now: float) -> None:
        """Note that a person was seen."""
        await self._execute(update(people).where(people.c.id == id).values(seen_at=now))

    async def add_code(self, hash: str, person: str, until: float) -> None:
        """Store a device code by its hash."""
        await self._execute(insert(codes).values(hash=hash, person=person, until=until))

    async def redeem(self, hash: str, now: float) -> str | None:
        """Use up a device code and return the id of its person; None if there is no such code."""
        return await self.write(lambda connection: queries.redeem(connection, hash, now))

    # ---- games --------------------------------------------------------------------------------------------------

    async def add_game(self, game: FinishedGame) -> None:
        """Store a finished game that was not played in a room of this server, unless it is already stored."""
        at = self.now()
        await self.write(lambda connection: queries.add_game(connection, at, game))

    async def finished_game(self, id: str) -> GameRow | None:
        """Return a finished game by the id of its replay."""
        return await self.read(lambda connection: queries.finished_game(connection, id))

    async def seat_in(self, game: str, person: str) -> int | None:
        """Return the seat that a person had in a finished game; None if they did not play in it."""
        return await self.read(lambda connection: queries.seat_in(connection, game, person))

    async def history(self, person: str, limit: int, before: str | None = None) -> list[PlayedRow]:
        """Return games of a person, newest first; `before` is the id of the last one already shown."""
        return await self.read(lambda connection: queries.history(connection, person, limit, before))

    async def entries_of(self, person: str) -> list[PlayedRow]:
        """Return all games of a person, oldest first, for the statistics."""
        return await self.read(lambda connection: queries.entries_of(connection, person))

    # ---- marks --------------------------------------------------------------------------------------------------

    async def marks(self, prefix: str) -> dict[str, str]:
        """Return the marks whose key begins with a prefix, by the rest of the key."""
        return await self.read(lambda connection: queries.marks(connection, prefix))

    async def set_mark(self, key: str, value: str | None) -> None:
        """Store a mark by its key; None deletes it."""
        await self.write(lambda connection: queries.set_mark(connection, key, value))

    # ---- upkeep -------------------------------------------------------------------------------------------------

    def begin_lease(self) -> None:
        """Let the lease that was taken when the database was opened run out unless it is renewed."""
        self.lease.renewed(self._asked_at)

    async def alive(self, now: float | None = None) -> None:
        """Renew the lease of this server. This must be called far more often than every LEASE seconds."""
        asked_at = self.lease.now()
        doubtful = not self.lease.holds
        renewal = await self.write(
            lambda connection: ownership.renew(connection, self.server, self.url, now, may_have_lapsed=doubtful)
        )
        if renewal.owned is not None:
            self.lease.lapses += 1
            owned = renewal.owned
            if self.on_lapsed is not None:
                self.on_lapsed(lambda room: owned.get(room) == self._epochs.get(room, 0))
        self.lease.renewed(asked_at)
        self.renewal = renewal
        if now is None:
            self._clock.follow(renewal.at)

    async def check(self) -> None:
        """Renew the lease of this server and check that more can be written; otherwise a StoreError says why not."""
        await asyncio.gather(self.alive(), self.write(self._probe))

    async def sweep(
        self,
        now: float,
        idle: float,
        *,
        compact: float = 0,
        forget: float = 0,
        people: float = 0,
        kept: Collection[int] = (),
    ) -> Swept:
        """Delete expired codes and close rooms in which nothing has happened for `idle` seconds.

        `kept` are rooms to leave alone. `compact` is the number of seconds after which the log of a closed room is reduced to
        its first and last entry, `forget` the number after which a closed room is deleted with its log (finished games stay),
        and `people` the number after which a guest who never finished a game is deleted; 0 means never. One call does a limited
        amount of work.
        """
        age = queries.Age(now, now - idle, compact and now - compact, forget and now - forget, people and now - people)
        return await self.write(lambda connection: queries.sweep(connection, self.server, age, kept))


def _each(connection: Connection, ops: list[Callable[[Connection], T]]) -> list[T]:
    return [op(connection) for op in ops]


def _execute_all(connection: Connection, statements: list[Executable]) -> list[None]:
    for statement in statements:
        connection.execute(statement)
    return [None] * len(statements)
