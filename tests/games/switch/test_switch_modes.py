"""Switch, chapters 11.1 and 11.2: standard and cutthroat, and the announcement of the last card."""

from collections.abc import Mapping
from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.refusals import refused
from tests.games.helpers.switch import (
    called,
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


def cutthroat(*hands: str, pile: str, deck: str = DECK, options: Mapping[str, object] | None = None, **facts: Any) -> Table:
    return table(*hands, pile=pile, deck=deck, options={"mode": "cutthroat", **(options or {})}, **facts)


# 11.1 Standard


@pytest.mark.rules("SW-11.1")
@pytest.mark.parametrize("move", ["attempt 9c", "attempt 4s", "announce", "challenge", "take back"])
@pytest.mark.parametrize("options", [{}, {"mode": "standard"}])
def test_standard_knows_no_mistakes_and_no_announcements(move: str, options: dict[str, object]) -> None:
    t = table("9c 4s Kd", "6c 6d", pile="Ks", deck="Tc", options=options)
    refused(t, move, "mode|standard|attempt|announce|challenge|take back")


@pytest.mark.rules("SW-11.1")
def test_standard_takes_legal_cards_only() -> None:
    t = table("9c 4s Kd", "6c 6d", pile="Ks", deck="Tc")
    assert offered(t) == moves("play 4s", "play Kd", "draw")
    refused(t, "play 9c", called("9c"), "♠|spade", "K")


@pytest.mark.rules("SW-11.1")
def test_standard_never_punishes_a_silent_last_card() -> None:
    t = play(table("4s Kd", "6c 6d", pile="Ks", deck="Tc"), "play 4s", "draw")
    assert (t.must, hand(t, 0)) == (0, {"Kd"})


# 11.2 Cutthroat: attempts


@pytest.mark.rules("SW-11.2")
def test_moves_never_list_attempts() -> None:
    t = cutthroat("9c 4s Kd", "6c 6d", pile="Ks")
    assert offered(t) == moves("play 4s", "play Kd", "draw", "announce")


@pytest.mark.rules("SW-11.2")
@pytest.mark.parametrize("laid", ["4s", "4s 4c", "8s 8h", "2s", "3s"])
def test_a_legal_attempt_is_simply_a_play(laid: str) -> None:
    held = "4s 4c 8s 8h 2s 3s Kd"
    tried = play(cutthroat(held, "6c 6d", "9c 9d", pile="Ks"), f"attempt {laid}")
    played = play(cutthroat(held, "6c 6d", "9c 9d", pile="Ks"), f"play {laid}")
    assert tried.position() == played.position()
    assert (tried.must, tried.moves()) == (played.must, played.moves())


@pytest.mark.rules("SW-11.2")
def test_a_legal_ace_attempt_names_a_suit() -> None:
    t = play(cutthroat("Ah 4s Kd", "6c 6d", pile="Ts"), "attempt Ah", "name clubs")
    assert (t.must, playable(t)) == (1, {"6c"})


@pytest.mark.rules("SW-11.2")
@pytest.mark.parametrize("laid", ["9c", "9c 9s", "4s 9c", "4s 9s", "9s 9c 4s", "5h"])
def test_a_wrong_attempt_in_normal_play_costs_two(laid: str) -> None:
    """A first card that does not match, or a set of more than one rank."""
    t = cutthroat("9c 9s 4s 5h Kd", "6c 6d", "9h 9d", pile="Ks")
    play(t, f"attempt {laid}")
    assert (t.must, pile(t), penalty(t), run(t)) == (1, ["Ks"], 0, "")
    assert hand(t, 0) == cards("9c 9s 4s 5h Kd Tc Td")


@pytest.mark.rules("SW-11.2", "SW-2.3")
@pytest.mark.parametrize("laid", ["Js 4s", "8s 8h 4h"])
def test_an_attempt_at_two_turns_in_one_is_wrong(laid: str) -> None:
    """Two seats: the Jack or the pair of 8s would give another turn, but an attempt is one play."""
    t = play(cutthroat("Js 4s 8s 8h 4h", "6c 6d", pile="Ks"), f"attempt {laid}")
    assert (t.must, pile(t), size(t, 0)) == (1, ["Ks"], 5 + 2)


@pytest.mark.rules("SW-11.2")
def test_a_wrong_attempt_has_no_power() -> None:
    t = play(cutthroat("8c 8d Kd", "6c 6d", "9h 9d", pile="Ts"), "attempt 8c 8d")
    assert (t.must, direction(t), size(t, 0)) == (1, "+", 5)


@pytest.mark.rules("SW-11.2")
@pytest.mark.parametrize(("over", "owed", "laid"), [("2s", 2, "9s"), ("2s", 4, "As"), ("5h", 5, "2c"), ("5h", 5, "2c 2h")])
def test_a_wrong_attempt_on_a_penalty_costs_the_penalty_and_two(over: str, owed: int, laid: str) -> None:
    """The penalty is drawn together with the fine: the next seat plays normally."""
    t = cutthroat("9s As 2c 2h 4d", "6c 6d", "9h 9d", pile=f"Ks {over}", penalty=owed)
    play(t, f"attempt {laid}")
    assert (t.must, penalty(t), size(t, 0)) == (1, 0, 5 + owed + 2)
    assert pile(t) == ["Ks", over]
    assert "draw" in t.moves()
    assert size(play(t, "draw"), 1) == 3


@pytest.mark.rules("SW-11.2", "SW-9.6")
def test_a_wrong_attempt_in_a_run_is_punished_by_the_run() -> None:
    t = play(cutthroat("9s 4d Kd", "6c 6d", "9h 9d", pile="Ks 4s", run="4"), "attempt 9s")
    assert (t.must, run(t), size(t, 0)) == (1, "4", 3 + 5 + 2)


@pytest.mark.rules("SW-11.2")
def test_an_attempt_needs_cards_that_are_there() -> None:
    t = cutthroat("9c 4s Kd", "6c 6d", pile="Ks")
    for move in ("attempt 9h", "attempt 6c"):
        refused(t, move, code="refusal.notHeld")
    refused(t, "attempt 4s 4s", code="refusal.eachOnce")
    refused(t, "attempt", code="refusal.whichCards")


@pytest.mark.rules("SW-11.2", "SW-11.3")
@pytest.mark.parametrize("mode", ["cutthroat", "casual"])
def test_a_play_that_is_not_legal_is_still_refused(mode: str) -> None:
    """Only an attempt takes the risk."""
    t = table("9c 4s Kd", "6c 6d", pile="Ks", deck="Tc", options={"mode": mode})
    refused(t, "play 9c", called("9c"))


@pytest.mark.rules("SW-11.2")
def test_cutthroat_has_no_challenge_and_no_taking_back() -> None:
    t = play(cutthroat("4s 9c Kd", "6c 6d", "9h 9d", pile="Ks"), "play 4s")
    assert t.may == []
    for seat in (1, 2):
        refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=seat)
    refused(t, "take back", code="switch.refusal.nothingToTakeBack", seat=0)


