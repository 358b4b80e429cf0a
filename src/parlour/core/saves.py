"""Saved games: JSON with a version and a checksum, so that a file that was cut short or changed is noticed."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from .game import Game

FORMAT = 1
LARGEST = 50_000_000
T = TypeVar("T")


def write(kind: str, data: Mapping[str, Any]) -> str:
    """A save of a kind (table, match) as text."""
    body = {"parlour": kind, "format": FORMAT, **data}
    return json.dumps({**body, "check": _check(body)}, indent=1, ensure_ascii=False) + "\n"


def _check(body: Mapping[str, Any]) -> str:
    text = json.dumps(body, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(kind: str, text: str) -> dict[str, Any]:
    """The data of a saved text, or a ValueError in a sentence."""
    if not isinstance(text, str) or len(text) > LARGEST:
        raise ValueError("A saved game is a text of reasonable length.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("This is no saved game, or it was cut short.") from None
    if not isinstance(data, dict) or data.get("parlour") not in ("table", "match"):
        raise ValueError("This is no saved game of Parlour.")
    if data["parlour"] != kind:
        raise ValueError(f"This is a saved {data['parlour']}, not a saved {kind}.")
    if isinstance(data.get("format"), int) and data["format"] > FORMAT:
        raise ValueError("This game was saved by a newer Parlour than this one.")
    check = data.pop("check", None)
    if check != _check(data):
        raise ValueError("This saved game was changed or damaged after it was saved.")
    return data


def check_version(game: Game, version: int) -> None:
    """Refuse a save whose game was played by other rules than these."""
    if version > game.version:
        raise ValueError(f"This game was saved under newer rules of {game.name} than this Parlour has.")
    if version < game.version:
        raise ValueError(f"This game was saved under rules {version} of {game.name}; this Parlour plays {game.version}.")


def field(data: Mapping[str, Any], name: str, kind: type[T]) -> T:
    """A piece of a save that has the right type."""
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise ValueError(f"The saved game has no proper '{name}'.")
    return value


def whole(text: str) -> int:
    """A whole number written in full."""
    if not text.isdecimal() or not text.isascii() or len(text) > 80:
        raise ValueError("The saved game has no proper 'seed'.")
    return int(text)


def moves(data: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The moves of a save: seat and words."""
    for move in field(data, "moves", list):
        if not (isinstance(move, list) and len(move) == 2 and type(move[0]) is int and isinstance(move[1], str)):
            raise ValueError("The saved game has a move that is none.")
        yield move[0], move[1]
