"""Uvicorn's WebSocket protocol, extended to measure the round trip, to limit the client and to drop it at once."""

import socket
from asyncio import AbstractEventLoop, BaseTransport
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

from starlette.types import Scope
from uvicorn import Config
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State

from ..ops.limits import Bucket
from .connection import EXTENSION

ROUND_TRIPS_KEPT = 5
MOST_UNREAD = 1 << 20
"""Bytes that may wait for a client to read them."""
SYSTEM_BUFFER = 1 << 16
"""Bytes that the operating system may hold for a client; its default is up to several megabytes. Linux takes twice as many."""
CONTROLS, CONTROLS_PER_SECOND = 200, 10
"""Pings and pongs that a client may send at once and on average. Browsers only answer our pings."""
MOST_QUEUED = 200
"""Messages of a client that may wait to be handled. A page has one or two waiting."""
CHUNK = 4096
"""The most bytes processed at once: thousands of tiny frames in one chunk would delay everybody else."""
TEXT_FRAME = 0x81
"""The first byte of a whole text frame (RFC 6455)."""
_SENTENCE = b'{"error":"The head of this request is too long."}'
HEAD_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Type: application/json\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_SENTENCE), _SENTENCE)
)
"""The answer to a handshake whose head is too long for the WebSocket library."""


class ConnectionCount(Protocol):
    """Counts the connections of the server."""

    def remove(self, connection: "WebSocketProtocol") -> None:
        """Forget a closed connection."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Measures the round trip with ping frames, which the browser itself answers, so that no script can delay them."""

    bytes_per_second = 65_536
    """Bytes per second that a client may send on average; it may send eight times as many at once."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, object], _loop: AbstractEventLoop | None = None
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.intake: ConnectionCount | None = None
        self.on_writable: Callable[[], None] | None = None
        self.round_trips: deque[float] = deque(maxlen=ROUND_TRIPS_KEPT)
        self._was_paused = False
        self._is_shaking_hands = True
        self._begins_frame = False
        """Whether the next byte is known to begin a frame: then a short message can be read without the parser."""
        self._bytes = Bucket(8 * self.bytes_per_second, self.bytes_per_second, self.loop.time())
        self._controls = Bucket(CONTROLS, CONTROLS_PER_SECOND, self.loop.time())

    def connection_made(self, transport: BaseTransport) -> None:
        """Keep the system's buffer small, so that a client that does not read is noticed early."""
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SYSTEM_BUFFER)

    def handle_connect(self, event: Request) -> None:
        """Make this protocol available to the application."""
        super().handle_connect(event)
        scope: Scope | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Limit what a client sends and what it leaves unread, including frames that never reach the application."""
        if self._bytes.take(self.loop.time(), len(data)) or self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.drop()
            return
        if self._begins_frame and _is_short_text(data) and self.conn.state is State.OPEN:
            self.handle_text(Frame(Opcode.TEXT, _unmasked(data[6:], data[2:6])))
            return
        for start in range(0, len(data), CHUNK):
            if not self.transport.is_closing():
                super().data_received(data[start : start + CHUNK])
        self._begins_frame = _ends_handshake(data) if self._is_shaking_hands else self._begins_frame and _is_short_frame(data)
        self._is_shaking_hands = self._is_shaking_hands and not self.handshake_initiated
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            # uvicorn would leave the connection open without an answer
            self.transport.write(HEAD_TOO_LONG)
            self.transport.close()

    def handle_ping(self) -> None:
        """Answer a ping, unless there are too many."""
        self._count_control()
        super().handle_ping()

    def _count_control(self) -> None:
        if self._controls.take(self.loop.time()):
            self.drop()

    def start_keepalive(self) -> None:
        """Measure at once instead of after the first interval."""
        super().start_keepalive()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note the round trip."""
        self._count_control()
        waiting = self.pending_ping_payload
        super().handle_pong(event)
        is_answered = waiting is not None and self.pending_ping_payload is None
        # a pong behind unread messages does not measure the network, and a client could cause that deliberately
        if is_answered and not (self._was_paused and self.round_trips):
            self.round_trips.append(self.last_ping_rtt)

    def send_keepalive_ping(self) -> None:
        """Start a measurement."""
        self._was_paused = self.read_paused
        super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """Note whether reading was paused during the measurement, and drop a client that sends far too much."""
        super().send_receive_event_to_app()
        if self.queue.qsize() > MOST_QUEUED:
            self.drop()
        self._was_paused = self._was_paused or self.read_paused

    @property
    def round_trip(self) -> float:
        """The shortest of the last round trips in seconds, which is that of an idle network."""
        return min(self.round_trips, default=0.0)

    # ---- frames of the application, bypassing ASGI ----------------------------------------------------------------------

    @property
    def is_writable(self) -> bool:
        """Whether the client reads what it is sent."""
        return self.writable.is_set()

    def write(self, frames: Sequence[str]) -> None:
        """Write text frames with one call to the system, unless the connection is closing."""
        if self.conn.state is State.OPEN and not self.close_sent and not self.transport.is_closing():
            self.transport.write(b"".join([part for frame in frames for part in _framed(frame.encode())]))

    def resume_writing(self) -> None:
        """Let the application go on sending."""
        super().resume_writing()
        if self.on_writable is not None:
            self.on_writable()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message. A handshake answered with an error counts as complete, or uvicorn would log a mistake."""
        await super().send(message)
        self.handshake_complete = self.handshake_complete or message["type"] == "websocket.http.response.body"

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting the connection, and wake an application that waits for the client to read."""
        if self.intake is not None:
            self.intake.remove(self)
        super().connection_lost(exc)
        if self.on_writable is not None:
            self.on_writable()
            self.on_writable = None

    def drop(self) -> None:
        """Cut the connection."""
        self.transport.abort()

    abort = drop


def _ends_handshake(data: bytes) -> bool:
    """Whether nothing follows the head of a request in these bytes."""
    return data.find(b"\r\n\r\n") == len(data) - 4


def _is_short_frame(data: bytes) -> bool:
    """Whether these bytes are one whole, masked frame with a payload of less than 126 bytes that ends a message."""
    if len(data) < 6 or data[0] & 0xF0 != 0x80 or data[1] & 0x80 == 0:
        return False
    size = data[1] & 0x7F
    return size < 126 and len(data) == 6 + size


def _is_short_text(data: bytes) -> bool:
    """Whether these bytes are such a short frame with text."""
    return _is_short_frame(data) and data[0] == TEXT_FRAME


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    """Return the payload of a client's frame without its mask (RFC 6455, 5.3)."""
    size = len(payload)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


def _framed(payload: bytes) -> tuple[bytes, bytes]:
    """Return the head of an unmasked text frame, and its payload."""
    size = len(payload)
    if size < 126:
        return bytes((TEXT_FRAME, size)), payload
    if size < 1 << 16:
        return bytes((TEXT_FRAME, 126)) + size.to_bytes(2, "big"), payload
    return bytes((TEXT_FRAME, 127)) + size.to_bytes(8, "big"), payload
