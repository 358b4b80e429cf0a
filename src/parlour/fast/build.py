"""Builds kernels ahead of time: `python -m parlour.fast.build`, which `make kernels` runs.

The LLVM code that Numba makes from a game's entries is compiled for other machines by llvmlite and linked by the linker of the
`ziglang` package. None of these tools are needed where the kernels run.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ..core.game import Game, find_game, game_ids
from .ahead import ABI, ENTRIES, FOLDER, WASM, file_name, flaw_of, label_path, sources_hash, symbol
from .entries import BYTES, FLOATS, INTS, NUMBER, KernelEntry, Kind, entry_of

PORTABLE = {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""}
"""The processor that Numba generates code for, instead of the one at hand, so that every machine builds the same kernels."""


class Target(NamedTuple):
    """A kind of machine: its name for LLVM and for the linker, and the least capable processor that kernels run on.

    `unrolls` says whether loops are unrolled and vectorised.
    """

    triple: str
    zig: str
    cpu: str
    features: str = ""
    reloc: str = "pic"
    unrolls: bool = True


TARGETS = {
    "linux-x86_64": Target("x86_64-unknown-linux-gnu", "x86_64-linux-gnu", "x86-64-v2"),
    "linux-arm64": Target("aarch64-unknown-linux-gnu", "aarch64-linux-gnu", "generic"),
    "macos-x86_64": Target("x86_64-apple-macosx11.0.0", "x86_64-macos.11.0", "x86-64-v2"),
    "macos-arm64": Target("arm64-apple-macosx11.0.0", "aarch64-macos.11.0", "apple-m1"),
    "windows-x86_64": Target("x86_64-pc-windows-gnu", "x86_64-windows-gnu", "x86-64-v2"),
    WASM: Target("wasm32-unknown-unknown", "", "generic", "+bulk-memory,+sign-ext,+simd128", "static", unrolls=False),
}
"""The targets by name. Loops are not unrolled for WebAssembly, whose engines compile short loops better: Match Mania gains 8%,
Cambio 4%.
"""


def build(game: Game, targets: Sequence[str], folder: Path) -> list[Path]:
    """Build the kernels of a game for these targets; return their files."""
    modules = [_module(entry_of(game, name)) for name in ENTRIES]
    folder.mkdir(parents=True, exist_ok=True)
    return [_built(game, target, modules, folder) for target in targets]


class EntryCode(NamedTuple):
    """The code of one entry for this machine, as LLVM bitcode; `function` is its name there."""

    name: str
    bitcode: bytes
    function: str
    takes: tuple[Kind, ...]


def _module(entry: KernelEntry) -> EntryCode:
    """Compile an entry with Numba, or load it from disk, and return its code with everything that it calls."""
    from numba import from_dtype, types

    from .compiler import compiled_entry, dtype_of

    plain = {NUMBER: types.int64, INTS: types.int64[::1], FLOATS: types.float64[::1], BYTES: types.int8[::1]}
    dispatcher = compiled_entry(entry)
    dispatcher.compile(
        tuple(plain[kind] if isinstance(kind, str) else types.Array(from_dtype(dtype_of(kind)), 1, "C") for kind in entry.takes)
    )
    (made,) = dispatcher.overloads.values()
    return EntryCode(entry.name, made.library._get_module_for_linking().as_bitcode(), made.fndesc.llvm_func_name, entry.takes)


def _built(game: Game, platform: str, modules: Sequence[EntryCode], folder: Path) -> Path:
    """Compile and link one kernel, and write it with its label."""
    path = folder / file_name(game, platform)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        objects = []
        for module in modules:
            objects.append(Path(scratch) / f"{module.name}.o")
            objects[-1].write_bytes(_object(module, TARGETS[platform]))
        made = Path(scratch) / path.name
        _link(platform, objects, made)
        label_path(path).unlink(missing_ok=True)  # a kernel without its label is refused, never one with an older label
        made.replace(path)
    code = path.read_bytes()
    label = {
        "abi": ABI,
        "game": game.id,
        "platform": platform,
        "sources": sources_hash(game),
        "bytes": len(code),
        "sha256": sha256(code).hexdigest(),
    }
    label_path(path).write_text(json.dumps(label, indent=1) + "\n", encoding="utf-8")
    return path


def _object(module: EntryCode, target: Target) -> bytes:
    """Compile a module for a target: only its entry is visible from outside."""
    import llvmlite.binding as llvm  # type: ignore[import-untyped]

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(target.triple).create_target_machine(
        cpu=target.cpu, features=target.features, opt=3, reloc=target.reloc, codemodel="default"
    )
    code = llvm.parse_bitcode(module.bitcode)
    code.link_in(llvm.parse_assembly(_doorway(module)))
    code.triple, code.data_layout = target.triple, str(machine.target_data)
    for thing in (*code.functions, *code.global_variables):
        if not thing.is_declaration and thing.name != symbol(module.name):
            thing.linkage = "internal"
    _optimise(code, machine, target.unrolls)
    # an intrinsic of another kind of processor (llvm.x86…) would make LLVM abort this process
    missing = [one.name for one in code.functions if one.is_declaration and not is_portable(one.name)]
    if missing:
        raise RuntimeError(f"The entry {module.name} calls {missing[0]}, which a kernel doesn't have.")
    made: bytes = machine.emit_object(code)
    return made


def is_portable(name: str) -> bool:
    """Whether the function of this name is one that LLVM can generate for every machine."""
    return name.startswith("llvm.") and not name.startswith(("llvm.x86.", "llvm.aarch64."))


def _optimise(code: Any, machine: Any, unrolls: bool) -> None:
    """Drop what isn't called, then optimise the rest for the target machine: Numba has optimised it for another one."""
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(speed_level=3 if unrolls else 2)
    options.loop_unrolling = options.loop_vectorization = options.slp_vectorization = unrolls
    builder = llvm.create_pass_builder(machine, options)
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    unused.add_strip_dead_prototype_pass()
    for passes in (unused, builder.getModulePassManager(), unused):
        passes.run(code, builder)


