"""Comparing the moves of a seat for a hint: one search picks the finalists, a second one in fresh worlds judges them.

The best of many moves looks better than it is, because it was picked partly for its luck. So the figures of the finalists come
from worlds that had no part in picking them. The rule of thumb's move stands unless the leader is ahead of it there, and beats
it by more than the noise in all worlds together. Moves whose difference might still be noise are called equally good.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, sqrt

from ..core.mind import Mind
from ..fast.search import Ratings, rate_moves

FINALISTS = 3
"""The most moves that are judged in fresh worlds, besides the rule of thumb's."""
NOISE = 1.0
"""Standard errors by which the leader must beat the rule of thumb's move, in all worlds, to be advised instead of it."""
CLEAR = 4.0
"""Standard errors by which a move must be behind to be called worse.

If two moves differ by about `NOISE`, either may be advised. Luck of three more standard errors is needed to call the other one
worse, which hardly ever happens in twenty hints about one position.
"""
TELLING = 2.0
"""Standard errors by which another seat must gain before that is given as a reason."""
EQUAL = 0.01
"""Win chances that differ by at most this much are called equal."""
ALMOST = 0.04
"""The most by which they may differ if the difference is within the noise."""
LEAST_WORLDS = 1000
"""The fewest worlds in which the finalists are judged, so that their chances are known to within a few points."""
FRESH = 0x2F0B_5A17_3C99
"""Keeps the worlds that judge the finalists separate from those that picked them."""


@dataclass(frozen=True)
class Compared:
    """The findings about the moves of a seat: `explored` has all of them, `final` the finalists in fresh worlds."""

    usual: int
    explored: Ratings
    final: Ratings
    finalists: tuple[int, ...]
    """The numbers of the finalists; the first one leads, and the others were compared with it."""

    @property
    def best(self) -> int:
        """The advised move: the leader if it beats the usual move by more than the noise, else the usual one.

        It must be ahead in the fresh worlds, and by more than the noise in all worlds, including those that picked it.
        """
        leader, place = self.finalists[0], self.finalists.index(self.usual)
        if not place:
            return leader
        noises = self.final.noise(place), self.explored.noise(leader)
        weights = [1 / (noise * noise) for noise in noises]
        gains = -self.final.mean_gain(place), self.explored.mean_gain(leader)
        gain = sum(weight * one for weight, one in zip(weights, gains, strict=True)) / sum(weights)
        return leader if gains[0] > 0 and gain > NOISE / sqrt(sum(weights)) else self.usual

    def chance(self, move: int) -> float:
        """Return the win chance of a move: a finalist's in fresh worlds, another's estimated from how far it fell behind the
        usual one.
        """
        if move in self.finalists:
            return self.final.fair_chance(self.finalists.index(move))
        return min(max(self.chance(self.usual) + self.explored.mean_gain(move), 0.0), 1.0)

    def playouts(self, move: int) -> int:
        """Return the number of games behind that figure."""
        return self.final.played[self.finalists.index(move)] if move in self.finalists else self.explored.played[move]

    @property
    def ranked(self) -> list[int]:
        """All moves: the best, the other finalists by their chance, then those that were dropped."""

        def rank(move: int) -> tuple[bool, bool, int, float]:
            return move == self.best, move in self.finalists, self.playouts(move), self.chance(move)

        return sorted(range(len(self.explored.played)), key=rank, reverse=True)

    @property
    def equal(self) -> list[int]:
        """The moves that can't be told apart from the best one, the best first."""
        return [move for move in self.ranked if move == self.best or self._is_equal(move)]

    def _is_equal(self, move: int) -> bool:
        behind = self.chance(self.best) - self.chance(move)
        return behind <= EQUAL or behind <= min(ALMOST, CLEAR * self._noise(move))

    def _noise(self, move: int) -> float:
        """Return the standard error of the difference between the best move and another one."""
        known = {self.best, move if move in self.finalists else self.usual}
        places = {self.finalists.index(one) for one in known} - {0} if len(known) == 2 else set()
        noises = [self.final.noise(place) for place in places]
        return hypot(*noises, *([] if move in self.finalists else [self.explored.noise(move)]))

    def shares(self, move: int) -> list[float]:
        """Return the win chance of every seat after a move."""
        return self.final.shares(self.finalists.index(move)) if move in self.finalists else self.explored.shares(move)

    @property
    def total(self) -> int:
        """The number of games played in total."""
        return self.explored.playouts + self.final.playouts

    def most_helped(self, seat: int, rival: int, least: float) -> int | None:
        """Return the other seat that gains most from another move; None unless it clearly gains, and at least this much."""
        before, after = self.shares(self.best), self.shares(rival)
        games = self.playouts(self.best), self.playouts(rival)
        gain, other = max((after[other] - before[other], other) for other in range(len(before)) if other != seat)
        return other if gain >= max(least, TELLING * share_noise(before[other], after[other], *games)) else None


def share_noise(one: float, other: float, games: int, others: int) -> float:
    """Return an upper bound for the standard error of the difference between two shares that come from the same worlds."""
    return sqrt(one * (1 - one) / max(games, 1) + other * (1 - other) / max(others, 1))


def compare_moves(
    mind: Mind, moves: Sequence[Sequence[int]], usual: int, seed: int, playouts: int, seconds: float = 0.0
) -> Compared:
    """Compare moves given as actions, with at most about this many play-outs: half to pick the finalists, half to judge them.

    Judging ends when it is clear which of them are as good as the leader.
    """
    explored = rate_moves(
        mind, moves, usual, seed, playouts // 2 or 1, seconds / 2, halving=False, clear=CLEAR, enough=_is_alone
    )
    most = explored.played[usual]
    left = [move for move in range(len(moves)) if explored.played[move] == most and move != usual]
    left = sorted(left, key=explored.mean_gain, reverse=True)[:FINALISTS]
    finalists = sorted([usual, *left], key=explored.mean_gain, reverse=True)
    actions = [moves[move] for move in finalists]
    budget = (playouts + 1) // 2
    final = rate_moves(mind, actions, 0, seed ^ FRESH, budget, seconds / 2, halving=False, dropping=False, enough=_is_settled)
    return Compared(usual, explored, final, tuple(finalists))


def _is_alone(explored: Ratings) -> bool:
    """Whether all other moves are clearly worse than the usual one."""
    most = max(explored.played)
    return most >= LEAST_WORLDS and list(explored.played).count(most) == 1


def _is_settled(final: Ratings) -> bool:
    """Whether every finalist is known to be worse than the leader, or better, or within `EQUAL` of it."""
    if final.played[0] < LEAST_WORLDS:
        return False
    return all(CLEAR * final.noise(place) < max(EQUAL, abs(final.mean_gain(place))) for place in range(1, len(final.played)))
