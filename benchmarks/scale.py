"""Estimates how far houses scale: the measured costs of a move, extrapolated to a million people by a simulation of queues.

    python benchmarks/scale.py            # print the tables
    python benchmarks/scale.py --write    # write them into docs/how/scale.md

`make load` measures (benchmarks/load.json); nothing here is measured, and no figure is typed by hand except the assumptions
below. A house is simulated as one loop that handles each move twice, before and after the commit that it shares with others.
Two numbers of the simulation are fitted to the measurement (`Fit`), and the page says how large the error is after that.
"""

import argparse
import heapq
import itertools
import math
import random
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from textwrap import fill

import msgspec
from load import AIM, FIGURES, GOOD, MADE, ONE, STEADY, WORKERS, Driven, Figures, Measured, good_rate

from parlour.server.store.writer import WINDOW

PAGE = Path(__file__).parents[1] / "docs" / "how" / "scale.md"
BEGIN, END = "<!-- made by benchmarks/scale.py: begin -->", "<!-- made by benchmarks/scale.py: end -->"
PEOPLE = (1_000, 10_000, 100_000, 1_000_000)
AT_TABLE = 4
"""People at a table."""
PAUSE = 5.0
"""Seconds between two moves at a table: people think."""
BEFORE_COMMIT = 0.5
"""The share of a move's processor time that comes before its commit: reading, checking, writing. After it, guests are told."""
MOVES = 6_000
"""How many moves are simulated at each rate."""
BURDENS = [0.8 + 0.05 * step for step in range(21)]
"""Values of `Fit.burden` that are tried."""
LATENCIES = [step / 2000 for step in range(17)]
"""Values of `Fit.latency` that are tried, in seconds."""
FLOOR = ("sockets", "store", "JSON", "rules")
"""The parts that every move needs."""
WIDTH = 150
PORTS = 28_000
"""Connections between one proxy and one house: the usual number of ports on Linux (net.ipv4.ip_local_port_range)."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """Delays for guests of a simulated house at one rate, in milliseconds, and its commits a second."""

    rate: float
    p50: float
    p99: float
    commits: float


@dataclass(frozen=True, slots=True)
class Fit:
    """The numbers that make the simulation agree best with the measured median and 99th percentile."""

    burden: float = 1.0
    """How long a move occupies the loop, as a multiple of its processor time, because the loop also waits for Python's lock."""
    latency: float = 0.0
    """Additional seconds that a move takes: on the network, and until the guests have read it."""


class House:
    """A simulated house: one loop that serves a move at a time, and a writer that commits all that wait together."""

    def __init__(self, service: float, commit: float, window: float) -> None:
        self.delays: list[float] = []
        self.commits = 0
        self._service, self._commit, self._window = service, commit, window
        self._events: list[tuple[float, int, Callable[[float], None]]] = []
        self._count = itertools.count()
        self._queue: deque[tuple[bool, float]] = deque()
        """Moves that wait for the loop: whether each has been committed and is to be sent to the guests, and when it was sent.
        """
        self._is_busy = self._is_writing = False
        self._waiting: list[float] = []
        self._committed_at = -window

    def run(self, arrivals: Iterable[float]) -> None:
        """Serve moves that arrive at these times."""
        for at in arrivals:
            self._at(at, lambda now: self._put(now, (False, now)))
        while self._events:
            now, _, happen = heapq.heappop(self._events)
            happen(now)

    def _at(self, time: float, happen: Callable[[float], None]) -> None:
        heapq.heappush(self._events, (time, next(self._count), happen))

    def _put(self, now: float, item: tuple[bool, float]) -> None:
        self._queue.append(item)
        self._serve(now)

    def _serve(self, now: float) -> None:
        if self._queue and not self._is_busy:
            self._is_busy = True
            is_told, sent = self._queue.popleft()
            seconds = self._service * (1 - BEFORE_COMMIT if is_told else BEFORE_COMMIT)
            self._at(now + seconds, lambda now: self._served(now, sent, is_told=is_told))

    def _served(self, now: float, sent: float, *, is_told: bool) -> None:
        self._is_busy = False
        if is_told:
            self.delays.append(now - sent)
        else:
            self._waiting.append(sent)
            self._write_soon(now)
        self._serve(now)

    def _write_soon(self, now: float) -> None:
        if self._waiting and not self._is_writing:
            self._is_writing = True
            self._at(max(now, self._committed_at + self._window), self._write)

    def _write(self, now: float) -> None:
        group, self._waiting = self._waiting, []
        self.commits += 1
        self._at(now + self._commit, lambda now: self._written(now, group))

    def _written(self, now: float, group: list[float]) -> None:
        self._is_writing, self._committed_at = False, now
        for sent in group:
            self._put(now, (True, sent))
        self._write_soon(now)


