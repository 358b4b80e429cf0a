"""What honest guests notice while a house is attacked in one way, compared with a calm period just before."""

import asyncio
import json
import os
import random
import re
import resource
import statistics
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from parlour.core.table import Table
from parlour.server.people.people import Person
from parlour.server.rooms.lobby import summary
from parlour.server.rooms.plans import Seating, continued_room
from parlour.server.rooms.room import Room
from parlour.server.store.store import Store
from tests.server.helpers.attack import WAYS, Targets
from tests.server.helpers.clients import HouseProcess, Http
from tests.server.helpers.honest import Noticed, finished_game, play_on

CALM, ALL = "calm", "all together"
HONEST = 3
LEAST_USUAL = 0.003
"""Seconds that a request may take in any case: below this, ratios measure the machine."""
LONG_GAME = ("swish", 2, 120, {"max_turns": 5000})
"""A game that lasts for thousands of moves if they are made at random."""
LEAST_EVENTS = 9_000
LONG_ROOM = "LNGGMS"


@dataclass(frozen=True, slots=True)
class Period:
    """The measurements of one period: what guests noticed, and what it cost the house."""

    times: list[float]
    """The seconds that each request took."""
    waits: list[float]
    """The seconds from each move until it was the guest's turn again."""
    busy: float
    """The share of a core that the house used."""
    lag: float
    """The longest delay of its event loop, in seconds."""
    attempts: int
    waited: float
    """The share of the time for which the event loop was ready to run, but waited for a processor."""
    others: float
    """Cores that other programs used."""
    refused: list[str]

    @property
    def median(self) -> float:
        """The median of the times."""
        return statistics.median(self.times)

    @property
    def slow(self) -> float:
        """The 99th percentile of the times."""
        return statistics.quantiles(self.times, n=100)[98]

    @property
    def wait(self) -> float:
        """The median time until it was the guest's turn again."""
        return statistics.median(self.waits) if self.waits else float("nan")


async def open_long_game(database: str) -> str:
    """Open a room with a very long game in a database that no house uses yet, and return the room's code."""
    game, seats, seed, options = LONG_GAME
    table, dice = Table.new(game, seats, seed, options), random.Random(1)
    while table.must is not None:
        table.play(dice.choice(table.moves()))
    table = table.at(len(table.log) - 1)
    assert table.told >= LEAST_EVENTS
    store = Store.open(database, "before")
    now = store.now()
    entries = continued_room(table, Person("nobody", "Nobody", "red"), Seating(0, "beginner", [], 100))
    room = Room(LONG_ROOM)
    room.apply_all((now, entry) for entry in entries)
    await store.open_room(LONG_ROOM, [(now, entry) for entry in entries], summary(room))
    await store.close()
    return LONG_ROOM


async def targets_in(house: HouseProcess) -> Targets:
    """Return the targets in a house whose database has the room with the long game."""
    return Targets(house.url, await finished_game(house.url), LONG_ROOM)


def _cpu(pid: int) -> float:
    """Return the seconds of a core that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _machine_cpu() -> float:
    """Return the seconds of a core that all programs of this machine have used."""
    user, nice, system, _, _, irq, softirq = Path("/proc/stat").read_text().split()[1:8]
    return sum(map(int, (user, nice, system, irq, softirq))) / os.sysconf("SC_CLK_TCK")


def _own_cpu(house: HouseProcess) -> float:
    """Return the seconds of a core that the house, its guests, and the attackers that have ended have used."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return _cpu(house.pid) + time.process_time() + ended.ru_utime + ended.ru_stime


def _waited_for_core(house: HouseProcess) -> float:
    """Return the seconds for which the event loop was ready to run but another program had the processor."""
    return int(Path(f"/proc/{house.pid}/schedstat").read_text().split()[1]) / 1e9


async def measure(house: HouseProcess, targets: Targets, period: str, seconds: float) -> Period:
    """Let honest guests play through one period: calm, under one attack, or under all of them."""
    ways, attack = [] if period == ALL else [period], None
    if period != CALM:
        attack = subprocess.Popen(targets.command(seconds, *ways), stdout=subprocess.PIPE, text=True)
        assert attack.stdout is not None
        first = await asyncio.to_thread(attack.stdout.readline)
        assert first == "begun\n", f"Not all attacks could begin: {first}"
    noticed = Noticed(period)
    began, all, own = time.monotonic(), _machine_cpu(), _own_cpu(house)
    used, waited, end = _cpu(house.pid), _waited_for_core(house), began + seconds
    guests = [asyncio.create_task(play_on(house.url, noticed, end)) for _ in range(HONEST)]
    try:
        await asyncio.gather(*guests)
        busy, waited = _cpu(house.pid) - used, _waited_for_core(house) - waited
        took = time.monotonic() - began
        figures = await asyncio.to_thread(Http(house.url).full, "GET", "/metrics")
        lag = re.search(r"^parlour_loop_lag_seconds (\S+)", figures[2], re.MULTILINE)
        said = (await asyncio.to_thread(attack.communicate, timeout=120))[0] if attack else "{}"
    finally:
        if attack is not None:
            attack.kill()
    done = json.loads(said)
    others = (_machine_cpu() - all - (_own_cpu(house) - own)) / (time.monotonic() - began)
    return Period(
        times=noticed.during(period),
        waits=noticed.waits[period],
        busy=busy / took,
        lag=float(lag[1]) if lag else 0.0,
        attempts=sum(done.get(way, 0) for way in ways or WAYS),
        waited=waited / took,
        others=max(others, 0.0),
        refused=noticed.refused,
    )
