"""Checks whether the database can be used, by writing to it once a second."""

import asyncio
import logging
import time

from .errors import StoreError
from .store import Store

PAUSE = 1.0
LATEST = 2.5
"""Seconds without a successful write after which the server no longer counts as ready."""
logger = logging.getLogger("parlour.server")


class Readiness:
    """Whether the last write succeeded, and not too long ago."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._failure = "The server is starting."
        self._succeeded_at = time.monotonic()

    @property
    def problem(self) -> str:
        """Why the database cannot be used, in one sentence; empty if it can."""
        if self._failure:
            return self._failure
        silence = time.monotonic() - self._succeeded_at
        return f"The database has not answered for {silence:.0f} seconds." if silence > LATEST else ""

    async def check(self) -> None:
        """Write once and note whether that succeeded."""
        try:
            await self._store.check()
        except StoreError as error:
            if str(error) != self._failure:
                logger.warning("%s", error)
            self._failure = str(error)
        else:
            self._failure, self._succeeded_at = "", time.monotonic()

    async def watch(self) -> None:
        """Check once a second until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            await self.check()
