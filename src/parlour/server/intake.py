"""The HTTP of uvicorn, with bounds on the head of a request: how long it may be, and how long it may take."""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LONGEST_HEAD = 32_768
HEAD_SECONDS = 10.0


class HeadTooLong(Exception):
    """uvicorn answers it with status 400 and ends the connection."""


class Intake(HttpToolsProtocol):
    """A connection that says nothing, or says it endlessly, is ended."""

    def __init__(self, *details: Any, **more: Any) -> None:
        super().__init__(*details, **more)
        self._head = 0
        self._unread = 0
        """Bytes since the last head was complete: an endless line must not be gathered before it can be counted."""
        self._is_in_head = True
        self._late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first request is waited for, but not for ever."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """What is longer than a head may be, and none yet, is not even read."""
        if self._is_in_head:
            self._unread += len(data)
            if self._unread > len(data) and self._unread > LONGEST_HEAD:
                self.transport.abort()
                return
        super().data_received(data)

    def on_message_complete(self) -> None:
        """The next bytes are the head of another request."""
        self._is_in_head, self._unread = True, 0
        super().on_message_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is waited for any more."""
        self._waited()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._head = 0
        self._wait()
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """A piece of the address."""
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header."""
        self._count(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is complete."""
        self._is_in_head = False
        self._waited()
        super().on_headers_complete()

    def _count(self, length: int) -> None:
        self._head += length
        if self._head > LONGEST_HEAD:
            raise HeadTooLong

    def _wait(self) -> None:
        self._waited()
        self._late = self.loop.call_later(HEAD_SECONDS, self._end)

    def _waited(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _end(self) -> None:
        self._late = None
        self.transport.abort()
