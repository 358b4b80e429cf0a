"""Entries compiled for a GPU: the unchanged rules as PTX, through numba.cuda. Compiling needs no GPU.

The code is stored in the folder of compiled rules (`PARLOUR_CACHE`) under the hash of its sources, so it is compiled only once.
"""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from ..core import rule
from ..core.sentence import Invalid
from ..core.texts import sentence
from . import ahead
from .facts import SETTLERS
from .fitting import PLAIN, UNIT, Copied, Fit, copied, dtype_of
from .parts import PARTS, Divided, is_number, thread_source


def ptx_of(parts: Divided, fit: Fit, capability: tuple[int, int]) -> str:
    """Return the code of an entry for devices of this compute capability, compiled unless it was compiled before."""
    path = _path(parts, fit, capability)
    with suppress(OSError, UnicodeDecodeError):
        return path.read_text()
    made = _compiled(parts, fit, capability)
    with suppress(OSError):
        _write_whole(path, made)
    return made


def _write_whole(path: Path, content: str) -> None:
    """Write a file so that no reader ever sees just a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    beside.write_text(content)
    beside.replace(path)


def _path(parts: Divided, fit: Fit, capability: tuple[int, int]) -> Path:
    entry = parts.entry
    sources = ahead.hash_of(ahead.sources(entry.game), [Path(hook.__code__.co_filename) for hook in entry.beside])
    what = f"{sources} {fit} {tuple(entry.facts)} {thread_source(parts)}"
    mark = hashlib.sha256(what.encode()).hexdigest()[:24]
    return ahead.cache_folder() / f"{entry.game.id}-{entry.name}-sm_{capability[0]}{capability[1]}-{mark}.ptx"


def _compiled(parts: Divided, fit: Fit, capability: tuple[int, int]) -> str:
    try:
        compiler: Any = _compiler()
    except ImportError:
        raise Invalid(sentence("refusal.gpu.extra")) from None
    made: str = compiler(parts, fit, capability)
    return made


@cache
def _compiler() -> Any:
    """Teach numba.cuda the primitives whose compiled form differs, and return the function that compiles."""
    from types import SimpleNamespace

    import numba.cuda.dispatcher as dispatcher
    import numpy as np
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import cuda as cuda_module
    from numba import from_dtype, types
    from numba.core import cgutils
    from numba.cuda import extending

    from ..core import bits, events, observation, state
    from .records import SettledRecord, settling

    cuda: Any = cuda_module
    unit: Any = ir.IntType(8 * UNIT)
    own: Any = extending  # the extension API of numba-cuda has no types
    overload, register_jitable = own.overload, own.register_jitable
    known: set[Any] = {state.assign, observation.begin, observation.put_set}
    sizes: dict[Any, Copied] = {}

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

    # A GPU has no fast copy of a block of memory, and copying field by field would copy single bytes.
    @own.intrinsic  # type: ignore[untyped-decorator]
    def _copy_units(typingctx: Any, target: Any, source: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            units = [builder.bitcast(one, unit.as_pointer()) for one in args[:2]]
            with cgutils.for_range(builder, args[2]) as loop:
                to, of = (builder.gep(one, [loop.index]) for one in units)
                builder.store(builder.load(of), to)
            return context.get_dummy_value()

        return types.void(target, source, count), generate

    @overload(state.assign)
    def _assign(target, source):  # type: ignore[no-untyped-def]
        found = sizes[tuple(target.fields.items())]
        size = found.settled if isinstance(target, SettledRecord) else found.whole
        return lambda target, source: _copy_units(target, source, size // UNIT)

    # Each store of a thread is a memory access of its own, which is slow. So zeros are not stored: `Device.clear` has cleared
    # all rows at once.
    @overload(observation.begin)
    def _begin(out, width):  # type: ignore[no-untyped-def]
        return lambda out, width: None

    @overload(observation.put_set)
    def _put_set(out, start, members, count):  # type: ignore[no-untyped-def]
        return _store_members

    def _store_members(out, start, members, count):  # type: ignore[no-untyped-def]
        for i in range(count):
            if members >> i & 1:
                out[start + i] = 1

    def compile_entry(parts: Divided, fit: Fit, capability: tuple[int, int]) -> str:
        # The dispatcher asks the device only for this, so no device is needed.
        dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=capability)  # type: ignore[attr-defined]
        for function in list(rule.RULES):
            if function not in known:
                known.add(function)
                register_jitable(function)
        for settler, facts in SETTLERS.items():
            if settler not in known:
                known.add(settler)
                overload(settler)(settling(facts))
        space: dict[str, Any] = {
            "cuda": cuda,
            "int64": np.int64,
            "entry": cuda.jit(device=True)(parts.entry.function),
        }
        kinds: list[Any] = [types.int64] * 3
        for i, (kind, share) in enumerate(zip(parts.entry.takes, parts.shares, strict=True)):
            if is_number(kind):
                kinds.append(types.int64)
            elif isinstance(kind, str):
                kinds.append(types.Array(from_dtype(np.dtype(PLAIN[kind])), 1, "C"))
            else:
                space[f"record{i}"] = from_dtype(dtype_of(kind, fit))
                sizes[tuple(space[f"record{i}"].fields.items())] = copied(kind, fit)
                kinds.append(types.Array(space[f"record{i}"], 1, "C"))
            if share in PARTS:
                kinds.append(types.int64)
        exec(thread_source(parts), space)
        with _large_rules_called():
            made, _ = cuda.compile(space["kernel"], types.void(*kinds), cc=capability, device=False, abi="numba", output="ptx")
        return made if isinstance(made, str) else made.decode()

    return compile_entry


DEFINED = re.compile(r'^(define [^\n]*?@"([^"]+)"\([^\n]*\))', re.MULTILINE)
"""Matches the first line of a function in LLVM code, and its name."""
WHOLE = re.compile(r'^define [^\n]*?@"([^"]+)"\(.*?^}', re.MULTILINE | re.DOTALL)
"""Matches a function in LLVM code, and its name."""
CALLED = re.compile(r'call [^\n]*?@"([^"]+)"\(')
"""Matches a call in LLVM code, and the name of the function."""


@contextmanager
def _large_rules_called() -> Iterator[None]:
    """Keep large rules as calls, unless there is only one call.

    With all of them inlined, the code is 4 times as long: too long for any device's cache. With none inlined, the state of a
    thread would be reached through pointers, which takes several instructions for each number read.
    """
    from numba.cuda.cudadrv import nvvm as module

    nvvm: Any = module
    compile_modules = nvvm.compile_ir
    names = tuple({_mangled(function) for function in rule.LARGE})

    def compile_marked(modules: Any, **options: Any) -> Any:
        functions = {found[1]: found[0] for text in modules for found in WHOLE.finditer(text)}  # modules repeat some functions
        calls = Counter(name for code in functions.values() for name in CALLED.findall(code))

        def marked(found: re.Match[str]) -> str:
            return f"{found[1]} noinline" if found[2].startswith(names) and calls[found[2]] > 1 else found[0]

        return compile_modules([DEFINED.sub(marked, text) for text in modules], **options)

    nvvm.compile_ir = compile_marked
    try:
        yield
    finally:
        nvvm.compile_ir = compile_modules


def _mangled(function: Any) -> str:
    """Return the beginning of Numba's name for a function."""
    names = [*(function.__module__ or "<dynamic>").split("."), *function.__qualname__.split(".")]
    plain = [re.sub(r"\W", lambda sign: f"_{ord(sign[0]):x}", name) for name in names]
    return f"_ZN{''.join(f'{len(name)}{name}' for name in plain)}B"
