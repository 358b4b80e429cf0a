"""Swish, chapters 4 and 5 of the sheet: picking up the pile, and the face-down cards."""

from typing import Any

import pytest

from tests.games.helpers.refusals import refused
from tests.games.helpers.swish import (
    cards,
    deck,
    down,
    flips,
    hand,
    known,
    moves,
    offered,
    pile,
    play,
    playable,
    table,
    turns,
    won_by,
)

# ---- 4.1 A seat that cannot beat the top picks up


@pytest.mark.rules("SH-4.1")
def test_a_seat_that_cannot_beat_the_top_picks_up_the_whole_pile() -> None:
    t = table("3c 4c", "5d 6d", pile="7h 8h Kh")
    assert t.must == 0
    assert offered(t) == moves("pick up")
    t.play("pick up")
    assert hand(t, 0) == cards("3c 4c 7h 8h Kh")
    assert pile(t) == []


@pytest.mark.rules("SH-4.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rule", [None, "last_player", "next_player"])
def test_who_starts_after_a_pick_up(seats: int, rule: str | None) -> None:
    """Seat 0 lays a King and seat 1 picks it up. With two seats, last and next are both seat 0."""
    hands = ["Kc 9c", "3d 4d", "3h 4h", "3s 4s"][:seats]
    options: dict[str, Any] = {"after_pickup": rule} if rule else {}
    t = table(*hands, **options)
    play(t, "play Kc", "pick up")
    assert t.must == (2 % seats if rule == "next_player" else 0)


@pytest.mark.rules("SH-4.1")
@pytest.mark.parametrize("rule", ["last_player", "next_player"])
def test_the_starter_leads_with_anything(rule: str) -> None:
    t = table("Kc 9c", "3d 4d", "3h 4h", after_pickup=rule)
    play(t, "play Kc", "pick up")
    assert t.must is not None
    assert playable(t) == hand(t, t.must)


@pytest.mark.rules("SH-4.1")
def test_after_the_starter_the_next_seat_in_order_plays() -> None:
    t = play(table("Kc 9c 8c", "3d 4d", "Jh 4h"), "play Kc", "pick up", "play 9c")
    assert t.must == 1
    assert playable(t) == {"Kc"}
    t.play("play Kc")
    assert t.must == 2


@pytest.mark.rules("SH-4.1")
def test_the_seat_that_played_last_need_not_be_seat_0() -> None:
    t = play(table("3c 4c", "3d Kd 5d", "3h 4h"), "play 4c", "play Kd", "pick up")
    assert hand(t, 2) == cards("3h 4h 4c Kd")
    assert t.must == 1


@pytest.mark.rules("SH-4.1", "SH-3.2")
def test_a_seat_that_laid_a_2_and_more_played_last() -> None:
    t = play(table("2c Kc 9c", "3d 4d", "3h 4h"), "play 2c", "play Kc", "pick up")
    assert t.must == 0
    assert hand(t, 1) == cards("3d 4d 2c Kc")


@pytest.mark.rules("SH-4.1")
def test_two_pick_ups_one_after_the_other() -> None:
    """Seat 0 starts every time: seat 1 never has a card to play."""
    t = table("Kc Ac 9c", "3d 4d", "3h 4h")
    play(t, "play Ac", "pick up", "play Kc")
    assert playable(t) == {"Ac"}
    play(t, "play Ac", "pick up")
    assert hand(t, 2) == cards("3h 4h Kc Ac")
    assert t.must == 1


@pytest.mark.rules("SH-4.1")
def test_a_position_may_say_who_laid_last() -> None:
    """Seat 1 laid its last card and went out: after the pick-up the seat after it starts, not the one before."""
    downs = ("9c", "", "9h", "9s")
    for lines, starter in ((["last: 1"], 3), ([], 0)):
        t = table("3c 4c", "", "3h 4h", "3s 4s", downs=downs, pile="Kh", turn=2, play_on=True, lines=lines)
        assert play(t, "pick up").must == starter


@pytest.mark.rules("SH-4.1")
def test_a_pick_up_is_a_turn() -> None:
    assert turns(play(table("3c 4c", "5d 6d", pile="Kh"), "pick up")) == 1


