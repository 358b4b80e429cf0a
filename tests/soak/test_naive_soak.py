"""The long form of the comparison with the naive games: run by `make soak`, for PARLOUR_SOAK_SECONDS (60) per game."""

import os
import random
import time

import pytest

from tests.naive.twins.differential import naive_games, play_both

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = float(os.environ.get("PARLOUR_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)


@pytest.mark.parametrize("game_id", naive_games())
def test_engine_and_naive_game_agree(game_id: str) -> None:
    end, seed = time.monotonic() + SECONDS, SEED
    while time.monotonic() < end:
        play_both(game_id, seed)
        seed += 1
    print(f"{game_id}: seeds {SEED} to {seed - 1}")
