"""Saved games: JSON with a version and a checksum, so that truncated or changed files are detected."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import TypeVar

from .sentence import Invalid
from .texts import sentence

FORMAT = 1
LARGEST = 50_000_000
T = TypeVar("T")


def write(kind: str, data: Mapping[str, object]) -> str:
    """Return a save of a kind (table, match) as text."""
    whole = body(kind, data)
    return json.dumps({**whole, "check": _check(whole)}, indent=1, ensure_ascii=False) + "\n"


def body(kind: str, data: Mapping[str, object]) -> dict[str, object]:
    """Return the data of a save with its kind and format, as `read` returns it."""
    return {"parlour": kind, "format": FORMAT, **data}


def _check(data: Mapping[str, object]) -> str:
    text = json.dumps(data, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def read(kind: str, text: str) -> dict[str, object]:
    """Return the data of a saved text, or raise ValueError."""
    if not isinstance(text, str) or len(text) > LARGEST:
        raise Invalid(sentence("refusal.save.length"))
    try:
        data = json.loads(text, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise Invalid(sentence("refusal.save.cut")) from None
    if not isinstance(data, dict) or data.get("parlour") not in ("table", "match"):
        raise Invalid(sentence("refusal.save.none"))
    if data["parlour"] != kind:
        raise Invalid(sentence("refusal.save.notMatch" if kind == "match" else "refusal.save.notTable"))
    if isinstance(data.get("format"), int) and data["format"] > FORMAT:
        raise Invalid(sentence("refusal.save.newer"))
    check = data.pop("check", None)
    try:
        is_whole = check == _check(data)
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # a lone surrogate, which no file, database or terminal accepts
        raise Invalid(sentence("refusal.save.none")) from None
    except RecursionError:  # writing needs slightly more depth than reading
        raise Invalid(sentence("refusal.save.cut")) from None
    if not is_whole:
        raise Invalid(sentence("refusal.save.changed"))
    return data


def _refused(constant: str) -> None:
    """Refuse NaN and infinities, which are not JSON: a reader elsewhere could not open the file."""
    raise ValueError(constant)


def kind_of(text: str) -> str:
    """Return `match` if a text is a saved match, otherwise `table`."""
    try:
        data = json.loads(text) if len(text) <= LARGEST else None
    except (ValueError, RecursionError):
        return "table"
    return "match" if isinstance(data, dict) and data.get("parlour") == "match" else "table"


def field(data: Mapping[str, object], name: str, kind: type[T]) -> T:
    """Return a piece of a save, checked for its type."""
    value = data.get(name)
    if not isinstance(value, kind) or isinstance(value, bool) is not (kind is bool):
        raise Invalid(sentence("refusal.save.field", name=name))
    return value


def whole(text: str) -> int:
    """Return the whole number that a text writes in decimal digits."""
    if not text.isdecimal() or not text.isascii() or len(text) > 80:
        raise Invalid(sentence("refusal.save.field", name="seed"))
    return int(text)


def moves(data: Mapping[str, object]) -> Iterator[tuple[int, str]]:
    """Yield the moves of a save: seat and words."""
    for move in field(data, "moves", list):
        if not (isinstance(move, list) and len(move) == 2 and type(move[0]) is int and isinstance(move[1], str)):
            raise Invalid(sentence("refusal.save.move"))
        yield move[0], move[1]
