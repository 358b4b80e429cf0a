"""Outages: the disk fills up, or the database turns read-only or disappears, and comes back, while people play.

Acknowledged moves are in the log once; refused ones can be sent again under the same id.
"""

import asyncio
import os
import resource
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from websockets.exceptions import WebSocketException

from parlour import game_ids
from parlour.server.rooms.refusals import BUSY, NOT_WRITTEN, UNCERTAIN
from parlour.server.store import log
from parlour.server.store.errors import StoreError
from parlour.server.store.store import Store
from tests.helpers import SOAK
from tests.server.helpers import postgres
from tests.server.helpers.chaos import NO_LIMITS
from tests.server.helpers.clients import Client, Http, house_in
from tests.server.helpers.inside import HouseInside

OUTAGES = int(os.environ.get("PARLOUR_OUTAGES", "3"))
"""How many outages there are; the kinds take turns."""
TMPFS = 16
"""MiB of a file system that is filled."""
MOVES = 5
"""Moves that everybody makes between two outages, at least."""
LONGEST = 300.0
long = pytest.mark.skipif(not SOAK, reason="long tests run with make soak")
Outage = tuple[Callable[[], object], Callable[[], object], bool]
"""How an outage begins and ends, and whether it stops all writes: a little may still fit into a full database."""


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
                with suppress(OSError, WebSocketException):
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
                with suppress(OSError, WebSocketException):
                    await self._come_back()
                continue
            if answer["type"] == "done":
                self.acknowledged.append(mark)
            if answer["type"] == "done" or answer["code"] not in (BUSY, NOT_WRITTEN, UNCERTAIN):
                return
            await asyncio.sleep(0.02)


async def until_ready(url: str, status: int) -> None:
    while (await asyncio.to_thread(Http(url), "GET", "/readyz"))[0] != status:
        await asyncio.sleep(0.05)


async def storm(url: str, people: list[Stubborn], outages: Sequence[Outage]) -> None:
    for person in people:
        await person.sit_down()
    playing = [asyncio.create_task(person.play()) for person in people]
    host = await Client(url).open()
    await host.make_room(game_ids()[0], 2)
    for number in range(max(OUTAGES, len(outages))):
        begin, end, forbids_all = outages[number % len(outages)]
        await asyncio.to_thread(begin)
        await until_ready(url, 503)
        if forbids_all and host.is_open:
            assert (await host.ask("replan", change={"grace": 100 + number}))["code"] == NOT_WRITTEN
        await asyncio.to_thread(end)
        await until_ready(url, 200)
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


def check_storm(url: str, database: str, outages: Sequence[Outage]) -> None:
    """Let people play through these outages, then compare what they were told with the log."""
    people = [Stubborn(url) for _ in range(3)]
    asyncio.run(asyncio.wait_for(storm(url, people, outages), LONGEST * max(1, OUTAGES / 3)))
    asyncio.run(audit(database, people))


async def audit(database: str, people: list[Stubborn]) -> None:
    store = Store.open(database, "auditor")
    for person in people:
        row = await store.find_room(person.code)
        assert row is not None
        made = Counter(
            entry.id for _, entry in await store.log_of(row.id) if isinstance(entry, log.Moved) and entry.by == "person"
        )
        assert set(person.acknowledged) <= set(made) and set(made.values()) == {1}
    await store.close()


def test_nothing_acknowledged_is_lost_when_the_database_is_full_read_only_or_gone(tmp_path: Path) -> None:
    """Quick outages of SQLite. A file system that is really full, disk errors and PostgreSQL take longer: see `make soak`."""
    file, elsewhere = tmp_path / "inside.db", tmp_path / "elsewhere.db"

    def set_pragma(pragma: str) -> None:
        assert inside.loop is not None
        store = inside.house.store
        work = store.write(lambda connection: connection.execute(text(f"PRAGMA {pragma}")).close())
        # it takes effect at once, even if it makes the commit fail that it shares with a move
        with suppress(StoreError):
            asyncio.run_coroutine_threadsafe(work, inside.loop).result(60)

    def open_again() -> None:
        """Open the writing connection again, without the limit."""
        inside.house.store._engines[0].dispose()

    with HouseInside(tmp_path, unlimited=True, deal_wait=60) as inside:
        check_storm(
            inside.url,
            inside.settings.database_url,
            [
                (lambda: set_pragma("max_page_count = 1"), open_again, False),
                (lambda: set_pragma("query_only = ON"), open_again, True),
                (lambda: file.rename(elsewhere), lambda: elsewhere.rename(file), False),
            ],
        )


# ---- with real file systems and PostgreSQL ---------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little space. Only root may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={TMPFS}m", "tmpfs", folder], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


def fill(file: Path) -> None:
    with file.open("wb", buffering=0) as filler, suppress(OSError):
        while True:
            filler.write(b"." * 4096)


@long
def test_nothing_acknowledged_is_lost_when_the_file_system_is_full(small_disk: Path) -> None:
    filler = small_disk / "filler"
    with HouseInside(small_disk, unlimited=True, deal_wait=60) as inside:
        check_storm(inside.url, inside.settings.database_url, [(lambda: fill(filler), filler.unlink, False)])


@long
def test_nothing_acknowledged_is_lost_when_every_write_to_the_disk_fails(tmp_path: Path) -> None:
    """The system refuses all writes of the house to files, at any point of a transaction."""

    def limit(size: int) -> None:
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    with house_in(tmp_path, environment=NO_LIMITS) as house:
        check_storm(house.url, house.database, [(lambda: limit(0), lambda: limit(resource.RLIM_INFINITY), True)])


@long
def test_nothing_acknowledged_is_lost_when_postgresql_is_read_only_or_gone(
    tmp_path: Path, postgres_server: postgres.Server, postgresql_url: str
) -> None:
    name = postgresql_url.rpartition("/")[2]

    def alter(words: str) -> None:
        postgres_server.do(f"ALTER DATABASE {name} {words}")
        postgres_server.cut(name)

    with HouseInside(tmp_path, database=postgresql_url, unlimited=True, deal_wait=60) as inside:
        check_storm(
            inside.url,
            postgresql_url,
            [
                (
                    lambda: alter("SET default_transaction_read_only = on"),
                    lambda: alter("SET default_transaction_read_only = off"),
                    True,
                ),
                (lambda: alter("ALLOW_CONNECTIONS false"), lambda: alter("ALLOW_CONNECTIONS true"), False),
            ],
        )
