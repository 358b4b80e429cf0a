"""The long forms of the tests of bots: run by `make soak`."""

import os

import pytest

from parlour import game_ids
from parlour.bots import choose
from tests.bots.helpers.arena import is_stronger, results
from tests.bots.helpers.peeking import peeks

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")

ERROR = 0.001
POSITIONS = 2_000
every_game = pytest.mark.parametrize("game_id", game_ids())


@every_game
def test_expert_beats_skilled(game_id: str) -> None:
    assert is_stronger(results(game_id, "expert", "skilled", 2, playouts=400), 1 / 2, 11 / 20, error=ERROR)


@every_game
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_skilled_beats_beginners(game_id: str, seats: int) -> None:
    assert is_stronger(results(game_id, "skilled", "beginner", seats), 1 / seats, 1.2 / seats, error=ERROR)


@every_game
def test_nobody_peeks(game_id: str) -> None:
    assert not peeks(game_id, POSITIONS, lambda table, seat, seed: choose(table, seat, "expert", seed, playouts=60) or "")
