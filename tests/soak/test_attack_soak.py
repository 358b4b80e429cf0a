"""A mixed attack on a house with its usual limits, while honest guests play: what they notice is compared within one run.

PARLOUR_ATTACK_SECONDS says how long the attack lasts (3600); before it the same guests play in peace for a sixth of that time.
With PARLOUR_ATTACK_WRITE, the figures become a section of benchmarks/ATTACKS.md.
"""

import asyncio
import json
import os
import re
import statistics
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.server.helpers.attack import NICENESS, WAYS
from tests.server.helpers.attack_page import conditions, write_section
from tests.server.helpers.attacked import ALL, CALM, HONEST, LEAST_USUAL, Period, measure, open_long_game, targets_in
from tests.server.helpers.clients import HouseProcess, Http, house_in
from tests.server.helpers.honest import USUAL, Noticed, play_on

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = float(os.environ.get("PARLOUR_ATTACK_SECONDS", "3600"))
MOST_RATIO = 15
"""How many times slower the median request of an honest guest may be under the attack."""
WAY_SECONDS = 20.0
"""How long each attack alone lasts, and the calm period before it."""
MOST_RATIO_OF_WAY, MOST_SLOW = 5, 0.5
"""The same bound for each attack alone, and the most seconds for the 99th percentile unless calm periods are that slow too."""
LONGEST_GAP = 30.0
"""Seconds within which every honest table must go on."""
SAMPLES = 12
"""How often the memory is measured during the attack."""
GROWTH, SPARE = 1.15, 20_000
"""How much the memory may grow in the second half of the attack: by this factor plus this many kB. Caches fill in the first."""
WRONG = re.compile(r'^parlour_errors_total (?!0\.0).*|^parlour_requests_total\{.*status="5(?!03).*', re.MULTILINE)


@dataclass
class Attacked:
    """What was measured at equal intervals while the house was attacked."""

    memory: list[int] = field(default_factory=list)
    """The memory of the house in kB: at the beginning, then after each interval."""
    loads: list[float] = field(default_factory=list)
    """The load average of the machine."""
    done: dict[str, int] = field(default_factory=dict)
    """What the attackers did, and how often."""


async def under_attack(house: HouseProcess, noticed: Noticed) -> Attacked:
    """Let honest guests play before and during the attack."""
    found = Attacked()
    targets = await targets_in(house)
    end = time.monotonic() + SECONDS / 6 + SECONDS
    guests = [asyncio.create_task(play_on(house.url, noticed, end)) for _ in range(HONEST)]
    await asyncio.sleep(SECONDS / 6)
    noticed.period = "attacked"
    attack = subprocess.Popen(targets.command(SECONDS), stdout=subprocess.PIPE, text=True)
    try:
        found.memory.append(house.memory)
        for _ in range(SAMPLES):
            await asyncio.sleep(SECONDS / SAMPLES)
            found.memory.append(house.memory)
            found.loads.append(os.getloadavg()[0])
            print(
                f"memory {found.memory[-1]} kB, load {found.loads[-1]:.1f}, standstill {noticed.longest_gap:.1f} s", flush=True
            )
        await asyncio.gather(*guests)
        said, _ = await asyncio.to_thread(attack.communicate, timeout=120)
    finally:
        attack.kill()
    assert attack.returncode == 0
    found.done = json.loads(said.splitlines()[-1])
    return found


def report(found: Attacked, noticed: Noticed, errors: list[str]) -> list[str]:
    """Return what was measured as Markdown."""
    rows = []
    for period in ("calm", "attacked"):
        times = noticed.during(period)
        median, slow = (1000 * statistics.quantiles(times, n=100)[place] for place in (49, 98))
        rows.append(f"| {period} | {len(times)} | {median:.1f} | {slow:.1f} | {max(times):.1f} |")
    quarters = ", ".join(f"{kib / 1024:.0f}" for kib in found.memory[:: SAMPLES // 4])
    ways = ", ".join(f"{found.done.get(way, 0)} {way}" for way in WAYS)
    loads = f"{min(found.loads):.1f} to {max(found.loads):.1f}"
    return [
        f"{conditions()} · SQLite · usual limits",
        "",
        f"Written by `tests/soak/test_attack_soak.py`: {HONEST} honest guests play, {SECONDS / 6:.0f} s undisturbed and then",
        f"{SECONDS:.0f} s under all attacks together. The load average of the machine was {loads}; house and guests ran",
        f"at niceness {os.nice(0)} and the attackers at {min(os.nice(0) + NICENESS, 19)}. Attempts: {ways}.",
        "",
        "| period | requests | median, ms | 99th percentile, ms | slowest, s |",
        "|---|---|---|---|---|",
        *rows,
        "",
        f"- memory of the house in MiB, at the beginning of the attack and after each quarter: {quarters}",
        f"- errors, and answers of status 5xx other than 503: {len(errors)}",
        f"- honest games finished: {noticed.games}; longest standstill of an honest table: {noticed.longest_gap:.1f} s",
    ]


@contextmanager
def attacked_house(folder: Path) -> Iterator[HouseProcess]:
    house = house_in(folder, environment=USUAL)
    asyncio.run(open_long_game(house.database))
    with house:
        yield house


def test_honest_guests_hardly_notice_a_mixed_attack(tmp_path: Path) -> None:
    noticed = Noticed()
    with attacked_house(tmp_path) as house:
        found = asyncio.run(under_attack(house, noticed))
        figures = Http(house.url).full("GET", "/metrics")[2]
        ready, _ = Http(house.url)("GET", "/readyz")
    calm, attacked = (max(statistics.median(noticed.during(period)), LEAST_USUAL) for period in ("calm", "attacked"))
    errors, memory = WRONG.findall(figures), found.memory
    print("\n".join(lines := report(found, noticed, errors)), found.done, memory, sep="\n")
    if os.environ.get("PARLOUR_ATTACK_WRITE"):
        write_section("An hour of a mixed attack", lines)
    assert all(found.done.get(way) for way in WAYS), found.done
    assert not noticed.refused, noticed.refused[:5]
    assert attacked <= MOST_RATIO * calm
    assert noticed.longest_gap < LONGEST_GAP
    assert memory[-1] <= GROWTH * memory[SAMPLES // 2] + SPARE
    assert not errors, errors
    assert ready == 200


@pytest.mark.parametrize("way", [*WAYS, ALL])
def test_honest_guests_hardly_notice_one_attack(tmp_path: Path, way: str) -> None:
    """Each attack is compared with a calm period just before it, in the same house."""

    async def both(house: HouseProcess) -> tuple[Period, Period]:
        targets = await targets_in(house)
        calm = await measure(house, targets, CALM, WAY_SECONDS)
        return calm, await measure(house, targets, way, WAY_SECONDS)

    with attacked_house(tmp_path) as house:
        calm, now = asyncio.run(both(house))
    ratio = max(now.median, LEAST_USUAL) / max(calm.median, LEAST_USUAL)
    print(f"{way}, {now.attempts} times: median {1000 * calm.median:.1f} to {1000 * now.median:.1f} ms ({ratio:.1f} times)")
    print(
        f"99th percentile {1000 * calm.slow:.0f} to {1000 * now.slow:.0f} ms, others' moves {calm.wait:.1f} to {now.wait:.1f} s"
    )
    assert now.attempts and not now.refused, now.refused[:5]
    assert ratio <= MOST_RATIO_OF_WAY
    assert now.slow <= max(MOST_SLOW, 3 * calm.slow)
    assert now.wait <= 2 * calm.wait + 1
