"""Measure reviews: planted mistakes found, mean luck, noise and time. Writes REVIEW.md.

    python benchmarks/review.py                        # every section, every game
    python benchmarks/review.py --planted 10 --lucky 50
    python benchmarks/review.py --only noise --only time --jobs 1

Mistakes are planted like this: a bot follows the rule of thumb, and at marked places makes another move, chosen at random. A
search with ten times the play-outs and other seeds then says which of these moves mattered. The games are shared among all
processors, or as many as `--jobs`. Sections that are not asked for stay as they are.
"""

import argparse
import multiprocessing
import os
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import mean, stdev, variance
from typing import TypeVar

from run import machine_text, table_text

from parlour import Table, game_ids
from parlour.bots import choose
from parlour.review import Decision, Review, review
from parlour.review.judgement import FINE_COST, judge
from parlour.review.report import MOST_MORE

RESULTS = Path(__file__).parent / "REVIEW.md"
SURE = 1.96
MARKED = 0.2
"""The share of decisions at which a mistake is planted."""
SHOWN = ("slip", "mistake", "lucky")
LITTLE = 0.05
"""The effort of reviews from which only the luck is used."""
TEN_TIMES = 60_000
SEATS = 2
R = TypeVar("R")
PARTS = ("before", "deal", "draws", "play", "guesses", "others")
JOBS: int | None = None
"""How many processors to use; by default all."""

TIMED_SEATS = (2, 3, 4)
INTRODUCTION = """# What a review finds

Made by `python benchmarks/review.py`; [the review](../docs/how/review.md) explains the terms. Usual house rules, and two
seats where nothing else is said. Each section says when and where it was measured.
"""
PLANTED = """Seat 0 follows the rule of thumb and at marked places makes another move, chosen at random. *Mattered*: a
search with ten times the play-outs and other seeds says that the move cost more than {fine:.0f} points. *Recall*: the
share of planted moves that mattered which the review shows as slip, mistake or lucky escape. *Precision*: the share of
moves shown that were planted. *Confirmed*: the share of moves shown, planted or the rule of thumb's own, that cost more
than {fine:.0f} points by the larger search too.
"""
LUCK = (
    "In percentage points, with 95% intervals. *Error*: the largest difference between the sum of the parts and the result.\n"
)
NOISE = """In points: the standard deviation of each part when the same game is reviewed with other seeds, and in brackets what
the review says of it, its margin of error divided by 1.96. Both are root mean squares over the games.
"""
TIME = """Processor time of one review, with bots that make a random move now and then. *Moves*: the mean and the largest number
of moves of these games.
"""


