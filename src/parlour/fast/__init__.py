"""The compiler and its kernels: the same rules as machine code, imported only when needed.

    from parlour.fast import play_random
    play_random(game_id, games=100_000, seats=4, seed=1, jobs="all")

This package holds the loops that run compiled (play-outs, search, matches), their entries, and the ways to run them
(`kernels.py`): interpreted, through Numba, as a shared library built ahead, as WebAssembly. It must not contain rules or name a
game. Everything is imported on first use: only some of it needs Numba or NumPy.
"""

from typing import TYPE_CHECKING

from ..core.lazy_imports import lazy_names

if TYPE_CHECKING:
    from .batch import ALL, Batch, play_random
    from .compiler import compiled, dtype_of, from_row, rows, to_row
    from .playout import make_playouts

_HOMES = {
    **dict.fromkeys(("ALL", "Batch", "play_random"), ".batch"),
    **dict.fromkeys(("compiled", "dtype_of", "from_row", "rows", "to_row"), ".compiler"),
    "make_playouts": ".playout",
}

__all__ = ["ALL", "Batch", "compiled", "dtype_of", "from_row", "make_playouts", "play_random", "rows", "to_row"]

__getattr__ = lazy_names(__name__, _HOMES)
