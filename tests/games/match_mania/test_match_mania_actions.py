"""Match Mania, chapter 3 of the sheet with MM-7.1 and MM-7.3: actions, stacking, Wilds and when a +4 goes."""

from typing import Any

import pytest

from tests.games.helpers.match_mania import (
    NAMES,
    about,
    cards,
    colour,
    direction,
    hand,
    moves,
    penalty,
    pile,
    play,
    plays,
    sizes,
    table,
    top,
)
from tests.games.helpers.refusals import refused

OTHERS = ("g1 g2", "g3 g4", "g6 g8")
STACKINGS = ["off", "twos", "twos_and_fours", "all"]

# ---- 3.1, 3.2 Skip and Reverse


@pytest.mark.rules("MM-3.1")
@pytest.mark.parametrize(("way", "seats", "after"), [("+", 3, 2), ("-", 3, 1), ("+", 4, 2), ("-", 4, 2), ("+", 2, 0)])
def test_a_skip_costs_the_next_seat_its_turn(way: str, seats: int, after: int) -> None:
    t = play(table("rS y1", *OTHERS[: seats - 1], direction=way), "play rS")
    assert t.must == after
    assert direction(t) == way
    assert sizes(t, seats) == [1] + [2] * (seats - 1)


@pytest.mark.rules("MM-3.2")
@pytest.mark.parametrize(("way", "turned", "after"), [("+", "-", 3), ("-", "+", 1)])
def test_a_reverse_turns_the_direction(way: str, turned: str, after: int) -> None:
    t = play(table("rR y1", *OTHERS, direction=way), "play rR")
    assert direction(t) == turned
    assert t.must == after


@pytest.mark.rules("MM-3.2")
def test_after_a_reverse_play_goes_on_the_other_way() -> None:
    t = play(table("rR y1", *OTHERS), "play rR", "draw", "draw")
    assert t.must == 1


@pytest.mark.rules("MM-3.2")
@pytest.mark.parametrize("way", ["+", "-"])
def test_with_two_seats_a_reverse_is_a_skip(way: str) -> None:
    t = play(table("rR y1", "g1 g2", direction=way), "play rR")
    assert t.must == 0


# ---- 3.3, 7.1 +2 and stacking


@pytest.mark.rules("MM-3.3", "MM-7.1", "ALL-10")
def test_a_plus_two_without_stacking_is_drawn_at_once() -> None:
    t = play(table("r+2 y1", "g+2 g1", "g3 g4"), "play r+2")
    assert hand(t, 1) == cards("g+2 g1 b1 b2")
    assert t.must == 2
    assert penalty(t) == 0


@pytest.mark.rules("MM-3.3")
def test_a_plus_two_follows_the_direction_and_two_seats_go_on() -> None:
    t = play(table("r+2 y1", *OTHERS, direction="-"), "play r+2")
    assert sizes(t, 4) == [1, 2, 2, 4]
    assert t.must == 2
    assert play(table("r+2 y1", "g1 g2"), "play r+2").must == 0


@pytest.mark.rules("MM-3.3", "MM-7.1")
def test_the_source_example_of_stacking() -> None:
    """Player 1 plays +2, player 2 plays +2, player 3 draws 4."""
    t = play(table("r+2 y1", "g+2 W W+4 r9", "g3 g4", "g6 g8", stacking="twos"), "play r+2")
    assert t.must == 1
    assert penalty(t) == 2
    assert moves(t) == {"play g+2", "draw"}
    t.play("play g+2")
    assert t.must == 2
    assert penalty(t) == 4
    assert moves(t) == {"draw"}
    t.play("draw")
    assert hand(t, 2) == cards("g3 g4 b1 b2 b3 b4")
    assert t.must == 3
    assert penalty(t) == 0
    assert colour(t) == "green"


