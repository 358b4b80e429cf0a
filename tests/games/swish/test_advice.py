"""The rule of thumb of Swish, worked out by hand from its prices."""

import pytest

from tests.games.helpers.swish import table

FAR = "7c 8c 9c Jc"


def test_it_plays_the_lowest_first_and_keeps_powers() -> None:
    assert table("Kd 5d 8d 2d Td", FAR).advice() == "play 5d"
    assert table("Kd 5d 8d 2d Td", FAR, pile="9d").advice() == "play Kd"
    assert table("5d 2d Td", FAR, "6c 6h", pile="9d").advice() == "play 2d"


def test_it_completes_four_of_a_kind() -> None:
    assert table("4d Kd Kh", FAR, pile="3c Kc Ks").advice() in {"play Kd Kh", "play Kh Kd"}


@pytest.mark.parametrize(("deck", "plays"), [("3s 4s 5s 6s 7s", {"play Jd", "play Jh"}), ("", {"play Jd Jh", "play Jh Jd"})])
def test_it_keeps_high_sets_together_only_while_it_draws(deck: str, plays: set[str]) -> None:
    assert table("Jd Jh Ad", FAR, deck=deck).advice() in plays


def test_it_plays_what_a_seat_that_is_nearly_out_cannot_beat() -> None:
    assert table("4c Qd", "5c", lines=("knows 1: 5c",)).advice() == "play Qd"
    assert table("4c Qd", "Kc", lines=("knows 1: Kc",)).advice() == "play 4c"
    assert table("4c Qd", "5c 5h 6d", lines=("knows 1: 5c 5h 6d",)).advice() == "play 4c"


def test_it_holds_back_no_winning_card() -> None:
    """Two Aces and nothing else, and no deck: both go, though an Ace is usually laid alone."""
    both = {"play Ad Ah", "play Ah Ad"}
    assert table("Ad Ah", FAR, pile="7d", downs=["- -", "3c 3d"]).advice() in both
    assert table("Ad Ah", FAR, pile="7d", downs=["3c 3h", "4c 3d"]).advice() not in both


def test_it_does_not_look_at_hidden_cards() -> None:
    """The next seat's hidden card and a face-down one are exchanged: the advice stays the same."""
    downs = ["3c 3d", "Kc 3h"]
    assert table("4c Qd", "5c", downs=downs).advice() == table("4c Qd", "Kc", downs=["3c 3d", "5c 3h"]).advice()
