"""Random play compared with other libraries: `python benchmarks/rivals.py`.

The rivals are installed from PyPI, at the versions in rivals.txt, into an environment of their own. All programs are timed in
turn on one core, several times over, so that other work on the machine affects all of them equally. Writes RIVALS.md and a bar
chart.
"""

import argparse
import json
import os
import subprocess
import sys
import venv
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import IO

sys.path.insert(0, str(Path(__file__).parent))

from run import machine_text, ratio, table_text

from parlour import find_game, game_ids
from parlour.fast import play_random
from parlour.fast.compiler import cache_folder

HERE = Path(__file__).parent
PINS, PLAYER, RESULTS = HERE / "rivals.txt", HERE / "rivals_play.py", HERE / "RIVALS.md"
PICTURE = HERE.parent / "docs" / "pictures" / "rivals.svg"
SEATS = 4


@dataclass(frozen=True)
class Rival:
    """Another library: its name, the nearest game of ours, and how many times as fast ours should be."""

    way: str
    name: str
    nearest: str
    target: float


RIVALS = (
    Rival("open_spiel_python", "OpenSpiel crazy_eights, loop in Python", "switch", 50),
    Rival("open_spiel_rollouts", "OpenSpiel crazy_eights, played in C++", "switch", 8),
    Rival("rlcard_uno", "RLCard uno, env.run", "match_mania", 500),
    Rival("pgx_kuhn_poker", "pgx kuhn_poker (2 seats), batches by JAX", "switch", 1),
    Rival("pgx_leduc_holdem", "pgx leduc_holdem (2 seats), batches by JAX", "switch", 1),
)

INTRODUCTION = """\
# Compared with other libraries

Written by `python benchmarks/rivals.py`; no figure is typed by hand.

{machine}

Random play on one core, with {seats} seats if the game allows: millions of *decisions* per second of CPU time, the median of
{repeats} timings of about {seconds} s, all programs in turn. A decision is one answer by one player; chance events (a deal, a
draw) don't count. Parlour plays one game after the other with its default house rules, compiled; pgx plays {batch:,} games in
parallel. The other libraries have the versions in [rivals.txt](rivals.txt), installed from PyPI.

OpenSpiel in C++ is `evaluate_bots` with its uniform random bots. Of pgx's card games only these two run here: bridge_bidding
needs an external data set. The games are similar, not identical: Switch and Match Mania have more rules than crazy_eights and
uno, and the two of pgx are tiny.

"""


# ---- set-up ---------------------------------------------------------------------------------------------------------


def rivals_python() -> Path:
    """Return the Python of the rivals' environment, creating it if necessary."""
    folder = cache_folder() / "rivals"
    python, stamp = folder / "bin" / "python", folder / "installed.txt"
    if not stamp.exists() or stamp.read_text() != PINS.read_text():
        print(f"Installing the rivals into {folder}.")
        venv.create(folder, clear=True, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "-r", PINS], check=True)
        stamp.write_text(PINS.read_text())
    return python


