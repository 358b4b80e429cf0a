"""The process that compiles one game's search into the disk cache: `python -m parlour.bots.compilation GAME`.

Servers start it (see `readiness`). It waits while another one compiles, and ends when its input ends.
"""

import os
import sys
import threading
from contextlib import suppress
from typing import IO

from ..core.game import find_game
from ..system import lock, lower_priority
from .readiness import make_ready

INPUT = 0


def _turn_to_compile() -> IO[str] | None:
    """Wait until no other process compiles into the same cache. Return the lock to hold; None if its folder can't be used."""
    from ..fast.ahead import cache_folder

    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        held = open(cache_folder() / "compiling.lock", "w")  # noqa: SIM115 - held to the end of the process
        lock(held.fileno(), wait=True)
    except OSError:
        return None
    return held


def _end_with_the_house() -> None:
    # not through sys.stdin: a thread that waits for its lock cannot end cleanly
    with suppress(OSError):
        os.read(INPUT, 1)
    os._exit(1)


def main(arguments: list[str]) -> int:
    """Fill the disk cache for one game and return the exit status. The house runs this; people don't need to."""
    try:
        game = find_game(" ".join(arguments))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    lower_priority(10)
    threading.Thread(target=_end_with_the_house, daemon=True).start()
    turn = _turn_to_compile()
    make_ready(game)
    if turn is not None:
        turn.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
