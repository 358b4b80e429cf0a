"""Tests of the rules compile nothing: compiling one game takes longer than all tests of its rules."""

import pytest

from parlour.bots import choice
from parlour.core.game import Game


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if a bot would search."""

    def refuse(game: Game) -> None:
        raise AssertionError(f"A bot would compile {game.name}: use a level that does not search.")

    monkeypatch.setattr(choice, "make_ready", refuse)
