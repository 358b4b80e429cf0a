"""Measures the laboratory: statistics against bare play, a million games with advice bots, two jobs against one, and memory.

`python benchmarks/lab.py` prints tables and writes them to LAB.md. Every run is a process of its own, as a person would start
it, with the rules compiled beforehand.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from run import machine_text, table_text

from parlour import game_ids
from parlour.lab import play_random, simulate

RESULTS = Path(__file__).parent / "LAB.md"
SEATS = 4
MOST_SECONDS, LEAST_RATIO, LEAST_OF_BARE = 60, 1.8, 0.6
BARE_DECISIONS = 4_000_000
"""Decisions per measurement of random play."""

INTRODUCTION = """\
# The laboratory

Written by `python benchmarks/lab.py`; no figure is typed by hand.

{machine}

Processor load when it began: {load:.1f} on {cores} cores; other work affects both sides of a ratio.

The first table compares random play with all standard statistics (`simulate`) with random play that records nothing but
wins (`play_random`): decisions per second of CPU time on one core, {seats} seats, in turn, the median of {repeats} rounds.
The target is a ratio of at least {bare}.

The others are `simulate` with {seats} seats of `advice` and all statistics, default house rules, compiled beforehand. "Cores
had" is how many cores the run actually got: if that is less than the jobs, other work took the rest, and the wall-clock time
means little. "On free cores" is the CPU time divided by the jobs: the time on an otherwise idle machine. Memory is the
peak of the process, including Python and the compiler.

The targets: a million games of each game on two cores in under {most} s, memory that does not grow with the number of
games, and two jobs at least {ratio} times as fast as one.

"""


def measured(game: str, games: int, jobs: int) -> dict[str, Any]:
    """Run `one` in a separate process, and return its measurements."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", game, str(games), str(jobs)], stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def one(game: str, games: int, jobs: int) -> None:
    """Simulate, and print time and memory: the work of a separate process."""
    simulate(game, 100, SEATS, seed=1, jobs=1)
    wall, cpu = time.perf_counter(), time.process_time()
    found = simulate(game, games, SEATS, seed=1, jobs=jobs)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"wall": wall, "cpu": cpu, "decisions": found.decisions, "memory": memory}))


def bare_of(game: str, repeats: int) -> dict[str, Any]:
    """Run `bare` in a separate process, and return its measurements."""
    done = subprocess.run(
        [sys.executable, __file__, "--bare", game, str(repeats)], stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def bare(game: str, repeats: int) -> None:
    """Play at random with and without statistics, in turn, and print the rates."""
    games = int(BARE_DECISIONS / (play_random(game, 1000, SEATS, seed=1).decisions / 1000)) // 4000 * 4000 + 4000
    simulate(game, 100, SEATS, "random", seed=1, jobs=1)

    def rate(play: Callable[[], Any]) -> float:
        start = time.process_time()
        return float(play().decisions / (time.process_time() - start))

    rounds = [
        (
            rate(lambda: play_random(game, games, SEATS, seed=1)),
            rate(lambda: simulate(game, games, SEATS, "random", seed=1, jobs=1)),
        )
        for _ in range(repeats)
    ]
    print(
        json.dumps(
            {
                "games": games,
                "bare": median(plain for plain, _ in rounds),
                "full": median(full for _, full in rounds),
                "ratio": median(full / plain for plain, full in rounds),
            }
        )
    )


def bare_rows(repeats: int) -> list[list[str]]:
    """Return a line for each game: random play without and with statistics."""
    lines = []
    for game in game_ids():
        found = bare_of(game, repeats)
        rates = [f"{found[name] / 1e6:.1f}" for name in ("bare", "full")]
        lines.append([game, f"{found['games']:,}", *rates, f"{found['ratio']:.2f}"])
        print(*lines[-1], flush=True)
    return lines


def million_rows(games: int, jobs: int) -> list[list[str]]:
    """Return a line for each game: a tenth of the games for the memory, then all of them."""
    lines = []
    for game in game_ids():
        measured(game, 100, 1)  # compiles what is not compiled yet
        few, many = measured(game, games // 10, jobs), measured(game, games, jobs)
        lines.append(
            [
                game,
                f"{games:,}",
                f"{many['wall']:.1f}",
                f"{many['cpu'] / many['wall']:.2f}",
                f"{many['cpu'] / jobs:.1f}",
                f"{many['decisions'] / many['cpu'] / 1e6:.1f}",
                f"{few['memory']:.0f}",
                f"{many['memory']:.0f}",
            ]
        )
        print(*lines[-1])
    return lines


def ratio_rows(games: int, repeats: int) -> list[list[str]]:
    """Return a line for each game: one job and two in turn."""
    lines = []
    for game in game_ids():
        runs = [(measured(game, games, 1), measured(game, games, 2)) for _ in range(repeats)]
        clock = median(alone["wall"] / both["wall"] for alone, both in runs)
        had = median(both["cpu"] / both["wall"] for _, both in runs)
        free = median(2 * alone["cpu"] / both["cpu"] for alone, both in runs)
        lines.append([game, f"{games:,}", f"{clock:.2f}", f"{had:.2f}", f"{free:.2f}"])
        print(*lines[-1])
    return lines


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--bare", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    if asked.one:
        one(asked.one[0], int(asked.one[1]), int(asked.one[2]))
        return
    if asked.bare:
        bare(asked.bare[0], int(asked.bare[1]))
        return
    jobs, load = min(2, os.cpu_count() or 1), os.getloadavg()[0]
    against = table_text(
        ["game", "games", "million decisions a s, bare", "with all statistics", "ratio"], bare_rows(2 * asked.repeats + 1)
    )
    heads = ["game", "games", "seconds", "cores had", "on free cores", "million decisions a core and s"]
    heads += [f"MiB after {asked.games // 10:,}", f"MiB after {asked.games:,}"]
    million = table_text(heads, million_rows(asked.games, jobs))
    twice = table_text(
        ["game", "games", "times as fast", "cores had", "on free cores"], ratio_rows(asked.games // 2, asked.repeats)
    )
    start = INTRODUCTION.format(
        machine=machine_text(None),
        seats=SEATS,
        most=MOST_SECONDS,
        ratio=LEAST_RATIO,
        bare=LEAST_OF_BARE,
        load=load,
        cores=os.cpu_count(),
        repeats=2 * asked.repeats + 1,
    )
    text = f"{start}## Statistics against bare play\n\n{against}\n\n"
    text += f"## {asked.games:,} games on {jobs} cores\n\n{million}\n\n## Two jobs compared with one\n\n{twice}\n"
    print(text)
    if not asked.dry:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
