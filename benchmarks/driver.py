"""The guests of a load test: tables of four that move at a steady rate, and how long the last of them waits for each move."""

import asyncio
import base64
import os
import re
import struct
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

OPENING = 40
"""Tables that are set up at the same time."""


class Words(msgspec.Struct):
    """A legal move."""

    words: str


class Sight(msgspec.Struct):
    """The part of a view that the driver needs."""

    must: int | None
    viewer: int | None
    moves: list[Words]


class Message(msgspec.Struct):
    """Any message of the server, as far as the driver cares."""

    type: str
    id: str = ""
    number: int = 0
    why: str = ""
    phase: str = ""
    view: Sight | None = None


decoder = msgspec.json.Decoder(Message)


class Line(asyncio.Protocol):
    """A WebSocket client for text frames only: fast enough that the driver is not the bottleneck."""

    def __init__(self, cookie: str, host: str, hear: Callable[["Line", Message], None]) -> None:
        self.cookie, self.host, self.hear = cookie, host, hear
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.last: Message | None = None
        self._data = bytearray()
        self.received = 0
        """Bytes."""
        self._is_open = False
        self._marks = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            (
                f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n"
            ).encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("The house hung up."))

    def data_received(self, data: bytes) -> None:
        self._data += data
        self.received += len(data)
        if self.ready.cancelled():
            return
        if not self._is_open:
            head, found, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(head[:60].decode()))
                return
            self._is_open = True
            self._data = bytearray(rest)
            self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self._take(decoder.decode(payload))
            elif opcode == 9:
                self._write(0x8A, payload)

    def _frame(self) -> tuple[int, bytes] | None:
        data = self._data
        if len(data) < 2:
            return None
        length, start = data[1], 2
        if length == 126:
            if len(data) < 4:
                return None
            length, start = struct.unpack_from("!H", data, 2)[0], 4
        elif length == 127:
            if len(data) < 10:
                return None
            length, start = struct.unpack_from("!Q", data, 2)[0], 10
        if len(data) < start + length:
            return None
        payload = bytes(data[start : start + length])
        opcode = data[0] & 15
        del data[: start + length]
        return opcode, payload

    def _take(self, message: Message) -> None:
        if message.type in ("done", "refused"):
            waiting = self.answers.pop(message.id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif message.type == "update":
            self.last = message
        self.hear(self, message)

    def _write(self, first: int, payload: bytes) -> None:
        length = len(payload)
        head = bytes([first, 0x80 | length]) if length < 126 else bytes([first, 0xFE]) + struct.pack("!H", length)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def say(self, **message: object) -> None:
        """Send a message."""
        self._write(0x81, msgspec.json.encode(message))

    async def ask(self, **message: object) -> Message:
        """Send a request and wait for its answer."""
        self._marks += 1
        mark = f"m{self._marks}"
        answer = self.answers[mark] = asyncio.get_running_loop().create_future()
        self.say(id=mark, **message)
        return await asyncio.wait_for(answer, 60)

    async def done(self, **message: object) -> Message:
        """Send a request that must succeed."""
        answer = await self.ask(**message)
        if answer.type != "done":
            raise SystemExit(f"The house refused {message}: {answer.why}")
        return answer


class Driver:
    """Plays many tables at a given rate."""

    def __init__(self, urls: Sequence[str], game: str) -> None:
        self.game = game
        self.hosts = [url.partition("//")[2] for url in urls]
        self.tables: list[list[Line]] = []
        self.delays: list[float] = []
        self.refused: dict[str, int] = {}
        self.lost = self.ends = self.made = 0
        self._waiting: dict[int, tuple[float, int, set[Line]]] = {}
        self._table_of: dict[Line, int] = {}
        self._phase: dict[int, str] = {}

    # ---- setting up ------------------------------------------------------------------------------------------------

    async def guest(self, host: str) -> str:
        """The cookie of a new guest."""
        head, _ = await self._http(host, "GET", "/api/me", "", b"")
        found = re.search(rb"set-cookie: ([^;\r]+)", head, re.I)
        if found is None:
            raise SystemExit(f"The house made no guest: {head[:200]!r}")
        return found[1].decode()

    async def _http(self, at: str, method: str, path: str, cookie: str, body: bytes) -> tuple[bytes, bytes]:
        host, _, port = at.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        extra = f"Cookie: {cookie}\r\n" if cookie else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {at}\r\n{extra}Content-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        answer = await reader.read()
        writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        return first, rest

    async def line(self, at: str, cookie: str, hear: Callable[[Line, Message], None]) -> Line:
        """Connect."""
        host, _, port = at.partition(":")
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: Line(cookie, at, hear), host, int(port))
        await line.ready
        return line

    async def set_up(self, tables: int) -> None:
        """Open rooms of four people and deal."""
        gate = asyncio.Semaphore(OPENING)

        async def one(number: int) -> None:
            async with gate:
                self.tables[number] = await self._table(number)

        self.tables = [[] for _ in range(tables)]
        await asyncio.gather(*(one(number) for number in range(tables)))

    async def _table(self, number: int) -> list[Line]:
        host = self.hosts[number % len(self.hosts)]
        lines = [await self.line(host, await self.guest(host), self._hear) for _ in range(4)]
        for line in lines:
            self._table_of[line] = number
        body = msgspec.json.encode({"game": self.game, "seats": 4})
        _, answer = await self._http(host, "POST", "/api/rooms", lines[0].cookie, body)
        made = msgspec.json.decode(answer)
        if "code" not in made:
            raise SystemExit(f"The house opened no room: {made}")
        for line in lines:
            await line.done(type="enter", room=made["code"])
        for line in lines[1:]:
            await line.done(type="sit")
        await lines[0].done(type="start")
        return lines

    @property
    def received(self) -> int:
        """The bytes that all guests have received."""
        return sum(line.received for lines in self.tables for line in lines)

    def close(self) -> None:
        """Cut all connections."""
        for lines in self.tables:
            for line in lines:
                line.transport.abort()

    # ---- driving ---------------------------------------------------------------------------------------------------

    def _hear(self, line: Line, message: Message) -> None:
        table = self._table_of.get(line, -1)
        if message.type == "room":
            self._phase[table] = message.phase
            return
        waiting = self._waiting.get(table)
        if message.type != "update" or waiting is None:
            return
        began, number, missing = waiting
        if message.number > number:
            missing.discard(line)
            if not missing:
                self.delays.append(time.perf_counter() - began)
                del self._waiting[table]

    async def drive(self, rate: float, seconds: float) -> float:
        """Move at a steady rate; return the achieved rate."""
        queue = deque(range(len(self.tables)))
        began = time.perf_counter()
        made = 0
        while (now := time.perf_counter()) - began < seconds:
            due = int((now - began) * rate)
            while made < due and self._move_somewhere(queue):
                made += 1
            await asyncio.sleep(0.001)
        await asyncio.sleep(1)
        self.lost = len(self._waiting)
        return made / seconds

    def _move_somewhere(self, queue: deque[int]) -> bool:
        for _ in range(len(queue)):
            table = queue[0]
            queue.rotate(-1)
            if table not in self._waiting and self._move(table):
                self.made += 1
                return True
        return False

    def _move(self, table: int) -> bool:
        lines = self.tables[table]
        if self._phase.get(table) == "over":
            self._phase[table] = "dealing"
            self.ends += 1
            lines[0].say(type="rematch", id="again")
            return False
        for line in lines:
            sight = line.last.view if line.last else None
            if line.last and sight and sight.must is not None and sight.must == sight.viewer and sight.moves:
                number = line.last.number
                if any(other.last is None or other.last.number != number for other in lines):
                    return False
                self._waiting[table] = (time.perf_counter(), number, set(lines))
                line.say(type="move", move=sight.moves[0].words, seen=number, id=f"n{number}")
                return True
        return False
