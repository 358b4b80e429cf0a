"""The house under load: every game at steady rates on 1, 2 and 4 houses, the rate at which each breaks, and the way back.

    python benchmarks/load.py --write                    # all of it, about ten minutes
    python benchmarks/load.py --houses 1 --game switch --rate 500 --seconds 5 --idle 0

Houses, guests and database are processes on one machine and talk over loopback. One house has SQLite; several share a
PostgreSQL that the run starts for itself, and each keeps its share of the tables. A move counts as arrived when the last of the
table's viewers has the update that shows it. Games that end are followed by rematches, so ends and deals are part of the load.
"""

import argparse
import asyncio
import gc
import io
import os
import platform
import re
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

import msgspec
import psycopg
import uvloop
from driver import Driver

from parlour import game_ids

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
from tests.server.helpers import postgres  # noqa: E402

LIMITS = {
    "PARLOUR_MOST_PEOPLE_MADE": "1000000",
    "PARLOUR_MOST_ROOMS_MADE": "1000000",
    "PARLOUR_REQUESTS_PER_SECOND": "1000000",
    "PARLOUR_MOST_SOCKETS": "100000",
    "PARLOUR_MOST_SOCKETS_PER_ADDRESS": "100000",
    "PARLOUR_MOST_ROOMS": "100000",
    "PARLOUR_MESSAGES_PER_SECOND": "100000",
    # a draw that others hear of later would look like a slow house
    "PARLOUR_DRAW_PAUSE": "0",
}
FIGURES, PAGE = Path(__file__).parent / "load.json", Path(__file__).parent / "LOAD.md"
BEFORE = "35a4bab~1"
"""The last commit at which every viewer of a move had it encoded for themselves, and sent through ASGI."""
RATES, RATES_OF_SEVERAL = [500.0, 1000.0, 1500.0], [1000.0, 1500.0, 2000.0]
"""Moves a second asked of one house, and of several together."""
GOOD = 50.0
"""Milliseconds within which 99 of 100 moves should arrive."""
FAST = 100_000.0
"""Moves a second that no house makes: asked for it, a house makes as many as it can."""
SETTINGS = ("max_connections=200", "shared_buffers=256MB", "log_min_messages=fatal")
"""The PostgreSQL of the run writes to the disk, as one in use does."""


@dataclass
class Driven:
    """Measurements at one rate. Times are in milliseconds, processor time in microseconds a move."""

    asked: float
    made: float
    ends: int
    p50: float
    p99: float
    p999: float
    not_seen: int
    house: float
    database: float
    bytes: float
    """Bytes that the guests of a table received for each move."""
    wal: float = 0.0
    """Bytes that PostgreSQL logged for each move."""


@dataclass
class Measured:
    """One game on some houses."""

    game: str
    houses: int
    tables: int
    memory: float
    """KiB a table."""
    rates: list[Driven] = field(default_factory=list)
    most: Driven | None = None
    """Asked for more than is possible."""
    before: float = 0.0
    """Processor time of the house a move at the first rate, with the code of BEFORE."""


@dataclass
class Figures:
    """Everything that a run has measured."""

    when: str = ""
    machine: str = ""
    idle_sockets: int = 0
    idle: float = 0.0
    """KiB for each socket on which nothing happens."""
    games: list[Measured] = field(default_factory=list)
    restored: int = 0
    opened: float = 0.0
    back: float = 0.0
    """Seconds until a killed house let people in, and until all its games were in memory."""
    commits: dict[int, float] = field(default_factory=dict)
    """Commits a second of this PostgreSQL by the number of connections."""


# ---- the house -----------------------------------------------------------------------------------------------------


def start_house(database: str, name: str = "house", source: Path | None = None) -> tuple["subprocess.Popen[str]", str, float]:
    """Return the server process, its address, and the seconds until it accepts people. `source`: other code than this."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "parlour.cli", "serve", "--no-browser", "--port", "0"]
    path = {"PYTHONPATH": str(source)} if source else {}
    house = subprocess.Popen(
        [*command, "--database", database, "--name", name],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **LIMITS, **path},
    )
    assert house.stdout is not None
    for line in house.stdout:
        found = re.search(r"http://[\w.:-]+\d", line)
        if found:
            return house, found[0], time.perf_counter() - began
    raise SystemExit("The house did not open.")


def memory(pid: int) -> int:
    """The resident memory of a process in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def cpu(pid: int) -> float:
    """The seconds of a core that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rooms(url: str) -> int:
    """How many rooms a house has open."""
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        found = re.search(r"^parlour_rooms (\d+)", answer.read().decode(), re.M)
    return int(found[1]) if found else 0


def milliseconds(delays: list[float], share: float) -> float:
    """Return the delay that this share of the moves does not exceed."""
    ordered = sorted(delays)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def cores() -> str:
    """Return the processor and its number of cores."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{' '.join(found[1].split()[:2]) if found else platform.machine()}, {os.cpu_count()} cores"


