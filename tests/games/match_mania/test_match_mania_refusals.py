"""Match Mania, ALL-4: every refusal says the true reason, and whose turn it is comes first."""

from collections.abc import Callable
from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.match_mania import CHALLENGE, play, table
from tests.games.helpers.refusals import refused

NOT_IN_TURN = "turn, not seat"
ALL_RULES: dict[str, Any] = {"seven_o": True, "stacking": "all", **CHALLENGE}
PHASES: dict[str, Callable[..., Table]] = {
    "play": lambda **more: table("r9 y1", "g1 r5", "g3 g4", pile="b3 r5", **more),
    "drawn": lambda **more: play(table("g9 y1", "g1 r5", "g3 g4", deck="r8 b1", **more), "draw"),
    "name": lambda **more: play(table("W y1 y2", "g1 r5", "g3 g4", **more), "play W"),
    "start": lambda **more: table("r9 y1", "g1 r5", "g3 g4", pile="W", lines=("phase: start",), **more),
    "swap": lambda **more: play(table("r7 y1 y2", "g1 r5", "g3 g4", **more), "play r7"),
    "sum": lambda **more: play(table("y1 y2", "g1 r5", "r+2 g4 g3", turn=2, **more), "play r+2"),
    "challenge": lambda **more: play(table("y1 y2", "g1 r5", "W+4 g4 g3", turn=2, **more), "play W+4", "name red"),
}
IN_TURN = ["draw", "keep", "pass", "accept", "challenge", "name red", "name pink", "name", "swap 0", "swap 1", "swap 9", "swap"]


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("phase", PHASES)
def test_out_of_turn_comes_first(phase: str, seat: int) -> None:
    """Seat 0 is in turn; whatever else is wrong with its move, any other seat is told that first."""
    t = PHASES[phase](**ALL_RULES)
    assert t.must == 0
    for words in [*IN_TURN, "play r5", "play b7", "play zz", "play"]:
        refused(t, words, NOT_IN_TURN, seat=seat)


@pytest.mark.rules("ALL-4", "MM-4.1")
@pytest.mark.parametrize("phase", ["name", "start", "swap"])
def test_where_something_is_due_nobody_is_too_late_to_jump_in(phase: str) -> None:
    t = PHASES[phase](jump_in=True, **ALL_RULES)
    refused(t, "play r5", "seat 0.s turn, not seat 1.s.$", seat=1)


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize(
    ("phase", "due"),
    [("name", "Name a colour first"), ("start", "Name a colour first"), ("swap", "Choose a player to swap hands with first")],
)
def test_what_is_due_comes_before_everything_else(phase: str, due: str) -> None:
    t = PHASES[phase](**ALL_RULES)
    others = [words for words in IN_TURN if not words.startswith("swap" if phase == "swap" else "name")]
    for words in [*others, "play y1", "play zz", "call", "catch 1"]:
        refused(t, words, due)


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize(
    ("phase", "words", "why"),
    [
        ("play", "keep", "You haven't drawn a card to keep"),
        ("play", "pass", "while there are cards to draw"),
        ("play", "accept", "could challenge"),
        ("play", "challenge", "no Wild \\+4"),
        ("play", "name red", "after playing a Wild"),
        ("play", "name pink", "after playing a Wild"),
        ("play", "swap 1", "after a 7"),
        ("play", "play y1", "neither red nor 5"),
        ("play", "play g1", "You don't hold"),
        ("play", "call", "announces"),
        ("play", "catch 1", "announces"),
        ("drawn", "draw", "already drawn"),
        ("drawn", "pass", "play it, or keep it"),
        ("drawn", "accept", "could challenge"),
        ("drawn", "play g9", "only play the drawn card"),
        ("name", "name pink", "not “pink”"),
        ("name", "name", "which colour"),
        ("swap", "swap 0", "yourself"),
        ("swap", "swap 3", "no seat"),
        ("swap", "swap", "which seat"),
        ("sum", "accept", "could challenge"),
        ("sum", "challenge", "no Wild \\+4"),
        ("sum", "pass", "while there are cards to draw"),
        ("sum", "play y1", "only another \\+2 or a Wild \\+4"),
        ("challenge", "draw", "accept it"),
        ("challenge", "pass", "accept it"),
        ("challenge", "keep", "You haven't drawn a card to keep"),
        ("challenge", "play y1", "or a red \\+2"),
    ],
)
def test_in_turn_the_reason_is_the_one_that_holds(phase: str, words: str, why: str) -> None:
    refused(PHASES[phase](**ALL_RULES), words, why)


