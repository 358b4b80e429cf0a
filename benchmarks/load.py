"""Measures a house under load: the cost of a move and the rate at which the house breaks, for every game.

    python benchmarks/load.py --write              # one house, two workers behind one port, and a restart: ten minutes
    python benchmarks/load.py --write --full       # also two and four houses, the code before, and idle sockets: half an hour
    python benchmarks/load.py --part one --game switch --rate 500 --seconds 5

Houses, guests and database are processes on one machine and talk over loopback. One house has SQLite; several share a
PostgreSQL that the run starts for itself. A move has arrived when the last of the table's viewers has the update that shows
it. Moves are made at random times. Every table begins at a random point of a game, and rematches follow games that end,
with contributions of all guests to the deal, so ends and deals come as steadily as among people.

Without `--rate`, the rate at which a house breaks is searched for, beginning with the target rate.
"""

import argparse
import asyncio
import gc
import io
import json
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
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

import msgspec
import psycopg
import uvloop
from driver import LAST_SECONDS, Driver
from paper import table_text

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
    # a draw that the others learn of later would make the house look slow
    "PARLOUR_DRAW_PAUSE": "0",
}
FIGURES, PAGE = Path(__file__).parent / "load.json", Path(__file__).parent / "LOAD.md"
BEFORE = "aa935ba"
"""The last commit before the cost of a move was cut; its cost is measured for comparison."""
LOAD = " · load from other programs "
"""The text before the load of the machine at the beginning of a run."""
ONE, WORKERS, SEVERAL = "one house", "two workers", "houses"
PARTS = ("one", "workers", "restart", "commits", "several", "before", "idle")
"""The parts that can be measured. Those of a short run come first."""
SHORT = PARTS[:4]
AIM = {ONE: 1500.0, WORKERS: 2000.0}
"""The target: moves a second that a machine with two cores should make in time. The search begins there."""
READY_SECONDS = 3
"""Seconds after the first worker within which the others are ready."""
STEPS = 3
"""How many rates are tried to find the one at which a house breaks."""
STEADY = 500.0
"""The rate at which the cost of a move is compared and split into parts."""
GOOD = 50.0
"""Milliseconds within which 99 of 100 moves should arrive."""
MADE = 0.97
"""The smallest share of the requested moves that counts as keeping up; their number is random, too."""
SETTINGS = ("max_connections=200", "shared_buffers=256MB", "log_min_messages=fatal")
"""Settings of the run's PostgreSQL, which writes to disk as a production server does."""
Houses = list[tuple["subprocess.Popen[str]", str]]


@dataclass
class Driven:
    """Measurements at one rate. Times are in milliseconds, processor time in microseconds a move."""

    asked: float
    made: float
    ends: float
    """Games that ended, a second."""
    p50: float
    p99: float
    p999: float
    not_seen: int
    refused: int
    house: float
    database: float
    driver: float
    bytes: float
    """Bytes that the guests of a table received for each move."""
    wal: float = 0.0
    """Bytes that PostgreSQL logged for each move."""

    @property
    def is_good(self) -> bool:
        """Whether the requested moves were made, 99 of 100 of them in time."""
        return self.p99 <= GOOD and self.made >= MADE * self.asked


@dataclass
class Measured:
    """One game on one or more houses."""

    game: str
    where: str
    tables: int
    memory: float
    """KiB per table."""
    length: float = 0.0
    """The moves per game, as the rule of thumb plays it."""
    driven: float = 0.0
    """The moves per game, as the guests played it."""
    rates: list[Driven] = field(default_factory=list)
    parts: dict[str, float] = field(default_factory=dict)
    """Processor time of the parts of a move at the steady rate."""


@dataclass
class Figures:
    """Everything that a run has measured."""

    when: str = ""
    machine: str = ""
    idle_sockets: int = 0
    idle: float = 0.0
    """KiB per idle socket."""
    games: list[Measured] = field(default_factory=list)
    before: dict[str, tuple[float, float]] = field(default_factory=dict)
    """Processor time a move at the steady rate by game: with the code of BEFORE, and right after it with this code."""
    restored: int = 0
    opened: float = 0.0
    back: float = 0.0
    """Seconds until a killed house let people in, and until all its games were in memory."""
    commits: dict[int, float] = field(default_factory=dict)
    """Commits a second of this PostgreSQL by the number of connections."""


