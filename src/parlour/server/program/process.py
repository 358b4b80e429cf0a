"""The server process: listens on a socket, runs a house under uvicorn, and stops on signals."""

import asyncio
import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import cast

import uvicorn

from ... import __version__
from ...core.sentence import shortened
from ...system import ALONE, allow_files
from ..app import make_app
from ..backup.migration import prepare_migration
from ..house import House
from ..http.intake import SPARE_CONNECTIONS, Intake
from ..http.passing import Passing
from ..http.protocol import HttpProtocol
from ..ops.garbage import manage_garbage
from ..ops.logs import configure_logging, log_task_error
from ..ops.settings import Settings, web_address
from ..ops.systemd import notify
from ..ops.tracing import Tracing
from ..store.store import Store
from ..wire import LARGEST_FRAME
from ..ws.protocol import WebSocketProtocol

STOP_SECONDS = 10.0
SPARE_FILES = 200
USUAL_MESSAGE = 1_024
"""The most bytes of an ordinary message."""
INTERRUPTED = 130
"""The exit status after a second interrupt."""
logger = logging.getLogger("parlour.server")


class HouseServer(uvicorn.Server):
    """Starts the house, serves it, and stops it while its clients can still be told."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None], passing: Passing | None = None) -> None:
        super().__init__(config)
        self.passing = passing
        self.house = house
        self.ready = ready
        self.failure: Exception | None = None
        self._garbage: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Restore the games in progress, then accept clients."""
        asyncio.get_running_loop().set_exception_handler(log_task_error)
        self.house.store.on_replaced = self._replaced
        try:
            await self.house.start()
        except ValueError as error:
            self._fail(error)
            await self.house.stop()
            return
        self._garbage = asyncio.create_task(manage_garbage())
        await super().startup(sockets)
        if self.passing is not None:
            self.passing.open(self._protocol)
        notify("READY=1")
        try:
            self.ready()
        except Exception as error:  # the address cannot be printed, so nobody would find the server
            self._fail(error)

    def _protocol(self, first: bytes) -> asyncio.Protocol:
        """Return the protocol of a connection that another server has passed on, after reading these bytes from it."""
        make = cast("Callable[..., HttpProtocol]", self.config.http_protocol_class)
        loop = asyncio.get_running_loop()
        protocol = make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state, _loop=loop)
        protocol.first = first
        return protocol

    def _replaced(self) -> None:
        self._fail(ValueError("Another server of the same name has taken over this database, so this one has stopped."))

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more clients, tell those that are connected, finish all writes, then close the connections."""
        notify("STOPPING=1")
        for server in self.servers:
            server.close()
        if self.passing is not None:
            self.passing.close()
        if self._garbage is not None:
            self._garbage.cancel()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self.house.announce_stop()
                await self.house.stop()
        except TimeoutError:
            logger.error("The server did not stop in time. Everything that was acknowledged is saved.")
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop cleanly at the first signal and at once at the second. Acknowledged moves are on disk in either case."""
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread receives signals
            return
        old = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)

    def _stop(self, number: int, frame: FrameType | None) -> None:
        if self.should_exit:
            os._exit(INTERRUPTED)
        self.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on a host and port; a ValueError says in one sentence why that failed."""
    where = f"{shortened(host, 60)}, port {port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise ValueError(f"Cannot listen on {shortened(host, 60)}: there is no such address.") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, ALONE, 1)
        listener.bind(address)
        listener.listen(2048)
    except PermissionError:
        listener.close()
        raise ValueError(f"This user may not listen on {where}. Choose another port.") from None
    except OSError as error:
        listener.close()
        raise ValueError(f"Cannot listen on {where}: {(error.strerror or 'refused').lower()}.") from None
    return listener


def uvicorn_config(house: House, passing: Passing | None = None) -> uvicorn.Config:
    """Return the configuration of uvicorn. `HouseServer` starts and stops the house, not the application."""
    settings = house.settings
    WebSocketProtocol.bytes_per_second = max(WebSocketProtocol.bytes_per_second, settings.messages_per_second * USUAL_MESSAGE)
    return uvicorn.Config(
        make_app(house),
        lifespan="off",
        loop="auto",  # uvloop where it is installed
        http=type("HttpProtocol", (HttpProtocol,), {"intake": Intake(settings), "passing": passing}),
        ws=WebSocketProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=10,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.behind_proxy),
        forwarded_allow_ips=list(settings.behind_proxy),
        timeout_graceful_shutdown=5,
    )


def serve(settings: Settings, listener: socket.socket, ready: Callable[[str], None], passing: Passing | None = None) -> None:
    """Run a server until it is told to stop; a ValueError says in one sentence why it cannot start."""
    configure_logging(settings.log_level.upper(), settings.log_format)
    tracing = Tracing(settings.otel, settings.name, __version__) if settings.otel else None
    allow_files(settings.most_sockets + SPARE_CONNECTIONS + SPARE_FILES)
    port: int = listener.getsockname()[1]
    try:
        store = Store.open_patiently(settings.database_url, settings.name, settings.database_wait, prepare_migration)
        house = House(settings, store, tracing)
        config = uvicorn_config(house, passing)
        server = HouseServer(config, house, lambda: ready(web_address(settings.host, port)), passing)
        server.run([listener])
    finally:
        listener.close()
        if tracing is not None:
            tracing.close()
    if server.failure is not None:
        raise server.failure
