"""Entries compiled for a GPU: the unchanged rules as PTX, through numba.cuda. Compiling needs no GPU.

The text is stored in the folder of compiled rules (`PARLOUR_CACHE`) under the hash of its sources, so it is compiled once.
"""

import hashlib
import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from ..core.sentence import Invalid
from ..core.texts import sentence
from . import ahead
from .entries import FLOATS, INTS
from .fitting import Lengths, dtype_of
from .parts import Divided, is_number, thread_source


def ptx_of(parts: Divided, lengths: Lengths, capability: tuple[int, int]) -> str:
    """Return the code of an entry for devices of this compute capability, compiled now if it was not compiled before."""
    path = _path(parts, lengths, capability)
    with suppress(OSError, UnicodeDecodeError):
        return path.read_text()
    made = _compiled(parts, lengths, capability)
    with suppress(OSError):
        _write_whole(path, made)
    return made


def _write_whole(path: Path, content: str) -> None:
    """Write a file so that no reader ever sees a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(content)
    beside.replace(path)


def _path(parts: Divided, lengths: Lengths, capability: tuple[int, int]) -> Path:
    entry = parts.entry
    sources = ahead.hash_of(ahead.sources(entry.game), [Path(hook.__code__.co_filename) for hook in entry.beside])
    what = f"{sources} {sorted(lengths.items())} {thread_source(parts)}"
    mark = hashlib.sha256(what.encode()).hexdigest()[:24]
    return ahead.cache_folder() / f"{entry.game.id}-{entry.name}-sm_{capability[0]}{capability[1]}-{mark}.ptx"


def _compiled(parts: Divided, lengths: Lengths, capability: tuple[int, int]) -> str:
    try:
        compiler: Any = _compiler()
    except ImportError:
        raise Invalid(sentence("refusal.gpu.extra")) from None
    made: str = compiler(parts, lengths, capability)
    return made


@cache
def _compiler() -> Any:
    """Return the function that compiles, after numba.cuda has learnt the primitives whose compiled form differs."""
    from types import SimpleNamespace

    import numba.cuda.dispatcher as dispatcher
    import numpy as np
    from numba import cuda as cuda_module
    from numba import from_dtype, types
    from numba.cuda import extending

    from ..core import bits, events, rule, state

    cuda: Any = cuda_module
    own: Any = extending  # the extension API of numba-cuda has no types
    overload, register_jitable = own.overload, own.register_jitable
    known: set[Any] = {state.assign}

    @overload(bits.bit_count)
    def _bit_count(members):  # type: ignore[no-untyped-def]
        return lambda members: np.int64(cuda.popc(members))

    @overload(bits.lowest_bit)
    def _lowest_bit(members):  # type: ignore[no-untyped-def]
        return lambda members: np.int64(cuda.ffs(members)) - 1

    @overload(events.tell)
    def _tell(s, kind, seat, card=-1, number=0, seen=-1):  # type: ignore[no-untyped-def]
        if isinstance(s, types.Record) and "told" in s.fields:
            return _count
        return lambda s, kind, seat, card=-1, number=0, seen=-1: None

    def _count(s, kind, seat, card=-1, number=0, seen=-1):  # type: ignore[no-untyped-def]
        s.told[kind] += 1

    @overload(state.assign)
    def _assign(target, source):  # type: ignore[no-untyped-def]
        return _copier(
            tuple((name, bool(getattr(field.type, "shape", ()))) for name, field in target.fields.items()),
            tuple(getattr(field.type, "shape", (0,))[0] for field in target.fields.values()),
        )

    def compile_entry(parts: Divided, lengths: Lengths, capability: tuple[int, int]) -> str:
        # The dispatcher asks the device for nothing but this, and none has to be there.
        dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)  # type: ignore[attr-defined]
        for function in list(rule.RULES):
            if function not in known:
                known.add(function)
                register_jitable(function)
        space: dict[str, Any] = {
            "cuda": cuda,
            "int64": np.int64,
            "entry": cuda.jit(device=True)(parts.entry.function),
        }
        kinds: list[Any] = [types.int64] * 3
        for i, (kind, share) in enumerate(zip(parts.entry.takes, parts.shares, strict=True)):
            if is_number(kind):
                kinds.append(types.int64)
            elif kind in (INTS, FLOATS):
                kinds.append((types.int64 if kind == INTS else types.float64)[::1])
            else:
                assert isinstance(kind, type)
                space[f"record{i}"] = from_dtype(dtype_of(kind, lengths))
                kinds.append(types.Array(space[f"record{i}"], 1, "C"))
            if share == "part":
                kinds.append(types.int64)
        exec(thread_source(parts), space)
        made, _ = cuda.compile(space["kernel"], types.void(*kinds), cc=capability, device=False, abi="numba", output="ptx")
        return made if isinstance(made, str) else made.decode()

    return compile_entry


@cache
def _copier(fields: tuple[tuple[str, bool], ...], sizes: tuple[int, ...]) -> Any:
    """Return a function that copies records of these fields: a GPU has no fast copy of a block of memory."""
    lines = ["def copy(target, source):"]
    for (name, is_row), size in zip(fields, sizes, strict=True):
        if is_row:
            lines.append(f"    for i in range({size}): target.{name}[i] = source.{name}[i]")
        else:
            lines.append(f"    target.{name} = source.{name}")
    space: dict[str, Any] = {}
    exec("\n".join(lines), space)
    return space["copy"]