# ---- the house -----------------------------------------------------------------------------------------------------


def start_house(
    database: str, *arguments: str, source: Path | None = None, sampled: Path | None = None
) -> tuple["subprocess.Popen[str]", str]:
    """Start a house; return its process and address. `source` is other code to run, and `sampled` the file for the parts of a
    move.
    """
    program = ["benchmarks/sampled.py", str(sampled)] if sampled else ["-m", "parlour.cli"]
    house = subprocess.Popen(
        [sys.executable, *program, "serve", "--no-browser", "--port", "0", "--database", database, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, **LIMITS, **({"PYTHONPATH": str(source)} if source else {})},
    )
    assert house.stdout is not None
    for line in house.stdout:
        found = re.search(r"http://[\w.:-]+\d", line)
        if found:
            return house, found[0]
    raise SystemExit("The house did not open.")


def kill(houses: Houses) -> None:
    """Kill houses, with their workers."""
    for house, _ in houses:
        for pid in family(house.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        house.wait()


def family(pid: int) -> list[int]:
    """Return a process and all below it."""
    with suppress(FileNotFoundError, ProcessLookupError):
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *(below for child in children for below in family(int(child)))]
    return [pid]


def total(measure: Callable[[int], float], houses: Houses) -> float:
    """Add up a measurement of all processes of houses."""
    return sum(measure(pid) for house, _ in houses for pid in family(house.pid))


def memory(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def cpu(pid: int) -> float:
    """Return the processor seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rooms(url: str) -> int:
    """Return how many rooms a house has open."""
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
    """Return the code of an earlier commit; None if the history of the repository is missing here."""
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
        """Create an empty database; return its URL."""
        return self.server.url(self.server.new_database())

    def cpu(self) -> float:
        """Return the processor seconds that all its processes have used, including those that have ended."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        ended = (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")
        used = ended + cpu(self.process.pid)
        for pid in children:
            with suppress(FileNotFoundError, ProcessLookupError):  # it may end meanwhile
                used += cpu(int(pid))
        return used

    def logged(self) -> int:
        """Return the bytes that it has logged so far."""
        with psycopg.connect(self.server.url("postgres")) as connection:
            row = connection.execute("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8").fetchone()
        return int(row[0]) if row else 0

    def commits(self, connections: int, seconds: float) -> float:
        """Return how many transactions a second it commits, each with one row, on this many connections."""
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


async def measure(arguments: argparse.Namespace, folder: Path, base: Base | None) -> Figures:
    """Measure the parts that were asked for."""
    busy = os.getloadavg()[0]
    machine = f"{cores()} · {platform.system()} · Python {platform.python_version()} {LOAD}{busy:.1f}"
    figures = Figures(str(date.today()), machine)
    for part in arguments.part:
        if part == "restart":
            await measure_restart(figures, arguments, folder)
        elif part == "commits":
            measure_commits(figures, base)
        elif part == "idle":
            await measure_idle(figures, arguments.idle, f"sqlite:///{folder}/idle.db")
        elif part == "before":
            await measure_before(figures, arguments, folder)
        else:
            for where in {"one": [ONE], "workers": [WORKERS], "several": [f"2 {SEVERAL}", f"4 {SEVERAL}"]}[part]:
                for game in arguments.game:
                    figures.games.append(await measure_game(arguments, folder, base, where, game))
    return figures


async def measure_game(arguments: argparse.Namespace, folder: Path, base: Base | None, where: str, game: str) -> Measured:
    """Drive tables of one game at each rate, and measure the cost of a move."""
    file = folder / "parts.json"
    if where == ONE:
        houses, base = [start_house(f"sqlite:///{folder}/{game}.db", sampled=file)], None
    else:
        assert base is not None
        database = base.new()
        names = [["--workers", "2"]] if where == WORKERS else [["--name", f"house{number}"] for number in range(int(where[0]))]
        houses = [start_house(database, *name) for name in names]
    try:
        await asyncio.sleep(READY_SECONDS if where == WORKERS else 0)
        empty = total(memory, houses)
        driver = Driver([url for _, url in houses], game, is_shared=where == WORKERS)
        await driver.set_up(arguments.tables)
        found = Measured(game, where, arguments.tables, (total(memory, houses) - empty) / arguments.tables / 1024)
        found.length = driver.habits.length
        await driver.warm_up()
        await try_rates(arguments, found, driver, houses, base)
        if where == ONE:
            found.parts = await parts_of(driver, houses[0][0].pid, file, arguments.seconds)
        found.driven = driver.made / max(driver.games, 1)
        driver.close()
    finally:
        kill(houses)
    return found


