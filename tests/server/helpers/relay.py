"""A TCP relay that plays the part of a cable: it can be cut, go silent in one direction, and break when a commit passes."""

import asyncio
from contextlib import suppress
from typing import Literal, Self

Way = Literal["up", "down"]
"""To the target, and back from it."""
BLOCK = 65_536


class Relay:
    """Passes connections on to another port of this machine."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self._lines: set[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_cut = False
        self._passes = {"up": asyncio.Event(), "down": asyncio.Event()}
        self._at_commit: bool | None = None
        """Whether the next COMMIT arrives before the connection breaks; None if the connection isn't to break."""
        self._broke = asyncio.Event()
        self.mend()

    async def open(self) -> Self:
        """Listen; `port` is where."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    def close(self) -> None:
        """Stop listening, and end all connections."""
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()

    # ---- faults ------------------------------------------------------------------------------------------------------

    def cut(self) -> None:
        """Break all connections and accept no new ones."""
        self._is_cut = True
        self.break_off()

    def silence(self, *ways: Way) -> None:
        """Hold back everything in these directions; connections stay open."""
        for way in ways:
            self._passes[way].clear()

    def mend(self) -> None:
        """Work again; what was held back arrives late."""
        self._is_cut = False
        self._at_commit = None
        for passes in self._passes.values():
            passes.set()

    def break_off(self) -> None:
        """Break all connections."""
        for near, far in self._lines:
            near.transport.abort()
            far.transport.abort()

    async def break_at_commit(self, seconds: float, *, arrives: bool) -> bool:
        """Break the connection that sends the next COMMIT, before or after it `arrives`; return whether there was one."""
        self._at_commit = arrives
        self._broke.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._broke.wait()
        except TimeoutError:
            self._at_commit = None
            return False
        return True

    # ---- passing on --------------------------------------------------------------------------------------------------

    def _accept(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, near))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        if self._is_cut:
            near.transport.abort()
            return
        try:
            answers, far = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            near.transport.abort()
            return
        line = near, far
        self._lines.add(line)
        try:
            ways = [
                asyncio.create_task(self._carry("up", reader, far)),
                asyncio.create_task(self._carry("down", answers, near)),
            ]
            _, unfinished = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            for way in unfinished:
                way.cancel()
        finally:
            self._lines.discard(line)
            near.close()
            far.close()

    async def _carry(self, way: Way, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(BLOCK):
                await self._passes[way].wait()
                if way == "up" and self._at_commit is not None and b"COMMIT" in data:
                    await self._break_at(data, target)
                    return
                target.write(data)
                await target.drain()

    async def _break_at(self, data: bytes, target: asyncio.StreamWriter) -> None:
        arrives, self._at_commit = self._at_commit, None
        if arrives:
            target.write(data)
            await target.drain()
        self._broke.set()
