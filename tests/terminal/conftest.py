"""Fixtures for the tests of the terminal."""

import pytest


@pytest.fixture(autouse=True)
def no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints come from the rule of thumb, whatever other tests have compiled in this process."""
    monkeypatch.setenv("PARLOUR_SEARCH", "off")
