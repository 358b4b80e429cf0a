"""Whole games of bots that are rules: any line-up in one compiled loop, along with observers.

    from parlour.fast.matches import play_matches
    play_matches(game_id, ["advice", "random"], games=100_000, seats=2, seed=1, jobs="all").shares

A policy is a number: 0 moves at random, k ≥ 1 is the k-th adviser, the game's own rule of thumb being the first.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ..core.chance import Dice
from ..core.game import Game, find_game
from ..core.sentence import quoted
from .batch import CHUNK, _threads
from .kernels import INTERPRETED, Function, chosen_way, loop_function
from .layout import Records
from .loop import SPARE, Adviser
from .tally import Observer, fresh, width

RANDOM, ADVICE = 0, 1
POLICIES = {"random": RANDOM, "advice": ADVICE, "skilled": ADVICE}
"""The policies that every game has, by name."""


# ---- a piece of work ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchPlan:
    """A plan of games: every result follows from these fields and the numbers of the games.

    `bots` are the names or numbers of policies, `seatings` orders of them. `rivals` are the policies from 2 on.
    """

    game: Game
    seats: int
    options: tuple[tuple[str, int], ...]
    seed: int
    bots: tuple[str | int, ...]
    seatings: tuple[tuple[int, ...], ...]
    observers: tuple[Observer, ...] = ()
    rivals: tuple[Adviser, ...] = ()

    @property
    def advisers(self) -> tuple[Adviser, ...]:
        """The policies from 1 on."""
        return self.game.advise, *self.rivals

    @property
    def policies(self) -> tuple[int, ...]:
        """The bots by number."""
        return tuple(_policy(bot, len(self.rivals)) for bot in self.bots)


@dataclass
class Results:
    """The results of some games: decisions, `wins[winners, entry]`, and the row of each game.

    `totals` has for every column the sum, the sum of squares, and the number of games in which it is not 0.
    """

    games: int
    decisions: int
    wins: Any
    table: Any
    totals: Any


def play_part(plan: MatchPlan, start: int, games: int, *, interpreted: bool = False) -> Results:
    """Play the games with these numbers, compiled or interpreted, with the same result."""
    function, states, columns, notes = _prepared(plan, INTERPRETED if interpreted else chosen_way())
    wins = np.zeros((plan.seats + 1, len(plan.bots)), np.int64)
    table = np.zeros((games, columns), np.int64)
    policies, seatings = np.array(plan.policies, np.int64), np.array(plan.seatings, np.int64)
    sums = np.zeros(2 + 3 * columns, np.int64)
    function(
        states.copy(), Records(Dice, 1), plan.seed, start, games, policies, seatings.reshape(-1),
        wins.reshape(-1), table.reshape(-1), _working_space(notes), sums,
    )  # fmt: skip
    decisions, fault = sums[:2].tolist()
    if fault >= 0:
        raise RuntimeError(
            f"A bot of {plan.game.name} chose an illegal action in game {fault} of seed {plan.seed} ({plan.seats} seats)."
        )
    return Results(games, decisions, wins, table, sums[2:].reshape(3, columns))


@lru_cache(16)
def _prepared(plan: MatchPlan, way: str) -> tuple[Function, Records, int, int]:
    """Return the loop of a plan, its states before the first game, and how many columns and notes it has.

    Cached, since many pieces of one plan are played in a row, and preparing takes as long as playing some short games.
    """
    function, state_class = loop_function(plan.game, plan.advisers, plan.observers, interpreted=way == INTERPRETED)
    blank = fresh(state_class, plan.seats, dict(plan.options))
    return function, Records(state_class, 4, blank, blank), *width(plan.observers, plan.game)


def _working_space(notes: int) -> Any:
    """Return the working space of the observers, filled with 0, and of the loop, which needs no initial values."""
    space = np.empty(notes + SPARE, np.int64)
    space[:notes] = 0
    return space


def totals_of(table: Any) -> Any:
    """Return the totals of games by column, from their rows."""
    return np.stack([table.sum(0), (table * table).sum(0), (table != 0).sum(0)])


# ---- matches of bots ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """The results of matches: `wins[k]` counts, by entry of the line-up, the games won by k seats together."""

    games: int
    decisions: int
    wins: Any

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of wins of each entry of the line-up; a shared win is divided."""
        return tuple(float(share) for share in shared_wins(self.wins) / max(self.games, 1))


def shared_wins(wins: Any) -> Any:
    """Return the wins by entry; a win of k seats counts 1/k for each."""
    return sum((wins[k] / k for k in range(1, len(wins))), np.zeros(wins.shape[1]))


def rotations(entries: int) -> tuple[tuple[int, ...], ...]:
    """Return the rotations of a line-up."""
    return tuple(tuple((seat + i) % entries for seat in range(entries)) for i in range(entries))


def play_matches(
    game: str | Game,
    line_up: Sequence[int | str],
    games: int,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    jobs: int | str = 1,
    *,
    rivals: tuple[Adviser, ...] = (),
    rotate: bool = False,
) -> Score:
    """Play bots that are rules against each other, compiled; return the wins by entry of the line-up.

    A line-up names a policy for each seat: `random`, `advice`, or a number: 0, 1, and from 2 on the `rivals`, which are rules
    like a game's `advise`. With `rotate` every deal is played once from each rotation of the line-up, so that game n is deal n
    // seats: choose `games` as a multiple of the seats. The same seed gives the same result for any number of jobs.
    """
    rules = find_game(game) if isinstance(game, str) else game
    count = rules.checked_seats(len(line_up) if seats is None else seats)
    values = rules.checked_options(options or {}, count)
    policies = tuple(_policy(entry, len(rivals)) for entry in line_up)
    if len(policies) != count:
        raise ValueError(f"A line-up for {count} seats must name {count} bots, not {len(policies)}.")
    if isinstance(games, bool) or not isinstance(games, int) or games < 0:
        raise ValueError(f"The number of games must be a whole number, not {quoted(games)}.")
    seatings = rotations(count) if rotate else (tuple(range(count)),)
    plan = MatchPlan(rules, count, tuple(values.items()), seed, policies, seatings, rivals=rivals)

    def work(start: int) -> Results:
        return play_part(plan, start, min(CHUNK, games - start))

    decisions, wins = 0, np.zeros((count + 1, count), np.int64)
    with ThreadPoolExecutor(_threads(jobs)) as pool:
        for part in pool.map(work, range(0, games, CHUNK)):
            decisions += part.decisions
            wins += part.wins
    return Score(games, decisions, wins)


def _policy(entry: int | str, rivals: int) -> int:
    number = POLICIES.get(entry, -1) if isinstance(entry, str) else entry
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= ADVICE + rivals:
        raise ValueError(f"Unknown policy {quoted(entry)}. Available: random, advice and numbers up to {ADVICE + rivals}.")
    return number
