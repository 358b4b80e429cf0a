"""Statistics of many games: shares, means and percentiles, with confidence intervals."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

LEVEL = 0.95
"""The default confidence level of an interval."""
SMALL = 1 << 16
"""Numbers below this are counted in an array."""
POWER = 0.8
"""The probability with which a difference called detectable is detected."""
PERCENTILES = (5, 25, 50, 75, 95, 99)


def quantile(level: float = LEVEL) -> float:
    """Return the half-width of an interval at this level, in standard errors."""
    return NormalDist().inv_cdf((1 + level) / 2)


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and its confidence interval, at its confidence level (95%)."""

    value: float
    low: float
    high: float

    def data(self, name: str = "value") -> dict[str, float]:
        """Return plain data for JSON."""
        return {name: self.value, "low": self.low, "high": self.high}


def share(wins: float, games: int, level: float = LEVEL) -> Interval:
    """Return a share with its Wilson interval, which is valid for small numbers too (and too wide for shared wins)."""
    if games == 0:
        return Interval(0.0, 0.0, 1.0)
    z, p = quantile(level), wins / games
    spread = 1 + z * z / games
    middle = (p + z * z / (2 * games)) / spread
    half = z * math.sqrt(max(p * (1 - p), 0.0) / games + z * z / (4 * games * games)) / spread
    return Interval(p, min(max(middle - half, 0.0), p), max(min(middle + half, 1.0), p))


def detectable(error: Any, level: float = LEVEL) -> Any:
    """Return the smallest difference that a test at this level detects with a probability of `POWER`, from its standard error.

    The difference must exceed the interval's half-width even if chance pulls it back.
    """
    return (quantile(level) + NormalDist().inv_cdf(POWER)) * error


def mean(total: float, squares: float, count: int, level: float = LEVEL) -> Interval:
    """Return a mean with its interval, from the sum and the sum of squares."""
    if count == 0:
        return Interval(0.0, 0.0, 0.0)
    middle = float(total) / count
    variance = max(float(squares) - float(total) * middle, 0.0) / max(count - 1, 1)
    half = quantile(level) * math.sqrt(variance / count)
    return Interval(middle, middle - half, middle + half)


@dataclass(frozen=True, slots=True)
class Spread:
    """The distribution of a number over games: mean with interval, percentiles, minimum and maximum."""

    mean: Interval
    percentiles: dict[int, float]
    least: float
    most: float

    def data(self) -> dict[str, Any]:
        """Return plain data for JSON."""
        named = {f"p{part}": value for part, value in self.percentiles.items()}
        return {**self.mean.data("mean"), **named, "least": self.least, "most": self.most}


class Histogram:
    """The frequency of each whole number. Small numbers are counted in an array, which is quick to merge."""

    def __init__(self) -> None:
        self._small = np.zeros(0, np.int64)
        self._others: dict[int, int] = {}

    @property
    def counts(self) -> dict[int, int]:
        """The numbers that came up, each with its frequency."""
        return {**{int(value): int(self._small[value]) for value in np.flatnonzero(self._small)}, **self._others}

    def add(self, values: Any) -> None:
        """Count the numbers of an array."""
        if len(values) and values.min() >= 0 and values.max() < SMALL:
            self._merge_small(np.bincount(values))
            return
        for value, count in zip(*(part.tolist() for part in np.unique(values, return_counts=True)), strict=True):
            self._count(value, count)

    def merge(self, other: "Histogram") -> None:
        """Add the counts of another histogram."""
        self._merge_small(other._small)
        for value, count in other._others.items():
            self._count(value, count)

    def _merge_small(self, counts: Any) -> None:
        longer, shorter = (self._small, counts) if len(self._small) >= len(counts) else (counts, self._small)
        self._small = longer.copy()
        self._small[: len(shorter)] += shorter

    def _count(self, value: int, count: int) -> None:
        if 0 <= value < SMALL:
            self._merge_small(np.bincount([value], [count]).astype(np.int64))
        else:
            self._others[value] = self._others.get(value, 0) + count

    def array(self) -> Any:
        """Return the numbers and their frequencies as two columns."""
        return np.array(sorted(self.counts.items()), np.int64).reshape(-1, 2)

    @classmethod
    def from_array(cls, array: Any) -> "Histogram":
        """Return the histogram whose columns `array` returned."""
        made = cls()
        for value, count in array.tolist():
            made._count(value, count)
        return made

    def spread(self, unit: int = 1) -> Spread:
        """Return the distribution of the numbers, in multiples of a unit."""
        counts = self.counts
        games = sum(counts.values())
        total = sum(value * count for value, count in counts.items())
        squares = sum(value * value * count for value, count in counts.items())
        ordered = sorted(counts) or [0]

        def scaled(value: int) -> float:
            return value if unit == 1 else value / unit

        return Spread(
            mean(total / unit, squares / unit**2, games),
            {part: scaled(_percentile(part, ordered, counts, games)) for part in PERCENTILES},
            scaled(ordered[0]),
            scaled(ordered[-1]),
        )


def _percentile(part: int, ordered: list[int], counts: dict[int, int], games: int) -> int:
    """Return the smallest number that this percentage of games does not exceed."""
    needed, seen = max(math.ceil(games * part / 100), 1), 0
    for value in ordered:
        seen += counts.get(value, 0)
        if seen >= needed:
            return value
    return 0
