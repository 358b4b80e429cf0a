"""A storm over several houses on one database: faults while people play, and the audit of every write afterwards."""

import asyncio
import os
import random
import signal
import socket
from collections.abc import Iterable
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg
from websockets.asyncio.client import ClientConnection, connect

from parlour.server.store.lease import LEASE
from parlour.server.store.store import Store
from tests.server.helpers import postgres
from tests.server.helpers.chaos import NO_LIMITS, Message, Notes, Player, Spread, Tab, Victim, random_plan
from tests.server.helpers.clients import HouseProcess
from tests.server.helpers.storm import LONGEST_END, Audit, Figures

RECORD = """
CREATE TABLE writes (room int, number int, epoch int, writer text);
CREATE FUNCTION record_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO writes SELECT NEW.room, NEW.number, epoch, current_setting('application_name') FROM rooms WHERE id = NEW.room;
    RETURN NEW;
END $$;
CREATE TRIGGER record_write AFTER INSERT ON log FOR EACH ROW EXECUTE FUNCTION record_write();
"""


class Write(NamedTuple):
    """An entry of a log as the database saw it arrive: the epoch of the room then, and the house that wrote it."""

    room: int
    number: int
    epoch: int
    writer: str


def flaws_in(writes: Iterable[Write]) -> list[str]:
    """Return what is wrong with the writes of all rooms: gaps, an epoch that goes back, or two writers in one epoch."""
    flaws: list[str] = []
    last: dict[int, Write] = {}
    writers: dict[tuple[int, int], str] = {}
    for write in sorted(writes):
        before = last.get(write.room)
        if write.number != (0 if before is None else before.number + 1):
            flaws.append(f"there is a gap before {write}")
        if before is not None and write.epoch < before.epoch:
            flaws.append(f"{write} is of an older epoch than {before}")
        if writers.setdefault((write.room, write.epoch), write.writer) != write.writer:
            flaws.append(f"{write} was not written by the owner, {writers[write.room, write.epoch]}")
        last[write.room] = write
    return flaws


class NotesOfRoamer(Notes):
    """Also notes where a house sent this person."""

    moved = ""

    def hear(self, tab: Tab, message: Message) -> None:
        if not tab.is_open:
            return  # it has gone where it was sent
        if message["type"] == "moved":
            self.moved = message["url"]
            tab.break_off()
        super().hear(tab, message)


class Roamer(Player):
    """A player who connects to any house, as behind a proxy that knows nothing, and follows where it is sent."""

    def __init__(self, table: Spread, urls: list[str], dice: random.Random, name: str, *, sits: bool) -> None:
        super().__init__(table, urls[0], dice, name, sits=sits)
        self.urls = urls
        self.notes: NotesOfRoamer = NotesOfRoamer(name)

    async def _connect(self) -> ClientConnection:
        address = self.notes.moved or f"{self.dice.choice(self.urls)}/ws/{self.table.code}"
        self.notes.moved = ""
        self.http.address = urlsplit(address)
        headers = {"Cookie": self.http.cookie}
        return await connect(
            address.replace("http", "ws", 1), additional_headers=headers, proxy=None, compression=None, close_timeout=0.5
        )


def free_port() -> int:
    """Return a port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def house_named(name: str, database: str) -> HouseProcess:
    """A house of this name, whose writes can be told from those of others."""
    port = free_port()
    house = Victim(f"{database}?application_name={name}")
    house.arguments = ("--name", name, "--own-url", f"http://127.0.0.1:{port}")
    house.port = port
    house.environment = NO_LIMITS
    return house


class HousesStorm:
    """Houses that are killed, stopped for longer than a lease, drained and cut from the database while people play."""

    def __init__(self, server: postgres.Server, database: str, seed: str, *, houses: int, tables: int) -> None:
        self.server = server
        self.database = database
        self.dice = random.Random(seed)
        self.houses = [house_named(f"house{number}", database) for number in range(houses)]
        self.figures = Figures()
        self.faults: list[str] = []
        self.is_over = False
        self.seed = seed
        self.tables = tables

    def _spread(self, number: int) -> Spread:
        dice = random.Random(f"{self.seed}/{number}")
        plan, people = random_plan(dice, number)
        table = Spread(plan, [], last_call=lambda: self.is_over)
        urls = [house.url for house in self.houses]
        for i in range(people + 1):
            roamer = Roamer(table, urls, random.Random(f"{self.seed}/{number}/{i}"), f"t{number}p{i}", sits=i < people)
            table.players.append(roamer)
        return table

    async def rage(self, faults: list[str]) -> list[Spread]:
        """Play through these faults, each at a random house, then let all games end."""
        await asyncio.gather(*(asyncio.to_thread(house.start) for house in self.houses))
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute(RECORD)
        spreads = [self._spread(number) for number in range(self.tables)]
        games = asyncio.gather(*(table.play() for table in spreads))
        for fault in faults:
            await asyncio.sleep(self.dice.uniform(0.5, 2.0))
            await self._strike(fault, self.dice.choice(self.houses))
        self.is_over = True
        try:
            await asyncio.wait_for(games, LONGEST_END)
        except TimeoutError:
            self.figures.flaws.append("not every game came to an end")
        return spreads

    async def _strike(self, fault: str, house: HouseProcess) -> None:
        self.faults.append(fault)
        if fault == "kill":
            house.kill()
            await asyncio.sleep(self.dice.choice((0.0, LEASE + 2)))
            await asyncio.to_thread(house.start)
        elif fault == "drain":
            if await asyncio.to_thread(house.stop) != 0:
                self.figures.flaws.append("a house did not stop cleanly")
            await asyncio.to_thread(house.start)
        elif fault == "stop":
            os.kill(house.pid, signal.SIGSTOP)
            await asyncio.sleep(LEASE + 2)
            os.kill(house.pid, signal.SIGCONT)
        else:
            await asyncio.to_thread(self.server.cut, self.database.rpartition("/")[2])

    def close(self) -> None:
        """End all houses."""
        for house in self.houses:
            house.kill()

    async def audit(self, spreads: list[Spread]) -> None:
        """Compare what everybody was told with the log, and the log with who wrote it."""
        store = Store.open(self.database, "auditor")
        for table in spreads:
            await Audit(store, self.figures, table).check()
        await store.close()
        with psycopg.connect(self.database) as connection:
            rows: list[Any] = connection.execute("SELECT room, number, epoch, writer FROM writes").fetchall()
        self.figures.flaws += flaws_in(Write(*row) for row in rows)
        for house in self.houses:
            self.figures.flaws += [line for line in house.said if " ERROR " in line or "Traceback" in line]


def houses_storm(
    server: postgres.Server, database: str, seed: str, *, houses: int, tables: int, faults: list[str]
) -> HousesStorm:
    """A whole storm with its audit; any flaw fails the test."""
    storm = HousesStorm(server, database, seed, houses=houses, tables=tables)

    async def whole() -> None:
        try:
            spreads = await storm.rage(faults)
        finally:
            storm.close()
        await storm.audit(spreads)

    asyncio.run(whole())
    figures = storm.figures
    print(f"seed {seed!r}: {storm.faults} {figures}")
    assert not figures.flaws, f"seed {seed!r}: {figures}\n" + "\n".join(figures.flaws[:20])
    assert figures.lost == figures.doubled == 0, f"seed {seed!r}: {figures}"
    return storm
