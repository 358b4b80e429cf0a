"""Fixtures for the tests of the laboratory."""

from collections.abc import Iterator

import pytest

from parlour import find_game, game_ids
from parlour.core import game as games
from parlour.core import texts
from parlour.core.game import Game
from tests.lab.helpers.tiny import TINY, Tiny

texts._offered.pop(TINY.id)
texts.forget()


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game[Tiny]]:
    """The tiny game, found like any other while a test lasts."""
    found = games.loaded_game
    monkeypatch.setattr(games, "loaded_game", lambda game_id: TINY if game_id == TINY.id else found(game_id))
    texts.offer(TINY.id, TINY.folder)
    yield TINY
    texts._offered.pop(TINY.id)
    texts.forget()


@pytest.fixture(scope="session")
def smallest() -> str:
    """The game with the shortest rules, which compiles soonest."""
    return min(game_ids(), key=lambda game_id: sum(path.stat().st_size for path in find_game(game_id).folder.glob("*.py")))
