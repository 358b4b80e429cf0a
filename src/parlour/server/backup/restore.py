"""Restores a backup into an empty database, or over another house if that is asked for."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, MetaData, insert, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from ..store.database import (
    checked_revision,
    lock_migrations,
    migrate_to,
    parsed_url,
    plain_engine,
    prepare_file,
    remove_tables,
)
from ..store.errors import StoreError, opening_error
from .archive import ABOUT, TABLES, Contents, check, columns_of, open_archive, rows_of

CHUNK = 1_000
NOT_EMPTY = "There is already a house in this database. With --force the backup takes its place."
Epochs = dict[str, int]
"""The epochs of servers by name: a server with a lower epoch can never write again."""


def restore(path: Path, url: str, *, force: bool = False) -> Contents:
    """Check a backup and load it into a database; if that fails, nothing changes and a StoreError says why in one sentence.

    A server that is running on the database loses its epoch, so it can no longer write, and stops.
    """
    contents = check(path)
    parsed = parsed_url(url)
    if parsed.get_backend_name() == "sqlite":
        _restore_file(path, Path(str(parsed.database)), force=force)
    else:
        _restore_tables(path, url, contents.revision, force=force)
    return contents


def _raised(present: Epochs, restored: Epochs) -> Epochs:
    """Return epochs higher than all that were in use."""
    return {name: 1 + max(present.get(name, 0), restored.get(name, 0)) for name in present.keys() | restored.keys()}


# ---- SQLite -------------------------------------------------------------------------------------------------------


def _restore_file(path: Path, target: Path, *, force: bool) -> None:
    try:
        present = _epochs(target) if target.exists() and target.stat().st_size else None
        if present is not None and not force:
            raise StoreError(NOT_EMPTY)
        with tempfile.TemporaryDirectory() as folder, closing(sqlite3.connect(Path(folder) / "draft")) as draft:
            with closing(open_archive(path)) as archive:
                archive.backup(draft)
            _prepare(draft, present or {})
            prepare_file(target)
            with closing(sqlite3.connect(target, timeout=10)) as out:
                draft.backup(out)
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "a SQLite error")
        raise StoreError(f"{target} cannot be replaced ({name}).") from None
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {(error.strerror or 'no reason given').lower()}.") from None


def _epochs(target: Path) -> Epochs | None:
    """Return the epochs of a house in a file; None if the file has no tables. Other files are refused."""
    with closing(sqlite3.connect(target, timeout=10)) as connection:
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not tables:
            return None
        if "servers" not in tables or "alembic_version" not in tables:
            raise StoreError(f"{target} belongs to another program.")
        return dict(connection.execute("SELECT name, epoch FROM servers").fetchall())


def _prepare(draft: sqlite3.Connection, present: Epochs) -> None:
    """Turn the copy of a backup into a server's database."""
    draft.execute(f"DROP TABLE {ABOUT}")
    restored = dict(draft.execute("SELECT name, epoch FROM servers").fetchall())
    for name, epoch in _raised(present, restored).items():
        draft.execute(
            "INSERT INTO servers (name, epoch, alive_at) VALUES (?, ?, 0) ON CONFLICT (name) DO UPDATE SET epoch = ?",
            (name, epoch, epoch),
        )
    draft.commit()


# ---- PostgreSQL ---------------------------------------------------------------------------------------------------


_NEXT_ID = "SELECT setval(pg_get_serial_sequence('{table}', 'id'), 1 + coalesce(max(id), 0)) FROM {table}"


def _restore_tables(path: Path, url: str, revision: str, *, force: bool) -> None:
    engine = plain_engine(url)
    try:
        with engine.begin() as connection, closing(open_archive(path)) as archive:
            connection.execute(text("SET LOCAL lock_timeout = '10s'"))
            lock_migrations(connection)
            present: Epochs = {}
            if checked_revision(connection) is not None:
                if not force:
                    raise StoreError(NOT_EMPTY)
                present = {row.name: row.epoch for row in connection.execute(text("SELECT name, epoch FROM servers"))}
                remove_tables(connection)
            migrate_to(connection, revision)
            _insert_rows(connection, archive)
            _raise_epochs(connection, present)
            for table in (name for name in ("rooms", "reports") if inspect(connection).has_table(name)):
                connection.execute(text(_NEXT_ID.format(table=table)))
    except SQLAlchemyError as error:
        raise opening_error(error, engine.url) from None
    finally:
        engine.dispose()


def _insert_rows(connection: Connection, archive: sqlite3.Connection) -> None:
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in TABLES)
    for name in filter(found.tables.__contains__, TABLES):
        columns = columns_of(archive, name)
        rows = (dict(zip(columns, row, strict=True)) for row in rows_of(archive, name, columns))
        for chunk in _chunks(rows):
            connection.execute(insert(found.tables[name]), chunk)


def _chunks(rows: Iterator[dict[str, object]]) -> Iterator[list[dict[str, object]]]:
    while chunk := list(islice(rows, CHUNK)):
        yield chunk


def _raise_epochs(connection: Connection, present: Epochs) -> None:
    restored = {row.name: row.epoch for row in connection.execute(text("SELECT name, epoch FROM servers"))}
    for name, epoch in _raised(present, restored).items():
        connection.execute(
            text(
                "INSERT INTO servers (name, epoch, alive_at) VALUES (:name, :epoch, 0) "
                "ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch"
            ),
            {"name": name, "epoch": epoch},
        )
