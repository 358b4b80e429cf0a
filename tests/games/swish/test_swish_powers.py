"""Swish, chapter 3 of the sheet: aces, twos, tens, four of a kind, and the duty to play again."""

import pytest

from tests.games.helpers.refusals import refused
from tests.games.helpers.swish import (
    called,
    cards,
    deck,
    down,
    flips,
    hand,
    moves,
    offered,
    on_the_table,
    pile,
    play,
    playable,
    singles,
    table,
    turns,
    won_by,
)

# ---- 3.1 Aces


@pytest.mark.rules("SH-3.1")
@pytest.mark.parametrize("top", ["3h", "9h", "Kh", "Ah", "2h"])
def test_an_ace_beats_everything(top: str) -> None:
    t = play(table("Ac 5c", "3d 4d", pile=top), "play Ac")
    assert pile(t) == [top, "Ac"]
    assert t.must == 1


@pytest.mark.rules("SH-3.1")
def test_only_a_2_10_beat_an_ace() -> None:
    t = table("Kc Qc Ac 2c Tc 3c", "3d 4d", pile="Ah")
    assert playable(t) == {"Ac", "2c", "Tc"}
    refused(t, "play Kc", called("Kc"))


@pytest.mark.rules("SH-3.1")
def test_an_ace_resets_nothing_and_the_turn_passes_on() -> None:
    t = play(table("Ac 5c", "Kd 4d", pile="9h"), "play Ac")
    assert offered(t) == moves("pick up")


@pytest.mark.rules("SH-3.1", "SH-2.2")
def test_one_ace_beats_a_set() -> None:
    t = play(table("Ac 5c", "3d 4d", pile="Kh Kd Ks"), "play Ac")
    assert pile(t)[-1] == "Ac"


# ---- 3.2 Twos


@pytest.mark.rules("SH-3.2")
@pytest.mark.parametrize("top", ["3h", "Kh", "Ah", "2h"])
def test_a_2_goes_on_anything_and_obliges_to_play_again(top: str) -> None:
    t = play(table("2c 3c 5c", "3d 4d", pile=top), "play 2c")
    assert pile(t) == [top, "2c"]
    assert t.must == 0
    assert offered(t) == singles("3c 5c")


@pytest.mark.rules("SH-3.2")
@pytest.mark.parametrize("then", ["3c", "6c 6d", "Ac", "Kc"])
def test_after_a_2_the_same_seat_plays_anything(then: str) -> None:
    """The source: 2,3 and 2,6,6."""
    t = play(table("2c 3c 6c 6d Kc Ac", "3d 4d", pile="Kh"), "play 2c", f"play {then}")
    assert pile(t) == f"Kh 2c {then}".split()
    assert t.must == 1


@pytest.mark.rules("SH-3.2", "SH-3.3")
def test_a_10_may_follow_a_2_and_the_duty_goes_on() -> None:
    """The source: 2,10. The pile with the 2 and the 10 is destroyed, and a third play is due."""
    t = play(table("2c Tc 3c 4c", "3d 4d", pile="Kh"), "play 2c", "play Tc")
    assert pile(t) == []
    assert t.must == 0
    t.play("play 3c")
    assert pile(t) == ["3c"]
    assert t.must == 1


@pytest.mark.rules("SH-3.2")
def test_a_2_may_follow_a_2() -> None:
    t = play(table("2c 2d 3c 4c", "3d 4d"), "play 2c", "play 2d")
    assert t.must == 0
    t.play("play 3c")
    assert pile(t) == ["2c", "2d", "3c"]
    assert t.must == 1


@pytest.mark.rules("SH-3.2")
def test_a_set_of_2s_resets_once() -> None:
    t = play(table("2c 2d 3c 4c", "3d 4d", pile="Kh"), "play 2c 2d", "play 4c")
    assert pile(t) == ["Kh", "2c", "2d", "4c"]
    assert t.must == 1


@pytest.mark.rules("SH-3.2")
def test_a_set_of_two_ranks_is_not_a_play_even_with_a_2() -> None:
    """`2,6,6` is a 2 and then a play of two 6s."""
    refused(table("2c 6c 6d 3c", "3d 4d", pile="Kh"), "play 2c 6c 6d", "rank|same|alike")


