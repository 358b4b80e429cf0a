"""A folder whose games are found too, for games that a test adds."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour.games
from parlour.core import rule
from parlour.core.game import loaded_game


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Path]:
    """A folder whose games are found too; afterwards they are gone."""
    rules, large, modules = rule.RULES[:], set(rule.LARGE), set(sys.modules)
    parlour.games.__path__.append(str(tmp_path))
    importlib.invalidate_caches()
    yield tmp_path
    parlour.games.__path__.remove(str(tmp_path))
    for name in set(sys.modules) - modules:
        if name.startswith("parlour.games."):
            del sys.modules[name]
    rule.RULES[:] = rules
    rule.LARGE.intersection_update(large)
    loaded_game.cache_clear()
