"""Runs the entries of a shared library that was built ahead, with ctypes, without Numba, NumPy or any compilation."""

import ctypes
from typing import Any

from ..core.game import Game
from . import ahead
from .kernels import Function
from .layout import Records


def load(game: Game) -> "Library | None":
    """Load the library of a game for this machine; None if there is none that fits."""
    path = ahead.kernel(game, ahead.HOST)
    if path is None:
        return None
    try:
        return Library(ctypes.CDLL(str(path)))
    except (OSError, AttributeError) as error:
        ahead.refuse(path, f"it cannot be loaded ({error})")
        return None


class Library:
    """A loaded library. Its functions run without Python's lock and keep nothing between calls, so threads may share it."""

    def __init__(self, code: ctypes.CDLL) -> None:
        self._functions = {name: code[ahead.symbol(name)] for name in ahead.ENTRIES}

    def function(self, name: str) -> Function:
        """Return the entry of this name."""
        entry = self._functions[name]

        def call(*given: Any) -> None:
            passed: list[Any] = []
            for one in given:
                passed += (ctypes.c_int64(one),) if isinstance(one, int) else _pointer(one)
            if entry(*passed):
                raise RuntimeError(f"The kernel failed in `{name}`.")

        return call


def _pointer(array: Any) -> tuple[Any, ctypes.c_int64]:
    """Return an array as C expects it: its address and its number of items."""
    data = array.data if isinstance(array, Records) else array
    size = memoryview(data).nbytes
    return (ctypes.c_char * size).from_buffer(data) if size else None, ctypes.c_int64(len(array))
