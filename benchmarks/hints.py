"""Measures hints: do twenty seeds give the same advice in one position, and how good is the advised move? Writes HINTS.md.

    python benchmarks/hints.py                        # every game
    python benchmarks/hints.py --game switch --positions 5

Each position comes from a game of skilled bots. Hints are computed for it with twenty seeds in two ways: `plain` ranks all
moves by one search and takes the first, as hints did before; `hint` is `parlour.bots.advise`. A search with twenty times the
play-outs says how much worse than the best move each advised move is.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parent))

from paper import machine_text, table_text

from parlour import Table, find_game, game_ids
from parlour.bots import advise, choose
from parlour.bots.advice import PLAYOUTS
from parlour.bots.comparison import EQUAL
from parlour.bots.readiness import make_ready
from parlour.core.mind import Mind
from parlour.fast.search import Ratings, rate_moves

RESULTS = Path(__file__).parent / "HINTS.md"
BEGAN = time.perf_counter()
SEEDS = 20
TWENTY_TIMES = 20 * PLAYOUTS
SEATS = (2, 3, 4)
BEFORE = 6000
"""The play-outs of `plain`."""
SAMPLE = 40
"""The most moves that `plain` rates."""
REFERENCE_SEED = 987_654_321
FEWEST_WORLDS = 2000
APART = 10_000_000
"""The distance between two seeds: worlds are numbered from the seed on, and no two seeds may share any."""
BASE = 10_000
"""The first deal. The constants of hints were tuned on other deals."""

INTRODUCTION = """# Hints

Written by `python benchmarks/hints.py`; no figure is typed by hand.

Positions come from games of skilled bots with two to four seats, each asked about with {seeds} seeds.
*Plain* ranks all moves by one search of {before:,} play-outs and takes the first, as hints did before they had reasons of
their own. *Hint* is `parlour.bots.advise` with at most {playouts:,} play-outs.

- **same move**: the share of positions in which all {seeds} seeds name the same move.
- **no contradiction**: the share of positions in which all seeds name the same move, or those that name another say that it
  makes no difference: they call the two equally good.
- **commonest**: the mean share of seeds that name the commonest move.
- **regret**: how many percentage points less than the best move the advised one wins, by a search with {twenty:,} play-outs and
  another seed, or until only one move is left; the mean over seeds and positions.
- **worst**: the largest regret of one seed.

