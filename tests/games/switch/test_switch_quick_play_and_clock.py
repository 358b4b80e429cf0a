"""Switch, chapters 11.4 and 11.5: cutting in, and the clock."""

from collections.abc import Mapping
from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.refusals import refused
from tests.games.helpers.switch import (
    cards,
    direction,
    hand,
    moves,
    offered,
    penalty,
    pile,
    play,
    playable,
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


@pytest.mark.rules("ALL-4", "SW-2.1")
@pytest.mark.parametrize("options", [{}, {"mode": "casual"}, {"interrupts": True}])
@pytest.mark.parametrize("deck", [DECK, ""])
@pytest.mark.parametrize("move", ["draw", "pass", "name hearts", "name nothing", "attempt Qs", "attempt 9c 9d"])
def test_out_of_turn_is_the_reason_for_a_move_of_the_turn(move: str, deck: str, options: dict[str, object]) -> None:
    t = table("9h 4c Kc", "6c 6d", "9c Qs 4d", pile="Kh", deck=deck, options=options)
    refused(t, move, "It's seat 0's turn, not seat 2's.", seat=2)


@pytest.mark.rules("ALL-4", "SW-11.4")
@pytest.mark.parametrize("move", ["play", "play 9c", "play Qs 4d", "play As", "play zz"])
def test_out_of_turn_is_the_reason_for_a_play_that_is_no_cut_in(move: str) -> None:
    """Without quick play, and while a suit is to be named."""
    t = table("Ah 4c Kc", "6c 6d", "9c Qs 4d", pile="9h", deck=DECK)
    refused(t, move, "It's seat 0's turn, not seat 2's.", seat=2)
    t = play(quick("Ah 4c Kc", "6c 6d", "9c Qs 4d", pile="9h"), "play Ah")
    refused(t, move, "It's seat 0's turn, not seat 2's.", seat=2)


@pytest.mark.rules("SW-11.4")
def test_the_rank_must_be_the_same() -> None:
    t = play(quick("9h 4c Kc", "6c 6d", "9c Qs 4h Ad 7d", pile="Kh"), "play 9h")
    assert offered(t, 2) == moves("play 9c")
    for card in ("Qs", "4h", "Ad"):
        refused(t, f"play {card}", code="switch.refusal.cutIn", seat=2)


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
    refused(t, "play 2c", code="switch.refusal.noCutIn", seat=2)
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
    refused(t, "play 3c", code="switch.refusal.noCutIn", seat=2)


@pytest.mark.rules("SW-11.4", "SW-8.1")
def test_no_quick_play_while_a_suit_is_to_be_named() -> None:
    """Once it is named an Ace may cut in, and its player names a suit in turn."""
    t = play(quick("Ah 4c Kc", "6c 6d", "Ac Qs 4d", pile="Kh"), "play Ah")
    assert t.may == []
    refused(t, "play Ac", code="refusal.turn", seat=2)
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
    refused(t, "take back", code="switch.refusal.nothingToTakeBack", seat=0)
    t.play("challenge", 1)
    assert (pile(t), size(t, 0), size(t, 1)) == (["Kh", "9c", "9d"], 2, 3)


@pytest.mark.rules("SW-11.4", "SW-11.2")
@pytest.mark.parametrize(("announced", "left"), [(True, 1), (False, 3)])
def test_a_seat_that_may_cut_in_may_announce_first(announced: bool, left: int) -> None:
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


# 11.5 The clock while a suit is to be named over a mistake


def ace_by_mistake(deck: str, penalty_cards: int, **facts: Any) -> Table:
    """Seat 0 has laid A♦ on an active 2, which is a mistake, and is to name a suit."""
    options = {"mode": "casual", "timeout_penalty": penalty_cards}
    t = timed("Ad 4c 4s", "6c 6d", "9c 9h", pile="Ks Qs 2s", deck=deck, penalty=2, options=options, **facts)
    return play(t, "attempt Ad")


@pytest.mark.rules("SW-11.5", "SW-11.3", "ALL-2")
@pytest.mark.parametrize(("deck", "count"), [("", 1), ("Tc", 2), ("Tc Td", 3)])
def test_a_mistake_stands_once_the_clock_reshuffles_the_pile_under_it(deck: str, count: int) -> None:
    """All that is owed is drawn. The Ace has its own suit, and the penalty goes on to seat 1."""
    t = ace_by_mistake(deck, count)
    t.time_up()
    assert (size(t, 0), pile(t), t.must, penalty(t)) == (2 + count, ["Ad"], 1, 2)
    assert cards(f"4c 4s {deck}") < hand(t, 0)
    assert hand(t, 0) - cards(f"4c 4s {deck}") < cards("Ks Qs 2s")
    assert t.may == []
    assert offered(t) == moves("draw", "announce")
    refused(t, "take back", code="switch.refusal.nothingToTakeBack", seat=0)
    for seat in (1, 2):
        refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=seat)
    play(t, "draw")
    assert (size(t, 1), penalty(t)) == (4, 0)