@pytest.mark.rules("SH-3.2", "SH-4.1")
def test_the_pile_under_a_2_stays_and_is_picked_up_later() -> None:
    t = play(table("2c 9c 5c", "3d 4d", pile="Kh"), "play 2c", "play 9c", "pick up")
    assert hand(t, 1) == cards("3d 4d Kh 2c 9c")
    assert t.must == 0


@pytest.mark.rules("SH-3.2")
def test_what_follows_the_2_is_what_the_next_seat_has_to_beat() -> None:
    t = play(table("2c 6c 5c", "4d 6d 7d", pile="Kh"), "play 2c", "play 6c")
    assert playable(t) == {"6d", "7d"}


# ---- 3.3 Tens


@pytest.mark.rules("SH-3.3")
@pytest.mark.parametrize("lying", ["", "3h", "Kh", "3h Ah", "3h 2h"])
def test_a_10_goes_on_anything_and_destroys_the_pile_and_itself(lying: str) -> None:
    t = play(table("Tc 3c 5c", "3d 4d", pile=lying), "play Tc")
    assert pile(t) == []
    assert not cards(f"{lying} Tc") & set(on_the_table(t))
    assert t.must == 0
    assert offered(t) == singles("3c 5c")


@pytest.mark.rules("SH-3.3")
def test_after_a_10_the_same_seat_starts_the_new_pile() -> None:
    t = play(table("Tc 3c 5c", "3d 4d", pile="Ah"), "play Tc", "play 3c")
    assert pile(t) == ["3c"]
    assert t.must == 1
    assert playable(t) == {"3d", "4d"}


@pytest.mark.rules("SH-3.3")
def test_several_10s_are_one_play_and_all_destroyed() -> None:
    t = play(table("Tc Td 3c 5c", "3d 4d", pile="Ah"), "play Tc Td", "play 5c")
    assert pile(t) == ["5c"]
    assert not cards("Tc Td Ah") & set(on_the_table(t))


@pytest.mark.rules("SH-3.3", "SH-1.2")
def test_destroyed_cards_never_come_back() -> None:
    t = play(table("Tc 3c 5c", "3d 4d", pile="Kh Ah", deck="6s"), "play Tc", "play 3c")
    assert hand(t, 0) == {"5c", "6s"}
    t.play("play 3d")
    assert hand(t, 1) == {"4d"}
    assert deck(t) == []


# ---- 3.4 Four of a kind


@pytest.mark.rules("SH-3.4")
@pytest.mark.parametrize("rank", "3456789JQKA")
def test_four_at_once_destroy_the_pile(rank: str) -> None:
    laid = f"{rank}c {rank}d {rank}h {rank}s"
    lying = "" if rank == "3" else "3h"
    t = play(table(f"{laid} Tc", "Td", downs=("2c", "2d"), pile=lying), f"play {laid}")
    assert pile(t) == []
    assert not cards(f"{laid} {lying}") & set(on_the_table(t))
    assert t.must == 0
    assert offered(t) == moves("play Tc")


@pytest.mark.rules("SH-3.4")
@pytest.mark.parametrize(("first", "second"), [("3c 3d", "3h 3s"), ("3c", "3d 3h 3s"), ("3c 3d 3h", "3s")])
def test_four_by_two_seats_destroy_the_pile_and_who_completes_them_plays_again(first: str, second: str) -> None:
    """The source: 3,3 and 3,3; 3 and 3,3,3."""
    t = play(table(f"{first} 9c", f"{second} 4d", "8s Js", pile=""), f"play {first}", f"play {second}")
    assert pile(t) == []
    assert t.must == 1
    assert offered(t) == moves("play 4d")
    t.play("play 4d")
    assert t.must == 2


