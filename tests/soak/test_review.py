"""Reviews of many games: the parts always add up, and luck has mean zero within its interval."""

import os
from math import sqrt
from statistics import mean, stdev

import pytest

from parlour import game_ids
from parlour.review import review
from tests.review.helpers.games import finished_game
from tests.review.test_review import LITTLE, check_sums

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

GAMES = 2_000
LUCKY_GAMES = 20_000
SURE = 3.3
"""Standard errors: one run in a thousand is outside."""


@pytest.mark.parametrize("game_id", game_ids())
def test_the_parts_add_up_in_every_game(game_id: str) -> None:
    for seed in range(GAMES):
        check_sums(review(finished_game(game_id, 1_000_000 + seed), seed % 2, effort=LITTLE))


@pytest.mark.parametrize("game_id", game_ids())
def test_luck_has_mean_zero(game_id: str) -> None:
    luck = [
        review(finished_game(game_id, 2_000_000 + seed, seats=2), seed % 2, effort=0.01).parts.cards
        for seed in range(LUCKY_GAMES)
    ]
    assert abs(mean(luck)) < SURE * stdev(luck) / sqrt(LUCKY_GAMES)