@pytest.mark.rules("SH-4.1", "SH-2.4")
def test_a_seat_that_picked_up_draws_again_only_below_the_hand_size() -> None:
    """Seat 0 picks up two cards and has seven, plays two (five left: no draw), then one (four left: one drawn)."""
    t = table("3c 4c 5c 6c 6d", "7d 8d 9d", pile="Kh Kd", deck="Js Qs 9s 8s 4s 5s 6s 7s")
    play(t, "pick up")
    assert len(hand(t, 0)) == 7
    play(t, "play 7d")
    assert len(hand(t, 0)) == 7
    play(t, "play Kh Kd")
    assert hand(t, 0) == cards("3c 4c 5c 6c 6d")
    t.play("pick up")
    play(t, "play 6c")
    assert hand(t, 0) == cards("3c 4c 5c 6d 8s")
    assert deck(t) == ["4s", "5s", "6s", "7s"]


@pytest.mark.rules("SH-4.1")
def test_there_is_nothing_to_pick_up_from_an_empty_pile() -> None:
    refused(table("3c 4c", "5d 6d"), "pick up", "pile|pick")


@pytest.mark.rules("SH-4.1", "ALL-3")
def test_a_pile_picked_up_is_known_to_all_until_it_is_played() -> None:
    t = play(table("3c 4c", "5d 6d", pile="7h Kh"), "pick up")
    assert known(t, 0) == {"7h", "Kh"}
    assert known(t, 1) == set()
    play(t, "play 6d", "play 7h")
    assert known(t, 0) == {"Kh"}
    assert hand(t, 0) == cards("3c 4c Kh")


@pytest.mark.rules("SH-4.1", "SH-2.4", "ALL-3")
def test_drawn_cards_are_not_known() -> None:
    t = table("Kc 4c", "5d 6d", deck="3s 8s 9s", lines=["knows 0: Kc 4c", "knows 1: 6d"])
    t.play("play 4c")
    assert hand(t, 0) == cards("Kc 3s 8s 9s")
    assert known(t, 0) == {"Kc"}
    assert known(t, 1) == {"6d"}


# ---- 4.2 Picking up by choice


@pytest.mark.rules("SH-4.2")
def test_by_default_nobody_picks_up_by_choice() -> None:
    t = table("Kc 4c", "5d 6d", pile="7h")
    assert offered(t) == moves("play Kc")
    refused(t, "pick up", "play|beat|can")


@pytest.mark.rules("SH-4.2")
def test_voluntary_pickup_offers_it_beside_the_plays() -> None:
    t = table("Kc 4c", "5d 6d", "3h 4h", pile="7h", turn=1, voluntary_pickup=True)
    assert offered(t) == moves("pick up")
    t = table("Kc 4c", "5d 6d", "3h 4h", pile="7h", voluntary_pickup=True)
    assert offered(t) == moves("play Kc", "pick up")
    t.play("pick up")
    assert hand(t, 0) == cards("Kc 4c 7h")
    assert known(t, 0) == {"7h"}
    assert t.must == 2


@pytest.mark.rules("SH-4.2")
def test_a_voluntary_pick_up_obeys_after_pickup() -> None:
    t = table("Kc 4c", "5d 6d", "3h 4h", pile="7h", voluntary_pickup=True, after_pickup="next_player")
    assert play(t, "pick up").must == 1


@pytest.mark.rules("SH-4.2")
def test_voluntary_pickup_needs_a_pile() -> None:
    t = table("Kc 4c", "5d 6d", voluntary_pickup=True)
    assert offered(t) == moves("play Kc", "play 4c")
    refused(t, "pick up", "pile|pick")


@pytest.mark.rules("SH-4.2", "SH-5.1")
def test_voluntary_pickup_also_instead_of_a_flip() -> None:
    t = table("", "5d 6d", downs=("Kh 4h", "9s"), pile="7h 8h", voluntary_pickup=True)
    assert offered(t) == flips(0, 1) | moves("pick up")
    t.play("pick up")
    assert hand(t, 0) == {"7h", "8h"}
    assert down(t, 0) == ["Kh", "4h"]
    assert t.must == 1


