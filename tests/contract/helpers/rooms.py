"""A second folder in which games are found, for games that a test adds."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour.games
from parlour.core import rule
from parlour.core.game import loaded_game


@pytest.fixture
def forgotten_games() -> Iterator[None]:
    """Forget the games that a test adds when it ends."""
    rules, large, modules = rule.RULES[:], set(rule.LARGE), set(sys.modules)
    paths = parlour.games.__path__[:]
    yield
    parlour.games.__path__[:] = paths
    for name in set(sys.modules) - modules:
        if name.startswith("parlour.games."):
            del sys.modules[name]
    rule.RULES[:] = rules
    rule.LARGE.intersection_update(large)
    loaded_game.cache_clear()


@pytest.fixture
def room(tmp_path: Path, forgotten_games: None) -> Path:
    """Return a folder in which games are found, in addition to the built-in ones."""
    parlour.games.__path__.append(str(tmp_path))
    importlib.invalidate_caches()
    return tmp_path
