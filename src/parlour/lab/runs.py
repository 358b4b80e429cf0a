"""Three ways to run the same work: in this process, on all cores, on a cluster. The result is the same.

Work is divided into numbered pieces. Results come in the order of the numbers, however and wherever the pieces were played, so
that their sum is the same to the last digit.
"""

import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from ..core.sentence import quoted
from ..core.texts import sentence
from .progress import SILENT, Progress

T = TypeVar("T")
Task = Callable[[int, int], T]
"""Plays the games from a number on, this many; it must be picklable."""

ALL = "all"
MOST_JOBS = 1024
AHEAD = 4
"""Pieces that may wait per job, so that memory does not grow with the number of games."""


STEP = 0.2
"""Seconds."""


class WorkLost(RuntimeError):
    """Work could not be done; the message is a sentence."""


@dataclass(frozen=True)
class Run:
    """How to run: the number of jobs, the address of a cluster (or `local`, or none), and the progress display."""

    jobs: int | str = ALL
    cluster: str | None = None
    progress: Progress = SILENT

    @property
    def count(self) -> int:
        """Return the number of jobs, or raise ValueError."""
        if self.jobs == ALL:
            return _cores()
        if isinstance(self.jobs, bool) or not isinstance(self.jobs, int) or not 1 <= self.jobs <= MOST_JOBS:
            raise ValueError(sentence("lab.refusal.jobs", most=MOST_JOBS, given=quoted(self.jobs)))
        return self.jobs

    def results(self, task: Task[T], games: int, piece: int, *, in_processes: bool, times: int = 1) -> Generator[T, None, None]:
        """Yield the results of all pieces in order. `in_processes`: the work holds Python's lock, so threads would not help.

        `times`: how many games are played per number, for the progress display.
        """
        jobs = self.count
        self.progress.begin(games * times)
        pieces = _pieces(games, piece)
        if self.cluster is not None:
            from .cluster import on_cluster

            found = on_cluster(task, pieces, self.cluster, jobs)
        elif jobs == 1 or games <= piece:
            found = (task(*work) for work in pieces)
        elif in_processes:
            found = in_other_processes(task, pieces, jobs)
        else:
            found = in_threads(task, pieces, jobs)
        try:
            for (_, size), result in zip(_pieces(games, piece), found, strict=True):
                self.progress.add(size * times)
                yield result
        finally:
            self.progress.end()


def _pieces(games: int, piece: int) -> Iterator[tuple[int, int]]:
    """Yield the first number and the size of each piece."""
    return ((start, min(piece, games - start)) for start in range(0, games, piece))


def _cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# ---- threads --------------------------------------------------------------------------------------------------------


def in_threads(task: Task[T], pieces: Iterator[tuple[int, int]], jobs: int) -> Iterator[T]:
    """Run on several cores in this process: compiled games run without Python's lock.

    The threads do not outlive the program: stopping it does not wait for a piece or for the compiler.
    """
    waiting: queue.SimpleQueue[tuple[Future[T], tuple[int, int]] | None] = queue.SimpleQueue()

    def work() -> None:
        while (item := waiting.get()) is not None:
            future, piece = item
            try:
                future.set_result(task(*piece))
            except BaseException as error:  # any error belongs to the caller that waits for the result
                future.set_exception(error)

    def submit(piece: tuple[int, int]) -> Future[T]:
        future: Future[T] = Future()
        waiting.put((future, piece))
        return future

    for _ in range(jobs):
        threading.Thread(target=work, daemon=True).start()
    try:
        yield from _in_order(submit, pieces, jobs * AHEAD)
    finally:
        with suppress(queue.Empty):  # a piece that nobody waits for is not started
            while True:
                waiting.get_nowait()
        for _ in range(jobs):
            waiting.put(None)


def _in_order(submit: Callable[[tuple[int, int]], Future[T]], pieces: Iterator[tuple[int, int]], ahead: int) -> Iterator[T]:
    """Yield results in the order of the pieces, with only this many in progress."""
    futures = [submit(piece) for piece in islice(pieces, ahead)]
    while futures:
        result = _awaited(futures.pop(0))
        futures += [submit(piece) for piece in islice(pieces, 1)]
        yield result


def _awaited(future: Future[T]) -> T:
    """Wait for a result in short steps: a Ctrl-C just before a wait is only noticed after it."""
    while True:
        try:
            return future.result(timeout=STEP)
        except TimeoutError:
            if future.done():  # the work itself has timed out
                raise


# ---- processes ------------------------------------------------------------------------------------------------------


def in_other_processes(task: Task[T], pieces: Iterator[tuple[int, int]], jobs: int) -> Iterator[T]:
    """Run on several cores in freshly started processes: forking a process with threads may hang."""
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        yield from _in_order(lambda piece: pool.submit(task, *piece), pieces, jobs * AHEAD)
    except BrokenProcessPool:
        raise WorkLost(sentence("lab.refusal.died")) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Sum(Protocol):
    """A result to which more can be added."""

    def add(self, other: Any) -> None:
        """Merge the results of other games."""


S = TypeVar("S", bound=Sum)


def collected(results: Generator[S, None, None], enough: Callable[[S], bool] = lambda part: False) -> S:
    """Return all results added up, or those up to the one that is enough."""
    total = next(results)
    try:
        if not enough(total):
            for part in results:
                seen = enough(part)
                total.add(part)
                if seen:
                    break
    finally:
        results.close()
    return total
