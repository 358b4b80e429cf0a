"""Bot against bot: every seating on the same deals, and who wins how often."""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations, permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from ..core.game import Game, find_game
from ..core.texts import sentence
from .checkpoints import checkpoint_writer
from .figures import LEVEL, Interval, detectable, quantile, share
from .frames import frame
from .players import checked_player
from .progress import SILENT, Progress
from .runs import ALL, Run, collected
from .study import Study, checked_games, make_study

USUAL_GAMES = 20_000
MOST_SEATINGS = 720
"""If there are more seatings than this, a random sample of this size represents all, each with all its rotations."""
MOST_BOTS = 16
RESAMPLES = 2000
FEW = 100
"""With fewer deals than this, resampling is unreliable: two deals with the same result would look like certainty."""
FIRST_LOOK = 500
"""Deals needed before testing whether the result is clear: the test is asymptotic."""


# ---- seatings -------------------------------------------------------------------------------------------------


def seatings(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders in which bots sit: the number of a bot by seat. Every bot sits in every seat equally often.

    With more bots than seats, every subset of bots plays; with fewer, the seats are shared out as evenly as possible.
    """
    tables = _tables(bots, seats)
    if sum(_orders(table) for table in tables) <= MOST_SEATINGS:
        return tuple(dict.fromkeys(order for table in tables for order in permutations(table)))
    return _by_lot(tables, bots, seats)


def rotated_seatings(bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return fewer orders, for slow bots: each table rotated, both ways round. Every bot sits in every seat equally often."""
    bases = [order for table in _tables(bots, seats) for order in (table, table[::-1])]
    orders = (tuple(base[(seat + turn) % seats] for seat in range(seats)) for base in bases for turn in range(seats))
    return tuple(dict.fromkeys(orders))


def _tables(bots: int, seats: int) -> list[tuple[int, ...]]:
    """Return which bots play together."""
    if bots >= seats:
        return list(combinations(range(bots), seats))
    each, over = divmod(seats, bots)
    return [tuple(sorted((*range(bots),) * each + more)) for more in combinations(range(bots), over)]


def _orders(table: tuple[int, ...]) -> int:
    """Return the number of orders in which the bots of a table can sit."""
    return math.factorial(len(table)) // math.prod(math.factorial(table.count(bot)) for bot in set(table))


def _by_lot(tables: list[tuple[int, ...]], bots: int, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return a random sample of orders, each with its rotations and with the bots cyclically exchanged, so that it is fair."""
    lot = Random(f"{bots} bots on {seats} seats")
    orders = []
    for _ in range(max(MOST_SEATINGS // (bots * seats), 1)):
        order = list(lot.choice(tables))
        lot.shuffle(order)
        orders += [
            tuple((order[(seat + turn) % seats] + shift) % bots for seat in range(seats))
            for turn in range(seats)
            for shift in range(bots)
        ]
    return tuple(orders)


# ---- the results of deals -------------------------------------------------------------------------------------


@dataclass
class Deals:
    """The results of deals: how often each came up. A result is the wins of each bot and each pair, in fractions of a win."""

    games: int
    decisions: int
    results: dict[tuple[int, ...], int]

    def add(self, other: "Deals") -> None:
        """Merge the results of other deals."""
        self.games += other.games
        self.decisions += other.decisions
        for result, count in other.results.items():
            self.results[result] = self.results.get(result, 0) + count

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays by name."""
        found = sorted(self.results.items())
        results = np.array([result for result, _ in found], np.int64)
        return {"results": results, "counts": np.array([count for _, count in found]), "played": [self.games, self.decisions]}

    @classmethod
    def from_arrays(cls, arrays: dict[str, Any]) -> "Deals":
        """Return the results that these arrays hold."""
        games, decisions = map(int, arrays["played"])
        results = map(tuple, arrays["results"].tolist())
        return cls(games, decisions, dict(zip(results, arrays["counts"].tolist(), strict=True)))


def parts_of_a_win(seats: int) -> int:
    """Return into how many parts a win must be divided so that any number of seats can share it."""
    return math.lcm(*range(1, seats + 1))


@cache
def _seated(study: Study) -> tuple[Any, Any]:
    """Return the seatings as zeros and ones: by seating, seat and bot; and by seating and bot."""
    where = np.array(study.seatings)[:, :, None] == np.arange(len(study.bots))
    return where.astype(np.int64), where.any(1).astype(np.int64)


def deals(study: Study, start: int, games: int) -> Deals:
    """Play whole deals, every seating of each, and count the results."""
    part = study.play(start, games)
    winners = part.table[:, study.columns.index("winners")]
    won = (winners[:, None] >> np.arange(study.seats) & 1) * parts_of_a_win(study.seats)
    won //= np.maximum(np.bitwise_count(winners), 1)[:, None]
    where, there = _seated(study)
    by_bot = np.einsum("dms,msb->dmb", won.reshape(-1, *where.shape[:2]), where)
    by_pair = np.einsum("dmi,mj->dij", by_bot, there)
    results = np.concatenate([by_bot.sum(1), by_pair.reshape(len(by_pair), -1)], axis=1)
    found, counts = np.unique(results, axis=0, return_counts=True)
    counted = zip(map(tuple, found.tolist()), counts.tolist(), strict=True)
    return Deals(games, part.decisions, dict(counted))


# ---- the sequential test --------------------------------------------------------------------------------------------


class Clear:
    """A sequential test of whether one bot is better than each of the others, valid however often it is applied.

    For each pair, the mean difference per deal has an interval that holds at all times at once (the asymptotic confidence
    sequence of Waudby-Smith and others, 2024), jointly for all pairs with 95% confidence.
    """

    def __init__(self, bots: int) -> None:
        self.bots = bots
        self.count = 0
        self.sums = np.zeros(bots)
        self.products = np.zeros((bots, bots))

    def add(self, some: Deals) -> bool:
        """Add deals; return whether the best bot is clear now."""
        for result, count in sorted(some.results.items()):
            wins = np.array(result[: self.bots], float)
            self.count += count
            self.sums += count * wins
            self.products += count * np.outer(wins, wins)
        if self.count < FIRST_LOOK:
            return False
        best = int(np.argmax(self.sums))
        return all(self._is_better(best, other) for other in range(self.bots) if other != best)

    def _is_better(self, best: int, other: int) -> bool:
        n = self.count
        difference = (self.sums[best] - self.sums[other]) / n
        squares = self.products[best, best] + self.products[other, other] - 2 * self.products[best, other]
        deviation = math.sqrt(max(squares / n - difference**2, 0.0))
        return bool(difference > deviation * radius(n, (1 - LEVEL) / (self.bots * (self.bots - 1) / 2)))


def radius(n: int, risk: float) -> float:
    """Return half the width of the interval after n deals, in standard deviations, narrowest at the first test."""
    rho = (-2 * math.log(risk) + math.log(-2 * math.log(risk)) + 1) / FIRST_LOOK
    return math.sqrt(2 * (n * rho + 1) / (n * n * rho) * math.log(math.sqrt(n * rho + 1) / risk))


# ---- the result -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """A bot's result: the share of its games that it won, and what that would be if all bots were equal."""

    name: str
    share: Interval
    fair: float

    def data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {"name": self.name, **self.share.data("share"), "fair": self.fair}


@dataclass(frozen=True)
class Contest:
    """The result of an arena. `beats[i, j]` is the share of bot i among the wins of either bot in games with both.

    The intervals of all pairs hold jointly with 95% confidence, so no bot looks better by luck alone, however many there are.
    `detectable[i, j]` is how much i's share must differ from a half for a run of this size to detect it with 80% probability.
    """

    game: str
    seats: int
    house_rules: dict[str, bool | int | str]
    seed: int | str
    deals: int
    seatings: int
    games: int
    decisions: int
    seconds: float
    bots: tuple[Standing, ...]
    beats: Any
    beats_low: Any
    beats_high: Any
    detectable: Any
    asked_for: int
    stopped_early: bool

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "game": self.game,
            "seats": self.seats,
            "house_rules": self.house_rules,
            "seed": self.seed,
            "deals": self.deals,
            "seatings": self.seatings,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "decisions_per_second": self.decisions / self.seconds if self.seconds else 0.0,
            "stopped_early": self.stopped_early,
            "bots": [bot.data() for bot in self.bots],
            "beats": [
                {"bot": self.bots[i].name, "other": self.bots[j].name, **self.pair(i, j).data("share")}
                | {"difference_seen": not self.pair(i, j).low <= 0.5 <= self.pair(i, j).high}
                | {"detectable": float(self.detectable[i, j])}
                for i in range(len(self.bots))
                for j in range(len(self.bots))
                if i != j
            ],
        }

    def pair(self, one: int, other: int) -> Interval:
        """Return how often one bot wins, out of the games that either of these two wins."""
        bounds = self.beats[one, other], self.beats_low[one, other], self.beats_high[one, other]
        return Interval(*map(float, bounds))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each bot."""
        return [bot.data() for bot in self.bots]

    def frame(self) -> Any:
        """Return the bots as a data frame of polars or pandas, whichever is installed."""
        return frame(self.rows())


def resampled(total: Deals, bots: int) -> tuple[Any, Any, Any]:
    """Return the sums over all deals, and over bootstrap resamples of the deals.

    Only how often each result came up matters, so a resample is one draw of these counts.
    """
    results = np.array(sorted(total.results), np.float64)
    counts = np.array([total.results[result] for result in sorted(total.results)])
    deals_played = int(counts.sum())
    chance = np.random.Generator(np.random.PCG64(deals_played))
    draws = chance.multinomial(deals_played, counts / deals_played, RESAMPLES)
    return counts @ results, draws @ results, deals_played


def interval(values: Any, drawn: Any, deals: int) -> tuple[Any, Any, Any]:
    """Return figures with the middle 95% of their resamples."""
    edge = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, [edge, 1 - edge], axis=0)
    return _widened(values, low, high, deals, LEVEL)


def _together(pairs: Any, drawn: Any, deals: int) -> tuple[Any, Any, Any]:
    """Return the shares of pairs with intervals that hold jointly (Bonferroni), from the spread of their resamples."""
    level = _level(len(pairs))
    values, half = _share_of_both(pairs), quantile(level) * drawn.std(0)
    low, high = np.maximum(values - half, 0), np.minimum(values + half, 1)
    nothing = pairs + pairs.T == 0
    values, low, high = _widened(values, low, high, deals, level)
    return values, np.where(nothing, 0, low), np.where(nothing, 1, high)


def _level(bots: int) -> float:
    """Return the level that each pair's interval needs for all of them to hold jointly."""
    return 1 - (1 - LEVEL) / (bots * (bots - 1) / 2)


def _widened(values: Any, low: Any, high: Any, deals: int, level: float) -> tuple[Any, Any, Any]:
    """Return intervals at least as wide as Wilson's where resampling is unreliable (few deals, or one bot won them all)."""
    wide = [share(float(value) * deals, deals, level) for value in values.flat]
    doubtful = (values == 0) | (values == 1) | (deals < FEW)
    low = np.where(doubtful, np.minimum(low, np.reshape([figure.low for figure in wide], values.shape)), low)
    high = np.where(doubtful, np.maximum(high, np.reshape([figure.high for figure in wide], values.shape)), high)
    return values, np.minimum(low, values), np.maximum(high, values)


def _share_of_both(pairs: Any) -> Any:
    """Return i's share of the wins of i and j, from pairs[…, i, j], the wins of i beside j; a half if neither has won."""
    both = pairs + np.swapaxes(pairs, -1, -2)
    return np.where(both > 0, pairs / np.where(both > 0, both, 1), 0.5)


def contest(study: Study, total: Deals, names: Sequence[str]) -> dict[str, Any]:
    """Return the figures of an arena from the results of its deals."""
    count, seats = len(names), study.seats
    sums, draws, deals_played = resampled(total, count)
    where, there = _seated(study)
    games = deals_played * there.sum(0)
    fair = deals_played * where.sum((0, 1)) / seats / games
    whole = parts_of_a_win(seats) * games
    shares, lows, highs = interval(sums[:count] / whole, draws[:, :count] / whole, deals_played)
    square = (-1, count, count)
    pairs = sums[count:].reshape(square)[0]
    drawn = _share_of_both(draws[:, count:].reshape(square))
    beats = _together(pairs, drawn, deals_played)
    bots = [
        Standing(name, Interval(float(shares[i]), float(lows[i]), float(highs[i])), float(fair[i]))
        for i, name in enumerate(names)
    ]
    return {
        "deals": deals_played,
        "bots": tuple(bots),
        "detectable": detectable(drawn.std(0), _level(count)),
        **dict(zip(("beats", "beats_low", "beats_high"), beats, strict=True)),
    }


def arena(
    game: str | Game,
    bots: Sequence[str],
    games: int = USUAL_GAMES,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | str = 0,
    *,
    stop_when_clear: bool = False,
    jobs: int | str = ALL,
    cluster: str | None = None,
    progress: Progress = SILENT,
    checkpoint: str | Path | None = None,
    resume: bool = False,
) -> Contest:
    """Let bots play each other: every deal is played once from every seating. Intervals are bootstrapped over the deals.

    Bots that sit at a table are slow. They play each deal only from the rotations of a table, in both directions, because more
    deals are worth more than more seatings. `games` is rounded up to whole deals. `stop_when_clear` ends the run as soon as one
    bot is better than each of the others by a sequential test. `checkpoint` and `resume` are those of `simulate`.
    """
    rules = game if isinstance(game, Game) else find_game(game)
    names = _checked_bots(bots)
    count = rules.checked_seats(_usual_seats(rules, len(names)) if seats is None else seats)
    orders = seatings(len(names), count)
    study = make_study(rules, count, tuple(bots), options, seed, orders)
    if not study.is_compiled and len(orders) > len(fewer := rotated_seatings(len(names), count)):
        orders, study = fewer, make_study(rules, count, tuple(bots), options, seed, fewer)
    number = -(-checked_games(games) // len(orders)) * len(orders)
    kept = checkpoint_writer("arena", (study,), number, seed, checkpoint, resume=resume, also=f"{stop_when_clear}")
    run = Run(jobs, cluster, progress, kept)
    start = time.perf_counter()
    clear = Clear(len(names))
    total = collected(
        run,
        partial(deals, study),
        Deals,
        number,
        study.piece,
        in_processes=not study.is_compiled,
        enough=lambda some: stop_when_clear and clear.add(some),
    )
    return Contest(
        game=rules.id,
        seats=count,
        house_rules=study.house_rules,
        seed=seed,
        seatings=len(orders),
        games=total.games,
        decisions=total.decisions,
        seconds=time.perf_counter() - start,
        asked_for=number,
        stopped_early=total.games < number,
        **contest(study, total, names),
    )


def _usual_seats(game: Game, bots: int) -> int:
    """Return one seat for each bot if the game allows it."""
    return min(max(bots, game.least_seats), game.most_seats)


def _checked_bots(bots: Sequence[str]) -> list[str]:
    """Return the names of the bots, numbered if one plays itself."""
    count = len(bots) if isinstance(bots, Sequence) and not isinstance(bots, str) else 1
    if not 2 <= count <= MOST_BOTS:
        raise ValueError(sentence("lab.refusal.arena", most=MOST_BOTS, given=count))
    names = [checked_player(name) for name in bots]
    return [f"{name} {names[: i + 1].count(name)}" if names.count(name) > 1 else name for i, name in enumerate(names)]
