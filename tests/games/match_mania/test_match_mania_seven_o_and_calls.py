"""Match Mania, MM-4.2 (hands that change owners) and MM-4.4 with MM-7.6 (calling the last card, and being caught)."""

from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.match_mania import (
    cards,
    deck,
    hand,
    knows,
    moves,
    play,
    scores,
    sizes,
    table,
    winners,
)
from tests.games.helpers.refusals import refused

# ---- 4.2 The 7


@pytest.mark.rules("MM-4.2")
def test_a_seven_swaps_hands_with_a_chosen_seat() -> None:
    t = play(table("r7 y1 y2", "g1", "g3 g4 g6", seven_o=True), "play r7")
    assert t.must == 0
    assert moves(t) == {"swap 1", "swap 2"}
    t.play("swap 2")
    assert [hand(t, seat) for seat in range(3)] == [cards("g3 g4 g6"), ["g1"], cards("y1 y2")]
    assert t.must == 1


@pytest.mark.rules("MM-4.2", "ALL-10")
def test_with_two_seats_the_partner_is_still_asked_for() -> None:
    t = play(table("r7 y1 y2", "g1", seven_o=True), "play r7")
    assert moves(t) == {"swap 1"}
    t.play("swap 1")
    assert [hand(t, 0), hand(t, 1)] == [["g1"], cards("y1 y2")]
    assert t.must == 1


@pytest.mark.rules("MM-4.2")
def test_a_swap_cannot_be_declined_or_made_with_nobody() -> None:
    t = play(table("r7 y1 y2", "g1 g2", seven_o=True), "play r7")
    refused(t, "swap 0", code="match_mania.refusal.notYourself")
    refused(t, "swap 2", code="match_mania.refusal.noSeat")
    for words in ("pass", "draw", "play y1"):
        refused(t, words, code="match_mania.refusal.swapFirst")
    refused(t, "play y1", "^Choose a player to swap hands with first.$")
    refused(t, "swap 0", code="refusal.turn", seat=1)


@pytest.mark.rules("MM-4.2")
@pytest.mark.parametrize("card", ["r7", "r0"])
def test_without_the_option_sevens_and_zeros_are_numbers(card: str) -> None:
    t = play(table(f"{card} y1 y2", "g1"), f"play {card}")
    assert t.must == 1
    assert [hand(t, 0), hand(t, 1)] == [cards("y1 y2"), ["g1"]]


@pytest.mark.rules("MM-4.2", "MM-2.2")
def test_a_drawn_seven_swaps_too() -> None:
    t = play(table("y1 y2", "g1", "g3 g4", deck="r7 b1", seven_o=True), "draw", "play r7", "swap 1")
    assert [hand(t, 0), hand(t, 1)] == [["g1"], cards("y1 y2")]


@pytest.mark.rules("MM-4.2")
def test_a_position_in_which_a_swap_is_due() -> None:
    t = table("y1 y2", "g1", pile="r5 r7", lines=("phase: swap",), seven_o=True)
    assert moves(t) == {"swap 1"}


# ---- 4.2 The 0


@pytest.mark.rules("MM-4.2")
@pytest.mark.parametrize(("way", "after"), [("+", ["g3 g4 g6", "y1 y2", "g1"]), ("-", ["g1", "g3 g4 g6", "y1 y2"])])
def test_a_zero_passes_all_hands_on_in_the_direction_of_play(way: str, after: list[str]) -> None:
    t = play(table("r0 y1 y2", "g1", "g3 g4 g6", direction=way, seven_o=True), "play r0")
    assert [hand(t, seat) for seat in range(3)] == [cards(text) for text in after]
    assert t.must == (1 if way == "+" else 2)


@pytest.mark.rules("MM-4.2")
@pytest.mark.parametrize("card", ["r7", "r0"])
def test_a_seven_or_zero_as_last_card_wins_at_once(card: str) -> None:
    t = play(table(card, "g1", "g3 g4", seven_o=True), f"play {card}")
    assert t.must is None
    assert winners(t) == [0]
    assert hand(t, 0) == []
    assert scores(t) == [8, 0, 0]


