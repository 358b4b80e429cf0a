"""Puzzles: a search with ten times the budget and other seeds finds every answer."""

import os

import pytest

from parlour import find_game, game_ids
from parlour.puzzles import puzzles_of
from parlour.puzzles.mining import GAP, TEN_TIMES, lead

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")


@pytest.mark.parametrize("game_id", game_ids())
def test_every_answer_is_confirmed(game_id: str) -> None:
    for puzzle in puzzles_of(find_game(game_id)):
        ahead = lead(puzzle.table(), puzzle.seat, TEN_TIMES, 987_654)
        assert ahead.best == puzzle.answer, puzzle.id
        assert ahead.is_clear and ahead.gap >= 0.8 * GAP, puzzle.id