@pytest.mark.rules("SH-3.4")
def test_four_by_four_seats() -> None:
    t = table("6c 9c", "6d 9d", "6h 9h", "6s 4s", pile="3c 5c")
    play(t, "play 6c", "play 6d", "play 6h")
    assert pile(t) == ["3c", "5c", "6c", "6d", "6h"]
    t.play("play 6s")
    assert pile(t) == []
    assert t.must == 3
    assert playable(t) == {"4s"}


@pytest.mark.rules("SH-3.4")
def test_the_whole_pile_goes_not_only_the_four() -> None:
    t = play(table("6s 9c", "4d", pile="3c 5c 6c 6d 6h"), "play 6s", "play 9c")
    assert pile(t) == ["9c"]
    assert not cards("3c 5c 6c 6d 6h 6s") & set(on_the_table(t))


@pytest.mark.rules("SH-3.4")
def test_three_are_not_four() -> None:
    t = play(table("6d 6h 9c", "4d", pile="6c"), "play 6d 6h")
    assert pile(t) == ["6c", "6d", "6h"]
    assert t.must == 1


@pytest.mark.rules("SH-3.4")
def test_a_2_in_between_breaks_the_four() -> None:
    t = play(table("2c 6h 6s 9c", "4d", pile="6c 6d"), "play 2c", "play 6h 6s")
    assert pile(t) == ["6c", "6d", "2c", "6h", "6s"]
    assert t.must == 1


@pytest.mark.rules("SH-3.4")
def test_another_card_in_between_breaks_the_four() -> None:
    """6 6 | 7 | 2 | 6 6: four 6s lie on the pile, but not on each other."""
    t = play(table("7c 9c", "2d 6h 6s 4d", pile="6c 6d"), "play 7c", "play 2d", "play 6h 6s")
    assert pile(t) == ["6c", "6d", "7c", "2d", "6h", "6s"]
    assert t.must == 0


@pytest.mark.rules("SH-3.4")
def test_four_2s_at_once_destroy_the_pile() -> None:
    t = play(table("2c 2d 2h 2s 9c", "4d", pile="6c"), "play 2c 2d 2h 2s")
    assert pile(t) == []
    assert t.must == 0
    assert offered(t) == moves("play 9c")


@pytest.mark.rules("SH-3.4", "SH-3.2")
def test_four_2s_one_after_the_other_destroy_the_pile() -> None:
    t = play(table("2c 2d 2h 2s 9c", "4d", pile="6c"), "play 2c", "play 2d", "play 2h")
    assert pile(t) == ["6c", "2c", "2d", "2h"]
    t.play("play 2s")
    assert pile(t) == []
    assert t.must == 0
    t.play("play 9c")
    assert t.must == 1


@pytest.mark.rules("SH-3.4", "SH-5.2")
def test_a_flipped_card_may_complete_four() -> None:
    t = play(table("", "4d", downs=("6s 3h", "9s"), pile="6c 6d 6h"), "flip 0")
    assert pile(t) == []
    assert t.must == 0
    assert offered(t) == flips(1)


@pytest.mark.rules("SH-3.4", "SH-4.1")
def test_cards_picked_up_in_between_start_a_new_count() -> None:
    """6 6 are picked up and 6 6 laid on the empty pile: two lie there."""
    t = play(table("6h 6s 9c", "4d 5d", pile="6c 6d", turn=1), "pick up", "play 6h 6s")
    assert pile(t) == ["6h", "6s"]
    assert t.must == 1


# ---- 3.5 The duty to play again


@pytest.mark.rules("SH-3.5")
@pytest.mark.parametrize(
    ("last_cards", "lying", "left_lying"),
    [("2c", "Kh", ["Kh", "2c"]), ("Tc", "Kh", []), ("6s", "6c 6d 6h", []), ("2c 2d", "", ["2c", "2d"])],
)
def test_with_an_empty_hand_and_a_deck_draw_first(last_cards: str, lying: str, left_lying: list[str]) -> None:
    t = table(last_cards, "4d", pile=lying, deck="3s 4s 5s 7s 8s 9s Js Qs Ks")
    t.play(f"play {last_cards}")
    assert pile(t) == left_lying
    assert t.must == 0
    assert hand(t, 0) == cards("3s 4s 5s 7s 8s")
    assert offered(t) == singles("3s 4s 5s 7s 8s")
    t.play("play 3s")
    assert hand(t, 0) == cards("4s 5s 7s 8s 9s")
    assert t.must == 1


