"""Interpreted equals compiled, bit for bit, on every game found."""

import random

import pytest

from parlour import find_game, game_ids
from parlour.fast import from_row, play_random, rows, to_row
from parlour.testing import check_parity, random_options

MOST = 250
"""Decisions to compare in the one game for each number of seats; `make soak` plays many games to their ends."""


@pytest.mark.usefixtures("machine_code")
@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.rules("ALL-1")
def test_every_field_is_the_same_after_every_move(game_id: str) -> None:
    game = find_game(game_id)
    decisions = 0
    for seats in range(game.least_seats, game.most_seats + 1):
        decisions += check_parity(game_id, seats=seats, seed=seats, most=MOST)
    assert decisions > 50


@pytest.mark.usefixtures("machine_code")
@pytest.mark.parametrize("game_id", game_ids())
@pytest.mark.rules("ALL-1")
def test_whole_simulations_are_the_same(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find_game(game_id), random.Random(game_id)
    for seats in range(game.least_seats, game.most_seats + 1):
        for risk in (0, 10):
            options, seed = random_options(game, seats, rng), rng.randrange(1 << 40)
            found = []
            for way in ("off", "interpreted"):
                monkeypatch.setenv("PARLOUR_KERNELS", way)
                found.append(play_random(game_id, 4, seats, seed, options, risk=risk))
            assert found[0] == found[1], options


@pytest.mark.parametrize("game_id", game_ids())
def test_a_state_survives_the_way_into_a_row_and_back(game_id: str) -> None:
    game = find_game(game_id)
    state = game.fresh(game.usual_seats, game.checked_options({}, game.usual_seats))
    game.setup(state)
    array = rows(game.state, 3)
    to_row(state, array[1])
    back = game.state()
    from_row(array[1], back)
    assert back == state
    assert all(type(value) in (int, list) for value in (getattr(back, name) for name in back.fields))
    from_row(array[2], back)
    assert back == game.state()