@pytest.mark.rules("ALL-4", "MM-3.6", "MM-4.2")
@pytest.mark.parametrize(("words", "why"), [("challenge", "challenge=off"), ("swap 1", "seven_o=off")])
def test_moves_that_the_house_rules_lack_are_refused_by_naming_the_rule(words: str, why: str) -> None:
    refused(table("r9 y1", "g1 g2"), words, why)


@pytest.mark.rules("ALL-4", "MM-3.3", "MM-7.1")
@pytest.mark.parametrize(
    ("stacking", "card", "why"),
    [
        ("off", "W+4", "nothing does here"),
        ("twos", "W+4", "nothing does here"),
        ("twos", "g+2", "nothing does here"),
        ("twos_and_fours", "g+2", "only another Wild \\+4 does.$"),
        ("all", "b+2", "or a green \\+2"),
        ("all", "W", "or a green \\+2"),
    ],
)
def test_what_does_not_stack_on_a_four(stacking: str, card: str, why: str) -> None:
    t = play(table("W+4 y1 y2", f"{card} g1", stacking=stacking, **CHALLENGE), "play W+4", "name green")
    refused(t, f"play {card}", why)


@pytest.mark.rules("ALL-4", "MM-3.3")
@pytest.mark.parametrize(
    ("stacking", "wild_four", "card", "why"),
    [
        ("twos", "anytime", "W+4", "only another \\+2 does.$"),
        ("twos_and_fours", "no_play", "W+4", "only another \\+2 does.$"),
        ("all", "no_colour", "W+4", "without a red card"),
        ("all", "no_play", "W+4", "you have no \\+2 to stack"),
        ("all", "anytime", "W", "another \\+2 or a Wild \\+4"),
    ],
)
def test_what_does_not_stack_on_a_two(stacking: str, wild_four: str, card: str, why: str) -> None:
    t = play(table("r+2 y1 y2", f"{card} b+2 r1", stacking=stacking, wild_four=wild_four), "play r+2")
    refused(t, f"play {card}", why)


@pytest.mark.rules("ALL-4", "MM-2.3", "MM-2.4", "MM-7.8")
def test_a_seat_that_must_play_is_not_told_to_draw_pass_or_keep() -> None:
    for deck in ("b1 b2", ""):
        t = table("r9 y1", "g1 g2", deck=deck, draw_to_match=True)
        refused(t, "draw", "You can play")
        refused(t, "pass", "You can play")
    t = play(table("g9 y1", "g1 g2", deck="r8 b1", force_play=True), "draw")
    for words in ("draw", "pass", "keep"):
        refused(t, words, "you must play a drawn card that fits")


@pytest.mark.rules("ALL-4", "MM-4.1", "MM-7.4", "MM-7.5")
def test_why_nobody_jumps_in() -> None:
    """The true reason, after whose turn it is: the start card, a Wild, another card, too late, or not in the hand."""
    t = table("r9 W y1", "g1 g2 b8", "r9 r5 g3", jump_in=True)
    refused(t, "play r5", f"{NOT_IN_TURN}.*turned up at the start", seat=2)
    t.play("play r9")
    refused(t, "play r5", f"{NOT_IN_TURN}.*only jump in with Red 9", seat=2)
    refused(t, "play W", f"{NOT_IN_TURN}.*Wild", seat=0)
    refused(t, "play r9", "You don't hold", seat=0)
    play(t, "draw")
    assert t.must == 2
    play(t, "draw")
    refused(t, "play r9", f"{NOT_IN_TURN}.*too late", seat=2)
    t = play(table("W y1 y2", "g1 g2", "r9 g3", jump_in=True), "play W", "name red")
    refused(t, "play r9", f"{NOT_IN_TURN}.*Wild", seat=2)


@pytest.mark.rules("ALL-4", "MM-7.6")
def test_why_nobody_calls_or_is_caught() -> None:
    t = table("r9 y1", "g1 g2", "g3 g4 g6", call_out="manual")
    refused(t, "call", f"{NOT_IN_TURN}.*while you can be caught", seat=1)
    refused(t, "catch 0", "can't be caught", seat=1)
    refused(t, "catch 1", "yourself", seat=1)
    refused(t, "catch 7", "no seat", seat=1)
    refused(t, "catch", "which seat", seat=1)
    t.play("call")
    refused(t, "call", "already called")
    refused(table("r9 y1 y2", "g1 g2", call_out="manual"), "call", "exactly 2 cards")


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize("words", ["xyzzy", "draw 2", "challenge 1", "call me", "keep it"])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_unknown_move_is_refused_for_every_seat(words: str, seat: int) -> None:
    refused(table("r9 y1", "g1 g2"), words, "Match Mania has no move", seat=seat)
