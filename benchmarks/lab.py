"""Measures the laboratory: a million games of each game with advice bots, two jobs compared with one, and memory.

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
from pathlib import Path
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from run import machine_text, table_text

from parlour import game_ids
from parlour.lab import simulate

RESULTS = Path(__file__).parent / "LAB.md"
SEATS = 4
MOST_SECONDS, LEAST_RATIO = 60, 1.8

INTRODUCTION = """\
# The laboratory

Written by `python benchmarks/lab.py`; no figure is typed by hand.

{machine}

`simulate` with {seats} seats of `advice` and all statistics, default house rules, compiled beforehand. "Cores had" is
how many cores the run actually got: if that is less than the jobs, other work took the rest, and the wall-clock time
means little. "On free cores" is the CPU time divided by the jobs: the time on an otherwise idle machine. Memory is the
peak of the process, including Python and the compiler.

The targets: a million games of each game on two cores in under {most} s, memory that does not grow with the number of
games, and two jobs at least {ratio} times as fast as one.

"""


def measured(game: str, games: int, jobs: int) -> dict[str, Any]:
    """One run, in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--one", game, str(games), str(jobs)], stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def one(game: str, games: int, jobs: int) -> None:
    """Simulate and print what it took, in a separate process."""
    simulate(game, 100, SEATS, seed=1, jobs=1)
    wall, cpu = time.perf_counter(), time.process_time()
    found = simulate(game, games, SEATS, seed=1, jobs=jobs)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"wall": wall, "cpu": cpu, "decisions": found.decisions, "memory": memory}))


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
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    if asked.one:
        one(asked.one[0], int(asked.one[1]), int(asked.one[2]))
        return
    jobs = min(2, os.cpu_count() or 1)
    heads = ["game", "games", "seconds", "cores had", "on free cores", "million decisions a core and s"]
    heads += [f"MiB after {asked.games // 10:,}", f"MiB after {asked.games:,}"]
    million = table_text(heads, million_rows(asked.games, jobs))
    twice = table_text(
        ["game", "games", "times as fast", "cores had", "on free cores"], ratio_rows(asked.games // 2, asked.repeats)
    )
    start = INTRODUCTION.format(machine=machine_text(None), seats=SEATS, most=MOST_SECONDS, ratio=LEAST_RATIO)
    text = f"{start}## A million games on {jobs} cores\n\n{million}\n\n## Two jobs compared with one\n\n{twice}\n"
    print(text)
    if not asked.dry:
        RESULTS.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
