"""Many random games in one call, on one core or on all, with the same result for any number of jobs."""

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ..core.chance import WORD, Dice
from ..core.game import Game, find_game
from ..core.sentence import quoted
from .compiler import compiled, rows, to_row
from .playout import make_playouts

CHUNK = 4000
"""Games per piece of work. Each game's seed follows from its number, so the pieces may be played in any order."""
MOST_SEATS = 32
ALL = "all"


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of many games: wins by seat (a shared win counts for each), decisions, and a checksum."""

    games: int
    decisions: int
    wins: tuple[int, ...]
    check: int


def play_random(
    game: str | Game,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    *,
    jobs: int | str = 1,
    risk: int = 0,
) -> Batch:
    """Play random games, compiled. The same seed gives the same result on any machine with any number of jobs.

    `risk`: one in this many decisions tries an unlisted move, where the rules have such moves.
    """
    rules = find_game(game) if isinstance(game, str) else game
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    blank = rules.fresh(count, rules.checked_options(options or {}, count))
    if isinstance(games, bool) or not isinstance(games, int) or games < 0:
        raise ValueError(f"The number of games must be a whole number, not {quoted(games)}.")
    simulate = _simulate(rules)
    starts = range(0, games, CHUNK)
    fresh_states, fresh_dice = rows(rules.state, 2), rows(Dice, 1)
    to_row(blank, fresh_states[1])

    def work(start: int) -> tuple[int, int, Any]:
        states, dice, wins = fresh_states.copy(), fresh_dice.copy(), np.zeros(MOST_SEATS, np.int64)
        size = min(CHUNK, games - start)
        decisions, check = simulate(states[0], states[1], dice[0], seed + start, size, risk, wins)
        return decisions, check, wins

    with ThreadPoolExecutor(_threads(jobs)) as pool:
        done = list(pool.map(work, starts))
    wins = sum((part[2] for part in done), np.zeros(MOST_SEATS, np.int64))
    check = 0
    for part in done:
        check = (check * 31 + part[1]) & WORD
    return Batch(games, sum(part[0] for part in done), tuple(int(n) for n in wins[:count]), check)


def _threads(jobs: int | str) -> int:
    if jobs == ALL:
        return os.cpu_count() or 1
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= 1024:
        raise ValueError(f"The number of jobs must be 1 to 1024 or '{ALL}', not {quoted(jobs)}.")
    return jobs


@cache
def _simulate(game: Game) -> Any:
    return compiled(make_playouts(game).simulate, game)
