"""Data frames, if a library for them is installed."""

import importlib
from typing import Any

from ..core.texts import sentence

LIBRARIES = ("polars", "pandas")


def frame(rows: list[dict[str, Any]]) -> Any:
    """Return rows as a polars or else pandas data frame, or raise a ValueError if neither is installed."""
    for name in LIBRARIES:
        try:
            library = importlib.import_module(name)
        except ImportError:
            continue
        return library.DataFrame(rows)
    raise ValueError(sentence("lab.refusal.frame"))
