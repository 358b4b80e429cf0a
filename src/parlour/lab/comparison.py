"""The effect of a rule change: the same deals under several house rules, compared game by game."""

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import numpy as np

from ..core.game import Game, find_game
from ..core.options import read_options
from ..core.sentence import quoted
from ..core.texts import sentence, text
from ..fast.observers import STANDARD, Comebacks, Endings, Events, Length
from ..fast.tally import Observer
from .figures import LEVEL, Histogram, Interval, Spread, mean
from .formats import called, settings
from .frames import frame
from .players import ADVICE, players
from .progress import SILENT, Progress
from .runs import ALL, Run, collected
from .study import Study, base, checked_games, make_study

USUAL_GAMES = 20_000
MOST_VARIANTS = 64
FEWEST = 25
"""How many pairs of games must differ before a difference is judged: the normal approximation needs enough of them."""


# ---- what is measured -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that each game has. `kind`: share (0 to 1 of a game), length, count (of an event), or a user's own."""

    name: str
    label: str
    kind: str


def measures(study: Study) -> list[Measure]:
    """Return what is compared, in the order of the columns of `measured`."""
    game = study.game
    own = [name for observer in study.observers[len(STANDARD) :] for name in observer.columns(game)]
    shares = (*Endings().columns(game), *Comebacks().columns(game))
    return [
        *(Measure(f"win_{seat}", _wins_of(study, seat), "share") for seat in range(study.seats)),
        Measure("first_seat", text("lab.measure.first_seat"), "share"),
        *(Measure(name, text(f"lab.measure.{name}"), "length") for name in Length().columns(game)),
        *(Measure(name, text(f"lab.measure.{name}"), "share") for name in shares),
        *(Measure(name, called(name), "count") for name in Events().columns(game)),
        *(Measure(name, called(name), "own") for name in own),
    ]


def _wins_of(study: Study, seat: int) -> str:
    """Return the label for the wins of a seat, with its bot if the bots differ."""
    if len(set(study.bots)) == 1:
        return text("lab.measure.win", seat=seat)
    return text("lab.measure.winOf", seat=seat, bot=study.bots[seat])


def measured(study: Study, table: Any) -> Any:
    """Return the numbers of each game, as a table of floats."""
    columns = {name: i for i, name in enumerate(study.columns)}
    winners, first = table[:, columns["winners"]], table[:, columns["first"]]
    each = 1 / np.maximum(np.bitwise_count(winners), 1)
    won = (winners[:, None] >> np.arange(study.seats) & 1) * each[:, None]
    others = [columns[measure.name] for measure in measures(study)[study.seats + 1 :]]
    return np.concatenate([won, ((winners >> first & 1) * each)[:, None], table[:, others]], axis=1)


# ---- played side by side --------------------------------------------------------------------------------------------


@dataclass
class Contrast:
    """Sums over the games of all variants: of the numbers, and of the differences from the first variant, game by game."""

    games: int
    decisions: int
    sums: Any
    squares: Any
    gaps: Any
    gap_squares: Any
    differing: Any
    turns: list[Histogram]

    def add(self, other: "Contrast") -> None:
        """Merge other games."""
        for name in ("games", "decisions", "sums", "squares", "gaps", "gap_squares", "differing"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for histogram, found in zip(self.turns, other.turns, strict=True):
            histogram.merge(found)


def contrast(studies: tuple[Study, ...], start: int, games: int) -> Contrast:
    """Play some games under the rules of every variant."""
    decisions, tables, turns = 0, [], []
    for study in studies:
        part = study.play(start, games)
        decisions += part.decisions
        tables.append(measured(study, part.table))
        turns.append(Histogram())
        turns[-1].add(part.table[:, study.columns.index("turns")])
    values = np.stack(tables)
    gaps = values[1:] - values[0]
    return Contrast(
        games,
        decisions,
        values.sum(1),
        (values * values).sum(1),
        gaps.sum(1),
        (gaps * gaps).sum(1),
        (gaps != 0).sum(1),
        turns,
    )


# ---- the result -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Finding:
    """One measure of one variant compared with the first: both means, and the mean difference with its interval.

    The intervals of all findings of a comparison hold jointly with 95% confidence; `seen` says whether this one excludes zero.
    """

    measure: Measure
    before: Interval
    after: Interval
    change: Interval
    differing: int
    seen: bool

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
        }


