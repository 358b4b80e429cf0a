"""The effect of a rule change: the same deals under several house rules, compared game by game."""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Game, find_game
from ..core.options import read_options
from ..core.sentence import quoted
from ..core.texts import sentence
from ..fast.tally import Observer
from .checkpoints import checkpoint_writer
from .figures import LEVEL, Histogram, Interval, Spread, detectable, mean, quantile
from .formats import settings
from .frames import frame, games_frame
from .measures import Measure, game_columns, measured, measures, narrow
from .players import ADVICE, players
from .progress import SILENT, Progress
from .runs import ALL, Run, collected
from .study import Study, base, checked_games, make_study

USUAL_GAMES = 20_000
MOST_VARIANTS = 64
FEWEST = 25
"""The fewest pairs of games that must differ before a difference is judged, because of the normal approximation."""


# ---- the same deals under all variants ------------------------------------------------------------------------------


@dataclass
class Contrast:
    """Sums over the games of all variants: of each measure, and of its difference between each pair of variants, game by game.

    `marks` are randomly weighted sums of those differences: measures with equal marks have the same differences in every game.
    """

    games: int
    decisions: int
    sums: Any
    squares: Any
    gaps: Any
    gap_squares: Any
    differing: Any
    marks: Any
    turns: list[Histogram]
    tables: list[list[Any]]

    def add(self, other: "Contrast") -> None:
        """Merge other games."""
        for name in ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for histogram, found in zip(self.turns, other.turns, strict=True):
            histogram.merge(found)
        for tables, more in zip(self.tables, other.tables, strict=True):
            tables += more

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays by name."""
        found = {name: np.array(getattr(self, name)) for name in ADDED}
        for v, histogram in enumerate(self.turns):
            found[f"turns {v}"] = histogram.array()
            if self.tables[v]:
                found[f"table {v}"] = np.concatenate(self.tables[v])
        return found

    @classmethod
    def from_arrays(cls, arrays: dict[str, Any]) -> "Contrast":
        """Return the sums that these arrays hold."""
        whole = {name: int(arrays[name]) for name in ("games", "decisions")}
        count = len(arrays["sums"])
        return cls(
            **{name: arrays[name] for name in ADDED} | whole,
            turns=[Histogram.from_array(arrays[f"turns {v}"]) for v in range(count)],
            tables=[[arrays[f"table {v}"]] if f"table {v}" in arrays else [] for v in range(count)],
        )


ADDED = ("games", "decisions", "sums", "squares", "gaps", "gap_squares", "differing", "marks")
"""The fields of a contrast that are added up."""
Pairs = tuple[tuple[int, int], ...]


def contrast(studies: tuple[Study, ...], pairs: Pairs, start: int, games: int, *, keep_games: bool = False) -> Contrast:
    """Play some games under the rules of every variant, and take the differences of these pairs of variants."""
    decisions, values, turns, tables = 0, [], [], []
    for study in studies:
        part = study.play(start, games)
        decisions += part.decisions
        values.append(measured(study, part.table))
        turns.append(Histogram())
        turns[-1].add(part.table[:, study.columns.index("turns")])
        tables.append([narrow(part.table)] if keep_games else [])
    weights = np.random.Generator(np.random.PCG64(start)).random(games)
    gaps = [values[after] - values[before] for before, after in pairs]
    return Contrast(
        games,
        decisions,
        np.stack([one.sum(0) for one in values]),
        np.stack([(one * one).sum(0) for one in values]),
        np.stack([gap.sum(0) for gap in gaps]),
        np.stack([(gap * gap).sum(0) for gap in gaps]),
        np.stack([(gap != 0).sum(0) for gap in gaps]),
        np.stack([weights @ gap for gap in gaps]),
        turns,
        tables,
    )


def different(total: Contrast) -> int:
    """Return how many distinct differences are examined, out of those that at least one game shows.

    Two measures that differ alike in every game, or exactly the other way round, count as one: with two seats, one loses what
    the other wins, and if seat 0 always begins, its wins are those of the starting seat.
    """
    return max(sum(_distinct(total, p) for p in range(len(total.marks))), 1)


def _distinct(total: Contrast, p: int) -> int:
    shown: list[tuple[float, ...]] = []
    for i in np.flatnonzero(total.differing[p]):
        mark = (total.differing[p, i], total.gap_squares[p, i], abs(total.gaps[p, i]), abs(total.marks[p, i]))
        if not any(np.allclose(mark, other, rtol=1e-9, atol=1e-9) for other in shown):
            shown.append(mark)
    return len(shown)


# ---- the result -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Difference:
    """One measure of one variant compared with the first: both means, and the mean difference with its interval.

    The intervals of all findings of a comparison hold jointly with 95% confidence; `seen` says whether this one excludes zero.
    `detectable` is the smallest change that a run of this size sees with a probability of 80%.
    """

    measure: Measure
    before: Interval
    after: Interval
    change: Interval
    differing: int
    seen: bool
    detectable: float

    @property
    def verdict(self) -> str:
        """Whether there is a difference: `yes`, `no` (none seen), `same` in every game, or `tooFew` games to judge."""
        if self.seen:
            return "yes"
        if self.differing == 0:
            return "same"
        return "tooFew" if self.change.low > 0 or self.change.high < 0 else "no"

    def data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {
            "measure": self.measure.name,
            "before": self.before.value,
            "after": self.after.value,
            **self.change.data("change"),
            "difference_seen": self.seen,
            "detectable": self.detectable,
        }


@dataclass(frozen=True)
class Variant:
    """One set of house rules: what is varied, its figures, and what differs from the first variant."""

    varied: dict[str, bool | int | str]
    means: dict[str, Interval]
    turns: Spread
    findings: tuple[Difference, ...]

    @property
    def name(self) -> str:
        """The varied house rules, in words."""
        return settings(self.varied)

    @property
    def seen(self) -> list[Difference]:
        """The differences whose intervals exclude zero."""
        return [finding for finding in self.findings if finding.seen]


@dataclass(frozen=True)
class Pair:
    """Two variants of which neither is the baseline, and what differs between them."""

    before: Variant
    after: Variant
    findings: tuple[Difference, ...]


@dataclass(frozen=True)
class Comparison:
    """The effect of rule changes. The first variant is the baseline; `pairs` are the others, if all pairs were asked for."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: int | str
    house_rules: dict[str, bool | int | str]
    games: int
    decisions: int
    seconds: float
    measures: tuple[Measure, ...]
    variants: tuple[Variant, ...]
    left_out: tuple[str, ...]
    comparisons: int
    pairs: tuple[Pair, ...] = ()
    kept: dict[str, Any] | None = field(default=None, repr=False)

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        return {
            "game": self.game,
            "seats": self.seats,
            "bots": list(self.bots),
            "seed": self.seed,
            "house_rules": self.house_rules,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "decisions_per_second": self.decisions / self.seconds if self.seconds else 0.0,
            "comparisons": self.comparisons,
            "left_out": list(self.left_out),
            "variants": [
                {
                    "name": variant.name,
                    "varied": variant.varied,
                    "means": {name: figure.data("mean") for name, figure in variant.means.items()},
                    "turns": variant.turns.data(),
                    "differences": [finding.data() for finding in variant.findings],
                }
                for variant in self.variants
            ],
            "pairs": [
                {
                    "before": pair.before.name,
                    "after": pair.after.name,
                    "differences": [finding.data() for finding in pair.findings],
                }
                for pair in self.pairs
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each pair of variants and each measure."""
        first = self.variants[0]
        pairs = [*(Pair(first, variant, variant.findings) for variant in self.variants[1:]), *self.pairs]
        return [
            {"baseline": pair.before.name, "variant": pair.after.name, **finding.data()}
            for pair in pairs
            for finding in pair.findings
        ]

    def frame(self) -> Any:
        """Return the differences as a data frame of polars or pandas, whichever is installed."""
        return frame(self.rows())

    def games_frame(self) -> Any:
        """Return one row per game and variant, as a data frame. The comparison must have been run with `keep_games`."""
        return games_frame(self.kept)


def variants(
    studies: tuple[Study, ...], varied: Sequence[str], pairs: Pairs, total: Contrast, level: float
) -> tuple[Variant, ...]:
    """Return the figures of all variants, each compared with the first."""
    listed = measures(studies[0])
    found = []
    for v, study in enumerate(studies):
        means = {m.name: mean(total.sums[v, i], total.squares[v, i], total.games) for i, m in enumerate(listed)}
        rules = study.house_rules
        found.append(
            Variant(
                {name: rules[name] for name in varied},
                means,
                total.turns[v].spread(),
                findings(total, pairs, (0, v), listed, level) if v else (),
            )
        )
    return tuple(found)


def findings(
    total: Contrast, pairs: Pairs, pair: tuple[int, int], listed: Sequence[Measure], level: float
) -> tuple[Difference, ...]:
    """Return all differences between two variants, with intervals at this level."""
    p, (before, after) = pairs.index(pair), pair
    found = []
    for i, measure in enumerate(listed):
        change = mean(total.gaps[p, i], total.gap_squares[p, i], total.games, level)
        differing = int(total.differing[p, i])
        found.append(
            Difference(
                measure,
                mean(total.sums[before, i], total.squares[before, i], total.games),
                mean(total.sums[after, i], total.squares[after, i], total.games),
                change,
                differing,
                bool(differing >= FEWEST and (change.low > 0 or change.high < 0)),
                detectable((change.high - change.value) / quantile(level), level),
            )
        )
    return tuple(found)


# ---- comparing ------------------------------------------------------------------------------------------------------


def grid(game: Game, vary: Mapping[str, Sequence[object]]) -> list[dict[str, object]]:
    """Return all combinations of option values, beginning with the first values, or raise a ValueError with a sentence."""
    if not isinstance(vary, Mapping) or not vary or not all(_is_list(values) for values in vary.values()):
        raise ValueError(sentence("lab.refusal.nothingVaried"))
    for name, values in vary.items():
        _check_values(game, name, values)
    count = math.prod(len(values) for values in vary.values())
    if count == 1:
        name, given = next((name, values[0]) for name, values in vary.items())
        raise ValueError(sentence("lab.refusal.oneVariant", name=name, values=f"{given},…"))
    if count > MOST_VARIANTS:
        raise ValueError(sentence("lab.refusal.variants", most=MOST_VARIANTS, given=count))
    return [dict(zip(vary, values, strict=True)) for values in product(*vary.values())]


def _is_list(values: object) -> bool:
    """Whether the values come as a list, which has an order: the first one is the baseline."""
    return isinstance(values, Sequence) and not isinstance(values, str) and len(values) > 0


def _check_values(game: Game, name: str, values: Sequence[object]) -> None:
    """Refuse unknown house rules, invalid values, and values named twice in any form."""
    if name not in game.options:
        read_options(game.options, {name: values[0]})
    numbers = [game.options[name].read(name, value) for value in values]
    if len(set(numbers)) < len(numbers):
        raise ValueError(sentence("lab.refusal.valueTwice", name=name))


def _studies(
    game: Game, seats: int, bots: tuple[str, ...], options: Mapping[str, object], seed: int | str, **rest: Any
) -> tuple[list[Study], list[str]]:
    """Return a study for each playable combination of the grid, and sentences about those that clash."""
    found, left_out = [], []
    for number, chosen in enumerate(rest["combinations"]):
        try:
            found.append(make_study(game, seats, bots, {**options, **chosen}, seed, observers=rest["observers"]))
        except ValueError as error:
            if number == 0:  # the baseline must be playable; others can only clash, since each value is valid by itself
                raise
            left_out.append(f"{settings(chosen)}: {error}")
    return found, left_out


def compare(
    game: str | Game,
    vary: Mapping[str, Sequence[object]],
    games: int = USUAL_GAMES,
    seats: int | None = None,
    bots: str | Sequence[str] = ADVICE,
    options: Mapping[str, object] | None = None,
    seed: int | str = 0,
    *,
    same_deals: bool = True,
    jobs: int | str = ALL,
    cluster: str | None = None,
    observers: Sequence[Observer] = (),
    progress: Progress = SILENT,
    all_pairs: bool = False,
    keep_games: bool = False,
    checkpoint: str | Path | None = None,
    resume: bool = False,
) -> Comparison:
    """Play the same deals under several house rules and report what changes. The first value of each is the baseline.

    Differences are taken game by game, and their intervals hold jointly with 95% confidence. `games` is per variant.
    `all_pairs` compares every pair of variants. `keep_games`, `checkpoint` and `resume` are those of `simulate`.
    """
    rules = game if isinstance(game, Game) else find_game(game)
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    chosen, fixed = grid(rules, vary), options or {}
    if not isinstance(fixed, Mapping):
        raise ValueError(sentence("refusal.options", given=quoted(fixed)))
    doubled = sorted(fixed.keys() & vary.keys())
    if doubled:
        raise ValueError(sentence("lab.refusal.fixedAndVaried", name=doubled[0]))
    line_up, number = players(bots, count), checked_games(games)
    found, left_out = _studies(rules, count, line_up, fixed, seed, combinations=chosen, observers=observers)
    if len(found) < 2:
        raise ValueError(sentence("lab.refusal.nothingLeft", why=left_out[0]))
    studies = tuple(found if same_deals else _apart(found, seed))
    pairs = tuple(combinations(range(len(studies)), 2)) if all_pairs else tuple((0, v) for v in range(1, len(studies)))
    kept = checkpoint_writer("compare", studies, number, seed, checkpoint, resume=resume, also=f"{all_pairs} {keep_games}")
    run = Run(jobs, cluster, progress, kept)
    start = time.perf_counter()
    task = partial(contrast, studies, pairs, keep_games=keep_games)
    in_processes = not all(study.is_compiled for study in studies)
    total = collected(run, task, Contrast, number, studies[0].piece, in_processes=in_processes, times=len(studies))
    listed = measures(studies[0])
    examined = different(total)
    level = 1 - (1 - LEVEL) / examined  # all intervals hold jointly (Bonferroni)
    compared = variants(studies, tuple(vary), pairs, total, level)
    return Comparison(
        game=rules.id,
        seats=count,
        bots=line_up,
        seed=seed,
        house_rules={name: value for name, value in studies[0].house_rules.items() if name not in vary},
        games=number,
        decisions=total.decisions,
        seconds=time.perf_counter() - start,
        measures=tuple(listed),
        variants=compared,
        left_out=tuple(left_out),
        comparisons=examined,
        pairs=tuple(Pair(compared[a], compared[b], findings(total, pairs, (a, b), listed, level)) for a, b in pairs if a),
        kept=_kept(studies, compared, total) if keep_games else None,
    )


def _kept(studies: tuple[Study, ...], compared: Sequence[Variant], total: Contrast) -> dict[str, Any]:
    """Return the games of all variants, one variant after another, with the name of each game's variant."""
    each = []
    for v, study in enumerate(studies):
        found = game_columns(study, np.concatenate(total.tables[v]))
        each.append({"variant": np.full(total.games, compared[v].name), **found})
    return {name: np.concatenate([columns[name] for columns in each]) for name in each[0]}


def _apart(studies: list[Study], seed: int | str) -> list[Study]:
    """Return the same studies on separate deals."""
    return [replace(study, seed=base(f"{seed} {number}")) for number, study in enumerate(studies)]


__all__ = ["Comparison", "compare"]
