"""Turns rules into machine code: records for states, intrinsics for the primitives, a disk cache that notices edits."""

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite import binding as llvm  # type: ignore[import-untyped]
from llvmlite import ir
from numba import extending
from numba.core import caching, cgutils, config, types

from ..core import bits, events, rule, state
from ..core.game import Game, find_game
from ..core.state import Record
from .ahead import cache_folder, hash_of, sources
from .entries import BYTES, FLOATS, INTS, NUMBER, KernelEntry, entry_of, random_entry
from .facts import SETTLERS, UNKNOWN, Facts
from .layout import Records, layout_of, stored
from .records import settling
from .rule_compiler import EntryCompiler, RuleCompiler

ERRORS = {"error_model": "numpy"}

# Numba's extension API is untyped, so it is used here without types.
intrinsic: Any = extending.intrinsic
overload: Any = extending.overload
njit: Any = numba.njit
copy_bytes: Any = cgutils.raw_memcpy
settings: Any = config


# ---- states as records --------------------------------------------------------------------------------------------


def dtype_of(record_class: type[Record]) -> np.dtype[Any]:
    """Return the compiled form of a record: the same fields under the same names."""
    kind = np.dtype(
        [(name, f"i{field.bits // 8}", (field.length,) if field.length else ()) for name, field in stored(record_class)],
        align=True,
    )
    COPIED[kind.names, kind.itemsize] = layout_of(record_class).copied  # type: ignore[index]
    return kind


COPIED: dict[tuple[tuple[str, ...], int], int] = {}
"""The number of bytes of a record that have to be copied, by its fields and its size."""


def to_row(record: Record, row: Any) -> None:
    """Write a record into a row of an array of its dtype."""
    for name in record.fields:
        row[name] = getattr(record, name)


def from_row(row: Any, record: Record) -> None:
    """Read a record back; lists stay lists and numbers Python ints."""
    for name in record.fields:
        setattr(record, name, row[name].tolist())


def rows(record_class: type[Record], count: int) -> Any:
    """Return an array of records, each with its starting values."""
    array = np.zeros(count, dtype_of(record_class))
    if count:
        to_row(record_class(), array[0])
        array[1:] = array[0]
    return array


# ---- primitives whose compiled form differs ------------------------------------------------------------------------
# Numba compares the signatures of an overload and of its function, so these have no annotations.


@intrinsic  # type: ignore[untyped-decorator]
def _population(typingctx: Any, members: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.ctpop(args[0])


@intrinsic  # type: ignore[untyped-decorator]
def _trailing_zeros(typingctx: Any, members: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, sig, args: builder.cttz(args[0], cgutils.false_bit)


@intrinsic  # type: ignore[untyped-decorator]
def _deposited(typingctx: Any, value: Any, members: Any) -> Any:
    def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        word = args[0].type
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word)))
        return builder.call(deposit, args)

    return types.int64(types.int64, types.int64), generate


def _deposits() -> bool:
    """Whether to use the processor's `pdep` instruction to find a member of a set: not in portable code or where it is slow
    (old AMD).
    """
    if settings.CPU_NAME:
        return False
    return llvm.get_host_cpu_features().get("bmi2", False) and llvm.get_host_cpu_name() not in ("bdver4", "znver1", "znver2")


if _deposits():

    @overload(bits.nth_bit)
    def _nth_bit(members, n):  # type: ignore[no-untyped-def]
        return lambda members, n: _trailing_zeros(_deposited(1 << n, members))


