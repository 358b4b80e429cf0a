"""Match Mania, MM-3.6 and MM-7.2: the challenged +4, with and without stacking, and who sees the hand."""

from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.match_mania import (
    CHALLENGE,
    cards,
    colour,
    hand,
    knows,
    moves,
    penalty,
    play,
    plays,
    sees,
    sizes,
    table,
)
from tests.games.helpers.refusals import refused

GUILTY, INNOCENT = "W+4 r9 g3", "W+4 y9 g3"


def four(first: str, second: str = "g1 y2", third: str = "g4 g6", name: str = "green", **more: Any) -> Table:
    """Seat 0 lays its +4 on the red 5 and names a colour; seat 1 has to answer."""
    return play(table(first, second, third, **{**CHALLENGE, **more}), "play W+4", f"name {name}")


# ---- 3.6 The answers


@pytest.mark.rules("MM-3.6", "MM-7.1")
@pytest.mark.parametrize("stacking", ["off", "twos"])
def test_the_victim_answers_before_it_draws(stacking: str) -> None:
    t = four(GUILTY, stacking=stacking)
    assert t.must == 1
    assert penalty(t) == 4
    assert sizes(t, 3) == [2, 2, 2]
    assert moves(t) == {"accept", "challenge"}
    refused(t, "draw", code="match_mania.refusal.acceptOrChallenge")


@pytest.mark.rules("MM-3.6", "MM-7.1")
@pytest.mark.parametrize("first", [GUILTY, INNOCENT])
def test_accepting_draws_four_and_loses_the_turn(first: str) -> None:
    t = play(four(first), "accept")
    assert hand(t, 1) == cards("g1 y2 b1 b2 b3 b4")
    assert t.must == 2
    assert penalty(t) == 0
    assert colour(t) == "green"


@pytest.mark.rules("MM-3.6", "MM-7.2")
def test_the_guilty_draws_instead_and_the_victim_keeps_its_turn() -> None:
    t = play(four(GUILTY), "challenge")
    told = " ".join(event.text for event in t.events_for(0, names=["Ana", "Ada"]))
    assert "Ada challenges your Wild +4. Ada sees" in told and "in your hand." in told
    assert "challenges Ana's Wild +4." in " ".join(event.text for event in t.events_for(None, names=["Ana", "Ada"]))
    assert hand(t, 0) == cards("r9 g3 b1 b2 b3 b4")
    assert hand(t, 1) == cards("g1 y2")
    assert t.must == 1
    assert penalty(t) == 0
    assert moves(t) == {"play g1", "draw"}


@pytest.mark.rules("MM-3.6")
def test_a_wrong_challenger_draws_six_and_loses_its_turn() -> None:
    t = play(four(INNOCENT), "challenge")
    assert len(hand(t, 0)) == 2
    assert hand(t, 1) == cards("g1 y2 b1 b2 b3 b4 b6 b8")
    assert t.must == 2
    assert penalty(t) == 0


@pytest.mark.rules("MM-3.6", "MM-7.2")
def test_with_challenges_every_four_counts_as_playable() -> None:
    assert "W+4" in plays(table("W+4 r9 r8", "g1", **CHALLENGE))
    assert moves(table("W+4 g9", "g1", draw_to_match=True, **CHALLENGE)) == {"play W+4"}


@pytest.mark.rules("MM-3.6")
def test_without_the_option_nothing_is_challenged() -> None:
    t = play(table("W+4 y9 g3", "g1 y2", "g4 g6", wild_four="no_colour"), "play W+4", "name green")
    assert t.must == 2
    assert len(hand(t, 1)) == 6
    refused(t, "challenge", code="match_mania.refusal.noChallenges")


@pytest.mark.rules("MM-3.6", "MM-7.2")
def test_only_the_seat_that_is_hit_may_challenge() -> None:
    t = four(GUILTY)
    assert t.may == []
    for seat in (0, 2):
        refused(t, "challenge", code="refusal.turn", seat=seat)


