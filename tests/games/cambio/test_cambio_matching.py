"""Cambio, chapter 5 of the sheet in the own_turn mode: matching the discard, the wrong match, running out of cards."""

from typing import Any

import pytest

from parlour import Illegal, Table
from tests.games.helpers.cambio import (
    MATCHES,
    START,
    THREE,
    TWO,
    deck,
    finish,
    grid,
    knows,
    looks,
    moves,
    pile,
    play,
    quiet_turn,
    scores,
    spots,
    switches,
    table,
    winners,
)
from tests.games.helpers.refusals import refusal

TWELVE = "Ah 2h 3h 4h 5h 6h 8h 9h Th Jh Qh Kh"


# ---- 5.1 off and own_turn


@pytest.mark.rules("CA-5.1")
@pytest.mark.parametrize("put", ["discard", "swap 2"])
def test_with_matching_off_the_turn_ends_with_the_discard(put: str) -> None:
    t = play(table(matching="off"), "draw", put)
    assert t.must == 1
    assert moves(t) == START
    assert t.may == []
    with pytest.raises(Illegal, match=r"(?i)match"):
        t.play("match 0")


@pytest.mark.rules("CA-5.1")
@pytest.mark.parametrize("put", ["discard", "swap 2"])
@pytest.mark.parametrize("options", [{}, {"matching": "own_turn"}])
def test_after_its_discard_a_seat_may_match_with_any_own_card(put: str, options: dict[str, Any]) -> None:
    """Every filled slot is offered, right or wrong: it is the seat's belief that counts."""
    t = play(table(**options), "draw", put)
    assert t.must == 0
    assert t.may == []
    assert moves(t) == MATCHES | {"pass"}


@pytest.mark.rules("CA-5.1", "CA-5.2")
def test_a_right_match_leaves_an_empty_slot_and_ends_the_turn() -> None:
    t = play(table(), "draw", "discard", "match 0")
    assert grid(t, 0) == "- 2h 3h 4h"
    assert pile(t) == ["5s", "Ad", "Ah"]
    assert deck(t) == ["2d", "3d", "4d", "5d", "6d"]
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-5.1")
def test_the_replaced_card_of_a_swap_can_be_matched() -> None:
    t = play(table("2s 2h 3h 4h", "Ac 2c 3c 4c"), "draw", "swap 1", "match 0")
    assert grid(t, 0) == "- Ad 3h 4h"
    assert pile(t) == ["5s", "2h", "2s"]
    assert t.must == 1


@pytest.mark.rules("CA-5.1")
def test_passing_the_match_ends_the_turn() -> None:
    t = play(table(), "draw", "discard", "pass")
    assert grid(t, 0) == "Ah 2h 3h 4h"
    assert t.must == 1


@pytest.mark.rules("CA-5.1")
@pytest.mark.parametrize("slot", [0, 1])
def test_there_is_one_attempt_a_turn_right_or_wrong(slot: int) -> None:
    """Two aces are in hand; after a right match with the first (slot 0) or a wrong one (slot 1) the turn is over."""
    t = play(table("Ah 2h As 4h", "Ac 2c 3c 4c"), "draw", "discard", f"match {slot}")
    assert t.must == 1
    with refusal("refusal.turn"):
        t.play("match 2", seat=0)


@pytest.mark.rules("CA-5.1")
@pytest.mark.parametrize(("spot", "why"), [("1:0", "matchOwnOnly"), ("7", "empty")])
def test_in_own_turn_mode_only_own_cards_match(spot: str, why: str) -> None:
    t = play(table(), "draw", "discard")
    with refusal(f"cambio.refusal.{why}"):
        t.play(f"match {spot}")


@pytest.mark.rules("CA-5.1")
def test_nobody_else_matches_in_own_turn_mode() -> None:
    t = play(table(), "draw", "discard")
    with refusal("refusal.turn"):
        t.play("match 0", seat=1)


@pytest.mark.rules("CA-5.1")
def test_matching_is_not_offered_before_the_discard() -> None:
    t = table(pile="As")
    assert moves(t) == START
    assert not MATCHES & moves(play(t, "draw"))


