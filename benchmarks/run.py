"""Measures the speed of Parlour in one run: `make bench`.

Every game that is found is played at random, interpreted and compiled. A game that has a twin in C beside this file
(`<game id>.c`) is measured against that too. All ways of playing are timed in turn, several times over, so that other work on
the machine affects all of them equally; the ratios are what counts. Prints tables and writes them to RESULTS.md.
"""

import argparse
import ctypes
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from paper import machine_text, table_text

from parlour import Game, Table, find_game, game_ids
from parlour.core.chance import Dice, plant_dice
from parlour.fast import ALL, compiled, make_playouts, play_random, rows, to_row
from parlour.fast.ahead import PACKAGE
from parlour.fast.compiler import source_stamp
from parlour.fast.facts import facts_of
from parlour.fast.kernels import settled_function
from parlour.fast.layout import Records, integers

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
MARK = "<!-- "
TWINS = "<!-- twins: begin -->", "<!-- twins: end -->"
"""The marks around the section that `--twins` writes."""

TIMED_SEATS = (2, 4)
COMPARED_SEATS = (2, 4, 8)
COMPARED_GAMES = 50
SEED = 1
TABLE_MOVES = 200
TRIAL_GAMES = 100_000
OPENING = 30
"""Decisions before the position in which redeals are counted."""

LEAST_COMPILED, LEAST_INTERPRETED = 20e6, 150e3
LEAST_OF_C = 0.85
MOST_IMPORT = 0.15
"""The targets: decisions per second on one core, a share, and seconds."""

INTERPRETED, COMPILED, ALL_CORES, IN_C, TRIAL = "interpreted", "compiled", "compiled, all cores", "C", "C of the trial"
SETTLED = "compiled for its rules"


@dataclass(frozen=True)
class Plan:
    """How long and how often to measure."""

    repeats: int
    seconds: float
    starts: int


FULL = Plan(repeats=5, seconds=0.5, starts=11)
QUICK = Plan(repeats=3, seconds=0.1, starts=3)


# ---- timing -------------------------------------------------------------------------------------------------------


@dataclass
class Way:
    """One way of doing the same work: `run(amount)` does it and returns how much was done. A rate is work per second."""

    name: str
    run: Callable[[int], int]
    amount: int = 1
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)

    def calibrate(self, seconds: float) -> None:
        """Warm up, then choose an amount that takes about this long."""
        self.run(self.amount)
        while True:
            start = time.perf_counter()
            self.run(self.amount)
            taken = time.perf_counter() - start
            if taken >= seconds / 4:
                self.amount = max(1, round(self.amount * seconds / taken))
                return
            self.amount *= 4

    def measure(self) -> None:
        """Do the work once more and record its rates."""
        wall, cpu = time.perf_counter(), time.process_time()
        done = self.run(self.amount)
        self.cpu.append(done / (time.process_time() - cpu))
        self.wall.append(done / (time.perf_counter() - wall))


def measure_in_turn(ways: list[Way], plan: Plan) -> None:
    """Time all variants one after the other, repeatedly."""
    for way in ways:
        way.calibrate(plan.seconds)
    for _ in range(plan.repeats):
        for way in ways:
            way.measure()


def ratio(rates: list[float], others: list[float]) -> float:
    """Return the median of the ratios of neighbouring measurements."""
    return median(rate / other for rate, other in zip(rates, others, strict=True))


# ---- the ways to play ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """The results of random games; equal for all variants of the same rules."""

    decisions: int
    check: int
    wins: list[int]


Player = Callable[[int, int, int], Played]
"""A function of the number of seats, the first seed and the number of games."""


def blank_state(game: Game, seats: int) -> Any:
    """Return a state with the default options, before the deal."""
    return game.fresh(seats, game.checked_options({}, seats))


def interpreted_player(game: Game) -> Player:
    """Return a player that runs the interpreted rules."""
    simulate = make_playouts(game).simulate

    def play(seats: int, seed: int, games: int) -> Played:
        wins = [0] * game.most_seats
        decisions, check = simulate(game.state(), blank_state(game, seats), Dice(), seed, games, 0, wins)
        return Played(decisions, check, wins)

    return play


def compiled_player(game: Game) -> Player:
    """Return a player that runs the rules compiled by Numba."""
    simulate = compiled(make_playouts(game).simulate, game)

    @cache
    def made(seats: int) -> tuple[Any, Any]:
        states = rows(game.state, 2)
        to_row(blank_state(game, seats), states[1])
        return states, rows(Dice, 1)

    def play(seats: int, seed: int, games: int) -> Played:
        states, dice = made(seats)
        wins = np.zeros(game.most_seats, np.int64)
        decisions, check = simulate(states[0], states[1], dice[0], seed, games, 0, wins)
        return Played(int(decisions), int(check), wins.tolist())

    return play


