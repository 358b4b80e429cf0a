"""The browser's WebAssembly, under the names of wasmtime that `fast/wasm.py` uses."""

from collections.abc import Callable, Sequence
from typing import Any

import js  # type: ignore[import-not-found]
from pyodide.ffi import JsException, to_js  # type: ignore[import-not-found]

WasmtimeError = JsException


class Engine:
    """An empty stand-in, because the browser is the engine."""


class Module:
    """A compiled module."""

    def __init__(self, engine: Engine, code: bytes) -> None:
        self.compiled = js.WebAssembly.Module.new(to_js(code))


class Store:
    """An empty stand-in, because the browser keeps the state of an instance."""

    def __init__(self, engine: Engine) -> None:
        pass


class Instance:
    """A module with its memory."""

    def __init__(self, store: Store, module: Module, imports: Sequence[object]) -> None:
        self._exports = js.WebAssembly.Instance.new(module.compiled).exports

    def exports(self, store: Store) -> "Exports":
        """Return the exports of the module."""
        return Exports(self._exports)


class Exports:
    """The exports of a module, by name."""

    def __init__(self, exports: Any) -> None:
        self._exports = exports

    def __getitem__(self, name: str) -> Any:
        if not hasattr(self._exports, name):
            raise KeyError(name)
        found = getattr(self._exports, name)
        if name == "memory":
            return Memory(found)
        return Global(found) if js.Object.prototype.toString.call(found) == "[object WebAssembly.Global]" else _function(found)


class Global:
    """A number that a module exports."""

    def __init__(self, found: Any) -> None:
        self._found = found

    def value(self, store: Store) -> int:
        """Return the number."""
        return int(self._found.value)


class Memory:
    """The memory of an instance."""

    def __init__(self, memory: Any) -> None:
        self._memory = memory

    def size(self, store: Store) -> int:
        """Return its size in pages."""
        return int(self._memory.buffer.byteLength) // 65_536

    def grow(self, store: Store, pages: int) -> None:
        """Add pages."""
        self._memory.grow(pages)

    def write(self, store: Store, view: memoryview, place: int) -> None:
        """Copy bytes into the memory."""
        js.Uint8Array.new(self._memory.buffer, place, len(view)).assign(view)

    def read(self, store: Store, start: int, end: int) -> bytes:
        """Return a copy of these bytes of the memory."""
        return bytes(js.Uint8Array.new(self._memory.buffer, start, end - start).to_bytes())


def _function(found: Any) -> Callable[..., int]:
    """Return a function of the module. Pointers have 32 bits and numbers 64; from text, the browser makes either."""
    return lambda store, *given: int(found(*map(str, given)))
