"""A proxy that delays every byte, and clients that race through it."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlsplit

from tests.server.helpers.clients import Client, HouseProcess
from tests.server.helpers.quiet import (
    SEATS,
    racing_plan,
)

MEASURED = 7.0  # seconds for which the house uses its first measurement of a connection


class Proxy:
    """A proxy to the house that delays every byte by this many seconds in each direction."""

    def __init__(self, url: str, seconds: float) -> None:
        self.house = urlsplit(url)
        self.seconds = seconds
        self.url = ""
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> "Proxy":
        """Listen; `url` is where."""
        server = await asyncio.start_server(self._let_in, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return self

    async def _let_in(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(self.house.hostname, self.house.port)
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._carry(source, target))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _carry(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        on_the_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            while True:
                due, data = await on_the_way.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not data:
                    target.close()
                    return
                target.write(data)

        arriving = asyncio.create_task(arrive())
        data = b"."
        while data:
            try:
                data = await source.read(65_536)
            except OSError:
                data = b""
            on_the_way.put_nowait((loop.time() + self.seconds, data))
        await arriving


class Caller(Client):
    """A client on a slow connection, slow only while that matters."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(proxy.url)
        self.proxy = proxy
        self.length = proxy.seconds

    async def act(self, after: float = 0.0) -> dict[str, Any]:
        """Cut in after some time, over the slow connection."""
        words, seen = self.view["moves"][0]["words"], self.update["number"]
        await asyncio.sleep(after)
        self.proxy.seconds = self.length
        answer = await self.move(words, seen=seen)
        self.proxy.seconds = 0.0
        return answer


async def people_at(house: HouseProcess, *seconds: float) -> list[Caller]:
    """People with these delays at a table after the deal. The house has measured the delays, which then end."""
    game, options = racing_plan()
    clients = [Caller(await Proxy(house.url, length).open()) for length in seconds]
    for client in clients:
        await client.open()
    await asyncio.sleep(max(seconds) * 2 + 0.05)
    for client in clients:
        client.proxy.seconds = 0.0
    code = await clients[0].make_room(game, SEATS, options=options)
    for client in clients[1:]:
        await client.done("enter", room=code)
        await client.done("sit")
    await clients[0].done("start")
    for client in clients:
        await _heard(client, 1)
    return clients


async def _heard(client: Client, number: int) -> None:
    await client.until(lambda: client.update and client.update["number"] >= number)


async def races_at(clients: list[Caller], count: int) -> AsyncIterator[None]:
    """Play on until the first two may both cut in on somebody else's turn, this many times.

    All this happens before the house measures the connections again, which are fast by then.
    """
    first, second, third = clients
    end = time.monotonic() + MEASURED
    while count and first.room["phase"] == "playing" and time.monotonic() < end:
        if third.my_turn and len(first.update["window"]) > 1 and first.view["moves"] and second.view["moves"]:
            count -= 1
            yield
        else:
            mover = next(client for client in clients if client.my_turn)
            moves = mover.view["moves"]
            await mover.move(moves[len(moves) // 2]["words"])
        await asyncio.sleep(0.02)
        latest = max(client.update["number"] for client in clients)
        for client in clients:
            await _heard(client, latest)
