"""The long forms of the laboratory's tests: run by `make soak`."""

import os
import random

import pytest

from parlour import find_game, game_ids
from parlour.lab import compare, simulate
from tests.lab.helpers.parity import check_statistics

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

GAMES = 10_000
"""Games of each kind that are played compiled and interpreted."""


@pytest.mark.parametrize("game_id", game_ids())
def test_compiled_statistics_are_those_of_the_interpreted_rules(game_id: str) -> None:
    game, rng = find_game(game_id), random.Random(game_id)
    numbers = range(game.least_seats, min(game.most_seats, 8) + 1)
    for seats in numbers:
        for _ in range(10):
            check_statistics(game_id, seats, GAMES // len(numbers) // 10 + 1, rng)


@pytest.mark.parametrize("game_id", game_ids())
def test_the_same_rules_twice_differ_no_more_often_than_the_level_says(game_id: str) -> None:
    vary = {"turn_seconds": ["off", 30]}
    alarms = sum(
        bool(compare(game_id, vary, 1000, bots="advice", seed=seed, same_deals=False).variants[1].seen) for seed in range(200)
    )
    # 5 of 100 at most: more than 20 of 200 come up once in a thousand runs
    assert alarms <= 20


@pytest.mark.parametrize("game_id", game_ids())
def test_a_cluster_finds_what_this_machine_finds(game_id: str) -> None:
    here, there = (simulate(game_id, 40_000, seed=3, cluster=cluster).data() for cluster in (None, "local"))
    assert {name: here[name] for name in here if "second" not in name} == {
        name: there[name] for name in there if "second" not in name
    }
