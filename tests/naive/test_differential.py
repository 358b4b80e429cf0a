"""The engine and the naive games agree on every move of random games under random house rules; `make soak` plays many more."""

import pytest

from tests.naive.twins.differential import naive_games, play_both

GAMES = 48
CHUNKS = 3


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game_id", naive_games())
def test_engine_and_naive_game_agree(game_id: str, chunk: int) -> None:
    compared = sum(play_both(game_id, seed) for seed in range(chunk, GAMES, CHUNKS))
    assert compared > GAMES // CHUNKS
