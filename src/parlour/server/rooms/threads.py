"""The threads in which bots think, outside the event loop. A person who keeps many bots busy delays only their own."""

import asyncio
import logging
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from ...system import lower_thread_priority
from ..ops.metrics import Metrics

T = TypeVar("T")
Work = tuple[Callable[[], Any], Callable[[Any], None]]
NICENESS = 5
"""How much lower the priority of these threads is than that of the event loop, which must answer even on a busy machine."""
logger = logging.getLogger("parlour.server")


class BotThreads:
    """A pool of threads with one queue per person, served in turn. Once it is stopped, nothing more is computed.

    One person has at most half the threads, so that the others never wait for more than one decision of somebody else's bots.
    """

    def __init__(self, count: int, metrics: Metrics) -> None:
        self.is_stopped = False
        self._metrics = metrics
        self._pool = ThreadPoolExecutor(count, "bot", lower_thread_priority, (NICENESS,))
        self._free = count
        self._most_of_person = (count + 1) // 2
        self._queues: OrderedDict[str, deque[Work]] = OrderedDict()
        """The waiting work, by the person it is for; the person whose turn is next comes first."""
        self._running: Counter[str] = Counter()

    @property
    def waiting(self) -> int:
        """The number of decisions that wait for a thread."""
        return sum(map(len, self._queues.values()))

    def run(self, person: str, work: Callable[[], T], then: Callable[[T | None], None]) -> None:
        """Run `work` for a person in a thread and call `then` on the event loop with its result, or with None."""
        if self.is_stopped:
            then(None)
            return
        self._queues.setdefault(person, deque()).append((work, then))
        self._start_next()

    def _start_next(self) -> None:
        while self._free and (person := self._next_person()) is not None:
            queue = self._queues.pop(person)
            work, then = queue.popleft()
            if queue:
                self._queues[person] = queue  # go to the back of the queue
            self._free -= 1
            self._running[person] += 1
            future = asyncio.get_running_loop().run_in_executor(self._pool, work)
            future.add_done_callback(partial(self._finish, person, then))

    def _next_person(self) -> str | None:
        return next((person for person in self._queues if self._running[person] < self._most_of_person), None)

    def _finish(self, person: str, then: Callable[[Any], None], future: "asyncio.Future[Any]") -> None:
        self._free += 1
        self._running[person] -= 1
        if not self._running[person]:
            del self._running[person]
        error = None if future.cancelled() else future.exception()
        if error is not None:
            logger.error("A bot thread failed.", exc_info=error)
            self._metrics.count("parlour_errors_total")
        then(None if error or future.cancelled() else future.result())
        if not self.is_stopped:
            self._start_next()

    def shut_down(self) -> None:
        """End the threads; whatever is waiting is cancelled."""
        self._queues.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)
