"""The rule of thumb of Match Mania with two seats, worked out by hand from its prices."""

import pytest

from tests.games.helpers.match_mania import table

OTHER = "g3 g4 g6 g7"


def test_between_two_the_odd_card_goes_first() -> None:
    """Red 9: 10 + 18. Blue 5: 4 * 10 + 18."""
    assert table("r9 b5 b7 b8 bS", OTHER).advice() == "play r9"


def test_with_more_seats_it_keeps_to_the_colour_it_holds_most_of() -> None:
    assert table("r9 b5 b7 b8 bS", OTHER, "y3 y4 y6 y7").advice() == "play b5"


def test_between_two_a_face_that_goes_on_another_colour_is_kept() -> None:
    """Red 9: 20 + 2 * 18. Red 2: 20 + 18."""
    assert table("r9 r2 b9 g8", OTHER).advice() == "play r2"


@pytest.mark.parametrize("action", ["rS", "r+2", "W+4"])
def test_between_two_actions_stop_a_seat_with_one_card(action: str) -> None:
    assert table(f"{action} r9 r8 g8", "y3").advice() == f"play {action}"


def test_between_two_wilds_are_kept() -> None:
    assert table("W W+4 r9", OTHER).advice() == "play r9"
    assert table("W W+4 g8 g9 b7", OTHER).advice() == "draw"
