"""Measures: the numbers that each game has, computed from what observers record.

`simulate` reports their means, `compare` their differences, and a table of games has one column for each.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..core.texts import text
from ..fast.observers import STANDARD, Choices, Comebacks, Endings, Events, Length
from .formats import called
from .study import Study

DEAL_SECONDS, MOVE_SECONDS, THINK_SECONDS = 60, 2, 3
"""The model of the time at a table: shuffling and dealing, making a move, and thinking about one that is not forced.

These are round figures, not measurements of people. Not cutting in takes no time.
"""
SHARE, LENGTH, MEAN, COUNT, OWN = "share", "length", "mean", "count", "own"
"""Kinds of measures: 0 to 1 per game, a length, a mean within each game, times an event happens, and a user's own."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that each game has, with its kind."""

    name: str
    label: str
    kind: str


def measures(study: Study) -> list[Measure]:
    """Return the measures, in the order of the columns of `measured`."""
    game = study.game
    shares = (*Endings().columns(game), *Comebacks().columns(game))
    return [
        *(Measure(f"win_{seat}", _wins_of(study, seat), SHARE) for seat in range(study.seats)),
        Measure("first_seat", text("lab.measure.first_seat"), SHARE),
        *(Measure(name, text(f"lab.measure.{name}"), LENGTH) for name in (*Length().columns(game), "minutes")),
        Measure("choices", text("lab.measure.choices"), MEAN),
        Measure("forced", text("lab.measure.forced"), SHARE),
        *(Measure(name, text(f"lab.measure.{name}"), SHARE) for name in shares),
        *(Measure(name, called(name), COUNT) for name in Events().columns(game)),
        *(Measure(name, called(name), OWN) for name in own_columns(study)),
    ]


def own_columns(study: Study) -> list[str]:
    """Return the names of the numbers that a user's observers record."""
    return [name for observer in study.observers[len(STANDARD) :] for name in observer.columns(study.game)]


def _wins_of(study: Study, seat: int) -> str:
    """Return the label for the wins of a seat, with its bot if the bots differ."""
    if len(set(study.bots)) == 1:
        return text("lab.measure.win", seat=seat)
    return text("lab.measure.winOf", seat=seat, bot=study.bots[seat])


def recorded(study: Study, table: Any) -> dict[str, Any]:
    """Return the recorded numbers of each game by name."""
    return {name: table[:, i] for i, name in enumerate(study.columns)}


def measured(study: Study, table: Any) -> Any:
    """Return the measures of each game, as a table of floats."""
    seen = recorded(study, table)
    winners, first = seen["winners"], seen["first"]
    each = 1 / np.maximum(np.bitwise_count(winners), 1)
    won = (winners[:, None] >> np.arange(study.seats) & 1) * each[:, None]
    found = {
        **seen,
        "first_seat": (winners >> first & 1) * each,
        "minutes": seconds(seen) / 60,
        "choices": choices(seen),
        "forced": forced(seen),
    }
    others = [found[measure.name] for measure in measures(study)[study.seats :]]
    return np.concatenate([won, np.stack(others, axis=1)], axis=1)


def choices(seen: Mapping[str, Any]) -> Any:
    """Return how many moves a seat that had to act could choose from: the mean of each game."""
    return seen["open_moves"] / np.maximum(seen["own_decisions"], 1)


def forced(seen: Mapping[str, Any]) -> Any:
    """Return the share of decisions in each game for which there was only one move."""
    return seen["forced_moves"] / np.maximum(seen["own_decisions"], 1)


def seconds(seen: Mapping[str, Any]) -> Any:
    """Return how long people would take for each game, by the model above."""
    moves = seen["own_decisions"] + seen["cut_ins"]
    return DEAL_SECONDS + MOVE_SECONDS * moves + THINK_SECONDS * (moves - seen["forced_moves"])


def game_columns(study: Study, table: Any, start: int = 0) -> dict[str, Any]:
    """Return a table of games by column: the number of the game and of its deal, every measure, and what else was recorded."""
    numbers = np.arange(start, start + len(table))
    values, seen = measured(study, table), recorded(study, table)
    named = {measure.name: values[:, i] for i, measure in enumerate(measures(study))}
    whole = {name: seen[name] for name in named if name in seen}
    kept = {name: seen[name] for name in ("first", *Choices().columns(study.game))}
    return {"game": numbers, "deal": numbers // len(study.seatings), **kept, **named, **whole}


def narrow(table: Any) -> Any:
    """Return a table of half the size if its numbers allow it."""
    small = table.astype(np.int32)
    return small if np.array_equal(small, table) else table
