"""A storm over several houses on one database: faults while people play, and the audit of everything afterwards."""

import asyncio
import os
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Protocol, cast
from urllib.parse import urlsplit

import psycopg
from websockets.asyncio.client import ClientConnection, connect

from parlour.server.store import log
from parlour.server.store.lease import LEASE
from parlour.server.store.store import Store
from tests.server.helpers.chaos import NO_LIMITS, Message, Notes, Player, Spread, Tab, Victim, random_plan
from tests.server.helpers.failover import Pair
from tests.server.helpers.haproxy import HOUSE, NAMES, Proxy
from tests.server.helpers.postgres import free_port
from tests.server.helpers.relay import Relay, Way
from tests.server.helpers.storm import LONGEST_END, Audit, Figures, who_waits
from tests.server.helpers.witness import (
    RECORD,
    Ack,
    Heard,
    commits,
    flaws_of_acks,
    flaws_of_claims,
    flaws_of_notices,
    flaws_of_telling,
    flaws_of_writes,
    recorded,
    unowned,
)

SKEWED = Path(__file__).parent / "skewed"
"""A folder whose sitecustomize.py gives a house a clock that the storm sets."""
SKEW = 300.0
"""Seconds by which the clock of a house is set forward or back."""
OWNED = 10.0
"""Seconds after a fault within which every room has an owner again."""
AFTER_LEASE = 2.0
"""Seconds after which an expired lease has certainly ended."""
PAUSES = 0.5, 2.0
"""The fewest and the most seconds between two faults."""


def short_leases(seconds: float) -> dict[str, str]:
    """Return the environment of a house whose lease lasts this long."""
    path = os.pathsep.join(filter(None, [str(SKEWED), os.environ.get("PYTHONPATH", "")]))
    return {"PARLOUR_TEST_LEASE": str(seconds), "PYTHONPATH": path}


class Databases(Protocol):
    """The PostgreSQL of a storm."""

    @property
    def ports(self) -> Sequence[int]:
        """The ports of all its servers."""

    def url(self, database: str) -> str:
        """Return the URL of a database at the server that can be written to now."""

    def cut(self, database: str) -> None:
        """End all connections to a database."""


# ---- guests -----------------------------------------------------------------------------------------------------------


class NotesOfRoamer(Notes):
    """Notes that also say where a house sent this person, which house acknowledged each move, and when events were told."""

    moved = ""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.houses: dict[ClientConnection, str] = {}
        self.acks: list[tuple[str, float, float, str]] = []
        self.told_at: dict[int, float] = {}

    def hear(self, tab: Tab, message: Message) -> None:
        if not tab.is_open:
            return  # it has gone where it was sent
        if message["type"] == "moved":
            self.moved = message["url"]
            tab.break_off()
        elif message["type"] == "done" and message["id"] in tab.sent_at:
            self.acks.append((self.houses.get(tab.line, ""), tab.sent_at[message["id"]], time.time(), message["id"]))
        elif message["type"] == "update":
            for event in message["events"]:
                self.told_at.setdefault(message["base"] + event["number"], time.time())
        super().hear(tab, message)


class Roamer(Player):
    """A player who connects to any of several addresses, and follows where it is sent."""

    def __init__(
        self, table: Spread, urls: Sequence[str], ports: dict[int, str], dice: random.Random, name: str, *, sits: bool
    ) -> None:
        super().__init__(table, dice.choice(urls), dice, name, sits=sits)
        self.urls = urls
        self.ports = ports
        """The names of the houses, by the port at which each is reached."""
        self.notes: NotesOfRoamer = NotesOfRoamer(name)

    async def _connect(self) -> ClientConnection:
        url = self.dice.choice(self.urls)
        moved, self.notes.moved = self.notes.moved, ""
        address = f"{url}/ws/{self.table.code}" if not moved else moved if moved.startswith("http") else url + moved
        self.http.address = urlsplit(address)
        headers = {"Cookie": self.http.cookie}
        line = await connect(
            address.replace("http", "ws", 1), additional_headers=headers, proxy=None, compression=None, close_timeout=0.5
        )
        assert line.response is not None
        port = int(line.response.headers.get(HOUSE) or self.http.address.port or 0)
        self.notes.houses[line] = self.ports.get(port, "")
        return line


# ---- houses -----------------------------------------------------------------------------------------------------------


