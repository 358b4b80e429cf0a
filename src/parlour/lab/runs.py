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
from typing import TypeVar

from ..core.sentence import quoted
from ..core.texts import sentence
from .checkpoints import NOTHING_KEPT, CheckpointWriter, S
from .formats import how_many_games
from .progress import SILENT, Progress

T = TypeVar("T")
Task = Callable[[int, int], T]
"""Plays games, given the number of the first one and how many; it must be picklable."""
Source = Callable[[int], Iterator[T]]
"""Plays all games from a number on, and yields the results of each piece: a GPU plays many pieces at once."""

ALL = "all"
MOST_JOBS = 1024
AHEAD = 4
"""The most finished or queued pieces per job, so that memory does not grow with the number of games."""


STEP = 0.2
"""The length in seconds of a single wait for a result."""


class WorkLost(RuntimeError):
    """Raised when work could not be done; the message is a sentence."""


@dataclass(frozen=True)
class Run:
    """How to run: the number of jobs, the address of a cluster (or `local`, or none), the progress display, checkpoints."""

    jobs: int | str = ALL
    cluster: str | None = None
    progress: Progress = SILENT
    writer: CheckpointWriter = NOTHING_KEPT

    @property
    def count(self) -> int:
        """Return the number of jobs, or raise ValueError."""
        if self.jobs == ALL:
            return _cores()
        if isinstance(self.jobs, bool) or not isinstance(self.jobs, int) or not 1 <= self.jobs <= MOST_JOBS:
            raise ValueError(sentence("lab.refusal.jobs", most=MOST_JOBS, given=quoted(self.jobs)))
        return self.jobs

    def results(
        self,
        task: Task[T],
        games: int,
        piece: int,
        *,
        in_processes: bool,
        times: int = 1,
        start: int = 0,
        source: Source[T] | None = None,
    ) -> Generator[T, None, None]:
        """Yield the results of all pieces in order. `in_processes` uses processes, for work that holds Python's lock. `times`
        is how many games are played per number, for the progress display, and `start` how many have been played before.
        `source` replaces the task and the jobs.
        """
        jobs = self.count
        self.progress.begin(games * times)
        if start:
            self.progress.add(start * times)
        pieces = _pieces(games, piece, start)
        if source is not None:
            found = source(start)
        elif self.cluster is not None:
            from .cluster import on_cluster

            found = on_cluster(task, pieces, self.cluster, jobs)
        elif jobs == 1 or games - start <= piece:
            found = (task(*work) for work in pieces)
        elif in_processes:
            found = in_other_processes(task, pieces, jobs)
        else:
            found = in_threads(task, pieces, jobs)
        try:
            for (_, size), result in zip(_pieces(games, piece, start), found, strict=True):
                self.progress.add(size * times)
                yield result
        finally:
            self.progress.end()


def _pieces(games: int, piece: int, start: int = 0) -> Iterator[tuple[int, int]]:
    """Yield the first number and the size of each piece."""
    return ((first, min(piece, games - first)) for first in range(start, games, piece))


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
    """Wait for a result in short steps, because a Ctrl-C just before a wait is only noticed after it."""
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


def never(part: object) -> bool:
    """Return False, so that all games are played whatever they show."""
    return False


def collected(
    run: Run,
    task: Task[S],
    kind: type[S],
    games: int,
    piece: int,
    *,
    in_processes: bool,
    times: int = 1,
    enough: Callable[[S], bool] = never,
    source: Source[S] | None = None,
) -> S:
    """Add up the results of all games, or of those up to the first piece that is `enough`, and return them.

    The run continues from its checkpoint, if it has one. When it is stopped, a checkpoint is written.
    """
    found = run.writer.load(kind)
    done, total = found if found is not None else (0, None)
    if total is not None and (enough(total) or done >= games):
        run.writer.finish()
        return total
    results = run.results(task, games, piece, in_processes=in_processes, times=times, start=done, source=source)
    try:
        for part in results:
            seen = enough(part)
            if total is None:
                total = part
            else:
                total.add(part)
            done = min(done + piece, games)
            run.writer.offer(done, total)
            if seen:
                break
    except BaseException as error:
        if total is not None:
            run.writer.save(done, total)
            if isinstance(error, KeyboardInterrupt) and run.writer.path is not None:
                said = sentence("lab.stoppedKept", done=f"{done:,}", games=how_many_games(games))
                raise KeyboardInterrupt(said) from None
        raise
    finally:
        results.close()
    assert total is not None
    run.writer.finish()
    return total
