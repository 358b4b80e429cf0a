"""Statistics of many games: shares, means and percentiles, with confidence intervals."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

LEVEL = 0.95
"""The default confidence level of an interval."""
POWER = 0.8
"""The probability with which a difference called detectable is detected."""
PERCENTILES = (5, 25, 50, 75, 95, 99)


def quantile(level: float = LEVEL) -> float:
    """Return how many standard errors an interval reaches to each side."""
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
    """Return a share with its Wilson interval, which is valid for small numbers too. (Too wide for shared wins.)"""
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
    """How often each whole number came up."""

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}

    def add(self, values: Any) -> None:
        """Count the numbers of an array."""
        if len(values) == 0:
            return
        low = int(values.min())
        if int(values.max()) - low < 1 << 16:
            found = np.bincount(values - low)
            for value in np.flatnonzero(found).tolist():
                self.counts[low + value] = self.counts.get(low + value, 0) + int(found[value])
        else:
            for value, count in zip(*(part.tolist() for part in np.unique(values, return_counts=True)), strict=True):
                self.counts[value] = self.counts.get(value, 0) + count

    def merge(self, other: "Histogram") -> None:
        """Add the counts of another histogram."""
        for value, count in other.counts.items():
            self.counts[value] = self.counts.get(value, 0) + count

    def array(self) -> Any:
        """Return the numbers and how often each came up, as two columns."""
        return np.array(sorted(self.counts.items()), np.int64).reshape(-1, 2)

    @classmethod
    def from_array(cls, array: Any) -> "Histogram":
        """Return the histogram of such columns."""
        made = cls()
        made.counts = {int(value): int(count) for value, count in array}
        return made

    def spread(self, unit: int = 1) -> Spread:
        """Return the distribution of the numbers, in multiples of a unit."""
        games = sum(self.counts.values())
        total = sum(value * count for value, count in self.counts.items())
        squares = sum(value * value * count for value, count in self.counts.items())
        ordered = sorted(self.counts) or [0]

        def scaled(value: int) -> float:
            return value if unit == 1 else value / unit

        return Spread(
            mean(total / unit, squares / unit**2, games),
            {part: scaled(self._percentile(part, ordered, games)) for part in PERCENTILES},
            scaled(ordered[0]),
            scaled(ordered[-1]),
        )

    def _percentile(self, part: int, ordered: list[int], games: int) -> int:
        """Return the smallest number that this percentage of games does not exceed."""
        needed, seen = max(math.ceil(games * part / 100), 1), 0
        for value in ordered:
            seen += self.counts.get(value, 0)
            if seen >= needed:
                return value
        return 0
