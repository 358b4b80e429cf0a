"""A house in a separate process and clients that talk to it over real sockets, for all tests of the server."""

import asyncio
import http.client
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from parlour.server.fairness.contributor import Contributor
from tests.server.helpers.databases import sqlite_in

READY = re.compile(r"(http://[\w.:\[\]-]+)/?")
SECONDS = 60.0
QUICK = {"PARLOUR_MESSAGES_PER_SECOND": "100000", "PARLOUR_DRAW_PAUSE": "0", "PARLOUR_DEAL_WAIT": "60", "PARLOUR_SEARCH": "off"}
"""Settings for clients that move faster than people, and for houses that compile no rules unless a test is about that."""


class HouseProcess:
    """`parlour serve` in a process; `kill` is kill -9. `said` is what it wrote to its terminal."""

    def __init__(self, database: str, *arguments: str, port: int = 0, environment: dict[str, str] | None = None) -> None:
        self.database = database
        self.arguments = arguments
        self.port = port
        self.environment = environment or {}
        self.python = sys.executable
        self.said: list[str] = []
        self.url = ""
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Start it and wait until it prints its address."""
        command = [self.python, "-m", "parlour.cli", "serve", "--no-browser", "--port", str(self.port)]
        self._process = subprocess.Popen(
            [*command, "--database", self.database, *self.arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **QUICK, **self.environment},
        )
        ready = threading.Event()
        threading.Thread(target=self._listen, args=(ready,), daemon=True).start()
        if not ready.wait(SECONDS):
            self.kill()
            raise AssertionError("The house did not start: " + "".join(self.said))
        self.port = urlsplit(self.url).port or 0
        return self

    def _listen(self, ready: threading.Event) -> None:
        assert self._process is not None and self._process.stdout is not None
        for line in self._process.stdout:
            self.said.append(line)
            found = READY.search(line)
            if found and not ready.is_set():
                self.url = found[1]
                ready.set()

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    @property
    def memory(self) -> int:
        """The memory of the process in kB."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])

    def kill(self) -> None:
        """End it without any warning."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> int:
        """Stop it as Ctrl-C does; return its exit code."""
        assert self._process is not None
        self._process.send_signal(signal.SIGINT)
        return self._process.wait(timeout=SECONDS)

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.kill()


def house_in(folder: Path, *arguments: str, **more: Any) -> HouseProcess:
    """Return a house with a SQLite file in a folder."""
    return HouseProcess(sqlite_in(folder), *arguments, **more)


def free_port_at_once(line: socket.socket | None) -> None:
    """Make a socket free its port when it is closed, not a minute later: otherwise long runs would use up all ports."""
    if line is not None:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Http:
    """An HTTP client for one guest, whose cookie it keeps."""

    def __init__(self, url: str, cookie: str = "") -> None:
        self.address = urlsplit(url)
        self.cookie = cookie

    def __call__(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None, *, raw: bytes | None = None
    ) -> tuple[int, Any]:
        """Return the status and the JSON (or the text) of an answer."""
        status, _, text = self.full(method, path, body, headers, raw=raw)
        try:
            return status, json.loads(text)
        except ValueError:
            return status, text

    def full(
        self, method: str, path: str, body: object = None, headers: dict[str, str] | None = None, *, raw: bytes | None = None
    ) -> tuple[int, http.client.HTTPMessage, str]:
        """Return the status, the headers and the text of an answer."""
        connection = http.client.HTTPConnection(self.address.hostname or "", self.address.port, timeout=SECONDS)
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        sent = {"Content-Type": "application/json", **({"Cookie": self.cookie} if self.cookie else {}), **(headers or {})}
        try:
            connection.request(method, path, data, sent)
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            free_port_at_once(connection.sock)
        finally:
            connection.close()
        given = answer.headers.get("Set-Cookie")
        if given:
            self.cookie = given.partition(";")[0]
        return answer.status, answer.headers, text


class Client:
    """A guest with one WebSocket. `frames` keeps everything received, as it came; with `mixes` it adds to the fair deal."""

    def __init__(self, url: str, cookie: str = "", keep: bool = True, mixes: bool = False) -> None:
        self.http = Http(url, cookie)
        self.url = url
        self.keep = keep
        self.guest = Contributor() if mixes else None
        self.frames: list[str] = []
        self.messages: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}
        self.update: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._news = asyncio.Condition()
        self._marks = 0
        self.is_open = False

    async def open(self, query: str = "") -> Self:
        """Become a guest if necessary, and connect."""
        if not self.http.cookie:
            status, answer = await asyncio.to_thread(self.http, "GET", "/api/me")
            assert status == 200, answer
        where = self.url.replace("http", "ws", 1) + f"/ws{query}"
        self._socket = await connect(
            where, additional_headers={"Cookie": self.http.cookie}, compression=None, open_timeout=SECONDS
        )
        self.is_open = True
        self._reader = asyncio.create_task(self._read())
        return self

    async def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await asyncio.gather(self._reader, return_exceptions=True)

    def break_off(self) -> None:
        """Break the connection without notice."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for frame in self._socket:
                text = frame if isinstance(frame, str) else frame.decode()
                await self._hear(text)
        except Exception:  # the connection broke
            pass
        self.is_open = False
        async with self._news:
            self._news.notify_all()

    async def _hear(self, text: str) -> None:
        message = json.loads(text)
        if self.keep:
            self.frames.append(text)
            self.messages.append(message)
        else:
            self.messages = [*self.messages[-30:], message]
        if message["type"] == "room":
            self.room = message
            if self.guest is not None and (asked := self.guest.answer(message)):
                await self.send(asked)
        elif message["type"] == "update":
            self.update = message
            if self.keep:
                self.events += message["events"]
        async with self._news:
            self._news.notify_all()

    # ---- talking ---------------------------------------------------------------------------------------------------

    async def send(self, message: object) -> None:
        """Send a message, or any text as it is."""
        assert self._socket is not None
        await self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    async def ask(self, type: str, /, **fields: Any) -> dict[str, Any]:
        """Send a request and wait for its answer, done or refused."""
        self._marks += 1
        mark = str(fields.pop("id", f"{id(self)}-{self._marks}"))
        await self.send({"type": type, "id": mark, **fields})
        answer: dict[str, Any] = await self.until(lambda: self.answer(mark))
        return answer

    def answer(self, mark: str) -> dict[str, Any] | None:
        """Return the answer to the request with this id, if it has arrived."""
        return next((m for m in reversed(self.messages) if m.get("id") == mark and m["type"] in ("done", "refused")), None)

    async def done(self, type: str, /, **fields: Any) -> dict[str, Any]:
        """Send a request that must succeed."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "done", answer
        return answer

    async def refused(self, type: str, /, **fields: Any) -> str:
        """Send a request that must be refused; return the reason."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "refused", answer
        return str(answer["why"])

    async def until(self, found: Callable[[], Any], seconds: float = SECONDS) -> Any:
        """Wait until a condition holds for what was received."""
        async with asyncio.timeout(seconds):
            async with self._news:
                while not (result := found()):
                    if not self.is_open:
                        raise ConnectionError("The connection is broken.")
                    await self._news.wait()
        return result

    # ---- at a table ------------------------------------------------------------------------------------------------

    @property
    def view(self) -> dict[str, Any]:
        """The client's current view."""
        return dict(self.update["view"])

    def has_update(self) -> bool:
        """Whether a game was shown."""
        return bool(self.update)

    @property
    def my_turn(self) -> bool:
        """Whether the game waits for this client."""
        return bool(self.update) and self.view["must"] is not None and self.view["must"] == self.view["viewer"]

    async def move(self, words: str, **fields: Any) -> dict[str, Any]:
        """Make a move in the position last seen."""
        return await self.ask("move", move=words, **{"seen": self.update["number"], **fields})

    async def make_room(self, game: str, seats: int, bots: tuple[str, ...] = (), **plan: Any) -> str:
        """Open a room by HTTP and enter it; return its code."""
        body = {"game": game, "seats": seats, "bots": list(bots), **plan}
        status, answer = await asyncio.to_thread(self.http, "POST", "/api/rooms", body)
        assert status in (200, 201), answer
        await self.done("enter", room=answer["code"])
        await self.until(lambda: self.room)
        return str(answer["code"])
