"""States sized for the table at hand: with fewer seats and cards than a game allows, the rows of its state are shorter.

A device keeps the state of every thread in memory that all threads share, so a smaller state is a faster one.
"""

from typing import Any

import numpy as np

from ..core.game import Game
from ..core.state import CARD, SEAT, Record, State

Lengths = dict[str, int]
"""The lengths of rows that are shorter than declared, by field."""
SEATS = 4
"""Seats are rounded up to a multiple of this, so that tables of about the same size share their compiled code."""


def fitted(game: Game, blank: State) -> Lengths:
    """Return the lengths of the rows of a state that this table needs."""
    cards = game.cards_in_play(blank).bit_length()
    seats = min(-(-blank.seats // SEATS) * SEATS, game.most_seats)
    lengths = {}
    for name, field in type(blank).fields.items():
        if field.per == SEAT:
            lengths[name] = field.length // game.most_seats * seats
        elif field.per == CARD:
            lengths[name] = min(field.length, cards)
    return lengths


def dtype_of(kind: type[Record], lengths: Lengths) -> Any:
    """Return the form of a record in an array, with these lengths if it is a state."""
    own = lengths if issubclass(kind, State) else {}
    return np.dtype(
        [
            (name, f"i{field.bits // 8}", (own.get(name, field.length),) if field.length else ())
            for name, field in kind.fields.items()
        ],
        align=True,
    )


def rows_of(kind: type[Record], records: Any, lengths: Lengths) -> Any:
    """Return records as an array of this form. What is cut off is empty at such a table."""
    array = np.zeros(len(records), dtype_of(kind, lengths))
    for i in range(len(records)):
        record = records.read(i)
        for name in kind.fields:
            value = getattr(record, name)
            array[i][name] = value[: len(array[i][name])] if isinstance(value, list) else value
    return array
