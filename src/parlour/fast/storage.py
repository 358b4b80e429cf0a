"""The folder of compiled rules."""

import os
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder of compiled rules: PARLOUR_CACHE, else the user's cache folder."""
    chosen = os.environ.get("PARLOUR_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "parlour"


def write_whole(path: Path, content: str) -> None:
    """Write a file so that no reader ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(content)
    beside.replace(path)
