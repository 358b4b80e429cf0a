"""The rule of thumb of Swap Switch in positions with a clearly right move."""

import pytest

from tests.games.helpers.swap_switch import table

MANY = "4c 6c 6d 9d Td 3c"
DECK = "7c 7d 5s 3d"


@pytest.mark.parametrize(
    ("hand", "others", "advice"),
    [
        ("5h Ac Qd Ks", MANY, "play 5h"),  # wild cards are kept until they are needed
        ("Jh 3h", MANY, "play 3h"),  # a hand of one card is not given away
        ("Jh 3h Kc Ks 8s 5c", "4c", "play Jh"),  # but a long one is swapped for one card
        ("8h 3h Kc Ks", "4c", "play 8h"),  # two seats: the 8 gives another turn
        ("2h 3h Kc Ks", "4c", "play 2h"),  # a seat with one card is made to draw
        ("Kc Tc", MANY, "draw"),
    ],
)
def test_first_cards(hand: str, others: str, advice: str) -> None:
    assert table(hand, others, pile="9h", deck=DECK).advice() == advice


def test_the_shortest_hand_is_taken() -> None:
    t = table("Jh 3h Kc Ks 8s", MANY, "5c", pile="9h", deck=DECK)
    t.play("play Jh")
    assert t.advice() == "swap 2"


def test_a_wild_card_in_the_other_hand_is_worth_a_swap() -> None:
    hands = ("Jh 3h Kc", "4c 6c", "As 5c")
    for knows, partner in (({0: "As"}, 2), ({}, 1)):
        t = table(*hands, pile="9h", deck=DECK, knows=knows)
        t.play("play Jh")
        assert t.advice() == f"swap {partner}"


def test_a_bad_swap_is_declined_where_that_is_allowed() -> None:
    t = table("Jh 3h", MANY, pile="9h", deck=DECK, swap_is_optional=True)
    t.play("play Jh")
    assert t.advice() == "pass"


@pytest.mark.parametrize(("last", "advice"), [("Th", "play 9s"), ("Ts", "play 3h")])
def test_it_leaves_a_top_that_the_last_card_of_the_next_seat_does_not_fit(last: str, advice: str) -> None:
    t = table("3h 9s Kc Kd", last, MANY.replace("9d ", ""), pile="9h", deck=DECK, knows={0: last})
    assert t.advice() == advice


def test_a_penalty_is_answered_where_it_can_be() -> None:
    t = table("2h 3h Kc Ks", MANY, pile="2s", deck=DECK, penalty=2, stacking=True)
    assert t.advice() == "play 2h"
