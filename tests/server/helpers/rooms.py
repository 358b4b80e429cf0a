"""Small rooms and logs for tests of the store. As a program: opens a store and appends, until it is killed.

python -m tests.server.helpers.rooms URL SERVER open      open the store and close it again
python -m tests.server.helpers.rooms URL SERVER append    append to all rooms at once, and print each that is acknowledged
"""

import asyncio
import sys
from dataclasses import replace

from parlour.server.store import log
from parlour.server.store.queries import Timed
from parlour.server.store.rows import FinishedGame, RoomSummary
from parlour.server.store.store import Store

SUMMARY = RoomSummary(public=True, phase="gathering", game="some_game", seats=4, taken=1, watchers=True, host_name="Ann")
PLAYING = replace(SUMMARY, phase="playing", taken=4)
OPENED = log.Opened(log.Plan("some_game", 4, {"jokers": 2}), "ann-id")


def moved(number: int) -> log.Moved:
    """Return an entry that differs from all others."""
    return log.Moved(number % 4, f"play {number} ♥", "person", "ann-id", f"mark-{number}")


async def open_room(store: Store, code: str, at: float = 1000.0, summary: RoomSummary = SUMMARY) -> int:
    """Open a room whose log has one entry, and return its id."""
    return await store.open_room(code, [(at, OPENED)], summary)


def timed(first: int, last: int) -> list[Timed]:
    """Return entries with these numbers and their times."""
    return [(1000.0 + number, moved(number)) for number in range(first, last + 1)]


def finished(id: str, *people: tuple[str, int]) -> FinishedGame:
    """Return a finished game."""
    return FinishedGame(id, 1, "some_game", f"the save of {id}", f"the entry of {id}", people)


async def append_for_ever(store: Store) -> None:
    """Keep appending to every log."""
    logs = await store.logs_of([row.id for row in await store.running_rooms()])
    await asyncio.gather(*(_append_to(store, room, len(entries)) for room, entries in logs.items()))


async def _append_to(store: Store, room: int, number: int) -> None:
    while True:
        await store.append(room, number, timed(number, number), None)
        print(room, number, flush=True)
        number += 1


async def _main(url: str, server: str, what: str) -> None:
    store = Store.open(url, server)
    if what == "append":
        await append_for_ever(store)
    await store.close()


if __name__ == "__main__":
    asyncio.run(_main(*sys.argv[1:]))
