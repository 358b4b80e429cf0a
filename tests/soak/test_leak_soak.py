"""The long forms of the checks for leaks and of the fuzzing of frames: run by `make soak`.

PARLOUR_SOAK_GAMES says in how many games every byte is checked (10,000), PARLOUR_SOAK_SECONDS how long frames are fuzzed
(60). PARLOUR_SOAK_SEED repeats a run: what fails names the seed.
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

import pytest

from parlour import game_ids
from tests.server.helpers.evenings import evenings
from tests.server.helpers.frames import fuzz_house

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = float(os.environ.get("PARLOUR_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)
GAMES = int(os.environ.get("PARLOUR_SOAK_GAMES", "10000"))
GAMES_A_TABLE = 5
TABLES_A_HOUSE = 60
TABLES_AT_ONCE = 8
LONG = 0.1
"""The share of tables with any number of seats and any house rules; the others are small, so that games are many."""


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
    total: Counter[str] = Counter()
    end, seed = time.monotonic() + SECONDS, SEED
    while time.monotonic() < end:
        (tmp_path / str(seed)).mkdir()
        print(f"seed {seed}", flush=True)
        total += fuzz_house(tmp_path / str(seed), seed, lines=200)
        seed += 1
    print(dict(total))
