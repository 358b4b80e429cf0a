"""What a game of Match Mania is worth."""

from ...core.bits import lowest_bit
from ...core.rule import rule
from .cards import KINDS, points_of
from .state import MatchMania


@rule
def score(s: MatchMania, seat: int) -> int:
    """MM-5.2, MM-7.10: a winner gets the points of the hands of those that did not win."""
    if not s.winners >> seat & 1:
        return 0
    points = 0
    for other in range(s.seats):
        if not s.winners >> other & 1:
            points += burden(s, other)
    return points


@rule
def burden(s: MatchMania, seat: int) -> int:
    """MM-5.2: the points of a hand."""
    points = 0
    kinds = s.kinds[seat]
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        points += points_of(kind) * s.copies[seat * KINDS + kind]
    return points
