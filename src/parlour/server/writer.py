"""The one thread that writes: everything that waits goes into one transaction, and is answered after its commit."""

import asyncio
import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, Engine, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .faults import Replaced, StoreFailed, Unsure, sentence
from .schema import servers

LARGEST_GROUP = 256
Run = Callable[[Connection, list[Any]], Sequence[Any]]
"""Does several things of one kind at once, and says what came of each."""


@dataclass(frozen=True, slots=True)
class _Job:
    run: Run
    part: Any
    future: "asyncio.Future[Any]"


_Outcome = tuple[_Job, Any, BaseException | None]


class _Down(Exception):
    """Nothing can be written now; the cause is what the futures are told."""

    def __init__(self, cause: StoreFailed) -> None:
        self.cause = cause


class Writer:
    """Takes jobs from the event loop and runs them in order. Only the epoch it was given may write."""

    def __init__(self, engine: Engine, server: str, epoch: int) -> None:
        self._engine = engine
        self._epoch = epoch
        self._fence = select(servers.c.epoch).where(servers.c.name == server).with_for_update(read=True)
        self._queue: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="store writer", daemon=True)
        self._ended = False
        self.on_replaced: Callable[[], None] | None = None
        self.was_replaced = False
        self.commits = 0
        self.writes = 0

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def finish(self) -> None:
        """Take no more; the thread ends when everything that waits is written."""
        if not self._ended:
            self._ended = True
            self._queue.put(None)

    def join(self) -> None:
        """Wait until everything is written."""
        self._thread.join()

    @property
    def waiting(self) -> int:
        """How many jobs wait."""
        return self._queue.qsize()

    def submit(self, run: Run, part: Any) -> "asyncio.Future[Any]":
        """Let `run` do this part. Neighbours with the same `run` are done together."""
        if self._ended:
            raise StoreFailed("The store is closed.")
        future = asyncio.get_running_loop().create_future()
        self._queue.put(_Job(run, part, future))
        return future

    # ---- in the thread ----------------------------------------------------------------------------------------------

    def _work(self) -> None:
        going = True
        while going:
            jobs = self._waiting_jobs()
            going = None not in jobs
            self._write_all([job for job in jobs if job is not None])

    def _waiting_jobs(self) -> list[_Job | None]:
        """The first job as soon as there is one, and all that wait behind it."""
        jobs = [self._queue.get()]
        try:
            while len(jobs) < LARGEST_GROUP and jobs[-1] is not None:
                jobs.append(self._queue.get_nowait())
        except queue.Empty:
            pass
        return jobs

    def _write_all(self, jobs: list[_Job]) -> None:
        """Write a group; if anything fails, each job by itself, so that only the guilty one fails."""
        if not jobs:
            return
        try:
            results = self._transaction(jobs)
        except _Down as down:
            self._fail(jobs, down.cause)
        except Exception as error:
            if len(jobs) == 1:
                _settle([(jobs[0], None, _translated(error))])
            else:
                self._write_each(jobs)
        else:
            _settle([(job, result, None) for job, result in zip(jobs, results, strict=True)])

    def _write_each(self, jobs: list[_Job]) -> None:
        for done, job in enumerate(jobs):
            try:
                outcome: _Outcome = (job, self._transaction([job])[0], None)
            except _Down as down:
                # the others would wait for the same silence
                self._fail(jobs[done:], down.cause)
                return
            except Exception as error:
                outcome = (job, None, _translated(error))
            _settle([outcome])

    def _transaction(self, jobs: list[_Job]) -> list[Any]:
        connection = self._fenced()
        try:
            results: list[Any] = []
            for run, same in groupby(jobs, attrgetter("run")):
                results += run(connection, [job.part for job in same])
            self._commit(connection)
        finally:
            connection.close()
        self.commits += 1
        self.writes += len(jobs)
        return results

    def _fenced(self) -> Connection:
        """A connection in a transaction in which this server is still the one of its name. A stale connection is made anew."""
        if self.was_replaced:
            raise _Down(_replaced())
        for is_last in (False, True):
            try:
                connection = self._engine.connect()
            except SQLAlchemyError as error:
                raise _Down(StoreFailed(sentence(error))) from None
            try:
                epoch = connection.scalar(self._fence)
            except SQLAlchemyError as error:
                connection.close()
                if is_last or not _is_lost(error):
                    raise _Down(StoreFailed(sentence(error))) from None
            else:
                return self._unless_replaced(connection, epoch)
        raise AssertionError

    def _unless_replaced(self, connection: Connection, epoch: int | None) -> Connection:
        if epoch == self._epoch:
            return connection
        connection.close()
        self.was_replaced = True
        raise _Down(_replaced())

    def _commit(self, connection: Connection) -> None:
        try:
            connection.commit()
        except DBAPIError as error:
            if not _is_lost(error):
                raise
            # to try again could write it twice
            why = "The database went away while it was writing: only reading tells whether it did."
            raise _Down(Unsure(why)) from None

    def _fail(self, jobs: list[_Job], cause: StoreFailed) -> None:
        _settle([(job, None, type(cause)(*cause.args)) for job in jobs])
        if isinstance(cause, Replaced) and self.on_replaced is not None:
            tell, self.on_replaced = self.on_replaced, None
            _call(jobs[0].future.get_loop(), tell)


def _replaced() -> Replaced:
    return Replaced("Another Parlour runs under the name of this one on the same database: this one must stop.")


def _is_lost(error: SQLAlchemyError) -> bool:
    return isinstance(error, DBAPIError) and error.connection_invalidated


def _translated(error: Exception) -> Exception:
    if isinstance(error, StopIteration):
        # no future takes this one
        return RuntimeError("A write ended with StopIteration.")
    return StoreFailed(sentence(error)) if isinstance(error, SQLAlchemyError) else error


def _settle(outcomes: list[_Outcome]) -> None:
    """Answer on the event loop, all at once."""
    for loop, some in groupby(outcomes, lambda outcome: outcome[0].future.get_loop()):
        _call(loop, _answer, list(some))


def _call(loop: asyncio.AbstractEventLoop, act: Callable[..., None], *details: Any) -> None:
    try:
        loop.call_soon_threadsafe(act, *details)
    except RuntimeError:
        # the loop is closed: nobody waits any more
        return


def _answer(outcomes: list[_Outcome]) -> None:
    for job, result, error in outcomes:
        if job.future.done():
            continue
        if error is None:
            job.future.set_result(result)
        else:
            job.future.set_exception(error)