def settled_player(game: Game) -> Player:
    """Return a player that runs the rules compiled for the number of seats and the default house rules."""

    @cache
    def made(seats: int) -> tuple[Any, Records, Records]:
        blank = blank_state(game, seats)
        return settled_function(game, facts_of(blank)), Records(game.state, 2, blank, blank), Records(Dice, 1)

    def play(seats: int, seed: int, games: int) -> Played:
        (simulate, *records), wins, sums = made(seats), integers(game.most_seats), integers(2)
        simulate(*records, seed, games, 0, wins, sums)
        return Played(sums[0], sums[1], wins.tolist())

    return play


def c_player(game: Game, library: Path) -> Player:
    """Return a player that runs the C version."""
    simulate = ctypes.CDLL(str(library)).simulate
    simulate.argtypes = [ctypes.c_int, ctypes.c_uint64, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p]
    simulate.restype = None

    def play(seats: int, seed: int, games: int) -> Played:
        wins, result = (ctypes.c_int64 * game.most_seats)(), (ctypes.c_int64 * 2)()
        simulate(seats, seed, games, wins, result)
        return Played(result[0], result[1], list(wins))

    return play


def play_games(player: Player, seats: int, games: int) -> int:
    """Return the decisions of this many games."""
    return player(seats, SEED, games).decisions


def play_on_all_cores(game: Game, seats: int, games: int) -> int:
    """Return the decisions of this many thousands of games, shared among threads."""
    return play_random(game, 1000 * games, seats, SEED, jobs=ALL).decisions


def compare(game: Game, players: dict[str, Player], counts: tuple[int, ...] = COMPARED_SEATS) -> None:
    """Stop unless all variants play the same games at these numbers of seats."""
    for seats in counts:
        if game.least_seats <= seats <= game.most_seats:
            played = {name: player(seats, SEED, COMPARED_GAMES) for name, player in players.items()}
            if any(other != played[INTERPRETED] for other in played.values()):
                sys.exit(f"{game.name} at {seats} seats is not the same game in all ways: {played}")


# ---- C ------------------------------------------------------------------------------------------------------------


def c_compiler() -> str | None:
    """Return the C compiler; if there is none, print a sentence and return None."""
    found = shutil.which(os.environ.get("CC", "gcc")) or shutil.which("cc")
    if found is None:
        print("There is no C compiler here (gcc), so the comparison with C is left out.")
    return found


def build(c: str, source: Path, target: Path, *flags: str) -> Path | None:
    """Compile a C file; if that fails, print a sentence and return None."""
    done = subprocess.run([c, "-O3", "-march=native", *flags, str(source), "-o", str(target)], capture_output=True, text=True)
    if done.returncode == 0:
        return target
    print(f"{source.name} could not be built and is left out: {done.stderr.strip().splitlines()[:1]}")
    return None


def twin(game: Game, c: str | None, folder: Path) -> Path | None:
    """Return the built C version of a game, if it has one."""
    source = HERE / f"{game.id}.c"
    return build(c, source, folder / f"{game.id}.so", "-shared", "-fPIC") if c and source.exists() else None


@dataclass
class Trial(Way):
    """The C program of an earlier trial with simpler rules; it times itself and prints its rates."""

    program: Path = Path()
    seats: int = 0

    def calibrate(self, seconds: float) -> None:
        """Do nothing: the amount is fixed."""

    def measure(self) -> None:
        """Run the program and record the rate that it prints, by CPU time."""
        printed = subprocess.run([self.program, str(TRIAL_GAMES)], capture_output=True, text=True, check=True).stdout
        found = re.search(rf"p={self.seats} .*?dec/s=(\d+)", printed)
        self.cpu.append(float(found[1]) if found else 0.0)


def trial_program(game: Game, c: str | None, trial: Path | None, folder: Path) -> Path | None:
    """Build and return the trial's program for this game, if there is one."""
    source = trial / f"{game.id}_bits.c" if trial else None
    return build(c, source, folder / f"{game.id}_trial") if c and source and source.exists() else None


# ---- play-outs ----------------------------------------------------------------------------------------------------


