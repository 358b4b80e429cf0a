"""Measures kernels: libraries and WebAssembly compared with Numba, the wait for Expert's first move, and sizes. Writes
KERNELS.md.

    make kernels
    python benchmarks/kernels.py --write
    python benchmarks/kernels.py swish switch          # only these games
    python benchmarks/kernels.py --cold 0              # without compiling anything from scratch

The ways take turns within one run, so that other work on the machine slows all of them down. A ratio is the median over the
rounds.
"""

import argparse
import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from run import machine_text, table_text

from parlour import Game, Table, games
from parlour.fast import ahead, kernels
from parlour.fast.batch import play_random
from parlour.fast.build import TARGETS
from parlour.fast.search import rate_moves

RESULTS = Path(__file__).parent / "KERNELS.md"
WAYS = (kernels.OFF, kernels.LIBRARY, kernels.WASM)
GAMES, PLAYOUTS = 20_000, 20_000
"""Random games, and play-outs of a search, for one measurement."""

INTRODUCTION = """# Kernels built ahead

{machine} · load average at the start {load}

Made by `python benchmarks/kernels.py --write` after `make kernels`; [Kernels](../docs/how/kernels.md) explains the terms.

## Speed

Millions of decisions and thousands of play-outs per second of one core, with the usual seats and house rules, and the share of
Numba's speed that a kernel reaches: the median of {rounds} rounds in which the ways take turns. Numba compiles for this very
processor, a library for x86-64-v2, and wasmtime compiles WebAssembly. All ways make the same decisions.

{speed}

## Until Expert's first move

Seconds from the start of a Python process to Expert's first move at a new table: with a kernel; without one, when Numba has
compiled the game before; and without one when it has not{cold_games}.

{wait}

## Size

Kilobytes for each machine; in brackets compressed with gzip.

{size}
"""

DECISION = """
from parlour import Table
from parlour.bots import choose
table = Table.new({game!r}, seed=1)
assert choose(table, table.must, "expert", seed=1) in table.moves()
"""


@contextmanager
def in_way(way: str, **more: str) -> Iterator[dict[str, str]]:
    """Run kernels in this way, here and in programs started with the environment given."""
    before = dict(os.environ)
    os.environ.update(more, PARLOUR_KERNELS=way)
    try:
        yield dict(os.environ)
    finally:
        os.environ.clear()
        os.environ.update(before)


def timed(work: Callable[[], int]) -> float:
    """Return the amount of work done per second of processor time."""
    began = time.process_time()
    done = work()
    return done / (time.process_time() - began)


def random_play(game: Game) -> Callable[[], int]:
    """Return work that plays random games and counts decisions."""
    return lambda: play_random(game, GAMES, seed=1).decisions


def search(game: Game) -> Callable[[], int]:
    """Return work that rates the first moves of a table and counts play-outs."""
    table = Table.new(game.id, seed=1)
    assert table.must is not None
    mind, moves = table.mind(table.must), [table.actions(words, table.must) for words in table.moves()[:4]]
    return lambda: rate_moves(mind, moves, 0, seed=1, playouts=PLAYOUTS, halving=False).playouts


def speeds(game: Game, work: Callable[[], int], rounds: int) -> dict[str, list[float]]:
    """Return the speed of a piece of work in each way, round by round."""
    found: dict[str, list[float]] = {way: [] for way in WAYS}
    for number in range(rounds + 1):
        for way in WAYS:
            with in_way(way):
                speed = timed(work)
            if number:  # the first round compiles and loads
                found[way].append(speed)
    return found


def speed_rows(chosen: list[Game], rounds: int) -> list[list[str]]:
    """Return a row for each game and kind of work."""
    rows = []
    for game in chosen:
        for name, work, unit in (("random play", random_play(game), 1e6), ("search", search(game), 1e3)):
            found = speeds(game, work, rounds)
            numba = found[kernels.OFF]
            library, wasm = found[kernels.LIBRARY], found[kernels.WASM]
            pairs = ((library, numba), (wasm, numba), (wasm, library))
            ratios = [median(a / b for a, b in zip(*pair, strict=True)) for pair in pairs]
            rows.append(
                [game.name, name, *(f"{median(found[way]) / unit:.1f}" for way in WAYS), *(f"{ratio:.2f}" for ratio in ratios)]
            )
            print(*rows[-1], flush=True)
    return rows


def wait(game: Game, environment: dict[str, str]) -> float:
    """Return the seconds from the start of a process to Expert's first move."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-c", DECISION.format(game=game.id)], env=environment, check=True)
    return time.monotonic() - began


def wait_rows(chosen: list[Game], cold: int) -> list[list[str]]:
    """Return the waits of each game; those for an empty cache only of the first few games, since they take long."""
    rows = []
    for number, game in enumerate(chosen):
        with in_way(kernels.LIBRARY) as environment:
            times = [min(wait(game, environment) for _ in range(3))]
        with in_way(kernels.OFF) as environment:
            times.append(min(wait(game, environment) for _ in range(2)))
        if number < cold:
            with tempfile.TemporaryDirectory() as empty, in_way(kernels.OFF, PARLOUR_CACHE=empty) as environment:
                times.append(wait(game, environment))
        rows.append([game.name, *(f"{seconds:.2f}" for seconds in times), *[""] * (3 - len(times))])
        print(*rows[-1], flush=True)
    return rows


def size_rows(chosen: list[Game]) -> list[list[str]]:
    """Return the sizes of each game's kernels."""
    rows = []
    for game in chosen:
        paths = (ahead.path_of(game, platform) for platform in TARGETS)
        rows.append([game.name, *(size_text(path.read_bytes()) if path.is_file() else "" for path in paths)])
    return rows


def size_text(code: bytes) -> str:
    """Return the size of a kernel, plain and compressed."""
    return f"{len(code) / 1000:.0f} ({len(gzip.compress(code, 9)) / 1000:.0f})"


def main() -> None:
    """Measure all games whose kernels are built."""
    parser = argparse.ArgumentParser(description="Measure kernels built ahead.")
    parser.add_argument("games", nargs="*", help="ids of games; by default all whose kernels are built")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cold", type=int, default=1, help="for how many games to compile from scratch")
    parser.add_argument("--write", action="store_true", help="write KERNELS.md")
    asked = parser.parse_args()
    wanted = [game for game in games.all() if not asked.games or game.id in asked.games]
    chosen = [game for game in wanted if not any(ahead.flaw_of(game, platform) for platform in (ahead.HOST, ahead.WASM))]
    if not chosen:
        sys.exit("There are no kernels that fit: run `make kernels` first.")
    load = f"{os.getloadavg()[0]:.1f}"
    ways = ["Numba", "library", "WebAssembly"]
    ratios = ["library / Numba", "WebAssembly / Numba", "WebAssembly / library"]
    speed = table_text(["game", "work", *ways, *ratios], speed_rows(chosen, asked.rounds))
    waits = table_text(["game", "kernel", "compiled before", "compiled now"], wait_rows(chosen, asked.cold))
    text = INTRODUCTION.format(
        machine=machine_text(None),
        load=load,
        rounds=asked.rounds,
        speed=speed,
        wait=waits,
        size=table_text(["game", *TARGETS], size_rows(chosen)),
        cold_games=f" (only measured for {chosen[0].name})" if asked.cold == 1 else "",
    )
    if asked.write:
        RESULTS.write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