@pytest.mark.rules("SH-4.2", "SH-5.1")
def test_by_default_not_instead_of_a_flip() -> None:
    t = table("", "5d 6d", downs=("Kh 4h", "9s"), pile="7h 8h")
    assert offered(t) == flips(0, 1)
    refused(t, "pick up", "flip|face|choice|play")


@pytest.mark.rules("SH-4.2", "SH-3.5")
@pytest.mark.parametrize("card", ["2h", "Th"])
def test_voluntary_pickup_never_after_a_flipped_2_or_10(card: str) -> None:
    t = table("", "5d 6d", downs=(f"{card} 4h", "9s"), pile="7h 8h", voluntary_pickup=True)
    assert offered(play(t, "flip 0")) == flips(1)


# ---- 5.1 The face-down cards


@pytest.mark.rules("SH-5.1")
def test_with_an_empty_hand_one_face_down_card_of_choice_is_flipped() -> None:
    t = table("", "5d 6d", downs=("- Kh 4h - - 9h", "9s"), pile="7h")
    assert offered(t) == flips(1, 2, 5)


@pytest.mark.rules("SH-5.1")
def test_with_cards_in_the_hand_nothing_is_flipped() -> None:
    t = table("9c", "5d 6d", downs=("Kh 4h", "9s"), pile="7h")
    assert offered(t) == moves("play 9c")
    refused(t, "flip 0", "hand")


@pytest.mark.rules("SH-5.1")
def test_cards_in_the_hand_that_cannot_beat_do_not_allow_a_flip() -> None:
    t = table("3c", "5d 6d", downs=("Kh 4h", "9s"), pile="7h")
    assert offered(t) == moves("pick up")
    refused(t, "flip 0", "hand")


@pytest.mark.rules("SH-5.1")
@pytest.mark.parametrize("slot", ["0", "3", "6", "x"])
def test_an_empty_slot_cannot_be_flipped(slot: str) -> None:
    refused(table("", "5d 6d", downs=("- Kh 4h", "9s"), pile="7h"), f"flip {slot}", "slot|card|flip")


@pytest.mark.rules("SH-5.1")
def test_an_empty_hand_plays_no_card_by_name() -> None:
    refused(table("", "5d 6d", downs=("Kh 4h", "9s"), pile="7h"), "play Kh", "hand|flip|hold|have")


@pytest.mark.rules("SH-5.1")
@pytest.mark.parametrize("card", ["7c", "8c", "Kc", "Ac"])
def test_a_flipped_card_that_beats_the_top_is_played(card: str) -> None:
    t = play(table("", "5d 6d", "3h 3s", downs=(f"4h {card}", "9s", "9h"), pile="7h"), "flip 1")
    assert pile(t) == ["7h", card]
    assert down(t, 0) == ["4h"]
    assert hand(t, 0) == set()
    assert t.must == 1


@pytest.mark.rules("SH-5.1")
@pytest.mark.parametrize(("rule", "starter"), [("last_player", 2), ("next_player", 1)])
def test_a_flipped_card_that_fails_goes_with_the_pile_into_the_hand(rule: str, starter: int) -> None:
    t = table("", "5d 6d", "3h 3s", downs=("4h Kc", "9s", "9h"), pile="6h 7h", after_pickup=rule)
    t.play("flip 0")
    assert hand(t, 0) == {"6h", "7h", "4h"}
    assert pile(t) == []
    assert down(t, 0) == ["-", "Kc"]
    assert t.must == starter
    assert playable(t) == hand(t, starter)
    assert turns(t) == 1


@pytest.mark.rules("SH-5.1", "ALL-3")
def test_a_flipped_card_taken_up_is_known_to_all() -> None:
    t = play(table("", "5d 6d", downs=("4h Kc", "9s"), pile="6h 7h"), "flip 0")
    assert known(t, 0) == {"6h", "7h", "4h"}


@pytest.mark.rules("SH-5.1")
def test_what_was_taken_up_is_played_before_the_next_flip() -> None:
    t = play(table("", "5d 6d", downs=("4h Kc", "9s"), pile="7h"), "flip 0", "play 5d")
    assert offered(t) == moves("play 7h")
    play(t, "play 7h", "pick up")
    assert offered(t) == moves("play 4h")
    play(t, "play 4h", "play 5d")
    assert offered(t) == flips(1)


