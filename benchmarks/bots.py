"""Measures how strong the bots are: levels against each other in every game, with rotated seats and 95% intervals.

    python benchmarks/bots.py              # everything; each figure is kept in bots.json as soon as it is known
    python benchmarks/bots.py --only ladder --game cambio

A stopped run resumes where it left off, as long as the sources of a game are the same. The tables go to RESULTS.md,
between two marks; no figure is typed by hand.
"""

import argparse
import json
import os
import platform
import re
import statistics
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

from parlour import Table, find_game, game_ids
from parlour.bots import LEVELS, choose
from parlour.bots.candidates import candidates
from parlour.bots.readiness import make_ready
from parlour.core.game import Game
from parlour.core.options import Option
from parlour.fast.ahead import PACKAGE
from parlour.fast.compiler import source_stamp
from parlour.fast.matches import play_matches
from parlour.fast.search import rate_moves
from parlour.server.rooms.bots import THOUGHT_SECONDS

HERE = Path(__file__).parent
KEPT = HERE / "bots.json"
RESULTS = HERE / "RESULTS.md"
BEGIN, END = "<!-- bots: begin -->", "<!-- bots: end -->"

RANDOM_GAMES = 40_000
"""The number of games in a contest of compiled bots."""
THUMB_GAMES = 20_000
"""The number of games in a contest of interpreted bots that don't search."""
SEARCH_GAMES = 2_000
PIECE = 50
SURE = 1.96
SPEED_DECISIONS = 400


@dataclass(frozen=True)
class Contest:
    """One bot against others of another level, in every seat in turn."""

    part: str
    game: str
    level: str
    others: str
    seats: int
    games: int
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The key of this contest."""
        rules = json.dumps(dict(self.options), sort_keys=True)
        return f"{self.part}/{self.game}/{self.level}/{self.others}/{self.seats}/{rules}"


# ---- the contests ---------------------------------------------------------------------------------------------------


def unusual_options(game: Game, seats: int) -> list[dict[str, Any]]:
    """Return three sets of house rules that together change every option, as far as they are compatible."""
    sets: list[dict[str, Any]] = []
    for third in range(3):
        chosen: dict[str, Any] = {}
        for number, (name, option) in enumerate(game.options.items()):
            if number % 3 != third:
                continue
            for value in other_values(option):
                trial = {**chosen, name: option.python(value)}
                if _goes_together(game, trial, seats):
                    chosen = trial
                    break
        sets.append(chosen)
    return sets


def other_values(option: Option) -> list[int]:
    """Return values other than the default: the other names of a choice, or numbers two steps away."""
    if option.values:
        return [value for value in range(len(option.values)) if value != option.start]
    return [value for value in (option.start - 2, option.start + 2) if option.low <= value <= option.high]


def _goes_together(game: Game, options: Mapping[str, Any], seats: int) -> bool:
    try:
        game.checked_options(options, seats)
    except ValueError:
        return False
    return True


def contests(games: list[str]) -> Iterator[Contest]:
    """Return everything to show, the quick parts first."""
    names = list(LEVELS)
    for game in games:
        yield Contest("random", game, "skilled", "random", 4, RANDOM_GAMES)
    for game in games:
        for seats in (2, 4):
            yield Contest("expert", game, "expert", "skilled", seats, SEARCH_GAMES)
    for game in games:
        for options in unusual_options(find_game(game), 2):
            yield Contest("unusual", game, "expert", "skilled", 2, SEARCH_GAMES, options)
    for game in games:
        for weaker, stronger in pairwise(names):
            searches = LEVELS[stronger].playouts > 0
            yield Contest("ladder", game, stronger, weaker, 2, SEARCH_GAMES if searches else THUMB_GAMES)


# ---- playing --------------------------------------------------------------------------------------------------------


def play(contest: Contest, pool: ProcessPoolExecutor) -> float:
    """Play a contest; return the share of wins."""
    if contest.others == "random":
        line_up = ["advice", *["random"] * (contest.seats - 1)]
        return play_matches(contest.game, line_up, contest.games, contest.seats, seed=1, jobs="all", rotate=True).shares[0]
    pieces = [(contest, start) for start in range(0, contest.games, PIECE)]
    return sum(pool.map(_piece, pieces)) / contest.games


def _piece(work: tuple[Contest, int]) -> float:
    """Return the wins in some games. Game n is deal n // seats, with the bot in seat n % seats."""
    contest, start = work
    won = 0.0
    for number in range(start, min(start + PIECE, contest.games)):
        seat = number % contest.seats
        table = Table.new(contest.game, contest.seats, seed=f"arena {number // contest.seats}", options=contest.options)
        _play_out(table, seat, contest, number)
        assert table.result is not None
        won += (seat in table.result.winners) / len(table.result.winners)
    return won


