"""Data frames, where there is a library for them."""

import importlib
from typing import Any

from ..core.texts import sentence

LIBRARIES = ("polars", "pandas")


def frame(rows: list[dict[str, Any]]) -> Any:
    """Rows as a data frame of polars, else of pandas; a ValueError says if neither is installed."""
    for name in LIBRARIES:
        try:
            library = importlib.import_module(name)
        except ImportError:
            continue
        return library.DataFrame(rows)
    raise ValueError(sentence("lab.refusal.frame"))
