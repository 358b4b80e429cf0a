"""Writes a backup of a server's data, whether or not it is running."""

import os
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Engine, MetaData, String, collate, create_engine, select
from sqlalchemy.exc import SQLAlchemyError

from ... import __version__
from ..store.database import checked_revision, migrate_to, parsed_url, plain_engine
from ..store.errors import StoreError, opening_error
from .archive import KEYS, TABLES, Checksum, Contents, Row, check, checksum_of, quoted, seal

CHUNK = 1_000
NO_HOUSE = "{where} has no house in it."


def back_up(url: str, path: Path) -> Contents:
    """Copy the data in a database into a new file and check the file; if that fails, a StoreError says why in one sentence."""
    if path.exists():
        raise StoreError(f"{path} already exists.")
    draft = path.with_name(f"{path.name}.part")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_RDWR, 0o600))
        try:
            parsed = parsed_url(url)
            if parsed.get_backend_name() == "sqlite":
                _copy_file(Path(str(parsed.database)), draft)
            else:
                _copy_tables(url, draft)
            _sync(draft)
            contents = check(draft)
            draft.rename(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {(error.strerror or 'no reason given').lower()}.") from None
    except sqlite3.Error as error:
        raise StoreError(f"{path} cannot be written ({getattr(error, 'sqlite_errorname', 'a SQLite error')}).") from None
    return contents


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


# ---- SQLite -------------------------------------------------------------------------------------------------------


def _copy_file(source: Path, draft: Path) -> None:
    """Copy a SQLite file with SQLite's backup API, which works while others write to the file."""
    if not source.exists():
        raise StoreError(f"There is no database {source}.")
    try:
        with (
            closing(sqlite3.connect(f"{source.as_uri()}?mode=rw", uri=True, timeout=10)) as original,
            closing(sqlite3.connect(draft)) as copy,
        ):
            original.backup(copy, pages=CHUNK)
            copy.execute("PRAGMA journal_mode = DELETE")
            _finish(copy, _revision(copy, source))
    except sqlite3.DatabaseError as error:
        raise StoreError(f"{source} cannot be copied ({getattr(error, 'sqlite_errorname', 'a SQLite error')}).") from None


def _revision(copy: sqlite3.Connection, source: Path) -> str:
    if not copy.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        raise StoreError(NO_HOUSE.format(where=source))
    row = copy.execute("SELECT version_num FROM alembic_version").fetchone()
    return str(row[0]) if row else ""


def _finish(copy: sqlite3.Connection, revision: str, told: Checksum | None = None) -> None:
    checksum = checksum_of(copy)
    if told is not None and told.digest != checksum.digest:
        raise StoreError("The copy differs from the database.")
    seal(copy, checksum, {"revision": revision, "made_at": str(time.time()), "version": __version__})


# ---- PostgreSQL ---------------------------------------------------------------------------------------------------


def _copy_tables(url: str, draft: Path) -> None:
    """Copy the tables of a PostgreSQL database as they were at one moment."""
    engine = plain_engine(url)
    try:
        with engine.connect().execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True) as connection:
            revision = checked_revision(connection)
            if revision is None:
                raise StoreError(NO_HOUSE.format(where="The database"))
            _create_tables(draft, revision)
            with closing(sqlite3.connect(draft)) as copy:
                told = _copy_rows(connection, copy)
                _finish(copy, revision, told)
    except SQLAlchemyError as error:
        raise opening_error(error, engine.url) from None
    finally:
        engine.dispose()


def _create_tables(draft: Path, revision: str) -> None:
    """Create the tables as they are in a SQLite database of the same revision."""
    own: Engine = create_engine(f"sqlite:///{draft}")
    with own.begin() as connection:
        migrate_to(connection, revision)
    own.dispose()


def _copy_rows(connection: Connection, copy: sqlite3.Connection) -> Checksum:
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in TABLES)
    checksum = Checksum()
    for name in filter(found.tables.__contains__, TABLES):
        table = found.tables[name]
        columns = sorted(column.name for column in table.columns)
        query = select(*(table.c[column] for column in columns)).order_by(*(_order(table.c[key]) for key in KEYS[name]))
        rows = connection.execution_options(yield_per=CHUNK).execute(query)
        _insert(copy, name, columns, checksum.of_table(name, columns, map(tuple, rows)))
    copy.commit()
    return checksum


def _order(column: Column[Any]) -> ColumnElement[Any]:
    """Sort columns of text by their bytes, as SQLite does."""
    return collate(column, "C") if isinstance(column.type, String) else column


def _insert(copy: sqlite3.Connection, table: str, columns: list[str], rows: Iterable[Row]) -> None:
    marks = ", ".join("?" * len(columns))
    copy.executemany(f"INSERT INTO {table} ({quoted(columns)}) VALUES ({marks})", rows)