def _play_out(table: Table, mine: int, contest: Contest, number: int) -> None:
    while table.must is not None:
        for seat in table.asking_order:
            level = contest.level if seat == mine else contest.others
            words = choose(table, seat, level, number << 24 | len(table.log), memory_seed=number)
            if words is not None:
                table.play(words, seat)
                break


def speed(game_id: str) -> dict[str, float]:
    """Measure play-outs per second on one core, and how long a decision of the top level takes."""
    game = find_game(game_id)
    make_ready(game)
    top = list(LEVELS)[-1]
    seconds: list[float] = []
    playouts = spent = 0.0
    seed = 0
    while len(seconds) < SPEED_DECISIONS:
        table = Table.new(game_id, seed=f"speed {seed}")
        seed += 1
        while table.must is not None and len(seconds) < SPEED_DECISIONS:
            mind = table.mind(table.must)
            found = candidates(mind, 1)
            if len(found.words) > 1:
                began = time.perf_counter()
                words = choose(table, table.must, top, len(seconds), seconds=THOUGHT_SECONDS)
                seconds.append(time.perf_counter() - began)
                began = time.process_time()
                playouts += rate_moves(mind, found.actions, found.usual, 1, 300).playouts
                spent += time.process_time() - began
            else:
                words = found.words[0]
            table.play(words or table.moves()[0])
    ordered = sorted(seconds)
    return {
        "playouts": playouts / spent,
        "median": 1000 * statistics.median(ordered),
        "p99": 1000 * ordered[int(0.99 * len(ordered))],
        "longest": 1000 * ordered[-1],
    }


# ---- keeping and writing --------------------------------------------------------------------------------------------


@cache
def stamp(game: str) -> str:
    """Return a hash of everything that the figures of a game depend on."""
    bots = [PACKAGE / "bots" / f"{name}.py" for name in ("choice", "levels", "memory", "candidates")]
    return source_stamp([*(PACKAGE / name for name in ("core", "kit", "fast")), PACKAGE / "games" / game], bots)


def kept() -> dict[str, Any]:
    """Return the stored figures that were measured with these sources."""
    found = json.loads(KEPT.read_text()) if KEPT.exists() else {"stamps": {}, "figures": {}, "speed": {}}
    for game in game_ids():
        if found["stamps"].get(game) != stamp(game):
            found["stamps"][game] = stamp(game)
            found["figures"] = {key: share for key, share in found["figures"].items() if key.split("/")[1] != game}
            found["speed"].pop(game, None)
    return dict(found)


def interval(share: float, games: int) -> float:
    """Return half the width of the 95% interval."""
    return SURE * sqrt(max(share * (1 - share), 1e-9) / games)


def percent(share: float, games: int) -> str:
    """Return a share with its interval."""
    return f"{100 * share:.1f} ± {100 * interval(share, games):.1f}%"


