"""A house without sockets: each viewer has a round trip that the test sets."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

from parlour import find_game, game_ids
from parlour.core.table import Table
from parlour.server import wire
from parlour.server.house import House
from parlour.server.ops.settings import Settings
from parlour.server.people.people import Person
from parlour.server.rooms.keeper import Keeper
from parlour.server.rooms.registry import Rooms
from parlour.server.store import log
from parlour.server.store.store import Store
from tests.server.helpers.databases import sqlite_in

SEATS = 3
LONGEST = 300
"""Seconds after which a test that still waits has failed; a busy machine may need many."""


def is_race(table: Table) -> bool:
    """Whether two seats that are not to move may cut in."""
    return len(table.window) > 1 and sum(bool(table.moves(seat)) for seat in range(SEATS) if seat != table.must) > 1


@cache
def racing_plan() -> tuple[str, dict[str, Any]]:
    """Return the game and the house rule with the most races."""
    plans = [
        (game, {name: value})
        for game in game_ids()
        for name, option in find_game(game).options.items()
        for value in option.values
    ]
    return max(plans, key=lambda plan: _share_of_races(*plan))


def _share_of_races(game: str, options: dict[str, Any]) -> float:
    try:
        find_game(game).checked_options(options, SEATS)
    except ValueError:
        return 0.0
    races, moments = 0, 1
    for seed in range(2):
        table, rng = Table.new(game, SEATS, seed, options), random.Random(seed)
        while table.must is not None and moments < 60:
            moments += 1
            races += is_race(table)
            table.play(rng.choice(table.moves()))
    return races / moments


def racers(table: Table) -> list[tuple[int, str]]:
    """Return the seats that may cut in, each with a move."""
    return [(seat, table.moves(seat)[0]) for seat in range(SEATS) if seat != table.must and table.moves(seat)]


class FakeConnection:
    """A viewer without a socket, whose round trip the test sets."""

    address = "127.0.0.1"

    def __init__(self, rooms: Rooms, person: Person, round_trip: float) -> None:
        self.rooms = rooms
        self.person = person
        self.round_trip = round_trip
        self.keeper: Keeper | None = None
        self.woken: list[tuple[float, int]] = []
        """The times of updates, each with the number of moves then."""

    @property
    def seat(self) -> int | None:
        return self.keeper.room.seat_of(self.person.id) if self.keeper else None

    def show(self, keeper: Keeper, seen: int) -> None:
        self.keeper = keeper

    def leave(self, why: str = "") -> None:
        pass

    def follow(self, url: str) -> None:
        self.keeper = None

    def wake(self) -> None:
        room = self.keeper.room if self.keeper else None
        self.woken.append((time.monotonic(), len(room.table.log) if room and room.match else -1))

    def drop(self) -> None:
        pass

    async def ask(self, request: wire.Request) -> wire.Done | wire.Refused:
        """Handle a request that has arrived, as a socket would."""
        assert self.keeper is not None
        return await self.keeper.ask(self.person, request, self.round_trip)

    async def move(self, words: str, after: float = 0.0) -> wire.Done | wire.Refused:
        """Act after some time in the current position; the request arrives after half the round trip."""
        assert self.keeper is not None
        request = wire.Move(move=words, seen=self.keeper.room.number)
        await asyncio.sleep(after + self.round_trip / 2)
        return await self.ask(request)


@asynccontextmanager
async def quiet_house(folder: Path, draw_pause: float = 0.0, deal_wait: float = LONGEST) -> AsyncIterator[House]:
    settings = Settings(database=sqlite_in(folder), draw_pause=draw_pause, deal_wait=deal_wait)
    house = House(settings, Store.open(settings.database_url, settings.name))
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


async def sit_down(
    house: House, *trips: float, bots: int = 0, pace: int = 0, plan: Any = None
) -> tuple[Keeper, list[FakeConnection]]:
    """Set up a table after the deal, with bots and with people who have these round trips."""
    game, options = plan or racing_plan()
    connections = [FakeConnection(house.rooms, await house.people.new(), trip) for trip in trips]
    made = log.Plan(game, SEATS, options, pace=pace, hints=True)
    keeper = await house.rooms.keeper(await house.rooms.open(connections[0].person, made, ["skilled"] * bots))
    assert keeper is not None
    for connection in connections:
        await keeper.enter(connection, 0)
        await connection.ask(wire.Sit())
    assert isinstance(await connections[0].ask(wire.Start()), wire.Done)
    return keeper, connections


async def play_to(keeper: Keeper, connections: list[FakeConnection], found: Callable[[Table], bool]) -> bool:
    """Play until a position is found; return False if the game ends first."""
    rng = random.Random(1)
    by_seat = {connection.seat: connection for connection in connections}
    while keeper.room.phase == "playing":
        table = keeper.room.table
        if found(table):
            return True
        if table.must in by_seat:
            await by_seat[table.must].move(rng.choice(table.moves()))
        else:
            await asyncio.sleep(0.005)
    return False


def run(folder: Path, talk: Callable[[House], Awaitable[None]]) -> None:
    async def whole() -> None:
        async with quiet_house(folder) as house:
            await talk(house)

    asyncio.run(asyncio.wait_for(whole(), LONGEST))


async def a_race(house: House, trips: tuple[float, ...], **more: Any) -> tuple[Keeper, dict[int, FakeConnection]]:
    """Return a table at which two people may cut in now."""
    while True:
        keeper, connections = await sit_down(house, *(0.0 for _ in trips), **more)
        if await play_to(keeper, connections, lambda table: is_race(table) and table.must == SEATS - 1):
            for connection, trip in zip(connections, trips, strict=True):
                connection.round_trip = trip
            return keeper, {connection.seat: connection for connection in connections if connection.seat is not None}
