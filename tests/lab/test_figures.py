"""Intervals and percentiles compared with published values."""

import random

import numpy as np
import pytest

from parlour.lab.figures import PERCENTILES, Histogram, mean, share


def test_shares_have_the_interval_of_wilson() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        found = share(wins, games)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
        assert found.value == wins / games
    assert share(20, 20).high == 1 and share(0, 0).high == 1


def test_a_mean_has_the_interval_of_its_standard_error() -> None:
    values = [3, 5, 8, 1, 4, 4, 9, 2]
    found = mean(sum(values), sum(value * value for value in values), len(values))
    error = np.std(values, ddof=1) / len(values) ** 0.5
    assert found.value == 4.5
    assert found.high - found.value == pytest.approx(1.959964 * error, rel=1e-6)
    assert found.value - found.low == pytest.approx(found.high - found.value)


def test_percentiles_are_those_of_the_numbers_however_they_were_merged() -> None:
    rng = random.Random(4)
    values = [int(rng.expovariate(0.02)) for _ in range(5000)] + [200_000, -3]
    merged, pieces = Histogram(), [values[:10], values[10:4000], values[4000:], []]
    for piece in pieces:
        part = Histogram()
        part.add(np.array(piece, np.int64))
        merged.merge(part)
    spread = merged.spread()
    for percentile in PERCENTILES:
        assert spread.percentiles[percentile] == np.percentile(values, percentile, method="inverted_cdf")
    assert (spread.least, spread.most) == (-3, 200_000)
    assert spread.mean.value == pytest.approx(np.mean(values))
