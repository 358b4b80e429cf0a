"""The top level is stronger than the bottom one. A few dozen games a figure: enough to notice a fall."""

import pytest

from parlour import find_game, game_ids
from tests.bots.arena import win_share

GAMES = 160
TOP, BOTTOM = "skilled", "beginner"


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("game_id", game_ids())
def test_skilled_beats_beginners(game_id: str, seats: int) -> None:
    game = find_game(game_id)
    assert game.least_seats <= seats <= game.most_seats
    assert win_share(game_id, TOP, BOTTOM, seats, range(GAMES // seats)) > 1.12 / seats