@pytest.mark.rules("MM-7.1")
@pytest.mark.parametrize("stacking", STACKINGS[1:])
def test_the_victim_is_asked_even_without_a_card_to_stack(stacking: str) -> None:
    """Whether it is asked depends on the options, not on its hand: otherwise all would learn what it holds."""
    t = play(table("r+2 y1", "g1 r9", "g3 g4", stacking=stacking), "play r+2")
    assert t.must == 1
    assert moves(t) == {"draw"}
    assert sizes(t, 3) == [1, 2, 2]
    refused(t, "play r9", code="match_mania.refusal.onTwoAlso" if stacking == "all" else "match_mania.refusal.onTwo")
    t.play("draw")
    assert hand(t, 1) == cards("g1 r9 b1 b2")
    assert t.must == 2


@pytest.mark.rules("MM-3.3", "MM-7.1")
@pytest.mark.parametrize(
    ("stacking", "on_two", "on_four"),
    [
        ("twos", {"g+2", "y+2"}, None),
        ("twos_and_fours", {"g+2", "y+2"}, {"W+4"}),
        ("all", {"g+2", "y+2", "W+4"}, {"W+4", "y+2"}),
    ],
)
def test_cards_that_each_value_of_stacking_accepts(stacking: str, on_two: set[str], on_four: set[str] | None) -> None:
    """The colour named for the +4 is yellow; with `twos` a +4 is drawn at once and seat 2 is to move."""
    victim = "g+2 y+2 W W+4 y9 r9"
    t = play(table("r+2 y1", victim, "g3 g4", stacking=stacking), "play r+2")
    assert plays(t) == on_two
    t = play(table("W+4 y1", victim, "g3 g4", stacking=stacking), "play W+4", "name yellow")
    if on_four is None:
        assert t.must == 2
        assert len(hand(t, 1)) == 10
    else:
        assert t.must == 1
        assert penalty(t) == 4
        assert moves(t) == {f"play {card}" for card in on_four} | {"draw"}


@pytest.mark.rules("MM-3.3")
def test_a_mixed_stack_adds_up() -> None:
    """+2, then +4 (green), then the green +2: 8 cards for seat 3."""
    t = table("r+2 y1", "W+4 g1", "g+2 g4", "g6 g8", stacking="all")
    play(t, "play r+2", "play W+4")
    assert moves(t) == NAMES
    t.play("name green")
    assert t.must == 2
    assert penalty(t) == 6
    t.play("play g+2")
    assert t.must == 3
    assert penalty(t) == 8
    t.play("draw")
    assert len(hand(t, 3)) == 10
    assert t.must == 0


@pytest.mark.rules("MM-3.3")
def test_a_plus_two_of_another_colour_is_refused_on_a_four() -> None:
    t = table("g+2 y9", "g1", pile="r5 W+4", lines=("colour: blue", "penalty: 4"), stacking="all")
    assert moves(t) == {"draw"}
    refused(t, "play g+2", about("g+2"))


@pytest.mark.rules("MM-3.3", "MM-2.1")
def test_a_plus_two_that_is_paid_is_an_ordinary_top_card() -> None:
    t = play(table("r+2 y1", "g1 g2", "b+2 r9 b7", stacking="twos"), "play r+2", "draw")
    assert t.must == 2
    assert moves(t) == {"play b+2", "play r9", "draw"}


@pytest.mark.rules("MM-3.3", "MM-2.4")
def test_an_open_penalty_may_be_drawn_under_draw_to_match() -> None:
    t = table("g+2 y9", "g1", pile="r5 r+2", lines=("penalty: 2",), stacking="twos", draw_to_match=True)
    assert moves(t) == {"play g+2", "draw"}
    t.play("draw")
    assert hand(t, 0) == cards("g+2 y9 b1 b2")
    assert t.must == 1


@pytest.mark.rules("MM-7.8", "MM-3.3")
def test_an_open_penalty_with_nothing_to_draw_is_passed() -> None:
    t = table("g+2 y9", "g1 g2", "g3 g4", pile="r+2", deck="", lines=("penalty: 2",), stacking="twos")
    assert moves(t) == {"play g+2", "pass"}
    t.play("pass")
    assert t.must == 1
    assert penalty(t) == 0


@pytest.mark.rules("MM-3.3")
def test_a_penalty_card_drawn_is_not_played() -> None:
    """A playable card among the two drawn opens no choice: the turn is lost."""
    t = table("y9", "g1", "g2", pile="r5 r+2", deck="r8 r7 b1", lines=("penalty: 2",), stacking="twos")
    t.play("draw")
    assert t.must == 1


