"""The store: everything that must outlive the house, in SQLite or PostgreSQL.

What is awaited from `write`, and from all that is built on it, is committed to the disk. Many writes share one commit.
"""

import asyncio
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, insert, update
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from . import queries
from .database import READERS, Opened, open_database
from .faults import CodeTaken, NumberTaken, Replaced, StoreFailed, Unsure, sentence
from .queries import Timed
from .schema import FinishedGame, GameRow, PersonRow, PlayedRow, RoomFace, RoomRow, Swept, codes, people, servers
from .writer import Writer

__all__ = ["ALIVE", "CodeTaken", "NumberTaken", "Replaced", "Store", "StoreFailed", "Timed", "Unsure"]

ALIVE = 30.0
"""Seconds after its last heartbeat in which a server counts as alive; `alive` must be called far more often."""
T = TypeVar("T")


class Store:
    """An open database. All but `open` is called on one event loop; all failures are a StoreFailed with a sentence."""

    def __init__(self, database: Opened, server: str) -> None:
        self.server = server
        self.last_alive = database.last_alive
        """When the server of this name was last alive before this one opened the store; None: never."""
        self._key = database.key
        self._engines = (database.writer, database.reader)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store reader")
        self._writer = Writer(database.writer, server, database.epoch)
        self._writer.start()
        self._closed = False

    @classmethod
    def open(cls, url: str, server: str) -> "Store":
        """Open the database as the server of this name, and replace an older one; its tables are brought up to date."""
        return cls(open_database(url, server), server)

    async def close(self) -> None:
        """Finish all writes and leave the database."""
        if self._closed:
            return
        self._closed = True
        self._writer.finish()
        await asyncio.to_thread(self._leave)

    def _leave(self) -> None:
        self._writer.join()
        self._readers.shutdown()
        for engine in self._engines:
            engine.dispose()

    def key(self) -> bytes:
        """The secret key of the house, made with the database."""
        return self._key

    @property
    def on_replaced(self) -> Callable[[], None] | None:
        """Called on the loop, once, when a newer process of the same name has taken the database over."""
        return self._writer.on_replaced

    @on_replaced.setter
    def on_replaced(self, tell: Callable[[], None] | None) -> None:
        self._writer.on_replaced = tell

    @property
    def waiting(self) -> int:
        """How many writes wait."""
        return self._writer.waiting

    @property
    def writes(self) -> int:
        """How many writes were committed."""
        return self._writer.writes

    @property
    def commits(self) -> int:
        """How many commits they took."""
        return self._writer.commits

    # ---- what all is built on -----------------------------------------------------------------------------------

    async def write(self, op: Callable[[Connection], T]) -> T:
        """Run `op` in the thread that writes; what it says comes back after the commit.

        It runs again, in a transaction of its own, when another write of the same commit fails. A write that has been asked
        for is made, even if whoever waits for it is cancelled.
        """
        result: T = await self._writer.submit(_each, op)
        return result

    async def _do(self, statement: Executable) -> None:
        await self._writer.submit(_execute_all, statement)

    async def read(self, op: Callable[[Connection], T]) -> T:
        """Run `op` in a thread that reads."""
        if self._closed:
            raise StoreFailed("The store is closed.")
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, op)

    def _read(self, op: Callable[[Connection], T]) -> T:
        """A connection that has gone stale is made anew, once."""
        try:
            try:
                return self._read_once(op)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                return self._read_once(op)
        except SQLAlchemyError as error:
            raise StoreFailed(sentence(error)) from None

    def _read_once(self, op: Callable[[Connection], T]) -> T:
        with self._engines[1].connect() as connection:
            return op(connection)

    # ---- rooms --------------------------------------------------------------------------------------------------

    async def open_room(self, code: str, entries: Sequence[Timed], face: RoomFace) -> int:
        """Make a room with the first entries of its log, numbered from 0, and say its id."""
        if not entries:
            raise ValueError("A room begins with an entry.")
        id = await self.write(lambda connection: queries.open_room(connection, code, self.server, entries, face))
        if id is None:
            raise CodeTaken("There is a room with this code.")
        return id

    async def append(
        self,
        room: int,
        number: int,
        entries: Sequence[Timed],
        face: RoomFace | None,
        finished: FinishedGame | None = None,
    ) -> None:
        """Add to the log of a room that has `number` entries; with it change its face and keep a finished game.

        NumberTaken: the log has grown otherwise. Unsure: it may have been written. After both the log must be read anew.
        """
        await self._writer.submit(queries.append_all, queries.appended(room, number, entries, face, finished))

    async def log_of(self, room: int) -> list[Timed]:
        """The log of a room, in order."""
        return await self.read(lambda connection: queries.log_of(connection, room))

    async def logs_of(self, rooms: Sequence[int]) -> dict[int, list[Timed]]:
        """The logs of many rooms."""
        return await self.read(lambda connection: queries.logs_of(connection, rooms))

    async def find_room(self, code: str) -> RoomRow | None:
        """The room with a code, unless it is closed."""
        return await self.read(lambda connection: queries.find_room(connection, code))

    async def lobby(self, limit: int) -> list[RoomRow]:
        """Public rooms where one can sit or watch, the newest first."""
        return await self.read(lambda connection: queries.lobby(connection, limit))

    async def running_rooms(self) -> list[RoomRow]:
        """The rooms of this server with a game under way."""
        return await self.read(lambda connection: queries.running_rooms(connection, self.server))

    async def claim(self, room: int, now: float | None = None) -> bool:
        """Become the owner of a room that has none or whose owner is not alive; False: it belongs to another server."""
        alive_since = (time.time() if now is None else now) - ALIVE
        return await self.write(lambda connection: queries.claim(connection, room, self.server, alive_since))

    # ---- people -------------------------------------------------------------------------------------------------

    async def add_person(self, id: str, name: str, colour: str, now: float) -> None:
        """A new person."""
        await self._do(insert(people).values(id=id, name=name, colour=colour, made_at=now, seen_at=now))

    async def person(self, id: str) -> PersonRow | None:
        """The person of an id."""
        return await self.read(lambda connection: queries.person(connection, id))

    async def rename(self, id: str, name: str, colour: str) -> None:
        """Another name or colour."""
        await self._do(update(people).where(people.c.id == id).values(name=name, colour=colour))

    async def touch(self, id: str, now: float) -> None:
        """The person was seen."""
        await self._do(update(people).where(people.c.id == id).values(seen_at=now))

    async def add_code(self, hash: str, person: str, until: float) -> None:
        """A take-along code, by its hash."""
        await self._do(insert(codes).values(hash=hash, person=person, until=until))

    async def redeem(self, hash: str, now: float) -> str | None:
        """The id of the person whose code this is, once."""
        return await self.write(lambda connection: queries.redeem(connection, hash, now))

    # ---- games --------------------------------------------------------------------------------------------------

    async def finished_game(self, id: str) -> GameRow | None:
        """A finished game, by the id of its replay."""
        return await self.read(lambda connection: queries.finished_game(connection, id))

    async def history(self, person: str, limit: int, before: str | None = None) -> list[PlayedRow]:
        """Games of a person, the newest first; `before` is the id of the last one that was shown."""
        return await self.read(lambda connection: queries.history(connection, person, limit, before))

    async def entries_of(self, person: str) -> list[PlayedRow]:
        """All games of a person, the oldest first, for the statistics."""
        return await self.read(lambda connection: queries.entries_of(connection, person))

    # ---- the house ----------------------------------------------------------------------------------------------

    async def alive(self, now: float) -> None:
        """The heartbeat of this server."""
        await self._do(update(servers).where(servers.c.name == self.server).values(alive_at=now))

    async def sweep(
        self,
        now: float,
        idle: float,
        *,
        forget: float = 0,
        people: float = 0,
        kept: Collection[int] = (),
    ) -> Swept:
        """Delete codes that are over and close rooms without a game in which nothing happened for `idle` seconds.

        `kept` are rooms to leave alone. `forget`: seconds after which a closed room is deleted with its log; finished games
        stay. `people`: seconds after which a guest who never finished a game is forgotten. 0: never.
        Each call does a bounded amount.
        """
        age = queries.Age(now, now - idle, forget and now - forget, people and now - people)
        return await self.write(lambda connection: queries.sweep(connection, self.server, now - ALIVE, age, kept))


def _each(connection: Connection, ops: list[Callable[[Connection], Any]]) -> list[Any]:
    return [op(connection) for op in ops]


def _execute_all(connection: Connection, statements: list[Executable]) -> list[None]:
    for statement in statements:
        connection.execute(statement)
    return [None] * len(statements)
