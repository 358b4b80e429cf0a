"""The single thread that writes. All waiting writes go into one transaction and are answered after its commit."""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import TypeVar, cast

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ..ops.metrics import Metrics
from ..ops.tracing import Tracing
from .errors import CommitUncertain, ServerReplaced, StoreError, sentence
from .schema import servers

LARGEST_GROUP = 256
WINDOW = 0.005
"""Seconds between two commits of a busy server, so that several writes share one. A write after a pause never waits."""
P = TypeVar("P")
R = TypeVar("R")
Run = Callable[[Connection, list[P]], Sequence[R]]
"""Executes several writes of one kind together and returns one result for each."""


@dataclass(frozen=True, slots=True)
class _Job:
    run: Run[object, object]
    part: object
    future: asyncio.Future[object]


_Outcome = tuple[_Job, object, BaseException | None]


class _Unavailable(Exception):
    """Raised when nothing can be written now; `cause` is the error for every waiting job."""

    def __init__(self, cause: StoreError) -> None:
        self.cause = cause


class Writer:
    """Takes jobs from the event loop and runs them in order, as long as its epoch is the current one."""

    window = WINDOW

    def __init__(self, engine: Engine, server: str, epoch: int) -> None:
        self._engine = engine
        self._epoch = epoch
        self._fence = select(servers.c.epoch).where(servers.c.name == server).with_for_update(read=True)
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        self._ended = False
        self._committed_at = 0.0
        self.on_replaced: Callable[[], None] | None = None
        self.was_replaced = False
        self.metrics: Metrics | None = None
        self.tracing: Tracing | None = None
        self.commits = 0
        self.writes = 0

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def finish(self) -> None:
        """Accept no more jobs; the thread ends after the last waiting one."""
        if not self._ended:
            self._ended = True
            self._queue.put(None)

    def join(self) -> None:
        """Wait until everything is written."""
        self._thread.join()

    @property
    def waiting(self) -> int:
        """The number of waiting jobs."""
        return self._queue.qsize()

    def submit(self, run: Run[P, R], part: P) -> asyncio.Future[R]:
        """Queue a write. Consecutive writes in the queue with the same `run` are executed together."""
        if self._ended:
            raise StoreError("The store is closed.")
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(cast("Run[object, object]", run), part, cast("asyncio.Future[object]", future)))
        return future

    # ---- in the thread ----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        going = True
        while going:
            jobs = self._waiting_jobs()
            going = None not in jobs
            self._write_all([job for job in jobs if job is not None])

    def _waiting_jobs(self) -> list[_Job | None]:
        """Wait for the first job and take everything queued behind it."""
        jobs = [self._queue.get()]
        if (early := self._committed_at + self.window - time.monotonic()) > 0 and jobs[0] is not None:
            time.sleep(early)
        try:
            while len(jobs) < LARGEST_GROUP and jobs[-1] is not None:
                jobs.append(self._queue.get_nowait())
        except queue.Empty:
            pass
        return jobs

    def _write_all(self, jobs: list[_Job]) -> None:
        """Write a group in one transaction; if that fails, each job in its own, so that only the faulty one fails."""
        if not jobs:
            return
        try:
            results = self._transaction(jobs)
        except _Unavailable as outage:
            self._fail(jobs, outage.cause)
        except Exception as error:
            if len(jobs) == 1:
                _settle([(jobs[0], None, self._failed(error))])
            else:
                self._write_each(jobs)
        else:
            _settle([(job, result, None) for job, result in zip(jobs, results, strict=True)])

    def _write_each(self, jobs: list[_Job]) -> None:
        for done, job in enumerate(jobs):
            try:
                outcome: _Outcome = (job, self._transaction([job])[0], None)
            except _Unavailable as outage:
                # the remaining jobs would only run into the same timeout
                self._fail(jobs[done:], outage.cause)
                return
            except Exception as error:
                outcome = (job, None, self._failed(error))
            _settle([outcome])

    def _transaction(self, jobs: list[_Job]) -> list[object]:
        began = time.time_ns()
        connection = self._fenced_connection()
        try:
            results: list[object] = []
            for run, same in groupby(jobs, attrgetter("run")):
                results += run(connection, [job.part for job in same])
            self._commit(connection)
        finally:
            connection.close()
        self._committed_at = time.monotonic()
        self.commits += 1
        self.writes += len(jobs)
        self._measured(began, time.time_ns(), len(jobs))
        return results

    def _measured(self, began: int, ended: int, writes: int) -> None:
        if self.metrics is not None:
            self.metrics.observe("parlour_commit_seconds", max(ended - began, 0) / 1e9)
        if self.tracing is not None:
            self.tracing.commit(began, ended, writes)

    def _failed(self, error: Exception) -> Exception:
        """Count a failed write and return the error for its caller."""
        if isinstance(error, SQLAlchemyError) and self.metrics is not None:
            self.metrics.count("parlour_store_errors_total", during="write")
        return _translated(error)

    def _fenced_connection(self) -> Connection:
        """Begin a transaction that locks the epoch of this server. A stale connection is replaced once."""
        if self.was_replaced:
            raise _Unavailable(_replaced())
        for is_last in (False, True):
            try:
                connection = self._engine.connect()
            except SQLAlchemyError as error:
                raise _Unavailable(StoreError(sentence(error))) from None
            try:
                epoch = connection.scalar(self._fence)
            except SQLAlchemyError as error:
                connection.close()
                if is_last or not _is_lost(error):
                    raise _Unavailable(StoreError(sentence(error))) from None
            else:
                return self._unless_replaced(connection, epoch)
        raise AssertionError

    def _unless_replaced(self, connection: Connection, epoch: int | None) -> Connection:
        if epoch == self._epoch:
            return connection
        connection.close()
        self.was_replaced = True
        raise _Unavailable(_replaced())

    def _commit(self, connection: Connection) -> None:
        try:
            connection.commit()
        except DBAPIError as error:
            if not _is_lost(error):
                raise
            # trying again could write everything twice
            why = "The connection to the database broke during a commit; the data may or may not have been written."
            raise _Unavailable(CommitUncertain(why)) from None

    def _fail(self, jobs: list[_Job], cause: StoreError) -> None:
        if self.metrics is not None:
            self.metrics.count("parlour_store_errors_total", during="write")
        _settle([(job, None, type(cause)(*cause.args)) for job in jobs])
        if isinstance(cause, ServerReplaced) and self.on_replaced is not None:
            notify, self.on_replaced = self.on_replaced, None
            _call(jobs[0].future.get_loop(), notify)


def _replaced() -> ServerReplaced:
    return ServerReplaced("Another Parlour server of the same name has taken over this database, so this one must stop.")


def _is_lost(error: SQLAlchemyError) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _translated(error: Exception) -> Exception:
    if isinstance(error, StopIteration):
        # a future cannot hold a StopIteration
        return RuntimeError("A write ended with StopIteration.")
    return StoreError(sentence(error)) if isinstance(error, SQLAlchemyError) else error


def _settle(outcomes: list[_Outcome]) -> None:
    """Resolve the futures on their event loop, all at once."""
    for loop, some in groupby(outcomes, lambda outcome: outcome[0].future.get_loop()):
        _call(loop, _resolve, list(some))


def _call(loop: asyncio.AbstractEventLoop, function: Callable[..., None], *arguments: object) -> None:
    try:
        loop.call_soon_threadsafe(function, *arguments)
    except RuntimeError:
        # the loop is closed, so nobody is waiting
        return


def _resolve(outcomes: list[_Outcome]) -> None:
    for job, result, error in outcomes:
        if job.future.done():
            continue
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)