class Other:
    """A rival that plays in a separate process."""

    def __init__(self, python: Path, rival: Rival) -> None:
        self._process = subprocess.Popen(
            [python, PLAYER, rival.way], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        self.observed = int(self._expect("ready").split()[1])

    def _expect(self, start: str) -> str:
        out: IO[str] = self._process.stdout  # type: ignore[assignment]
        for line in out:
            if line.startswith(start):
                return line
        raise SystemExit(f"{self._process.args[-1]} did not play: status {self._process.wait()}.")  # type: ignore[index]

    def play(self, seconds: float) -> tuple[float, float]:
        """Return decisions per second of CPU time and of wall-clock time."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        done = json.loads(self._expect("{"))
        return done["decisions"] / done["cpu"], done["decisions"] / done["wall"]

    def close(self) -> None:
        """Stop the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


# ---- measuring ------------------------------------------------------------------------------------------------------


@dataclass
class Rates:
    """The measurements of one program."""

    name: str
    ours: bool
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    nearest: str = ""
    target: float = 0.0

    def note(self, rates: tuple[float, float]) -> None:
        """Take one more timing."""
        self.cpu.append(rates[0])
        self.wall.append(rates[1])


def play_ours(game_id: str, seconds: float) -> tuple[float, float]:
    """Return decisions per second of CPU time and of wall-clock time for a game of ours, on one core."""
    import time

    games = 2000
    play_random(game_id, games, SEATS, 1)
    while True:
        wall, cpu = time.perf_counter(), time.process_time()
        decisions = play_random(game_id, games, SEATS, 1).decisions
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        if cpu >= seconds / 2:
            return decisions / cpu, decisions / wall
        games = round(games * min(max(seconds / max(cpu, 1e-3), 2), 50))


def measure(repeats: int, seconds: float) -> list[Rates]:
    """Time all programs in turn, repeatedly."""
    python = rivals_python()
    ours = {game_id: Rates(f"Parlour {find_game(game_id).name}", True) for game_id in game_ids()}
    found = {rival.way: Rates(rival.name, False, nearest=rival.nearest, target=rival.target) for rival in RIVALS}
    for game_id in ours:
        play_random(game_id, 10, SEATS, 1)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    others = {rival.way: Other(python, rival) for rival in RIVALS}
    for number in range(repeats):
        for game_id, rates in ours.items():
            rates.note(play_ours(game_id, seconds))
        for way, other in others.items():
            found[way].note(other.play(seconds))
        print(f"Timing {number + 1} of {repeats} is done.")
    for other in others.values():
        other.close()
    for rates in found.values():
        rates.nearest = ours[rates.nearest].name
    return [*ours.values(), *found.values()]


# ---- the report -----------------------------------------------------------------------------------------------------


def millions(rates: list[float]) -> str:
    """Return the median, in millions, with about three digits."""
    rate = median(rates) / 1e6
    return f"{rate:.1f}" if rate >= 10 else f"{rate:.2f}" if rate >= 1 else f"{rate:.3f}"


def rows(found: list[Rates]) -> list[list[str]]:
    """Return a line for each program: its rate, and how many times as fast our nearest game is."""
    by_name = {rates.name: rates for rates in found}
    lines = []
    for rates in sorted(found, key=lambda one: -median(one.cpu)):
        times, beside = "", ""
        if not rates.ours:
            nearest = by_name[rates.nearest]
            times, beside = f"{ratio(nearest.cpu, rates.cpu):.1f}", f"{rates.nearest} (target {rates.target:g})"
        lines.append([rates.name, millions(rates.cpu), millions(rates.wall), times, beside])
    return lines


def text(found: list[Rates], repeats: int, seconds: float) -> str:
    """Return the report as Markdown."""
    heads = ["program", "CPU time", "wall clock", "ours is faster by", "nearest of ours"]
    start = INTRODUCTION.format(machine=machine_text(None), seats=SEATS, repeats=repeats, seconds=seconds, batch=4096)
    picture = os.path.relpath(PICTURE, HERE)
    return f"{start}{table_text(heads, rows(found))}\n\n![The same as bars]({picture})\n"


def draw(found: list[Rates], path: Path) -> None:
    """Draw the rates as bars on a logarithmic scale; the grey of the text works on light and dark."""
    import matplotlib
    from matplotlib.figure import Figure

    ordered = sorted(found, key=lambda rates: median(rates.cpu))
    grey = "#7a7f8a"
    settings = {"svg.hashsalt": "rivals", "svg.fonttype": "path", "font.size": 9, "text.color": grey, "axes.labelcolor": grey}
    with matplotlib.rc_context({**settings, "xtick.color": grey, "ytick.color": grey, "axes.edgecolor": grey}):
        figure = Figure(figsize=(8, 0.9 + 0.34 * len(ordered)), layout="constrained")
        axes = figure.add_subplot()
        values = [median(rates.cpu) for rates in ordered]
        bars = axes.barh([r.name for r in ordered], values, color=["#2f855a" if r.ours else "#8a8f98" for r in ordered])
        axes.bar_label(bars, [f"{millions(rates.cpu)} million" for rates in ordered], padding=4)
        axes.set_xscale("log")
        axes.set_xlim(min(values) / 2, max(values) * 6)
        axes.set_xlabel("Decisions per second on one core, random play")
        axes.spines[["top", "right"]].set_visible(False)
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, transparent=True, metadata={"Date": None})


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    found = measure(asked.repeats, asked.seconds)
    report = text(found, asked.repeats, asked.seconds)
    print(report)
    if not asked.dry:
        draw(found, PICTURE)
        RESULTS.write_text(report, encoding="utf-8")


if __name__ == "__main__":
    main()