# ---- 4.2 What is known of hands that changed owners


@pytest.mark.rules("MM-4.2", "ALL-3")
def test_both_seats_of_a_swap_know_what_they_gave() -> None:
    t = play(table("r7 y1 y2", "g1 g8", "g3 g4 g6", seven_o=True), "play r7", "swap 2")
    assert knows(t, 0) == cards("2:y1 2:y2")
    assert knows(t, 1) == []
    assert knows(t, 2) == cards("0:g3 0:g4 0:g6")


@pytest.mark.rules("MM-4.2", "ALL-3")
def test_each_seat_knows_the_hand_it_passed_on() -> None:
    t = play(table("r0 y1 y2", "g1", "g3 g4 g6", seven_o=True), "play r0")
    assert knows(t, 0) == cards("1:y1 1:y2")
    assert knows(t, 1) == ["2:g1"]
    assert knows(t, 2) == cards("0:g3 0:g4 0:g6")


@pytest.mark.rules("MM-4.2", "ALL-3")
def test_what_a_third_seat_knew_goes_with_the_hand() -> None:
    t = table("r7 y1 y2", "g1 g8", "g3 g4", lines=("knows 1: 0:y1 0:y2 2:g3",), seven_o=True)
    play(t, "play r7", "swap 2")
    assert knows(t, 1) == cards("0:g3 2:y1 2:y2")


# ---- 4.4 auto


@pytest.mark.rules("MM-4.4")
@pytest.mark.parametrize("options", [{}, {"call_out": "auto"}])
def test_by_default_the_game_announces_the_last_card(options: dict[str, Any]) -> None:
    t = table("r9 y1", "g1 g2", "g3 g4", **options)
    assert moves(t) == {"play r9", "draw"}
    refused(t, "call", code="match_mania.refusal.noCalls")
    t.play("play r9")
    assert t.may == []
    refused(t, "catch 0", code="match_mania.refusal.noCalls")
    refused(t, "call", code="match_mania.refusal.noCalls", seat=0)


# ---- 4.4, 7.6 manual


def down_to_one(first: str = "r9 y1", *others: str, **options: Any) -> Table:
    return table(first, *(others or ("g1 g2", "g3 g4")), call_out="manual", **options)


@pytest.mark.rules("MM-4.4", "MM-7.6")
def test_a_call_before_playing_protects() -> None:
    t = down_to_one()
    assert moves(t) == {"play r9", "draw", "call"}
    t.play("call")
    assert t.must == 0
    assert moves(t) == {"play r9", "draw"}
    t.play("play r9")
    assert t.may == []
    refused(t, "catch 0", code="match_mania.refusal.notCaught")


@pytest.mark.rules("MM-4.4", "MM-7.6")
def test_a_seat_that_did_not_call_can_be_caught_by_any_other() -> None:
    t = play(down_to_one(), "play r9")
    assert t.must == 1
    assert t.may == [0, 2]
    assert moves(t, 0) == {"call"}
    assert moves(t, 2) == {"catch 0"}
    assert "catch 0" in moves(t, 1)


@pytest.mark.rules("MM-4.4", "MM-7.5")
@pytest.mark.parametrize("catcher", [1, 2])
def test_the_caught_seat_draws_two_and_the_turn_does_not_move(catcher: int) -> None:
    t = play(down_to_one(), "play r9")
    t.play("catch 0", seat=catcher)
    assert hand(t, 0) == cards("y1 b1 b2")
    assert t.must == 1
    assert t.may == []
    refused(t, "catch 0", code="match_mania.refusal.notCaught", seat=2)
    refused(t, "call", code="match_mania.refusal.callOutOfTurn", seat=0)
    assert {"draw", "call"} <= moves(t)


@pytest.mark.rules("MM-7.6")
def test_a_late_call_protects_while_the_seat_can_be_caught() -> None:
    t = play(down_to_one(), "play r9")
    t.play("call", seat=0)
    assert t.must == 1
    assert t.may == []
    refused(t, "catch 0", code="match_mania.refusal.notCaught", seat=2)
    assert len(hand(t, 0)) == 1