"""

Named = tuple[str, tuple[str, ...]]
"""The advised move, and the moves that are said to be equally good."""


@dataclass(frozen=True)
class Found:
    """The advice of all seeds in one position by one method, and the regret of each."""

    said: list[Named]
    regrets: list[float]

    @property
    def commonest(self) -> str:
        """The move that most seeds name."""
        return Counter(best for best, _ in self.said).most_common(1)[0][0]

    @property
    def share(self) -> float:
        """The share of seeds that name that move."""
        return mean(best == self.commonest for best, _ in self.said)

    @property
    def is_same(self) -> bool:
        """Whether all seeds name the same move."""
        return self.share == 1

    @property
    def is_consistent(self) -> bool:
        """Whether no seed contradicts another: it names the same move, or calls that one equally good."""
        return all(self.commonest in (best, *equal) for best, equal in self.said)


def positions(game: str, count: int, base: int = BASE) -> Iterator[Table]:
    """Yield positions with at least two moves, one from each game."""
    found = 0
    for number in range(10 * count):
        rng = random.Random(f"{game} {base} {number}")
        seats = [seats for seats in SEATS if find_game(game).least_seats <= seats <= find_game(game).most_seats]
        table, wait = Table.new(game, seats=rng.choice(seats), seed=base + number), rng.randrange(4, 40)
        while table.must is not None and (len(table.log) < wait or len(table.moves()) < 2):
            for seat in table.asking_order:
                words = choose(table, seat, "skilled", seed=rng.getrandbits(60))
                if words is not None:
                    table.play(words, seat)
                    break
        if table.must is not None:
            found += 1
            yield table
        if found == count:
            return


def plain(mind: Mind, moves: list[str], table: Table, seed: int) -> Named:
    """Return the best of all moves by one search, and those within one point of it."""
    moves = random.Random(seed).sample(moves, SAMPLE) if len(moves) > SAMPLE else moves[:]
    usual = table.advice(mind.seat, seed) or ""
    if usual not in moves:
        moves.append(usual)
    actions = [tuple(table.actions(words, mind.seat)) for words in moves]
    ratings = rate_moves(mind, actions, moves.index(usual), seed, BEFORE, halving=False)
    best = ratings.best(doubt=0.0)
    equal = [move for move in range(len(moves)) if ratings.played[move] == ratings.played[best]]
    equal = [move for move in equal if ratings.fair_chance(best) - ratings.fair_chance(move) <= EQUAL]
    return moves[best], tuple(moves[move] for move in equal)


def hint(table: Table, seat: int, seed: int) -> Named:
    """Return the advice for a seat."""
    advice = advise(table.view(seat), seed=seed)
    return advice.best, advice.equal


def regret(ratings: Ratings, move: int) -> float:
    """Return how much less often this move wins than the best one."""
    most = max(ratings.played)
    finalists = [other for other in range(len(ratings.played)) if ratings.played[other] == most]
    return max(0.0, max(map(ratings.mean_gain, finalists)) - ratings.mean_gain(move))


def is_alone(ratings: Ratings) -> bool:
    """Whether all moves but one were dropped as clearly worse, so that nothing is left to find out."""
    most = max(ratings.played)
    return most > FEWEST_WORLDS and list(ratings.played).count(most) == 1


def examined(table: Table) -> tuple[Found, Found]:
    """Collect the advice of all seeds in one position, by both methods."""
    seat = table.must
    assert seat is not None
    mind, moves = table.mind(seat), table.moves(seat)
    world = Table(mind.game, mind.world(0), 0)
    usual = world.advice(seat, 0)
    known = [*moves, *([usual] if usual and usual not in moves else [])]
    actions = [tuple(world.actions(words, seat)) for words in known]
    first = known.index(usual or known[0])
    ratings = rate_moves(mind, actions, first, REFERENCE_SEED, TWENTY_TIMES, halving=False, enough=is_alone)
    seeds = range(APART, APART * (SEEDS + 1), APART)
    ways = [plain(mind, moves, world, seed) for seed in seeds], [hint(table, seat, seed) for seed in seeds]
    return tuple(Found(said, [regret(ratings, _number(known, world, seat, best)) for best, _ in said]) for said in ways)  # type: ignore[return-value]


def _number(known: list[str], table: Table, seat: int, words: str) -> int:
    """Return the number of a move; a move that is not listed has the same cards as a listed one, in another order."""
    if words in known:
        return known.index(words)
    wanted = table.actions(words, seat)
    return next(i for i, one in enumerate(known) if sorted(table.actions(one, seat)) == sorted(wanted))


def row(name: str, way: str, found: list[Found]) -> list[str]:
    """Return a line of the table."""
    return [
        name,
        way,
        f"{100 * mean(one.is_same for one in found):.0f}%",
        f"{100 * mean(one.is_consistent for one in found):.0f}%",
        f"{100 * mean(one.share for one in found):.0f}%",
        f"{100 * mean(mean(one.regrets) for one in found):.2f}",
        f"{100 * max(max(one.regrets) for one in found):.1f}",
    ]


def numbered(task: tuple[str, Table]) -> tuple[str, tuple[Found, Found]]:
    """Return the advice in one position, with its game."""
    game, table = task
    return game, examined(table)


def measured(games: list[str], count: int, jobs: int, base: int) -> Iterator[tuple[str, tuple[Found, Found]]]:
    """Yield the findings for each position of these games as soon as they are known."""
    tasks = []
    for number, game in enumerate(games):
        make_ready(find_game(game))
        tables = list(positions(game, count, base))
        tasks += [(place, number, (game, table)) for place, table in enumerate(tables)]
        advise(tables[0].view(tables[0].must), playouts=10)  # the workers inherit what this process has compiled
    print(f"{len(tasks)} positions.", flush=True)
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        # games take turns, so that a run that is stopped has some positions of each
        yield from pool.imap_unordered(numbered, [task for *_, task in sorted(tasks, key=lambda one: one[:2])])


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="only this game; may be given several times")
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--base", type=int, default=BASE, help="the first deal")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    before = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    games = asked.game or game_ids()
    found: dict[str, list[tuple[Found, Found]]] = {game: [] for game in games}
    for game, both in measured(games, asked.positions, asked.jobs, asked.base):
        found[game].append(both)
        print(game, len(found[game]), f"{time.perf_counter() - BEGAN:.0f} s", flush=True)
        if not asked.dry:  # written after each position, so that a run that is stopped leaves its results so far
            RESULTS.write_text(written(found, before), encoding="utf-8")
    print(written(found, before))


def written(found: dict[str, list[tuple[Found, Found]]], before: str) -> str:
    """Return the page with these results, and those of other games that it had before."""
    machine = machine_text(None)
    lines = {game: [line for line in before.splitlines() if line.startswith(f"| {game} ")] for game in game_ids()}
    for game, positions in found.items():
        if positions:
            ways = zip(("plain", "hint"), zip(*positions, strict=True), strict=True)
            lines[game] = [f"| {' | '.join([*row(game, way, list(one)), str(len(positions)), machine])} |" for way, one in ways]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for game in lines for line in lines[game]]
    head = ["game", "way", "same move", "no contradiction", "commonest", "regret", "worst", "positions", "measured"]
    missing = [game for game in lines if not lines[game]]
    text = (
        INTRODUCTION.format(seeds=SEEDS, playouts=PLAYOUTS, before=BEFORE, twenty=TWENTY_TIMES) + table_text(head, cells) + "\n"
    )
    return text + (f"\nNot measured: {', '.join(missing)}.\n" if missing else "")


if __name__ == "__main__":
    main()
