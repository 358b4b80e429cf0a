"""The file of a backup: a SQLite database with the server's tables, and one more that says what must be in them."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..rooms.room import Room
from ..store.errors import StoreError
from ..store.log import decode
from ..store.rows import CLOSED
from ..store.schema import metadata

FORMAT = "1"
ABOUT = "backup"
"""The name of the table by which a file is recognised as a backup."""
TABLES = tuple(table.name for table in metadata.sorted_tables)
"""The tables of a house, in an order in which rows can be inserted."""
KEYS = {table.name: [column.name for column in table.primary_key] for table in metadata.sorted_tables}
SQLITE_MAGIC = b"SQLite format 3\x00"
NOT_A_BACKUP = "{path} is not a backup made by `parlour backup`."
A_COPY = (
    "{path} is a copy of a database file, not a backup: what the house wrote last may be missing from it. "
    "Make one with `parlour backup FILE`, which is safe while the house runs."
)
DAMAGED = "{path} is damaged: {why}."
Row = Sequence[object]


@dataclass(frozen=True, slots=True)
class Contents:
    """The content of a backup: its revision of the tables, the number of rows in each, and the rooms that do not replay."""

    revision: str
    counts: dict[str, int]
    broken: tuple[str, ...]

    def __str__(self) -> str:
        words = (("rooms", "room", "rooms"), ("people", "person", "people"), ("games", "finished game", "finished games"))
        rooms, people, games = (
            f"{self.counts[table]} {one if self.counts[table] == 1 else many}" for table, one, many in words
        )
        return f"{rooms}, {people} and {games}"


class Checksum:
    """A hash over rows, the same for SQLite and PostgreSQL."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self.counts: dict[str, int] = {}

    def of_table(self, name: str, columns: Sequence[str], rows: Iterable[Row]) -> Iterator[Row]:
        """Add the rows of a table, sorted by primary key, and yield them."""
        self._add([name, *columns])
        self.counts[name] = 0
        for row in rows:
            plain = [int(value) if isinstance(value, bool) else value for value in row]
            self._add(plain)
            self.counts[name] += 1
            yield plain

    def _add(self, values: Sequence[object]) -> None:
        self._hash.update(json.dumps(list(values), ensure_ascii=False).encode() + b"\n")

    @property
    def digest(self) -> str:
        """The hash so far."""
        return self._hash.hexdigest()


def columns_of(connection: sqlite3.Connection, table: str) -> list[str]:
    """Return the columns of a table in alphabetical order; none if there is no such table."""
    return sorted(row[1] for row in connection.execute(f"PRAGMA table_info({table})"))


def rows_of(connection: sqlite3.Connection, table: str, columns: Sequence[str]) -> Iterator[Row]:
    """Return the rows of a table, sorted by primary key."""
    yield from connection.execute(f"SELECT {quoted(columns)} FROM {table} ORDER BY {quoted(KEYS[table])}")


def quoted(columns: Sequence[str]) -> str:
    """Return a list of quoted columns for SQL, since some have the names of keywords."""
    return ", ".join(f'"{column}"' for column in columns)


def checksum_of(connection: sqlite3.Connection) -> Checksum:
    """Return the checksum of all tables of a file. A file of an earlier version lacks some of them."""
    checksum = Checksum()
    for table in TABLES:
        columns = columns_of(connection, table)
        if not columns:
            continue
        for _ in checksum.of_table(table, columns, rows_of(connection, table, columns)):
            pass
    return checksum


def seal(connection: sqlite3.Connection, checksum: Checksum, about: dict[str, str]) -> None:
    """Turn a file into a backup by recording what is in it."""
    facts = {**about, "format": FORMAT, "checksum": checksum.digest, "counts": json.dumps(checksum.counts)}
    connection.execute(f"CREATE TABLE {ABOUT} (key TEXT PRIMARY KEY, value TEXT NOT NULL)")
    connection.executemany(f"INSERT INTO {ABOUT} VALUES (?, ?)", sorted(facts.items()))
    connection.commit()


def open_archive(path: Path) -> sqlite3.Connection:
    """Open the file of a backup for reading, or raise a StoreError that says why it isn't one."""
    try:
        with path.open("rb") as file:
            magic = file.read(len(SQLITE_MAGIC))
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {(error.strerror or 'no reason given').lower()}.") from None
    if magic != SQLITE_MAGIC:
        raise StoreError(NOT_A_BACKUP.format(path=path))
    # immutable: a copy that was made while the house wrote must not be repaired, and no file is created beside it
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)
    try:
        if not columns_of(connection, ABOUT):
            raise StoreError(A_COPY.format(path=path))
    except (sqlite3.Error, StoreError) as error:
        connection.close()
        if isinstance(error, StoreError):
            raise
        raise StoreError(DAMAGED.format(path=path, why="it is not a whole database")) from None
    return connection


def check(path: Path) -> Contents:
    """Check that every row of a backup is as it was written, or raise a StoreError that says what is wrong.

    Open rooms that do not replay are not an error: the contents name them.
    """
    with closing(open_archive(path)) as connection:
        try:
            return _check(path, connection)
        except sqlite3.Error:
            raise StoreError(DAMAGED.format(path=path, why="it is not a whole database")) from None


def _check(path: Path, connection: sqlite3.Connection) -> Contents:
    facts: dict[str, str] = dict(connection.execute(f"SELECT key, value FROM {ABOUT}").fetchall())
    if facts.get("format") != FORMAT:
        raise StoreError(f"{path} was made by a newer version of Parlour.")
    if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
        raise StoreError(DAMAGED.format(path=path, why="it is not a whole database"))
    if path.stat().st_size != _size(connection):
        raise StoreError(DAMAGED.format(path=path, why="there is something after its end"))
    found, counts = checksum_of(connection), json.loads(facts["counts"])
    for table in TABLES:
        if found.counts.get(table, 0) != counts.get(table, 0):
            why = f"it has {found.counts.get(table, 0)} rows of “{table}” instead of {counts.get(table, 0)}"
            raise StoreError(DAMAGED.format(path=path, why=why))
    if found.digest != facts["checksum"]:
        raise StoreError(DAMAGED.format(path=path, why="its checksum is wrong"))
    return Contents(facts["revision"], found.counts, tuple(_broken_rooms(connection)))


def _size(connection: sqlite3.Connection) -> int:
    """Return how many bytes the file of a database should have."""
    pages, each = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages) * int(each)


def _broken_rooms(connection: sqlite3.Connection) -> Iterator[str]:
    """Return the codes of the open rooms whose logs do not replay."""
    open_rooms = connection.execute("SELECT id, code FROM rooms WHERE phase <> ? ORDER BY id", (CLOSED,)).fetchall()
    for id, code in open_rooms:
        entries = connection.execute("SELECT at, entry FROM log WHERE room = ? ORDER BY number", (id,))
        try:
            Room(code).apply_all((at, decode(entry)) for at, entry in entries)
        except Exception:  # a room is broken whatever is wrong with its log
            yield code
