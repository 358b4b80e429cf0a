"""Bots play whole games of every kind under common and unusual house rules, and everybody can watch."""

import random

import pytest

from parlour import Table, find_game, game_ids
from tests.helpers import SOAK
from tests.naive.twins.differential import random_table

GAMES = 40 if SOAK else 8
"""Games of each kind; two of them under the usual house rules."""


def play_out(table: Table) -> None:
    """Let bots play to the end; every viewer looks at the table now and then."""
    for count in range(20_000):
        if table.must is None:
            return
        if count % 7 == 0:
            for seat in [None, *range(table.seats)]:
                table.view(seat).as_dict()
        for seat in table.may:
            words = table.advice(seat, seed=count)
            if words:
                table.play(words, seat)
                break
        else:
            words = table.advice(seed=count)
            assert words is not None
            table.play(words)
    raise AssertionError("The bots do not finish the game.")


@pytest.mark.parametrize("number", range(GAMES))
@pytest.mark.parametrize("game_id", game_ids(examples=True))
def test_bots_play_to_the_end(game_id: str, number: int) -> None:
    table = Table.new(game_id, seed=number) if number < 2 else random_table(find_game(game_id), random.Random(number))
    play_out(table)
    assert table.result is not None and table.result.winners
    assert Table.load(table.save()).position() == table.position()
