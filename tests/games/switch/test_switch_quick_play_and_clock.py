"""Switch, chapters 11.4 and 11.5: cutting in, and the clock."""

from collections.abc import Mapping
from typing import Any

import pytest

from parlour import Table
from tests.games.switch.positions import (
    cards,
    direction,
    hand,
    moves,
    offered,
    penalty,
    pile,
    play,
    playable,
    refused,
    run,
    size,
    table,
    won_by,
)

DECK = "Tc Td Th Qc Qd Qh 6h 6s"


def quick(*hands: str, pile: str, deck: str = DECK, options: Mapping[str, object] | None = None, **facts: Any) -> Table:
    return table(*hands, pile=pile, deck=deck, options={"interrupts": True, **(options or {})}, **facts)


# 11.4 Quick play


@pytest.mark.rules("SW-11.4")
def test_a_card_of_the_same_rank_may_be_played_out_of_turn() -> None:
    """Seat 2 cuts in before seat 1, and play goes on from seat 2."""
    t = play(quick("9h 4c Kc", "6c 6d", "9c Qs 4d", pile="Kh"), "play 9h")
    assert (t.must, t.may) == (1, [2])
    assert offered(t, 2) == moves("play 9c")
    t.play("play 9c", 2)
    assert (t.must, pile(t), hand(t, 2)) == (0, ["Kh", "9h", "9c"], cards("Qs 4d"))


@pytest.mark.rules("SW-11.4")
@pytest.mark.parametrize("options", [{}, {"interrupts": False}])
def test_quick_play_is_off_by_default(options: dict[str, object]) -> None:
    t = table("9h 4c Kc", "6c 6d", "9c Qs 4d", pile="Kh", deck=DECK, options=options)
    play(t, "play 9h")
    assert t.may == []
    refused(t, "play 9c", "turn", seat=2)


@pytest.mark.rules("SW-11.4")
def test_the_rank_must_be_the_same() -> None:
    t = play(quick("9h 4c Kc", "6c 6d", "9c Qs 4h Ad 7d", pile="Kh"), "play 9h")
    assert offered(t, 2) == moves("play 9c")
    for card in ("Qs", "4h", "Ad"):
        refused(t, f"play {card}", seat=2)


@pytest.mark.rules("SW-11.4")
def test_one_card_only_is_played_out_of_turn() -> None:
    t = play(quick("9h 4c Kc", "6c 6d", "9c 9d Qs", pile="Kh"), "play 9h")
    assert offered(t, 2) == moves("play 9c", "play 9d")
    refused(t, "play 9c 9d", "one", seat=2)


@pytest.mark.rules("SW-11.4")
def test_the_seat_that_just_played_may_cut_in_too() -> None:
    t = play(quick("9h 9c Kc 4c", "6c 6d", "Qs 4d", pile="Kh"), "play 9h")
    assert t.may == [0]
    t.play("play 9c", 0)
    assert (t.must, hand(t, 0)) == (1, cards("Kc 4c"))


@pytest.mark.rules("SW-11.4")
def test_the_seat_to_move_does_not_cut_in_but_plays() -> None:
    t = play(quick("9h 4c Kc", "9c 9d 6d", "Qs 4d", pile="Kh"), "play 9h")
    assert (t.must, t.may) == (1, [])
    assert moves("play 9c", "play 9d", "play 9c 9d", "play 9d 9c", "draw") == offered(t)


@pytest.mark.rules("SW-11.4")
def test_quick_play_is_open_after_a_draw() -> None:
    t = play(quick("9h 9c 4c Kc", "6c 6d", "Qs 4d", pile="Kh"), "play 9h", "draw")
    assert (t.must, t.may) == (2, [0])
    t.play("play 9c", 0)
    assert t.must == 1


@pytest.mark.rules("SW-11.4")
def test_quick_play_is_open_on_the_turned_up_card() -> None:
    t = quick("4c Kc", "9c 6d", "Qs 4d", pile="9h")
    assert (t.must, t.may) == (0, [1])
    t.play("play 9c", 1)
    assert t.must == 2


@pytest.mark.rules("SW-11.4")
def test_quick_play_ends_when_the_next_seat_plays_another_rank() -> None:
    t = play(quick("9h 9c 4c Kc", "4h 6d", "Qs 4d", pile="Kh"), "play 9h", "play 4h")
    assert (t.must, t.may) == (2, [0])
    assert offered(t, 0) == moves("play 4c")


