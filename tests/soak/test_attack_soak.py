"""A mixed attack on a house with its usual limits, while honest guests play: what they notice is compared within one run.

PARLOUR_ATTACK_SECONDS says how long the attack lasts (3600); before it the same guests play undisturbed for a sixth of it.
"""

import asyncio
import json
import os
import re
import statistics
import subprocess
import time
from pathlib import Path

import pytest

from tests.server.helpers.attack import WAYS, attack_command
from tests.server.helpers.clients import HouseProcess, Http, house_in
from tests.server.helpers.honest import USUAL, Noticed, finished_game, play_on

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = float(os.environ.get("PARLOUR_ATTACK_SECONDS", "3600"))
HONEST = 3
MOST_RATIO = 15
"""How many times slower the median request of an honest guest may be under the attack."""
LEAST_USUAL = 0.003
"""Seconds that a request may take in any case: below this, ratios measure the machine."""
LONGEST_GAP = 30.0
"""Seconds within which every honest table must go on."""
SAMPLES = 12
"""How often the memory is measured during the attack."""
GROWTH, SPARE = 1.15, 20_000
"""How much the memory may grow in the second half of the attack: by this factor plus this many kB. Caches fill in the first."""
WRONG = re.compile(r'^parlour_errors_total (?!0\.0).*|^parlour_requests_total\{.*status="5(?!03).*', re.MULTILINE)


async def under_attack(house: HouseProcess, noticed: Noticed) -> tuple[list[int], dict[str, int]]:
    """The memory of the house, measured at equal intervals during the attack, and what the attackers did."""
    replay = await finished_game(house.url)
    end = time.monotonic() + SECONDS / 6 + SECONDS
    guests = [asyncio.create_task(play_on(house.url, noticed, end)) for _ in range(HONEST)]
    await asyncio.sleep(SECONDS / 6)
    noticed.period = "attacked"
    attack = subprocess.Popen(attack_command(house.url, replay, SECONDS), stdout=subprocess.PIPE, text=True)
    try:
        memory = []
        for _ in range(SAMPLES):
            await asyncio.sleep(SECONDS / SAMPLES)
            memory.append(house.memory)
        await asyncio.gather(*guests)
        said, _ = await asyncio.to_thread(attack.communicate, timeout=120)
    finally:
        attack.kill()
    assert attack.returncode == 0
    return memory, json.loads(said)


def test_honest_guests_hardly_notice_a_mixed_attack(tmp_path: Path) -> None:
    noticed = Noticed()
    with house_in(tmp_path, environment=USUAL) as house:
        memory, done = asyncio.run(under_attack(house, noticed))
        figures = Http(house.url).full("GET", "/metrics")[2]
        ready, _ = Http(house.url)("GET", "/readyz")
    calm, attacked = (max(statistics.median(noticed.during(period)), LEAST_USUAL) for period in ("calm", "attacked"))
    slowest = statistics.quantiles(noticed.during("attacked"), n=100)[98]
    print(f"{SECONDS:.0f} s of attack: {done}")
    print(f"median {calm * 1000:.1f} ms calm, {attacked * 1000:.1f} ms under attack, {attacked / calm:.1f} times as much")
    print(f"99th percentile under attack {slowest:.3f} s")
    print(f"longest standstill {noticed.longest_gap:.1f} s, {noticed.games} honest games, memory in kB {memory}")
    assert all(done.get(way) for way in WAYS), done
    assert not noticed.refused, noticed.refused[:5]
    assert attacked <= MOST_RATIO * calm
    assert noticed.longest_gap < LONGEST_GAP
    assert memory[-1] <= GROWTH * memory[SAMPLES // 2 - 1] + SPARE
    assert not WRONG.findall(figures), WRONG.findall(figures)
    assert ready == 200
