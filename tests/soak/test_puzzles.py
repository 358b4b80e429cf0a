"""Puzzles: a search of ten times the budget, with seeds of its own, finds every answer."""

import os

import pytest

from parlour import find_game, game_ids
from parlour.bots.candidates import candidates
from parlour.puzzles import puzzles_of
from parlour.puzzles.collection import plain_words
from parlour.puzzles.mining import GAP, TEN_TIMES, lead

pytestmark = pytest.mark.skipif(not os.environ.get("PARLOUR_SOAK"), reason="long tests run with make soak")


@pytest.mark.parametrize("game_id", game_ids())
def test_every_answer_is_confirmed(game_id: str) -> None:
    for puzzle in puzzles_of(find_game(game_id)):
        table = puzzle.table()
        found = candidates(table.mind(puzzle.seat), 7)
        ahead = lead(table, puzzle.seat, found, TEN_TIMES, 987_654)
        assert plain_words(table, puzzle.seat, found.words[ahead.best]) == puzzle.answer, puzzle.id
        assert ahead.is_clear and ahead.chance - ahead.other_chance >= 0.8 * GAP, puzzle.id
