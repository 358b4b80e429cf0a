"""Handles notices from the other servers on the same database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Protocol

from ..core.texts import text
from .ops.limits import Limits
from .ops.metrics import Metrics
from .people.bans import Bans
from .people.people import People
from .people.sessions import Sessions
from .rooms.registry import Rooms
from .store.errors import StoreError
from .store.notices import Notice
from .store.store import Store
from .ws.connections import Connections

logger = logging.getLogger("parlour.server")


class Informed(Protocol):
    """The parts of a server that are affected by notices."""

    people: People
    sessions: Sessions
    rooms: Rooms
    connections: Connections
    metrics: Metrics
    limits: Limits
    bans: Bans
    store: Store

    async def ban(self, key: str, why: str) -> int: ...
    async def load_bans(self) -> None: ...
    async def say(self, text: str) -> int: ...
    async def take_over(self) -> None: ...
    def disconnect(self, person: str) -> None: ...


class Neighbours:
    """Handles notices one at a time, in order. Each handler may safely run twice or late."""

    def __init__(self, house: Informed) -> None:
        self._house = house
        self._heard: asyncio.Queue[Notice] = asyncio.Queue()
        self._telling: set[asyncio.Future[None]] = set()
        self._handlers: dict[str, Callable[[str], Awaitable[None]]] = {
            "bans": self._bans,
            "person": self._person,
            "logged_out": self._logged_out,
            "forgotten": self._forgotten,
            "blocks": self._blocks,
            "said": self._said,
            "rooms": self._rooms,
            "counted": self._counted,
            "missed": self._missed,
        }

    def share_limits(self) -> None:
        """Tell the other servers, if there can be any, about uses that count towards the limits that all servers share."""
        if self._house.store.lease.is_needed:
            for name, limit in self._house.limits.shared.items():
                limit.on_use = partial(self._tell_use, name)

    def _tell_use(self, name: str, key: str, cost: float) -> None:
        task = asyncio.ensure_future(self._house.store.tell("counted", f"{name} {cost:g} {key}"))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    def hear(self, notice: Notice) -> None:
        """Put a notice in the queue."""
        self._heard.put_nowait(notice)

    async def listen(self) -> None:
        """Handle notices until cancelled."""
        while True:
            notice = await self._heard.get()
            try:
                await self._handlers[notice.kind](notice.about)
            except StoreError as error:
                logger.warning("%s", error)  # the next check of the database makes up for it
            except Exception:
                logger.exception("A notice from another server could not be handled.")
                self._house.metrics.count("parlour_errors_total")

    async def _bans(self, person: str) -> None:
        """Read the bans again. If a person is named, also ban the addresses from which they are connected."""
        house = self._house
        addresses = {connection.address for connection in house.connections if person and connection.person.id == person}
        await house.load_bans()
        for address in addresses - house.bans.reasons.keys():
            await house.ban(address, house.bans.reasons.get(person, ""))

    async def _counted(self, use: str) -> None:
        name, cost, key = use.split(" ", 2)
        if (limit := self._house.limits.shared.get(name)) is not None:
            limit.note(key, float(cost))

    async def _person(self, id: str) -> None:
        self._house.people.forget(id)
        person = await self._house.people.by_id(id)
        if person is not None:
            self._house.connections.rename(person)
            self._house.rooms.rename(person)

    async def _logged_out(self, id: str) -> None:
        self._house.sessions.forget(id)
        self._house.disconnect(id)

    async def _forgotten(self, id: str) -> None:
        self._house.people.forget(id)
        self._house.sessions.forget(id)
        await self._house.rooms.forget(id, text("me.former"))
        self._house.disconnect(id)

    async def _blocks(self, id: str) -> None:
        blocks = self._house.rooms.blocks
        if id in blocks.known:
            await blocks.load(id)
            self._house.rooms.renew(id)

    async def _said(self, words: str) -> None:
        await self._house.say(words)

    async def _rooms(self, _: str) -> None:
        await self._house.take_over()

    async def _missed(self, _: str) -> None:
        house = self._house
        house.people.forget_all()
        house.sessions.forget_all()
        await house.load_bans()
        for id in house.rooms.blocks.known:
            await self._blocks(id)
        await house.take_over()