# ---- 3.4 Wild


@pytest.mark.rules("MM-3.4")
@pytest.mark.parametrize("name", ["red", "yellow", "green", "blue"])
def test_a_wild_names_a_colour(name: str) -> None:
    t = play(table("W y1", "r9 y9 g9 b7", "g3 g4"), "play W")
    assert t.must == 0
    assert t.may == []
    assert moves(t) == NAMES
    t.play(f"name {name}")
    assert t.must == 1
    assert colour(t) == name
    assert {card[0] for card in plays(t)} == {name[0]}


@pytest.mark.rules("MM-3.4")
def test_only_the_four_colours_can_be_named() -> None:
    t = play(table("W y1", "g1 g2"), "play W")
    refused(t, "name pink", code="match_mania.refusal.noColour")
    refused(t, "draw", code="match_mania.refusal.nameFirst")
    refused(t, "name red", code="refusal.turn", seat=1)


@pytest.mark.rules("MM-3.4")
def test_no_colour_is_named_without_a_wild() -> None:
    refused(table("r9 y1", "g1"), "name red", code="match_mania.refusal.wildOnly")


@pytest.mark.rules("MM-3.4")
def test_a_position_in_which_a_colour_is_due() -> None:
    t = table("y1 y2", "g1", "g2", pile="r5 W", lines=("phase: name",))
    assert moves(t) == NAMES
    t.play("name blue")
    assert t.must == 1


# ---- 3.5, 7.3 Wild +4


@pytest.mark.rules("MM-3.5", "MM-7.1")
@pytest.mark.parametrize("stacking", ["off", "twos"])
def test_a_wild_four_names_a_colour_and_hits_the_next_seat(stacking: str) -> None:
    t = play(table("W+4 y1", "g1 g2", "g3 g4", stacking=stacking), "play W+4")
    assert t.must == 0
    assert moves(t) == NAMES
    assert sizes(t, 3) == [1, 2, 2]
    t.play("name green")
    assert hand(t, 1) == cards("g1 g2 b1 b2 b3 b4")
    assert t.must == 2
    assert colour(t) == "green"
    assert pile(t) == ["r5", "W+4"]


@pytest.mark.rules("MM-3.5")
def test_anytime_is_the_default() -> None:
    assert "W+4" in plays(table("r9 r8 W W+4", "g1"))
    assert "W+4" in plays(table("r9 r8 W W+4", "g1", wild_four="anytime"))


@pytest.mark.rules("MM-3.5", "MM-7.3")
@pytest.mark.parametrize(
    ("rest", "no_colour", "no_play"),
    [
        ("r9", False, False),  # the colour
        ("rS", False, False),
        ("g5", True, False),  # the number only
        ("W", True, False),  # a Wild has no colour, but goes
        ("W+4", True, True),  # a second +4 is not another playable card
        ("g9 y8", True, True),
    ],
)
def test_when_a_wild_four_goes(rest: str, no_colour: bool, no_play: bool) -> None:
    for rule, allowed in (("no_colour", no_colour), ("no_play", no_play)):
        t = table(f"W+4 {rest}", "g1", wild_four=rule)
        assert ("W+4" in plays(t)) is allowed
        if not allowed:
            refused(t, "play W+4", about("W+4"))


@pytest.mark.rules("MM-3.5")
@pytest.mark.parametrize(("name", "allowed"), [("yellow", False), ("blue", True)])
def test_the_current_colour_on_a_wild_is_the_named_one(name: str, allowed: bool) -> None:
    t = table("W+4 y9 r9", "g1", pile="r5 W", lines=(f"colour: {name}",), wild_four="no_colour")
    assert ("W+4" in plays(t)) is allowed


