"""Every test here has a home of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for what the house remembers, which is not there yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("PARLOUR_HOME", str(folder))
    return folder
