"""Measures what honest guests notice while a house is attacked: each attack alone, then all together.

Each attack is compared with a calm period just before it.

    python benchmarks/attacks.py --write                                 # all of it, about ten minutes
    python benchmarks/attacks.py --attack experts --attack lorises --no-before

An earlier version of the server is measured first, with the same guests and attackers. House, guests and attackers share the
machine; the attackers have a lower priority, so that the house is measured and not the attackers. What other programs did
meanwhile, and how long the house waited for a processor, is measured too: on a busy machine guests wait without any attack.
"""

import argparse
import asyncio
import json
import os
import platform
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from load import cores, cpu, earlier_source, milliseconds

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.helpers.attack import WAYS, attack_command
from tests.server.helpers.clients import HouseProcess, Http, house_in
from tests.server.helpers.honest import USUAL, Noticed, finished_game, play_on

ROOT = Path(__file__).parents[1]
CALM, ALL = "calm", "all together"
HONEST = 3
BEFORE = "ac76d24"
"""The last commit at which one guest could hold up everybody."""
REST = 3.0
"""Seconds after an attack, in which the attackers are forgotten."""
ABOUT = {
    "resyncs": "ask for a whole game again, on 10 sockets",
    "watchers": "sit down and rise in a room with 20 connections",
    "replays": "ask for the steps of a replay, without a cookie",
    "experts": "ask for hints in 8 rooms of Experts",
    "lorises": "feed 50 heads and bodies byte by byte",
    "codes": "try room codes at random",
    "settings": "change the settings of a room",
    ALL: "all of it",
}


@dataclass(frozen=True, slots=True)
class Period:
    """The measurements of one period: what guests noticed, and what it cost the house."""

    times: list[float]
    busy: float
    """The share of a core that the house used."""
    lag: float
    """The longest delay of its event loop, in seconds."""
    attempts: int
    waited: float
    """The share of the time in which the event loop could have run, but waited for a processor."""
    others: float
    """Cores that other programs used."""

    @property
    def median(self) -> float:
        """The median of the times."""
        return statistics.median(self.times)


def machine_cpu() -> float:
    """The seconds of a core that all programs of this machine have used."""
    user, nice, system, _, _, irq, softirq = Path("/proc/stat").read_text().split()[1:8]
    return sum(map(int, (user, nice, system, irq, softirq))) / os.sysconf("SC_CLK_TCK")


