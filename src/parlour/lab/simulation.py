"""Many games with the same settings, and their statistics."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from ..core.game import Game, find_game
from ..core.sentence import Invalid
from ..core.texts import listed, sentence
from ..fast import gpu
from ..fast.matches import Results, shared_wins
from ..fast.observers import Comebacks, Endings, Events, Length, Winners
from ..fast.tally import Observer
from .checkpoints import checkpoint_writer
from .figures import Histogram, Interval, Spread, mean, share
from .frames import frame, games_frame
from .measures import choices, forced, game_columns, narrow, own_columns, recorded, seconds
from .players import ADVICE, RULES, players
from .progress import SILENT, Progress
from .runs import ALL, Run, Source, collected
from .study import Study, checked_games, make_study

USUAL_GAMES = 100_000
SECONDS = "seconds"


@dataclass
class Summary:
    """The data collected from any number of games: sums by column, and histograms where percentiles are needed.

    `means` are the sums of `choices` and `forced`, and of their squares. `tables` has the numbers of each game if asked for.
    """

    games: int
    decisions: int
    wins: Any
    sums: Any
    squares: Any
    games_with: Any
    first_wins: Any
    means: Any
    histograms: dict[str, Histogram] = field(default_factory=dict)
    tables: list[Any] = field(default_factory=list)

    def add(self, other: "Summary") -> None:
        """Merge the results of other games."""
        for name in ADDED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name, histogram in other.histograms.items():
            self.histograms.setdefault(name, Histogram()).merge(histogram)
        self.tables += other.tables

    def arrays(self) -> dict[str, Any]:
        """Return everything as arrays by name."""
        found = {name: np.array(getattr(self, name)) for name in ADDED}
        found |= {f"{HISTOGRAM}{name}": histogram.array() for name, histogram in self.histograms.items()}
        return found | ({"table": np.concatenate(self.tables)} if self.tables else {})

    @classmethod
    def from_arrays(cls, arrays: dict[str, Any]) -> "Summary":
        """Return the summary that these arrays hold."""
        whole = {name: int(arrays[name]) for name in ("games", "decisions")}
        histograms = {
            name.removeprefix(HISTOGRAM): Histogram.from_array(array)
            for name, array in arrays.items()
            if name.startswith(HISTOGRAM)
        }
        tables = [arrays["table"]] if "table" in arrays else []
        return cls(**{name: arrays[name] for name in ADDED} | whole, histograms=histograms, tables=tables)


ADDED = ("games", "decisions", "wins", "sums", "squares", "games_with", "first_wins", "means")
"""The fields of a summary that are added up."""
HISTOGRAM = "histogram "


def summary(study: Study, start: int, games: int, *, interpreted: bool = False, keep_games: bool = False) -> Summary:
    """Play some games and sum them up."""
    return summed_up(study, study.play(start, games, interpreted=interpreted), keep_games=keep_games)


def summed_up(study: Study, part: Results, *, keep_games: bool) -> Summary:
    """Sum up the results of some games."""
    seen = recorded(study, part.table)
    counted = {name: seen[name] for name in (*Length().columns(study.game), *own_columns(study))} | {SECONDS: seconds(seen)}
    histograms = {name: Histogram() for name in counted}
    for name, histogram in histograms.items():
        histogram.add(counted[name])
    how_many = np.bitwise_count(seen["winners"])
    first_wins = np.bincount(how_many[seen["winners"] >> seen["first"] & 1 == 1], minlength=study.seats + 1)
    rates = np.stack([choices(seen), forced(seen)])
    sums, squares, games_with = part.totals
    return Summary(
        part.games,
        part.decisions,
        part.wins,
        sums,
        squares,
        games_with,
        first_wins,
        np.stack([rates.sum(1), (rates * rates).sum(1)]),
        histograms,
        [narrow(part.table)] if keep_games else [],
    )


# ---- the result -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Frequency:
    """How often something happened: times per game, and the share of games in which it did."""

    per_game: Interval
    games: Interval

    def data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        return {**self.per_game.data("per_game"), "share_of_games": self.games.value}


@dataclass(frozen=True)
class Simulation:
    """The statistics of many games. Arrays are NumPy's; a win of k seats counts 1/k for each of them."""

    game: str
    seats: int
    house_rules: dict[str, bool | int | str]
    bots: tuple[str, ...]
    seed: int | str
    games: int
    decisions: int
    seconds: float
    wins: Any
    shares: Any
    lows: Any
    highs: Any
    turns: Spread
    decisions_per_game: Spread
    endings: dict[str, Interval]
    first_seat: Interval
    comebacks: dict[str, Interval]
    events: dict[str, Frequency]
    observed: dict[str, Spread]
    choices: Interval
    forced: Interval
    minutes: Spread
    kept: dict[str, Any] | None = field(default=None, repr=False)

    @property
    def decisions_per_second(self) -> float:
        """The speed of this run."""
        return self.decisions / self.seconds if self.seconds else 0.0

    def data(self) -> dict[str, Any]:
        """Return everything as plain data for JSON."""
        seats = [
            {"seat": seat, "bot": self.bots[seat], "share": float(self.shares[seat])}
            | {"low": float(self.lows[seat]), "high": float(self.highs[seat])}
            for seat in range(self.seats)
        ]
        return {
            "game": self.game,
            "seats": self.seats,
            "house_rules": self.house_rules,
            "bots": list(self.bots),
            "seed": self.seed,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "decisions_per_second": self.decisions_per_second,
            "wins": [float(wins) for wins in self.wins],
            "win_shares": seats,
            "turns": self.turns.data(),
            "decisions_per_game": self.decisions_per_game.data(),
            "choices": self.choices.data("mean"),
            "forced": self.forced.data("mean"),
            "minutes": self.minutes.data(),
            **{name: figure.data("share") for name, figure in self.endings.items()},
            "first_seat": {**self.first_seat.data("share"), "fair": 1 / self.seats},
            **{name: figure.data("share") for name, figure in self.comebacks.items()},
            "events": {name: event.data() for name, event in self.events.items()},
            "observed": {name: spread.data() for name, spread in self.observed.items()},
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the figures as rows, each with its name, its seat if it has one, the value and its interval."""

        def row(what: str, figure: Interval, seat: int | None = None) -> dict[str, Any]:
            return {"figure": what, "seat": seat, **figure.data()}

        return [
            *(
                row("win_share", Interval(*map(float, (self.shares[i], self.lows[i], self.highs[i]))), i)
                for i in range(self.seats)
            ),
            row("turns", self.turns.mean),
            row("decisions", self.decisions_per_game.mean),
            row("minutes", self.minutes.mean),
            row("choices", self.choices),
            row("forced", self.forced),
            *(row(name, figure) for name, figure in self.endings.items()),
            row("first_seat", self.first_seat),
            *(row(name, figure) for name, figure in self.comebacks.items()),
            *(row(name, event.per_game) for name, event in self.events.items()),
            *(row(name, spread.mean) for name, spread in self.observed.items()),
        ]

    def frame(self) -> Any:
        """Return the figures as a data frame of polars or pandas, whichever is installed."""
        return frame(self.rows())

    def games_frame(self) -> Any:
        """Return one row per game, as a data frame of polars or pandas. The simulation must have been run with `keep_games`."""
        return games_frame(self.kept)


def result(study: Study, found: Summary, seed: int | str, seconds: float) -> Simulation:
    """Compute the figures from the sums."""
    game, games = study.game, found.games
    columns = {name: i for i, name in enumerate(study.columns)}

    def portion(name: str) -> Interval:
        return share(int(found.games_with[columns[name]]), games)

    def frequency(name: str) -> Frequency:
        i = columns[name]
        return Frequency(mean(int(found.sums[i]), int(found.squares[i]), games), portion(name))

    wins = shared_wins(found.wins)
    shares = [share(float(won), games) for won in wins]
    first = sum(int(found.first_wins[k]) / k for k in range(1, study.seats + 1))
    return Simulation(
        game=game.id,
        seats=study.seats,
        house_rules=study.house_rules,
        bots=study.bots,
        seed=seed,
        games=games,
        decisions=found.decisions,
        seconds=seconds,
        wins=wins,
        shares=np.array([figure.value for figure in shares]),
        lows=np.array([figure.low for figure in shares]),
        highs=np.array([figure.high for figure in shares]),
        turns=found.histograms["turns"].spread(),
        decisions_per_game=found.histograms["decisions"].spread(),
        endings={name: portion(name) for name in Endings().columns(game)},
        first_seat=share(first, games),
        comebacks={name: portion(name) for name in Comebacks().columns(game)},
        events={name: frequency(name) for name in Events().columns(game)},
        observed={name: found.histograms[name].spread() for name in own_columns(study)},
        choices=mean(found.means[0, 0], found.means[1, 0], games),
        forced=mean(found.means[0, 1], found.means[1, 1], games),
        minutes=found.histograms[SECONDS].spread(60),
        kept=game_columns(study, np.concatenate(found.tables)) if found.tables else None,
    )


def on_gpu(study: Study, games: int, *, keep_games: bool) -> Source[Summary]:
    """Return a source that plays a study on a GPU, or raise ValueError if its bots can't play there."""
    if not study.is_compiled:
        raise Invalid(sentence("lab.refusal.gpuBots", known=listed([*RULES])))

    def source(start: int) -> Iterator[Summary]:
        for part in gpu.study_pieces(study, start, games - start, study.piece):
            yield summed_up(study, part, keep_games=keep_games)

    return source


def simulate(
    game: str | Game,
    games: int = USUAL_GAMES,
    seats: int | None = None,
    bots: str | Sequence[str] = ADVICE,
    options: Mapping[str, object] | None = None,
    seed: int | str = 0,
    *,
    jobs: int | str = ALL,
    cluster: str | None = None,
    device: str = gpu.CPU,
    observers: Sequence[Observer] = (),
    progress: Progress = SILENT,
    keep_games: bool = False,
    checkpoint: str | Path | None = None,
    resume: bool = False,
) -> Simulation:
    """Play many games and report their statistics. The same seed gives the same figures, however they are run.

    `bots` are names by seat, `random`, `advice` or a level: the last one named fills the remaining seats. `observers` add
    figures of your own. `keep_games` keeps the numbers of every game for `games_frame`, about 200 bytes each. A run that is
    stopped leaves a `checkpoint` file, from which the same call with `resume` continues. `device` is `cpu`, or `cuda` for a
    GPU, where only bots that are rules play (it needs `parlour[gpu]`); it may change when a run is resumed.
    """
    rules = game if isinstance(game, Game) else find_game(game)
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    study = make_study(rules, count, players(bots, count), options, seed, observers=observers)
    number = checked_games(games)
    source = on_gpu(study, number, keep_games=keep_games) if gpu.checked_device(device) == gpu.CUDA else None
    if source is not None and cluster is not None:
        raise Invalid(sentence("lab.refusal.gpuCluster"))
    kept = checkpoint_writer("simulate", (study,), number, seed, checkpoint, resume=resume, also=f"{keep_games}")
    run = Run(jobs, cluster, progress, kept)
    start = time.perf_counter()
    task = partial(summary, study, keep_games=keep_games)
    total = collected(run, task, Summary, number, study.piece, in_processes=not study.is_compiled, source=source)
    return result(study, total, seed, time.perf_counter() - start)


__all__ = ["Simulation", "Winners", "simulate"]
