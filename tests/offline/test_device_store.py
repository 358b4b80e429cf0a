"""The store of a house in a browser."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from parlour.offline.store import DeviceStore
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
