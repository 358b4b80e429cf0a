"""Attacks on a house, as a separate process: `python -m tests.server.helpers.attack URL REPLAY ROOM SECONDS [WAY…]`.

The ways, which all run at once unless some are named: resyncs of a very long game on many sockets, a room
with hundreds of watchers where somebody sits down and stands up, replays, rooms full of Experts, request heads and bodies sent
byte by byte, thousands of connections that say nothing, unknown room codes, and settings changed without a pause. REPLAY is a
finished game, ROOM the code of a room with a long one. Prints a line when all ways have begun, and at the end how often each
was done.

The attackers have a lower priority than the house and its guests. So guests notice the work that the attack causes in the
house, and not that the machine is busy attacking.
"""

import asyncio
import http.client
import json
import os
import random
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from parlour import game_ids
from tests.server.helpers.clients import free_port_at_once

ADDRESS, SILENT_ADDRESS = "127.0.0.2", "127.0.0.3"
"""The addresses of the attackers; the honest guests are at another one. Silent connections come from an address of their
own: they use up all that the house allows one address, and the other attackers could not connect any more."""
SOCKETS, LORISES, ROOMS, EXPERTS = 20, 50, 10, 3
WATCHERS = 492
"""Connections to one room. A person may have twenty."""
SILENT, SILENT_AT_ONCE = 13_000, 100
"""Connections that say nothing, and how many are opened together."""
LONGEST_SETUP = 120.0
"""Seconds within which all attacks must have begun."""
NICENESS = 10
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
LOST = (OSError, WebSocketException, EOFError, http.client.HTTPException, TimeoutError)


