"""Serving: the house on a socket, from the first line on the screen to the last."""

import asyncio
import logging
import os
import resource
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

import uvicorn

from ..core.sentence import shortened
from .app import make_app
from .garbage import keep_tidy
from .house import House
from .intake import Intake
from .mishaps import keep_log, task_failed
from .protocol import HouseProtocol
from .settings import Settings, web_address
from .store import Store
from .wire import LARGEST_FRAME

STOP_SECONDS = 10.0
SPARE_CONNECTIONS = 2_000
"""Connections beyond the sockets of clients: pages, and those that only say hello."""
SPARE_FILES = 200
MESSAGE = 1_024
"""Bytes that a message usually has at most."""
INTERRUPTED = 130
say = logging.getLogger("parlour.server")


class Serving(uvicorn.Server):
    """Opens the house, serves, and closes the house while its clients can still be told."""

    def __init__(self, config: uvicorn.Config, house: House, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.house = house
        self.ready = ready
        self.failure: Exception | None = None
        self._tidying: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Restore what was running, then let clients in."""
        asyncio.get_running_loop().set_exception_handler(task_failed)
        self.house.store.on_replaced = self._replaced
        try:
            await self.house.start()
        except ValueError as error:
            self._fail(error)
            await self.house.stop()
            return
        self._tidying = asyncio.create_task(keep_tidy())
        await super().startup(sockets)
        try:
            self.ready()
        except Exception as error:  # the line cannot be written: nobody would know of this house
            self._fail(error)

    def _replaced(self) -> None:
        self._fail(ValueError("Another house of the same name has been opened on this database, so this one is closed."))

    def _fail(self, error: Exception) -> None:
        self.failure = error
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, tell everybody, finish all writes, then end the connections."""
        for server in self.servers:
            server.close()
        if self._tidying is not None:
            self._tidying.cancel()
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await self.house.farewell()
                await self.house.stop()
        except TimeoutError:
            say.error("The house did not finish in time; everything that was acknowledged is written.")
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop well at the first signal and at once at the second: what was acknowledged is on the disk in any case."""
        if threading.current_thread() is not threading.main_thread():
            yield  # only the main thread hears signals
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


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; a ValueError says in a sentence why it cannot."""
    where = f"{shortened(host, 60)}, port {port}"
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, UnicodeError):
        raise ValueError(f"There is no address {shortened(host, 60)} to listen at.") from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except PermissionError:
        listener.close()
        raise ValueError(f"This user may not listen at {where}: choose another port.") from None
    except OSError as error:
        listener.close()
        raise ValueError(f"The house cannot listen at {where}: {(error.strerror or 'it is refused').lower()}.") from None
    return listener


def allow_files(count: int) -> None:
    """Let this process have so many open files, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def configured(house: House) -> uvicorn.Config:
    """How uvicorn serves a house. It is opened and closed by `Serving`, not by the application."""
    settings = house.settings
    HouseProtocol.bytes_per_second = max(HouseProtocol.bytes_per_second, settings.messages_per_second * MESSAGE)
    return uvicorn.Config(
        make_app(house),
        lifespan="off",
        loop="uvloop",
        http=Intake,
        ws=HouseProtocol,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=10,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.behind_proxy),
        forwarded_allow_ips=list(settings.behind_proxy),
        limit_concurrency=settings.most_sockets + SPARE_CONNECTIONS,
        timeout_graceful_shutdown=5,
    )


def serve(settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
    """Run a house until it is told to stop; a ValueError says in a sentence why it cannot be opened."""
    keep_log()
    allow_files(settings.most_sockets + SPARE_CONNECTIONS + SPARE_FILES)
    port: int = listener.getsockname()[1]
    try:
        house = House(settings, Store.open(settings.database_url, settings.name))
        serving = Serving(configured(house), house, lambda: ready(web_address(settings.host, port)))
        serving.run([listener])
    finally:
        listener.close()
    if serving.failure is not None:
        raise serving.failure
