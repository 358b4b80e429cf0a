"""Nothing that was acknowledged is lost or doubled, whatever clients do and however often the house is killed."""

import asyncio
import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from parlour import game_ids
from parlour.core.texts import english
from parlour.server.rooms.refusals import BUSY
from parlour.server.store import log
from parlour.server.store.errors import StoreError
from parlour.server.store.queries import Timed
from tests.server.helpers import postgres
from tests.server.helpers.clients import Client
from tests.server.helpers.inside import HouseInside
from tests.server.helpers.quiet import LONGEST
from tests.server.helpers.storm import weather


def test_nothing_is_lost_in_a_storm_over_sqlite(tmp_path: Path, sqlite_url: str):
    storm = weather(sqlite_url, "sqlite 37", tables=3, kills=2, filled=20)
    figures = storm.figures
    assert figures.kills >= 2 and figures.stops == 1 and figures.games >= 2 and figures.acknowledged > 30
    with closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    for number, table in enumerate(storm.spreads[:2]):
        file = tmp_path / f"{number}.json"
        file.write_text(table.replay[1])
        done = subprocess.run([sys.executable, "-m", "parlour.cli", "verify", file], capture_output=True, text=True)
        # in a storm any client may be too late to add a number
        is_fair = bool(json.loads(table.replay[1])["fair"]["numbers"])
        assert (done.returncode == 0) is ("The deal was fair to everybody" in done.stdout) is is_fair, done
        assert "moves follow the rules" in " ".join(done.stdout.split()), done


def test_nothing_is_lost_in_a_storm_over_postgresql(postgres_server: postgres.Server, postgresql_url: str):
    cut = partial(postgres_server.cut, postgresql_url.rpartition("/")[2])
    figures = weather(postgresql_url, "postgresql 1", tables=3, kills=2, filled=20, cut=cut).figures
    assert figures.kills >= 2 and figures.cuts and figures.games >= 2


# ---- when the store fails ---------------------------------------------------------------------------------------------


@contextmanager
def house_that_fails(folder: Path, guilty: Callable[[Sequence[Timed], Any], bool]) -> Iterator[HouseInside]:
    """A house whose store refuses the first append for which `guilty` is true, given its entries and the finished game."""
    with HouseInside(folder, unlimited=True) as inside:
        append = inside.house.store.append
        failed: list[bool] = []

        async def fail_once(room: int, number: int, entries: Sequence[Timed], summary: Any, finished: Any = None) -> None:
            if not failed and guilty(entries, finished):
                failed.append(True)
                raise StoreError("The disk is full.")
            await append(room, number, entries, summary, finished)

        inside.house.store.append = fail_once  # type: ignore[method-assign]
        yield inside
        assert failed


async def play_to_the_end(ana: Client) -> None:
    await ana.until(lambda: ana.update)
    while ana.room["phase"] != "over":
        number = ana.update["number"]
        if ana.my_turn:
            answer = await ana.move(ana.view["moves"][-1]["words"])
            assert answer["type"] == "done" or answer["stale"], answer
        await ana.until(lambda: ana.update["number"] > number or ana.room["phase"] == "over")  # noqa: B023


def by_a_bot(entries: Sequence[Timed], finished: Any) -> bool:
    return any(isinstance(entry, log.Moved) and entry.by == "bot" for _, entry in entries)


def to_keep_a_game(entries: Sequence[Timed], finished: Any) -> bool:
    return finished is not None


@pytest.mark.parametrize("guilty", [by_a_bot, to_keep_a_game])
def test_a_failed_write_of_the_house_itself_is_retried(tmp_path: Path, guilty: Callable[..., bool]):
    async def talk(url: str) -> None:
        ana = await Client(url).open()
        await ana.make_room(game_ids()[0], 2, ("beginner",), pace=0)
        await ana.done("start")
        await play_to_the_end(ana)
        if guilty is to_keep_a_game:
            assert not ana.room["replay"] and not ana.room["commitment"]
            assert await ana.refused("rematch") == english()[BUSY], "no game is dealt before the last one is saved"
        old = await ana.until(lambda: ana.room["replay"])
        await ana.done("rematch")
        await ana.until(lambda: ana.room["games"] == 2 and ana.update["base"])
        await play_to_the_end(ana)
        await ana.until(lambda: ana.room["replay"] != old)
        await ana.close()

    with house_that_fails(tmp_path, guilty) as inside:
        asyncio.run(asyncio.wait_for(talk(inside.url), LONGEST))


@pytest.mark.parametrize("is_gone", [False, True])
def test_nobody_enters_a_room_while_it_is_unloaded(tmp_path: Path, is_gone: bool):
    """Somebody enters while the keeper is still writing, before or after it has given up the room."""

    async def talk(inside: HouseInside) -> None:
        ana, ben = await Client(inside.url).open(), await Client(inside.url).open()
        code = await ana.make_room(game_ids()[0], 2)
        await ana.close()
        append, writes, comes = inside.house.store.append, threading.Event(), threading.Event()

        async def slowly(*details: Any) -> None:
            inside.house.store.append = append  # type: ignore[method-assign]
            writes.set()
            while not comes.is_set() or code in inside.house.rooms.keepers:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)
            await append(*details)

        inside.house.store.append = slowly  # type: ignore[assignment, method-assign]
        joining = asyncio.create_task(asyncio.to_thread(ben.http, "POST", f"/api/rooms/{code}/join", {}))
        await asyncio.to_thread(writes.wait)
        while is_gone and code in inside.house.rooms.keepers:
            await asyncio.sleep(0.01)
        comes.set()
        while (await ben.ask("enter", room=code))["type"] == "refused":
            await asyncio.sleep(0.1)
        assert (await joining)[0] == 200
        await ben.done("pledge", commitment="ab" * 32)
        await ben.close()

    with HouseInside(tmp_path, unlimited=True, idle_unload=0.1) as inside:
        asyncio.run(asyncio.wait_for(talk(inside), LONGEST))


def test_a_person_who_is_away_at_the_deal_is_replaced_too(tmp_path: Path):
    async def talk(url: str) -> None:
        ana, ben = await Client(url).open(), await Client(url).open()
        code = await ana.make_room(game_ids()[0], 2, grace=1, pace=0)
        await ben.done("enter", room=code)
        await ben.done("sit")
        ben.break_off()
        await ana.until(lambda: not ana.room["chairs"][1]["present"])
        await ana.done("start")
        await ana.until(lambda: ana.room["chairs"][1]["stand_in"] or ana.room["phase"] == "over")
        await play_to_the_end(ana)
        await ana.done("rematch")
        await ana.until(lambda: ana.room["chairs"][0]["stand_in"] or ana.room["phase"] == "over")
        await ana.close()

    with HouseInside(tmp_path, unlimited=True) as inside:
        asyncio.run(asyncio.wait_for(talk(inside.url), LONGEST))
