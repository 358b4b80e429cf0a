"""The two databases the store can use: how they are opened, how a transaction begins, and how their tables are made."""

import os
import secrets
import sqlite3
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from alembic import command
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .faults import StoreFailed, opening_sentence, sentence
from .migrations import configured
from .schema import meta, metadata, servers

READERS = 4
"""Threads, and connections, that read."""
PATIENCE = 10.0
"""Seconds to wait for another program that holds the database."""
BAD_URL = (
    "The URL of the database cannot be read: it looks like sqlite:///house.db or postgresql://user:password@host/name, "
    "with %40 for an @ in a password."
)
# Any number, as long as it is always the same one.
_MIGRATION_LOCK = 7_265_817_004
_SQLITE_PRAGMAS = (f"busy_timeout = {PATIENCE * 1000:.0f}", "synchronous = FULL", "foreign_keys = ON")
_POSTGRESQL_ARGUMENTS = {
    "connect_timeout": 5,
    "application_name": "parlour",
    # a server that vanished without a word is noticed within seconds
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# Alembic keeps the migration that is under way in module globals.
_migrating = threading.Lock()


@dataclass(frozen=True, slots=True)
class Opened:
    """An open database and what was found there."""

    writer: Engine
    reader: Engine
    epoch: int
    last_alive: float | None
    key: bytes


def open_database(url: str, server: str) -> Opened:
    """Open it, bring its tables up to date and become the server of this name; StoreFailed says in a sentence why not."""
    parsed = _parsed(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    writer = reader = None
    try:
        if is_sqlite:
            _prepare_file(Path(str(parsed.database)))
            writer, reader = _sqlite(parsed, 1, "BEGIN IMMEDIATE"), _sqlite(parsed, READERS, "BEGIN")
        else:
            writer, reader = _postgresql(parsed, 1), _postgresql(parsed, READERS)
        return Opened(writer, reader, *_begin_epoch(writer, server))
    except (SQLAlchemyError, StoreFailed, OSError) as error:
        for engine in (writer, reader):
            if engine is not None:
                engine.dispose()
        raise StoreFailed(_why(error, parsed)) from None


def _why(error: Exception, url: URL) -> str:
    if isinstance(error, SQLAlchemyError):
        return opening_sentence(error, url)
    if isinstance(error, OSError):
        return f"{url.database}: the database cannot be made there ({error.strerror or 'no reason given'})."
    return str(error)


# ---- the URL ------------------------------------------------------------------------------------------------------


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):
        raise StoreFailed(BAD_URL) from None
    if parsed.drivername == "sqlite":
        if parsed.database in (None, "", ":memory:") or parsed.query or str(parsed.database).startswith("file:"):
            raise StoreFailed("A SQLite database is a file: sqlite:///house.db.")
        return parsed.set(database=str(Path(str(parsed.database)).absolute()))
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        return parsed.set(drivername="postgresql+psycopg")
    raise StoreFailed(BAD_URL)


# ---- SQLite -------------------------------------------------------------------------------------------------------


def _prepare_file(path: Path) -> None:
    """Make the file, for its owner alone; SQLite gives the files beside it the same mode.

    A file that is there must not be opened here: closing it again would drop the locks that SQLite has on it in this process.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    _keep_a_write_ahead_log(path)


def _keep_a_write_ahead_log(path: Path) -> None:
    """Switch to the write-ahead log, which the file remembers."""
    try:
        with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreFailed(f"{path}: {sentence(DBAPIError(None, None, error))}") from None
    if mode != "wal":
        raise StoreFailed(f"{path}: The database cannot keep a write-ahead log there.")


def _sqlite(url: URL, connections: int, begin: str) -> Engine:
    engine = create_engine(url, pool_size=connections, max_overflow=0, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # None: sqlite3 begins no transaction by itself; `begin` below does
        connection.isolation_level = None
        for pragma in _SQLITE_PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


# ---- PostgreSQL ---------------------------------------------------------------------------------------------------


def _postgresql(url: URL, connections: int) -> Engine:
    arguments = {name: value for name, value in _POSTGRESQL_ARGUMENTS.items() if name not in url.query}
    return create_engine(url, pool_size=connections, max_overflow=0, hide_parameters=True, connect_args=arguments)


# ---- tables and the epoch -----------------------------------------------------------------------------------------


def _begin_epoch(engine: Engine, server: str) -> tuple[int, float | None, bytes]:
    """In one transaction: the tables as they should be, a new epoch, and when this server was last alive."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            # others who start at the same time wait here; in SQLite they wait at BEGIN IMMEDIATE
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})
        with _migrating:
            _migrate(connection)
        last_alive = connection.scalar(select(servers.c.alive_at).where(servers.c.name == server))
        epoch = connection.execute(_NEXT_EPOCH, {"name": server, "now": time.time()}).scalar_one()
        connection.execute(_ADD_KEY, {"value": secrets.token_hex(32)})
        key = connection.execute(select(meta.c.value).where(meta.c.key == "key")).scalar_one()
        return epoch, last_alive, bytes.fromhex(key)


_NEXT_EPOCH = text(
    "INSERT INTO servers (name, epoch, alive_at) VALUES (:name, 1, :now) "
    "ON CONFLICT (name) DO UPDATE SET epoch = servers.epoch + 1, alive_at = excluded.alive_at RETURNING epoch"
)
_ADD_KEY = text("INSERT INTO meta (key, value) VALUES ('key', :value) ON CONFLICT (key) DO NOTHING")


def _migrate(connection: Connection) -> None:
    config = configured(connection)
    script = ScriptDirectory.from_config(config)
    present = MigrationContext.configure(connection).get_current_revision()
    if present is None and set(metadata.tables) & set(inspect(connection).get_table_names()):
        raise StoreFailed("The database already holds tables of another program.")
    try:
        known = present is None or script.get_revision(present) is not None
    except CommandError:
        known = False
    if not known:
        raise StoreFailed("The database was made by a newer Parlour: this one cannot use it.")
    command.upgrade(config, "head")