async def try_rates(arguments: argparse.Namespace, found: Measured, driver: Driver, houses: Houses, base: Base | None) -> None:
    """Drive at the rates that were asked for, or search for the one at which the houses break."""
    for step in range(len(arguments.rate or ()) or STEPS):
        rate = arguments.rate[step] if arguments.rate else next_rate(found)
        driven = await drive(driver, houses, base, rate, arguments.seconds)
        print(f"{found.game}, {found.where}: {driven}", flush=True)
        found.rates.append(driven)


def next_rate(found: Measured) -> float:
    """Return the rate to try next: the target, then one above the rates that were good and below those that were not."""
    good, bad = good_rate(found), min((driven.asked for driven in found.rates if not driven.is_good), default=0.0)
    if not found.rates:
        return AIM.get(found.where, AIM[WORKERS])
    if not bad:
        return round(1.15 * good, -1)
    if not good:
        return round(min(0.8 * bad, 0.85 * found.rates[-1].made), -1)
    return round((good * bad) ** 0.5, -1)


async def drive(driver: Driver, houses: Houses, base: Base | None, rate: float, seconds: float) -> Driven:
    """Make moves at one rate."""
    received, logged, own = driver.received, base.logged() if base else 0, time.process_time()
    used, stored = total(cpu, houses), base.cpu() if base else 0.0
    reached = await driver.drive(rate, seconds)
    used, stored = total(cpu, houses) - used, base.cpu() - stored if base else 0.0
    delays, moves = driver.delays, max(len(driver.delays), 1)
    return Driven(
        asked=rate,
        made=reached,
        ends=driver.ends / seconds,
        p50=milliseconds(delays, 0.5),
        p99=milliseconds(delays, 0.99),
        p999=milliseconds(delays, 0.999),
        not_seen=driver.lost,
        refused=driver.refused.total(),
        house=1e6 * used / moves,
        database=1e6 * stored / moves,
        driver=1e6 * (time.process_time() - own) / moves,
        bytes=(driver.received - received) / moves,
        wal=(base.logged() - logged) / moves if base else 0.0,
    )


async def parts_of(driver: Driver, pid: int, file: Path, seconds: float) -> dict[str, float]:
    """Return the processor time of each part of a move at the steady rate."""
    os.kill(pid, signal.SIGUSR1)
    await driver.drive(STEADY, seconds / 2)
    os.kill(pid, signal.SIGUSR1)
    while not file.exists():
        await asyncio.sleep(0.05)
    found = json.loads(file.read_text())
    file.unlink()
    return {part: 1e6 * used / max(len(driver.delays), 1) for part, used in sorted(found.items())}


async def measure_before(figures: Figures, arguments: argparse.Namespace, folder: Path) -> None:
    """Compare what a move costs at the steady rate with earlier code and with this code, one right after the other."""
    with earlier_source(BEFORE) as source:
        for game in arguments.game if source is not None else ():
            costs = []
            for code in (source, None):
                houses = [start_house(f"sqlite:///{folder}/{game}-{code is None}.db", source=code)]
                driver = Driver([houses[0][1]], game)
                await driver.set_up(arguments.tables)
                await driver.warm_up()
                costs.append((await drive(driver, houses, None, STEADY, arguments.seconds)).house)
                kill(houses)
                driver.close()
            figures.before[game] = costs[0], costs[1]
            print(f"{game}: {costs[0]:.0f} µs a move before, {costs[1]:.0f} now", flush=True)


def measure_commits(figures: Figures, base: Base | None) -> None:
    """Measure the commits a second of this PostgreSQL."""
    for connections in (1, 4) if base is not None else ():
        figures.commits[connections] = base.commits(connections, 2.0)
        print(f"PostgreSQL commits {figures.commits[connections]:.0f} times a second on {connections} connections.", flush=True)


