"""The store of a house in a browser."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from parlour.offline.store import DeviceStore
from parlour.server.store.errors import StoreError
from tests.server.helpers.rooms import PLAYING, open_room, timed


def test_a_room_from_before_rooms_had_epochs_goes_on(tmp_path: Path) -> None:
    async def talk() -> None:
        store = DeviceStore(tmp_path / "before.db")
        room = await open_room(store, "BCDFGH", summary=PLAYING)
        await store.close()
        with closing(sqlite3.connect(store.path)) as connection:
            for table, column in (("rooms", "epoch"), ("servers", "url"), ("servers", "lease_until")):
                connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
            connection.commit()
        again = DeviceStore(tmp_path / "after.db", store.image())
        await again.alive()
        assert [row.epoch for row in await again.running_rooms()] == [0]
        await again.append(room, 1, timed(1, 1), None)
        assert len(await again.log_of(room)) == 2
        await again.close()

    asyncio.run(talk())


def spoilt(path: Path, *statements: str) -> bytes:
    """Return the image of a database that is intact, but that no house would write."""
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
    return path.read_bytes()


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE servers (name TEXT)"],
        ["CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)", "INSERT INTO meta VALUES ('key', 'no digits')"],
        ["CREATE VIEW rooms AS SELECT 1 AS id"],
    ],
    ids=["another table of the same name", "no key", "a view"],
)
def test_a_database_of_something_else_is_refused_in_a_sentence(tmp_path: Path, statements: list[str]) -> None:
    image = spoilt(tmp_path / "other.db", *statements)
    with pytest.raises(StoreError, match=r"^The games kept on this device cannot be read\.$"):
        DeviceStore(tmp_path / "house.db", image)
    assert not (tmp_path / "house.db").exists(), "the next one begins with an empty file"
