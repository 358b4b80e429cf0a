"""The text that explains the last card in first games fits in two lines on a phone."""

import pytest

from parlour.core.game import game_ids
from parlour.core.texts import catalogue

MOST_LETTERS = 92


@pytest.mark.parametrize("game", game_ids())
def test_explanations_fit_in_their_line(game: str) -> None:
    texts = {key: said for key, said in catalogue().texts.items() if key.startswith(f"{game}.explain.")}
    assert texts
    assert {key: said for key, said in texts.items() if len(said) > MOST_LETTERS} == {}