@pytest.mark.rules("CA-5.1", "CA-2.6")
def test_empty_slots_do_not_match() -> None:
    t = play(table("Ah - 3h -", TWO[1]), "draw", "discard")
    assert moves(t) == {"match 0", "match 2", "pass"}
    with pytest.raises(Illegal, match=r"(?i)empty|no card"):
        t.play("match 1")


@pytest.mark.rules("CA-5.1")
def test_nothing_is_asked_of_a_seat_without_cards() -> None:
    t = play(table("- - - -", TWO[1]), "draw", "discard")
    assert t.must == 1


@pytest.mark.rules("CA-5.1")
@pytest.mark.parametrize(("drawn", "own"), [("Kd", "Ks"), ("Kd", "Kh"), ("Kh", "Kc"), ("J1", "J2"), ("J2", "J1"), ("6d", "6c")])
def test_all_kings_share_a_rank_and_so_do_the_jokers(drawn: str, own: str) -> None:
    t = play(table(f"{own} 2h 3h 4h", TWO[1], deck=f"{drawn} 2d 3d"), "draw", "discard", "match 0")
    assert grid(t, 0) == "- 2h 3h 4h"
    assert pile(t)[-1] == own


@pytest.mark.rules("CA-5.1", "CA-5.2")
@pytest.mark.parametrize(("drawn", "own"), [("Jd", "Qh"), ("Kc", "Qh"), ("Td", "Jh"), ("Jd", "J1"), ("J1", "Jh")])
def test_equal_points_are_not_an_equal_rank(drawn: str, own: str) -> None:
    t = play(table(f"{own} 2h 3h 4h", TWO[1], deck=f"{drawn} 2d 3d"), "draw", "discard")
    if "decline" in t.moves():
        t.play("decline")
    t.play("match 0")
    assert grid(t, 0) == f"{own} 2h 3h 4h 2d"
    assert pile(t)[-1] == drawn


@pytest.mark.rules("CA-5.1", "CA-3.3")
def test_the_match_follows_a_used_effect() -> None:
    """Seat 0 discards a Jack, gets the Jack of seat 1 by the switch, and may then match with it."""
    t = play(table("Ah 2h 3h 4h", "Jc 2c 3c 4c", deck="Jd 2d 3d"), "draw", "discard", "switch 0:0 1:0", "match 0")
    assert (grid(t, 0), grid(t, 1)) == ("- 2h 3h 4h", "Ah 2c 3c 4c")
    assert pile(t) == ["5s", "Jd", "Jc"]


@pytest.mark.rules("CA-5.1")
def test_an_unknown_matching_mode_is_refused() -> None:
    with pytest.raises(ValueError, match=r"(?i)matching"):
        Table.new("cambio", seats=2, seed=1, options={"matching": "sometimes"})


# ---- 5.2 The wrong match


@pytest.mark.rules("CA-5.2")
def test_a_wrong_match_goes_back_and_adds_an_unseen_card() -> None:
    t = play(table(*THREE), "draw", "discard", "match 1")
    assert grid(t, 0) == "Ah 2h 3h 4h 2d"
    assert pile(t) == ["5s", "Ad"]
    assert deck(t) == ["3d", "4d", "5d", "6d"]
    assert t.must == 1


@pytest.mark.rules("CA-5.2", "CA-3.6")
def test_everyone_knows_the_wrong_card_and_nobody_the_added_one() -> None:
    t = play(table(*THREE), "draw", "discard", "match 1")
    assert knows(t, 0) == {"0:1", "0:2", "0:3"}
    assert knows(t, 1) == {"0:1", "1:2", "1:3"}
    assert knows(t, 2) == {"0:1", "2:2", "2:3"}


@pytest.mark.rules("CA-5.2")
@pytest.mark.parametrize(("number", "added"), [(0, ""), (1, " 2d"), (2, " 2d 3d"), (3, " 2d 3d 4d")])
def test_match_penalty_cards_is_an_option(number: int, added: str) -> None:
    t = play(table(match_penalty_cards=number), "draw", "discard", "match 1")
    assert grid(t, 0) == f"Ah 2h 3h 4h{added}"
    assert len(deck(t)) == 5 - number
    assert {"0:1"} <= knows(t, 1)


