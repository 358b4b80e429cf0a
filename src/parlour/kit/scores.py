"""Scores of a round."""

from collections.abc import Callable
from typing import Any

from ..core.rule import rule


@rule
def points_of_losers(s: Any, seat: int, hand_points: Callable[[Any, int], int]) -> int:
    """Return a winner's score: the points left in the losers' hands."""
    if not s.winners >> seat & 1:
        return 0
    points = 0
    for other in range(s.seats):
        if not s.winners >> other & 1:
            points += hand_points(s, other)
    return points
