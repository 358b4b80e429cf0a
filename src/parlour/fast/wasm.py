"""Runs entries as WebAssembly, with wasmtime: arrays are copied into the module's memory and back."""

import threading
from typing import Any

from ..core.game import Game
from . import ahead
from .kernels import Function
from .layout import Records

PAGE = 65536
ALIGNED = 64


def load(game: Game) -> "WasmModule | None":
    """Load the WebAssembly module of a game; None if there is none that fits, or wasmtime isn't installed."""
    path = ahead.kernel(game, ahead.WASM)
    if path is None:
        return None
    try:
        import wasmtime
    except ModuleNotFoundError:
        ahead.refuse(path, "wasmtime is not installed")
        return None
    try:
        return WasmModule(path.read_bytes())
    except (OSError, KeyError, wasmtime.WasmtimeError) as error:
        ahead.refuse(path, f"it cannot be loaded ({str(error).splitlines()[0]})")
        return None


class WasmModule:
    """A loaded module. Each thread has an instance of its own, since an instance has one memory."""

    def __init__(self, code: bytes) -> None:
        import wasmtime

        self._engine = wasmtime.Engine()
        self._module = wasmtime.Module(self._engine, code)
        self._own = threading.local()
        self._instance()

    def _instance(self) -> "WasmInstance":
        if not hasattr(self._own, "instance"):
            self._own.instance = WasmInstance(self._engine, self._module)
        found: WasmInstance = self._own.instance
        return found

    def function(self, name: str) -> Function:
        """Return the entry of this name."""

        def call(*given: Any) -> None:
            if self._instance().call(name, given):
                raise RuntimeError(f"The kernel failed in `{name}`.")

        return call


class WasmInstance:
    """A module with its memory."""

    def __init__(self, engine: Any, module: Any) -> None:
        import wasmtime

        self._store = wasmtime.Store(engine)
        exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = exports["memory"]
        self._free: int = exports["__heap_base"].value(self._store)  # type: ignore[union-attr]
        self._functions: dict[str, Any] = {name: exports[ahead.symbol(name)] for name in ahead.ENTRIES}

    def call(self, name: str, given: tuple[Any, ...]) -> int:
        """Call an entry; return 0 unless it failed."""
        views = [None if isinstance(one, int) else _bytes_of(one) for one in given]
        places, end = _places(views, self._free)
        missing = -(-end // PAGE) - self._memory.size(self._store)
        if missing > 0:
            self._memory.grow(self._store, missing)
        passed: list[int] = []
        for one, view, place in zip(given, views, places, strict=True):
            if view is None:
                passed.append(one)
            else:
                self._memory.write(self._store, view, place)
                passed += (place, len(one))
        status: int = self._functions[name](self._store, *passed)
        for view, place in zip(views, places, strict=True):
            if view is not None:
                view[:] = self._memory.read(self._store, place, place + len(view))
        return status


def _bytes_of(array: Any) -> memoryview:
    view = memoryview(array.data if isinstance(array, Records) else array)
    return view.cast("B") if view.nbytes else memoryview(bytearray())


def _places(views: list[memoryview | None], start: int) -> tuple[list[int], int]:
    """Return the address of each array in the module's memory, and the end of the last one."""
    places, at = [], start
    for view in views:
        at = -(-at // ALIGNED) * ALIGNED
        places.append(at)
        at += len(view) if view is not None else 0
    return places, at
