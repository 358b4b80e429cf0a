"""Records as bytes: the same layout for Numba, shared libraries and WebAssembly. It needs only the standard library."""

from array import array
from collections.abc import Iterator
from functools import cache
from struct import Struct
from typing import Any, NamedTuple

from ..core.state import SCRATCH, Field, Record

CODES = {8: "b", 16: "h", 32: "i", 64: "q"}
"""The `struct` format of a number of this many bits."""


class Layout(NamedTuple):
    """The offsets of a record's fields: little-endian, each at a multiple of its size, as C lays out a struct.

    What has to be copied comes first; the scratch space, which keeps nothing between moves, begins at `copied`.
    """

    form: Struct
    offsets: dict[str, int]
    copied: int

    @property
    def size(self) -> int:
        """The bytes of one record, including the gap before the next one."""
        return self.form.size


@cache
def stored(record_class: type[Record]) -> list[tuple[str, Field]]:
    """Return the fields of a record in the order in which they lie in memory."""
    return sorted(record_class.fields.items(), key=lambda named: named[1].holds == SCRATCH)


@cache
def layout_of(record_class: type[Record]) -> Layout:
    """Return the layout of a record."""
    form, offsets, at, widest, copied = "<", {}, 0, 1, 0
    for name, field in stored(record_class):
        width = field.bits // 8
        gap = -at % width
        form += f"{gap}x{field.length or 1}{CODES[field.bits]}"
        offsets[name] = at + gap
        at += gap + width * (field.length or 1)
        copied = copied if field.holds == SCRATCH else at
        widest = max(widest, width)
    return Layout(Struct(f"{form}{-at % widest}x"), offsets, copied)


def integers(count: int, value: int = 0) -> "array[int]":
    """Return an array of 64-bit integers."""
    return array("q", [value]) * count


def floats(count: int) -> "array[float]":
    """Return an array of zeros."""
    return array("d", [0.0]) * count


class Records:
    """An array of records as bytes, each with its starting values."""

    __slots__ = ("data", "kind", "layout")

    def __init__(self, kind: type[Record], count: int, *given: Record) -> None:
        """Make this many records, of which the first ones equal those given."""
        self.kind, self.layout = kind, layout_of(kind)
        self.data = bytearray(_packed(kind(), self.layout) * count)
        for i, record in enumerate(given):
            self.write(i, record)

    def __len__(self) -> int:
        return len(self.data) // self.layout.size

    def copy(self) -> "Records":
        """Return equal records that share nothing with these."""
        new = object.__new__(Records)
        new.kind, new.layout, new.data = self.kind, self.layout, self.data[:]
        return new

    def write(self, i: int, record: Record) -> None:
        """Replace a record by a copy of another."""
        size = self.layout.size
        self.data[i * size : (i + 1) * size] = _packed(record, self.layout)

    def read(self, i: int) -> Any:
        """Return a copy of a record."""
        return next(unpacked(self.kind, self.data[i * self.layout.size : (i + 1) * self.layout.size]))


def unpacked(kind: type[Record], data: Any) -> Iterator[Any]:
    """Yield the records that these bytes hold."""
    for values in layout_of(kind).form.iter_unpack(data):
        record, at = kind(), 0
        for name, field in stored(kind):
            end = at + (field.length or 1)
            setattr(record, name, list(values[at:end]) if field.length else values[at])
            at = end
        yield record


def packed(records: list[Any]) -> bytes:
    """Return records of one kind as bytes."""
    return b"".join(_packed(record, layout_of(record.__class__)) for record in records)


def _packed(record: Record, layout: Layout) -> bytes:
    values: list[int] = []
    for name, field in stored(type(record)):
        value = getattr(record, name)
        if field.length:
            values.extend(value)
        else:
            values.append(value)
    return layout.form.pack(*values)