def own_cpu(house: HouseProcess) -> float:
    """The seconds of a core that the house, its guests, and the attackers that have ended have used."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return cpu(house.pid) + time.process_time() + ended.ru_utime + ended.ru_stime


def waited_for_core(house: HouseProcess) -> float:
    """The seconds for which the event loop was ready to run but another program had the processor."""
    return int(Path(f"/proc/{house.pid}/schedstat").read_text().split()[1]) / 1e9


async def measure(house: HouseProcess, replay: str, period: str, seconds: float) -> Period:
    """Let honest guests play through one period."""
    noticed = Noticed(period)
    began, all, own = time.monotonic(), machine_cpu(), own_cpu(house)
    used, waited, end = cpu(house.pid), waited_for_core(house), began + seconds
    guests = [asyncio.create_task(play_on(house.url, noticed, end)) for _ in range(HONEST)]
    ways = [] if period == ALL else [period]
    attack = None
    if period != CALM:
        attack = subprocess.Popen(
            attack_command(house.url, replay, seconds, *ways), stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
    await asyncio.gather(*guests)
    busy, waited = cpu(house.pid) - used, waited_for_core(house) - waited
    took = time.monotonic() - began
    figures = await asyncio.to_thread(Http(house.url).full, "GET", "/metrics")
    lag = re.search(r"^parlour_loop_lag_seconds (\S+)", figures[2], re.MULTILINE)
    said = (await asyncio.to_thread(attack.communicate, timeout=120))[0] if attack else "{}"
    done = json.loads(said)
    others = (machine_cpu() - all - (own_cpu(house) - own)) / (time.monotonic() - began)
    return Period(
        times=noticed.during(period),
        busy=busy / took,
        lag=float(lag[1]) if lag else 0.0,
        attempts=sum(done.get(way, 0) for way in ways or WAYS),
        waited=waited / took,
        others=max(others, 0.0),
    )


async def measure_all(house: HouseProcess, seconds: float, attacks: Sequence[str]) -> dict[str, tuple[Period, Period]]:
    """Measure each of these attacks, and a calm period before it."""
    replay = await finished_game(house.url)
    found = {}
    for attack in attacks:
        calm = await measure(house, replay, CALM, seconds / 2)
        found[attack] = calm, await measure(house, replay, attack, seconds)
        print(f"{attack}: {cells(*found[attack])}", flush=True)
        await asyncio.sleep(REST)
    return found


def cells(calm: Period, now: Period) -> str:
    """Return one attack in figures, as cells of a table."""
    ratio = now.median / calm.median
    spread = " | ".join(f"{milliseconds(now.times, share):.1f}" for share in (0.5, 0.99))
    times = f"{milliseconds(calm.times, 0.5):.1f} | {spread} | {ratio:.1f}"
    return f"{times} | {100 * now.busy:.0f} % | {1000 * now.lag:.0f} | {100 * now.waited:.0f} % | {now.others:.1f}"


def measured(attacks: Sequence[str], seconds: float, environment: dict[str, str]) -> dict[str, tuple[Period, Period]]:
    """Measure attacks on a house of its own."""
    with tempfile.TemporaryDirectory() as folder, house_in(Path(folder), environment={**USUAL, **environment}) as house:
        return asyncio.run(measure_all(house, seconds, attacks))


def table(title: str, found: dict[str, tuple[Period, Period]]) -> list[str]:
    """Return a table of all attacks on one house."""
    heads = ["attack", "what it does", "attempts", "calm, ms", "median, ms", "99th percentile, ms", "ratio to calm"]
    heads += ["house", "loop delay, ms", "waited", "others"]
    return [
        f"## {title}",
        "",
        f"| {' | '.join(heads)} |",
        "|" + "---|" * len(heads),
        *(f"| {attack} | {ABOUT[attack]} | {both[1].attempts} | {cells(*both)} |" for attack, both in found.items()),
        "",
    ]


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of each attack; half as many before it are calm")
    parser.add_argument("--attack", action="append", choices=list(ABOUT), help="an attack; all of them if not given")
    parser.add_argument("--no-before", dest="before", action="store_false", help="do not measure the code before")
    parser.add_argument("--write", action="store_true", help="write the figures to ATTACKS.md")
    arguments = parser.parse_args()
    lines = [
        "# The house under attack",
        "",
        "Written by `python benchmarks/attacks.py`; no figure is typed by hand.",
        "",
        f"{date.today()} · {cores()} · {platform.system()} · Python {platform.python_version()} · SQLite · usual limits",
        "",
        f"{HONEST} honest guests play and send a request four times a second. Each attack lasts {arguments.seconds:.0f} s,",
        "and a calm period before it half as long. Times are those until the answer; the ratio is that of the medians. `house`",
        "is what the house uses of a core, `waited` the share of the time in which its loop could have run but had no",
        "processor, and `others` the cores that programs used which have nothing to do with it. House, guests and attackers",
        "share the machine; the attackers have a lower priority.",
        "",
    ]
    attacks = arguments.attack or list(ABOUT)
    with earlier_source(BEFORE) as earlier:
        if arguments.before and earlier is not None:
            lines += table(f"Before (commit {BEFORE})", measured(attacks, arguments.seconds, {"PYTHONPATH": str(earlier)}))
    lines += table("Now", measured(attacks, arguments.seconds, {}))
    print("\n".join(lines))
    if arguments.write:
        (Path(__file__).parent / "ATTACKS.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
