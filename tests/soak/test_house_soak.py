"""The long storm: a house that is killed hundreds of times while people who misbehave play whole games in it.

Run by `make soak` for at least PARLOUR_SOAK_SECONDS (60) and at least PARLOUR_SOAK_KILLS kills (200), from a random seed;
PARLOUR_SOAK_SEED repeats a run, except for the moments of the kills.
"""

import os
import random
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.server.helpers import postgres
from tests.server.helpers.storm import Figures, weather

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = float(os.environ.get("PARLOUR_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)
KILLS = int(os.environ.get("PARLOUR_SOAK_KILLS", "200"))
KILLS_A_STORM = 20
SUMS = ("kills", "while_starting", "stops", "cuts", "acknowledged", "found_made", "lost", "doubled", "moves", "events", "games")


def storms(database: str, kind: str, cut: Callable[[], None] | None = None) -> None:
    """Run one storm after the other over the same database, until there have been enough kills and time is up."""
    end, number = time.monotonic() + SECONDS, 0
    sums: Counter[str] = Counter()
    while sums["kills"] < KILLS or time.monotonic() < end:
        seed = f"{kind} {SEED} {number}"
        figures: Figures = weather(database, seed, tables=8, kills=KILLS_A_STORM, filled=20, cut=cut).figures
        sums.update({name: getattr(figures, name) for name in SUMS})
        number += 1
    print(f"{kind}, seed {SEED}, {number} storms: {dict(sums)}")
    assert sums["kills"] >= KILLS and sums["acknowledged"] > KILLS and not sums["lost"] and not sums["doubled"]


def test_nothing_is_lost_over_sqlite(tmp_path: Path):
    storms(f"sqlite:///{tmp_path / 'house.db'}", "sqlite")


def test_nothing_is_lost_over_postgresql(tmp_path_factory: pytest.TempPathFactory):
    server = postgres.shared(tmp_path_factory.getbasetemp() / "postgres")
    name = server.new_database()
    storms(server.url(name), "postgresql", partial(server.cut, name))
    server.drop(name)
