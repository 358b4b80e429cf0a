"""Skill and luck: how much of a game's result depends on who plays better, and how many games it takes until that shows.

Two bots play every deal from several seatings, so both of them get the same cards.
"""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import NormalDist
from typing import Any

import numpy as np

from ..core.game import Game, find_game
from ..core.texts import sentence
from .checkpoints import checkpoint_writer
from .contests import parts_of_a_win, rotated_seatings
from .figures import LEVEL, Interval
from .players import checked_player
from .progress import SILENT, Progress
from .runs import ALL, Run, collected
from .study import Study, checked_games, make_study

USUAL_GAMES = 2000
USUAL_BOTS = ("skilled", "casual")
RESAMPLES = 1000
AHEAD = 0.95
"""The probability with which the better bot must be ahead."""
MOST_EXACT = 4000
"""Up to this many games the probability is computed exactly, beyond it by the normal approximation."""
FEWEST_DEALS = 30


@dataclass
class Bouts:
    """The results of deals: how often each result came up, as the set of winners in each seating."""

    games: int
    decisions: int
    results: dict[tuple[int, ...], int]

    def add(self, other: "Bouts") -> None:
        """Merge the results of other deals."""
        self.games += other.games
        self.decisions += other.decisions
        for result, count in other.results.items():
            self.results[result] = self.results.get(result, 0) + count

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays by name."""
        results, counts = self.table()
        return {"results": results, "counts": counts, "played": [self.games, self.decisions]}

    def table(self) -> tuple[Any, Any]:
        """Return the different results in a fixed order, and how often each came up."""
        found = sorted(self.results.items())
        return np.array([result for result, _ in found], np.int64), np.array([count for _, count in found])

    @classmethod
    def from_arrays(cls, arrays: dict[str, Any]) -> "Bouts":
        """Return the results that these arrays hold."""
        games, decisions = map(int, arrays["played"])
        results = map(tuple, arrays["results"].tolist())
        return cls(games, decisions, dict(zip(results, arrays["counts"].tolist(), strict=True)))


def bouts(study: Study, start: int, games: int) -> Bouts:
    """Play whole deals, every seating of each, and count the results."""
    part = study.play(start, games)
    winners = part.table[:, study.columns.index("winners")].reshape(-1, len(study.seatings))
    found, counts = np.unique(winners, axis=0, return_counts=True)
    counted = zip(map(tuple, found.tolist()), counts.tolist(), strict=True)
    return Bouts(games, part.decisions, dict(counted))


# ---- how many games it takes ----------------------------------------------------------------------------------------


def games_until_ahead(values: Sequence[int], chances: Sequence[float]) -> float:
    """Return the number of games after which the sum of their values is, and stays, positive with a probability of 95%.

    A game is worth one of `values` with these probabilities. The result is infinite if the mean is not positive.
    """
    worth, odds = np.array(values, float), np.array(chances, float)
    middle = float(worth @ odds)
    deviation = math.sqrt(max(float(worth**2 @ odds) - middle**2, 0.0))
    if middle <= 0:
        return math.inf
    about = (NormalDist().inv_cdf(AHEAD) * deviation / middle) ** 2
    if about > MOST_EXACT:
        return math.ceil(about)
    least = int(min(values))
    pmf = np.zeros(int(max(values)) - least + 1)
    np.add.at(pmf, np.array(values, int) - least, odds)

    def is_ahead(games: int) -> bool:
        """Whether the sum is positive often enough after this many games and after one more: an even number may be a tie."""
        return all(chance_of_lead(pmf, least, count) >= AHEAD for count in (games, games + 1))

    high = max(int(about), 1)
    while not is_ahead(high):
        high *= 2
    low = 0
    while high - low > 1:
        between = (low + high) // 2
        low, high = (low, between) if is_ahead(between) else (between, high)
    return high


def chance_of_lead(pmf: Any, least: int, games: int) -> float:
    """Return the probability that this many games have a positive sum; `pmf` has the probabilities of `least` and above."""
    size = (len(pmf) - 1) * games + 1
    width = 1 << size.bit_length()
    total = np.fft.irfft(np.fft.rfft(pmf, width) ** games, width)[:size]
    return float(total[max(1 - least * games, 0) :].sum())


# ---- what decides a game --------------------------------------------------------------------------------------------


def explained(won: Any, entries: Any, counts: Any) -> tuple[float, float, float]:
    """Return the shares of the variance of winning that follow from the bot, from the seat, and from the deal.

    `won[k, m, s]` is seat s's part of the win in seating m of the k-th result, which came up `counts[k]` times; `entries[m, s]`
    is the bot there. What a seat wins beyond its bot's mean in one seating, and wins again on the same deal in another seating,
    is attributed to the deal or the seat.
    """
    chances = counts / counts.sum()
    middle = np.tensordot(chances, won, 1)
    by_bot = np.array([middle[entries == bot].mean() for bot in range(entries.max() + 1)])
    overall = float(middle.mean())
    total = float(np.tensordot(chances, (won - overall) ** 2, 1).mean())
    if total == 0:
        return 0.0, 0.0, 0.0
    skill = float(((by_bot[entries] - overall) ** 2).mean())
    rest = won - by_bot[entries]
    seatings = entries.shape[0]
    both = (rest.sum(1) ** 2 - (rest**2).sum(1)) / (seatings * (seatings - 1))
    common = float((chances @ both).mean())
    seat = float((np.tensordot(chances, rest, 1).mean(0) ** 2).mean())
    return skill / total, seat / total, (common - seat) / total


# ---- the result -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Skill:
    """The extent to which skill decides a game between two bots, with 95% intervals.

    `share` is the part of all wins that the better bot's seats took. `games_needed` says after how many games it is ahead with
    a probability of 95%; its upper bound is infinite if this run does not show that it is better. `skill`, `seat` and `deal`
    are shares of the variance of winning; the rest depends on how the game went.
    """

    game: str
    seats: int
    house_rules: dict[str, bool | int | str]
    better: str
    other: str
    seed: int | str
    deals: int
    seatings: int
    games: int
    decisions: int
    seconds: float
    share: Interval
    games_needed: Interval
    skill: Interval
    seat: Interval
    deal: Interval

    @property
    def is_clear(self) -> bool:
        """Whether this run shows that one bot is better."""
        return math.isfinite(self.games_needed.high)

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON; an infinite number is null."""
        needed = {name: value if math.isfinite(value) else None for name, value in self.games_needed.data("games").items()}
        return {
            "game": self.game,
            "seats": self.seats,
            "house_rules": self.house_rules,
            "better": self.better,
            "other": self.other,
            "seed": self.seed,
            "deals": self.deals,
            "seatings": self.seatings,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "difference_seen": self.is_clear,
            "share": self.share.data("share"),
            "games_needed": needed,
            **{name: figure.data("share") for name, figure in self._parts().items()},
        }

    def _parts(self) -> dict[str, Interval]:
        return {"skill": self.skill, "seat": self.seat, "deal": self.deal}

    def rows(self) -> list[dict[str, Any]]:
        """Return the figures as rows."""
        figures = {"share": self.share, "games_needed": self.games_needed, **self._parts()}
        return [{"figure": name, **figure.data()} for name, figure in figures.items()]


