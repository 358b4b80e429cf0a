"""Measures what honest guests notice while a house is attacked: each attack alone, then all together.

They are compared with a calm period in the same run.

    python benchmarks/attacks.py --seconds 30 --before ac76d24 --write

`--before` measures an earlier commit of the server first, with the same guests and attackers. House, guests and attackers share
the machine; the attackers have a lower priority, so that the house is measured and not the attackers.
"""

import argparse
import asyncio
import io
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from load import cores, cpu, milliseconds

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.helpers.attack import WAYS, attack_command
from tests.server.helpers.clients import HouseProcess, Http, house_in
from tests.server.helpers.honest import USUAL, Noticed, finished_game, play_on

ROOT = Path(__file__).parents[1]
CALM, ALL = "calm", "all together"
HONEST = 3
ABOUT = {
    CALM: "nobody attacks",
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


async def measure(house: HouseProcess, replay: str, period: str, seconds: float) -> Period:
    """Let honest guests play through one period."""
    noticed = Noticed(period)
    used, end = cpu(house.pid), time.monotonic() + seconds
    guests = [asyncio.create_task(play_on(house.url, noticed, end)) for _ in range(HONEST)]
    ways = [] if period == ALL else [period]
    attack = None
    if period != CALM:
        attack = subprocess.Popen(
            attack_command(house.url, replay, seconds, *ways), stdout=subprocess.PIPE, text=True, cwd=ROOT
        )
    await asyncio.gather(*guests)
    figures = await asyncio.to_thread(Http(house.url).full, "GET", "/metrics")
    lag = re.search(r"^parlour_loop_lag_seconds (\S+)", figures[2], re.MULTILINE)
    said = (await asyncio.to_thread(attack.communicate, timeout=120))[0] if attack else "{}"
    done = json.loads(said)
    busy = (cpu(house.pid) - used) / seconds
    return Period(noticed.during(period), busy, float(lag[1]) if lag else 0.0, sum(done.get(way, 0) for way in ways or WAYS))


async def measure_all(house: HouseProcess, seconds: float) -> dict[str, Period]:
    """Measure a calm period, each attack and all of them."""
    replay = await finished_game(house.url)
    found = {}
    for period in ABOUT:
        found[period] = await measure(house, replay, period, seconds)
        print(f"{period}: {cells(found, period)}", flush=True)
        await asyncio.sleep(3)
    return found


def cells(found: dict[str, Period], period: str) -> str:
    """Return one period in figures, as cells of a table."""
    now = found[period]
    ratio = statistics.median(now.times) / statistics.median(found[CALM].times)
    spread = " | ".join(f"{milliseconds(now.times, share):.1f}" for share in (0.5, 0.99))
    return f"{spread} | {ratio:.1f} | {100 * now.busy:.0f} % | {1000 * now.lag:.0f}"


def earlier_source(commit: str, folder: Path) -> Path:
    """Return the source of an earlier commit."""
    archive = subprocess.run(["git", "archive", commit, "src"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder / "src"


def table(title: str, found: dict[str, Period], load: float) -> list[str]:
    """Return a table of all periods of one house. `load` is what else the machine was busy with before."""
    return [
        f"## {title}",
        "",
        f"Load average of the machine before: {load:.1f}. Other work makes the 99th percentile and the loop delay longer.",
        "",
        "| attack | what it does | attempts | median, ms | 99th percentile, ms | ratio to calm | house | loop delay, ms |",
        "|---|---|---|---|---|---|---|---|",
        *(f"| {period} | {about} | {found[period].attempts} | {cells(found, period)} |" for period, about in ABOUT.items()),
        "",
    ]


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=30, help="of each period")
    parser.add_argument("--before", default="", help="an earlier commit, measured first")
    parser.add_argument("--write", action="store_true", help="write the figures to ATTACKS.md")
    arguments = parser.parse_args()
    lines = [
        "# The house under attack",
        "",
        "Written by `python benchmarks/attacks.py`; no figure is typed by hand.",
        "",
        f"{date.today()} · {cores()} · {platform.system()} · Python {platform.python_version()} · SQLite · usual limits",
        "",
        f"{HONEST} honest guests play for {arguments.seconds:.0f} s in each period and send a request four times a second. The",
        "times are those until the answer, the ratio is that of the medians, and the house's use of processors is a share of",
        "one core. House, guests and attackers share the machine; the attackers have a lower priority.",
        "",
    ]
    for commit in filter(None, (arguments.before, "now")):
        load = os.getloadavg()[0]
        with tempfile.TemporaryDirectory() as folder:
            source = {} if commit == "now" else {"PYTHONPATH": str(earlier_source(commit, Path(folder)))}
            with house_in(Path(folder), environment={**USUAL, **source}) as house:
                found = asyncio.run(measure_all(house, arguments.seconds))
        lines += table("Now" if commit == "now" else f"Before (commit {commit})", found, load)
    print("\n".join(lines))
    if arguments.write:
        (Path(__file__).parent / "ATTACKS.md").write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
