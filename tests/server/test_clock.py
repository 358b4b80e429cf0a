"""Clocks: the database's time decides between servers, and setting a clock back gives nobody more time."""

import asyncio
import time
from pathlib import Path

import pytest

from parlour import find_game
from parlour.server.rooms.room import Room
from parlour.server.store import log
from parlour.server.store.clock import SLOWEST, StoreClock
from parlour.server.store.lease import LEASE
from parlour.server.store.store import Store
from tests.server.helpers.direct import GAME
from tests.server.helpers.quiet import quiet_house, sit_down
from tests.server.helpers.rooms import open_room

TURN = 30


def test_a_clock_follows_the_database_forwards_and_never_goes_back() -> None:
    measured = 100.0
    clock = StoreClock(5_000.0, lambda: measured)
    assert clock.now() == 5_000.0
    measured += 10
    assert clock.now() == 5_010.0
    clock.follow(5_100.0)
    assert clock.now() == 5_100.0, "the machine was asleep"
    clock.follow(1_500.0)
    assert clock.now() == pytest.approx(5_100.0 - SLOWEST), "somebody has set the database's clock back"


@pytest.mark.rules("ALL-8")
def test_a_clock_set_back_gives_no_turn_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        async with asyncio.timeout(60), quiet_house(tmp_path) as house:
            keeper, _ = await sit_down(house, 0.0, 0.0, bots=1, plan=(GAME, {"turn_seconds": TURN}))
            now = time.time()
            monkeypatch.setattr(time, "time", lambda: now - 3_608)
            left = keeper.room.clock_left(house.store.now())
            assert left is None or left <= TURN
            assert house.store.now() == pytest.approx(now, abs=30)

    asyncio.run(talk())


@pytest.mark.rules("ALL-8")
def test_a_turn_that_began_by_a_clock_that_was_ahead_is_no_longer_than_a_turn() -> None:
    room = Room("BCDFGH")
    plan = log.Plan(GAME, 2, {"turn_seconds": TURN})
    for entry in (
        log.Opened(plan, "ann"),
        log.Committed("ab" * 32),
        log.Sat(0, "ann", "Ann", "red"),
        log.Sat(1, "ben", "Ben", "red"),
    ):
        room.apply(entry, 10_000.0)
    room.apply(log.Dealt(find_game(GAME).version), 10_000.0)
    assert room.clock_left(10_000.0) == TURN and room.clock_left(10_010.0) == TURN - 10
    assert room.clock_left(6_362.0) == TURN, "a clock that was set back gives no more time"


def test_servers_judge_each_other_by_the_time_of_the_database(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        here = Store.open(sqlite_url, "here")
        room = await open_room(here, "BCDFGH")
        monkeypatch.setattr(time, "time", lambda: 9e9)
        there = Store.open(sqlite_url, "there")
        await here.alive()
        assert not await there.claim(room), "whatever its own clock says"
        await here.alive(there.now() + 3_600)
        assert await there.claim(room), "a heartbeat from the future is from before the clock was set back"
        assert LEASE < 3_600
        await here.close()
        await there.close()

    asyncio.run(talk())
