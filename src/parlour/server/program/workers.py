"""`parlour serve --workers N`: several servers on this machine, in processes of their own, behind one port.

All of them accept connections from one listening socket. Each is a server with a name and a lease of its own, as if it were
running on another machine. A request for another server (`?house=NAME`) is passed on with its connection, so clients need only
one port.
"""

import logging
import multiprocessing
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import FrameType

from ..http.passing import Passing
from ..ops.settings import NAME, Settings, web_address
from .process import serve

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 15.0
"""Seconds until a worker that has died is restarted: at first, and if it keeps dying."""
STEADY = 60.0
"""A worker that dies after this many seconds is considered to have worked, so it is restarted without a long wait."""
STOP_SECONDS = 30.0
logger = logging.getLogger("parlour.server")


def check_workers(settings: Settings) -> None:
    """Raise a ValueError, in one sentence, if these settings do not allow several workers."""
    if settings.database_url.startswith("sqlite"):
        raise ValueError("--workers needs a PostgreSQL database: a SQLite file is for one server (set --database).")
    if not hasattr(socket, "send_fds"):
        raise ValueError("--workers needs a system that can pass connections between processes, such as Linux or macOS.")
    if not NAME.fullmatch(worker_name(settings, settings.workers)):
        raise ValueError(f"--name must be shorter, so that the workers can be called {settings.name}-1 and so on.")


def worker_name(settings: Settings, number: int) -> str:
    """Return the name of a worker, counted from 1."""
    return f"{settings.name}-{number}"


@dataclass(slots=True)
class Worker:
    """A worker process, and the line on which it says that it is ready, or why it cannot start."""

    number: int
    process: BaseProcess
    line: Connection
    started_at: float
    is_ready: bool = False
    is_replaced: bool = False
    """Whether the worker was told to stop so that a new one can take its place."""
    pause: float = FIRST_PAUSE


