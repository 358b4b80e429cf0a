"""Connections without a network: the test reads and writes the frames itself."""

import asyncio
import json
from collections.abc import Callable, Sequence
from typing import Any

from parlour import game_ids
from parlour.server.house import House
from parlour.server.people.people import Person
from parlour.server.store import log
from parlour.server.ws.connection import EXTENSION, Connection

GAME = game_ids()[0]


class Client:
    """A connection whose frames the test reads and writes itself."""

    def __init__(self, house: House, person: Person) -> None:
        self.messages: list[dict[str, Any]] = []
        self.on_writable: Callable[[], None] | None = None
        self.is_writable, self.disconnected, self.round_trip = True, False, 0.0
        scope = {"extensions": {EXTENSION: self}}
        self.connection = Connection(house.rooms, person, "127.0.0.1", scope, self._send)
        self._frames: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task = asyncio.create_task(self.connection.run(self._frames.get))

    async def _send(self, message: Any) -> None:
        self.messages.append(message)

    def write(self, frames: Sequence[str]) -> None:
        self.messages += map(json.loads, frames)

    def drop(self) -> None:
        self.disconnected = True

    def say(self, message: str) -> None:
        self._frames.put_nowait({"type": "websocket.receive", "text": message})

    async def answer(self, type: str, **fields: Any) -> int:
        """Send a request and return the index of its answer among all messages."""
        id = f"{type} {len(self.messages)}"
        self.say(json.dumps({"type": type, "id": id, **fields}))
        while not any(message.get("id") == id for message in self.messages):
            await asyncio.sleep(0.001)
        return next(place for place, message in enumerate(self.messages) if message.get("id") == id)

    async def latest(self, type: str) -> dict[str, Any]:
        while not (found := [message for message in self.messages if message["type"] == type]):
            await asyncio.sleep(0.001)
        return found[-1]

    @property
    def latest_number(self) -> int:
        """The number of the last event that the client was told."""
        return max((message["number"] for message in self.messages if message["type"] == "update"), default=0)

    async def cut(self) -> None:
        """End the connection, whatever it is doing."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def close(self) -> None:
        self._frames.put_nowait({"type": "websocket.disconnect"})
        await self._task


async def at_a_table(house: House) -> tuple[Client, Client]:
    """Return two people at a table after the deal."""
    people = [await house.people.new(), await house.people.new()]
    code = await house.rooms.open(people[0], log.Plan(GAME, 2), [])
    one, two = (Client(house, person) for person in people)
    for client in (one, two):
        await client.answer("enter", room=code)
    await two.answer("sit")
    await one.answer("start")
    return one, two
