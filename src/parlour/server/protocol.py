"""The WebSocket of uvicorn, with two things more: how long the way to the client is, and a way to drop it at once."""

from collections import deque
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

TRIPS_KEPT = 5
EXTENSION = "parlour"


class HouseProtocol(WebSocketsSansIOProtocol):
    """Frames answered by the browser itself measure the round trip, so that no script of a client can lengthen it."""

    def handle_connect(self, event: Request) -> None:
        """Put this protocol where the application finds it."""
        self.trips: deque[float] = deque(maxlen=TRIPS_KEPT)
        super().handle_connect(event)
        scope: dict[str, Any] | None = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][EXTENSION] = self

    def start_keepalive(self) -> None:
        """Measure once at the beginning, not only after the first interval."""
        super().start_keepalive()
        if self.ping_timer is not None:
            self.ping_timer.cancel()
            self.send_keepalive_ping()

    def handle_pong(self, event: Frame) -> None:
        """Keep the last few round trips."""
        waiting = self.pending_ping_payload
        super().handle_pong(event)
        if waiting is not None and self.pending_ping_payload is None:
            self.trips.append(self.last_ping_rtt)

    @property
    def trip(self) -> float:
        """The shortest of the last round trips in seconds: what the line takes when nothing holds it up."""
        return min(self.trips, default=0.0)

    def drop(self) -> None:
        """End the connection without another word."""
        self.transport.abort()
