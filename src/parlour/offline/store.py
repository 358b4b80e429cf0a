"""The store of a house in a browser: a SQLite database in the memory of the page, which is saved as one file.

A browser has no threads, so everything is written and read at once, on the event loop.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Column, Engine, create_engine, event
from sqlalchemy.dialects import sqlite

from ..server.store.database import Database, begin_epoch
from ..server.store.errors import StoreError
from ..server.store.schema import metadata
from ..server.store.store import Store
from ..server.store.writer import Run, Writer

P = TypeVar("P")
R = TypeVar("R")
DAMAGED = "The games kept on this device cannot be read."


class InlineWriter(Writer):
    """Writes at once, in the caller."""

    window = 0.0  # nobody else can write in the meantime
    on_commit: Callable[[], None] | None = None

    def start(self) -> None:
        """Do nothing: there is no thread."""

    def join(self) -> None:
        """Do nothing: everything is written."""

    def submit(self, run: Run[P, R], part: P) -> asyncio.Future[R]:
        """Write, and return a future with the result."""
        before, future = self.commits, super().submit(run, part)
        self._write_all([job for job in self._waiting_jobs() if job is not None])
        if self.on_commit is not None and self.commits > before:
            self.on_commit()
        return future


class DeviceStore(Store):
    """A store in one file. `on_commit` is called after each commit."""

    new_writer = InlineWriter

    def __init__(self, path: Path, image: bytes = b"") -> None:
        """Open the database that `image` holds, or an empty one, in this file; a StoreError if it cannot be read."""
        self.path = path
        try:
            engine = _opened(path, image)
        except sqlite3.Error:
            path.unlink(missing_ok=True)
            raise StoreError(DAMAGED) from None
        with engine.begin() as connection:
            metadata.create_all(connection)
            database = Database(engine, engine, *begin_epoch(connection, "device"))
        super().__init__(database, "device")

    @property
    def on_commit(self) -> Callable[[], None] | None:
        """The function that is called after each commit."""
        return self._device_writer.on_commit

    @on_commit.setter
    def on_commit(self, notify: Callable[[], None]) -> None:
        self._device_writer.on_commit = notify

    @property
    def _device_writer(self) -> InlineWriter:
        assert isinstance(self._writer, InlineWriter)
        return self._writer

    def image(self) -> bytes:
        """Return the whole database as bytes."""
        return self.path.read_bytes()


def _opened(path: Path, image: bytes) -> Engine:
    """Write the image to the file and open it. Tables of an earlier version get the columns that they lack."""
    path.write_bytes(image)
    if image:
        _check(path)
        _widen(path)
    engine = create_engine(f"sqlite:///{path}", pool_size=1, max_overflow=1, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA journal_mode = MEMORY")
        connection.execute("PRAGMA foreign_keys = ON")

    return engine


def _check(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = MEMORY")
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError


def _widen(path: Path) -> None:
    """Add columns that this version has and the file lacks; whole tables are added with the others."""
    with closing(sqlite3.connect(path)) as connection:
        for table in metadata.sorted_tables:
            present = {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
            for column in table.columns if present else ():
                if column.name not in present:
                    with suppress(sqlite3.OperationalError):  # a column without a default must stay away
                        connection.execute(f"ALTER TABLE {table.name} ADD COLUMN {_declared(column)}")
        connection.commit()


def _declared(column: Column[Any]) -> str:
    """Return a column as SQL declares it, with its default, so that rows which lack it get one."""
    default = getattr(column.server_default, "arg", None)
    told = "" if default is None else f" NOT NULL DEFAULT {default.compile(dialect=sqlite.dialect())}"
    return f"{column.name} {column.type.compile()}{told}"