@contextmanager
def earlier_source(commit: str) -> Iterator[Path | None]:
    """The code of an earlier commit; None if there is no history of the repository here."""
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True)
        if archive.returncode:
            yield None
            return
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        yield Path(folder) / "src"


# ---- the database --------------------------------------------------------------------------------------------------


class Base:
    """A PostgreSQL of this run."""

    def __init__(self, place: Path) -> None:
        self.server, self.process = postgres.start(place, SETTINGS)

    def new(self) -> str:
        """The URL of an empty database."""
        return self.server.url(self.server.new_database())

    def cpu(self) -> float:
        """The seconds of a core that all its processes have used, including those that have ended."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
        used = ended + cpu(self.process.pid)
        for pid in children:
            with suppress(FileNotFoundError, ProcessLookupError):  # it may end meanwhile
                used += cpu(int(pid))
        return used

    def logged(self) -> int:
        """The bytes that it has logged so far."""
        with psycopg.connect(self.server.url("postgres")) as connection:
            row = connection.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8").fetchone()
        return int(row[0]) if row else 0

    def commits(self, connections: int, seconds: float) -> float:
        """How many transactions a second it commits, each with one row, on this many connections."""
        url, counts, end = self.new(), [0] * connections, time.perf_counter() + seconds
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE TABLE entries (number int, entry text)")

        def write(number: int) -> None:
            with psycopg.connect(url) as connection:
                while time.perf_counter() < end:
                    connection.execute("INSERT INTO entries VALUES (%s, %s)", [counts[number], "x" * 80])
                    connection.commit()
                    counts[number] += 1

        threads = [threading.Thread(target=write, args=(number,)) for number in range(connections)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(counts) / seconds


# ---- measuring -----------------------------------------------------------------------------------------------------


async def measure(arguments: argparse.Namespace, folder: Path, base: Base | None, source: Path | None) -> Figures:
    """Measure idle sockets, every game on each number of houses, and the way back after a kill."""
    busy = os.getloadavg()[0]
    machine = f"{cores()} · {platform.system()} · Python {platform.python_version()} · load of other programs {busy:.1f}"
    figures = Figures(str(date.today()), machine)
    if arguments.idle:
        await measure_idle(figures, arguments.idle, f"sqlite:///{folder}/idle.db")
    for connections in (1, 4) if base is not None else ():
        figures.commits[connections] = base.commits(connections, 3.0)
        print(f"PostgreSQL commits {figures.commits[connections]:.0f} times a second on {connections} connections.", flush=True)
    for count in arguments.houses:
        for game in arguments.game:
            found = await measure_game(arguments, folder, base if count > 1 else None, count, game)
            figures.games.append(found)
            if count == 1 and source is not None:
                found.before = await measure_before(arguments, folder, game, source)
                print(f"{game}, the code before: {found.before:.0f} µs a move", flush=True)
    if arguments.restart:
        await measure_restart(figures, arguments, folder)
    return figures


async def measure_idle(figures: Figures, count: int, database: str) -> None:
    """Measure the memory of sockets on which nothing happens."""
    house, url, _ = start_house(database)
    driver = Driver([url], "")
    cookies = [await driver.guest(driver.hosts[0]) for _ in range(count // 20 + 1)]
    await asyncio.sleep(1)
    before = memory(house.pid)
    for number in range(count):
        await driver.line(driver.hosts[0], cookies[number % len(cookies)], lambda line, message: None)
    await asyncio.sleep(1)
    figures.idle_sockets, figures.idle = count, (memory(house.pid) - before) / count / 1024
    print(f"{count} idle sockets take {figures.idle:.1f} KiB each.", flush=True)
    house.kill()
    house.wait()


async def measure_game(arguments: argparse.Namespace, folder: Path, base: Base | None, count: int, game: str) -> Measured:
    """Drive tables of one game at each rate, and then as fast as it goes."""
    database = base.new() if base is not None else f"sqlite:///{folder}/{game}.db"
    houses = [start_house(database, f"house{number}") for number in range(count)]
    try:
        return await measure_houses(arguments, houses, base, game)
    finally:
        kill(houses)


async def measure_houses(
    arguments: argparse.Namespace, houses: Sequence[tuple["subprocess.Popen[str]", str, float]], base: Base | None, game: str
) -> Measured:
    """Drive tables of one game at these houses."""
    pids, count = [house.pid for house, _, _ in houses], len(houses)
    empty = sum(map(memory, pids))
    driver = Driver([url for _, url, _ in houses], game)
    await driver.set_up(arguments.tables)
    found = Measured(game, count, arguments.tables, (sum(map(memory, pids)) - empty) / arguments.tables / 1024)
    rates = arguments.rate or (RATES if count == 1 else RATES_OF_SEVERAL)
    for rate in [*rates, *([FAST] if arguments.most else [])]:
        driven = await drive(driver, pids, base, rate, arguments.seconds)
        print(f"{game}, {count} houses: {driven}", flush=True)
        if rate == FAST:
            found.most = driven
        else:
            found.rates.append(driven)
    driver.close()
    return found


async def drive(driver: Driver, pids: Sequence[int], base: Base | None, rate: float, seconds: float) -> Driven:
    """Make moves at one rate."""
    driver.delays.clear()
    driver.ends = 0
    received, logged = driver.received, base.logged() if base else 0
    used, stored = sum(map(cpu, pids)), base.cpu() if base else 0.0
    reached = await driver.drive(rate, seconds)
    used, stored = sum(map(cpu, pids)) - used, base.cpu() - stored if base else 0.0
    delays, moves = driver.delays, max(len(driver.delays), 1)
    return Driven(
        asked=rate,
        made=reached,
        ends=driver.ends,
        p50=milliseconds(delays, 0.5),
        p99=milliseconds(delays, 0.99),
        p999=milliseconds(delays, 0.999),
        not_seen=driver.lost,
        house=1e6 * used / moves,
        database=1e6 * stored / moves,
        bytes=(driver.received - received) / moves,
        wal=(base.logged() - logged) / moves if base else 0.0,
    )


async def measure_before(arguments: argparse.Namespace, folder: Path, game: str, source: Path) -> float:
    """Return what a move costs at the first rate with earlier code."""
    house, url, _ = start_house(f"sqlite:///{folder}/{game}-before.db", source=source)
    driver = Driver([url], game)
    await driver.set_up(arguments.tables)
    driven = await drive(driver, [house.pid], None, (arguments.rate or RATES)[0], arguments.seconds)
    kill([(house, url, 0.0)])
    driver.close()
    return driven.house


async def measure_restart(figures: Figures, arguments: argparse.Namespace, folder: Path) -> None:
    """Kill a house with running games of every kind, and measure when they are back."""
    database, games = f"sqlite:///{folder}/restart.db", arguments.game
    house, url, opened = start_house(database)
    drivers = [Driver([url], game) for game in games]
    for driver in drivers:
        await driver.set_up(arguments.restart // len(games))
        await driver.drive(500, arguments.seconds)
    before = rooms(url)
    kill([(house, url, opened)])
    for driver in drivers:
        driver.close()
    began = time.perf_counter()
    house, url, figures.opened = start_house(database)
    # games that had ended are not in progress, and come back when somebody enters
    last, found = -1, rooms(url)
    while found > last:
        figures.back, figures.restored, last = time.perf_counter() - began, found, found
        time.sleep(0.2)
        found = rooms(url)
    print(f"{figures.restored} of {before} rooms after {figures.back:.2f} s, open after {figures.opened:.2f} s.", flush=True)
    kill([(house, url, 0.0)])


def kill(houses: Sequence[tuple["subprocess.Popen[str]", str, float]]) -> None:
    """Kill houses."""
    for house, _, _ in houses:
        house.send_signal(signal.SIGKILL)
        house.wait()


# ---- the page ------------------------------------------------------------------------------------------------------


def page(figures: Figures) -> str:
    """Return LOAD.md: no figure is typed by hand."""
    lines = ["# The house under load", "", "Written by `make load`; no figure is typed by hand.", ""]
    lines += [f"{figures.when} · {figures.machine}", ""]
    lines += [
        "Houses, guests and database share the machine. One house has SQLite, several have PostgreSQL. A table has four",
        "people; a move has arrived when the last of them has the update that shows it. `CPU` is processor time of the houses,",
        "`database` that of PostgreSQL, both in µs a move. “Good up to” is the highest of these rates at which 99 of 100 moves",
        f"arrive within {GOOD:.0f} ms; “most” is what the houses make if they are asked for more than they can.",
        "",
    ]
    for count in sorted({found.houses for found in figures.games}):
        lines += [
            f"## {count} house{'s' * (count > 1)}",
            "",
            *_table([found for found in figures.games if found.houses == count]),
            "",
        ]
    lines += _costs([found for found in figures.games if found.before])
    lines += ["## Sockets, restart, commits", ""]
    if figures.idle_sockets:
        lines.append(f"- {figures.idle_sockets} idle sockets take {figures.idle:.1f} KiB each.")
    if figures.restored:
        lines.append(
            f"- Killed with {figures.restored} running games of all kinds and started again, the house let people in after "
            f"{figures.opened:.2f} s, and all games were in memory after {figures.back:.2f} s."
        )
    lines += [
        f"- PostgreSQL commits {most:.0f} times a second on {count} connections." for count, most in figures.commits.items()
    ]
    return "\n".join([*lines, ""])


def _table(games: Sequence[Measured]) -> list[str]:
    head = (
        "| game | tables | KiB a table | asked | made | games ended | p50 ms | p99 ms | p99.9 ms | not seen | CPU | database |"
    )
    lines = [head, "|---|" + "---:|" * 11]
    for found in games:
        for driven in [*found.rates, *([found.most] if found.most else [])]:
            asked = "most" if driven is found.most else f"{driven.asked:.0f}"
            cells = [found.game, found.tables, f"{found.memory:.0f}", asked, f"{driven.made:.0f}", driven.ends]
            cells += [f"{driven.p50:.1f}", f"{driven.p99:.1f}", f"{driven.p999:.1f}", driven.not_seen]
            cells += [f"{driven.house:.0f}", f"{driven.database:.0f}" if driven.database else "–"]
            lines.append("| " + " | ".join(map(str, cells)) + " |")
    good = [f"{found.game} {good_rate(found):.0f}" for found in games]
    return [*lines, "", f"Good up to, in moves a second: {', '.join(good)}."]


def good_rate(found: Measured) -> float:
    """Return the highest rate that was made with 99 of 100 moves in time; 0: none was."""
    return max(
        (driven.asked for driven in found.rates if driven.p99 <= GOOD and driven.made > 0.99 * driven.asked), default=0.0
    )


def _costs(games: Sequence[Measured]) -> list[str]:
    if not games:
        return []
    lines = [
        "## What a move costs, before and after",
        "",
        f"µs of processor time at {games[0].rates[0].asked:.0f} moves a second, one",
    ]
    lines += [
        "house. Before: the last version that encoded every update for each viewer.",
        "",
        "| game | before | after |",
        "|---|---:|---:|",
    ]
    return [*lines, *(f"| {found.game} | {found.before:.0f} | {found.rates[0].house:.0f} |" for found in games), ""]


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=400)
    parser.add_argument("--rate", type=float, action="append", help="moves a second; 500 to 2000 if not given")
    parser.add_argument("--seconds", type=float, default=4, help="seconds for each rate")
    parser.add_argument("--idle", type=int, default=5000, help="idle sockets")
    parser.add_argument("--restart", type=int, default=1000, help="running games of a house that is killed; 0: none")
    parser.add_argument("--game", action="append", help="a game; all of them if not given")
    parser.add_argument("--houses", type=int, action="append", help="a number of houses; 1, 2 and 4 if not given")
    parser.add_argument("--no-most", dest="most", action="store_false", help="do not ask for more than is possible")
    parser.add_argument("--no-before", dest="before", action="store_false", help="do not measure the code before")
    parser.add_argument("--write", action="store_true", help="write the figures to load.json and LOAD.md")
    arguments = parser.parse_args()
    arguments.game = arguments.game or game_ids()
    arguments.houses = arguments.houses or [1, 2, 4]
    gc.disable()  # the guests must not be the bottleneck
    with tempfile.TemporaryDirectory() as name, earlier_source(BEFORE) as source:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "postgres").mkdir()
        base = Base(folder / "postgres") if max(arguments.houses) > 1 else None
        try:
            figures = uvloop.run(measure(arguments, folder, base, source if arguments.before else None))
        finally:
            if base is not None:
                postgres.stop(base.process)
    print(page(figures))
    if arguments.write:
        FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(asdict(figures))) + b"\n")
        PAGE.write_text(page(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
