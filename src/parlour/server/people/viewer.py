"""Shows replays in threads of their own, so that nobody at a table waits for them, and keeps what it has computed."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import msgspec
from msgspec import Struct

from ...core.sentence import as_str
from ...core.texts import Voice, in_voice, voice
from .replays import replay_of

THREADS = 1
"""The number of threads. A replay is computed in Python, so more of them would not be faster and would hold up the event loop.
"""
MOST_WAITING = 16
MOST_BYTES = 32_000_000
T = TypeVar("T")
Key = tuple[str, int, str, str]


class ViewerBusy(Exception):
    """Raised when too many replays are waiting to be computed."""


class ReplayViewer:
    """Computes replays, one after the other, and keeps the latest as JSON."""

    def __init__(self, name: str = "replay") -> None:
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix=name)
        self._waiting = 0
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._bytes = 0
        self._computing: dict[Key, asyncio.Task[bytes]] = {}

    async def show(self, id: str, save: str, round: int, viewer: str) -> bytes:
        """Return a round of a finished game for a viewer as JSON; a ValueError says which rounds and viewers exist."""
        return await self.kept((id, round, viewer, voice().language), lambda: replay_of(save, round, viewer))

    async def kept(self, key: Key, work: Callable[[], Struct]) -> bytes:
        """Return the result of `work` as JSON; a recent result for the same key is not computed again."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._computing.get(key)
        if task is None:
            task = self._computing[key] = asyncio.create_task(self.run(lambda: msgspec.json.encode(work(), enc_hook=as_str)))
            task.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(task)

    def _keep(self, key: Key, done: asyncio.Task[bytes]) -> None:
        del self._computing[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._bytes += len(done.result())
        while self._bytes > MOST_BYTES:
            self._bytes -= len(self._kept.popitem(last=False)[1])

    async def run(self, work: Callable[[], T]) -> T:
        """Run some work on replays in this viewer's threads, in the voice of the caller."""
        if self._waiting >= MOST_WAITING:
            raise ViewerBusy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, _spoken, voice(), work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the threads; whatever is waiting is cancelled."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _spoken(how: Voice, work: Callable[[], T]) -> T:
    with in_voice(how):
        return work()
