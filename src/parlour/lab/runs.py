"""Three ways to run the same work: in this process, on all cores, on a cluster. The result is the same.

Work is cut into pieces by number. Results come in the order of the numbers, however and wherever the pieces were played,
so that whoever adds them up gets the same sum to the last digit.
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
"""Play the games from a number on, so many: it must be possible to send it to another process."""

ALL = "all"
MOST_JOBS = 1024
AHEAD = 4
"""Pieces that may wait for each job, so that memory does not grow with the number of games."""


STEP = 0.2
"""Seconds."""


class WorkLost(RuntimeError):
    """Work could not be done; the message is a sentence."""


@dataclass(frozen=True)
class Run:
    """How to run: the number of jobs, the address of a cluster (or `local`, or none), and who is told how far it is."""

    jobs: int | str = ALL
    cluster: str | None = None
    progress: Progress = SILENT

    @property
    def count(self) -> int:
        """The number of jobs, or a ValueError in a sentence."""
        if self.jobs == ALL:
            return _cores()
        if isinstance(self.jobs, bool) or not isinstance(self.jobs, int) or not 1 <= self.jobs <= MOST_JOBS:
            raise ValueError(sentence("lab.refusal.jobs", most=MOST_JOBS, given=quoted(self.jobs)))
        return self.jobs

    def results(self, task: Task[T], games: int, piece: int, *, in_processes: bool, times: int = 1) -> Generator[T, None, None]:
        """The results of all pieces in order. `in_processes`: the work holds Python's lock, so threads would not help.

        `times`: how many games are played for each number, for the progress.
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
    """First number and size of each piece."""
    return ((start, min(piece, games - start)) for start in range(0, games, piece))


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


# ---- threads --------------------------------------------------------------------------------------------------------


def in_threads(task: Task[T], pieces: Iterator[tuple[int, int]], jobs: int) -> Iterator[T]:
    """On several cores in this process: compiled games run without Python's lock.

    The threads do not outlive the program: who stops it does not wait for a piece, or for the compiler.
    """
    waiting: queue.SimpleQueue[tuple[Future[T], tuple[int, int]] | None] = queue.SimpleQueue()

    def work() -> None:
        while (item := waiting.get()) is not None:
            future, piece = item
            try:
                future.set_result(task(*piece))
            except BaseException as error:  # whatever it is, it belongs to whoever waits for the result
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
        with suppress(queue.Empty):  # what nobody waits for is not begun
            while True:
                waiting.get_nowait()
        for _ in range(jobs):
            waiting.put(None)


def _in_order(submit: Callable[[tuple[int, int]], Future[T]], pieces: Iterator[tuple[int, int]], ahead: int) -> Iterator[T]:
    """Results in the order of the pieces, of which only so many are under way."""
    futures = [submit(piece) for piece in islice(pieces, ahead)]
    while futures:
        result = _awaited(futures.pop(0))
        futures += [submit(piece) for piece in islice(pieces, 1)]
        yield result


def _awaited(future: Future[T]) -> T:
    """A result, waited for in short steps: a Ctrl-C that comes just before a wait is seen only behind it."""
    while True:
        try:
            return future.result(timeout=STEP)
        except TimeoutError:
            if future.done():  # the work itself has timed out
                raise


# ---- processes ------------------------------------------------------------------------------------------------------


def in_other_processes(task: Task[T], pieces: Iterator[tuple[int, int]], jobs: int) -> Iterator[T]:
    """On several cores in processes of their own, which start afresh: a fork of a process with threads may hang."""
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
    """Something to which more of the same can be added."""

    def add(self, other: Any) -> None:
        """Merge what came out of other games."""


S = TypeVar("S", bound=Sum)


def collected(results: Generator[S, None, None], enough: Callable[[S], bool] = lambda part: False) -> S:
    """All results added up, or those up to the one that is enough."""
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