@pytest.mark.rules("CA-5.2")
@pytest.mark.parametrize("number", [-1, 4])
def test_other_numbers_of_penalty_cards_are_refused(number: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)match|penalty"):
        Table.new("cambio", seats=2, seed=1, options={"match_penalty_cards": number})


@pytest.mark.rules("CA-5.2")
@pytest.mark.parametrize(
    ("before", "number", "after"),
    [
        ("Ah - 3h 4h", 1, "Ah 2d 3h 4h"),
        ("Ah - 3h -", 1, "Ah 2d 3h"),
        ("Ah - 3h -", 3, "Ah 2d 3h 3d 4d"),
        ("- - 3h 4h 6h", 2, "2d 3d 3h 4h 6h"),
    ],
)
def test_an_added_card_fills_the_lowest_empty_slot(before: str, number: int, after: str) -> None:
    t = play(table(before, TWO[1], match_penalty_cards=number), "draw", "discard", "match 2")
    assert grid(t, 0) == after


@pytest.mark.rules("CA-5.2")
def test_an_added_card_is_a_card_like_any_other() -> None:
    """It can be swapped, looked at and matched in its new slot 4, and it counts."""
    t = play(table(deck="Ad 2d 3d 7d 4d 5d 6d"), "draw", "discard", "match 1")
    quiet_turn(t)
    t.play("draw")
    assert "swap 4" in t.moves()
    t.play("discard")
    assert "look 0:4" in t.moves()
    play(t, "look 0:4")
    assert "0:4" in knows(t, 0)
    assert moves(t) == MATCHES | {"match 4", "pass"}
    finish(play(t, "pass", "call"))
    # Seat 1 calls with 10; seat 0 has 10 and the 2d.
    assert scores(t) == [12, 10]


@pytest.mark.rules("CA-5.2")
def test_beyond_twelve_slots_no_card_is_added() -> None:
    t = play(table(TWELVE, TWO[1]), "draw", "discard", "match 1")
    assert grid(t, 0) == TWELVE
    assert deck(t) == ["2d", "3d", "4d", "5d", "6d"]
    assert "0:1" in knows(t, 1)


@pytest.mark.rules("CA-5.2")
def test_only_as_many_cards_are_added_as_there_are_slots() -> None:
    eleven = TWELVE.removesuffix(" Kh")
    t = play(table(eleven, TWO[1], match_penalty_cards=3), "draw", "discard", "match 1")
    assert grid(t, 0) == f"{eleven} 2d"
    assert deck(t) == ["3d", "4d", "5d", "6d"]


@pytest.mark.rules("CA-5.2")
def test_an_empty_slot_of_twelve_is_filled() -> None:
    t = play(table(TWELVE.replace("8h", "-"), TWO[1], match_penalty_cards=2), "draw", "discard", "match 1")
    assert grid(t, 0) == TWELVE.replace("8h", "2d")


@pytest.mark.rules("CA-5.2", "ALL-2")
def test_the_added_card_comes_from_the_reshuffled_pile_if_necessary() -> None:
    t = play(table(pile="6s 5s", deck="Ad"), "draw", "discard", "match 1")
    added = grid(t, 0).split()[4]
    assert pile(t) == ["Ad"]
    assert {added, *deck(t)} == {"6s", "5s"}
    assert len(deck(t)) == 1


@pytest.mark.rules("CA-5.2", "ALL-2", "CA-6.1", "ALL-5")
def test_what_is_missing_after_the_reshuffle_is_not_added() -> None:
    """Three are due: 2d, then 5s from the reshuffle, then nothing. Seat 1 then has nothing to draw: 17 to 10."""
    t = play(table(deck="Ad 2d", match_penalty_cards=3), "draw", "discard", "match 1")
    assert grid(t, 0) == "Ah 2h 3h 4h 2d 5s"
    assert scores(t) == [17, 10]
    assert winners(t) == [1]


