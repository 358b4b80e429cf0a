"""The WebSocket of uvicorn, with two things more: how long the way to the client is, and a way to drop it at once."""

from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from .limits import Bucket

TRIPS_KEPT = 5
MOST_UNREAD = 1 << 20
"""Bytes that may wait for a client to take them."""
CALLS, CALLS_PER_SECOND = 200, 10
"""Pings and pongs that a client may send at once and in the long run: browsers send none unasked."""
PIECE = 4096
"""Bytes that are read at once: a few thousand of the smallest frames would hold up everybody else."""
EXTENSION = "parlour"


class HouseProtocol(WebSocketsSansIOProtocol):
    """Frames answered by the browser itself measure the round trip, so that no script of a client can lengthen it."""

    bytes_per_second = 65_536
    """What a client may say in the long run, and eight times that at once."""

    def __init__(self, *details: Any, **more: Any) -> None:
        super().__init__(*details, **more)
        self.trips: deque[float] = deque(maxlen=TRIPS_KEPT)
        self._was_held_up = False
        self._said = Bucket(8 * self.bytes_per_second, self.bytes_per_second, self.loop.time())
        self._calls = Bucket(CALLS, CALLS_PER_SECOND, self.loop.time())

    def handle_connect(self, event: Request) -> None:
        """Put this protocol where the application finds it."""
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Bound what a client says and what it lets pile up, also in frames that no application sees."""
        if self._said.take(self.loop.time(), len(data)) or self.transport.get_write_buffer_size() > MOST_UNREAD:
            self.drop()
            return
        for start in range(0, len(data), PIECE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PIECE])

    def handle_ping(self) -> None:
        """Answer, unless there are too many."""
        self._call()
        super().handle_ping()

    def _call(self) -> None:
        if self._calls.take(self.loop.time()):
            self.drop()

    def start_keepalive(self) -> None:
        """Measure once at the beginning, not only after the first interval."""
        super().start_keepalive()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def handle_pong(self, event: Frame) -> None:
        """Keep the last few round trips."""
        self._call()
        waiting = self.pending_ping_payload
        super().handle_pong(event)
        is_answered = waiting is not None and self.pending_ping_payload is None
        # a pong behind messages that wait to be read says nothing about the way, and a client could make it so
        if is_answered and not (self._was_held_up and self.trips):
            self.trips.append(self.last_ping_rtt)

    def send_keepalive_ping(self) -> None:
        """Begin a measurement."""
        self._was_held_up = self.read_paused
        super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """Remember that a client was not read for a while."""
        super().send_receive_event_to_app()
        self._was_held_up = self._was_held_up or self.read_paused

    @property
    def trip(self) -> float:
        """The shortest of the last round trips in seconds: what the line takes when nothing holds it up."""
        return min(self.trips, default=0.0)

    def drop(self) -> None:
        """End the connection without another word."""
        self.transport.abort()
