"""Inferences from the play about hidden cards in Swish, worked out by hand."""

from typing import Any, cast

from parlour.core.cards import STANDARD_PACK
from parlour.core.events import DEALT, DREW, PLAYED
from parlour.core.evidence import WHOLE
from parlour.games.swish.beliefs import SLIP, Evidence, gather, sentences, weigh
from parlour.games.swish.events import PICKED_UP, PLAYS_AGAIN
from parlour.games.swish.state import Swish
from tests.games.helpers.swish import table

DEAL = [(DEALT, 0, -1, 0)]
DOUBTFUL = WHOLE * SLIP >> 8


def played(seat: int, cards: str) -> list[tuple[int, int, int, int]]:
    return [(PLAYED, seat, STANDARD_PACK.number(card), 0) for card in cards.split()]


def weight(hand: str, *seen: tuple[int, int, int, int], **options: Any) -> int:
    """The weight that seat 0 gives a world in which seat 1 holds this hand."""
    s = cast(Swish, table("3h", hand, **options)._state)
    return weigh(s, gather(s, 0, [*DEAL, *seen]), 0)


def test_a_seat_that_leads_with_an_eight_has_nothing_lower() -> None:
    led = played(1, "8h")
    assert weight("9c Jd Kh 2c", *led) == WHOLE
    assert weight("3c Jd Kh 2c", *led) == DOUBTFUL
    assert weight("3c 7d Kh 2c", *led) == DOUBTFUL * SLIP >> 8


def test_the_rest_of_a_low_set_was_laid_too() -> None:
    assert weight("5c Jd", *played(1, "5h 5d")) == DOUBTFUL
    assert weight("Jc Ad", *played(1, "Jh")) == WHOLE


def test_lower_cards_that_did_not_go_may_be_there() -> None:
    seen = [*played(0, "6c"), *played(1, "9h")]
    assert weight("5c Jd", *seen) == WHOLE
    assert weight("7c Jd", *seen) == DOUBTFUL


def test_a_card_drawn_since_can_be_anything() -> None:
    drew = (DREW, 1, -1, 0)
    assert weight("3c Jd Qd Kd", *played(1, "8h"), drew) == WHOLE * (SLIP + (256 - SLIP) // 4) >> 8
    assert weight("3c", *played(1, "8h"), drew) == WHOLE


def test_a_drawn_card_that_was_played_is_gone() -> None:
    seen = [*played(1, "8h"), (DREW, 1, -1, 0), (PICKED_UP, 0, -1, 1), *played(1, "3h")]
    assert weight("4c Kd", *seen) == DOUBTFUL


def test_a_seat_that_picks_up_had_nothing_that_fits() -> None:
    seen = [*played(0, "Qc"), (PICKED_UP, 1, -1, 1)]
    assert weight("3c Jd", *seen) == WHOLE
    for card in ("Qd", "Kc", "Ac", "2c", "Tc"):
        assert weight(f"3c {card}", *seen) == DOUBTFUL


def test_after_a_two_anything_goes() -> None:
    seen = [*played(0, "Kc"), *played(1, "2c"), (PLAYS_AGAIN, 1, -1, 0), *played(1, "7c")]
    assert weight("4c Jc", *seen) == DOUBTFUL


def test_where_a_pair_is_to_be_beaten_a_single_card_proves_nothing() -> None:
    seen = [*played(0, "4c 4d"), *played(1, "9c 9d")]
    assert weight("7c Jd", *seen) == DOUBTFUL
    assert weight("7c Jd", *seen, match_count=True) == WHOLE


def test_what_everybody_knows_needs_no_belief() -> None:
    assert weight("3c Jd", *played(1, "8h"), lines=("knows 1: 3c",)) == WHOLE


def test_without_the_deal_the_first_play_says_nothing() -> None:
    s = cast(Swish, table("3h", "3c Jd")._state)
    assert weigh(s, gather(s, 0, played(1, "8h")), 0) == WHOLE


def test_beliefs_in_words() -> None:
    s = cast(Swish, table("3h", "9c Jd")._state)
    assert sentences(Evidence(), s, 0, ("Ana", "Ben")) == []
    seen = [*DEAL, *played(1, "6h")]
    assert sentences(gather(s, 0, seen), s, 0, ("Ana", "Ben")) == ["Ben probably has no 3, 4, 5 or 6 (assuming good play)."]