@pytest.mark.rules("SW-11.4")
def test_first_come_first_served_and_the_next_may_follow() -> None:
    t = play(quick("9h 4c Kc", "Qs 6d", "9c 4d 6c", "9d 4s Ks", pile="Kh"), "play 9h")
    assert t.may == [2, 3]
    t.play("play 9d", 3)
    assert (t.must, t.may) == (0, [2])
    t.play("play 9c", 2)
    assert (t.must, t.may) == (3, [])


@pytest.mark.rules("SW-11.4")
def test_no_quick_play_on_an_active_penalty() -> None:
    t = play(quick("2h 4c Kc", "6c 6d", "2c Qs 4d", pile="Kh"), "play 2h")
    assert t.may == []
    refused(t, "play 2c", seat=2)
    five = play(quick("5h 4c Kc", "6c 6d", "5c Qs 4d", pile="Kh"), "play 5h")
    assert five.may == []


@pytest.mark.rules("SW-11.4", "SW-3.2")
def test_a_dead_two_may_be_answered_out_of_turn() -> None:
    """Seat 1 has taken the penalty; seat 0 cuts in with another 2, which seat 1 must face."""
    t = play(quick("2h 2c Kc 4c", "6c 6d", "Qs 4d", pile="Kh"), "play 2h", "draw")
    assert (t.must, t.may) == (2, [0])
    t.play("play 2c", 0)
    assert (t.must, penalty(t), t.may) == (1, 2, [])


@pytest.mark.rules("SW-11.4")
def test_no_quick_play_in_a_run() -> None:
    t = play(quick("3h 4c Kc", "6c 6d", "3c Qs 4d", pile="Kh"), "play 3h")
    assert (run(t), t.may) == ("3", [])
    refused(t, "play 3c", seat=2)


@pytest.mark.rules("SW-11.4", "SW-8.1")
def test_no_quick_play_while_a_suit_is_to_be_named() -> None:
    """Once it is named an Ace may cut in, and its player names a suit in turn."""
    t = play(quick("Ah 4c Kc", "6c 6d", "Ac Qs 4d", pile="Kh"), "play Ah")
    assert t.may == []
    refused(t, "play Ac", seat=2)
    play(t, "name spades")
    assert (t.must, t.may) == (1, [2])
    t.play("play Ac", 2)
    assert (t.must, t.may) == (2, [])
    play(t, "name clubs")
    assert (t.must, playable(t)) == (0, cards("4c Kc"))


@pytest.mark.rules("SW-11.4", "SW-5.1")
def test_a_mirroring_seven_is_answered_by_the_rank_it_mirrors() -> None:
    t = play(quick("7h 4c Kc", "6c 6d", "9c Qs 4d", pile="9s"), "play 7h")
    assert (t.must, t.may) == (1, [2])
    t.play("play 9c", 2)
    assert t.must == 0


@pytest.mark.rules("SW-11.4", "SW-7.1")
def test_a_jack_skips_from_the_seat_that_cut_in() -> None:
    t = play(quick("Jh 4c Kc", "6c 6d", "Qs 4d", "Jc 4s Ks", pile="Kh"), "play Jh")
    assert (t.must, t.may) == (2, [3])
    t.play("play Jc", 3)
    assert t.must == 1


@pytest.mark.rules("SW-11.4", "SW-6.1")
def test_an_eight_turns_the_direction_at_the_seat_that_cut_in() -> None:
    t = play(quick("8h 4c Kc", "8c 6d 4d", "Qs 4s", "Ks 6c", pile="Kh"), "play 8h")
    assert (t.must, direction(t), t.may) == (3, "-", [1])
    t.play("play 8c", 1)
    assert (t.must, direction(t)) == (2, "+")


@pytest.mark.rules("SW-11.4", "SW-9.1")
def test_a_three_played_out_of_turn_starts_a_run() -> None:
    t = quick("4c Kc", "3c 6d", "Qs 4d", pile="3h")
    t.play("play 3c", 1)
    assert (t.must, run(t)) == (2, "3")


@pytest.mark.rules("SW-11.4", "SW-10.1")
def test_a_quick_play_may_win() -> None:
    t = play(quick("9h 4c Kc", "6c 6d", "9c", pile="Kh"), "play 9h")
    t.play("play 9c", 2)
    assert (t.must, won_by(t)) == (None, [2])