@dataclass(frozen=True)
class Variant:
    """One set of house rules: what is varied, its figures, and what differs from the first variant."""

    varied: dict[str, bool | int | str]
    means: dict[str, Interval]
    turns: Spread
    findings: tuple[Finding, ...]

    @property
    def name(self) -> str:
        """The varied house rules, in words."""
        return settings(self.varied)

    @property
    def seen(self) -> list[Finding]:
        """The differences that chance does not explain."""
        return [finding for finding in self.findings if finding.seen]


@dataclass(frozen=True)
class Comparison:
    """The effect of rule changes. The first variant is the baseline."""

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
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each variant and measure."""
        return [{"variant": variant.name, **finding.data()} for variant in self.variants[1:] for finding in variant.findings]

    def frame(self) -> Any:
        """The differences as a data frame of polars or pandas, whichever is installed."""
        return frame(self.rows())


def variants(studies: tuple[Study, ...], varied: Sequence[str], total: Contrast) -> tuple[Variant, ...]:
    """Return the figures of all variants."""
    listed = measures(studies[0])
    count = (len(studies) - 1) * len(listed)
    found = []
    for v, study in enumerate(studies):
        means = {m.name: mean(total.sums[v, i], total.squares[v, i], total.games) for i, m in enumerate(listed)}
        rules = study.house_rules
        found.append(
            Variant(
                {name: rules[name] for name in varied},
                means,
                total.turns[v].spread(),
                tuple(_finding(total, v, i, m, count) for i, m in enumerate(listed)) if v else (),
            )
        )
    return tuple(found)


def _finding(total: Contrast, v: int, i: int, measure: Measure, count: int) -> Finding:
    """Return one difference. Each of `count` intervals is wide enough that all hold jointly (Bonferroni)."""
    change = mean(total.gaps[v - 1, i], total.gap_squares[v - 1, i], total.games, 1 - (1 - LEVEL) / count)
    differing = int(total.differing[v - 1, i])
    return Finding(
        measure,
        mean(total.sums[0, i], total.squares[0, i], total.games),
        mean(total.sums[v, i], total.squares[v, i], total.games),
        change,
        differing,
        bool(differing >= FEWEST and (change.low > 0 or change.high < 0)),
    )


# ---- comparing ------------------------------------------------------------------------------------------------------


def grid(game: Game, vary: Mapping[str, Sequence[object]]) -> list[dict[str, object]]:
    """Return all combinations of option values, the first of each first, or raise a ValueError that says what is wrong."""
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
    """Whether values are given one by one, in an order: the first is the baseline."""
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
            if number == 0:  # the baseline; each value is valid on its own, so that others can only clash
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
) -> Comparison:
    """Play the same deals under several house rules and report what changes. The first value of each is the baseline.

    Differences are taken game by game, and their intervals hold jointly with 95% confidence. `games` is per variant.
    """
    rules = game if isinstance(game, Game) else find_game(game)
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    combinations, fixed = grid(rules, vary), options or {}
    if not isinstance(fixed, Mapping):
        raise ValueError(sentence("refusal.options", given=quoted(fixed)))
    doubled = sorted(fixed.keys() & vary.keys())
    if doubled:
        raise ValueError(sentence("lab.refusal.fixedAndVaried", name=doubled[0]))
    line_up, number = players(bots, count), checked_games(games)
    found, left_out = _studies(rules, count, line_up, fixed, seed, combinations=combinations, observers=observers)
    if len(found) < 2:
        raise ValueError(sentence("lab.refusal.nothingLeft", why=left_out[0]))
    studies = tuple(found if same_deals else _apart(found, seed))
    run = Run(jobs, cluster, progress)
    start = time.perf_counter()
    task = partial(contrast, studies)
    compiled = all(study.is_compiled for study in studies)
    total = collected(run.results(task, number, studies[0].piece, in_processes=not compiled, times=len(studies)))
    return Comparison(
        game=rules.id,
        seats=count,
        bots=line_up,
        seed=seed,
        house_rules={name: value for name, value in studies[0].house_rules.items() if name not in vary},
        games=number,
        decisions=total.decisions,
        seconds=time.perf_counter() - start,
        measures=tuple(measures(studies[0])),
        variants=variants(studies, tuple(vary), total),
        left_out=tuple(left_out),
        comparisons=(len(studies) - 1) * len(measures(studies[0])),
    )


def _apart(studies: list[Study], seed: int | str) -> list[Study]:
    """Return the same studies on separate deals."""
    return [replace(study, seed=base(f"{seed} {number}")) for number, study in enumerate(studies)]


__all__ = ["Comparison", "compare"]
