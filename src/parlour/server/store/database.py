"""Opens SQLite or PostgreSQL: connections, transactions, migrations, and the epoch of this server."""

import os
import secrets
import sqlite3
import threading
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from .clock import database_time
from .errors import DAMAGED, StoreError, opening_error, sentence
from .lease import LEASE, elapsed
from .schema import NEWEST, meta, metadata, servers

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

READERS = 4
"""Reader threads, each with its own connection."""
LEAST_PAGE = 512
"""The smallest page size of SQLite: the size of every SQLite file is a multiple of it."""
LOCK_SECONDS = 10.0
"""How long to wait for another program that has locked the database."""
BAD_URL = (
    "The database URL is invalid. It should look like sqlite:///house.db or postgresql://user:password@host/name, "
    "with %40 for an @ in the password."
)
MIGRATION_SECONDS = 300
"""How long a migration may take between two statements."""
# An arbitrary number that must never change.
_MIGRATION_LOCK = 7_265_817_004
_SQLITE_PRAGMAS = (f"busy_timeout = {LOCK_SECONDS * 1000:.0f}", "synchronous = FULL", "foreign_keys = ON")
_POSTGRESQL_ARGUMENTS: dict[str, object] = {
    "connect_timeout": 5,
    "application_name": "parlour",
    # detect within seconds that the server has vanished
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,
}
# A server that is stopped in the middle of a transaction must not hold up the others longer than its lease.
_NEVER_IDLE = "options", "-c idle_in_transaction_session_timeout=6s"
# Alembic keeps the running migration in module globals.
_migrating = threading.Lock()


@dataclass(frozen=True, slots=True)
class Database:
    """An open database, and the state found in it."""

    writer: Engine
    reader: Engine
    epoch: int
    last_alive: float | None
    key: bytes
    now: float
    asked_at: float
    """When the first lease was asked for, by `lease.elapsed`."""


def open_database(url: str, server: str) -> Database:
    """Open a database, migrate it, and start a new epoch as the server of this name. A StoreError says why this failed."""
    parsed = parsed_url(url)
    is_sqlite = parsed.get_backend_name() == "sqlite"
    writer = reader = None
    try:
        if is_sqlite:
            prepare_file(Path(str(parsed.database)))
            writer, reader = _sqlite(parsed, 1, "BEGIN IMMEDIATE"), _sqlite(parsed, READERS, "BEGIN")
        else:
            writer, reader = _postgresql(parsed, 1, _NEVER_IDLE), _postgresql(parsed, READERS + 1, _NEVER_IDLE)
        with writer.begin() as connection:
            lock_migrations(connection)
            migrate_to(connection, NEWEST)
            asked_at = elapsed()
            return Database(writer, reader, *begin_epoch(connection, server), asked_at)
    except (SQLAlchemyError, StoreError, OSError) as error:
        for engine in (writer, reader):
            if engine is not None:
                engine.dispose()
        raise _translated(error, parsed) from None


def _translated(error: Exception, url: URL) -> StoreError:
    if isinstance(error, SQLAlchemyError):
        return opening_error(error, url)
    if isinstance(error, OSError):
        return StoreError(f"{url.database}: cannot create a database there ({error.strerror or 'no reason given'}).")
    return StoreError(str(error))


# ---- the URL ------------------------------------------------------------------------------------------------------


def parsed_url(url: str) -> URL:
    """Parse and normalise a database URL, or raise a StoreError if it isn't supported."""
    try:
        parsed = make_url(url)
    except (SQLAlchemyError, ValueError):
        raise StoreError(BAD_URL) from None
    if parsed.drivername == "sqlite":
        if parsed.database in (None, "", ":memory:") or parsed.query or str(parsed.database).startswith("file:"):
            raise StoreError("A SQLite database must be a file, as in sqlite:///house.db.")
        return parsed.set(database=str(Path(str(parsed.database)).absolute()))
    if parsed.drivername in ("postgresql", "postgres", "postgresql+psycopg"):
        if find_spec("psycopg") is None:
            raise StoreError("PostgreSQL needs packages that are not installed: install parlour[postgres].")
        return parsed.set(drivername="postgresql+psycopg")
    raise StoreError(BAD_URL)


# ---- SQLite -------------------------------------------------------------------------------------------------------