def tables(data: Mapping[str, Any], games: list[str]) -> str:
    """Return the available figures as Markdown."""
    every = list(contests(games))
    figures = data["figures"]

    def cell(contest: Contest) -> str:
        share = figures.get(contest.key)
        return "" if share is None else percent(share, contest.games)

    def rows(part: str) -> dict[str, list[Contest]]:
        return {game: [one for one in every if one.part == part and one.game == game] for game in games}

    lines = ["## Bots", "", where(), ""]
    lines += [
        "Shares of the wins of one bot against bots of another level, which has the same deals from every seat in turn; a",
        "shared win counts in proportion. ± is half a 95% interval. Games per figure: "
        f"{RANDOM_GAMES:,} against random seats, {THUMB_GAMES:,} of levels that do not search, {SEARCH_GAMES:,} where one",
        "searches. Budgets in play-outs per decision: "
        + ", ".join(
            f"{level.name} {level.playouts:,}" + f" in {1 - level.haste:.0%} of them" * bool(level.haste)
            for level in LEVELS.values()
            if level.playouts
        )
        + "".join(f", times {find_game(game).thinking} in {game}" for game in games if find_game(game).thinking > 1)
        + ". Empty cells have not been measured yet.",
        "",
    ]
    lines += ["| game | skilled v 3 random | expert v skilled, 2 seats | expert v 3 skilled |", "| --- | ---: | ---: | ---: |"]
    for game in games:
        cells = [cell(one) for one in (*rows("random")[game], *rows("expert")[game])]
        lines.append(f"| {game} | {' | '.join(cells)} |")
    lines += ["", "Expert against Skilled under unusual house rules, two seats:", ""]
    lines += ["| game | house rules | share |", "| --- | --- | ---: |"]
    for game in games:
        for one in rows("unusual")[game]:
            rules = ", ".join(f"`{name}={value}`" for name, value in one.options.items())
            lines.append(f"| {game} | {rules} | {cell(one)} |")
    names = list(LEVELS)
    steps = [f"{stronger} v {weaker}" for weaker, stronger in pairwise(names)]
    lines += ["", "Each level against the one below, two seats:", ""]
    lines += [f"| game | {' | '.join(steps)} |", "| --- |" + " ---: |" * len(steps)]
    for game in games:
        lines.append(f"| {game} | {' | '.join(cell(one) for one in rows('ladder')[game])} |")
    lines += [
        "",
        "The search: play-outs per second of CPU time on one core, and how long people wait for a decision of the top level",
        f"({SPEED_DECISIONS} decisions with a choice, the usual number of seats), in milliseconds:",
        "",
        "| game | play-outs/s | median | 99% | longest |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    for game, found in data["speed"].items():
        values = f"{found['playouts']:,.0f} | {found['median']:.1f} | {found['p99']:.1f} | {found['longest']:.1f}"
        lines.append(f"| {game} | {values} |")
    return "\n".join(lines)


def where() -> str:
    """Return the date and the machine."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    processor = " ".join(found[1].split()[:2]) if found else platform.machine()
    return f"{date.today()} · {processor}, {os.cpu_count()} cores · {platform.system()} · Python {platform.python_version()}"


def write(text: str) -> None:
    """Put the tables between their marks in RESULTS.md."""
    whole = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    section = f"{BEGIN}\n{text}\n{END}"
    if BEGIN in whole:
        before, _, rest = whole.partition(BEGIN)
        whole = before + section + rest.partition(END)[2]
    else:
        whole = f"{whole.rstrip()}\n\n{section}\n"
    RESULTS.write_text(whole, encoding="utf-8")


def main() -> None:
    """Play the missing contests and write everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=("random", "expert", "unusual", "ladder", "speed"), action="append")
    parser.add_argument("--game", action="append", choices=game_ids())
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--no-write", action="store_true", help="print only")
    asked = parser.parse_args()
    data = kept()
    for game in game_ids():
        make_ready(find_game(game))
    with ProcessPoolExecutor(asked.jobs) as pool:
        for contest in contests(game_ids()):
            if (asked.only and contest.part not in asked.only) or (asked.game and contest.game not in asked.game):
                continue
            if contest.key not in data["figures"]:
                began = time.perf_counter()
                data["figures"][contest.key] = share = play(contest, pool)
                KEPT.write_text(json.dumps(data, indent=1))
                print(f"{contest.key}: {percent(share, contest.games)} in {time.perf_counter() - began:.0f} s", flush=True)
    for game in asked.game or game_ids():
        if not asked.only or "speed" in asked.only:
            data["speed"][game] = speed(game)
            KEPT.write_text(json.dumps(data, indent=1))
    text = tables(data, game_ids())
    print(text)
    if not asked.no_write:
        write(text)


if __name__ == "__main__":
    main()