def simulate(
    rate: float, service: float, commit: float, window: float = WINDOW, moves: int = MOVES, seed: int = 1
) -> Simulated:
    """Simulate a house at which moves arrive at random; `service`, `commit` and `window` are seconds."""
    dice = random.Random(seed)
    arrivals = list(itertools.accumulate(dice.expovariate(rate) for _ in range(moves)))
    house = House(service, commit, window)
    house.run(arrivals)
    delays = sorted(house.delays)
    p50, p99 = (1000 * delays[int(share * len(delays))] for share in (0.5, 0.99))
    return Simulated(rate, p50, p99, house.commits / arrivals[-1])


def most_in_time(service: float, commit: float, fit: Fit) -> Simulated:
    """Return the highest rate at which 99 of 100 moves arrive in time, to within 2%."""
    low, high = 1.0, 1 / (service * fit.burden)
    best = simulate(low, service * fit.burden, commit)
    while high / low > 1.02:
        middle = math.sqrt(low * high)
        found = simulate(middle, service * fit.burden, commit)
        if found.p99 + 1000 * fit.latency <= GOOD:
            low, best = middle, found
        else:
            high = middle
    return best


# ---- fitting -------------------------------------------------------------------------------------------------------


def kept_up(games: Iterable[Measured]) -> list[Driven]:
    """Return the measurements in which the house kept up. In the others, delays grew until the end."""
    return [driven for found in games for driven in found.rates if driven.made >= MADE * driven.asked]


def fitted(measured: list[Driven], commit: float) -> Fit:
    """Return the numbers with which the simulation agrees best with these measurements."""
    tried: list[tuple[float, Fit]] = []
    for burden in BURDENS if measured else ():
        found = [simulate(driven.made, driven.house / 1e6 * burden, commit) for driven in measured]
        for latency in LATENCIES:
            fit = Fit(burden, latency)
            tried.append((sum(sum(squares(one, driven, fit)) for one, driven in zip(found, measured, strict=True)), fit))
    return min(tried, key=lambda pair: pair[0])[1] if tried else Fit()


def squares(found: Simulated, driven: Driven, fit: Fit) -> tuple[float, float]:
    """Return the error of a simulation: the squared logarithms of the factors at the median and the 99th percentile."""
    late = 1000 * fit.latency
    return math.log((found.p50 + late) / driven.p50) ** 2, math.log((found.p99 + late) / driven.p99) ** 2


def errors(measured: list[Driven], commit: float, fit: Fit) -> str:
    """Return a sentence about the error of the simulation after fitting."""
    if not measured:
        return "The houses kept up with no rate, so nothing was fitted."
    off = [squares(simulate(one.made, one.house / 1e6 * fit.burden, commit), one, fit) for one in measured]
    p50, p99 = ([math.exp(math.sqrt(pair[place])) for pair in off] for place in (0, 1))
    said = f"""Fitted to the {len(measured)} measurements in which a house kept up with what was asked of it: a move holds up
        the loop for {fit.burden:.2f} times its processor time, and takes {1000 * fit.latency:.1f} ms besides. After that the
        simulated median is off by a factor of {median(p50):.2f} (at most {max(p50):.2f}), and the simulated 99th percentile
        by {median(p99):.2f} (at most {max(p99):.2f})."""
    return fill(" ".join(said.split()), WIDTH)


def aim_text(alone: list[Measured], shared: list[Measured]) -> str:
    """Say which games reach the target rates, and what limits the others."""
    lines = []
    for what, where, games in (("One process", ONE, alone), ("Two workers behind one port", WORKERS, shared)):
        good = {found.game: good_rate(found) for found in games if found.where == where}
        reached = [game for game, rate in good.items() if rate >= AIM[where]]
        missed = [f"{game} ({rate:,.0f})" for game, rate in good.items() if rate < AIM[where]]
        within = f"{AIM[where]:,.0f} moves a second with a 99th percentile of {GOOD:.0f} ms"
        if good:
            lines.append(f"{what} should make {within}. These games do: {', '.join(reached) or 'none'}.")
        if missed:
            lines.append(f"These do not (in brackets, the highest rate that was good): {', '.join(missed)}.")
    split = [found.parts for found in alone if found.parts]
    if split:
        floor = min(sum(parts.get(part, 0) for part in FLOOR) for parts in split)
        whole = [sum(parts.values()) for parts in split]
        lines.append(f"""A move costs {min(whole):.0f} to {max(whole):.0f} µs at {STEADY:.0f} moves a second. The floor of this
            design in Python is {floor:.0f} µs: {", ".join(FLOOR)}. Python runs one thread of a process at a time, so a process
            makes at most one second's worth of moves a second, and only if nothing else uses its core; here guests and database
            share the two cores with the houses.""")
    return fill(" ".join(" ".join(lines).split()), WIDTH)


# ---- the page ------------------------------------------------------------------------------------------------------


def busiest(found: Measured) -> Driven:
    """Return the measurement with the most moves, in which fixed costs weigh least."""
    return max(found.rates, key=lambda driven: driven.made)