@dataclass
class Planted:
    """The planted mistakes of one game, and how many were found."""

    planted: int = 0
    mattered: int = 0
    found: int = 0
    shown: int = 0
    shown_planted: int = 0
    confirmed: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, other: "Planted") -> None:
        """Add the counts of other games."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    def row(self, game: str) -> list[str]:
        """Return a line of the table."""
        return [
            game,
            str(self.planted),
            str(self.mattered),
            share(self.found, self.mattered),
            str(self.shown),
            share(self.shown_planted, self.shown),
            share(self.confirmed, self.shown),
            f"{mean(self.seconds):.2f} s",
        ]


def share(part: int, of: int) -> str:
    """Return a share as a percentage, with its 95% interval."""
    if not of:
        return "–"
    value = part / of
    return f"{100 * value:.0f} ± {100 * SURE * sqrt(max(value * (1 - value), 0.25 / of) / of):.0f}%"


def played(game: str, seed: int, marked: float, seats: int = SEATS) -> tuple[Table, set[int]]:
    """Return a finished game and the numbers of the moves that were planted in it."""
    rng, table, planted = random.Random(f"{game} {seed}"), Table.new(game, seats=seats, seed=seed), set()
    while table.must is not None:
        for seat in table.asking_order:
            words = choose(table, seat, "skilled", seed=rng.getrandbits(60))
            others = [other for other in table.moves(seat) if other != words]
            if seat == table.must == 0 and others and rng.random() < marked:
                words = rng.choice(others)
                planted.add(len(table.log) + 1)
            if words is not None:
                table.play(words, seat)
                break
    return table, planted


def again(found: Review, decision: Decision) -> Decision:
    """Judge the same decision again, with ten times the play-outs and other seeds."""
    valued = found.line.moves[decision.move - 1]
    judged = judge(
        valued.table,
        found.seat,
        decision.words,
        move=decision.move,
        effect=0.0,
        names=(),
        seed=987_654_321 + decision.move * 1_000_003,
        playouts=TEN_TIMES,
        more=10 * MOST_MORE,
        open_worlds=1,
    )
    assert judged is not None
    return judged


def planted_game(game: str, seed: int) -> Planted:
    """Plant mistakes in a game and count which are found."""
    counts = Planted()
    table, planted = played(game, seed, MARKED)
    began = time.process_time()
    found = review(table, 0)
    counts.seconds.append(time.process_time() - began)
    for decision in found.decisions:
        is_planted, is_shown = decision.move in planted and bool(decision.words), decision.label in SHOWN
        if not (is_planted or is_shown):
            continue
        matters = again(found, decision).cost > FINE_COST
        counts.planted += is_planted
        counts.mattered += is_planted and matters
        counts.found += is_planted and matters and is_shown
        counts.shown += is_shown
        counts.shown_planted += is_shown and is_planted
        counts.confirmed += is_shown and matters
    return counts


def spread(measure: Callable[[str, int], R], game: str, games: int) -> list[R]:
    """Measure games with the seeds from 0 on, on all processors. The workers inherit what this process has compiled."""
    review(played(game, 0, MARKED)[0], 0, effort=LITTLE)
    with multiprocessing.get_context("fork").Pool(JOBS) as pool:
        return pool.starmap(measure, ((game, seed) for seed in range(games)), chunksize=max(1, games // 400))


def plant(game: str, games: int) -> list[str]:
    """Plant mistakes in many games; return a line of the table."""
    counts = Planted()
    for one in spread(planted_game, game, games):
        counts.add(one)
    return counts.row(game)


def parts_of_game(game: str, seed: int) -> tuple[float, float, float]:
    """Return the cards, the guesses and the error of the sum in one game."""
    parts = review(played(game, 10_000 + seed, MARKED)[0], 0, effort=LITTLE).parts
    return parts.cards, parts.guesses, abs(parts.total - parts.result)


def luck(game: str, games: int) -> list[str]:
    """Return the mean of the luck and of the guesses over many games, and the largest error of the sums."""
    cards, guesses, errors = zip(*spread(parts_of_game, game, games), strict=True)
    return [game, str(games), interval(cards), interval(guesses), f"{max(errors):.0e}"]


def interval(values: Sequence[float]) -> str:
    """Return a mean in points, with its 95% interval."""
    return f"{100 * mean(values):+.1f} ± {100 * SURE * stdev(values) / sqrt(len(values)):.1f}"


def spread_of_game(game: str, number: int) -> list[tuple[float, float]]:
    """Return the variance of each part of one game from seed to seed, and the variance that its margins imply."""
    table = played(game, 20_000 + number, MARKED)[0]
    parts = [review(table, 0, seed=seed * 1_000_000_007).parts for seed in range(1, 5)]
    said = [mean((one.margins[name] / SURE) ** 2 for one in parts) for name in PARTS]
    return [(variance(getattr(one, name) for one in parts), what) for name, what in zip(PARTS, said, strict=True)]


def noise(game: str, games: int) -> list[str]:
    """Return the standard deviation of each part from seed to seed, in points, and the one that the margins imply."""
    found = zip(*spread(spread_of_game, game, games), strict=True)
    pairs = [[100 * sqrt(mean(values)) for values in zip(*part, strict=True)] for part in found]
    return [game, str(games), *(f"{measured:.1f} ({said:.1f})" for measured, said in pairs)]


def seconds_of_game(game: str, number: int) -> list[tuple[int, float]]:
    """Return the length of a game and the time of its review, with each number of seats."""
    found = []
    for seats in TIMED_SEATS:
        table = played(game, 30_000 + number, MARKED, seats)[0]
        began = time.process_time()
        review(table, 0)
        found.append((len(table.log), time.process_time() - began))
    return found


def times(game: str, games: int) -> Iterator[list[str]]:
    """Return the lines of the table of game lengths and review times, by number of seats."""
    for seats, found in zip(TIMED_SEATS, zip(*spread(seconds_of_game, game, games), strict=True), strict=True):
        moves, seconds = zip(*found, strict=True)
        length = f"{mean(moves):.0f} ({max(moves)})"
        yield [game, str(seats), str(games), length, f"{mean(seconds):.1f} s", f"{max(seconds):.1f} s"]


def planted_section(asked: argparse.Namespace) -> str:
    """Return the section on how many planted mistakes a review finds."""
    head = ["game", "planted", "mattered", "recall", "shown", "precision", "confirmed", "processor time a review"]
    rows = [plant(game, asked.planted) for game in asked.game]
    return PLANTED.format(fine=100 * FINE_COST) + "\n" + table_text(head, rows)


def luck_section(asked: argparse.Namespace) -> str:
    """Return the section on the mean of the parts that are chance."""
    rows = [luck(game, asked.lucky) for game in asked.game]
    return LUCK + "\n" + table_text(["game", "games", "the cards", "your guesses", "error"], rows)


def noise_section(asked: argparse.Namespace) -> str:
    """Return the section on how exact the parts are."""
    head = ["game", "games", "before the deal", "the deal", "cards after it", "your play", "your guesses", "the others"]
    return NOISE + "\n" + table_text(head, [noise(game, asked.noise) for game in asked.game])


def time_section(asked: argparse.Namespace) -> str:
    """Return the section on how long a review takes."""
    head = ["game", "seats", "games", "moves", "mean", "longest"]
    level = os.environ.get("NUMBA_OPT", "")
    less = f"Compiled with NUMBA_OPT={level}, so usually it takes less.\n" if level else ""
    return TIME + less + "\n" + table_text(head, [row for game in asked.game for row in times(game, asked.timed)])


SECTIONS = {
    "planted": ("Planted mistakes", planted_section),
    "luck": ("Mean luck", luck_section),
    "noise": ("Noise", noise_section),
    "time": ("Time", time_section),
}


def kept() -> dict[str, str]:
    """Return the sections of the existing page, by title."""
    text = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    parts = re.split(r"^## (.+)\n", text, flags=re.MULTILINE)
    return {title: body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="only this game; may be given several times")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="only this section; may be given several times")
    parser.add_argument("--jobs", type=int, help="how many processors to use")
    parser.add_argument("--planted", type=int, default=20, help="games with planted mistakes")
    parser.add_argument("--lucky", type=int, default=300, help="games for the mean luck")
    parser.add_argument("--noise", type=int, default=4, help="games that are reviewed again and again")
    parser.add_argument("--timed", type=int, default=4, help="games with each number of seats whose review is timed")
    asked = parser.parse_args()
    asked.game = asked.game or game_ids()
    global JOBS
    JOBS = asked.jobs
    found = kept()
    for name in asked.only or SECTIONS:
        title, measure = SECTIONS[name]
        found[title] = f"{machine_text(None)}\n\n{measure(asked)}".strip()
        print(f"## {title}\n\n{found[title]}\n", flush=True)
    page = [INTRODUCTION.strip(), *(f"## {title}\n\n{found[title]}" for title, _ in SECTIONS.values() if title in found)]
    RESULTS.write_text("\n\n".join(page) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