@pytest.mark.rules("MM-7.3", "MM-3.3")
@pytest.mark.parametrize(
    ("rule", "victim", "allowed"),
    [
        ("anytime", "W+4 g9", True),
        ("no_colour", "W+4 g9", False),
        ("no_colour", "W+4 y9", True),
        ("no_colour", "W+4 W", True),
        ("no_play", "W+4 g9", True),  # a matching colour does not stack
        ("no_play", "W+4 W", True),  # nor does a Wild
        ("no_play", "W+4 W+4 y9", True),
    ],
)
@pytest.mark.parametrize("on", ["g+2", "W+4"])
def test_the_strict_rules_hold_for_a_stacked_four(rule: str, victim: str, allowed: bool, on: str) -> None:
    """Green is valid in both cases, by the +2's own colour or by name."""
    t = table(victim, "g1", pile=f"r5 {on}", lines=("colour: green", "penalty: 4"), stacking="all", wild_four=rule)
    assert moves(t) == ({"play W+4", "draw"} if allowed else {"draw"})


@pytest.mark.rules("MM-7.3", "MM-3.3")
@pytest.mark.parametrize(
    ("on", "stacking", "held", "others"),
    [
        ("r+2", "all", "b2", set()),  # neither the number nor the action of the top can be stacked
        ("r+2", "all", "b+2", {"play b+2"}),  # any +2 goes on a +2
        ("W+4", "all", "g+2", {"play g+2"}),  # on a Wild +4 the +2 of the named colour does
        ("W+4", "all", "b+2", set()),
        ("W+4", "twos_and_fours", "g+2", set()),
    ],
)
def test_no_play_asks_what_could_be_stacked_now(on: str, stacking: str, held: str, others: set[str]) -> None:
    """On the +2 red is valid, on the Wild +4 green; a Wild +4 goes unless another card could be stacked."""
    lines = ("penalty: 4", "colour: green") if on == "W+4" else ("penalty: 4",)
    t = table(f"W+4 {held} y9", "g1", pile=f"r5 {on}", lines=lines, stacking=stacking, wild_four="no_play")
    assert moves(t) == {"draw"} | (others or {"play W+4"})
    if others:
        refused(t, "play W+4", r"you have no \+2 to stack")


@pytest.mark.rules("MM-7.3")
def test_a_sum_that_is_paid_brings_the_ordinary_question_back() -> None:
    """The Wild +4 went while the sum was open; the next seat has no sum before it, and its red 9 goes."""
    t = table("W+4 r9 y9", "W+4 r9 y8", pile="r5 r+2", lines=("penalty: 2",), stacking="all", wild_four="no_play")
    assert moves(t) == {"play W+4", "draw"}
    t.play("draw")
    assert moves(t) == {"play r9", "draw"}


@pytest.mark.rules("MM-7.3")
@pytest.mark.parametrize("held", ["g9", "W", "y+2"])
def test_games_of_rules_1_ask_what_would_go_without_the_sum(held: str) -> None:
    lines = ("penalty: 4", "rules: 1")
    t = table(f"W+4 {held}", "g1", pile="r5 g+2", lines=lines, stacking="all", wild_four="no_play")
    assert "play W+4" not in moves(t)
    refused(t, "play W+4", about("W+4"))


@pytest.mark.rules("MM-7.3", "MM-2.2")
@pytest.mark.parametrize(
    ("options", "held", "asked"),
    [
        ({}, "r9 y1", True),
        ({"wild_four": "no_colour"}, "r9 y1", False),
        ({"wild_four": "no_colour"}, "g5 y1", True),
        ({"wild_four": "no_play"}, "g5 y1", False),
        ({"wild_four": "no_play"}, "g9 y1", True),
    ],
)
def test_a_drawn_four_is_judged_with_the_whole_hand(options: dict[str, Any], held: str, asked: bool) -> None:
    t = play(table(held, "g1 g2", deck="W+4 b1", **options), "draw")
    assert t.must == (0 if asked else 1)
    assert "W+4" in hand(t, 0)


@pytest.mark.rules("MM-3.5")
def test_a_wild_four_on_top_can_be_matched_by_colour_or_wild_only() -> None:
    t = play(table("W+4 y1", "g1", "y9 g9 W W+4"), "play W+4", "name yellow")
    assert top(t) == "W+4"
    assert plays(t) == {"y9", "W", "W+4"}
