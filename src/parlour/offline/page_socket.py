"""A WebSocket between a page and its own house, which passes messages on in both directions."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any


class PageSocket:
    """A WebSocket to the page, which reads every message immediately."""

    is_writable = True
    round_trip = 0.0

    def __init__(self, told: Callable[[str], None]) -> None:
        self.on_writable: Callable[[], None] | None = None
        self.disconnected = False
        self._told = told
        self._inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._inbox.put_nowait({"type": "websocket.connect"})

    # ---- for the page --------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Take a message from the page."""
        self._inbox.put_nowait({"type": "websocket.receive", "text": text})

    def close(self) -> None:
        """Note that the page has closed the connection."""
        self.disconnected = True
        self._inbox.put_nowait({"type": "websocket.disconnect"})

    # ---- for the house -------------------------------------------------------------------------------------------

    def write(self, frames: Sequence[str]) -> None:
        """Send messages to the page."""
        for frame in frames:
            self._told(frame)

    def drop(self) -> None:
        """Close the connection."""
        self.close()

    async def receive(self) -> dict[str, Any]:
        """Return the next message from the page."""
        return await self._inbox.get()

    async def send(self, message: Any) -> None:
        """Send the page the text of a `websocket.send` message, and ignore all other messages."""
        if message["type"] == "websocket.send":
            self._told(message["text"])
