"""The long forms of the checks for leaks and of the fuzzing of frames: run by `make soak`.

PARLOUR_SOAK_GAMES says in how many games every byte is checked (10,000), PARLOUR_FUZZ_SECONDS how long frames are fuzzed
(3600). PARLOUR_SOAK_SEED repeats a run: what fails names the seed.
"""

import asyncio
import multiprocessing
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import median

import pytest

from parlour import game_ids
from tests.server.helpers.evenings import evenings
from tests.server.helpers.frames import fuzz_house

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)
GAMES = int(os.environ.get("PARLOUR_SOAK_GAMES", "10000"))
GAMES_A_TABLE = 5
TABLES_A_HOUSE = 60
TABLES_AT_ONCE = 8
FUZZ_SECONDS = float(os.environ.get("PARLOUR_FUZZ_SECONDS", "3600"))
GROWTH = 1.1
"""How much the median memory of a quarter may grow from the third quarter to the fourth.

In the first half the caches fill: encoded moves in some 5 minutes, people, their sessions and their blocks in 20 or more. In
a run of a few minutes they still fill in the second half, by a few percent. Medians, because garbage is freed once a minute.
"""
LONG = 0.1
"""The share of tables with any number of seats and any house rules; the others are small, so that there are many games."""


def _batches() -> Iterator[list[tuple[str, int, bool, int]]]:
    """Tables for one house after the other, until there are enough games."""
    games, seed = game_ids(), SEED
    for _ in range(0, GAMES, GAMES_A_TABLE * TABLES_A_HOUSE):
        rng = random.Random(seed)
        yield [(games[i % len(games)], GAMES_A_TABLE, rng.random() >= LONG, seed + i) for i in range(TABLES_A_HOUSE)]
        seed += TABLES_A_HOUSE


def _house_of_tables(folder: Path, plans: list[tuple[str, int, bool, int]]) -> Counter[str]:
    folder.mkdir()
    return asyncio.run(evenings(folder, plans, at_once=TABLES_AT_ONCE, seconds=600))


def test_nobody_learns_anything_in_ten_thousand_games(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    total: Counter[str] = Counter()
    began = time.monotonic()
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        batches = [pool.submit(_house_of_tables, tmp_path / str(i), plans) for i, plans in enumerate(_batches())]
        for batch in as_completed(batches):
            if batch.exception() is not None:
                pool.shutdown(wait=False, cancel_futures=True)
            total += batch.result()
            print(f"{time.monotonic() - began:.0f} s: {dict(total)}", flush=True)
    assert total["games"] >= GAMES


def test_frames_of_all_kinds_do_no_harm_for_long(tmp_path: Path) -> None:
    """One house runs all the time: its memory stays flat, nothing fails, and tables play on in every round."""
    print(f"seed {SEED}", flush=True)
    counts, memory = fuzz_house(tmp_path, SEED, lines=200, seconds=FUZZ_SECONDS)
    print(f"{FUZZ_SECONDS:.0f} s, {len(memory)} rounds: {dict(counts)}; no error, no status 5xx, no table stood still")
    print(f"memory in kB after each round: {memory}")
    half, quarter = len(memory) // 2, len(memory) // 4
    third, fourth = median(memory[half:-quarter]), median(memory[-quarter:])
    print(f"median memory {third} kB in the third quarter, {fourth} kB in the fourth")
    assert counts["tables played to the end"] == 2 * len(memory)
    assert fourth <= GROWTH * third
