"""The long storm over three houses on one PostgreSQL: hundreds of faults, and nothing lost or doubled.

Run by `make soak`. PARLOUR_HOUSE_FAULTS (300) is the number of faults, PARLOUR_SOAK_SEED repeats their order.
"""

import os
import random

import pytest

from tests.server.helpers import postgres
from tests.server.helpers.houses import houses_storm

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")
FAULTS = int(os.environ.get("PARLOUR_HOUSE_FAULTS", "300"))


def test_nothing_is_lost_in_a_long_storm_over_three_houses(tmp_path_factory: pytest.TempPathFactory) -> None:
    server = postgres.shared(tmp_path_factory.getbasetemp() / "postgres")
    database = server.url(server.new_database())
    seed = os.environ.get("PARLOUR_SOAK_SEED") or str(random.randrange(10**9))
    faults = random.Random(seed).choices(["kill", "stop", "drain", "cut"], [3, 2, 3, 4], k=FAULTS)
    storm = houses_storm(server, database, seed, houses=3, tables=10, faults=faults)
    assert len(storm.faults) == FAULTS and storm.figures.acknowledged > FAULTS
