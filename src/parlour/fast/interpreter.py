"""Runs an entry interpreted: records become objects and the rules run as plain Python."""

from typing import Any

from .entries import BYTES, FLOATS, INTS, NUMBER, KernelEntry
from .kernels import Function
from .layout import packed, unpacked
from .tally import Counter


def interpreted_entry(entry: KernelEntry) -> Function:
    """Return an entry that runs interpreted."""

    def call(*given: Any) -> None:
        arguments = [_opened(kind, one) for kind, one in zip(entry.takes, given, strict=True)]
        entry.function(*arguments)
        for kind, one, argument in zip(entry.takes, given, arguments, strict=True):
            if not isinstance(kind, str):
                one.data[:] = packed(argument)

    return call


def _opened(kind: Any, given: Any) -> Any:
    """Return an argument in the form that the rules expect: a list of records, or a view of an array, whose slices are views
    too.
    """
    if kind == NUMBER:
        return given
    if kind in (BYTES, INTS, FLOATS):
        return memoryview(given)
    records = list(unpacked(kind, given.data))
    for record in records:
        if "told" in record.fields:
            record.log = Counter(record)
    return records
