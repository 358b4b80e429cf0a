"""Match Mania, MM-4.1, MM-7.4 and MM-7.5: jumping in with the twin card, and when the window is open."""

from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.match_mania import (
    cards,
    direction,
    facts,
    hand,
    moves,
    penalty,
    pile,
    play,
    plays,
    sizes,
    table,
    winners,
)
from tests.games.helpers.refusals import refused


def four_seats(card: str, *holders: int, **options: Any) -> Table:
    """Four seats with three green or yellow cards; seat 0 and the holders also have the card."""
    hands = ["y1 y2 y3", "g1 g2 g3", "g4 g6 g8", "y4 y6 y8"]
    held = [f"{card} {cards}" if seat in (0, *holders) else cards for seat, cards in enumerate(hands)]
    settings: dict[str, Any] = {"jump_in": True, **options}
    return play(table(*held, **settings), f"play {card}")


# ---- 4.1 The twin card


@pytest.mark.rules("MM-4.1")
def test_a_seat_with_the_identical_card_may_jump_in() -> None:
    t = four_seats("r9", 2)
    assert t.must == 1
    assert t.may == [2]
    assert moves(t, 2) == {"play r9"}
    t.play("play r9", seat=2)
    assert pile(t) == ["r5", "r9", "r9"]
    assert hand(t, 2) == cards("g4 g6 g8")
    assert t.must == 3


@pytest.mark.rules("MM-4.1")
def test_without_the_option_nobody_jumps_in() -> None:
    t = four_seats("r9", 2, jump_in=False)
    assert t.may == []
    refused(t, "play r9", code="refusal.turn", seat=2)


@pytest.mark.rules("MM-4.1")
@pytest.mark.parametrize(("other", "why"), [("r8", "jumpIn"), ("y9", "jumpIn"), ("W", "noWildJump")])
def test_a_card_like_it_in_colour_or_face_only_is_not_enough(other: str, why: str) -> None:
    t = play(table("r9 y1", "g1 g2", f"{other} g3", jump_in=True), "play r9")
    assert t.may == []
    refused(t, f"play {other}", code=f"match_mania.refusal.{why}", seat=2)


@pytest.mark.rules("MM-4.1", "MM-7.5")
def test_the_move_of_the_next_seat_closes_the_window() -> None:
    t = play(four_seats("r9", 2), "draw")
    assert t.must == 2
    assert t.may == []
    t.play("draw")
    refused(t, "play r9", code="match_mania.refusal.tooLate", seat=2)


@pytest.mark.rules("MM-4.1")
def test_jumping_in_follows_the_direction_of_play() -> None:
    t = play(table("r9 y1", "g1 g2", "r9 g3 g4", "g6 g8", direction="-", jump_in=True), "play r9")
    assert t.must == 3
    t.play("play r9", seat=2)
    assert t.must == 1


@pytest.mark.rules("MM-4.1")
def test_a_jump_with_the_last_card_wins() -> None:
    t = play(table("r9 y1", "g1 g2", "r9", jump_in=True), "play r9")
    t.play("play r9", seat=2)
    assert winners(t) == [2]
    assert t.must is None
    assert t.may == []


@pytest.mark.rules("MM-4.1", "MM-7.5")
def test_a_jump_opens_the_window_again() -> None:
    """Two decks: three seats hold the red 9."""
    t = four_seats("r9", 2, 3, decks=2)
    assert t.may == [2, 3]
    t.play("play r9", seat=3)
    assert t.must == 0
    assert t.may == [2]
    t.play("play r9", seat=2)
    assert t.must == 3
    assert t.may == []


# ---- 7.4 Who, and with what effect


@pytest.mark.rules("MM-7.4")
@pytest.mark.parametrize("card", ["W", "W+4"])
def test_no_wild_jumps_in(card: str) -> None:
    t = play(table(f"{card} y1", "g1 g2", f"{card} g3", f"{card} g4", jump_in=True), f"play {card}", "name red")
    assert t.may == []


@pytest.mark.rules("MM-7.4")
def test_the_seat_that_laid_the_card_may_jump_in_itself() -> None:
    t = play(table("r9 r9 y1", "g1 g2", "g3 g4", jump_in=True), "play r9")
    assert t.may == [0]
    t.play("play r9", seat=0)
    assert hand(t, 0) == ["y1"]
    assert t.must == 1


@pytest.mark.rules("MM-7.4")
def test_the_seat_in_turn_plays_its_twin_as_an_ordinary_play() -> None:
    t = four_seats("r9", 1)
    assert t.may == []
    assert plays(t) == {"r9"}
    assert play(t, "play r9").must == 2


@pytest.mark.rules("MM-7.4")
def test_a_skipped_seat_may_jump_in_and_skips_from_its_place() -> None:
    t = four_seats("rS", 1)
    assert t.must == 2
    assert t.may == [1]
    t.play("play rS", seat=1)
    assert t.must == 3


@pytest.mark.rules("MM-7.4")
def test_a_jumped_reverse_turns_again_from_the_jumper() -> None:
    t = four_seats("rR", 1)
    assert (t.must, direction(t)) == (3, "-")
    t.play("play rR", seat=1)
    assert (t.must, direction(t)) == (2, "+")


