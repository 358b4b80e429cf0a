"""Skill against luck: compared with closed forms, brute force and made-up results."""

import math

import numpy as np
import pytest

from parlour.core.game import Game
from parlour.lab import skill
from parlour.lab.contests import parts_of_a_win
from parlour.lab.luck import Bouts, explained, figures, games_until_ahead
from parlour.lab.output import skill_text
from parlour.lab.study import make_study


def lead(chance: float, games: int) -> float:
    """The probability of more wins than losses, from binomial coefficients."""
    return sum(math.comb(games, won) * chance**won * (1 - chance) ** (games - won) for won in range(games // 2 + 1, games + 1))


@pytest.mark.parametrize("chance", [0.95, 0.8, 0.6, 0.56])
def test_games_until_ahead_are_those_of_the_binomial_distribution(chance: float) -> None:
    found = int(games_until_ahead([-1, 1], [1 - chance, chance]))
    assert lead(chance, found) >= 0.95 and lead(chance, found + 1) >= 0.95
    assert found == 1 or min(lead(chance, found - 1), lead(chance, found)) < 0.95


def test_games_until_ahead_with_ties_and_shared_wins() -> None:
    rng = np.random.default_rng(3)
    values, chances = [-2, -1, 0, 1, 2], [0.2, 0.1, 0.1, 0.15, 0.45]
    found = int(games_until_ahead(values, chances))
    for games, is_enough in ((found, True), (found - 1, False)):
        ahead = (rng.choice(values, (20_000, games), p=chances).sum(1) > 0).mean()
        assert (ahead > 0.95) == is_enough or abs(ahead - 0.95) < 0.01
    assert games_until_ahead([-1, 1], [0.5, 0.5]) == math.inf
    # (1.645 × deviation ÷ mean)²
    assert games_until_ahead([-1, 1], [0.499, 0.501]) == pytest.approx((1.644854 / 0.002) ** 2, rel=1e-4)
    assert games_until_ahead([1], [1.0]) == 1


def test_what_decides_a_game_is_found_in_made_up_results() -> None:
    entries, rng, deals = np.array([[0, 1], [1, 0]]), np.random.default_rng(5), 6000
    ones = np.ones(deals)
    skilful = np.where(entries == 0, 1.0, 0.0)[None].repeat(deals, 0)
    assert explained(skilful, entries, ones) == pytest.approx((1, 0, 0))
    seat = np.broadcast_to(np.array([1.0, 0.0]), (deals, 2, 2))
    assert explained(seat, entries, ones) == pytest.approx((0, 1, 0))
    lucky = rng.integers(0, 2, deals).astype(float)
    dealt = np.stack([lucky, 1 - lucky], 1)[:, None].repeat(2, 1)
    assert explained(dealt, entries, ones) == pytest.approx((0, 0, 1), abs=0.01)
    tossed = rng.integers(0, 2, (deals, 2)).astype(float)
    assert explained(np.stack([tossed, 1 - tossed], 2), entries, ones) == pytest.approx((0, 0, 0), abs=0.05)


def test_the_intervals_are_those_of_the_spread_over_deals(tiny: Game) -> None:
    study = make_study(tiny, 2, ("random", "advice"), {}, 1, ((0, 1), (1, 0)))
    parts, rng, deals = parts_of_a_win(2), np.random.default_rng(2), 1500
    won = rng.random((deals, 2)) < 0.58  # by the first bot, in both seatings
    winners = np.where(won == np.array([True, False]), 1, 2)
    kinds, counts = np.unique(winners, axis=0, return_counts=True)
    total = Bouts(2 * deals, 0, dict(zip(map(tuple, kinds.tolist()), counts.tolist(), strict=True)))
    found = figures(study, total)
    share = won.mean(1)
    assert found["share"].value == pytest.approx(share.mean()) and parts == 2
    error = share.std(ddof=1) / math.sqrt(deals)
    assert (found["share"].high - found["share"].low) / 2 == pytest.approx(1.96 * error, rel=0.1)
    needed = found["games_needed"]
    for bound, p in ((needed.high, found["share"].low), (needed.low, found["share"].high)):
        assert bound == pytest.approx(games_until_ahead([-1, 1], [1 - p, p]), rel=0.15)
    assert needed.low < needed.value < needed.high


def test_skill_in_a_game_that_can_be_counted_out(tiny: Game) -> None:
    found = skill(tiny, ["advice", "random"], 20_000, seed=5, jobs=2)
    # see the arena: between a random player and one that follows the advice, the former wins 5 of 8 games
    assert (found.better, found.other) == ("random", "advice") and found.is_clear
    assert found.share.low < 5 / 8 < found.share.high
    assert found.games_needed.low <= games_until_ahead([-1, 1], [3 / 8, 5 / 8]) <= found.games_needed.high
    again = skill(tiny, ["advice", "random"], 20_000, seed=5, jobs=1)
    assert {**found.data(), "seconds": 0} == {**again.data(), "seconds": 0}
    few = skill(tiny, ["random", "advice"], 10, jobs=1)
    assert not few.is_clear and few.data()["games_needed"]["high"] is None
    assert any(str(part).startswith("No difference seen") for part in skill_text(few))
    assert " is ahead of advice with a probability of 95% after " in "\n".join(map(str, skill_text(found)))
    for bots in (["random"], ["random", "random"], ["random", "advice", "casual"], "random"):
        with pytest.raises(ValueError, match="Name two different bots"):
            skill(tiny, bots)
