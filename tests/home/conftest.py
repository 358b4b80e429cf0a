"""Every test here has a home of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of the home folder, which does not exist yet."""
    folder = tmp_path / "home"
    monkeypatch.setenv("PARLOUR_HOME", str(folder))
    return folder
