"""The compiler: the same rules through Numba, imported only when needed.

    from parlour.fast import play_random
    play_random(game_id, games=100_000, seats=4, seed=1, jobs="all")

This package holds compiled records and functions, the disk cache and play-outs. It must not hold rules or name a game.
"""

from .batch import ALL, Batch, play_random
from .compiler import compiled, dtype_of, from_row, rows, to_row
from .playout import make_playouts

__all__ = ["ALL", "Batch", "compiled", "dtype_of", "from_row", "make_playouts", "play_random", "rows", "to_row"]