@pytest.mark.rules("SW-11.4", "SW-10.2")
def test_a_quick_play_does_not_win_with_a_trick_card() -> None:
    t = quick("4c Kc", "6c 6d", "8c", pile="8h", deck="Tc Td")
    t.play("play 8c", 2)
    assert (t.result, hand(t, 2), t.must, direction(t)) == (None, {"Tc"}, 1, "-")


@pytest.mark.rules("SW-11.4", "SW-11.3")
def test_a_quick_play_closes_the_challenge_window() -> None:
    """9♣ on K♥ was a mistake; once 9♦ lies on it, it stands, and a challenge is about 9♦, which was right."""
    t = quick("9c 4c Kc", "6c 6d", "9d Qs 4d", pile="Kh", options={"mode": "casual"})
    play(t, "attempt 9c")
    assert moves("play 9d", "challenge") <= offered(t, 2)
    t.play("play 9d", 2)
    assert t.must == 0
    refused(t, "take back", seat=0)
    t.play("challenge", 1)
    assert (pile(t), size(t, 0), size(t, 1)) == (["Kh", "9c", "9d"], 2, 3)


@pytest.mark.rules("SW-11.4", "SW-11.2")
@pytest.mark.parametrize(("announced", "left"), [(True, 1), (False, 3)])
def test_who_may_cut_in_may_announce_first(announced: bool, left: int) -> None:
    t = play(quick("9h 4c Kc", "6c 6d", "9c Qs", pile="Kh", options={"mode": "cutthroat"}), "play 9h")
    assert offered(t, 2) == moves("play 9c", "announce")
    if announced:
        t.play("announce", 2)
        assert (t.must, offered(t, 2)) == (1, moves("play 9c"))
    t.play("play 9c", 2)
    assert (t.must, size(t, 2)) == (0, left)


# 11.5 The clock


def timed(*hands: str, pile: str, deck: str = DECK, options: Mapping[str, object] | None = None, **facts: Any) -> Table:
    return table(*hands, pile=pile, deck=deck, options={"turn_seconds": 30, **(options or {})}, **facts)


@pytest.mark.rules("SW-11.5", "ALL-8")
@pytest.mark.parametrize(("option", "extra"), [({}, 1), ({"timeout_penalty": 0}, 0), ({"timeout_penalty": 5}, 5)])
def test_time_up_draws_one_card_and_the_timeout_penalty(option: dict[str, object], extra: int) -> None:
    """A playable card makes no difference."""
    t = timed("4s 4c", "6c 6d", "9c 9d", pile="Ks", options=option)
    t.time_up()
    assert (t.must, size(t, 0), pile(t)) == (1, 2 + 1 + extra, ["Ks"])
    assert cards("4s 4c Tc") <= hand(t, 0)


@pytest.mark.rules("SW-11.5", "ALL-8")
def test_time_up_takes_an_active_penalty() -> None:
    t = timed("2c 4c", "6c 6d", "9c 9d", pile="Ks 2s", penalty=4)
    t.time_up()
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 2 + 4 + 1)
    t = timed("2h 4c", "6c 6d", "9c 9d", pile="Kh 5h", penalty=5)
    t.time_up()
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 2 + 5 + 1)


@pytest.mark.rules("SW-11.5", "ALL-8")
def test_time_up_fails_a_run() -> None:
    t = timed("5c 4c", "6c 6d", "9c 9d", pile="Ks 5s", run="5")
    t.time_up()
    assert (t.must, run(t), size(t, 0)) == (1, "", 2 + 5 + 1)


@pytest.mark.rules("SW-11.5", "ALL-8")
def test_time_up_names_the_suit_of_the_ace() -> None:
    t = play(timed("Ad 4c 4s", "6c 6d", "9c 9h", pile="Ks"), "play Ad")
    t.time_up()
    assert (t.must, hand(t, 0), playable(t)) == (1, cards("4c 4s Tc"), {"6d"})


@pytest.mark.rules("SW-11.5", "ALL-8", "ALL-5")
def test_time_up_with_nothing_to_draw_is_a_pass() -> None:
    t = timed("4c 4d", "6c", pile="Ks", deck="")
    t.time_up()
    assert (t.must, size(t, 0)) == (1, 2)
    t.time_up()
    assert won_by(t) == [1]


@pytest.mark.rules("SW-11.5", "ALL-8", "ALL-2")
def test_time_up_draws_no_more_than_there_is() -> None:
    t = timed("4c 4d", "6c 6d", pile="Ks", deck="Tc", options={"timeout_penalty": 5})
    t.time_up()
    assert (t.must, hand(t, 0)) == (1, cards("4c 4d Tc"))
