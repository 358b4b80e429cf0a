"""Inferences from the play about hidden cards in Match Mania, worked out by hand."""

from typing import Any, cast

import pytest

from parlour.core.events import DREW, PASSED, PLAYED, TURNED
from parlour.core.evidence import WHOLE
from parlour.games.match_mania.beliefs import LASTS, NAMED_WITH, SLIP, Evidence, gather, sentences, weigh
from parlour.games.match_mania.cards import COLOURS, PACK
from parlour.games.match_mania.events import CAUGHT, GOT, KEPT, NAMED, OPENED_PENALTY, SWAPPED, TOOK_PENALTY, WAS_GUILTY
from parlour.games.match_mania.state import MatchMania
from tests.games.helpers.match_mania import table

RED_FIVE = (TURNED, -1, PACK.number("r5"), 0)
DREW_1 = (DREW, 1, -1, 0)
KEPT_1 = (KEPT, 1, -1, 0)
DOUBTFUL = WHOLE * SLIP >> 8

Seen = tuple[int, int, int, int]


def played(seat: int, card: str) -> Seen:
    return (PLAYED, seat, PACK.number(card), 0)


def named(seat: int, colour: str) -> Seen:
    return (NAMED + COLOURS.index(colour), seat, -1, 0)


def weight(hand: str, *seen: Seen, **options: Any) -> int:
    """The weight that seat 0 gives a world in which seat 1 holds this hand."""
    s = cast(MatchMania, table("r1", hand, **options)._state)
    return weigh(s, gather(s, 0, [RED_FIVE, *seen]), 0)


