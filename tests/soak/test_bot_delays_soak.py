"""Many tables full of slow bots hold nobody up, whether the bots hold the GIL or not.

This measures times, so it runs with `make soak`, on a machine that has nothing else to do.
"""

import asyncio
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import pytest

from parlour import find_game, game_ids
from tests.server.helpers.clients import Client, HouseProcess, house_in
from tests.server.helpers.evenings import FREE_HOUSE
from tests.server.helpers.quiet import LONGEST

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

TABLES = 50
ROUNDS = 20
BREATH = 0.1
"""Seconds between two rounds: the house slows down clients that send more than 20 requests per second."""
BOUND = 0.15
"""Seconds within which 99% of the answers must come, on a machine that has nothing else to do."""
LAGS = 5
"""How often an answer may have to wait for the processor: for the loop, the writer and the client."""
TRIES = 3
"""Other work on this machine may spoil one measurement, but not all of them."""
GAME = next(game for game in game_ids() if find_game(game).most_seats >= 4)

SLOW_BOTS = '''
"""A house that starts with this on its path has bots that burn 100 ms of the processor for each thought."""
import hashlib, time
from parlour.server.rooms import bots

chosen = bots.choose

def without_the_gil():
    hashlib.pbkdf2_hmac("sha256", b"a bot", b"thinks", 5_000)

def with_the_gil():
    sum(range(20_000))

def slowly(*details, **more):
    end = time.thread_time() + 0.1
    while time.thread_time() < end:
        BURN()
    return chosen(*details, **more)

bots.choose = slowly
'''


@contextmanager
def house_of(burn: str) -> Iterator[HouseProcess]:
    """A house whose bots are slow; its database is in memory if possible, since this test is not about the disk."""
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else None) as name:
        folder = Path(name)
        (folder / "sitecustomize.py").write_text(SLOW_BOTS.replace("BURN", burn))
        path = os.pathsep.join(filter(None, (name, os.environ.get("PYTHONPATH"))))
        with house_in(folder, environment={**FREE_HOUSE, "PYTHONPATH": path}) as house:
            yield house
    assert not [line for line in house.said if "Traceback" in line or "ERROR" in line], "".join(house.said)


async def slow_table(house: HouseProcess) -> Client:
    """Run a table of three bots and a person who always moves at once."""
    client = await Client(house.url, keep=False).open()
    await client.make_room(GAME, 4, ("skilled",) * 3, pace=0, grace=600)
    await client.done("start")
    return client


async def keep_busy(client: Client) -> None:
    """Move whenever possible; start the next game after each."""
    while True:
        if client.room["phase"] == "over":
            await client.ask("rematch")
        elif client.my_turn:
            await client.move(client.view["moves"][-1]["words"])
        seen = client.update.get("number")
        await _news_at(client, seen)


async def _news_at(client: Client, seen: int | None) -> None:
    await client.until(lambda: client.update.get("number") != seen or client.room["phase"] == "over" or client.my_turn, 600)
    await asyncio.sleep(0.01)


async def two_people(house: HouseProcess) -> tuple[Client, Client]:
    """Two people at a table without bots."""
    one, two = [await Client(house.url, keep=False).open() for _ in range(2)]
    code = await one.make_room(GAME, 2)
    await two.done("enter", room=code)
    await two.done("sit")
    await one.done("start")
    return one, two


async def answer_times(one: Client, two: Client) -> list[float]:
    """Return how long the house takes to answer people who ping and move, in seconds."""
    times = []
    for i in range(ROUNDS):
        for client in (one, two):
            began = time.monotonic()
            await client.send({"type": "ping", "id": f"p{i}"})
            await _pong(client, f"p{i}")
            times.append(time.monotonic() - began)
        mover = await _mover(one, two)
        began = time.monotonic()
        answer = await mover.move(mover.view["moves"][-1]["words"])
        times.append(time.monotonic() - began)
        assert answer["type"] == "done", answer
        await asyncio.sleep(BREATH)
    return times


async def _pong(client: Client, mark: str) -> None:
    await client.until(lambda: any(m["type"] == "pong" and m["id"] == mark for m in client.messages))


async def _mover(one: Client, two: Client) -> Client:
    """Wait until both know whose turn it is, and return that person; start the next game after each."""
    if one.room["phase"] == "over":
        await one.done("rematch")
    await one.until(lambda: one.room["phase"] == "playing" and one.view["must"] is not None)
    await two.until(lambda: two.update["number"] >= one.update["number"])
    await one.until(lambda: one.update["number"] >= two.update["number"])
    return one if one.my_turn else two


async def measure_lag(lags: list[float]) -> None:
    """Measure how late this process wakes up, because of other work on this machine."""
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.01)
        lags.append(time.monotonic() - began - 0.01)


def worst(times: list[float]) -> float:
    """Return the 99th percentile."""
    return quantiles(times, n=100)[98]


def in_words(times: list[float]) -> str:
    return f"median {median(times) * 1000:.1f} ms, 99th percentile {worst(times) * 1000:.1f} ms"


@pytest.mark.parametrize("burn", ["without_the_gil", "with_the_gil"])
def test_slow_bots_at_many_tables_hold_nobody_up(burn: str) -> None:
    async def talk(house: HouseProcess) -> None:
        one, two = await two_people(house)
        quiet = await answer_times(one, two)
        clients = [await slow_table(house) for _ in range(TABLES)]
        busy = [asyncio.create_task(keep_busy(client)) for client in clients]
        for _ in range(TRIES):
            lags: list[float] = []
            lagging = asyncio.create_task(measure_lag(lags))
            loaded = await answer_times(one, two)
            lagging.cancel()
            said = f"{burn}: {in_words(loaded)}; when nobody thinks {in_words(quiet)}; this machine lags {in_words(lags)}"
            print(f"\n{said}")
            if worst(loaded) < BOUND + LAGS * worst(lags):
                break
        else:
            pytest.fail(said)
        for task in busy:
            task.cancel()

    with house_of(burn) as house:
        asyncio.run(asyncio.wait_for(talk(house), LONGEST))
