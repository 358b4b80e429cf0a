"""The store of a house in a browser: a SQLite database in the memory of the page, which is saved as one file.

A browser has no threads, so everything is written and read synchronously, on the event loop.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Column, create_engine, event
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import SQLAlchemyError

from ..server.store.database import Database, begin_epoch
from ..server.store.errors import StoreError
from ..server.store.lease import elapsed
from ..server.store.schema import metadata
from ..server.store.store import Store
from ..server.store.writer import Run, Writer

P = TypeVar("P")
R = TypeVar("R")
SERVER = "device"
"""The name of the only server in this database."""
PRAGMAS = ("journal_mode = MEMORY", "foreign_keys = ON")
DAMAGED = "The games kept on this device cannot be read."


class InlineWriter(Writer):
    """Writes synchronously, in the caller."""

    window = 0.0  # nobody else can write in the meantime
    on_commit: Callable[[], None] | None = None

    def start(self) -> None:
        """Do nothing: there is no thread."""

    def join(self) -> None:
        """Do nothing: everything has been written."""

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
        """Open the database that `image` holds, or an empty one, in this file; raise StoreError if it cannot be read."""
        self.path = path
        path.write_bytes(image)
        try:
            if image:
                _check(path)
                _widen(path)
            database = _opened(path)
        except (sqlite3.Error, SQLAlchemyError, ValueError):  # ValueError: content that no house would write
            path.unlink(missing_ok=True)
            raise StoreError(DAMAGED) from None
        super().__init__(database, SERVER)

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


def _opened(path: Path) -> Database:
    """Open a file, add the tables that it lacks, and begin an epoch."""
    engine = create_engine(f"sqlite:///{path}", pool_size=1, max_overflow=1, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    try:
        with engine.begin() as connection:
            metadata.create_all(connection)
            return Database(engine, engine, *begin_epoch(connection, SERVER), elapsed())
    except Exception:
        engine.dispose()
        raise


def _check(path: Path) -> None:
    """Raise an error if a file is damaged."""
    with closing(sqlite3.connect(path)) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
            raise sqlite3.DatabaseError


def _widen(path: Path) -> None:
    """Add the columns that this version has and an older file lacks; raise sqlite3.Error if that can't be done."""
    with closing(sqlite3.connect(path)) as connection:
        for table in metadata.sorted_tables:
            present = {row[1] for row in connection.execute(f"PRAGMA table_info({table.name})")}
            for column in table.columns if present else ():
                if column.name not in present:
                    connection.execute(f"ALTER TABLE {table.name} ADD COLUMN {_declared(column)}")
        connection.commit()


def _declared(column: Column[Any]) -> str:
    """Return the SQL declaration of a column, with its default for rows that lack it."""
    default = getattr(column.server_default, "arg", None)
    needed = "" if column.nullable else " NOT NULL"
    told = "" if default is None else f" DEFAULT {default.compile(dialect=sqlite.dialect())}"
    return f"{column.name} {column.type.compile()}{needed}{told}"
