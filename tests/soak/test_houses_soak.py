"""The long storm over three houses behind HAProxy, on a PostgreSQL with a replica: hundreds of faults, nothing lost or doubled.

Run by `make soak`. PARLOUR_HOUSE_FAULTS (300) is the number of faults, PARLOUR_HOUSE_TABLES (10) that of tables;
PARLOUR_SOAK_SEED repeats the order of the faults.
"""

import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.helpers.failover import Pair
from tests.server.helpers.haproxy import Proxy
from tests.server.helpers.houses import houses_storm

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")
COUNT = int(os.environ.get("PARLOUR_HOUSE_FAULTS", "300"))
TABLES = int(os.environ.get("PARLOUR_HOUSE_TABLES", "10"))
FAULTS = {
    **{"kill": 3, "claims": 3, "stop": 2, "drain": 3, "rolling": 1, "clock": 2},
    **{"cut": 2, "commit": 6, "unplug": 2, "mute": 2, "deaf": 2, "database": 2, "failover": 1},
    **{"door": 2, "door mute": 2, "door deaf": 2, "old table": 2},
}
"""Every fault, and how often it strikes compared with the others."""


@pytest.fixture
def pair() -> Iterator[Pair]:
    folder = Path(tempfile.mkdtemp(prefix="parlour-pair-"))
    pair = Pair(folder)
    yield pair
    pair.close()
    shutil.rmtree(folder)


def test_nothing_is_lost_in_a_long_storm_over_three_houses(pair: Pair) -> None:
    seed = os.environ.get("PARLOUR_SOAK_SEED") or str(random.randrange(10**9))
    dice = random.Random(seed)
    faults = [*FAULTS, *dice.choices(list(FAULTS), list(FAULTS.values()), k=max(COUNT - len(FAULTS), 0))]
    dice.shuffle(faults)
    storm = houses_storm(pair, pair.new_database(), seed, houses=3, tables=TABLES, faults=faults, proxy=Proxy())
    assert storm.faults.total() == len(faults) and storm.figures.acknowledged > len(faults)
