"""Storms of another kind: the disk fills up, the database turns read-only, its file is gone, and comes back. People play on.

Acknowledged moves are in the log once; refused ones can be sent again under the same id.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import text

from parlour import game_ids
from parlour.server.rooms.refusals import BUSY, NOT_WRITTEN, UNCERTAIN
from parlour.server.store import log
from parlour.server.store.errors import StoreError
from tests.server.helpers.clients import Client, Http
from tests.server.helpers.inside import HouseInside

OUTAGES = int(os.environ.get("PARLOUR_OUTAGES", "3"))
"""How many outages there are; the kinds take turns."""
MOVES = 5
"""Moves that everybody makes between two outages, at least."""
LONGEST = 300.0


class Stubborn:
    """Somebody who plays game after game, and sends a move again under its id until it is acknowledged or refused for good."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.client = Client(url, keep=False)
        self.code = ""
        self.acknowledged: list[str] = []
        self.is_over = False

    async def sit_down(self) -> None:
        await self.client.open()
        self.code = await self.client.make_room(game_ids()[0], 2, ("beginner",), pace=0)
        await self.client.done("start")

    async def play(self) -> None:
        """Play until told to stop."""
        number = 0
        while not self.is_over:
            await asyncio.sleep(0.005)
            if not self.client.is_open:
                with suppress(OSError, ConnectionError):
                    await self._come_back()
                continue
            with suppress(ConnectionError):
                if self.client.room["phase"] == "over":
                    await self.client.ask("rematch")
                elif self.client.my_turn:
                    number += 1
                    await self._move(f"m{number}", self.client.view["moves"][0]["words"], self.client.update["number"])

    async def _come_back(self) -> None:
        cookie = self.client.http.cookie
        self.client = Client(self.url, cookie, keep=False)
        await self.client.open()
        if (await self.client.ask("enter", room=self.code))["type"] != "done":
            await self.client.close()
        else:
            await self.client.until(lambda: self.client.room and self.client.update)

    async def _move(self, mark: str, words: str, seen: int) -> None:
        while not self.is_over:
            try:
                answer: dict[str, Any] = await self.client.ask("move", move=words, seen=seen, id=mark)
            except ConnectionError:
                await asyncio.sleep(0.05)
                with suppress(OSError, ConnectionError):
                    await self._come_back()
                continue
            if answer["type"] == "done":
                self.acknowledged.append(mark)
            if answer["type"] == "done" or answer["code"] not in (BUSY, NOT_WRITTEN, UNCERTAIN):
                return
            await asyncio.sleep(0.02)


def outage(inside: HouseInside, folder: Path, kind: str) -> tuple[Callable[[], None], Callable[[], None]]:
    """How an outage begins and ends."""
    file, elsewhere = folder / "inside.db", folder / "elsewhere.db"
    pragmas = {"full": "max_page_count = 1", "read-only": "query_only = ON"}

    def set_pragma(pragma: str) -> None:
        assert inside.loop is not None
        store = inside.house.store
        work = store.write(lambda connection: connection.execute(text(f"PRAGMA {pragma}")).close())
        # it holds from now on, even if a move that shares the commit fails because of it
        with suppress(StoreError):
            asyncio.run_coroutine_threadsafe(work, inside.loop).result(60)

    if kind == "gone":
        return partial(_move, file, elsewhere), partial(_move, elsewhere, file)
    # the writing connection is opened again, without the limit
    return lambda: set_pragma(pragmas[kind]), inside.house.store._engines[0].dispose


def _move(source: Path, target: Path) -> None:
    source.rename(target)


async def until_ready(url: str, status: int) -> None:
    while (await asyncio.to_thread(Http(url), "GET", "/readyz"))[0] != status:
        await asyncio.sleep(0.05)


async def storm(inside: HouseInside, folder: Path, people: list[Stubborn]) -> None:
    for person in people:
        await person.sit_down()
    playing = [asyncio.create_task(person.play()) for person in people]
    host = await Client(inside.url).open()
    await host.make_room(game_ids()[0], 2)
    for number in range(OUTAGES):
        kind = ("full", "read-only", "gone")[number % 3]
        begin, end = outage(inside, folder, kind)
        await asyncio.to_thread(begin)
        await until_ready(inside.url, 503)
        if kind == "read-only":
            assert (await host.ask("replan", change={"grace": 100 + number}))["code"] == NOT_WRITTEN
        await asyncio.to_thread(end)
        await until_ready(inside.url, 200)
        before = [len(person.acknowledged) for person in people]
        while any(len(person.acknowledged) < least + MOVES for person, least in zip(people, before, strict=True)):
            await asyncio.sleep(0.02)
            for task in playing:
                if task.done():
                    task.result()
    for person in people:
        person.is_over = True
    await asyncio.gather(*playing)
    await host.close()


def test_nothing_acknowledged_is_lost_when_the_database_is_full_read_only_or_gone(tmp_path: Path) -> None:
    with HouseInside(tmp_path, unlimited=True, deal_wait=60) as inside:
        people = [Stubborn(inside.url) for _ in range(3)]
        asyncio.run(asyncio.wait_for(storm(inside, tmp_path, people), LONGEST * max(1, OUTAGES / 3)))
        assert inside.loop is not None
        for person in people:
            row = asyncio.run_coroutine_threadsafe(inside.house.store.find_room(person.code), inside.loop).result(60)
            assert row is not None
            entries = asyncio.run_coroutine_threadsafe(inside.house.store.log_of(row.id), inside.loop).result(60)
            made = Counter(entry.id for _, entry in entries if isinstance(entry, log.Moved) and entry.by == "person")
            assert set(person.acknowledged) <= set(made) and set(made.values()) == {1}
