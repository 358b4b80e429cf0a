"""Finds out whether more data can be written: a heartbeat alone succeeds even if the disk is full or the file deleted."""

import shutil
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, text

from .errors import DISK_FULL, StoreError
from .schema import meta

ROOM_NEEDED = 65_536
"""Bytes by which a SQLite file must be able to grow."""
LEAST_FREE = 1_048_576
"""Bytes that must be free on the disk of a SQLite file, for its write-ahead log."""
FILE_GONE = "The database file is gone."


class Probe:
    """A write that leaves nothing behind. PostgreSQL needs none: its heartbeat fails if it cannot write."""

    def __init__(self, engine: Engine) -> None:
        self._path = Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else None
        self._file = None if self._path is None else _identity(self._path)

    def __call__(self, connection: Connection) -> None:
        """Raise an error if no more can be written."""
        if self._path is None:
            return
        if _identity(self._path) != self._file:
            raise StoreError(FILE_GONE)
        if shutil.disk_usage(self._path).free < LEAST_FREE:
            raise StoreError(DISK_FULL)
        connection.execute(text("SAVEPOINT probe"))
        connection.execute(insert(meta).values(key="probe", value="." * ROOM_NEEDED))
        connection.execute(text("ROLLBACK TO probe"))
        connection.execute(text("RELEASE probe"))


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