@pytest.mark.rules("MM-7.2")
def test_a_plus_two_or_a_wild_is_not_challenged() -> None:
    t = play(table("r+2 r9 y1", "g1 g2", stacking="twos", **CHALLENGE), "play r+2")
    assert moves(t) == {"draw"}
    refused(t, "challenge", code="match_mania.refusal.nothingToChallenge")
    refused(t, "accept", code="match_mania.refusal.nothingToAccept")
    refused(
        play(table("W r9 y1", "g1 g2", **CHALLENGE), "play W", "name red"),
        "challenge",
        code="match_mania.refusal.nothingToChallenge",
    )


# ---- 7.2 Guilt


@pytest.mark.rules("MM-7.2")
@pytest.mark.parametrize(
    ("rest", "guilty"),
    [
        ("r9 g3", True),
        ("rS g3", True),
        ("y5 g3", False),  # the number is not a colour
        ("W y3", False),  # Wilds have no colour
        ("W+4 y3", False),
        ("g3 g9", False),  # the colour named afterwards does not count
    ],
)
def test_guilt_is_a_card_of_the_colour_valid_before(rest: str, guilty: bool) -> None:
    t = play(four(f"W+4 {rest}"), "challenge")
    assert sizes(t, 3) == ([6, 2, 2] if guilty else [2, 8, 2])


@pytest.mark.rules("MM-7.2")
@pytest.mark.parametrize(("valid", "guilty"), [("yellow", True), ("blue", False), ("red", False)])
def test_on_a_wild_the_named_colour_was_valid(valid: str, guilty: bool) -> None:
    t = table("W+4 y9 g3", "g1 y2", pile="r5 W", lines=(f"colour: {valid}",), **CHALLENGE)
    play(t, "play W+4", "name green", "challenge")
    assert sizes(t, 2) == ([6, 2] if guilty else [2, 8])


@pytest.mark.rules("MM-7.2", "MM-7.6")
def test_guilt_is_fixed_when_the_four_is_laid() -> None:
    """Seat 0 is caught with its last card and draws two reds: they came after the +4, so it stays innocent."""
    t = table("W+4 y9", "g1 y2", "g4 g6", deck="r1 r2 b1 b2 b3 b4 b6 b8", call_out="manual", **CHALLENGE)
    play(t, "play W+4", "name green", "catch 0")
    assert hand(t, 0) == cards("y9 r1 r2")
    assert t.must == 1
    t.play("challenge")
    assert sizes(t, 3) == [3, 8, 2]
    assert t.must == 2


@pytest.mark.rules("MM-7.2")
def test_a_drawn_four_is_judged_by_the_rest_of_the_hand() -> None:
    t = table("r9 g3", "g1 y2", deck="W+4 b1 b2 b3 b4 b6 b8", **CHALLENGE)
    play(t, "draw", "play W+4", "name green", "challenge")
    assert sizes(t, 2) == [6, 2]


@pytest.mark.rules("MM-7.2")
@pytest.mark.parametrize(("left", "word", "after"), [("r9", "yes", [5, 2]), ("y9", "no", [1, 8])])
@pytest.mark.parametrize("is_said", [True, False])
def test_a_position_says_whether_the_four_was_laid_in_guilt(left: str, word: str, after: list[int], is_said: bool) -> None:
    """Red was valid before it; the line may be left out, because the cards say it, too."""
    lines = ("colour: green", "penalty: 4", *([f"guilty: {word}"] if is_said else []))
    t = table(left, "g1 y2", turn=1, pile="r5 W+4", lines=lines, **CHALLENGE)
    assert moves(t) == {"accept", "challenge"}
    assert sizes(play(t, "challenge"), 2) == after


@pytest.mark.rules("MM-7.2")
def test_the_direction_says_who_laid_the_four() -> None:
    t = table(GUILTY, "g4 g6", "g1 y2", direction="-", **CHALLENGE)
    play(t, "play W+4", "name green")
    assert t.must == 2
    t.play("challenge")
    assert sizes(t, 3) == [6, 2, 2]
    assert t.must == 2


