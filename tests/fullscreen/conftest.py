"""Fixtures for the tests of the full screen."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give every test a home of its own; bots don't search, and nothing moves."""
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
    monkeypatch.setenv("PARLOUR_MOTION", "off")
    return tmp_path
