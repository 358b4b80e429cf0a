"""Many games with the same settings, and their statistics."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ..core.game import Game, find_game
from ..fast.matches import shared_wins
from ..fast.observers import STANDARD, Comebacks, Endings, Events, Length, Winners
from ..fast.tally import Observer
from .figures import Histogram, Interval, Spread, mean, share
from .frames import frame
from .players import ADVICE, players
from .progress import SILENT, Progress
from .runs import ALL, Run, collected
from .study import Study, checked_games, make_study

USUAL_GAMES = 100_000


@dataclass
class Summary:
    """The data kept about any number of games: sums by column, and histograms where percentiles are needed."""

    games: int
    decisions: int
    wins: Any
    sums: Any
    squares: Any
    games_with: Any
    first_wins: Any
    histograms: dict[str, Histogram] = field(default_factory=dict)

    def add(self, other: "Summary") -> None:
        """Merge the results of other games."""
        self.games += other.games
        self.decisions += other.decisions
        for name in ("wins", "sums", "squares", "games_with", "first_wins"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name, histogram in other.histograms.items():
            self.histograms.setdefault(name, Histogram()).merge(histogram)


def summary(study: Study, start: int, games: int, *, interpreted: bool = False) -> Summary:
    """Play some games and sum them up."""
    part = study.play(start, games, interpreted=interpreted)
    columns = study.columns
    detailed = {
        *Length().columns(study.game),
        *(name for seen in study.observers[len(STANDARD) :] for name in seen.columns(study.game)),
    }
    histograms = {name: Histogram() for name in columns if name in detailed}
    for name, histogram in histograms.items():
        histogram.add(part.table[:, columns.index(name)])
    winners, first = part.table[:, columns.index("winners")], part.table[:, columns.index("first")]
    how_many = np.bitwise_count(winners)
    first_wins = np.bincount(how_many[winners >> first & 1 == 1], minlength=study.seats + 1)
    return Summary(
        games,
        part.decisions,
        part.wins,
        part.table.sum(0),
        (part.table * part.table).sum(0),
        (part.table != 0).sum(0),
        first_wins,
        histograms,
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
            **{name: figure.data("share") for name, figure in self.endings.items()},
            "first_seat": {**self.first_seat.data("share"), "fair": 1 / self.seats},
            **{name: figure.data("share") for name, figure in self.comebacks.items()},
            "events": {name: event.data() for name, event in self.events.items()},
            "observed": {name: spread.data() for name, spread in self.observed.items()},
        }

    def rows(self) -> list[dict[str, Any]]:
        """Return the figures one by one: what, of which seat, the value and its interval."""

        def row(what: str, figure: Interval, seat: int | None = None) -> dict[str, Any]:
            return {"figure": what, "seat": seat, **figure.data()}

        return [
            *(
                row("win_share", Interval(*map(float, (self.shares[i], self.lows[i], self.highs[i]))), i)
                for i in range(self.seats)
            ),
            row("turns", self.turns.mean),
            row("decisions", self.decisions_per_game.mean),
            *(row(name, figure) for name, figure in self.endings.items()),
            row("first_seat", self.first_seat),
            *(row(name, figure) for name, figure in self.comebacks.items()),
            *(row(name, event.per_game) for name, event in self.events.items()),
            *(row(name, spread.mean) for name, spread in self.observed.items()),
        ]

    def frame(self) -> Any:
        """The figures as a data frame of polars or pandas, whichever is installed."""
        return frame(self.rows())


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
    own = [name for observer in study.observers[len(STANDARD) :] for name in observer.columns(game)]
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
        observed={name: found.histograms[name].spread() for name in own},
    )


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
    observers: Sequence[Observer] = (),
    progress: Progress = SILENT,
) -> Simulation:
    """Play many games and report their statistics. The same seed gives the same figures, however they are run.

    `bots` are names by seat, `random`, `advice` or a level: the last one named fills the remaining seats. `observers` add
    figures of your own.
    """
    rules = game if isinstance(game, Game) else find_game(game)
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    study = make_study(rules, count, players(bots, count), options, seed, observers=observers)
    number = checked_games(games)
    run = Run(jobs, cluster, progress)
    start = time.perf_counter()
    results = run.results(partial(summary, study), number, study.piece, in_processes=not study.is_compiled)
    total = collected(results)
    return result(study, total, seed, time.perf_counter() - start)


__all__ = ["Simulation", "Winners", "simulate"]
