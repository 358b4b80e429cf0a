"""Measures skill against luck in every game and writes the table into docs/laboratory.md.

`python benchmarks/skill.py` replaces the text between the two marks there.
"""

import argparse
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from paper import machine_text, put_between, table_text

from parlour import find_game, game_ids
from parlour.lab import Skill, skill
from parlour.lab.formats import percent, percent_span
from parlour.lab.luck import USUAL_BOTS

PAGE = Path(__file__).parent.parent / "docs" / "laboratory.md"
START, END = "<!-- skill: written by benchmarks/skill.py -->", "<!-- end of skill -->"
HEADS = ["game", "wins of the better", "95% interval", "games until ahead", "95% interval", "skill", "deal", "seat"]


def row(found: Skill) -> list[str]:
    """Return the line of one game."""
    needed = found.games_needed
    span = f"{needed.low:,.0f} to {needed.high:,.0f}" if found.is_clear else f"at least {needed.low:,.0f}"
    return [
        find_game(found.game).name,
        percent(found.share.value),
        percent_span(found.share),
        f"{needed.value:,.0f}",
        span,
        *(percent(max(part.value, 0.0)) for part in (found.skill, found.deal, found.seat)),
    ]


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--jobs", default="all")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    asked = parser.parse_args()
    jobs = int(asked.jobs) if asked.jobs.isdecimal() else asked.jobs
    load, start, found = os.getloadavg()[0], time.process_time(), []
    for game in game_ids():
        found.append(skill(game, games=asked.games, seed=1, jobs=jobs))
        print(*row(found[-1]), flush=True)
    better, other = USUAL_BOTS
    said = (
        f"{machine_text(None)} · load {load:.1f} at the start · {found[0].seats} seats, {better} against {other}, "
        f"{found[0].games:,} games each ({found[0].deals:,} deals from {found[0].seatings} seatings), seed 1."
    )
    text = f"{said}\n\n{table_text(HEADS, [row(one) for one in found])}"
    print(text, f"\n{time.process_time() - start:.0f} s of CPU time in this process")
    if not asked.dry:
        put_between(PAGE, START, END, text)


if __name__ == "__main__":
    main()
