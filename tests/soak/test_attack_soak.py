"""A mixed attack on a house with its usual limits, while honest guests play: what they notice is a ratio within one run.

PARLOUR_ATTACK_SECONDS says how long the attack lasts (3600); before it the same guests play undisturbed for a sixth of it.
"""

import asyncio
import json
import os
import re
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from parlour import game_ids
from tests.server.helpers.clients import Client, HouseProcess, Http, house_in

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = float(os.environ.get("PARLOUR_ATTACK_SECONDS", "3600"))
HONEST = 3
THINKS = 0.25
"""Seconds between two requests of an honest guest."""
MOST_RATIO = 15
"""How many times slower the median request of an honest guest may be under the attack."""
LEAST_USUAL = 0.003
"""Seconds that a request may take in any case: below this, ratios measure the machine."""
LONGEST_GAP = 30.0
"""Seconds in which every honest table must go on."""
COMPILING = 1_800.0
"""Seconds in which the rules are compiled for the Experts, at the latest."""
GROWTH, SPARE = 1.25, 40_000
"""How much the memory may grow from the first quarter of the attack to its end: by this factor plus this many kB."""
USUAL = {"PARLOUR_MESSAGES_PER_SECOND": "20", "PARLOUR_DRAW_PAUSE": "1.5", "PARLOUR_SEARCH": "on", "PARLOUR_DEAL_WAIT": "3"}
WRONG = re.compile(r'^parlour_errors_total (?!0\.0).*|^parlour_requests_total\{.*status="5(?!03).*', re.MULTILINE)


@dataclass
class Noticed:
    """What honest guests notice: the times of their requests, calm and under attack, and the longest standstill of a table."""

    calm: list[float] = field(default_factory=list)
    attacked: list[float] = field(default_factory=list)
    longest_gap: float = 0.0
    games: int = 0
    refused: list[str] = field(default_factory=list)


async def honest(url: str, noticed: Noticed, attack_at: float, end: float) -> None:
    """Play game after game with a bot, as a person would, and measure every request."""
    client = await Client(url, keep=False, mixes=True).open()
    await client.make_room(game_ids()[0], 2, ("beginner",), pace=100)
    await client.done("start")
    moved_at, number = time.monotonic(), -1
    while time.monotonic() < end:
        await asyncio.sleep(THINKS)
        began = time.monotonic()
        if client.room["phase"] == "over" and client.room["replay"]:
            games = client.room["games"]
            answer = await client.ask("rematch")
            await client.until(lambda: client.room["games"] > games)  # noqa: B023
            noticed.games += 1
        elif client.update and client.room["phase"] == "playing" and client.my_turn:
            answer = await client.move(client.view["moves"][0]["words"])
        else:
            answer = await client.ask("resync", seen=client.update.get("number", 0))
        took = time.monotonic() - began
        (noticed.attacked if began >= attack_at else noticed.calm).append(took)
        if answer["type"] == "refused" and not answer["stale"] and answer["code"] not in ("refusal.dealing", "refusal.notTurn"):
            noticed.refused.append(answer["why"])
        now = client.update.get("number", 0)
        if now != number:
            number, moved_at = now, time.monotonic()
        noticed.longest_gap = max(noticed.longest_gap, time.monotonic() - moved_at)
    await client.close()


async def finished_game(url: str) -> str:
    """Play one game with an Expert to its end, for the replays; return its id. From then on Experts search."""
    client = await Client(url, keep=False, mixes=True).open()
    await client.make_room(game_ids()[0], 2, ("expert",), pace=0)
    await client.until(lambda: not client.room["chairs"][1]["waits"], COMPILING)
    await client.done("start")
    while not client.room["replay"]:
        if client.update and client.room["phase"] == "playing" and client.my_turn:
            await client.move(client.view["moves"][0]["words"])
        await asyncio.sleep(0.05)
    await client.close()
    return str(client.room["replay"])


def memory_of(pid: int) -> int:
    """The memory of a process in kB."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(encoding="ascii"))[0])


async def under_attack(house: HouseProcess, noticed: Noticed) -> tuple[int, int, dict[str, int]]:
    """The memory of the house after a quarter of the attack and at its end, and what the attackers did."""
    replay = await finished_game(house.url)
    attack_at = time.monotonic() + SECONDS / 6
    end = attack_at + SECONDS
    guests = [asyncio.create_task(honest(house.url, noticed, attack_at, end)) for _ in range(HONEST)]
    await asyncio.sleep(attack_at - time.monotonic())
    command = [sys.executable, "-m", "tests.server.helpers.attack", house.url, replay, str(SECONDS)]
    attack = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        await asyncio.sleep(SECONDS / 4)
        early = memory_of(house.pid)
        await asyncio.gather(*guests)
        late = memory_of(house.pid)
        said, _ = await asyncio.to_thread(attack.communicate, timeout=120)
    finally:
        attack.kill()
    assert attack.returncode == 0
    return early, late, json.loads(said)


def test_honest_guests_hardly_notice_a_mixed_attack(tmp_path: Path) -> None:
    noticed = Noticed()
    with house_in(tmp_path, environment=USUAL) as house:
        early, late, done = asyncio.run(under_attack(house, noticed))
        figures = Http(house.url).full("GET", "/metrics")[2]
        ready, _ = Http(house.url)("GET", "/readyz")
    calm, attacked = (max(statistics.median(times), LEAST_USUAL) for times in (noticed.calm, noticed.attacked))
    slowest = statistics.quantiles(noticed.attacked, n=100)[98]
    print(f"{SECONDS:.0f} s of attack: {done}")
    print(f"median {calm * 1000:.1f} ms calm, {attacked * 1000:.1f} ms under attack, {attacked / calm:.1f} times as much")
    print(f"99th percentile under attack {slowest:.3f} s")
    print(f"longest standstill {noticed.longest_gap:.1f} s, {noticed.games} honest games, memory {early} kB, then {late} kB")
    assert all(done.get(what) for what in ("resyncs", "settings", "lorises", "codes", "hints", "replays")), done
    assert not noticed.refused, noticed.refused[:5]
    assert attacked <= MOST_RATIO * calm
    assert noticed.longest_gap < LONGEST_GAP
    assert late <= GROWTH * early + SPARE
    assert not WRONG.findall(figures), WRONG.findall(figures)
    assert ready == 200
