"""Data frames and files of games, with polars or pandas where one of them is needed."""

import csv
import importlib
import os
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..core.sentence import quoted
from ..core.texts import sentence

LIBRARIES = ("polars", "pandas")
FORMS = (".parquet", ".csv")


def frame(rows: Sequence[Mapping[str, Any]] | Mapping[str, Any]) -> Any:
    """Return rows, or columns by name, as a polars or else pandas data frame; raise a ValueError if neither is installed."""
    for name in LIBRARIES:
        try:
            library = importlib.import_module(name)
        except ImportError:
            continue
        return library.DataFrame(rows)
    raise ValueError(sentence("lab.refusal.frame"))


def games_frame(games: Mapping[str, Any] | None) -> Any:
    """Return a table of games as a data frame, or raise a ValueError if a run has not kept its games."""
    if games is None:
        raise ValueError(sentence("lab.refusal.notKeptGames"))
    return frame(games)


def check_games_file(path: str) -> None:
    """Raise a ValueError if games can't be written in the format that this name asks for."""
    if not path.lower().endswith(FORMS):
        raise ValueError(sentence("lab.refusal.gamesFile", given=quoted(path)))
    if path.lower().endswith(".parquet") and not any(map(_writes_parquet, LIBRARIES)):
        raise ValueError(sentence("lab.refusal.parquet"))


def _writes_parquet(name: str) -> bool:
    try:
        importlib.import_module(name)
        if name == "pandas":
            importlib.import_module("pyarrow")
    except ImportError:
        return False
    return True


def write_games(games: Mapping[str, Any], path: str) -> None:
    """Write a table of games as Parquet or as comma-separated values, whole or not at all."""
    draft = f"{path}.{secrets.token_hex(4)}"
    try:
        if path.lower().endswith(".parquet"):
            table = frame(games)
            (table.write_parquet if hasattr(table, "write_parquet") else table.to_parquet)(draft)
        else:
            with open(draft, "x", encoding="utf-8", newline="") as file:
                writer = csv.writer(file, lineterminator="\n")
                writer.writerow(games)
                writer.writerows(zip(*(_plain(column) for column in games.values()), strict=True))
        os.replace(draft, path)
    finally:
        with suppress(OSError):
            os.unlink(draft)


def _plain(column: Any) -> list[Any]:
    """Return a column as Python's own numbers and texts."""
    return list(column.tolist() if hasattr(column, "tolist") else column)
