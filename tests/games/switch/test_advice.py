"""The rule of thumb of Switch in positions with a clearly right move."""

import pytest

from tests.games.helpers.switch import table

MANY = "4c 6c 6d 9d Td Qc"


@pytest.mark.parametrize(
    ("hand", "pile", "advised"),
    [
        ("8h 9h", "5h", {"play 8h"}),  # the 9 can be the last card, the 8 cannot
        ("Ac Kh", "9h", {"play Ac"}),  # nor can the Ace
        ("5h 5s", "5c", {"play 5h 5s"}),  # with another 5 on top of it, the five of hearts wins
        ("Jh Kh Qs", "9h", {"play Jh"}),  # two seats: the Jack gives another turn
        ("Ac Ad Kh Th 9h 5s", "Qd", {"play Ac", "play Ad"}),  # one Ace at a time, since nothing else fits
        ("Ac 7d Kh Th 9h 5s", "Qh", {"play Kh", "play Th", "play 9h"}),  # universal cards are kept while something else fits
        ("Kc Tc", "9h", {"draw"}),
    ],
)
def test_first_cards(hand: str, pile: str, advised: set[str]) -> None:
    assert table(hand, MANY, pile=pile, deck="2c 2d 3c 3d").advice() in advised


def test_an_ace_names_the_suit_that_is_held() -> None:
    t = table("Ac Kh Th 9s", MANY, pile="Qd", deck="2c 2d 3c 3d")
    t.play("play Ac")
    assert t.advice() == "name hearts"


@pytest.mark.parametrize("weapon", ["2h", "3h", "Jh"])
def test_a_seat_with_one_card_is_stopped(weapon: str) -> None:
    t = table(f"{weapon} Kh Th 6s 4s", "9c", "4c 6c 6d 9d", pile="Qh", deck="2c 2d 3c 3d")
    assert t.advice() == f"play {weapon}"


def test_the_direction_is_not_turned_towards_a_seat_with_one_card() -> None:
    hands = ("8h Kh Th 6s 4s", "4c 6c 6d 9d", "9c")
    assert table(*hands, pile="Qh", deck="2c 2d 3c 3d").advice() in ("play Kh", "play Th")
    assert table(*hands, pile="Qh", deck="2c 2d 3c 3d", direction="-").advice() == "play 8h"


@pytest.mark.parametrize(("hand", "says"), [("9h 9s Kd", True), ("9h Ks Kd", False), ("3h 4s 5s Kd", True)])
def test_the_last_card_is_announced_before_the_play_that_leaves_one(hand: str, says: bool) -> None:
    t = table(hand, MANY, pile="Qh", deck="2c 2d 3c 3d", options={"mode": "cutthroat"})
    assert (t.advice() == "announce") == says


def test_a_run_is_climbed_where_the_house_allows_it() -> None:
    t = table("4s 5s 5d Kd", MANY, pile="3h", deck="2c 2d 3c 3d", run=3, options={"chains": True})
    assert t.advice() in ("play 4s 5d 5s", "play 4s 5s 5d")


def test_a_chance_to_cut_in_is_taken() -> None:
    t = table("4s 6d Kd", "Qs Qc 8c 9c", pile="Qh", deck="2c 2d 3c 3d", options={"interrupts": True})
    assert t.advice(1) in ("play Qs", "play Qc")
