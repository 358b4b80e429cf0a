"""Pieces of a user's input that are safe to repeat in a sentence."""

import re
from collections.abc import Sequence


def shortened(text: str, length: int = 24) -> str:
    """A text without control codes and not too long."""
    text = "".join(letter if letter.isprintable() else "·" for letter in text[: length + 1])
    return text if len(text) <= length else text[: length - 1] + "…"


def quoted(value: object) -> str:
    """Any value in a sentence: a number as it is, anything else in quotes, short."""
    try:
        text = str(value)
    except Exception:  # whatever a foreign object does when asked for its text must not hide the refusal
        return "a value that cannot be written"
    plain = isinstance(value, int) and not isinstance(value, bool) and len(text) <= 40
    return text if plain else f"'{shortened(text, 40)}'"


_OWN = (
    (r"\bthe turn of seat {}\b", "your turn"),
    (r"\bSeat {} has\b", "You have"),
    (r"\bseat {} has\b", "you have"),
    (r"\bSeat {}\b", "You"),
    (r"\bseat {}\b", "you"),
)
"""How a sentence about a seat is said to that seat."""


def in_names(text: str, names: Sequence[str], listener: int) -> str:
    """A sentence of the library with names in the place of seat numbers, for the ears of one seat."""
    for pattern, own in _OWN:
        text = re.sub(pattern.format(listener), own, text)

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) and names[seat] else found[0]

    return re.sub(r"\b[Ss]eat (\d{1,3})\b", name, text)
