"""A simulated device: its memory is that of the host, and its threads run interpreted, one after the other."""

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from parlour.core.state import WORD, State
from parlour.fast import driver
from parlour.fast.fitting import PLAIN, Fit, dtype_of
from parlour.fast.parts import PART, PARTS, Divided, is_number, thread_source
from parlour.fast.tally import Counter


def without_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this machine look as if it had no GPU."""
    monkeypatch.setattr(driver, "LIBRARY", "no-such-library")
    driver.device.cache_clear()


class Row(list[int]):
    """A row of a state on a device, where negative indices would read other memory and numbers may have another type."""

    def __init__(self, values: list[int], kind: Any, are_words: bool) -> None:
        super().__init__(values)
        self.range, self.are_words = np.iinfo(kind), are_words

    def __getitem__(self, place: Any) -> Any:
        assert not isinstance(place, int) or place >= 0
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if self.are_words:  # which are stored as signed numbers
            value -= (WORD + 1) * (value > self.range.max)
        assert place >= 0 and self.range.min <= value <= self.range.max
        super().__setitem__(place, value)


def cut(record: Any, fit: Fit) -> Any:
    """Give a record the rows of this fit, and return it."""
    if isinstance(record, State):
        form = dtype_of(type(record), fit)
        for name, field in record.fields.items():
            if field.length:
                setattr(record, name, Row(getattr(record, name)[: form[name].shape[0]], form[name].base, field.high == WORD))
        if "told" in record.fields:
            record.log = Counter(record)  # type: ignore[assignment]
    return record


def read(kind: Any, row: Any, fit: Fit) -> Any:
    """Return a row of an array as a record."""
    record = cut(kind(), fit)
    for name, field in kind.fields.items():
        value = row[name].tolist()
        setattr(record, name, Row(value, row[name].dtype, field.high == WORD) if isinstance(value, list) else value)
    return record


class Threads:
    """The threads of a device, run in Python."""

    def __init__(self) -> None:
        self.thread = 0
        self.local = self

    def grid(self, dimensions: int) -> int:
        """Return the number of the running thread."""
        return self.thread

    def array(self, count: int, make: Any) -> list[Any]:
        """Return records that belong to one thread."""
        return [make() for _ in range(count)]

    def launch(self, parts: Divided, fit: Fit, threads: int, each: int, total: int, arguments: Sequence[Any]) -> list[Any]:
        """Run all threads; return the arrays that are divided among them."""
        passed: list[Any] = []
        written = []
        for kind, share, one in zip(parts.entry.takes, parts.shares, arguments, strict=True):
            if share in PARTS:
                array = np.zeros(threads * one, PLAIN[str(kind)])
                passed += [array, one]
                if share == PART:
                    written.append(array)
            else:
                passed.append(one)
        self.run(parts, fit, threads, each, total, passed)
        return written

    def run(self, parts: Divided, fit: Fit, threads: int, each: int, total: int, passed: Sequence[Any]) -> None:
        """Run all threads over arrays of the host, then write the records back."""
        space: dict[str, Any] = {"cuda": self, "int64": int, "entry": parts.entry.function}
        given, rest, opened = [], iter(passed), []
        for i, (kind, share) in enumerate(zip(parts.entry.takes, parts.shares, strict=True)):
            one = next(rest)
            if is_number(kind):
                given.append(one)
            elif isinstance(kind, str):
                given.append(memoryview(one))
            else:
                space[f"record{i}"] = lambda kind=kind: cut(kind(), fit)
                given.append([read(kind, row, fit) for row in one])
                opened.append((one, given[-1], kind))
            if share in PARTS:
                given.append(next(rest))
        exec(thread_source(parts), space)
        for self.thread in range(threads + 3):  # a block has more threads than there is work
            space["kernel"](threads, each, total, *given)
        for array, records, kind in opened:
            for row, record in zip(array, records, strict=True):
                for name in kind.fields:
                    row[name] = np.array(getattr(record, name), np.int64).astype(row.dtype[name].base)


class HostDevice:
    """The driver of the simulated device: the same calls, over the host's memory."""

    def __init__(self) -> None:
        self._memory: dict[int, Any] = {}
        self.freed = 0

    def allocate(self, size: int) -> int:
        """Return the address of some bytes."""
        memory = np.zeros(max(size, 1) + 16, np.uint8)
        self._memory[memory.ctypes.data] = memory
        return int(memory.ctypes.data)

    def free(self, address: int) -> None:
        """Give memory back."""
        del self._memory[address]
        self.freed += 1

    def clear(self, address: int, size: int) -> None:
        """Set bytes to zero."""
        ctypes.memset(address, 0, size)

    def write(self, address: int, data: Any) -> None:
        """Copy a host array to the device."""
        ctypes.memmove(address, data.ctypes.data, data.nbytes)

    def read(self, address: int, into: Any) -> None:
        """Copy from the device into a host array."""
        ctypes.memmove(into.ctypes.data, address, into.nbytes)

    def wait(self) -> None:
        """Do nothing: everything has already run."""

    def load(self, parts: Divided, fit: Fit) -> tuple[Divided, Fit]:
        """Return the entry and its fit, which is all that `launch` needs."""
        return parts, fit

    def launch(self, kernel: tuple[Divided, Fit], threads: int, arguments: Sequence[Any]) -> None:
        """Run the threads over the arrays whose addresses are passed, in the order in which a kernel takes them."""
        parts, fit = kernel
        numbers = [argument.value for argument in arguments]
        threads, each, total, *rest = numbers
        passed = []
        for kind in parts.entry.takes:
            if is_number(kind):
                passed.append(rest.pop(0))
                continue
            _, _, count, size, address, shape, stride = rest[:7]
            del rest[:7]
            dtype = np.dtype(PLAIN[kind]) if isinstance(kind, str) else dtype_of(kind, fit)
            assert (size, shape, stride) == (dtype.itemsize, count, size)
            passed.append(np.frombuffer((ctypes.c_char * (count * size)).from_address(address), dtype))
        assert not rest
        Threads().run(parts, fit, threads, each, total, passed)