@pytest.mark.rules("SH-3.5")
def test_draw_what_the_deck_still_has() -> None:
    t = play(table("2c", "4d", pile="Kh", deck="3s 4s"), "play 2c")
    assert hand(t, 0) == {"3s", "4s"}
    t.play("play 4s")
    assert hand(t, 0) == {"3s"}
    assert t.must == 1


@pytest.mark.rules("SH-3.5")
@pytest.mark.parametrize("size", [3, 7])
def test_the_duty_draws_up_to_hand_size(size: int) -> None:
    t = play(table("2c", "4d", deck="3s 4s 5s 6s 7s 8s 9s Js", hand_size=size), "play 2c")
    assert len(hand(t, 0)) == size


@pytest.mark.rules("SH-3.5", "SH-5.2")
@pytest.mark.parametrize("last_card", ["2c", "Tc"])
def test_with_hand_and_deck_empty_flip(last_card: str) -> None:
    """Under the duty any flipped card may be played: 3h could not beat the King."""
    t = play(table(last_card, "4d", downs=("- 3h - 8h", "9s"), pile="Kh"), f"play {last_card}")
    assert t.must == 0
    assert offered(t) == flips(1, 3)
    t.play("flip 1")
    assert pile(t)[-1] == "3h"
    assert down(t, 0) == ["-", "-", "-", "8h"]
    assert t.must == 1


@pytest.mark.rules("SH-3.5", "SH-6.1")
@pytest.mark.parametrize(
    ("last_cards", "lying"), [("2c", "Kh"), ("Tc", "Kh"), ("6s", "6c 6d 6h"), ("2c", ""), ("3c 3d 3h 3s", "")]
)
def test_with_nothing_left_at_all_the_seat_has_won(last_cards: str, lying: str) -> None:
    t = play(table(last_cards, "4d", downs=("", "9s"), pile=lying), f"play {last_cards}")
    assert won_by(t) == [0]
    assert t.must is None


@pytest.mark.rules("SH-3.5", "SH-6.1")
@pytest.mark.parametrize("card", ["2c", "Tc"])
def test_the_last_face_down_card_may_be_a_2_or_10(card: str) -> None:
    t = play(table("", "4d", downs=(f"- {card}", "9s"), pile="Kh"), "flip 1")
    assert won_by(t) == [0]


@pytest.mark.rules("SH-3.5", "ALL-9")
def test_a_2_or_10_and_what_follows_it_are_one_turn() -> None:
    t = play(table("2c Tc 3c 4c", "3d 4d", pile="Kh"), "play 2c")
    assert turns(t) == 0
    t.play("play Tc")
    assert turns(t) == 0
    t.play("play 3c")
    assert turns(t) == 1
    t.play("play 3d")
    assert turns(t) == 2


@pytest.mark.rules("SH-3.5")
def test_under_the_duty_a_hand_that_is_not_empty_is_played_before_a_flip() -> None:
    t = play(table("2c 5c", "4d", downs=("3h", "9s"), pile="Kh"), "play 2c")
    assert offered(t) == moves("play 5c")
    refused(t, "flip 0", "hand")


@pytest.mark.rules("SH-3.5", "SH-4.2")
@pytest.mark.parametrize("voluntary", [True, False])
def test_under_the_duty_nobody_picks_up(voluntary: bool) -> None:
    t = play(table("2c 5c", "4d", pile="Kh", voluntary_pickup=voluntary), "play 2c")
    assert offered(t) == moves("play 5c")
    refused(t, "pick up", "again|must|play")


@pytest.mark.rules("SH-3.5")
def test_a_position_may_be_under_the_duty() -> None:
    t = table("3c 4c", "4d", pile="Kh 2c", lines=["phase: again"])
    assert t.must == 0
    assert offered(t) == singles("3c 4c")
    t.play("play 3c")
    assert t.must == 1