class Attacker:
    """A malicious guest. `counts` counts what it did, and the HTTP statuses it received."""

    def __init__(self, targets: "Targets", counts: Counter[str]) -> None:
        self.targets = targets
        self.address = urlsplit(targets.url)
        self.counts = counts
        self.cookie = ""
        self.lines: list[ClientConnection] = []
        self.silent: list[socket.socket] = []
        self.crowd: list[Attacker] = []

    def hang_up(self) -> None:
        """Close all sockets. Those of a failed attack would otherwise stay open and gradually fill up the house."""
        for line in self.lines:
            line.transport.abort()
        for connection in self.silent:
            connection.close()
        for other in self.crowd:
            other.hang_up()
        for kept in (self.lines, self.silent, self.crowd):
            kept.clear()

    def http(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        line = http.client.HTTPConnection(
            self.address.hostname or "", self.address.port, timeout=30, source_address=(ADDRESS, 0)
        )
        try:
            headers = {"Content-Type": "application/json", **({"Cookie": self.cookie} if self.cookie else {})}
            line.request(method, path, None if body is None else json.dumps(body), headers)
            answer = line.getresponse()
            text = answer.read().decode("utf-8", "replace")
            self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
            free_port_at_once(line.sock)
        finally:
            line.close()
        self.counts[f"HTTP {answer.status}"] += 1
        return answer.status, json.loads(text) if text.startswith("{") else {}

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        return await asyncio.to_thread(self.http, method, path, body)

    async def socket(self) -> ClientConnection:
        if not self.cookie:
            await self.ask("GET", "/api/me")
        where = self.address._replace(scheme="ws", path="/ws").geturl()
        headers = {"Cookie": self.cookie}
        line = await connect(where, additional_headers=headers, compression=None, proxy=None, local_addr=(ADDRESS, 0))
        self.lines.append(line)
        return line

    async def room(self, *bots: str) -> str:
        if not self.cookie:
            await self.ask("GET", "/api/me")
        body = {"game": game_ids()[0], "seats": 1 + len(bots), "bots": bots, "pace": 0}
        status, made = await self.ask("POST", "/api/rooms", body)
        if status != 201:
            raise ConnectionError
        return str(made["code"])

    # ---- the attacks ------------------------------------------------------------------------------------------------

    async def resyncs(self) -> None:
        """Ask for all of a long game again on many sockets."""
        lines = [await self.socket() for _ in range(SOCKETS)]
        await together(self._spam(line, self.targets.room, "resyncs", {"type": "resync", "seen": 0}) for line in lines)

    async def watchers(self) -> None:
        """Sit down and stand up without a pause in a room with hundreds of watchers."""
        code = await self.room("beginner")
        self.crowd = [Attacker(self.targets, self.counts) for _ in range(WATCHERS // SOCKETS)]
        watching = [await other.socket() for other in self.crowd for _ in range(SOCKETS)]
        for line in watching:
            await line.send(json.dumps({"type": "enter", "room": code}))
        spam = self._spam(await self.socket(), code, "watchers", {"type": "rise"}, {"type": "sit"})
        await together([spam, *map(self._read, watching)])

    async def settings(self) -> None:
        """Change the settings of a room without a pause."""
        code = await self.room("beginner")
        await self._spam(await self.socket(), code, "settings", {"type": "replan", "change": {"grace": 40}})

    async def _spam(self, line: ClientConnection, code: str, what: str, *messages: dict[str, Any]) -> None:
        await line.send(json.dumps({"type": "enter", "room": code}))
        reader = asyncio.create_task(self._read(line))
        try:
            for message in cycle(messages):
                await line.send(json.dumps(message))
                self.counts[what] += 1
                await asyncio.sleep(0.005)
        finally:
            reader.cancel()

    async def _read(self, line: ClientConnection) -> None:
        while True:
            await line.recv()

    async def lorises(self) -> None:
        """Send request heads and bodies byte by byte."""
        await together(self._loris(number % 2 == 0) for number in range(LORISES))

    async def _loris(self, in_head: bool) -> None:
        reader, writer = await asyncio.open_connection(self.address.hostname, self.address.port, local_addr=(ADDRESS, 0))
        self.counts["lorises"] += 1
        try:
            head = b"POST /api/rooms HTTP/1.1\r\nHost: %s\r\n" % self.address.netloc.encode()
            writer.write(head if in_head else head + b"Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n")
            while not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(1)
        finally:
            writer.close()

    async def silence(self) -> None:
        """Open thousands of connections and say nothing on them."""
        loop = asyncio.get_running_loop()
        while len(self.silent) < SILENT:
            lines = [socket.socket() for _ in range(SILENT_AT_ONCE)]
            self.silent += lines
            for line in lines:
                line.setblocking(False)
                line.bind((SILENT_ADDRESS, 0))
            where = self.address.hostname, self.address.port
            await asyncio.gather(*(loop.sock_connect(line, where) for line in lines))
            self.counts["silence"] += SILENT_AT_ONCE
        await asyncio.Event().wait()

    async def codes(self) -> None:
        """Try room codes at random, by HTTP and by WebSocket."""
        line = await self.socket()
        reader = asyncio.create_task(self._read(line))
        try:
            while True:
                code = "".join(random.choices(LETTERS, k=6))
                await line.send(json.dumps({"type": "enter", "room": code}))
                await self.ask("GET", f"/api/rooms/{code}")
                self.counts["codes"] += 1
        finally:
            reader.cancel()

    async def experts(self) -> None:
        """Let Experts think at many tables whose only player keeps asking for hints."""
        lines = []
        for _ in range(ROOMS):
            code = await self.room(*["expert"] * EXPERTS)
            line = await self.socket()
            for message in ({"type": "enter", "room": code}, {"type": "start"}):
                await line.send(json.dumps(message))
            lines.append((line, code))
        await together(self._spam(line, code, "experts", {"type": "hint"}) for line, code in lines)

    async def replays(self) -> None:
        """Ask for the steps of a replay, without a cookie."""
        while True:
            viewer = random.choice(("open", "watcher", "0", "1"))
            await self.ask("GET", f"/api/replays/{self.targets.replay}/steps?viewer={viewer}&round=0")
            self.counts["replays"] += 1


async def together(works: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run all of these at once, until one of them fails."""
    async with asyncio.TaskGroup() as group:
        for work in works:
            group.create_task(work)


async def again_and_again(act: Callable[[Attacker], Awaitable[None]], targets: "Targets", counts: Counter[str]) -> None:
    """Attack in one way; a guest that is thrown out comes back, as the same guest or as another."""
    attacker = Attacker(targets, counts)
    while True:
        try:
            await act(attacker)
        except (*LOST, ExceptionGroup, KeyError):
            counts["thrown out"] += 1
        finally:
            attacker.hang_up()
        if random.random() < 0.2:
            attacker = Attacker(targets, counts)
        await asyncio.sleep(0.2)


WAYS: dict[str, Callable[[Attacker], Awaitable[None]]] = {
    way.__name__: way
    for way in (
        *(Attacker.experts, Attacker.watchers, Attacker.settings, Attacker.resyncs),
        *(Attacker.lorises, Attacker.silence, Attacker.codes, Attacker.replays),
    )
}
"""The ways in the order in which they begin: those first that need most guests and rooms."""


async def attack(targets: "Targets", seconds: float, ways: Sequence[str]) -> Counter[str]:
    """Attack in all these ways at once; the seconds count from the moment when all of them have begun.

    They begin one after another: all at once, some would use up the limits of their address before others have begun.
    """
    counts: Counter[str] = Counter()
    tasks: list[asyncio.Task[None]] = []
    begun = end = time.monotonic() + LONGEST_SETUP
    while time.monotonic() < end:
        if all(counts[way] for way in ways[: len(tasks)]):
            if len(tasks) < len(ways):
                tasks.append(asyncio.create_task(again_and_again(WAYS[ways[len(tasks)]], targets, counts)))
            elif end == begun:
                print("begun", flush=True)
                end = time.monotonic() + seconds
        await asyncio.sleep(0.2)
        for task in tasks:
            if task.done():
                task.result()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return counts


@dataclass(frozen=True)
class Targets:
    """The targets: a house, one of its replays, and a room with a long game."""

    url: str
    replay: str
    room: str

    def command(self, seconds: float, *ways: str) -> list[str]:
        """Return the command that attacks the house in these ways, or in all ways if none is named."""
        where = [self.url, self.replay, self.room]
        return [sys.executable, "-m", "tests.server.helpers.attack", *where, str(seconds), *ways]


if __name__ == "__main__":
    os.nice(NICENESS)
    print(json.dumps(asyncio.run(attack(Targets(*sys.argv[1:4]), float(sys.argv[4]), sys.argv[5:] or list(WAYS)))))
