"""Steps of environments, with observations, beside other libraries: `python benchmarks/envs.py`.

Our tables are stepped together by `parlour.envs.batch`, with observations, masks and random choices of the caller. The rivals
are those of `rivals.py`, in the same environment; OpenSpiel also writes its observation tensor before each action. All are
timed in turn on one core. Writes ENVS.md, and the table into docs/research.md.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from paper import machine_text, put_between, table_text
from rivals import SEATS, Other, Rates, Rival, rivals_python
from run import millions, ratio

from parlour import envs, find_game, game_ids
from parlour.core.default_observation import observation_of

RESULTS = Path(__file__).parent / "ENVS.md"
PAGE = RESULTS.parent.parent / "docs" / "research.md"
START, END = "<!-- envs: written by benchmarks/envs.py -->", "<!-- end of envs -->"
TABLES = 1024

RIVALS = (
    Rival("open_spiel_observed", "OpenSpiel crazy_eights with observation tensors, loop in Python", "switch", 1),
    Rival("rlcard_uno", "RLCard uno, env.run", "match_mania", 1),
    Rival("pettingzoo_texas_holdem", "PettingZoo texas_holdem (2 seats), AEC", "switch", 1),
    Rival("pettingzoo_leduc_holdem", "PettingZoo leduc_holdem (2 seats), AEC", "switch", 1),
    Rival("pgx_kuhn_poker", "pgx kuhn_poker (2 seats), batches by JAX", "switch", 1),
    Rival("pgx_leduc_holdem", "pgx leduc_holdem (2 seats), batches by JAX", "switch", 1),
)

INTRODUCTION = """\
# Steps of environments

Written by `python benchmarks/envs.py`; no figure is typed by hand.

{machine}

Random play on one core: millions of steps per second of CPU time, the median of {repeats} timings of about {seconds} s, all
programs in turn. Parlour steps {tables:,} tables of {seats} seats in one call and writes the observation of the asked seat
(int8), its mask, the rewards and the ends; the random choice of an action is counted too. pgx plays {batch:,} games in
parallel, and JAX may leave out observations that nobody reads.

A step of a large game is more work than one of a small game, so the numbers observed per second stand beside the steps.
kuhn_poker is the smallest game here: three cards, at most three decisions, and seven numbers to observe, where the games of
Parlour have {least} to {most}. Counted in steps, it may be ahead. That compares games more than programs: none of ours is
that small.

"""


class Ours:
    """A batch of one of our games."""

    def __init__(self, game_id: str) -> None:
        game = find_game(game_id)
        self._env = envs.batch(game, TABLES, min(SEATS, game.most_seats), seed=1)
        self._env.reset()
        self.play(0.1)

    def play(self, seconds: float) -> tuple[float, float]:
        """Return steps per second of CPU time and of wall-clock time."""
        steps, cpu, wall = 0, time.process_time(), time.perf_counter()
        while time.process_time() - cpu < seconds:
            for _ in range(20):
                self._env.step(self._env.random_actions())
            steps += 20 * TABLES
        return steps / (time.process_time() - cpu), steps / (time.perf_counter() - wall)


def measure(repeats: int, seconds: float, with_rivals: bool) -> tuple[list[Rates], dict[str, int]]:
    """Time all programs in turn, several times over; return their rates, and how many numbers each observes."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours = {game_id: Ours(game_id) for game_id in game_ids()}
    rows = {game_id: Rates(f"Parlour {game_id}", True) for game_id in ours}
    others = {rival: Other(rivals_python(), rival) for rival in RIVALS} if with_rivals else {}
    theirs = {rival: Rates(rival.name, False, nearest=rival.nearest) for rival in others}
    observed = {rows[game_id].name: observation_of(find_game(game_id)).features.width for game_id in ours}
    observed |= {rival.name: other.observed for rival, other in others.items()}
    for _ in range(repeats):
        for game_id, env in ours.items():
            rows[game_id].note(env.play(seconds))
        for rival, other in others.items():
            theirs[rival].note(other.play(seconds))
    for other in others.values():
        other.close()
    return [*rows.values(), *theirs.values()], observed


def table(found: list[Rates], observed: dict[str, int]) -> str:
    """Return a line for each program."""
    nearest = {rates.name.removeprefix("Parlour "): rates for rates in found if rates.ours}
    rows = []
    for rates in found:
        ahead = f"{ratio(nearest[rates.nearest].cpu, rates.cpu):.1f} × ({rates.nearest})" if rates.nearest else ""
        numbers = median(rates.cpu) * observed[rates.name] / 1e6
        shown = f"{numbers:,.0f}" if numbers >= 10 else f"{numbers:.1f}"
        rows.append([rates.name, millions(rates.cpu), f"{observed[rates.name]:,}", shown, ahead])
    heads = ["environment", "million steps/s", "numbers observed", "million numbers/s", "ours is"]
    return table_text(heads, rows)


def introduction(repeats: int, seconds: float) -> str:
    """Return the introduction of the report."""
    widths = [observation_of(find_game(game_id)).features.width for game_id in game_ids()]
    return INTRODUCTION.format(
        machine=machine_text(None),
        repeats=repeats,
        seconds=seconds,
        tables=TABLES,
        seats=SEATS,
        batch=4096,
        least=f"{min(widths):,}",
        most=f"{max(widths):,}",
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--alone", action="store_true", help="without the rivals")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    lines = table(*measure(asked.repeats, asked.seconds, not asked.alone))
    report = introduction(asked.repeats, asked.seconds) + lines + "\n"
    print(report)
    if not asked.dry:
        RESULTS.write_text(report, encoding="utf-8")
        put_between(PAGE, START, END, f"{machine_text(None)}\n\n{lines}")


if __name__ == "__main__":
    main()