@pytest.mark.rules("SW-11.2", "SW-10.1")
def test_a_wrong_last_card_comes_back() -> None:
    t = play(cutthroat("9c", "6c 6d", pile="Ks"), "attempt 9c")
    assert (t.result, t.must, hand(t, 0)) == (None, 1, cards("9c Tc Td"))


# 11.2 Cutthroat: the last card


@pytest.mark.rules("SW-11.2")
@pytest.mark.parametrize(("option", "drawn"), [({}, 2), ({"last_card_penalty": 0}, 0), ({"last_card_penalty": 5}, 5)])
def test_a_silent_last_card_costs_the_penalty(option: dict[str, object], drawn: int) -> None:
    t = play(cutthroat("4s Kd", "6c 6d", "9h 9d", pile="Ks", options=option), "play 4s")
    assert (t.must, size(t, 0), pile(t)) == (1, 1 + drawn, ["Ks", "4s"])


@pytest.mark.rules("SW-11.2")
def test_an_announced_last_card_costs_nothing_and_wins() -> None:
    t = cutthroat("4s 4d", "6c 6d", pile="Ks")
    play(t, "announce")
    assert t.must == 0
    play(t, "play 4s", "draw")
    assert hand(t, 0) == {"4d"}
    assert won_by(play(t, "play 4d")) == [0]


@pytest.mark.rules("SW-11.2")
def test_the_announcement_is_made_once_and_does_not_move_the_turn() -> None:
    t = play(cutthroat("4s Kd", "6c 6d", pile="Ks"), "announce")
    assert (t.must, size(t, 0)) == (0, 2)
    assert offered(t) == moves("play 4s", "play Kd", "draw")
    refused(t, "announce", "announce")