# ---- 7.2 With stacking


@pytest.mark.rules("MM-7.2", "MM-3.3")
@pytest.mark.parametrize("stacking", ["twos_and_fours", "all"])
def test_stacking_gives_the_challenge_up(stacking: str) -> None:
    """Seat 0 was guilty, but seat 1 stacks innocently (no green): seat 2 can challenge seat 1 only, and pays 8 + 2."""
    t = four(GUILTY, "W+4 y2 y3", "g4 g6", deck="b1 b2 b3 b4 b6 b8 b9 b0 y4 y6", stacking=stacking)
    assert moves(t) == {"play W+4", "accept", "challenge"}
    play(t, "play W+4", "name blue")
    assert t.must == 2
    assert penalty(t) == 8
    assert moves(t) == {"accept", "challenge"}
    t.play("challenge")
    assert sizes(t, 3) == [2, 2, 12]
    assert t.must == 0


@pytest.mark.rules("MM-7.2")
def test_the_guilty_seat_of_a_stacked_four_draws_the_whole_sum() -> None:
    t = four(INNOCENT, "W+4 g1 y3", "b7 g6", stacking="all")
    play(t, "play W+4", "name blue", "challenge")
    assert sizes(t, 3) == [2, 10, 2]
    assert t.must == 2
    assert moves(t) == {"play b7", "draw"}


@pytest.mark.rules("MM-7.2")
def test_accepting_a_stacked_four_draws_the_sum() -> None:
    t = four(INNOCENT, "W+4 g1 y3", "b7 g6", stacking="all")
    play(t, "play W+4", "name blue", "accept")
    assert sizes(t, 3) == [2, 2, 10]
    assert t.must == 0


@pytest.mark.rules("MM-7.2", "MM-3.3")
def test_a_two_on_top_of_a_four_is_not_challenged() -> None:
    t = play(four(GUILTY, "g+2 y2", stacking="all"), "play g+2")
    assert t.must == 2
    assert penalty(t) == 6
    assert moves(t) == {"draw"}
    refused(t, "challenge", code="match_mania.refusal.nothingToChallenge")


@pytest.mark.rules("MM-7.2", "MM-3.3")
def test_a_four_stacked_on_a_two_is_judged_by_the_colour_of_the_two() -> None:
    """The blue +2 lies on top: seat 1 holds a blue card and is guilty of the whole 6."""
    t = table("b+2 r9", "W+4 b7 y3", "g4 g6", pile="b5", stacking="all", **CHALLENGE)
    play(t, "play b+2", "play W+4", "name red", "challenge")
    assert sizes(t, 3) == [1, 8, 2]
    assert t.must == 2


# ---- 3.6 Who sees the hand


@pytest.mark.rules("MM-3.6", "ALL-3")
@pytest.mark.parametrize(("first", "held"), [(GUILTY, "r9"), (INNOCENT, "y9")])
def test_only_the_challenger_sees_the_hand(first: str, held: str) -> None:
    t = four(first)
    assert not any(sees(t, viewer, held) for viewer in (1, 2, None))
    t.play("challenge")
    assert [sees(t, viewer, held) for viewer in (1, 2, None)] == [True, False, False]
    assert knows(t, 1) == cards(f"0:{held} 0:g3")
    assert knows(t, 2) == []


@pytest.mark.rules("MM-3.6", "ALL-3")
def test_accepting_shows_nothing() -> None:
    t = play(four(GUILTY), "accept")
    assert not any(sees(t, viewer, "r9") for viewer in (1, 2, None))
    assert knows(t, 1) == []


@pytest.mark.rules("MM-3.6", "ALL-3")
def test_a_card_known_from_a_challenge_is_known_until_it_is_laid() -> None:
    t = play(four(GUILTY), "challenge", "play g1", "draw", "play g3")
    assert knows(t, 1) == ["0:r9"]
