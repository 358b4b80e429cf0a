"""Beliefs are honest: evidence about the others' cards follows from what a seat saw. Nothing here names a game."""

import pytest

from parlour import find_game, game_ids
from parlour.testing import situations
from parlour.testing.trials import expect


@pytest.mark.rules("ALL-3")
@pytest.mark.parametrize("game_id", game_ids())
def test_evidence_is_the_same_in_every_world_of_a_seat(game_id: str) -> None:
    game, noted = find_game(game_id), 0
    for now in situations(game, 15, seed=31, moments=12, stride=7):
        for seat in range(now.table.seats):
            mind = now.table.mind(seat)
            found = mind.evidence(1)
            real = game.gather(now.table._state, seat, mind.seen())
            expect(found == mind.evidence(2) == real, now.table, "The evidence depends on cards that the seat has not seen.")
            noted += found != game.evidence()
    assert noted > 30
