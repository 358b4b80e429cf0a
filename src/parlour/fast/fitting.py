"""States sized for the table at hand: with fewer seats and cards than a game allows, the rows of its state are shorter.

A device keeps the state of every thread in memory that all threads share, so a smaller state is faster.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..core.game import Game
from ..core.state import CARD, SCRATCH, SEAT, WORD, Field, Record, State
from .entries import BYTES, FLOATS, INTS, SINGLES, WORDS
from .facts import may_be_known

PLAIN = {INTS: np.int64, FLOATS: np.float64, BYTES: np.int8, WORDS: np.int32, SINGLES: np.float32}
"""The type of the numbers in an array, by its kind."""
SEATS = 4
"""Seats are rounded up to a multiple of this, so that tables of about the same size share their compiled code."""
SIGNED = (8, 16, 32)
"""The sizes of numbers with a sign, in bits."""
UNIT = 8
"""States are copied in units of this many bytes."""


class Fit(NamedTuple):
    """The form of a state by field: the rows that are shorter than declared, and the types of rows of smaller numbers."""

    lengths: tuple[tuple[str, int], ...] = ()
    types: tuple[tuple[str, str], ...] = ()


AS_DECLARED = Fit()


class Copied(NamedTuple):
    """The number of leading bytes of a record that must be copied (all but the scratch space), with and without constants."""

    whole: int
    settled: int


def fitted(game: Game, *blanks: State) -> Fit:
    """Return the form of a state that all these tables fit into."""
    cards = max(game.cards_in_play(blank).bit_length() for blank in blanks)
    seats = min(-(-max(blank.seats for blank in blanks) // SEATS) * SEATS, game.most_seats)
    lengths, kinds = {}, {}
    for name, field in type(blanks[0]).fields.items():
        if field.per == SEAT:
            lengths[name] = field.length // game.most_seats * seats
        elif field.per == CARD:
            lengths[name] = min(field.length, cards)
        if field.length:
            kinds[name] = _kind(field, cards, seats)
    return Fit(tuple(lengths.items()), tuple(kinds.items()))


def _kind(field: Field, cards: int, seats: int) -> str:
    """Return the type of the numbers of a row: the smallest for words, for cards (or NONE) and for sets of seats.

    Words are signed like all numbers: a mixture of signed and unsigned ones would have to be computed in floats.
    """
    if field.high == WORD:
        return "i4"
    if field.holds in ("card", "stack"):
        return _signed(cards - 1)
    if field.of == SEAT:
        return _signed((1 << seats) - 1)
    return f"i{field.bits // 8}"


def _signed(most: int) -> str:
    """Return the smallest type for numbers from NONE to this one."""
    return f"i{next(bits for bits in SIGNED if most < 1 << bits - 1) // 8}"


def dtype_of(kind: type[Record], fit: Fit = AS_DECLARED) -> Any:
    """Return the form of a record in an array, fitted if it is a state: what has to be copied comes first."""
    return _form(kind, fit)[0]


def copied(kind: type[Record], fit: Fit) -> Copied:
    """Return how much of a record of this form has to be copied."""
    return _form(kind, fit)[1]


@cache
def _form(kind: type[Record], fit: Fit) -> tuple[Any, Copied]:
    is_state = issubclass(kind, State)
    lengths, kinds = (dict(fit.lengths), dict(fit.types)) if is_state else ({}, {})
    settled = {name for name, field in kind.fields.items() if is_state and may_be_known(name, field)}
    scratch = {name for name, field in kind.fields.items() if field.holds == SCRATCH}
    parts: list[list[str]] = [[], [], []]
    for name in kind.fields:
        parts[(name in settled) + 2 * (name in scratch)].append(name)
    shapes = {
        name: np.dtype((kinds.get(name, f"i{field.bits // 8}"), (lengths.get(name, field.length),) if field.length else ()))
        for name, field in kind.fields.items()
    }
    at, ends, offsets = 0, [], {}
    for names in parts:
        # the widest numbers first, so that there are no gaps
        for name in sorted(names, key=lambda name: -shapes[name].base.itemsize):
            offsets[name] = at
            at += shapes[name].itemsize
        at += -at % UNIT
        ends.append(at)
    names = list(offsets)
    form = np.dtype(
        {"names": names, "formats": [shapes[name] for name in names], "offsets": list(offsets.values()), "itemsize": at},
        align=True,
    )
    return form, Copied(ends[1], ends[0])


def rows_of(kind: type[Record], records: Any, fit: Fit = AS_DECLARED) -> Any:
    """Return records (`Records`, or a list of them) as an array of this form. What is cut off is unused at this table."""
    array = np.zeros(len(records), dtype_of(kind, fit))
    for i in range(len(records)):
        record = records[i] if isinstance(records, list) else records.read(i)
        for name in kind.fields:
            value = getattr(record, name)
            kept = value[: len(array[i][name])] if isinstance(value, list) else value
            array[i][name] = np.array(kept, np.int64).astype(array.dtype[name].base)
    return array


def record_of(kind: type[Record], row: Any) -> Any:
    """Return a row of such an array as a record, with rows of their declared lengths."""
    record = kind()
    for name in kind.fields:
        value, whole = row[name].tolist(), getattr(record, name)
        if kind.fields[name].high == WORD:
            value = [word & WORD for word in value]
        setattr(record, name, value + whole[len(value) :] if isinstance(value, list) else value)
    return record