@cache
def _copying(size: int) -> Any:
    """Return a function that copies this many bytes of a record."""

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(typingctx: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            copy_bytes(builder, args[0], args[1], context.get_constant(types.intp, 1), size)
            return context.get_dummy_value()

        return types.void(target, source), generate

    return copy


@overload(bits.bit_count)
def _bit_count(members):  # type: ignore[no-untyped-def]
    return lambda members: _population(members)


@overload(bits.lowest_bit)
def _lowest_bit(members):  # type: ignore[no-untyped-def]
    return lambda members: _trailing_zeros(members)


@overload(state.assign)
def _assign(target, source):  # type: ignore[no-untyped-def]
    copy = _copying(COPIED[tuple(target.fields), target.size])
    return lambda target, source: copy(target, source)


@overload(events.tell)
def _tell(s, kind, seat, card=-1, number=0, seen=-1):  # type: ignore[no-untyped-def]
    if isinstance(s, types.Record) and "told" in s.fields:
        return _count
    return lambda s, kind, seat, card=-1, number=0, seen=-1: None


def _count(s, kind, seat, card=-1, number=0, seen=-1):  # type: ignore[no-untyped-def]
    """Count an event: this replaces `tell` on a record that counts events (`tally.counting`)."""
    s.told[kind] += 1


# ---- compiling ----------------------------------------------------------------------------------------------------

_registered: set[Callable[..., Any]] = {state.assign, *((bits.nth_bit,) if _deposits() else ())}


def source_stamp(folders: Iterable[Path], files: Iterable[Path] = ()) -> str:
    """Return a hash of every source file a compiled rule may depend on: Numba's own cache misses edits in other modules."""
    return hash_of(folders, files, f"{numba.__version__} {np.__version__}")


def files_beside(functions: Sequence[Callable[..., Any]]) -> list[Path]:
    """Return the files of these functions, and of all rules in the same folders, since they may call each other."""
    files = {Path(function.__code__.co_filename) for function in functions}
    folders = {path.parent for path in files}
    codes = [function.__code__ for function in rule.RULES if hasattr(function, "__code__")]
    files |= {path for code in codes if (path := Path(code.co_filename)).parent in folders}
    return sorted(path for path in files if path.is_file())


class _Locator(caching._CacheLocator):
    """Tells Numba where a function's machine code is stored and which sources it was made from."""

    def __init__(self, function: Callable[..., Any], stamp: str) -> None:
        self._name = function.__qualname__.replace("<", "").replace(">", "")
        self._stamp = stamp

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return f"{self._name}-{self._stamp[:16]}"

    @classmethod
    def from_function(cls, function: Callable[..., Any], source: str) -> "_Locator":
        return cls(function, function.__parlour_stamp__)  # type: ignore[attr-defined]


class _Store(caching.CompileResultCacheImpl):
    _locator_classes = [_Locator]


class _Cache(caching.FunctionCache):
    """The disk cache. A damaged, foreign or missing file is compiled again, and stored if possible."""

    _impl_class = _Store

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        """Return the key of a function's machine code.

        Numba's own key has a hash of pickled closures, which depends on how a process was started: workers would compile the
        same function again and again. A function that is determined by the sources alone needs no such hash.
        """
        if self._py_func.__parlour_is_plain__:
            return sig, codegen.magic_tuple(), self._py_func.__qualname__, self._py_func.__parlour_facts__
        return super()._index_key(sig, codegen)  # type: ignore[no-untyped-call]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load the machine code of a function from disk, if it is there and intact."""
        try:
            return super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        except Exception:
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store machine code for the next process; a folder that cannot be written to is not an error."""
        with suppress(Exception):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


def register_rules() -> None:
    """Make every rule known so far callable from compiled code."""
    for function in rule.RULES:
        if function not in _registered:
            _registered.add(function)
            options = {**ERRORS, "no_cfunc_wrapper": True, "pipeline_class": RuleCompiler}
            extending.register_jitable(forceinline=function not in rule.LARGE, **options)(function)
    for settler, facts in SETTLERS.items():
        if settler not in _registered:
            _registered.add(settler)
            overload(settler)(settling(facts))


def compiled(
    function: Callable[..., Any],
    game: Game,
    *,
    beside: Sequence[Callable[..., Any]] = (),
    is_plain: bool = False,
    facts: Facts = UNKNOWN,
    **flags: Any,
) -> Any:
    """Return the compiled version of a game's rule, compiled or loaded from disk at its first call.

    `beside` are rules that it calls and that may come from elsewhere, such as a user's own bots or statistics. `is_plain` means
    that its code is determined by its name, the kinds of its arguments, the sources of the game and these facts about the
    table.
    """
    register_rules()
    function.__parlour_is_plain__ = is_plain and _is_found(game)  # type: ignore[attr-defined]
    function.__parlour_facts__ = tuple(facts)  # type: ignore[attr-defined]
    function.__parlour_stamp__ = source_stamp(sources(game), files_beside(beside))  # type: ignore[attr-defined]
    dispatcher = njit(nogil=True, pipeline_class=EntryCompiler, **ERRORS, **flags)(function)
    if os.environ.get("PARLOUR_CACHE") != "off":
        with suppress(OSError):  # without a folder, every process compiles for itself
            dispatcher._cache = _Cache(function)  # type: ignore[no-untyped-call]
    return dispatcher


def _is_found(game: Game) -> bool:
    """Whether this is the game found under its id, rather than a copy with some rules replaced."""
    try:
        return find_game(game.id) is game
    except ValueError:
        return False


@cache
def compiled_entry(entry: KernelEntry) -> Any:
    """Return the compiled version of an entry. It allocates nothing, so it does not need Numba's runtime."""
    known = random_entry(entry.game, entry.facts) if entry.facts.values else entry_of(entry.game, entry.name)
    return compiled(entry.function, entry.game, beside=entry.beside, is_plain=entry is known, facts=entry.facts, _nrt=False)


def called(entry: KernelEntry) -> Callable[..., None]:
    """Return an entry compiled at run time, taking the arrays that callers of kernels pass."""
    dispatcher = compiled_entry(entry)
    kinds = [_PLAIN[kind] if isinstance(kind, str) else dtype_of(kind) for kind in entry.takes]

    def call(*given: Any) -> None:
        dispatcher(*map(_array, kinds, given))

    return call


_PLAIN = {NUMBER: None, INTS: np.dtype(np.int64), FLOATS: np.dtype(np.float64), BYTES: np.dtype(np.int8)}


def _array(kind: np.dtype[Any] | None, given: Any) -> Any:
    if kind is None:
        return int(given)  # for a bool, Numba would compile the entry again
    data = given.data if isinstance(given, Records) else given
    return np.frombuffer(data, kind) if memoryview(data).nbytes else np.zeros(0, kind)