class House:
    """A house in a process, the cables to its database, and the one through which it is reached."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self.skew = folder / f"{name}.skew"
        self.process = Victim("")
        self.process.port = free_port()
        self.door = Relay(self.process.port)
        self.wires: list[Relay] = []

    async def open(self, ports: Sequence[int], database: str, *, own_url: bool, lease: float) -> None:
        """Lay the cables and start the process."""
        await self.door.open()
        self.wires = [await Relay(port).open() for port in ports]
        user, _, name = database.removeprefix("postgresql://").partition("@")
        hosts = "&".join(f"host=127.0.0.1:{wire.port}" for wire in self.wires)
        path = name.partition("/")[2]
        self.process.database = (
            f"postgresql://{user}@/{path}?{hosts}&target_session_attrs=read-write&application_name={self.name}"
        )
        own = ("--own-url", f"http://127.0.0.1:{self.door.port}") if own_url else ()
        self.process.arguments = ("--name", self.name, *own)
        self.process.environment = {**NO_LIMITS, **short_leases(lease), "PARLOUR_TEST_SKEW": str(self.skew)}
        await self.start()

    async def start(self) -> None:
        """Start the process."""
        await asyncio.to_thread(self.process.start)

    def close(self) -> None:
        """End the process and its cables."""
        self.process.kill()
        for cable in (self.door, *self.wires):
            cable.close()


class HousesStorm:
    """Houses behind a proxy or at addresses of their own, and everything that can go wrong while people play."""

    def __init__(
        self, server: Databases, name: str, seed: str, folder: Path, *, houses: int, tables: int, proxy: Proxy | None
    ) -> None:
        self.server = server
        self.name = name
        """The name of the database."""
        self.seed = seed
        self.dice = random.Random(seed)
        self.houses = [House(name, folder) for name in NAMES[:houses]]
        self.proxy = proxy
        self.figures = Figures()
        self.faults: Counter[str] = Counter()
        self.owned_after: list[float] = []
        """Seconds from a fault until every room had an owner."""
        self.owned_within = OWNED
        self.pauses = PAUSES
        self.lease = LEASE
        self.heard = Heard()
        self.is_over = False
        self.tables = tables
        self.spreads: list[Spread] = []
        self.strikes: dict[str, Callable[[House], Awaitable[None]]] = {
            "kill": self._kill,
            "claims": self._claims,
            "stop": self._stop,
            "drain": self._drain,
            "rolling": self._rolling,
            "cut": self._cut,
            "commit": self._commit,
            "unplug": self._unplug,
            "mute": lambda house: self._silence(house.wires, "up"),
            "deaf": lambda house: self._silence(house.wires, "down"),
            "door": self._door,
            "door mute": lambda house: self._silence([house.door], "down"),
            "door deaf": lambda house: self._silence([house.door], "up"),
            "clock": self._clock,
            "old table": self._old_table,
            "database": self._database,
            "failover": self._failover,
        }
        """Every fault by its name."""

    @property
    def database(self) -> str:
        """The URL of the database, without a cable in between."""
        return self.server.url(self.name)

    @property
    def _too_long(self) -> float:
        """Seconds after which a lease has ended for certain."""
        return self.lease + AFTER_LEASE

    def _spread(self, number: int) -> Spread:
        dice = random.Random(f"{self.seed}/{number}")
        plan, people = random_plan(dice, number)
        table = Spread(plan, [], last_call=lambda: self.is_over)
        ports = {house.door.port: house.name for house in self.houses}
        urls = [self.proxy.url] if self.proxy else [f"http://127.0.0.1:{port}" for port in ports]
        for i in range(people + 1):
            roamer = Roamer(table, urls, ports, random.Random(f"{self.seed}/{number}/{i}"), f"t{number}p{i}", sits=i < people)
            table.players.append(roamer)
        return table

    async def rage(self, faults: Sequence[str]) -> None:
        """Let people play while each of these faults strikes a random house, then let all games end."""
        ports = self.server.ports
        await asyncio.gather(
            *(house.open(ports, self.database, own_url=not self.proxy, lease=self.lease) for house in self.houses)
        )
        if self.proxy is not None:
            await asyncio.to_thread(self.proxy.start, self._table())
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute(RECORD)
        listening = asyncio.create_task(self._listen())
        assert await asyncio.to_thread(self.heard.is_listening.wait, 60.0), "Nobody can listen on the database."
        self.spreads = [self._spread(number) for number in range(self.tables)]
        games = asyncio.gather(*(table.play() for table in self.spreads))
        for fault in faults:
            await asyncio.sleep(self.dice.uniform(*self.pauses))
            await self._strike(fault)
        await self._until_owned("the last fault")
        self.is_over = True
        try:
            await asyncio.wait_for(games, LONGEST_END)
        except TimeoutError:
            self.figures.flaws += [text for table in self.spreads for text in who_waits(table)]
        self.heard.is_over.set()
        await listening

    async def _strike(self, fault: str) -> None:
        house = self.dice.choice(self.houses)
        if not house.process.is_running:
            self.figures.flaws.append(f"{house.name} ended by itself before {fault}: {house.process.said[-3:]}")
            await house.start()
        began = time.monotonic()
        await self.strikes[fault](house)
        self.faults[fault] += 1
        print(f"{fault} at {house.name}: {time.monotonic() - began:.1f} s", flush=True)

    def _table(self) -> list[str]:
        return [f"127.0.0.1:{house.door.port}" for house in self.houses]

    async def _listen(self) -> None:
        while not self.heard.is_over.is_set():
            await asyncio.to_thread(self.heard.listen, self.database)
            await asyncio.sleep(0.05)

    async def _until_owned(self, after: str, dead: str = "") -> None:
        """Wait until every room with a game in progress has a living owner; too long is a flaw."""
        began = time.monotonic()
        while missing := await asyncio.to_thread(unowned, self.database, dead):
            if (seconds := time.monotonic() - began) > self.owned_within:
                self.figures.flaws.append(f"{missing} have no owner {seconds:.1f} s after {after}")
                return
            await asyncio.sleep(0.1)
        self.owned_after.append(time.monotonic() - began)

    # ---- faults ------------------------------------------------------------------------------------------------------

    async def _kill(self, house: House) -> None:
        house.process.kill()
        await asyncio.sleep(self.dice.choice((0.0, self._too_long)))
        await house.start()

    async def _claims(self, house: House) -> None:
        """Make all others claim the rooms of a dead house at once."""
        house.process.kill()
        await self._until_owned(f"{house.name} was killed", dead=house.name)
        await house.start()

    async def _stop(self, house: House) -> None:
        os.kill(house.process.pid, signal.SIGSTOP)
        await asyncio.sleep(self._too_long)
        os.kill(house.process.pid, signal.SIGCONT)

    async def _drain(self, house: House) -> None:
        if await asyncio.to_thread(house.process.stop) != 0:
            self.figures.flaws.append(f"{house.name} did not stop cleanly")
        await house.start()

    async def _rolling(self, _: House) -> None:
        for house in self.houses:
            await self._drain(house)

    async def _cut(self, _: House) -> None:
        await asyncio.to_thread(self.server.cut, self.name)

    async def _commit(self, house: House) -> None:
        """Lose the connection while a COMMIT is on its way, or after it has arrived and before it is answered."""
        arrives = self.dice.random() < 0.5
        waits = [asyncio.create_task(wire.break_at_commit(3.0, arrives=arrives)) for wire in house.wires]
        done, others = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in others:
            wait.cancel()
        for wire in house.wires:
            wire.mend()
        if not any(wait.result() for wait in done):
            self.figures.flaws.append(f"{house.name} committed nothing for 3 s")

    async def _unplug(self, house: House) -> None:
        for wire in house.wires:
            wire.cut()
        await self._mend_later(house.wires)

    async def _door(self, house: House) -> None:
        house.door.cut()
        await asyncio.sleep(self.dice.uniform(0.5, 4.0))
        house.door.mend()

    async def _silence(self, cables: Sequence[Relay], way: Way) -> None:
        """Hold back everything in one direction; afterwards it arrives late, or never."""
        for cable in cables:
            cable.silence(way)
        await self._mend_later(cables)

    async def _mend_later(self, cables: Sequence[Relay]) -> None:
        await asyncio.sleep(self.dice.choice((2.0, self._too_long)))
        is_lost = self.dice.random() < 0.5
        for cable in cables:
            if is_lost:
                cable.break_off()
            cable.mend()

    async def _clock(self, house: House) -> None:
        """Set the clock of a house wrong; it stays wrong."""
        house.skew.write_text(str(self.dice.choice((-SKEW, SKEW, 0.0))), encoding="ascii")

    async def _old_table(self, _: House) -> None:
        """Make the proxy take every house for another one."""
        if self.proxy is not None:
            table = self._table()
            await asyncio.to_thread(self.proxy.start, [*table[1:], table[0]])
            await asyncio.sleep(self.dice.uniform(1.0, 4.0))
            await asyncio.to_thread(self.proxy.start, table)

    async def _database(self, _: House) -> None:
        await asyncio.to_thread(cast(Pair, self.server).restart, self.dice.uniform(0.5, 4.0))

    async def _failover(self, _: House) -> None:
        await asyncio.to_thread(cast(Pair, self.server).fail_over)

    def close(self) -> None:
        """End all houses."""
        self.heard.is_over.set()
        for house in self.houses:
            house.close()
        if self.proxy is not None:
            self.proxy.close()

    # ---- the audit ---------------------------------------------------------------------------------------------------

    async def audit(self, spreads: list[Spread]) -> None:
        """Compare what everybody was told with the log, and the log with who wrote it."""
        flaws = self.figures.flaws
        writes, claims = recorded(self.database)
        acks, known = [], {house.name for house in self.houses}
        store = Store.open(self.database, "auditor")
        for table in spreads:
            audit = AuditOfHouses(store, self.figures, table)
            await audit.check()
            row = await store.find_room(table.code)
            assert row is not None
            flaws += audit.flaws_of_telling(commits(self.database, row.id))
            for player in cast(list[Roamer], table.players):
                known.add(player.person)
                acks += [Ack(row.id, *ack) for ack in player.notes.acks]
        await store.close()
        flaws += flaws_of_writes(writes) + flaws_of_claims(claims) + flaws_of_acks(acks, claims)
        flaws += flaws_of_notices(self.heard.payloads, known)
        for house in self.houses:
            flaws += [line for line in house.process.said if " ERROR " in line or "Traceback" in line]


class AuditOfHouses(Audit):
    """An audit that also knows which entry of the log each event came with."""

    def __init__(self, store: Store, figures: Figures, table: Spread) -> None:
        super().__init__(store, figures, table)
        self.entries = 0
        self.entry_of: dict[int, int] = {}

    def _follow(self, entry: log.Entry) -> None:
        super()._follow(entry)
        first = max(self.entry_of, default=0) + 1
        self.entry_of |= dict.fromkeys(range(first, self.room.number + 1), self.entries)
        self.entries += 1

    def flaws_of_telling(self, committed: dict[int, float]) -> list[str]:
        """Return the events that somebody was told before they were committed, given the times of the commits by entry."""
        events = {number: committed[entry] for number, entry in self.entry_of.items()}
        players = cast(list[Roamer], self.players)
        return [flaw for player in players for flaw in flaws_of_telling(player.notes.name, player.notes.told_at, events)]


def houses_storm(
    server: Databases,
    name: str,
    seed: str,
    *,
    houses: int,
    tables: int,
    faults: Sequence[str],
    proxy: Proxy | None = None,
    owned_within: float = OWNED,
    pauses: tuple[float, float] = PAUSES,
    lease: float = LEASE,
) -> HousesStorm:
    """Run a whole storm with its audit; any flaw fails the test. `name` is the name of an empty database."""

    async def whole() -> HousesStorm:
        storm = HousesStorm(server, name, seed, Path(folder), houses=houses, tables=tables, proxy=proxy)
        storm.owned_within, storm.pauses, storm.lease = owned_within, pauses, lease
        try:
            await storm.rage(faults)
        finally:
            storm.close()
        await storm.audit(storm.spreads)
        return storm

    with tempfile.TemporaryDirectory(prefix="parlour-storm-") as folder:
        storm = asyncio.run(whole())
    figures = storm.figures
    owned = max(storm.owned_after, default=0.0)
    print(f"seed {seed!r}: {storm.faults.total()} faults {dict(storm.faults)}; every room owned after {owned:.1f} s; {figures}")
    assert not figures.flaws, f"seed {seed!r}: {figures}\n" + "\n".join(figures.flaws[:20])
    assert figures.lost == figures.doubled == 0, f"seed {seed!r}: {figures}"
    return storm
