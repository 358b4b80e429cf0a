"""Scores of a round."""

from collections.abc import Callable

from ..core.rule import rule
from ..core.state import S


@rule
def points_of_losers(s: S, seat: int, hand_points: Callable[[S, int], int]) -> int:
    """Return a winner's score: the points left in the losers' hands."""
    if not s.winners >> seat & 1:
        return 0
    points = 0
    for other in range(s.seats):
        if not s.winners >> other & 1:
            points += hand_points(s, other)
    return points
