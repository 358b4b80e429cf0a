"""Names of a package that are imported on first use, so that importing it stays quick."""

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any

from .texts import sentence

EXTRAS = {"numba": "fast", "numpy": "fast", "llvmlite": "fast", "matplotlib": "lab", "psycopg": "postgres", "ray": "cluster"}
"""Packages that Parlour itself doesn't need, and the extra that installs each."""


def explained(error: ModuleNotFoundError, extra: str = "") -> ModuleNotFoundError:
    """Return an error that names the extra to install, or the error itself if no extra has the missing package."""
    missing = (error.name or "").partition(".")[0]
    if missing not in EXTRAS:
        return error
    said = sentence("refusal.extra", package=missing, extra=extra or EXTRAS[missing])
    return ModuleNotFoundError(said, name=error.name)


def lazy_names(package: str, homes: Mapping[str, str], extra: str = "") -> Callable[[str], Any]:
    """Return the `__getattr__` of a package whose names are defined in these modules; `extra` installs what they need."""

    def found(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            value = getattr(importlib.import_module(homes[name], package), name)
        except ModuleNotFoundError as error:
            raise explained(error, extra) from None
        setattr(sys.modules[package], name, value)
        return value

    return found