def figures(study: Study, total: Bouts) -> dict[str, Any]:
    """Return the figures of a study of two bots, with intervals from a bootstrap over the deals."""
    results, counts = total.table()
    entries = np.array(study.seatings)
    parts = parts_of_a_win(study.seats)
    won = (results[:, :, None] >> np.arange(study.seats) & 1) * parts // np.maximum(np.bitwise_count(results), 1)[:, :, None]
    gaps = (won * np.where(entries == 0, 1, -1)).sum(2)
    if counts @ gaps.sum(1) < 0:
        gaps, entries = -gaps, 1 - entries
    deals = int(counts.sum())
    draws = np.random.Generator(np.random.PCG64(deals)).multinomial(deals, counts / deals, RESAMPLES)
    means, squares = draws @ gaps.mean(1) / deals, draws @ (gaps**2).mean(1) / deals
    lead = means / np.sqrt(np.maximum(squares - means**2, 1e-12))
    low, high = _ends(lead)
    shares = (0.5 + draws @ gaps.mean(1) / (2 * parts * deals), 0.5 + float(counts @ gaps.mean(1)) / (2 * parts * deals))
    ours = explained(won / parts, entries, counts)
    drawn = np.array([explained(won / parts, entries, draw) for draw in draws[:: RESAMPLES // 200]])
    return {
        "is_swapped": bool(entries[0, 0] != study.seatings[0][0]),
        "deals": deals,
        "share": _interval(shares[1], shares[0]),
        "games_needed": Interval(
            _needed(gaps, counts), _needed(gaps, draws[high]), math.inf if deals < FEWEST_DEALS else _needed(gaps, draws[low])
        ),
        **{name: _interval(ours[i], drawn[:, i]) for i, name in enumerate(("skill", "seat", "deal"))},
    }


def _ends(values: Any) -> tuple[int, int]:
    """Return the indices of the resamples at the two ends of the middle 95%."""
    order, edge = np.argsort(values, kind="stable"), (1 - LEVEL) / 2
    return int(order[math.floor(edge * (len(values) - 1))]), int(order[math.ceil((1 - edge) * (len(values) - 1))])


def _interval(value: float, drawn: Any) -> Interval:
    edge = (1 - LEVEL) / 2
    low, high = np.quantile(drawn, [edge, 1 - edge])
    return Interval(float(value), min(float(low), float(value)), max(float(high), float(value)))


def _needed(gaps: Any, counts: Any) -> float:
    """Return how many games it takes to be ahead, given how often each result came up."""
    values, places = np.unique(gaps, return_inverse=True)
    weights = np.bincount(places.reshape(-1), np.repeat(counts, gaps.shape[1]).astype(float))
    divisor = math.gcd(*map(int, values)) or 1
    return games_until_ahead([int(value) // divisor for value in values], list(weights / weights.sum()))


def skill(
    game: str | Game,
    bots: Sequence[str] = USUAL_BOTS,
    games: int = USUAL_GAMES,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int | str = 0,
    *,
    jobs: int | str = ALL,
    cluster: str | None = None,
    progress: Progress = SILENT,
    checkpoint: str | Path | None = None,
    resume: bool = False,
) -> Skill:
    """Report after how many games the better of two bots is ahead, and what else decides a game, under any house rules.

    Without `seats`, there are as few as the game allows; the two bots share them as evenly as possible. `games` is
    rounded up to whole deals, each played from every seating. `checkpoint` and `resume` are those of `simulate`.
    """
    rules = game if isinstance(game, Game) else find_game(game)
    if not isinstance(bots, Sequence) or isinstance(bots, str) or len(bots) != 2 or bots[0] == bots[1]:
        raise ValueError(sentence("lab.refusal.twoBots"))
    names = [checked_player(name) for name in bots]
    count = rules.checked_seats(rules.least_seats if seats is None else seats)
    orders = rotated_seatings(2, count)
    study = make_study(rules, count, tuple(bots), options, seed, orders)
    number = -(-checked_games(games) // len(orders)) * len(orders)
    run = Run(jobs, cluster, progress, checkpoint_writer("skill", (study,), number, seed, checkpoint, resume=resume))
    start = time.perf_counter()
    total = collected(run, partial(bouts, study), Bouts, number, study.piece, in_processes=not study.is_compiled)
    found = figures(study, total)
    better, other = reversed(names) if found.pop("is_swapped") else names
    return Skill(
        game=rules.id,
        seats=count,
        house_rules=study.house_rules,
        better=better,
        other=other,
        seed=seed,
        seatings=len(orders),
        games=total.games,
        decisions=total.decisions,
        seconds=time.perf_counter() - start,
        **found,
    )


__all__ = ["Skill", "skill"]
