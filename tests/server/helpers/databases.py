"""Databases that already have their tables: running all migrations takes longer than most tests."""

import tempfile
from functools import cache
from pathlib import Path

from parlour.server.store.database import migrate_to, plain_engine, prepare_file
from parlour.server.store.schema import NEWEST


def make_tables(url: str) -> None:
    """Make the tables of a house in an empty database that nobody has opened yet."""
    engine = plain_engine(url)
    with engine.begin() as connection:
        migrate_to(connection, NEWEST)
    engine.dispose()


@cache
def _file_with_tables() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "house.db"
        prepare_file(path)
        make_tables(f"sqlite:///{path}")
        return path.read_bytes()


def sqlite_in(folder: Path, name: str = "house.db") -> str:
    """Return the URL of a SQLite file with tables in this folder; it is made unless it exists."""
    path = folder / name
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(_file_with_tables())
    return f"sqlite:///{path}"