@pytest.mark.rules("SW-11.2")
def test_announcements_belong_to_the_seats_own_turn() -> None:
    t = cutthroat("4s Kd", "6c 6d", pile="Ks")
    refused(t, "announce", code="switch.refusal.nothingToAnnounce", seat=1)
    play(t, "play 4s")
    refused(t, "announce", code="switch.refusal.nothingToAnnounce", seat=0)


@pytest.mark.rules("SW-11.2", "SW-2.3")
def test_a_set_that_leaves_one_card_needs_the_announcement() -> None:
    t = play(cutthroat("4s 4d Kd", "6c 6d", pile="Ks"), "play 4s 4d")
    assert hand(t, 0) == cards("Kd Tc Td")


@pytest.mark.rules("SW-11.2", "SW-8.1")
@pytest.mark.parametrize(("first", "left"), [((), 3), (("announce",), 1)])
def test_after_an_ace_the_check_comes_when_the_suit_is_named(first: tuple[str, ...], left: int) -> None:
    t = play(cutthroat("Ad 4s", "6c 6d", pile="Ks"), *first, "play Ad")
    assert size(t, 0) == 1
    play(t, "name hearts")
    assert (t.must, size(t, 0)) == (1, left)


@pytest.mark.rules("SW-11.2", "SW-3.1")
def test_the_check_and_the_power_of_the_card_both_count() -> None:
    t = play(cutthroat("2s 4c", "6c 6d", pile="Ks"), "play 2s")
    assert (t.must, penalty(t), hand(t, 0)) == (1, 2, cards("4c Tc Td"))


@pytest.mark.rules("SW-11.2", "SW-6.1")
def test_the_perfect_finish() -> None:
    """Two 8s for another turn, "last card", and the last card."""
    t = cutthroat("8s 8d 4d", "6c 6d", "9h 9d", pile="Ks")
    play(t, "play 8s 8d")
    assert (t.must, size(t, 0)) == (0, 1)
    assert "announce" in t.moves()
    play(t, "announce", "play 4d")
    assert won_by(t) == [0]


@pytest.mark.rules("SW-11.2", "SW-7.1")
def test_a_seat_that_plays_again_is_not_checked_in_between() -> None:
    """The turn never passed to another seat with one card in hand, so the second play wins in silence."""
    t = play(cutthroat("Js 4s", "6c 6d", pile="Ks"), "play Js")
    assert (t.must, size(t, 0)) == (0, 1)
    assert won_by(play(t, "play 4s")) == [0]


@pytest.mark.rules("SW-11.2", "SW-7.1")
def test_a_seat_that_plays_again_and_draws_owes_nothing() -> None:
    t = play(cutthroat("Js 4c", "6c 6d", pile="Ks"), "play Js", "draw")
    assert (t.must, hand(t, 0)) == (1, cards("4c Tc"))


@pytest.mark.rules("SW-11.2", "SW-10.2")
@pytest.mark.parametrize("card", ["2s", "8s", "7s"])
def test_the_card_drawn_for_a_last_trick_card_needs_no_announcement(card: str) -> None:
    t = play(cutthroat(card, "6c 6d", "9h 9d", pile="Ks"), f"play {card}")
    assert (t.result, hand(t, 0)) == (None, {"Tc"})


@pytest.mark.rules("SW-11.2")
def test_an_announcement_that_is_not_needed_is_void() -> None:
    """Three cards: announcing costs nothing now and does not count later."""
    t = cutthroat("4s 9s Kd", "6c 6d", pile="Ks")
    play(t, "announce", "play 4s")
    assert hand(t, 0) == cards("9s Kd")
    play(t, "draw", "play 9s")
    assert size(t, 0) == 1 + 2


@pytest.mark.rules("SW-11.2")
def test_an_announcement_followed_by_a_draw_is_void() -> None:
    t = cutthroat("4s Kd", "6c 6d", pile="Ks")
    play(t, "announce", "draw", "draw")
    assert (t.must, hand(t, 0)) == (0, cards("4s Kd Tc"))
    assert "announce" in t.moves()


@pytest.mark.rules("SW-11.2")
def test_one_card_left_over_after_a_draw_or_pass_is_not_checked() -> None:
    """A seat that was dealt one card and only passes has played nothing."""
    t = cutthroat("4c", "6c 6d", pile="Ks", deck="")
    assert (play(t, "pass").must, size(t, 0)) == (1, 1)
