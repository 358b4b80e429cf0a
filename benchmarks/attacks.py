"""Measures what honest guests notice while a house is attacked: each attack alone, then all together.

Each attack is compared with a calm period just before it.

    python benchmarks/attacks.py --write                         # all of it, about five minutes
    python benchmarks/attacks.py --attack experts --attack lorises --seconds 20

House, guests and attackers share the machine; the attackers have a lower priority, so that the house is measured and not the
attackers. What other programs did meanwhile, and how long the house waited for a processor, are measured too: on a busy
machine guests wait without any attack.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.helpers.attack import (
    EXPERTS,
    LORISES,
    ROOMS,
    SILENT,
    SOCKETS,
    WATCHERS,
)
from tests.server.helpers.attack_page import conditions, write_section
from tests.server.helpers.attacked import (
    ALL,
    CALM,
    HONEST,
    LEAST_EVENTS,
    Period,
    measure,
    open_long_game,
    targets_in,
)
from tests.server.helpers.clients import house_in
from tests.server.helpers.honest import USUAL

ABOUT = {
    "resyncs": f"ask for a game of over {LEAST_EVENTS:,} events again and again, on {SOCKETS} sockets",
    "watchers": f"sit down and rise in a room with {WATCHERS} connections",
    "replays": "ask for the steps of a replay, without a cookie",
    "experts": f"ask for hints in {ROOMS} rooms, each with {EXPERTS} Experts",
    "lorises": f"feed {LORISES} heads and bodies byte by byte",
    "silence": f"open {SILENT:,} connections and say nothing",
    "codes": "try room codes at random",
    "settings": "change the settings of a room",
    ALL: "all of it",
}
HEADS = [
    *("attack", "what it does", "attempts", "calm, ms", "median, ms", "ratio to calm", "p99 calm, ms", "p99, ms"),
    *("turn calm, s", "turn, s", "house", "loop delay, ms", "waited", "others"),
]


def measure_one(attack: str, seconds: float) -> tuple[Period, Period]:
    """Measure one attack and a calm period before it, in a new house: earlier attackers would have used up their limits."""
    with tempfile.TemporaryDirectory() as folder:
        house = house_in(Path(folder), environment=USUAL)
        asyncio.run(open_long_game(house.database))

        async def measured() -> tuple[Period, Period]:
            targets = await targets_in(house)
            calm = await measure(house, targets, CALM, seconds / 2)
            return calm, await measure(house, targets, attack, seconds)

        with house:
            return asyncio.run(measured())


def row(attack: str, calm: Period, now: Period) -> str:
    """Return the figures of one attack as a row of a table."""
    times = [calm.median, now.median, calm.slow, now.slow]
    before, median, slow_before, slow = (f"{1000 * seconds:.1f}" for seconds in times)
    cells = [attack, ABOUT[attack], now.attempts, before, median, f"{now.median / calm.median:.1f}", slow_before, slow]
    cells += [f"{calm.wait:.2f}", f"{now.wait:.2f}", f"{100 * now.busy:.0f}%", f"{1000 * now.lag:.0f}"]
    cells += [f"{100 * now.waited:.0f}%", f"{now.others:.1f}"]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=12, help="of each attack; half as many before it are calm")
    parser.add_argument("--attack", action="append", choices=list(ABOUT), help="an attack; all of them if not given")
    parser.add_argument("--write", action="store_true", help="write the figures to ATTACKS.md")
    arguments = parser.parse_args()
    load = os.getloadavg()[0]
    found = {}
    for attack in arguments.attack or list(ABOUT):
        found[attack] = measure_one(attack, arguments.seconds)
        print(row(attack, *found[attack]), flush=True)
    lines = [
        f"{conditions()} · SQLite · usual limits · load average before: {load:.1f} · niceness of the house: {os.nice(0)}",
        "",
        f"{HONEST} honest guests play with a bot and send a request four times a second. Each attack is measured for",
        f"{arguments.seconds:.0f} s, and a calm period before it half as long. Times are those until the answer; `turn` is",
        "the median time from a guest's move until the bot has moved, too. `house` is what the house uses of a core, `waited`",
        "the share of the time in which its loop could have run but had no processor, and `others` the cores that programs use",
        "which have nothing to do with it. House, guests and attackers share the machine; the attackers have a lower priority.",
        "",
        f"| {' | '.join(HEADS)} |",
        "|" + "---|" * len(HEADS),
        *(row(attack, *both) for attack, both in found.items()),
    ]
    print("\n".join(lines))
    if arguments.write:
        write_section("Now", lines)


if __name__ == "__main__":
    main()