@dataclass
class Speeds:
    """The timed variants of one game at one number of seats."""

    game: Game
    seats: int
    ways: dict[str, Way]

    def rows(self) -> Iterator[list[str]]:
        """Return a line for each variant."""
        for name, way in self.ways.items():
            ratios = [self.share(way, other) for other in (INTERPRETED, IN_C, TRIAL)]
            had = f"{ratio(way.wall, way.cpu):.2f}" if way.wall else ""
            yield [self.game.id, str(self.seats), name, millions(way.cpu), millions(way.wall), had, *ratios]

    def share(self, way: Way, name: str) -> str:
        """Return the ratio of two variants: by wall-clock time if several cores are used."""
        other = self.ways.get(name)
        if other is None or other is way or (way.name == ALL_CORES and not other.wall):
            return ""
        value = ratio(way.wall, other.wall) if way.name == ALL_CORES else ratio(way.cpu, other.cpu)
        return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else ""


def millions(rates: list[float]) -> str:
    """Return the median of rates, in millions."""
    if not rates:
        return ""
    rate = median(rates) / 1e6
    return f"{rate:.3f}" if rate < 1 else f"{rate:.1f}"


def timed_seats(game: Game) -> list[int]:
    """Return the numbers of seats that are timed."""
    return [seats for seats in TIMED_SEATS if game.least_seats <= seats <= game.most_seats] or [game.usual_seats]


def measure_beside_c(game: Game, library: Path, plan: Plan) -> Iterator[Speeds]:
    """Measure random games, compiled and in C."""
    players = {COMPILED: compiled_player(game), SETTLED: settled_player(game), IN_C: c_player(game, library)}
    for seats in timed_seats(game):
        compare(game, {INTERPRETED: interpreted_player(game), **players}, (seats,))
        ways = {name: Way(name, partial(play_games, player, seats)) for name, player in players.items()}
        measure_in_turn(list(ways.values()), plan)
        yield Speeds(game, seats, ways)


def measure_playouts(game: Game, library: Path | None, trial: Path | None, plan: Plan) -> Iterator[Speeds]:
    """Measure random games in every variant."""
    players = {INTERPRETED: interpreted_player(game), COMPILED: compiled_player(game), SETTLED: settled_player(game)}
    if library:
        players[IN_C] = c_player(game, library)
    compare(game, players)
    for seats in timed_seats(game):
        ways = {name: Way(name, partial(play_games, player, seats)) for name, player in players.items()}
        ways[ALL_CORES] = Way(ALL_CORES, partial(play_on_all_cores, game, seats))
        if trial:
            ways[TRIAL] = Trial(TRIAL, int, program=trial, seats=seats)
        measure_in_turn(list(ways.values()), plan)
        yield Speeds(game, seats, ways)


# ---- redeals and tables -------------------------------------------------------------------------------------------


def compiled_redeals(game: Game) -> Callable[[int], int]:
    """Redraw what a seat cannot know, seat after seat, in a position some way into a game."""
    redeal = game.redeal

    def redeal_all(s: Any, count: int) -> int:
        for i in range(count):
            redeal(s, i % s.seats)
        return count

    run = compiled(redeal_all, game)
    states = rows(game.state, 1)
    to_row(position(game, game.usual_seats), states[0])
    return partial(run, states[0])


def position(game: Game, seats: int) -> Any:
    """Return a state after a few random decisions."""
    playouts, state, dice = make_playouts(game), blank_state(game, seats), Dice()
    plant_dice(dice, SEED)
    game.setup(state)
    for _ in range(OPENING):
        before = state.copy()
        playouts.step(state, dice, 0)
        if game.must(state) < 0:
            return before
    return state


def random_moves(game: Game) -> list[tuple[int, str]]:
    """Return the moves of a random game in words."""
    table, choices = Table.new(game.id, seed=SEED), random.Random(SEED)
    while table.must is not None and len(table.log) < TABLE_MOVES:
        table.play(choices.choice(table.moves()))
    return table.log


def replay(game: Game, moves: list[tuple[int, str]], games: int) -> int:
    """Deal, and make the moves at a table: words are parsed, rules checked, events recorded."""
    for _ in range(games):
        table = Table.new(game.id, seed=SEED)
        for seat, words in moves:
            table.play(words, seat)
    return games * len(moves)


def measure_parts(game: Game, plan: Plan) -> list[str]:
    """Return a line of redeals and of moves at a table."""
    ways = [Way("redeals", compiled_redeals(game)), Way("table", partial(replay, game, random_moves(game)))]
    measure_in_turn(ways, plan)
    return [game.id, str(game.usual_seats), *(f"{median(way.cpu):,.0f}" for way in ways)]


# ---- starting -----------------------------------------------------------------------------------------------------