def section(figures: Figures) -> str:
    """Return the generated part of the page."""
    alone = [found for found in figures.games if found.where == ONE]
    shared = [found for found in figures.games if found.where != ONE]
    commit = 1 / figures.commits[1]
    measured = kept_up(alone)
    fit = fitted(measured, commit)
    lines = [BEGIN, "", f"Costs measured on {figures.when} · {figures.machine}.", ""]
    lines += ["### One house", "", aim_text(alone, shared), "", errors(measured, commit, fit), ""]
    lines += [*_alone(alone, commit, fit), ""]
    dearest = max(alone, key=lambda found: busiest(found).house)
    best = most_in_time(busiest(dearest).house / 1e6, commit, fit)
    lines += [f"### From a thousand to a million people, with {dearest.game}, the most expensive game", ""]
    lines += [*_people(figures, dearest, shared, best, fit), "", *_breaks(figures, shared, best), "", END]
    return "\n".join(lines)


def _alone(games: list[Measured], commit: float, fit: Fit) -> list[str]:
    lines = [
        "| game | µs a move | measured moves/s | p50 ms | p99 ms | simulated p50 ms | p99 ms | good up to | simulated limit |"
    ]
    lines.append("|---|" + "---:|" * 8)
    for found in games:
        best = most_in_time(busiest(found).house / 1e6, commit, fit)
        shown = max(kept_up([found]), key=lambda driven: driven.made, default=found.rates[0])
        same, late = simulate(shown.made, shown.house / 1e6 * fit.burden, commit), 1000 * fit.latency
        cells = [found.game, f"{busiest(found).house:.0f}", f"{shown.made:.0f}", f"{shown.p50:.1f}", f"{shown.p99:.1f}"]
        cells += [f"{same.p50 + late:.1f}", f"{same.p99 + late:.1f}", f"{good_rate(found):.0f}", f"{best.rate:.0f}"]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _demand(people: int) -> float:
    return people / AT_TABLE / PAUSE


def _people(figures: Figures, dearest: Measured, shared: list[Measured], best: Simulated, fit: Fit) -> list[str]:
    heads = [
        "people",
        "tables",
        "moves/s",
        "houses",
        "memory GiB",
        "out Mbit/s",
        "commits/s",
        "database cores",
        "database log MB/s",
    ]
    lines = ["| " + " | ".join(heads) + " |", "|" + "---:|" * len(heads)]
    database, wal = _stored(shared)
    for people in PEOPLE:
        moves, tables = _demand(people), people / AT_TABLE
        houses = max(1, math.ceil(moves / best.rate))
        service = busiest(dearest).house / 1e6 * fit.burden
        commits = houses * simulate(moves / houses, service, 1 / figures.commits[1]).commits
        cells = [f"{people:,}", f"{tables:,.0f}", f"{moves:,.0f}", f"{houses}", f"{tables * dearest.memory / 2**20:,.1f}"]
        cells += [f"{moves * busiest(dearest).bytes * 8 / 1e6:,.0f}", f"{commits:,.0f}"]
        cells += [f"{moves * database:,.1f}", f"{moves * wal / 1e6:,.1f}"]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def _stored(shared: list[Measured]) -> tuple[float, float]:
    """Return the highest cost of a move of any game for the database: seconds of processor time, and bytes of its log."""
    driven = [busiest(found) for found in shared]
    return max(each.database for each in driven) / 1e6, max(each.wal for each in driven)


def _breaks(figures: Figures, shared: list[Measured], best: Simulated) -> list[str]:
    """Say what breaks first at the largest number of people, in terms of the measured figures."""
    moves, houses = _demand(PEOPLE[-1]), max(1, math.ceil(_demand(PEOPLE[-1]) / best.rate))
    most = max(figures.commits.values())
    commits = houses / (WINDOW + 1 / figures.commits[1])
    machine = int(figures.machine.partition(" cores")[0].split()[-1])
    stored, sockets = moves * _stored(shared)[0], PEOPLE[-1] / houses
    needs = [
        (commits / most, f"commits: up to {commits:,.0f} a second from {houses} busy houses; this PostgreSQL made {most:,.0f}"),
        (stored / machine, f"processors of the database: {stored:,.1f} cores; this machine has {machine} for everything"),
        (sockets / PORTS, f"ports between the proxy and a house: {sockets:,.0f}; one address of a proxy has {PORTS:,}"),
    ]
    lines = [f"At {PEOPLE[-1]:,} people, in the order in which they break (need divided by what there is):", ""]
    return lines + [f"{place}. {need:.2f} × {text}." for place, (need, text) in enumerate(sorted(needs, reverse=True), 1)]


def main() -> None:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the tables into docs/how/scale.md")
    arguments = parser.parse_args()
    figures = msgspec.json.decode(FIGURES.read_bytes(), type=Figures)
    if not figures.commits or {found.where == ONE for found in figures.games} != {True, False}:
        raise SystemExit("The figures lack a part: measure one house, two workers and commits first (benchmarks/load.py).")
    text = section(figures)
    if not arguments.write:
        print(text)
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(before + text + rest.partition(END)[2], encoding="utf-8")


if __name__ == "__main__":
    main()