@pytest.mark.rules("SW-11.5", "SW-11.3")
@pytest.mark.parametrize(("deck", "count"), [("", 0), ("Tc", 1), ("Tc Td", 2), ("Tc Td Th", 2)])
def test_without_a_reshuffle_a_mistake_may_be_challenged_or_taken_back(deck: str, count: int) -> None:
    drawn = cards(deck[: 3 * count])
    t = ace_by_mistake(deck, count)
    t.time_up()
    assert (t.must, t.may, pile(t)) == (1, [0, 2], ["Ks", "Qs", "2s", "Ad"])
    assert hand(t, 0) == cards("4c 4s") | drawn
    taken = t.copy()
    taken.play("take back", 0)
    assert (taken.must, hand(taken, 0), pile(taken)) == (0, cards("Ad 4c 4s") | drawn, ["Ks", "Qs", "2s"])
    t.play("challenge", 2)
    left = len(deck.split()) - count
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 3 + count + min(2 + 2, left + 2))


@pytest.mark.rules("SW-11.5", "SW-11.3")
def test_a_legal_ace_may_be_challenged_after_a_reshuffle() -> None:
    t = timed("Ad 4c 4s", "6c 6d", "9c 9h", pile="Ks Qs 2s", deck="", options={"mode": "casual"})
    play(t, "play Ad")
    t.time_up()
    assert (size(t, 0), pile(t), t.must, t.may) == (3, ["Ad"], 1, [2])
    t.play("challenge", 2)
    assert (t.must, size(t, 2)) == (1, 3)


@pytest.mark.rules("SW-11.5", "SW-11.4")
def test_a_player_may_cut_in_on_their_mistake_once_a_reshuffle_lets_it_stand() -> None:
    options = {"mode": "casual", "interrupts": True}
    t = timed("9c Ad Ac 4c", "6c 6d", "9d 9h", pile="Ks Qs", deck="", options=options)
    play(t, "attempt 9c Ad")
    t.time_up()
    assert (t.must, t.may) == (1, [0])
    assert offered(t, 0) == moves("play Ac", "announce")


@pytest.mark.rules("SW-11.5", "SW-11.3")
def test_forgiveness_is_renewed_after_a_mistake_that_stands_by_a_reshuffle() -> None:
    """Two 8s: the same seat plays again, and in this new turn one mistake is forgiven again."""
    t = timed("8c 8d Ad 4c 5c", "6c 6d", "9d 9h", pile="Ks Qs", deck="", options={"mode": "casual"})
    play(t, "attempt 4c")
    t.play("take back", 0)
    play(t, "attempt 8c 8d Ad")
    t.time_up()
    assert (t.must, t.may) == (0, [])
    play(t, "attempt 4c")
    assert "take back" in t.moves(0)


@pytest.mark.rules("SW-11.5")
def test_a_game_of_version_1_does_not_reshuffle_the_pile_under_a_mistake() -> None:
    t = ace_by_mistake("Tc", 3, rules=1)
    t.time_up()
    assert (t.must, t.may, hand(t, 0)) == (1, [0, 2], cards("4c 4s Tc"))
    assert Table.load(t.save()).position() == t.position()


# 11.4 Cutting in on your own play


def nine_by_mistake(**facts: Any) -> Table:
    """Seat 0 has laid 9♣ on K♥, which is a mistake, and holds another 9."""
    options = {"mode": "casual"}
    return play(quick("9c 9d 4c 4d", "6c 6d", "9s Qs 4s", pile="Kh", options=options, **facts), "attempt 9c")


@pytest.mark.rules("SW-11.4", "SW-11.3")
def test_nobody_cuts_in_on_a_mistake_of_theirs_that_can_still_be_challenged() -> None:
    t = nine_by_mistake()
    assert (t.must, t.may) == (1, [0, 2])
    assert offered(t, 0) == moves("take back")
    assert offered(t, 2) == moves("play 9s", "challenge", "announce")
    refused(t, "play 9d", "own play", "mistake", seat=0)
    refused(t, "announce", code="switch.refusal.nothingToAnnounce", seat=0)


@pytest.mark.rules("SW-11.4", "SW-11.3")
def test_a_seat_without_a_mistake_to_take_back_waits() -> None:
    t = nine_by_mistake()
    t.play("take back", 0)
    play(t, "attempt 9c")
    assert (t.must, t.may, offered(t, 0)) == (1, [2], set())


@pytest.mark.rules("SW-11.4", "SW-11.3")
def test_a_mistake_that_stands_may_be_cut_in_on_by_its_player() -> None:
    t = play(nine_by_mistake(), "draw")
    assert (t.must, t.may) == (2, [0])
    assert offered(t, 0) == moves("play 9d", "announce")


@pytest.mark.rules("SW-11.4", "SW-11.3")
def test_a_legal_play_that_can_be_challenged_may_be_cut_in_on_by_its_player() -> None:
    t = play(quick("9h 9d 4c 4d", "6c 6d", "Qs 4s", pile="Kh", options={"mode": "casual"}), "play 9h")
    assert offered(t, 0) == moves("play 9d", "announce")


@pytest.mark.rules("SW-11.4")
def test_a_game_of_version_1_lets_a_seat_cut_in_on_its_own_mistake() -> None:
    assert offered(nine_by_mistake(rules=1), 0) == moves("play 9d", "take back", "announce")
