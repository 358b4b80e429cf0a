"""Blocks: a person is not shown the chat of people they have blocked, who also can't enter that person's tables."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from ..store import notices
from ..store import people_queries as queries
from ..store.rows import BlockRow

CACHE_SIZE = 10_000
T = TypeVar("T")


class BlockStore(Protocol):
    """The methods of the store used here."""

    async def read(self, op: Callable[[Connection], T]) -> T: ...
    async def write(self, op: Callable[[Connection], T]) -> T: ...


class Blocks:
    """The blocks of the people who are connected, kept in memory."""

    def __init__(self, store: BlockStore) -> None:
        self._store = store
        self._blocked: OrderedDict[str, frozenset[str]] = OrderedDict()

    def of(self, person: str) -> frozenset[str]:
        """Return the people whom a person has blocked; empty if they have not been loaded."""
        return self._blocked.get(person, frozenset())

    async def load(self, person: str) -> frozenset[str]:
        """Load the people whom a person has blocked."""
        return self._keep(person, await self.listed(person))

    async def ensure(self, person: str) -> None:
        """Load the people whom a person has blocked, unless they are in memory."""
        if person not in self._blocked:
            await self.load(person)

    def forget(self, person: str) -> None:
        """Drop a person's blocks from memory."""
        self._blocked.pop(person, None)

    @property
    def known(self) -> list[str]:
        """The people whose blocks are in memory."""
        return list(self._blocked)

    async def listed(self, person: str) -> list[BlockRow]:
        """Return the people whom a person has blocked, the latest first."""
        return await self._store.read(lambda connection: queries.blocks_of(connection, person))

    async def set(self, person: str, block: BlockRow, *, on: bool) -> None:
        """Block somebody, or lift the block."""

        def change(connection: Connection) -> list[BlockRow]:
            queries.set_block(connection, person, block, on=on)
            notices.send(connection, notices.Notice("blocks", person))
            return queries.blocks_of(connection, person)

        self._keep(person, await self._store.write(change))

    def _keep(self, person: str, rows: list[BlockRow]) -> frozenset[str]:
        blocked = self._blocked[person] = frozenset(row.blocked for row in rows)
        self._blocked.move_to_end(person)
        if len(self._blocked) > CACHE_SIZE:
            self._blocked.popitem(last=False)
        return blocked
