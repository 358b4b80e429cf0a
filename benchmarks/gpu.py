"""Measure the games on a GPU beside the processor of the same machine, and check that the results are equal.

    python benchmarks/gpu.py [--write] [--games GAME,…] [--seats 2,4] [--rounds 3]

Without numba-cuda it needs the code that another machine compiled (`--compile sm_90`, no GPU needed) in PARLOUR_CACHE.
"""

import argparse
import platform
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from parlour import Table, games
from parlour.core.game import Game
from parlour.fast import gpu
from parlour.fast.batch import play_random
from parlour.fast.driver import device
from parlour.fast.entries import entry_of
from parlour.fast.fitting import fitted
from parlour.fast.kernels import RATE, SIMULATE, STUDY
from parlour.fast.matches import MatchPlan, play_part
from parlour.fast.observers import STANDARD
from parlour.fast.parts import divided
from parlour.fast.ptx import ptx_of
from parlour.fast.search import rate_moves
from parlour.fast.tally import fresh

RESULTS = Path(__file__).with_name("GPU.md")
EQUAL_GAMES = 40_000
MEASURED_GAMES = 16_000_000


@dataclass
class Figures:
    """What was measured for one game and number of seats: decisions per second and whether the results were equal."""

    game: str
    seats: int
    random: float
    advice: float
    playouts: float
    cpu_random: float
    equal: bool


def plan_of(game: Game, seats: int) -> MatchPlan:
    """Return a study of rule bots with all standard statistics."""
    values = tuple(game.checked_options({}, seats).items())
    return MatchPlan(game, seats, values, 11, ("advice",) * seats, (tuple(range(seats)),), STANDARD)


def random_speed(game: Game, seats: int, rounds: int) -> float:
    """Decisions of random games per second, from the call to the result; the best of some rounds."""
    best = 0.0
    for number in range(rounds):
        began = time.perf_counter()
        found = play_random(game, MEASURED_GAMES, seats, seed=number, device="cuda")
        best = max(best, found.decisions / (time.perf_counter() - began))
    return best


def advice_speed(game: Game, seats: int, rounds: int) -> float:
    """Decisions of rule bots per second, with the standard statistics of every game."""
    best, piece = 0.0, 4000
    for number in range(rounds):
        began = time.perf_counter()
        parts = gpu.study_pieces(plan_of(game, seats), number * 10**6, gpu.PIECES * piece, piece)
        best = max(best, sum(part.decisions for part in parts) / (time.perf_counter() - began))
    return best


def search(game: Game, seats: int, worlds: int, rate: Any) -> tuple[Any, float]:
    """Return the ratings of the first moves of a table, and the play-outs per second."""
    table = Table.new(game.id, seats=seats, seed=3)
    seat = table.must
    assert seat is not None
    moves = [table.actions(words, seat) for words in table.moves(seat)[:4]]
    began = time.perf_counter()
    found = rate_moves(
        table.mind(seat), moves, 0, seed=1, playouts=worlds * len(moves), halving=False, dropping=False, rate=rate
    )
    return found, found.playouts / (time.perf_counter() - began)


def is_equal(game: Game, seats: int) -> bool:
    """Whether random games, games of rule bots and a search give the results of the processor."""
    same = play_random(game, EQUAL_GAMES, seats, seed=5, jobs="all") == play_random(
        game, EQUAL_GAMES, seats, seed=5, device="cuda"
    )
    plan = plan_of(game, seats)
    for start, part in zip((0, 2000), gpu.study_pieces(plan, 0, 4000, 2000), strict=True):
        expected = play_part(plan, start, 2000)
        same &= part.decisions == expected.decisions
        same &= bool(np.array_equal(part.wins, expected.wins)) and bool(np.array_equal(part.table, expected.table))
    on_gpu = gpu.rating(game, game.fresh(seats, game.checked_options({}, seats)))
    return same and search(game, seats, 500, on_gpu)[0] == search(game, seats, 500, None)[0]


def measured(game: Game, seats: int, rounds: int) -> Figures:
    """Return all figures of a game."""
    equal = is_equal(game, seats)
    began = time.perf_counter()
    on_cpu = play_random(game, 200_000, seats, seed=1, jobs=1)
    cpu = on_cpu.decisions / (time.perf_counter() - began)
    rate = gpu.rating(game, game.fresh(seats, game.checked_options({}, seats)))
    search(game, seats, 100, rate)
    playouts = max(search(game, seats, 20_000, rate)[1] for _ in range(rounds))
    return Figures(game.name, seats, random_speed(game, seats, rounds), advice_speed(game, seats, rounds), playouts, cpu, equal)


def compile_all(chosen: list[Game], seats: list[int], name: str) -> None:
    """Compile everything that a run needs, for another machine."""
    capability = (int(name[3:-1]), int(name[-1]))
    for game in chosen:
        for entry in (entry_of(game, kind) for kind in (SIMULATE, STUDY, RATE)):
            state = next(kind for kind in entry.takes if isinstance(kind, type))
            for count in seats:
                lengths = fitted(game, fresh(state, count, game.checked_options({}, count)))
                print(
                    f"{game.id} {entry.name} {count}: {len(ptx_of(divided(entry), lengths, capability))} characters", flush=True
                )


def report(found: list[Figures]) -> str:
    """Return the page of results."""
    lines = [
        "# Games on a GPU",
        "",
        f"Measured on {date.today()}, on one {device().name}, with the processor of the same machine ({platform.machine()}).",
        "Written by `python benchmarks/gpu.py --write`. A figure is the best of some rounds, from the call to the result.",
        "",
        "- **random play**: decisions per second of random games.",
        "- **rule bots**: decisions per second of the rule of thumb, with all standard statistics of every game.",
        "- **search**: games played on per second by the search of one position.",
        "- **equal**: 40,000 random games, 4,000 games of rule bots with all statistics and a search with 2,000 games gave the",
        "  results of the processor.",
        "",
        "| game | seats | random play | one core | ratio | rule bots | search | equal |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for one in found:
        lines.append(
            f"| {one.game} | {one.seats} | {one.random / 1e9:.2f} G/s | {one.cpu_random / 1e6:.0f} M/s | "
            f"{one.random / one.cpu_random:.0f} | {one.advice / 1e6:.0f} M/s | {one.playouts / 1e6:.2f} M/s | "
            f"{'yes' if one.equal else 'NO'} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Measure, print and perhaps write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(games.ids()))
    parser.add_argument("--seats", default="2,4")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--compile", metavar="sm_90")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    chosen, seats = [games.find(name) for name in asked.games.split(",")], [int(one) for one in asked.seats.split(",")]
    if asked.compile:
        compile_all(chosen, seats, asked.compile)
        return
    found = []
    for game in chosen:
        for count in seats:
            found.append(measured(game, count, asked.rounds))
            print(found[-1], flush=True)
    print(report(found))
    if asked.write:
        RESULTS.write_text(report(found))


if __name__ == "__main__":
    main()
