"""Fixtures for the tests of guests."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give every test a home of its own, where nothing moves."""
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    monkeypatch.setenv("PARLOUR_MOTION", "off")
    return tmp_path