def first_call(game_id: str) -> None:
    """Play one game compiled and print what that took, in a separate process."""
    start = time.process_time()
    player = compiled_player(find_game(game_id))
    player(find_game(game_id).usual_seats, SEED, 1)
    print(json.dumps({"call": time.process_time() - start, "all": time.process_time()}))


def time_first_call(game: Game) -> dict[str, float]:
    """Return the seconds of the first call in a new process, and of the whole process."""
    printed = subprocess.run(
        [sys.executable, __file__, "--first-call", game.id], stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    result: dict[str, float] = json.loads(printed)
    return result


def measure_compiling(game: Game, plan: Plan) -> list[str]:
    """Return a line about the cost of the first game: compiled (with an empty cache), then from the cache."""
    cold = time_first_call(game)
    cached = [time_first_call(game) for _ in range(plan.repeats)]
    times = [cold["call"], median(run["call"] for run in cached), median(run["all"] for run in cached)]
    return [game.id, *(f"{seconds:.2f}" for seconds in times)]


def time_python(code: str) -> float:
    """Return the CPU seconds of a Python process that runs this."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_import(plan: Plan) -> float:
    """Return the seconds that `import parlour` adds to a bare Python."""
    code = "import parlour, sys; assert 'numba' not in sys.modules"
    return median(time_python(code) - time_python("pass") for _ in range(plan.starts))


# ---- the report ---------------------------------------------------------------------------------------------------


INTRODUCTION = """\
# Speed

Written by `make bench`; no figure is typed by hand.

{machine}

A *decision* is one answer by one seat: a card played, a draw, a suit named, "done" after a set, or passing up a chance
to cut in. A move at a table can take several decisions. Players choose at random among all legal actions, with the
default options.

All variants were timed in turn, {repeats} times, about {seconds} s each. Figures are medians; ratios are medians of the
ratios of neighbouring timings, so that other work on the machine affects both. "Processor" is the CPU time of this
process, "clock" is wall-clock time. Before the timing, every variant played the same {games} games at {seats} seats and
got the same decisions, wins and checksum.
"""

PLAYOUTS = """\
## Random games

In millions of decisions per second, by CPU time and by wall-clock time. Ratios use CPU time, those of all cores
wall-clock time. "Cores had" is how many cores the process actually got: if that is less than the cores in use, other
work took the rest, and wall-clock figures mean little. The targets are at least {compiled} compiled and {interpreted}
interpreted on one core, and at least {share} of the speed of C, for a game with a C version of the same rules.
"""

OF_THE_TRIAL = """
“C of the trial” plays simpler rules and shorter games: a reference point, not the same work.
"""

PARTS = """\
## Redeals and tables

Per second of CPU time, on one core. A redeal redraws everything that a seat cannot know (compiled). A move at a `Table`
is parsed, checked and made, and its events are recorded (interpreted).
"""

STARTING = """\
## Starting

CPU seconds for the first compiled game of a process: compiled with an empty cache (once), loaded from the cache, and
loaded from the cache including process start and the imports of Numba and NumPy.
"""

IMPORTING = """\
`import parlour` adds {seconds:.3f} s to the start of Python, and imports no Numba. The house is built for at most {most} s.
"""


@dataclass
class Report:
    """All measurements."""

    playouts: list[list[str]] = field(default_factory=list)
    parts: list[list[str]] = field(default_factory=list)
    starting: list[list[str]] = field(default_factory=list)
    import_seconds: float = 0.0

    def text(self, plan: Plan, machine: str) -> str:
        """Return the report as Markdown."""
        seats = ", ".join(map(str, COMPARED_SEATS[:-1])) + f" and {COMPARED_SEATS[-1]}"
        heads = ["game", "seats", "way", "processor", "clock", "cores had", "of interpreted", "of C", "of trial"]
        pieces = [
            INTRODUCTION.format(machine=machine, repeats=plan.repeats, seconds=plan.seconds, games=COMPARED_GAMES, seats=seats),
            PLAYOUTS.format(
                compiled=f"{LEAST_COMPILED / 1e6:.0f}", interpreted=f"{LEAST_INTERPRETED / 1e6:.2f}", share=LEAST_OF_C
            ),
            table_text(heads, self.playouts) + "\n" + (OF_THE_TRIAL if any(TRIAL in row for row in self.playouts) else ""),
            PARTS,
            table_text(["game", "seats", "redeals", "moves at a table"], self.parts) + "\n",
            STARTING,
            table_text(["game", "compiled", "from the cache", "whole process"], self.starting) + "\n",
            IMPORTING.format(seconds=self.import_seconds, most=MOST_IMPORT),
        ]
        return "\n".join(pieces)


def measure(games: list[Game], trial: Path | None, plan: Plan, folder: Path, c: str | None) -> Report:
    """Measure everything; compiled code goes to an empty cache in `folder`."""
    os.environ["PARLOUR_CACHE"] = str(folder / "cache")
    report = Report(import_seconds=measure_import(plan))
    for game in games:
        print(f"Measuring {game.name} …", file=sys.stderr, flush=True)
        report.starting.append(measure_compiling(game, plan))
        library = twin(game, c, folder)
        for speeds in measure_playouts(game, library, trial_program(game, c, trial, folder), plan):
            report.playouts += speeds.rows()
        report.parts.append(measure_parts(game, plan))
    return report


BESIDE_C = """\
## Beside C

Written by `python benchmarks/run.py --twins`.

{machine}

The games that have a C version of the same rules, by CPU time on one core; all ways in turn, {repeats} times, about {seconds} s
each. "Compiled for its rules" is the loop that long runs use. The target is {share} of the speed of C.
"""


def beside_c(games: list[Game], plan: Plan, folder: Path, c: str) -> str:
    """Measure the games that have a C version, and return the section about them."""
    rows = []
    for game in games:
        library = twin(game, c, folder)
        for speeds in measure_beside_c(game, library, plan) if library else ():
            rows += speeds.rows()
            print(game.id, speeds.seats, *(f"{row[2]}: {row[7]}" for row in rows[-3:-1]), file=sys.stderr, flush=True)
    head = BESIDE_C.format(machine=machine_text(c), repeats=plan.repeats, seconds=plan.seconds, share=LEAST_OF_C)
    heads = ["game", "seats", "way", "million decisions/s", "of C"]
    return f"{head}\n{table_text(heads, [[*row[:4], row[7]] for row in rows])}\n"


def write_twins(text: str) -> None:
    """Put the section into RESULTS.md, in place of the last one."""
    begin, end = TWINS
    rest = without_twins(RESULTS.read_text(encoding="utf-8"))
    before, mark, after = rest.partition(MARK)
    RESULTS.write_text(f"{before.rstrip()}\n\n{begin}\n{text}{end}\n\n{mark}{after}", encoding="utf-8")


def without_twins(whole: str) -> str:
    """Return the page without that section: a run of everything measures the same figures again."""
    before, mark, rest = whole.partition(TWINS[0])
    return before + rest.partition(TWINS[1])[2].lstrip() if mark else whole


def stamp() -> str:
    """Return a hash of everything that is measured."""
    return source_stamp([PACKAGE, HERE])


def arguments() -> argparse.Namespace:
    """Parse the arguments."""
    parser = argparse.ArgumentParser(description="Measure the speed of the house.")
    parser.add_argument("--quick", action="store_true", help="a short form, which only prints")
    parser.add_argument("--game", action="append", choices=game_ids(), help="only this game, which only prints")
    parser.add_argument("--twins", action="store_true", help="only random play of the games that have a C version, beside it")
    parser.add_argument("--trial", type=Path, metavar="DIR", help="a folder with the C code of the trial")
    parser.add_argument("--first-call", help=argparse.SUPPRESS)
    return parser.parse_args()


def kept_sections() -> str:
    """Return the sections that other runs have written into RESULTS.md, from their first mark on."""
    whole = without_twins(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else ""
    return f"\n{MARK}{whole.partition(MARK)[2]}" if MARK in whole else ""


def main() -> None:
    """Measure, print, and write RESULTS.md after a run of everything."""
    asked = arguments()
    if asked.first_call:
        first_call(asked.first_call)
        return
    plan = QUICK if asked.quick else FULL
    c = c_compiler()
    before = stamp()
    with tempfile.TemporaryDirectory() as folder:
        games = [find_game(game_id) for game_id in asked.game or game_ids()]
        if asked.twins and c is None:
            sys.exit("Without a C compiler there is nothing to compare with.")
        text = (
            beside_c(games, plan, Path(folder), c)
            if asked.twins and c
            else measure(games, asked.trial, plan, Path(folder), c).text(plan, machine_text(c))
        )
    print(text)
    if stamp() != before:
        sys.exit("The sources were edited during the run, so these figures are of no one version and were not written down.")
    if asked.twins and not asked.quick and not asked.game:
        write_twins(text)
    elif not asked.quick and not asked.game:
        RESULTS.write_text(text + kept_sections(), encoding="utf-8")


if __name__ == "__main__":
    main()