@pytest.mark.rules("MM-4.4", "MM-7.5", "MM-7.6")
@pytest.mark.parametrize("words", ["draw", "play r8"])
def test_when_the_next_seat_has_moved_it_is_too_late(words: str) -> None:
    t = play(down_to_one("r9 y1", "r8 g1 g2", "g3 g4"), "play r9", words)
    assert t.may == []
    for seat in (1, 2):
        refused(t, "catch 0", code="match_mania.refusal.notCaught", seat=seat)
    refused(t, "call", code="match_mania.refusal.callOutOfTurn", seat=0)
    assert len(hand(t, 0)) == 1


@pytest.mark.rules("MM-7.6")
@pytest.mark.parametrize("cards_held", ["r9", "r9 y1 y2"])
def test_a_call_with_another_number_of_cards_is_refused_and_costs_nothing(cards_held: str) -> None:
    t = down_to_one(cards_held)
    assert "call" not in moves(t)
    refused(t, "call", code="match_mania.refusal.callWhen")
    refused(t, "catch 1", code="match_mania.refusal.notCaught")
    refused(t, "catch 0", code="match_mania.refusal.notCaught", seat=1)


@pytest.mark.rules("MM-7.6")
def test_two_cards_out_of_turn_are_not_called() -> None:
    t = down_to_one()
    assert t.may == []
    refused(t, "call", code="match_mania.refusal.callOutOfTurn", seat=1)


@pytest.mark.rules("MM-7.6")
def test_nobody_catches_itself_or_calls_twice() -> None:
    t = play(down_to_one(), "play r9")
    refused(t, "catch 0", code="match_mania.refusal.notCatchYourself", seat=0)
    t = play(down_to_one(), "call")
    refused(t, "call", code="match_mania.refusal.called")


@pytest.mark.rules("MM-7.6")
def test_a_call_is_void_when_the_seat_draws_instead() -> None:
    """Seat 0 calls with two cards, draws, later comes down to one again: the old call is forgotten."""
    t = play(down_to_one("r9 r8", "g1 g2"), "call", "draw")
    assert len(hand(t, 0)) == 3
    play(t, "draw", "play r9", "draw", "play r8")
    assert t.may == [0]
    assert "catch 0" in moves(t)


@pytest.mark.rules("MM-7.6")
def test_a_void_call_protects_nobody_else() -> None:
    t = play(down_to_one("r9 y1", "r8 g1", "g3 g4"), "call", "draw", "play r8")
    assert t.may == [0, 1]
    assert moves(t, 0) == {"catch 1"}


@pytest.mark.rules("MM-7.6", "MM-2.2")
def test_a_drawn_second_card_can_be_called_before_it_is_played() -> None:
    t = play(down_to_one("y1", deck="r8 b1 b2"), "draw")
    assert moves(t) == {"play r8", "keep", "call"}
    t.play("play r8")
    assert t.may == [0, 2]
    t = play(down_to_one("y1", deck="r8 b1 b2"), "draw", "call", "play r8")
    assert t.may == []


@pytest.mark.rules("MM-7.6")
@pytest.mark.parametrize("other", ["g1", "g1 g2 g8"])
def test_only_the_seat_that_laid_can_be_caught(other: str) -> None:
    """Seat 0 keeps two cards; it does not matter that seat 1 had one card before."""
    t = play(down_to_one("r9 y1 y2", other, "g3"), "play r9")
    assert t.may == []
    refused(t, "catch 1", code="match_mania.refusal.notCaught", seat=0)
    refused(t, "catch 2", code="match_mania.refusal.notCaught")


@pytest.mark.rules("MM-7.5", "MM-7.6")
def test_with_a_wild_the_window_opens_when_the_colour_is_named() -> None:
    t = play(down_to_one("W y1"), "play W")
    assert t.may == []
    refused(t, "call", code="match_mania.refusal.nameFirst")
    refused(t, "catch 0", code="match_mania.refusal.notCaught", seat=1)
    t.play("name red")
    assert t.may == [0, 2]
    assert "catch 0" in moves(t)


