"""Runs a kernel for another processor in an emulator (`qemu-user`), through a small program in C."""

import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from parlour.fast import ahead
from parlour.fast.layout import Records

EMULATOR, LIBRARIES = "qemu-aarch64", Path("/usr/aarch64-linux-gnu")
"""Debian's packages `qemu-user` and `libc6-arm64-cross`."""

CALLER = """
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef int64_t I;
typedef int32_t (*Entry)(I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I,I);
/* Arguments: a library, an entry, and a file with its arguments, which gets the results. */
int main(int count, char **given) {
    I value[32] = {0}, size[32], n;
    void *library = count == 4 ? dlopen(given[1], RTLD_NOW) : 0;
    Entry entry = library ? (Entry)dlsym(library, given[2]) : 0;
    FILE *file = entry ? fopen(given[3], "r+b") : 0;
    if (!file || fread(&n, 8, 1, file) != 1 || n > 32) return 2;
    for (int i = 0; i < n; i++) { /* the bytes of an array, or -1 and a number */
        if (fread(&size[i], 8, 1, file) != 1) return 3;
        if (size[i] < 0) { if (fread(&value[i], 8, 1, file) != 1) return 4; continue; }
        void *place = aligned_alloc(64, size[i] / 64 * 64 + 64);
        if (size[i] && fread(place, size[i], 1, file) != 1) return 5;
        value[i] = (I)place;
    }
    I *v = value;
    int32_t status = entry(v[0],v[1],v[2],v[3],v[4],v[5],v[6],v[7],v[8],v[9],v[10],v[11],v[12],v[13],v[14],v[15],
        v[16],v[17],v[18],v[19],v[20],v[21],v[22],v[23],v[24],v[25],v[26],v[27],v[28],v[29],v[30],v[31]);
    rewind(file);
    for (int i = 0; i < n; i++) if (size[i] > 0) fwrite((void *)value[i], size[i], 1, file);
    return fclose(file) || status;
}
"""


def can_emulate() -> bool:
    """Whether the emulator and the C library of the other machine are installed."""
    return shutil.which(EMULATOR) is not None and LIBRARIES.is_dir()


class EmulatedKernel:
    """A kernel for Linux on arm64; every call starts the emulator."""

    def __init__(self, library: Path, scratch: Path) -> None:
        import ziglang  # type: ignore[import-untyped]

        self.library, self.scratch = library, scratch
        (scratch / "caller.c").write_text(CALLER)
        zig, made = Path(ziglang.__file__).parent / "zig", scratch / "caller"
        subprocess.run([zig, "cc", "-O1", "-target", "aarch64-linux-gnu.2.36", "-o", made, made.with_suffix(".c")], check=True)

    def function(self, name: str) -> Callable[..., None]:
        """Return an entry of the kernel, as a function."""

        def call(*given: Any) -> None:
            views = [one if isinstance(one, int) else _bytes_of(one) for one in given]
            sent = b""
            for one, view in zip(given, views, strict=True):
                if isinstance(view, int):
                    sent += struct.pack("<qq", -1, view)
                else:
                    sent += struct.pack("<q", len(view)) + view + struct.pack("<qq", -1, len(one))
            count = sum(1 if isinstance(one, int) else 2 for one in given)
            answer = self._run(ahead.symbol(name), struct.pack("<q", count) + sent)
            for view in views:
                if not isinstance(view, int):
                    view[:], answer = answer[: len(view)], answer[len(view) :]

        return call

    def _run(self, entry: str, sent: bytes) -> bytes:
        with tempfile.NamedTemporaryFile(dir=self.scratch) as file:
            file.write(sent)
            file.flush()
            command = [EMULATOR, "-L", LIBRARIES, self.scratch / "caller", self.library, entry, file.name]
            subprocess.run([str(part) for part in command], check=True)
            return Path(file.name).read_bytes()


def _bytes_of(array: Any) -> memoryview:
    view = memoryview(array.data if isinstance(array, Records) else array)
    return view.cast("B") if view.nbytes else memoryview(bytearray())
