"""Uvicorn's HTTP protocol, extended to limit requests: the length of the head, and the time that head and body may take."""

import asyncio

from uvicorn import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from ..ws.protocol import WebSocketProtocol
from .intake import Intake
from .passing import Passing

LONGEST_HEAD = 32_768
HEAD_SECONDS = 10.0
BODY_SECONDS = 30.0
"""The time allowed for a whole body, whether or not an endpoint reads it. Endpoints that read it have a shorter limit."""


class HeadTooLong(Exception):
    """Raised for a head that is too long: uvicorn answers with status 400 and closes the connection."""


class HttpProtocol(HttpToolsProtocol):
    """Closes a connection that sends nothing, or an endless request."""

    intake: Intake | None = None
    """Counts the connections of the server."""
    passing: Passing | None = None
    """Passes requests on to other servers on the same port, if there are any."""
    first = b""
    """The bytes that were read before the connection was passed to this server."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._head = 0
        self._unread = 0
        """The bytes since the last complete head, counted to stop an endless line, which the parser would only buffer."""
        self._is_in_head = True
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, for a limited time."""
        super().connection_made(transport)
        if self.intake is not None and not self.intake.admit(self, self.client[0] if self.client else ""):
            self.abort()
            return
        self._start_timer(HEAD_SECONDS)
        if self.first:
            self.data_received(self.first)

    def abort(self) -> None:
        """Close the connection at once."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass the connection on if the request is for another server; close it if the head is too long, before parsing it."""
        is_idle = not self._unread and self._is_in_head and (self.cycle is None or self.cycle.response_complete)
        if self.passing is not None and is_idle and self.passing.pass_on(self.transport, data):
            self.abort()  # the connection stays open in the server that it was passed to
            return
        if self._is_in_head:
            self._unread += len(data)
            if self._unread > len(data) and self._unread > LONGEST_HEAD:
                self.transport.abort()
                return
        super().data_received(data)

    def on_message_complete(self) -> None:
        """Wait for the head of another request."""
        self._is_in_head, self._unread = True, 0
        self._stop_timer()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Stop waiting, since the connection becomes a WebSocket."""
        self._stop_timer()
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if self.intake is not None and isinstance(protocol, WebSocketProtocol):
            self.intake.replace(self, protocol)
            protocol.intake = self.intake

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_timer()
        if self.intake is not None:
            self.intake.remove(self)
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Start counting the head of a request."""
        self._head = 0
        self._start_timer(HEAD_SECONDS)
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count a part of the URL."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Wait for the body."""
        self._is_in_head = False
        self._start_timer(BODY_SECONDS)
        if self.intake is not None:
            self.intake.heard(self)
        super().on_headers_complete()

    def _count(self, length: int) -> None:
        self._head += length
        if self._head > LONGEST_HEAD:
            raise HeadTooLong

    def _start_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        self._timer = None
        self.abort()
