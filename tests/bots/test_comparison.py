"""How the figures of the two searches for a hint become its advice."""

import pytest

from parlour.bots.comparison import CLEAR, EQUAL, Compared, _is_alone, _is_settled
from parlour.fast.search import Ratings

WORLDS = 10_000
ONE_ERROR = 0.005
"""The standard error of every gain here."""


def found(usual: int, *gains: float, played: tuple[int, ...] = ()) -> Ratings:
    """Return the ratings of moves with these mean gains over the usual one."""
    ratings = Ratings.blank(usual, len(gains), 2)
    for move, gain in enumerate(gains):
        n = played[move] if played else WORLDS
        ratings.played[move], ratings.won[move], ratings.gain[move] = n, (0.5 + gain) * n, gain * n
        ratings.squares[move] = n * ((n - 1) * ONE_ERROR**2 + gain * gain)
    return ratings


@pytest.mark.parametrize(
    ("picked_by", "judged_at", "advised"),
    [
        (2 * ONE_ERROR, 2 * ONE_ERROR, 1),
        (2 * ONE_ERROR, 0.5 * ONE_ERROR, 1),  # both halves together are beyond the noise
        (0.5 * ONE_ERROR, 0.5 * ONE_ERROR, 0),  # both are within the noise
        (4 * ONE_ERROR, -0.5 * ONE_ERROR, 0),  # it leads only in the worlds that picked it
    ],
)
def test_the_usual_move_stands_unless_another_is_better_by_more_than_the_noise(
    picked_by: float, judged_at: float, advised: int
) -> None:
    explored, final = found(0, 0.0, picked_by), found(0, 0.0, -judged_at)
    assert Compared(0, explored, final, (1, 0)).best == advised


def test_a_move_is_called_worse_only_if_it_is_clearly_behind() -> None:
    explored = found(0, 0.0, -0.03, -(CLEAR + 1) * ONE_ERROR, played=(WORLDS, WORLDS, WORLDS))
    compared = Compared(0, explored, found(0, 0.0), (0,))
    assert compared.equal == [0]
    near = found(0, 0.0, -(CLEAR - 0.5) * ONE_ERROR, -EQUAL)
    assert sorted(Compared(0, near, found(0, 0.0), (0,)).equal) == [0, 1, 2]


def test_searches_end_when_nothing_is_left_to_find_out() -> None:
    assert _is_settled(found(0, 0.0, -(CLEAR + 1) * ONE_ERROR)) and not _is_settled(found(0, 0.0, -CLEAR * ONE_ERROR))
    assert not _is_settled(found(0, 0.0, -0.5, played=(50, 50)))
    assert _is_alone(found(0, 0.0, -0.5, played=(WORLDS, 300))) and not _is_alone(found(0, 0.0, 0.1))