@pytest.mark.rules("SH-5.1")
def test_on_an_empty_pile_every_flipped_card_is_played() -> None:
    t = play(table("", "5d 6d", downs=("3h Kc", "9s")), "flip 0")
    assert pile(t) == ["3h"]
    assert t.must == 1


@pytest.mark.rules("SH-5.1", "SH-6.1")
def test_the_last_face_down_card_may_fail_too() -> None:
    t = play(table("", "5d 6d", downs=("- 3h", "9s"), pile="7h"), "flip 1")
    assert t.result is None
    assert hand(t, 0) == {"3h", "7h"}
    assert down(t, 0) == []


@pytest.mark.rules("SH-5.1")
def test_laying_the_last_card_of_the_hand_ends_the_turn_before_a_flip() -> None:
    t = play(table("9c", "Jd 6d", downs=("3h Kc", "9s"), pile="7h"), "play 9c")
    assert t.must == 1
    play(t, "play Jd")
    assert offered(t) == flips(0, 1)


@pytest.mark.rules("SH-5.1", "SH-2.4")
def test_while_the_deck_lasts_the_hand_is_drawn_up_and_nothing_flipped() -> None:
    t = play(table("9c", "Jd 6d", downs=("3h Kc", "9s"), pile="7h", deck="Qs"), "play 9c")
    assert hand(t, 0) == {"Qs"}
    assert deck(t) == []
    t.play("play Jd")
    assert offered(t) == moves("play Qs")


@pytest.mark.rules("SH-5.1", "ALL-3")
def test_flips_do_not_tell_the_cards_apart() -> None:
    """One world has a King where the other has a 3: the same moves are offered and nobody sees a difference."""
    worlds = [table("", "5d 6d", downs=(slots, "9s"), pile="7h") for slots in ("Kh 3h", "3h Kh")]
    assert offered(worlds[0]) == offered(worlds[1])
    for viewer in (0, 1, None):
        assert str(worlds[0].view(viewer)) == str(worlds[1].view(viewer))


# ---- 5.2 One card per flip


@pytest.mark.rules("SH-5.2")
def test_one_card_per_flip_even_if_two_are_alike() -> None:
    t = table("", "8d 6d", downs=("7c 7d", "9s"), pile="7h")
    refused(t, "flip 0 1", "flip|slot|one")
    t.play("flip 0")
    assert pile(t) == ["7h", "7c"]
    assert down(t, 0) == ["-", "7d"]
    assert t.must == 1


@pytest.mark.rules("SH-5.2", "SH-3.2", "SH-3.3")
@pytest.mark.parametrize(("card", "left"), [("2h", ["Kd", "2h"]), ("Th", [])])
def test_a_flipped_2_or_10_obliges_to_flip_again(card: str, left: list[str]) -> None:
    t = play(table("", "5d 6d", downs=(f"{card} 3h 4h", "9s"), pile="Kd"), "flip 0")
    assert pile(t) == left
    assert t.must == 0
    assert offered(t) == flips(1, 2)
    t.play("flip 1")
    assert pile(t) == [*left, "3h"]
    assert t.must == 1


@pytest.mark.rules("SH-5.2")
def test_one_flipped_power_card_after_the_other_is_one_turn() -> None:
    t = play(table("", "5d 6d", downs=("2h Th 2d 4h 8h", "9s"), pile="Kd"), "flip 0", "flip 1", "flip 2")
    assert turns(t) == 0
    assert t.must == 0
    t.play("flip 3")
    assert pile(t) == ["2d", "4h"]
    assert turns(t) == 1
    assert t.must == 1


@pytest.mark.rules("SH-5.2", "SH-3.5")
def test_the_hand_comes_first_after_a_2_or_10() -> None:
    t = play(table("Tc 3c", "5d 6d", downs=("8h", "9s"), pile="Kd"), "play Tc")
    assert offered(t) == moves("play 3c")


@pytest.mark.rules("SH-5.2", "SH-6.1")
def test_flipping_to_the_end_wins() -> None:
    t = play(table("", "5d 6d", downs=("2h Th 4h", "9s"), pile="Kd"), "flip 0", "flip 1")
    assert won_by(t) == []
    t.play("flip 2")
    assert won_by(t) == [0]
