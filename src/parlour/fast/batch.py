"""Many random games in one call, on one core or on all, with the same result for any number of jobs."""

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Lock
from typing import NamedTuple

from ..core.chance import Dice
from ..core.game import Game, find_game
from ..core.sentence import quoted
from ..core.state import WORD, State
from .facts import facts_of
from .kernels import SIMULATE, Function, function, settled_function
from .layout import Records, integers

CHUNK = 4000
"""Games per piece of work. Each game's seed follows from its number, so the pieces may be played in any order."""
MOST_SEATS = 32
PATIENCE = 30.0
"""Seconds of a run after which rules may be compiled for the house rules of its table."""
WORTH = 120.0
"""The least seconds that the rest of the run must be expected to take for that to be worthwhile."""
ALL = "all"


@dataclass(frozen=True, slots=True)
class Batch:
    """The results of many games: wins by seat (a shared win counts for each), decisions, and a checksum."""

    games: int
    decisions: int
    wins: tuple[int, ...]
    check: int


class Played(NamedTuple):
    """The results of some chunks of games: wins by seat, decisions, and the checksum of each chunk."""

    wins: Sequence[int]
    decisions: int
    checks: Sequence[int]


def play_random(
    game: str | Game,
    games: int,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    *,
    jobs: int | str = 1,
    risk: int = 0,
    device: str = "cpu",
    progress: Callable[[int, int], None] | None = None,
) -> Batch:
    """Play random games, compiled. The same seed gives the same result on any machine with any number of jobs.

    With `risk`, one in this many decisions tries an unlisted move, where the rules have such moves. `device` is `cpu`, or
    `cuda` for a GPU, which needs `parlour[gpu]` and gives the same result. `progress` is called with the number of games done
    and the number of all games.
    """
    rules = find_game(game) if isinstance(game, str) else game
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    blank = rules.fresh(count, rules.checked_options(options or {}, count))
    if isinstance(games, bool) or not isinstance(games, int) or games < 0:
        raise ValueError(f"The number of games must be a whole number, not {quoted(games)}.")
    if device == "cpu":
        parts: Iterator[Played] = _on_processor(rules, blank, games, seed, risk, _threads(jobs))
    else:
        from .gpu import checked_device, random_games

        checked_device(device)
        parts = random_games(rules, blank, games, seed, risk)
    decisions = check = done = 0
    wins = [0] * count
    for part in parts:
        decisions += part.decisions
        for one in part.checks:
            check = (check * 31 + one) & WORD
        wins = [a + b for a, b in zip(wins, part.wins[:count], strict=True)]
        done = min(done + CHUNK * len(part.checks), games)
        if progress is not None:
            progress(done, games)
    return Batch(games, decisions, tuple(wins), check)


class _Loop:
    """The compiled loop of a run: the game's own, and in a long run one compiled for the house rules of this table.

    Compiling takes about ten seconds and makes play faster by a tenth, so only a long run gains from it.
    """

    def __init__(self, game: Game, blank: State, games: int) -> None:
        self._game, self._blank, self._games = game, blank, games
        self._function = function(game, SIMULATE)
        self._began, self._lock = time.monotonic(), Lock()

    def at(self, start: int) -> Function:
        """Return the loop for the games from this one on. While one thread compiles, the others use the game's loop."""
        spent = time.monotonic() - self._began
        if spent >= PATIENCE and spent * (self._games - start) >= WORTH * start and self._lock.acquire(blocking=False):
            # the lock is never released: this is done once
            self._function = self._settled() or self._function
        return self._function

    def _settled(self) -> Function | None:
        settled = settled_function(self._game, facts_of(self._blank))
        if settled is not None:
            _play(settled, self._game, self._blank, 0, 0, 0)
        return settled


def _play(loop: Function, game: Game, blank: State, seed: int, games: int, risk: int) -> Played:
    states, wins, sums = Records(game.state, 2, blank, blank), integers(MOST_SEATS), integers(2)
    loop(states, Records(Dice, 1), seed, games, risk, wins, sums)
    return Played(wins, sums[0], sums[1:])


def _on_processor(rules: Game, blank: State, games: int, seed: int, risk: int, threads: int) -> Iterator[Played]:
    """Yield the results of each chunk of games."""
    loop = _Loop(rules, blank, games)

    def work(start: int) -> Played:
        return _play(loop.at(start), rules, blank, seed + start, min(CHUNK, games - start), risk)

    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(work, range(0, games, CHUNK))


def _threads(jobs: int | str) -> int:
    if jobs == ALL:
        return os.cpu_count() or 1
    if isinstance(jobs, bool) or not isinstance(jobs, int) or not 1 <= jobs <= 1024:
        raise ValueError(f"The number of jobs must be 1 to 1024 or '{ALL}', not {quoted(jobs)}.")
    return jobs