@pytest.mark.rules("MM-7.4", "MM-3.2")
@pytest.mark.parametrize("card", ["rS", "rR"])
def test_two_seats_the_skipped_one_jumps_in_and_goes_on(card: str) -> None:
    t = play(table(f"{card} y1 y2", f"{card} g1 g2", jump_in=True), f"play {card}")
    assert t.must == 0
    assert t.may == [1]
    t.play(f"play {card}", seat=1)
    assert t.must == 1


@pytest.mark.rules("MM-7.4")
def test_a_punished_seat_may_jump_in_and_hits_the_seat_after_it() -> None:
    """Seat 1 has drawn its two cards before; the +2 that jumps in has its own effect."""
    t = four_seats("r+2", 1)
    assert (t.must, t.may) == (2, [1])
    assert sizes(t, 4) == [3, 6, 3, 3]
    t.play("play r+2", seat=1)
    assert sizes(t, 4) == [3, 5, 5, 3]
    assert t.must == 3


@pytest.mark.rules("MM-7.4")
@pytest.mark.parametrize("stacking", ["twos", "twos_and_fours", "all"])
def test_on_an_open_plus_two_the_sum_grows_and_goes_to_the_seat_after_the_jumper(stacking: str) -> None:
    t = four_seats("r+2", 2, stacking=stacking)
    assert (t.must, t.may, penalty(t)) == (1, [2], 2)
    t.play("play r+2", seat=2)
    assert (t.must, penalty(t)) == (3, 4)
    t.play("draw")
    assert sizes(t, 4) == [3, 3, 3, 7]
    assert t.must == 0


@pytest.mark.rules("MM-7.4")
def test_the_one_that_laid_an_open_plus_two_may_raise_it() -> None:
    t = play(table("r+2 r+2 y1", "g1 g2", "g3 g4", jump_in=True, stacking="twos"), "play r+2")
    t.play("play r+2", seat=0)
    assert (t.must, penalty(t)) == (1, 4)


@pytest.mark.rules("MM-7.4", "MM-7.5")
def test_a_paid_plus_two_is_not_jumped_in_on() -> None:
    t = play(four_seats("r+2", 3, stacking="twos"), "draw")
    assert t.must == 2
    assert t.may == []


# ---- 7.5 The window


@pytest.mark.rules("MM-7.5")
def test_the_window_opens_when_the_hands_are_swapped() -> None:
    """Seat 2 holds the other red 7 and gets seat 0's hand: then it is seat 0 that has the twin."""
    t = four_seats("r7", 2, seven_o=True)
    assert t.must == 0
    assert t.may == []
    refused(t, "play r7", code="refusal.turn", seat=2)
    t.play("swap 2")
    assert t.must == 1
    assert t.may == [0]
    t.play("play r7", seat=0)
    assert moves(t) == {"swap 1", "swap 2", "swap 3"}
    assert t.must == 0


@pytest.mark.rules("MM-7.5", "MM-4.2")
def test_a_passed_on_twin_jumps_in_from_its_new_seat() -> None:
    """With two decks: the red 0 of seat 1 has been passed on to seat 2."""
    t = four_seats("r0", 1, decks=2, seven_o=True)
    assert (t.must, t.may) == (1, [2])


@pytest.mark.rules("MM-7.5")
@pytest.mark.parametrize("words", ["draw", "play g9"])
def test_a_draw_or_another_play_closes_the_window(words: str) -> None:
    t = play(table("r9 y1 y2", "g9 g1 g2", "r9 g3 g4", "g6 g8", jump_in=True), "play r9")
    assert t.may == [2]
    t.play(words)
    assert t.may == []


@pytest.mark.rules("MM-7.5", "MM-7.8")
def test_a_pass_closes_the_window() -> None:
    """Deck and pile are used up, so seat 0 passes; both holders of the twin come too late."""
    t = table("g1 g2", "r9 g3", "r9 g4", pile="r9", deck="", lines=("window: open",), decks=2, jump_in=True)
    assert t.may == [1, 2]
    t.play("pass")
    assert t.must == 1
    assert t.may == []


@pytest.mark.rules("MM-7.5")
def test_calls_and_catches_close_nothing() -> None:
    t = play(table("r9 y1", "g1 g2", "r9 g3 g4", jump_in=True, call_out="manual"), "play r9")
    assert t.may == [0, 2]
    t.play("call", seat=0)
    assert t.may == [2]
    assert moves(t, 2) == {"play r9"}
    t.play("call", seat=1)
    assert moves(t, 2) == {"play r9"}
    t = play(table("r9 y1", "g1 g2", "r9 g3 g4", jump_in=True, call_out="manual"), "play r9", "catch 0")
    assert moves(t, 2) == {"play r9"}
    assert t.must == 1


@pytest.mark.rules("MM-7.5", "MM-7.6")
def test_a_jump_closes_the_catching_of_the_seat_before() -> None:
    t = play(table("r9 y1", "g1 g2", "r9 g3 g4", jump_in=True, call_out="manual"), "play r9")
    assert "catch 0" in moves(t, 1)
    t.play("play r9", seat=2)
    assert t.may == []
    refused(t, "catch 0", code="match_mania.refusal.notCaught", seat=1)


@pytest.mark.rules("MM-7.5")
def test_a_position_says_whether_the_window_is_open() -> None:
    hands = ("y1 y2", "g1 g2", "r9 g3")
    assert table(*hands, turn=1, pile="r5 r9", jump_in=True).may == []
    t = table(*hands, turn=1, pile="r5 r9", lines=("window: open",), jump_in=True)
    assert t.may == [2]
    assert facts(t)["window"] == "open"