class Workers:
    """Starts the workers, restarts those that die, and stops all of them."""

    def __init__(self, settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
        self._settings = settings
        self._listener = listener
        self._ready = ready
        self._spawn = multiprocessing.get_context("spawn")
        self._folder = Path(tempfile.mkdtemp(prefix="parlour-workers-"))
        self._workers: dict[int, Worker] = {}
        self._due: dict[int, tuple[float, float]] = {}
        """When to restart a worker, and how long to wait the next time, by the worker's number."""
        self._to_replace: list[int] = []
        """The numbers of the workers that are still to be replaced, one after the other."""
        self._is_stopping = False
        self._wake, self._woken = self._spawn.Pipe(duplex=False)

    def run(self) -> None:
        """Run until a signal arrives; a ValueError says in one sentence why the workers cannot start."""
        old = {number: signal.signal(number, self._stop) for number in (signal.SIGINT, signal.SIGTERM)}
        if hasattr(signal, "SIGHUP"):
            old[signal.SIGHUP] = signal.signal(signal.SIGHUP, self._roll)
        try:
            self._start(1)  # the first one starts alone, because it may have to migrate the database
            self._wait_for_first()
            for number in range(2, self._settings.workers + 1):
                if not self._is_stopping:
                    self._start(number)
            if not self._is_stopping:
                self._ready(web_address(self._settings.host, self._listener.getsockname()[1]))
            while not self._is_stopping:
                self._replace_next()
                self._look()
        finally:
            self._stop_all()
            for number, handler in old.items():
                signal.signal(number, handler)
            shutil.rmtree(self._folder, ignore_errors=True)

    def _start(self, number: int, pause: float = FIRST_PAUSE) -> None:
        mine, theirs = self._spawn.Pipe(duplex=False)
        settings = replace(self._settings, name=worker_name(self._settings, number))
        process = self._spawn.Process(
            target=_work, args=(settings, self._listener, str(self._folder), theirs), name=settings.name
        )
        process.start()
        theirs.close()
        self._workers[number] = Worker(number, process, mine, time.monotonic(), pause=pause)

    def _wait_for_first(self) -> None:
        first = self._workers[1]
        while not first.is_ready and not self._is_stopping:
            self._look()
            if 1 in self._due:
                raise ValueError("The first worker ended before it was ready; its messages above say why.")

    def _look(self) -> None:
        """Wait until something happens: a worker is ready, has ended or is due to restart, or a signal has arrived."""
        now = time.monotonic()
        for number, (at, pause) in list(self._due.items()):
            if now >= at:
                del self._due[number]
                self._start(number, pause)
        lines = {worker.line: worker for worker in self._workers.values()}
        sentinels = {worker.process.sentinel: worker for worker in self._workers.values()}
        soonest = min((at - now for at, _ in self._due.values()), default=None)
        for found in wait([*lines, *sentinels, self._wake], None if soonest is None else max(soonest, 0.0)):
            if isinstance(found, int) and found in sentinels:
                self._ended(sentinels[found])
            elif isinstance(found, Connection) and found in lines:
                self._hear(lines[found])
            elif found is self._wake:
                self._wake.recv_bytes()

    def _hear(self, worker: Worker) -> None:
        try:
            said = worker.line.recv()
        except (EOFError, OSError):
            worker.process.join(STOP_SECONDS)  # it is about to end
            return
        worker.is_ready = said == ""
        if said and worker.number == 1 and not any(other.is_ready for other in self._workers.values()):
            raise ValueError(said)
        if said:
            logger.error("%s", said)

    def _ended(self, worker: Worker) -> None:
        if self._workers.get(worker.number) is not worker:
            return
        del self._workers[worker.number]
        if worker.line.poll() and not self._is_stopping:
            self._hear(worker)
        worker.line.close()
        if worker.is_replaced and not self._is_stopping:
            self._start(worker.number)
        elif not self._is_stopping:
            was_steady = time.monotonic() - worker.started_at > STEADY
            pause = FIRST_PAUSE if was_steady else worker.pause
            logger.warning("The worker %s has ended and will be restarted.", worker.process.name)
            self._due[worker.number] = time.monotonic() + pause, min(2 * pause, LONGEST_PAUSE)

    def _roll(self, number: int, frame: FrameType | None) -> None:
        """Replace the workers one after the other, each as soon as all are ready: they hand over their tables."""
        self._to_replace = list(range(1, self._settings.workers + 1))
        self._woken.send_bytes(b"roll")

    def _replace_next(self) -> None:
        ready = [worker for worker in self._workers.values() if worker.is_ready]
        if self._to_replace and len(ready) == self._settings.workers:
            worker = self._workers[self._to_replace.pop(0)]
            worker.is_ready, worker.is_replaced = False, True
            worker.process.terminate()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        """Stop at the first signal, at once at the second. Acknowledged moves are on disk in either case."""
        if self._is_stopping:
            for worker in list(self._workers.values()):
                worker.process.kill()
        self._is_stopping = True
        self._woken.send_bytes(b"stop")

    def _stop_all(self) -> None:
        """Stop the workers, each of which writes everything that has arrived."""
        self._is_stopping = True
        for worker in list(self._workers.values()):
            worker.process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for worker in list(self._workers.values()):
            worker.process.join(max(deadline - time.monotonic(), 0.1))
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()


def run_workers(settings: Settings, listener: socket.socket, ready: Callable[[str], None]) -> None:
    """Run several servers behind one socket until they are told to stop."""
    from ..ops.logs import configure_logging

    configure_logging(settings.log_level.upper(), settings.log_format)
    try:
        Workers(settings, listener, ready).run()
    finally:
        listener.close()


def _work(settings: Settings, listener: socket.socket, folder: str, line: Connection) -> None:
    """Run one worker. Ctrl-C in a terminal reaches only the supervisor, which passes it on."""
    os.setpgrp()
    supervisor = multiprocessing.parent_process()

    def end_with_supervisor() -> None:
        if supervisor is not None:
            supervisor.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=end_with_supervisor, daemon=True).start()
    try:
        serve(settings, listener, lambda _: line.send(""), Passing(Path(folder), settings.name))
    except ValueError as error:
        line.send(str(error))
        raise SystemExit(1) from None
