"""What a server does about notices of the other servers on its database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

from ..core.texts import text
from .ops.metrics import Metrics
from .people.people import People
from .people.sessions import Sessions
from .rooms.registry import Rooms
from .store.errors import StoreError
from .store.notices import Notice
from .ws.connections import Connections

logger = logging.getLogger("parlour.server")


class Informed(Protocol):
    """The parts of a house that notices are about."""

    people: People
    sessions: Sessions
    rooms: Rooms
    connections: Connections
    metrics: Metrics

    async def load_bans(self) -> None: ...
    async def say(self, text: str) -> int: ...
    async def take_over(self) -> None: ...
    def disconnect(self, person: str) -> None: ...


class Neighbours:
    """Hears notices, one at a time and in order. Each handler is also right if it runs twice or late."""

    def __init__(self, house: Informed) -> None:
        self._house = house
        self._heard: asyncio.Queue[Notice] = asyncio.Queue()
        self._handlers: dict[str, Callable[[str], Awaitable[None]]] = {
            "bans": self._bans,
            "person": self._person,
            "logged_out": self._logged_out,
            "forgotten": self._forgotten,
            "blocks": self._blocks,
            "said": self._said,
            "rooms": self._rooms,
            "missed": self._missed,
        }

    def hear(self, notice: Notice) -> None:
        """Note a notice."""
        self._heard.put_nowait(notice)

    async def listen(self) -> None:
        """Handle notices until cancelled."""
        while True:
            notice = await self._heard.get()
            try:
                await self._handlers[notice.kind](notice.about)
            except StoreError as error:
                logger.warning("%s", error)  # the next look at the database finds it
            except Exception:
                logger.exception("A notice of another server could not be handled.")
                self._house.metrics.count("parlour_errors_total")

    async def _bans(self, _: str) -> None:
        await self._house.load_bans()

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