def _doorway(module: EntryCode) -> str:
    """Return the LLVM code of the entry as C calls it: a pointer and a length for each array, 64 bits for each number.

    It returns 0, or another number if the code has failed. Numba's own functions take a place for the result, one for the
    error, and seven values for each array: its owner, its parent, length, size of an item, data, shape and stride.
    """
    from .layout import layout_of

    outer, inner = [], ["ptr %result", "ptr %error"]
    for i, kind in enumerate(module.takes):
        if kind == NUMBER:
            outer.append(f"i64 %n{i}")
            inner.append(f"i64 %n{i}")
            continue
        size = (1 if kind == BYTES else 8) if isinstance(kind, str) else layout_of(kind).size
        outer += [f"ptr %p{i}", f"i64 %n{i}"]
        inner += ["ptr null", "ptr null", f"i64 %n{i}", f"i64 {size}", f"ptr %p{i}", f"i64 %n{i}", f"i64 {size}"]
    kinds = ", ".join(one.split()[0] for one in inner)
    return (
        f'declare i32 @"{module.function}"({kinds})\n'
        f"define i32 @{symbol(module.name)}({', '.join(outer)}) {{\n"
        "  %result = alloca ptr\n  %error = alloca ptr\n"
        f'  %status = call i32 @"{module.function}"({", ".join(inner)})\n'
        "  ret i32 %status\n}\n"
    )


def _link(platform: str, objects: Sequence[Path], out: Path) -> None:
    """Link objects into a shared library or a WebAssembly module."""
    import ziglang  # type: ignore[import-untyped]

    zig = Path(ziglang.__file__).parent / "zig"
    if platform == WASM:
        exports = [f"--export={name}" for name in (*map(symbol, ENTRIES), "__heap_base")]
        command: list[str | Path] = [
            zig,
            "wasm-ld",
            "--no-entry",
            "--strip-all",
            *exports,
            "-o",
            out,
            *objects,
        ]
    else:
        # on Linux, Python has already loaded the only C function needed (memcpy), whichever C library it uses
        system = platform.partition("-")[0]
        # a library for macOS would otherwise contain the path where it was built
        flags = {"linux": ["-nostdlib"], "macos": [f"-Wl,-install_name,@rpath/{out.name}"]}.get(system, [])
        command = [zig, "cc", "-shared", "-s", *flags, "-target", TARGETS[platform].zig, "-o", out, *objects]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the kernels that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m parlour.fast.build", description="Build kernels ahead of time.")
    parser.add_argument("games", nargs="*", help="ids of games; by default all")
    parser.add_argument("--target", action="append", choices=TARGETS, help="by default all")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where to put them")
    asked = parser.parse_args(arguments)
    targets = list(dict.fromkeys(asked.target or TARGETS))
    for game in map(find_game, asked.games or game_ids()):
        began = time.monotonic()
        needed = [target for target in targets if asked.folder != FOLDER or flaw_of(game, target)]
        if not needed:
            print(f"{game.id}: up to date", flush=True)
            continue
        paths = build(game, needed, asked.folder)
        size = sum(path.stat().st_size for path in paths)
        print(f"{game.id}: {len(paths)} kernels, {size / 1000:.0f} kB, {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    if any(os.environ.get(name) != value for name, value in PORTABLE.items()):
        # Numba reads these when it is imported
        os.execve(sys.executable, [sys.executable, "-m", "parlour.fast.build", *sys.argv[1:]], {**os.environ, **PORTABLE})
    sys.exit(main())
