"""The long forms: run by `make soak`, for PARLOUR_SOAK_SECONDS (60) per test, from a random seed.

PARLOUR_SOAK_SEED repeats a run: what fails names the seed.
"""

import os
import random
import time
from collections.abc import Iterator

import pytest

from parlour import find_game, game_ids
from parlour.testing import (
    check_clock,
    check_conservation,
    check_ends,
    check_knowledge,
    check_moves,
    check_parity,
    check_redeal,
    check_refusals,
    check_replayed_secrets,
    check_round_trips,
    check_secrets,
    check_uniform,
    check_views,
    random_options,
)

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

SECONDS = float(os.environ.get("PARLOUR_SOAK_SECONDS", "60"))
SEED = int(os.environ.get("PARLOUR_SOAK_SEED", "0")) or random.SystemRandom().randrange(1 << 40)
OPTION_SETS = 10_000
every_game = pytest.mark.parametrize("game_id", game_ids())


def seeds(game_id: str) -> Iterator[int]:
    """Seeds until the time is up."""
    end = time.monotonic() + SECONDS
    seed = SEED
    while time.monotonic() < end:
        yield seed
        seed += 1
    print(f"{game_id}: seeds {SEED} to {seed - 1}")


@every_game
@pytest.mark.parametrize(
    "check",
    [
        check_clock,
        check_conservation,
        check_ends,
        check_knowledge,
        check_moves,
        check_redeal,
        check_refusals,
        check_replayed_secrets,
        check_round_trips,
        check_views,
    ],
)
def test_the_contract_holds(game_id: str, check: object) -> None:
    for seed in seeds(game_id):
        check(game_id, games=20, seed=seed)  # type: ignore[operator]


@every_game
def test_secrets_are_kept_in_very_many_positions(game_id: str) -> None:
    """Give it an hour (PARLOUR_SOAK_SECONDS=3600) for more than a million positions of each game."""
    positions = sum(check_secrets(game_id, games=20, seed=seed, moments=40, stride=8) for seed in seeds(game_id))
    print(f"{game_id}: {positions} positions")


@every_game
def test_worlds_are_even(game_id: str) -> None:
    for seed in seeds(game_id):
        check_uniform(game_id, positions=10, seed=seed)


@every_game
def test_interpreted_equals_compiled(game_id: str) -> None:
    game = find_game(game_id)
    decisions = 0
    for seed in seeds(game_id):
        seats = game.least_seats + seed % (game.most_seats - game.least_seats + 1)
        decisions += check_parity(game_id, seats=seats, seed=seed, most=5_000)
    print(f"{game_id}: {decisions} decisions side by side")


@every_game
def test_ten_thousand_option_sets_play_to_an_end(game_id: str) -> None:
    """The games run compiled; the longest one is printed."""
    from parlour.fast import play_random
    from parlour.fast.playout import CUT_OFF

    game, rng = find_game(game_id), random.Random(SEED)
    longest, where = 0, ""
    for number in range(OPTION_SETS):
        seats = rng.randint(game.least_seats, game.most_seats)
        options, risk = random_options(game, seats, rng), rng.choice((0, 4, 30))
        batch = play_random(game_id, 1, seats, number, options, risk=risk)
        assert sum(batch.wins) >= 1 and batch.decisions < CUT_OFF, (
            f"seats={seats}, seed={number}, options={options}, risk={risk}"
        )
        if batch.decisions > longest:
            longest, where = batch.decisions, f"seats={seats}, seed={number}, options={options}, risk={risk}"
    print(f"{game_id}: the longest game took {longest} decisions: {where}")
