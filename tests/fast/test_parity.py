"""Interpreted equals compiled, bit for bit, on every game found."""

import random
from typing import Any

import pytest

from parlour import find_game, game_ids
from parlour.core.chance import Dice
from parlour.testing import check_parity, random_options

pytest.importorskip("numba")

import numpy as np

from parlour.fast.compiler import compiled, from_row, rows, to_row
from parlour.fast.playout import make_playouts

MOST = 250
"""Decisions side by side in the game of each number of seats; `make soak` plays many games to their ends."""


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
def test_whole_simulations_are_the_same(game_id: str) -> None:
    game = find_game(game_id)
    simulate = make_playouts(game).simulate
    fast = compiled(simulate, game)
    rng = random.Random(game_id)
    for seats in range(game.least_seats, game.most_seats + 1):
        for risk in (0, 10):
            blank = game.fresh(seats, game.checked_options(random_options(game, seats, rng), seats))
            seed = rng.randrange(1 << 40)
            assert interpreted(game, simulate, blank, seed, 4, risk) == in_machine_code(game, fast, blank, seed, 4, risk)


def interpreted(game: Any, simulate: Any, blank: Any, seed: int, games: int, risk: int) -> tuple[Any, list[int]]:
    """Random games under the current rules: decisions, checksum, and wins by seat."""
    wins = [0] * 32
    return tuple(simulate(game.state(), blank, Dice(), seed, games, risk, wins)), wins


def in_machine_code(game: Any, fast: Any, blank: Any, seed: int, games: int, risk: int) -> tuple[Any, list[int]]:
    """The same, compiled."""
    states, dice, wins = rows(game.state, 2), rows(Dice, 1), np.zeros(32, np.int64)
    to_row(blank, states[1])
    return tuple(fast(states[0], states[1], dice[0], seed, games, risk, wins)), wins.tolist()


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