def prepare_file(path: Path) -> None:
    """Create the file of a SQLite database, readable by its owner only; SQLite gives its companion files the same mode.

    An existing file must not be opened here: closing it would release the locks that SQLite holds on it in this process.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    # after a crash a file may end in the middle of a page, but then the whole page is still in the write-ahead log
    is_cut = path.stat().st_size % LEAST_PAGE != 0 and not path.with_name(f"{path.name}-wal").exists()
    _enable_write_ahead_log(path, is_cut=is_cut and path.is_file())


def _enable_write_ahead_log(path: Path, *, is_cut: bool) -> None:
    """Switch the file to write-ahead logging, permanently. A file that `is_cut` is refused: SQLite would pad it with zeros."""
    try:
        with closing(sqlite3.connect(path, timeout=LOCK_SECONDS)) as connection:
            connection.execute("PRAGMA schema_version")
            if is_cut:
                raise StoreError(f"{path}: {DAMAGED}")
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {sentence(DBAPIError(None, None, error))}") from None
    if mode != "wal":
        raise StoreError(f"{path}: A write-ahead log is not possible on this file system.")


def _sqlite(url: URL, connections: int, begin: str) -> Engine:
    engine = create_engine(url, pool_size=connections, max_overflow=0, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        # None: sqlite3 starts no transaction by itself; `begin` below does
        connection.isolation_level = None
        for pragma in _SQLITE_PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


# ---- PostgreSQL ---------------------------------------------------------------------------------------------------


def _postgresql(url: URL, connections: int, *more: tuple[str, object]) -> Engine:
    arguments = {name: value for name, value in [*_POSTGRESQL_ARGUMENTS.items(), *more] if name not in url.query}
    return create_engine(url, pool_size=connections, max_overflow=0, hide_parameters=True, connect_args=arguments)


# ---- tables and the epoch -----------------------------------------------------------------------------------------


def begin_epoch(connection: Connection, server: str) -> tuple[int, float | None, bytes, float]:
    """Start a new epoch. Return the epoch, the last heartbeat before it, the secret key and the time of the database."""
    last_alive = connection.scalar(select(servers.c.alive_at).where(servers.c.name == server))
    now = database_time(connection)
    epoch = connection.execute(_NEXT_EPOCH, {"name": server, "now": now, "until": now + LEASE}).scalar_one()
    connection.execute(_ADD_KEY, {"value": secrets.token_hex(32)})
    key = connection.execute(select(meta.c.value).where(meta.c.key == "key")).scalar_one()
    return epoch, last_alive, bytes.fromhex(key), now


_NEXT_EPOCH = text(
    "INSERT INTO servers (name, epoch, alive_at, lease_until) VALUES (:name, 1, :now, :until) ON CONFLICT (name) DO UPDATE "
    "SET epoch = servers.epoch + 1, alive_at = excluded.alive_at, lease_until = excluded.lease_until RETURNING epoch"
)
_ADD_KEY = text("INSERT INTO meta (key, value) VALUES ('key', :value) ON CONFLICT (key) DO NOTHING")


def plain_engine(url: str) -> Engine:
    """Return an engine for a program that is not a server: one connection, and nothing is created or migrated."""
    parsed = parsed_url(url)
    return _sqlite(parsed, 1, "BEGIN") if parsed.get_backend_name() == "sqlite" else _postgresql(parsed, 1)


def lock_migrations(connection: Connection) -> None:
    """Wait until no other server migrates. With SQLite, servers queue at BEGIN IMMEDIATE."""
    if connection.dialect.name == "postgresql":
        # loading the migrations takes seconds on a busy machine, and they may convert rows in Python
        connection.execute(text(f"SET LOCAL idle_in_transaction_session_timeout = '{MIGRATION_SECONDS}s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _MIGRATION_LOCK})


def checked_revision(connection: Connection) -> str | None:
    """Return the revision of the tables, or None if there are none. Raise a StoreError if they are not ours or too new."""
    present = _revision(connection)
    if present == NEWEST:
        return present
    if present is None and set(metadata.tables) & set(inspect(connection).get_table_names()):
        raise StoreError("The database already contains tables of another program.")
    if present is not None and not _is_known(present, connection):
        raise StoreError("This database was created by a newer version of Parlour.")
    return present


def _revision(connection: Connection) -> str | None:
    """Return the revision that Alembic has recorded. Importing Alembic would take half as long as importing the server."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return revision


def _is_known(revision: str, connection: Connection) -> bool:
    from alembic.util import CommandError

    try:
        return _revisions(connection).get_revision(revision) is not None
    except CommandError:
        return False


@dataclass(frozen=True, slots=True)
class Migration:
    """The revision of a database, and the revisions that opening it would apply, each with what it changes."""

    present: str
    newest: str
    changes: list[str]


def pending_migration(url: str) -> Migration | None:
    """Return the migration that opening a database would run, if any. A StoreError says why the database cannot be read."""
    parsed = parsed_url(url)
    if parsed.get_backend_name() == "sqlite" and not Path(str(parsed.database)).exists():
        return None
    engine = plain_engine(url)
    try:
        with engine.connect() as connection:
            present = checked_revision(connection)
            if present in (None, NEWEST):
                return None
            script = _revisions(connection)
            steps = [f"{step.revision} ({step.doc.rstrip('.')})" for step in script.iterate_revisions(NEWEST, present)]
            return Migration(present, NEWEST, steps[::-1])
    except SQLAlchemyError as error:
        raise _translated(error, parsed) from None
    finally:
        engine.dispose()


def _revisions(connection: Connection) -> "ScriptDirectory":
    """Return all revisions. Alembic is imported here: without it a database can be used, but not migrated."""
    from alembic.script import ScriptDirectory

    from .migrations import alembic_config

    return ScriptDirectory.from_config(alembic_config(connection))


def migrate_to(connection: Connection, revision: str) -> None:
    """Migrate to a revision. Nothing is ever migrated downwards."""
    if checked_revision(connection) == revision:
        return
    from alembic import command
    from alembic.util import CommandError

    from .migrations import alembic_config

    with _migrating:
        try:
            command.upgrade(alembic_config(connection), revision)
        except CommandError:
            raise StoreError("This was made by a newer version of Parlour.") from None


def remove_tables(connection: Connection) -> None:
    """Remove all tables of a server."""
    for table in reversed(metadata.sorted_tables):
        connection.execute(text(f"DROP TABLE IF EXISTS {table.name}"))
    connection.execute(text("DROP TABLE alembic_version"))