@pytest.mark.rules("MM-7.6", "MM-3.4")
def test_a_call_before_a_wild_holds_until_the_colour_is_named() -> None:
    assert play(down_to_one("W y1"), "call", "play W", "name red").may == []


@pytest.mark.rules("MM-7.5", "MM-7.6", "MM-3.3")
def test_the_window_opens_after_the_forced_penalty() -> None:
    t = play(down_to_one("r+2 y1"), "play r+2")
    assert t.must == 2
    assert t.may == [0, 1]
    t.play("catch 0", seat=1)
    assert sizes(t, 3) == [3, 4, 2]


@pytest.mark.rules("MM-7.6", "MM-3.3")
def test_a_victim_with_two_cards_may_call_before_it_stacks() -> None:
    t = play(down_to_one("r+2 y1 y2", "g+2 g1", "g3 g4", stacking="twos"), "play r+2")
    assert moves(t) == {"play g+2", "draw", "call"}
    assert play(t, "call", "play g+2").may == []


@pytest.mark.rules("MM-7.6", "MM-3.1")
def test_a_seat_that_goes_on_itself_may_call_in_its_next_turn() -> None:
    """Two seats, a Skip: seat 0 is in turn again with one card and can be caught until it moves."""
    t = play(down_to_one("rS y1", "g1 g2"), "play rS")
    assert t.must == 0
    assert moves(t) == {"draw", "call"}
    assert moves(t, 1) == {"catch 0"}
    t.play("draw")
    assert t.may == []


@pytest.mark.rules("MM-4.4", "ALL-2")
def test_a_catch_draws_what_there_is() -> None:
    t = play(down_to_one(deck=""), "play r9", "catch 0")
    assert hand(t, 0) == cards("y1 r5")
    assert deck(t) == []


@pytest.mark.rules("MM-7.6", "MM-4.1")
def test_a_jumper_calls_after_its_jump() -> None:
    t = play(down_to_one("r9 y1 y2", "g1 g2", "r9 g3", jump_in=True), "play r9")
    assert moves(t, 2) == {"play r9"}
    t.play("play r9", seat=2)
    assert t.must == 0
    assert t.may == [1, 2]
    assert moves(t, 2) == {"call"}
    assert moves(t, 1) == {"catch 2"}


@pytest.mark.rules("MM-7.6", "MM-4.2")
def test_a_one_card_hand_from_a_seven_needs_no_call() -> None:
    """Seat 0 keeps two cards after its 7 and swaps them for one; and the other way round for seat 1."""
    assert play(down_to_one("r7 y1 y2", "g1", "g3 g4", seven_o=True), "play r7", "swap 1").may == []
    t = play(down_to_one("r7 y1", "g1 g2 g8", "g3 g4", seven_o=True), "play r7", "swap 1")
    assert sizes(t, 3) == [3, 1, 2]
    assert t.may == []
    assert not any(move.startswith("catch") for move in moves(t))


@pytest.mark.rules("MM-7.6", "MM-4.2")
def test_a_one_card_hand_from_a_zero_needs_no_call() -> None:
    t = play(down_to_one("r0 y1 y2", "g1 g2", "g3", seven_o=True), "play r0")
    assert sizes(t, 3) == [1, 2, 2]
    assert t.may == []


@pytest.mark.rules("MM-7.6", "MM-4.2")
def test_laying_down_to_one_and_holding_one_after_the_swap_can_be_caught() -> None:
    t = play(down_to_one("r7 y1", "g1", "g3 g4", seven_o=True), "play r7")
    assert t.may == []
    t.play("swap 1")
    assert t.may == [0, 2]
    t.play("catch 0", seat=2)
    assert hand(t, 0) == cards("g1 b1 b2")


@pytest.mark.rules("MM-7.6")
def test_a_position_says_who_can_be_caught() -> None:
    t = table("y1", "g1 g2", "g3 g4", turn=1, lines=("catch: 0",), call_out="manual")
    assert t.may == [0, 2]
    assert moves(t, 0) == {"call"}
