"""Inferences from the play about hidden cards in Swap Switch, worked out by hand."""

from typing import Any, cast

from parlour.core.cards import STANDARD_PACK
from parlour.core.events import DREW, PLAYED, SHUFFLED, TURNED
from parlour.core.evidence import WHOLE
from parlour.games.swap_switch.beliefs import NOTHING_FITTED, SPENT, gather, sentences, weigh
from parlour.games.swap_switch.events import GOT, SWAPPED, TOOK_PENALTY
from parlour.games.swap_switch.state import SwapSwitch
from tests.games.helpers.swap_switch import table

Seen = tuple[int, int, int, int]

NINE = (TURNED, -1, STANDARD_PACK.number("9h"), 0)
DREW_1 = (DREW, 1, -1, 0)
PENALTY_1 = ((TOOK_PENALTY, 1, -1, 2), DREW_1, DREW_1)


def played(seat: int, card: str) -> Seen:
    return (PLAYED, seat, STANDARD_PACK.number(card), 0)


def weight(hand: str, *seen: Seen, **options: Any) -> int:
    """The weight that seat 0 gives a world in which seat 1 holds this hand."""
    s = cast(SwapSwitch, table("4c", hand, pile="4d", deck="6c 6d", **options)._state)
    return weigh(s, gather(s, 0, [NINE, *seen]), 0)


def newer(cards: int, of: int, odds: int) -> int:
    """The weight of one card that must be among this many newer cards of a hand."""
    return WHOLE * (odds + (256 - odds) * cards // of) >> 8


def test_a_seat_that_draws_has_nothing_that_fits_and_a_kept_card_does_not_fit() -> None:
    assert weight("Ks Tc 8d", DREW_1) == WHOLE
    for fitting in ("Kh", "9c", "Ac", "Qd"):
        assert weight(f"Ks Tc {fitting}", DREW_1) == newer(0, 3, NOTHING_FITTED)


def test_cards_of_a_penalty_say_nothing_and_can_be_anything() -> None:
    assert weight("Kh Tc 8d", *PENALTY_1) == WHOLE
    assert weight("Kh Tc 8d Ts", DREW_1, *PENALTY_1) == newer(2, 4, NOTHING_FITTED)
    assert weight("Kh Tc 8d Ts", *PENALTY_1, (SHUFFLED, -1, -1, 5), DREW_1) == newer(0, 4, NOTHING_FITTED)


def test_a_drawn_card_that_is_played_at_once_is_gone() -> None:
    seen = (DREW_1, played(0, "9s"), DREW_1, played(1, "9c"))
    assert weight("Kh Td", *seen) == weight("Ks Td", *seen) == newer(0, 2, NOTHING_FITTED)
    assert weight("Kd Td", *seen) == WHOLE


def test_a_card_that_was_lacking_and_is_played_was_a_newer_one() -> None:
    assert weight("Kh Td Tc", DREW_1, *PENALTY_1, played(1, "8h")) == newer(1, 3, NOTHING_FITTED)


def test_a_wild_card_is_the_last_resort() -> None:
    assert weight("Ks Td", played(1, "Ac")) == WHOLE
    assert weight("Kh Td", played(1, "Ac")) == weight("9s Td", played(1, "Qc")) == newer(0, 2, SPENT)
    assert weight("Jh Qd", played(1, "Ac")) == WHOLE, "a Jack may be kept back, and another wild card says nothing"


def test_if_drawing_is_free_wild_cards_and_jacks_may_be_kept_back() -> None:
    assert weight("Jh Qd Td", DREW_1, must_discard=False) == WHOLE
    assert weight("Kh Qd Td", DREW_1, must_discard=False) == newer(0, 3, SPENT)


def test_signs_move_with_the_hand() -> None:
    seen = [NINE, DREW_1, played(2, "Jh"), (SWAPPED, 2, -1, 1), (GOT, 2, -1, 1), (GOT, 1, -1, 2)]
    for hands, expected in ((("Kh", "Ks"), WHOLE), (("Ks", "Kh"), newer(0, 1, NOTHING_FITTED))):
        s = cast(SwapSwitch, table("4c", *hands, pile="4d", deck="6c 6d")._state)
        assert weigh(s, gather(s, 0, seen), 0) == expected


def test_known_cards_need_no_belief() -> None:
    """Seat 1 got Kh from seat 0: that Kh was not played on 9h before says nothing, and the other card is the newer one."""
    got = (GOT, 1, STANDARD_PACK.number("Kh"), 0)
    for world, expected in (("Kh Tc", WHOLE), ("Kh Th", newer(0, 1, NOTHING_FITTED))):
        s = cast(SwapSwitch, table("4c", world, pile="4d", deck="6c 6d", knows={0: "Kh"})._state)
        assert weigh(s, gather(s, 0, [NINE, DREW_1, got]), 0) == expected


def test_beliefs_in_words() -> None:
    s = cast(SwapSwitch, table("4c", "Ks Td", pile="4d", deck="8h 6h 9s As Qs Kd")._state)
    assert sentences(gather(s, 0, []), s, 0, ("Ana", "Ben")) == []
    assert sentences(gather(s, 0, [NINE, DREW_1]), s, 0, ("Ana", "Ben")) == ["Ben probably has no hearts, 9, Queen or Ace."]
    assert sentences(gather(s, 0, [NINE, played(1, "Ac")]), s, 0, ()) == ["Seat 1 probably has no hearts or 9."]
