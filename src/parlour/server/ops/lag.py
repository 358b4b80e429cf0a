"""Measures the delay of the event loop: while it is busy with one thing, everybody else waits."""

import asyncio
import time
from collections import deque

PAUSE = 0.1
REMEMBERED = 15.0
"""Seconds for which the longest delay is reported, so that a scrape does not miss it."""


class LoopLag:
    """The delays of the event loop in the last seconds."""

    def __init__(self) -> None:
        self._delays: deque[tuple[float, float]] = deque()

    @property
    def longest(self) -> float:
        """The longest delay in seconds."""
        self._forget(time.monotonic())
        return max((delay for _, delay in self._delays), default=0.0)

    def add(self, delay: float, now: float) -> None:
        """Note a delay."""
        self._forget(now)
        self._delays.append((now, delay))

    def _forget(self, now: float) -> None:
        while self._delays and now - self._delays[0][0] > REMEMBERED:
            self._delays.popleft()

    async def measure(self) -> None:
        """Sleep repeatedly, and note how late the loop wakes this task, until cancelled."""
        while True:
            began = time.monotonic()
            await asyncio.sleep(PAUSE)
            now = time.monotonic()
            self.add(max(now - began - PAUSE, 0.0), now)