def newer(cards: int, of: int) -> int:
    """The weight of one card that must be among this many newer cards of a hand."""
    return WHOLE * (SLIP + (256 - SLIP) * cards // of) >> 8


def test_a_seat_that_draws_has_nothing_that_fits() -> None:
    assert weight("g1 g2 W", DREW_1, KEPT_1) == WHOLE
    assert weight("g1 r2 W", DREW_1, KEPT_1) == DOUBTFUL
    assert weight("g1 b5 W", DREW_1, KEPT_1) == DOUBTFUL
    assert weight("r1 b5 W", DREW_1, KEPT_1) == DOUBTFUL * SLIP >> 8


def test_a_drawn_card_that_may_not_be_played_can_be_anything() -> None:
    assert weight("g1 r2 W g4", DREW_1, KEPT_1, play_drawn=False) == newer(1, 4)


def test_cards_drawn_by_force_say_nothing_and_can_be_anything() -> None:
    penalty = [(TOOK_PENALTY, 1, -1, 2), DREW_1, DREW_1]
    assert weight("g1 r2 r3 g4", *penalty) == WHOLE
    assert weight("g1 r2 g3 g4", DREW_1, KEPT_1, *penalty) == newer(2, 4)
    assert weight("g1 r2 g3 g4", DREW_1, KEPT_1, (CAUGHT, 0, -1, 1), DREW_1, DREW_1) == newer(2, 4)
    assert weight("g1 r2 g3 g4", *penalty, DREW_1, KEPT_1) == DOUBTFUL


def test_a_drawn_card_played_at_once_is_gone() -> None:
    seen = [DREW_1, KEPT_1, played(0, "g5"), DREW_1, played(1, "g7")]
    assert weight("r2 b1", *seen) == weight("g2 b1", *seen) == DOUBTFUL


def test_a_card_that_was_lacking_and_is_played_was_a_newer_one() -> None:
    seen = [DREW_1, KEPT_1, (TOOK_PENALTY, 1, -1, 1), DREW_1, played(1, "r7")]
    assert weight("r2 b1", *seen) == DOUBTFUL


def test_a_wild_was_the_last_resort_and_the_colour_named_is_held() -> None:
    seen = [played(1, "W"), named(1, "blue")]
    assert weight("b1 b2 b3 b4 g1", *seen) == WHOLE
    assert weight("b1 g2", *seen) == WHOLE * NAMED_WITH[1] >> 8
    assert weight("g1 g2", *seen) == WHOLE * NAMED_WITH[0] >> 8
    assert weight("b1 b2 b3 b4 r2", *seen) == DOUBTFUL
    assert weight("b1", *seen, played(1, "b9")) == WHOLE * NAMED_WITH[2] >> 8
    assert weight("g1 g2", *seen, *[(TOOK_PENALTY, 1, -1, LASTS), *[DREW_1] * LASTS]) == WHOLE


def test_a_wild_four_between_two_may_be_an_attack() -> None:
    assert weight("g1 r2", played(1, "W+4")) == WHOLE


def stacked(hand: str, top: list[Seen], *ends: Seen, **options: Any) -> int:
    """The weight that seat 0 of three gives this hand of seat 1 after its Wild +4 on a sum, or on one that was paid before."""
    s = cast(MatchMania, table("r1", hand, "y1", stacking="all", **options)._state)
    return weigh(s, gather(s, 0, [RED_FIVE, *top, *ends, played(1, "W+4")]), 0)


RED_SUM = [played(0, "r+2"), (OPENED_PENALTY, 1, -1, 2)]
GREEN_SUM = [played(0, "W+4"), named(0, "green"), (OPENED_PENALTY, 1, -1, 4)]


@pytest.mark.rules("MM-6.2", "MM-7.3")
@pytest.mark.parametrize("wild_four", ["anytime", "no_play"])
def test_a_four_stacked_on_a_two_says_that_there_is_no_two(wild_four: str) -> None:
    """Red cards do not stack, so they may well be there; a +2 would have been stacked."""
    assert stacked("r2 g1", RED_SUM, wild_four=wild_four) == WHOLE
    assert stacked("b+2 g1", RED_SUM, wild_four=wild_four) == DOUBTFUL
    assert stacked("g2 b1", GREEN_SUM, wild_four=wild_four) == WHOLE


@pytest.mark.rules("MM-6.2", "MM-7.3")
def test_under_no_colour_a_stacked_four_says_that_the_colour_is_not_there() -> None:
    assert stacked("r2 g1", RED_SUM, wild_four="no_colour") == DOUBTFUL
    assert stacked("g2 b1", GREEN_SUM, wild_four="no_colour") == DOUBTFUL
    assert stacked("r2 g1", RED_SUM, wild_four="no_colour", challenge=True) == WHOLE


@pytest.mark.rules("MM-6.2")
@pytest.mark.parametrize("end", [(TOOK_PENALTY, 2, -1, 2), (PASSED, 2, -1, 0), (WAS_GUILTY, 0, -1, 0)])
def test_when_the_sum_is_gone_a_four_is_the_last_resort_again(end: Seen) -> None:
    assert stacked("r2 g1", RED_SUM, end) == DOUBTFUL


def test_marks_move_with_the_hand() -> None:
    seen = [RED_FIVE, DREW_1, KEPT_1, (SWAPPED, 1, -1, 2), (GOT, 1, -1, 2), (GOT, 2, -1, 1)]
    for hands, expected in ((("r2", "g2"), WHOLE), (("g2", "r2"), DOUBTFUL)):
        s = cast(MatchMania, table("r1", *hands, seven_o=True)._state)
        assert weigh(s, gather(s, 0, seen), 0) == expected


def test_beliefs_in_words() -> None:
    s = cast(MatchMania, table("r1", "g1 g2")._state)
    assert sentences(Evidence(), s, 0, ("Ana", "Ben")) == []
    seen = [RED_FIVE, DREW_1, KEPT_1, played(0, "g5"), played(1, "W"), named(1, "blue")]
    assert sentences(gather(s, 0, seen), s, 0, ("Ana", "Ben")) == [
        "Ben probably has no red, green or 5 (assuming good play).",
        "Ben named blue, so they probably hold some.",
    ]
