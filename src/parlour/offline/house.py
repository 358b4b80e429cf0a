"""Opens the house of a page and answers what the page asks: HTTP requests and WebSockets, without a network.

Several people may share one device. Each of them has a name here, under which their cookie is stored, as a browser would store
it.
"""

import asyncio
import logging
import os
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.types import Receive, Scope, Send

from ..core.texts import sentence
from ..fast.kernels import SWITCH, WASM
from ..server.api.guests import GUESTS
from ..server.api.replays import LARGEST_SAVE, HandedOver, keep_game
from ..server.api.socket import SocketEndpoint
from ..server.fairness.verifier import Verification, Verifier, verify_file
from ..server.house import House
from ..server.http.endpoint import Call, Endpoint, PathHandler
from ..server.http.errors import NOT_FOUND, HttpError
from ..server.http.middleware import HouseMiddleware
from ..server.ops.metrics import NoMetrics
from ..server.ops.settings import Settings
from ..server.ws.connection import EXTENSION
from .page_socket import PageSocket
from .store import DeviceStore

FILE = Path("/house.db")
COOKIES = "device.cookie."
"""The prefix of the keys under which the store keeps the cookies of the people at this device."""
SETTINGS = Settings(
    name="device",
    grace=3_600,  # at a shared device, nobody waits for somebody who is away
    most_rooms_per_person=200,
    most_sockets_per_person=200,
    requests_per_second=1_000,
    messages_per_second=1_000,
    keep_days=60,
    compact_days=61,
    drop_days=62,
)


class InlineVerifier(Verifier):
    """Verifies a file in this process, since it is the reader's own device."""

    async def verify(self, save: bytes, shown: str, number: str = "") -> Verification:
        """Verify a file."""
        return verify_file(save, " ".join(shown.split()), " ".join(number.split()))


async def keep_file(call: Call, body: bytes) -> HandedOver:
    """Keep a saved game for its replay."""
    return await keep_game(call, body, None, None)


OWN = [
    Endpoint("POST", "/api/replays", "Open a saved game.", keep_file, status=201, errors=(503,), largest_body=LARGEST_SAVE),
]
"""Endpoints that only a house on a device has, whose user may do anything there."""


class Router:
    """Passes requests to the endpoints that guests may use."""

    def __init__(self, house: House) -> None:
        paths: dict[str, list[Endpoint]] = defaultdict(list)
        for endpoint in (*GUESTS, *OWN):
            paths[endpoint.path].append(endpoint)
        self._handlers = [(_pattern(path), PathHandler(house, endpoints)) for path, endpoints in paths.items()]
        self._socket = SocketEndpoint(house)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or raise an HttpError."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
            return
        for pattern, handler in self._handlers:
            if found := pattern.fullmatch(scope["path"]):
                scope["path_params"] = found.groupdict()
                await handler(scope, receive, send)
                return
        raise HttpError(404, sentence(NOT_FOUND))


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


class Gateway:
    """Takes the requests and connections of pages. `who` is the name of a person at this device."""

    def __init__(self, house: House, store: DeviceStore, cookies: dict[str, str]) -> None:
        self.house = house
        self.store = store
        self._cookies = cookies
        self._app = HouseMiddleware(Router(house), house)
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, who: str, method: str, address: str, headers: Mapping[str, str], body: bytes) -> tuple[int, str, bytes]:
        """Answer an HTTP request with its status, the type of the answer, and the answer."""
        scope = self._scope(who, "http", address, headers)
        scope["method"] = method
        status, media, answer = 500, "", b""

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: Any) -> None:
            nonlocal status, media, answer
            if message["type"] == "http.response.start":
                status, told = message["status"], {name: value.decode("latin-1") for name, value in message["headers"]}
                media = told.get(b"content-type", "")
                if cookie := told.get(b"set-cookie"):
                    await self._keep_cookie(who, cookie)
            else:
                answer += message.get("body", b"")

        await self._app(scope, receive, send)
        return status, media, answer

    def connect(self, who: str, address: str, told: Callable[[str], None], closed: Callable[[], None]) -> PageSocket:
        """Open a WebSocket. `told` is called with each message, `closed` at the end."""
        line = PageSocket(told)
        task = asyncio.ensure_future(self._serve(self._scope(who, "websocket", address, {}, line), line, closed))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return line

    async def _serve(self, scope: Scope, line: PageSocket, closed: Callable[[], None]) -> None:
        try:
            await self._app(scope, line.receive, line.send)
        finally:
            closed()

    def _scope(self, who: str, kind: str, address: str, headers: Mapping[str, str], line: PageSocket | None = None) -> Scope:
        path, _, query = address.partition("?")
        sent = {"host": "localhost", **{name.lower(): value for name, value in headers.items()}}
        if cookie := self._cookies.get(who):
            sent["cookie"] = cookie
        return {
            "type": kind,
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode("latin-1", "replace")) for name, value in sent.items()],
            "client": ("127.0.0.1", 0),
            "server": ("127.0.0.1", 0),
            "path_params": {},
            "extensions": {EXTENSION: line},
        }

    async def _keep_cookie(self, who: str, header: str) -> None:
        cookie = header.partition(";")[0]
        if cookie.endswith("="):
            self._cookies.pop(who, None)
        else:
            self._cookies[who] = cookie
        await self.store.set_mark(COOKIES + who, self._cookies.get(who))


async def open_door(image: bytes, on_commit: Callable[[], None], path: Path = FILE) -> Gateway:
    """Open the house whose database is in `image`; raise StoreError if it cannot be read."""
    store = DeviceStore(path, image)
    house = House(SETTINGS, store, metrics=NoMetrics())
    house.verifier = InlineVerifier()
    cookies = await store.marks(COOKIES)
    await house.bans.load()
    await house.rooms.restore()
    store.on_commit = on_commit
    return Gateway(house, store, cookies)


def use_browser() -> None:
    """Let kernels run with the browser's WebAssembly, and warnings appear in its console."""
    from . import engine

    sys.modules["wasmtime"] = engine
    os.environ[SWITCH] = WASM
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