@pytest.mark.rules("CA-5.2")
@pytest.mark.parametrize(("drawn", "own"), [("7d", "7h"), ("Td", "Th"), ("Qd", "Qh"), ("Kd", "Ks")])
def test_a_matched_card_triggers_nothing(drawn: str, own: str) -> None:
    t = play(table(f"{own} 2h 3h 4h", TWO[1], deck=f"{drawn} 2d 3d"), "draw", "discard")
    if "decline" in t.moves():
        t.play("decline")
    t.play("match 0")
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-5.2", "CA-2.6")
def test_an_emptied_slot_is_out_of_play() -> None:
    t = play(table(deck="Ad Jd 2d 3d"), "draw", "discard", "match 0", "draw", "discard")
    filled = [*spots(0)[1:], *spots(1)]
    assert moves(t) == switches(*filled) | {"decline"}


# ---- 5.3 Out of cards, by a match in one's own turn

ONE_CARD = (TWO[0], "Ac - - -", "As 2s 3s 4s")


@pytest.mark.rules("CA-5.3")
def test_by_default_a_seat_without_cards_keeps_playing() -> None:
    t = play(table(*ONE_CARD, turn=1), "draw", "discard", "match 0")
    assert grid(t, 1) == ""
    assert t.must == 2
    assert moves(t) == START
    quiet_turn(t)
    quiet_turn(t)
    assert t.must == 1
    assert moves(t) == {"call", "draw"}


@pytest.mark.rules("CA-5.3")
def test_a_seat_without_cards_has_total_0_and_may_call() -> None:
    t = finish(play(table("- - - -", TWO[1]), "call"))
    assert scores(t) == [0, 10]
    assert winners(t) == [0]


@pytest.mark.rules("CA-5.3", "CA-3.2")
def test_a_seat_without_cards_draws_discards_and_uses_effects() -> None:
    t = play(table("- - - -", TWO[1], deck="9d 2d"), "draw")
    assert moves(t) == {"discard"}
    t.play("discard")
    assert moves(t) == looks(*spots(1)) | {"decline"}


@pytest.mark.rules("CA-5.3", "CA-4.1")
def test_with_ends_round_running_out_counts_as_a_call() -> None:
    t = play(table(*ONE_CARD, turn=1, empty_grid="ends_round"), "draw", "discard", "match 0")
    for seat in (2, 0):
        assert t.must == seat
        assert moves(t) == {"draw", "take"}
        with pytest.raises(Illegal, match=r"(?i)call|cambio|round"):
            t.play("call")
        quiet_turn(t)
    assert scores(t) == [10, 0, 10]
    assert winners(t) == [1]


@pytest.mark.rules("CA-5.3", "CA-4.2", "CA-4.3")
@pytest.mark.parametrize(("other", "total"), [("J1 - - -", 0), ("Kh Kd - -", -2)])
def test_a_seat_that_runs_out_is_the_caller_in_every_respect(other: str, total: int) -> None:
    """Seat 1 has 0 points; seat 0 ties (and wins the tie) or is below: 10 points for the wrong call."""
    t = table(other, "Ac - - -", turn=1, empty_grid="ends_round")
    finish(play(t, "draw", "discard", "match 0"))
    assert scores(t) == [total, 10]
    assert winners(t) == [0]


@pytest.mark.rules("CA-5.3", "CA-4.1")
def test_running_out_after_a_call_changes_nothing_about_the_caller() -> None:
    """Seat 0 calls, seat 1 runs out, seat 2 has its one turn, then it is over: seat 0 called wrongly."""
    t = play(table(*ONE_CARD, empty_grid="ends_round"), "call", "draw", "discard", "match 0")
    assert t.must == 2
    quiet_turn(t)
    assert scores(t) == [20, 0, 10]
    assert winners(t) == [1]


@pytest.mark.rules("CA-5.3")
def test_an_unknown_empty_grid_value_is_refused() -> None:
    with pytest.raises(ValueError, match=r"(?i)empty_grid|empty"):
        Table.new("cambio", seats=2, seed=1, options={"empty_grid": "explodes"})