async def measure_idle(figures: Figures, count: int, database: str) -> None:
    """Measure the memory of idle sockets."""
    house, url = start_house(database)
    driver = Driver([url], "")
    cookies = [await driver.guest(driver.hosts[0]) for _ in range(count // 20 + 1)]
    await asyncio.sleep(1)
    before = memory(house.pid)
    for number in range(count):
        await driver.line(driver.hosts[0], cookies[number % len(cookies)], lambda line, payload: None)
    await asyncio.sleep(1)
    figures.idle_sockets, figures.idle = count, (memory(house.pid) - before) / count / 1024
    print(f"{count} idle sockets take {figures.idle:.1f} KiB each.", flush=True)
    kill([(house, url)])


async def measure_restart(figures: Figures, arguments: argparse.Namespace, folder: Path) -> None:
    """Kill a house with running games of every kind, and measure when they are back."""
    database, games = f"sqlite:///{folder}/restart.db", arguments.game
    house, url = start_house(database)
    drivers = [Driver([url], game) for game in games]
    for driver in drivers:
        await driver.set_up(arguments.restart // len(games))
        await driver.drive(STEADY, 2)
    before = rooms(url)
    kill([(house, url)])
    for driver in drivers:
        driver.close()
    began = time.perf_counter()
    house, url = start_house(database)
    figures.opened = time.perf_counter() - began
    # only games in progress are restored now; finished ones are when somebody enters
    last, found = -1, rooms(url)
    while found > last:
        figures.back, figures.restored, last = time.perf_counter() - began, found, found
        time.sleep(0.2)
        found = rooms(url)
    print(f"{figures.restored} of {before} rooms after {figures.back:.2f} s, open after {figures.opened:.2f} s.", flush=True)
    kill([(house, url)])


# ---- the page ------------------------------------------------------------------------------------------------------

INTRODUCTION = f"""Houses, guests and database share the machine. One house has SQLite, several have PostgreSQL; two workers are
two processes behind one port. A table has four people; a move has arrived when the last of them has the update that shows it.
Moves come at random times. Guests choose them about as often as the rule of thumb does, and contribute to every deal. `made`:
moves a second; `ends`: games that ended, a second. `house`, `database` and `guests` are processor time in µs a move: the guests
are one Python process that shares the cores with the houses. `not seen`: moves that had not arrived everywhere
{LAST_SECONDS:.0f} s after the end of a measurement. A rate is good if 99 of 100 moves arrive within {GOOD:.0f} ms; it is
searched for, beginning with the rate aimed at: {AIM[ONE]:.0f} moves a second for one house, {AIM[WORKERS]:.0f} for two
workers."""


def page(figures: Figures) -> str:
    """Return the text of LOAD.md; no figure is typed by hand."""
    lines = ["# The house under load", "", "Written by `make load`; no figure is typed by hand.", ""]
    lines += [f"{figures.when} · {figures.machine}", "", INTRODUCTION, ""]
    for where in dict.fromkeys(found.where for found in figures.games):
        games = [found for found in figures.games if found.where == where]
        lines += [f"## {where.capitalize()}", "", rates_table(games), "", good_line(games), ""]
    if split := [found for found in figures.games if found.parts]:
        lines += ["## What a move costs, by part", "", f"Processor time in µs at {STEADY:.0f} moves a second, one house.", ""]
        lines += [parts_table(split), "", lengths_line(split), ""]
    if figures.before:
        rows = [[game, f"{before:.0f}", f"{now:.0f}"] for game, (before, now) in figures.before.items()]
        lines += ["## What a move costs, before and after", "", "µs of the house at the same rate, one after the other.", ""]
        lines += [table_text(["game", "before", "after"], rows), ""]
    return "\n".join([*lines, *other_lines(figures), ""])


def rates_table(games: Sequence[Measured]) -> str:
    """Return the table of all rates that were tried."""
    heads = ["game", "tables", "KiB a table", "asked", "made", "ends", "p50 ms", "p99 ms", "p99.9 ms", "not seen", "refused"]
    heads += ["house", "database", "guests"]
    rows = []
    for found in games:
        for driven in found.rates:
            row = [found.game, f"{found.tables}", f"{found.memory:.0f}", f"{driven.asked:.0f}", f"{driven.made:.0f}"]
            row += [f"{driven.ends:.1f}", f"{driven.p50:.1f}", f"{driven.p99:.1f}", f"{driven.p999:.1f}", f"{driven.not_seen}"]
            row += [f"{driven.refused}", f"{driven.house:.0f}", f"{driven.database:.0f}" if driven.database else ""]
            rows.append([*row, f"{driven.driver:.0f}"])
    return table_text(heads, rows)


def good_rate(found: Measured) -> float:
    """Return the highest rate that was good; 0 if none was."""
    return max((driven.asked for driven in found.rates if driven.is_good), default=0.0)


def good_line(games: Sequence[Measured]) -> str:
    """Say up to which rate each game was good, and how many moves were made when more were requested."""
    good = [f"{found.game} {good_rate(found):.0f}" for found in games]
    most = [f"{found.game} {max(driven.made for driven in found.rates):.0f}" for found in games]
    return f"Good up to, in moves a second: {', '.join(good)}. Most that were made: {', '.join(most)}."


def parts_table(games: Sequence[Measured]) -> str:
    """Return the table of the costs of a move's parts."""
    parts = sorted({part for found in games for part in found.parts}, key=lambda part: -games[0].parts.get(part, 0))
    rows = [[part, *(f"{found.parts.get(part, 0):.0f}" for found in games)] for part in parts]
    rows.append(["together", *(f"{sum(found.parts.values()):.0f}" for found in games)])
    return table_text(["part", *(found.game for found in games)], rows)


def lengths_line(games: Sequence[Measured]) -> str:
    """Return a sentence about the length of games."""
    lengths = [f"{found.game} {found.driven:.0f} ({found.length:.0f})" for found in games]
    return f"Moves a game (in brackets, as the rule of thumb plays): {', '.join(lengths)}."


def other_lines(figures: Figures) -> list[str]:
    """Return the lines about everything measured besides moves."""
    lines = []
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
    return ["## Restart, commits, sockets", "", *lines] if lines else []


def keep_earlier(figures: Figures) -> None:
    """Add the parts that this run did not measure, if the same machine measured them on the same day."""
    if not FIGURES.exists():
        return
    earlier = msgspec.json.decode(FIGURES.read_bytes(), type=Figures)
    if (earlier.when, earlier.machine.partition(LOAD)[0]) != (figures.when, figures.machine.partition(LOAD)[0]):
        return
    measured = {(found.where, found.game) for found in figures.games}
    figures.games[:0] = [found for found in earlier.games if (found.where, found.game) not in measured]
    for name in ("before", "commits", "restored", "opened", "back", "idle_sockets", "idle"):
        if not getattr(figures, name):
            setattr(figures, name, getattr(earlier, name))


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=PARTS, help=f"what to measure; {', '.join(SHORT)} if not given")
    parser.add_argument("--full", action="store_true", help="measure everything")
    parser.add_argument("--tables", type=int, default=240)
    parser.add_argument("--rate", type=float, action="append", help="moves a second; searched for if not given")
    parser.add_argument("--seconds", type=float, default=10, help="seconds for each rate")
    parser.add_argument("--idle", type=int, default=5000, help="idle sockets")
    parser.add_argument("--restart", type=int, default=1000, help="running games of a house that is killed")
    parser.add_argument("--game", action="append", help="a game; all of them if not given")
    parser.add_argument("--write", action="store_true", help="write the figures to load.json and LOAD.md")
    arguments = parser.parse_args()
    arguments.game = arguments.game or game_ids()
    arguments.part = arguments.part or (PARTS if arguments.full else SHORT)
    gc.disable()  # the guests must not be the bottleneck
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "postgres").mkdir()
        base = Base(folder / "postgres") if {"workers", "commits", "several"} & set(arguments.part) else None
        try:
            figures = uvloop.run(measure(arguments, folder, base))
        finally:
            if base is not None:
                postgres.stop(base.process)
    print(page(figures))
    if arguments.write:
        keep_earlier(figures)
        FIGURES.write_bytes(msgspec.json.format(msgspec.json.encode(asdict(figures))) + b"\n")
        PAGE.write_text(page(figures), encoding="utf-8")


if __name__ == "__main__":
    main()
