"""Switch, chapter 11.3: casual, with challenges, forgiveness and late announcements."""

from collections.abc import Mapping
from typing import Any

import pytest

from parlour import Table
from parlour.home.tallies import tallies
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


def casual(*hands: str, pile: str, deck: str = DECK, options: Mapping[str, object] | None = None, **facts: Any) -> Table:
    return table(*hands, pile=pile, deck=deck, options={"mode": "casual", **(options or {})}, **facts)


def mistake(held: str = "9c 4s Kd", attempt: str = "9c", under: str = "Ks", **facts: Any) -> Table:
    """Seat 0 of three has just made this attempt."""
    return play(casual(held, "6c 6d", "9h 9d", pile=under, **facts), f"attempt {attempt}")


# The window


@pytest.mark.rules("SW-11.3")
def test_moves_never_list_attempts() -> None:
    t = casual("9c 4s Kd", "6c 6d", pile="Ks")
    assert offered(t) == moves("play 4s", "play Kd", "draw", "announce")


@pytest.mark.rules("SW-11.3")
def test_a_mistake_lies_on_the_pile_until_somebody_says_so() -> None:
    t = mistake()
    assert (t.must, t.may) == (1, [0, 2])
    assert (pile(t), hand(t, 0)) == (["Ks", "9c"], cards("4s Kd"))
    assert offered(t, 0) == moves("take back")
    assert offered(t, 2) == moves("challenge")
    assert "challenge" in t.moves()


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize("seat", [1, 2])
def test_a_right_challenge_brings_the_punishment(seat: int) -> None:
    """Any other seat may challenge, the one to move included; the offender's turn is over."""
    t = mistake()
    t.play("challenge", seat)
    assert (t.must, t.may, pile(t)) == (1, [], ["Ks"])
    assert hand(t, 0) == cards("9c 4s Kd Tc Td")
    assert (size(t, 1), size(t, 2)) == (2, 2)
    assert "challenge" not in t.moves()


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize("word", ["play", "attempt"])
def test_a_wrong_challenge_costs_the_challenger_one_card(seat: int, word: str) -> None:
    t = play(casual("9c 4s Kd", "6c 6d", "9h 9d", pile="Ks"), f"{word} 4s")
    t.play("challenge", seat)
    assert (t.must, pile(t), hand(t, 0)) == (1, ["Ks", "4s"], cards("9c Kd"))
    assert "Tc" in hand(t, seat)
    assert size(t, seat) == 3


@pytest.mark.rules("SW-11.3")
def test_a_play_is_challenged_once_in_all() -> None:
    t = play(casual("9c 4s Kd", "6c 6d", "9h 9d", pile="Ks"), "play 4s")
    t.play("challenge", 2)
    assert t.may == []
    refused(t, "challenge", "challenge", seat=1)
    refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=2)


@pytest.mark.rules("SW-11.3")
def test_nobody_challenges_themselves() -> None:
    refused(mistake(), "challenge", code="switch.refusal.nothingToChallenge", seat=0)


@pytest.mark.rules("SW-11.3")
def test_draws_cannot_be_challenged() -> None:
    t = play(casual("9c 4s Kd", "6c 6d", "9h 9d", pile="Ks"), "draw")
    assert t.may == []
    refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=1)
    refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=2)


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize("move", ["draw", "play 6c"])
def test_the_window_closes_when_the_next_seat_has_moved(move: str) -> None:
    """After a draw there is nothing to challenge; after 6♣, which matches the mistake, only 6♣ is."""
    t = play(casual("9c 4s Kd", "6c 6d 5d", "9h 9d", pile="Ks"), "attempt 9c", move)
    refused(t, "take back", code="switch.refusal.nothingToTakeBack", seat=0)
    if move == "draw":
        assert t.may == []
        refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=2)
    else:
        t.play("challenge", 0)
        assert size(t, 0) == 2 + 1
    assert pile(t)[:2] == ["Ks", "9c"]


@pytest.mark.rules("SW-11.3", "SW-8.1")
def test_an_ace_may_be_challenged_once_its_suit_is_named() -> None:
    t = play(casual("Ad 4s Kd", "6c 6d", "9h 9d", pile="Ks"), "play Ad")
    assert t.may == []
    refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=2)
    play(t, "name clubs")
    assert 2 in t.may
    t.play("challenge", 2)
    assert (t.must, size(t, 2), playable(t)) == (1, 3, {"6c"})


# The punishment


@pytest.mark.rules("SW-11.3", "SW-9.6")
def test_a_right_challenge_in_a_run_costs_the_target_rank_and_two() -> None:
    t = mistake("6s 4c Kd", "6s", "Ks 3s", deck="Tc Td Th Qc Qd Qh 6h", run="3")
    assert run(t) == "6"
    t.play("challenge", 2)
    assert (t.must, run(t), size(t, 0), pile(t)) == (1, "3", 3 + 4 + 2, ["Ks", "3s"])


@pytest.mark.rules("SW-11.3", "SW-9.7")
def test_a_right_challenge_of_an_ace_in_a_run() -> None:
    t = mistake("Ac 4c Kd", "Ac", "Ks 5s", deck="", rest="deck", run="5")
    t.play("challenge", 1)
    assert (t.must, run(t), size(t, 0)) == (1, "5", 3 + 13 + 2 + 5)


@pytest.mark.rules("SW-11.3", "SW-11.2")
def test_a_right_challenge_on_a_penalty_costs_the_penalty_and_two() -> None:
    t = mistake("9s 4c Kd", "9s", "Ks 2s", penalty=2)
    t.play("challenge", 2)
    assert (t.must, penalty(t), pile(t)) == (1, 0, ["Ks", "2s"])
    assert size(t, 0) == 3 + 2 + 2
    assert size(play(t, "draw"), 1) == 3


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize("laid", ["8c", "Jc", "2c", "3c", "8c 8d"])
def test_a_right_challenge_undoes_every_power(laid: str) -> None:
    """The next seat is the one after the offender, in the same direction as before."""
    t = mistake(f"{laid} 4s Kd", laid, "Ts", deck="Th Qc Qd Qh 6h 6s")
    t.play("challenge", 2)
    assert (t.must, direction(t), penalty(t), run(t), pile(t)) == (1, "+", 0, "", ["Ts"])
    assert size(t, 0) == len(laid.split()) + 2 + 2


# A mistake that nobody challenges


@pytest.mark.rules("SW-11.3")
def test_an_unchallenged_mistake_stands() -> None:
    t = mistake()
    assert playable(t) == {"6c"}
    play(t, "play 6c")
    assert (t.must, pile(t), hand(t, 0)) == (2, ["Ks", "9c", "6c"], cards("4s Kd"))


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize(
    ("laid", "must", "owed", "rank", "after"),
    [
        ("8c", 2, 0, "", "-"),
        ("8c 8d", 0, 0, "", "+"),
        ("Jc", 2, 0, "", "+"),
        ("2c", 1, 2, "", "+"),
        ("2c 2d", 1, 4, "", "+"),
        ("5h", 1, 5, "", "+"),
        ("3c", 1, 0, "3", "+"),
    ],
)
def test_a_mistake_that_stands_has_its_power(laid: str, must: int, owed: int, rank: str, after: str) -> None:
    t = mistake(f"{laid} 4s Kd", laid, "Ts", deck="Th Qc Qd Qh 6h 6s")
    assert (t.must, penalty(t), run(t), direction(t)) == (must, owed, rank, after)


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize(("laid", "rank"), [("6c", "6"), ("4c 6h", "6"), ("9c", "9"), ("4c 4h 3c", "3")])
def test_a_mistake_that_stands_in_a_run_moves_the_run_to_its_last_rank(laid: str, rank: str) -> None:
    t = casual(f"{laid} 8s Kd", "Jc Jd", "9h 9d", pile="Ks 3s", deck="Tc Td Th", run="3")
    play(t, f"attempt {laid}")
    assert (t.must, run(t)) == (1, rank)


@pytest.mark.rules("SW-11.3", "SW-9.3")
@pytest.mark.parametrize("card", ["Ac", "2c"])
def test_an_ace_or_a_two_that_stands_ends_the_run(card: str) -> None:
    """It is dead like every card of a run: no suit to name, no penalty; the next seat matches ♣ or the rank."""
    t = mistake(f"{card} 4s Kd", card, "Ks 5s", run="5")
    assert (t.must, run(t), penalty(t)) == (1, "", 0)
    assert playable(t) == {"6c"}
    assert size(play(t, "draw"), 1) == 3


@pytest.mark.rules("SW-11.3")
def test_a_penalty_is_handed_on_by_a_mistake_that_stands() -> None:
    t = casual("9s 4c Kd", "2c 6d", "9h 9d", pile="Ks 2s", deck=DECK, penalty=2)
    play(t, "attempt 9s")
    assert (t.must, penalty(t), playable(t)) == (1, 2, {"2c"})
    play(t, "draw")
    assert (t.must, penalty(t), size(t, 1)) == (2, 0, 4)


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize(
    ("under", "owed", "laid", "handed_on"),
    [("Kh 5h", 5, "2c", 7), ("Kh 5h", 5, "2c 2d", 9), ("Ks 2s", 2, "5h", 7), ("Ks 2s", 2, "3s", 2)],
)
def test_cards_with_a_penalty_add_up_in_a_mistake_that_stands(under: str, owed: int, laid: str, handed_on: int) -> None:
    """A 3 starts no run while a penalty is active."""
    t = mistake(f"{laid} 4s Kd", laid, under, penalty=owed)
    assert (t.must, penalty(t), run(t)) == (1, handed_on, "")


@pytest.mark.rules("SW-11.3", "SW-4.3", "SW-5.1")
@pytest.mark.parametrize(("version", "answers"), [(2, {"5h", "2c"}), (1, {"2c"})])
def test_the_five_of_hearts_goes_on_a_seven_that_counts_as_an_active_two_of_hearts(version: int, answers: set[str]) -> None:
    """The top card is what it counts as; version 1 required the card itself."""
    t = casual("2h 7c 4s", "5h 2c 6d", "9h 9d", pile="Ks", rules=version)
    play(t, "attempt 2h 7c")
    assert (t.must, penalty(t), playable(t)) == (1, 2, answers)


# Forgiveness


@pytest.mark.rules("SW-11.3")
def test_a_mistake_may_be_taken_back_for_free() -> None:
    t = mistake()
    t.play("take back", 0)
    assert (t.must, t.may, pile(t), hand(t, 0)) == (0, [], ["Ks"], cards("9c 4s Kd"))
    assert moves("play 4s", "play Kd", "draw") <= offered(t)


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize("laid", ["8c", "Jc", "2c", "3c"])
def test_taking_back_undoes_every_power(laid: str) -> None:
    t = mistake(f"{laid} 4s Kd", laid, "Ts", deck="Th Qc Qd")
    t.play("take back", 0)
    assert (t.must, direction(t), penalty(t), run(t), pile(t)) == (0, "+", 0, "", ["Ts"])


@pytest.mark.rules("SW-11.3")
def test_taking_back_is_allowed_once_per_turn() -> None:
    t = mistake()
    t.play("take back", 0)
    t.play("attempt 9c")
    assert (t.must, t.may) == (1, [2])
    refused(t, "take back", "take back|taken back|once|forgiv", seat=0)


@pytest.mark.rules("SW-11.3")
def test_forgiveness_comes_again_with_the_next_turn() -> None:
    t = mistake()
    t.play("take back", 0)
    play(t, "draw", "draw", "draw", "attempt 9c")
    t.play("take back", 0)
    assert (t.must, hand(t, 0)) == (0, cards("9c 4s Kd Tc"))


@pytest.mark.rules("SW-11.3")
def test_a_legal_play_cannot_be_taken_back() -> None:
    t = play(casual("9c 4s Kd", "6c 6d", "9h 9d", pile="Ks"), "play 4s")
    assert t.may == [2]
    refused(t, "take back", code="switch.refusal.nothingToTakeBack", seat=0)


@pytest.mark.rules("SW-11.3")
def test_after_a_challenge_nothing_is_taken_back() -> None:
    t = mistake()
    t.play("challenge", 2)
    refused(t, "take back", code="switch.refusal.nothingToTakeBack", seat=0)


# The last card


@pytest.mark.rules("SW-11.3")
def test_a_silent_last_card_costs_nothing_by_itself() -> None:
    t = play(casual("4s Kd", "6c 6d", "9h 9d", pile="Ks"), "play 4s")
    assert hand(t, 0) == {"Kd"}
    play(t, "draw")
    assert hand(t, 0) == {"Kd"}
    refused(t, "challenge", code="switch.refusal.nothingToChallenge", seat=2)
    refused(t, "announce", code="switch.refusal.nothingToAnnounce", seat=0)


@pytest.mark.rules("SW-11.3", "SW-11.2")
@pytest.mark.parametrize(("option", "drawn"), [({}, 2), ({"last_card_penalty": 5}, 5)])
def test_a_challenged_silence_costs_the_penalty_and_the_play_stands(option: dict[str, object], drawn: int) -> None:
    t = play(casual("4s Kd", "6c 6d", "9h 9d", pile="Ks", options=option), "play 4s")
    t.play("challenge", 2)
    assert (t.must, pile(t), size(t, 0), size(t, 2)) == (1, ["Ks", "4s"], 1 + drawn, 2)


@pytest.mark.rules("SW-11.3")
def test_a_late_announcement_saves_the_last_card() -> None:
    t = play(casual("4s Kd", "6c 6d", "9h 9d", pile="Ks"), "play 4s")
    assert t.may == [0, 2]
    assert offered(t, 0) == moves("announce")
    t.play("announce", 0)
    assert (t.must, t.may) == (1, [2])
    t.play("challenge", 2)
    assert (hand(t, 0), size(t, 2)) == ({"Kd"}, 3)


@pytest.mark.rules("SW-11.3")
def test_an_announcement_in_time_makes_the_challenge_wrong() -> None:
    t = play(casual("4s Kd", "6c 6d", "9h 9d", pile="Ks"), "announce", "play 4s")
    assert t.may == [2]
    t.play("challenge", 2)
    assert (hand(t, 0), size(t, 2)) == ({"Kd"}, 3)


@pytest.mark.rules("SW-11.3", "SW-10.2")
def test_the_card_drawn_for_a_last_trick_card_needs_no_announcement() -> None:
    t = play(casual("8s", "6c 6d", "9h 9d", pile="Ks"), "play 8s")
    assert hand(t, 0) == {"Tc"}
    t.play("challenge", 1)
    assert (hand(t, 0), size(t, 1)) == ({"Tc"}, 3)


@pytest.mark.rules("SW-11.3")
@pytest.mark.parametrize("held", ["9c", "9c 9d", "4s 9c"])
def test_a_wrong_attempt_with_the_whole_hand_is_judged_at_once(held: str) -> None:
    t = play(casual(held, "6c 6d", "9h Kc", pile="Ks"), f"attempt {held}")
    assert (t.result, t.must, t.may, pile(t)) == (None, 1, [], ["Ks"])
    assert hand(t, 0) == cards(f"{held} Tc Td")
    assert "challenge" not in t.moves()


@pytest.mark.rules("SW-11.3", "SW-10.1")
def test_a_right_attempt_with_the_whole_hand_wins() -> None:
    t = play(casual("4s 4d", "6c 6d", "9h Kc", pile="Ks"), "attempt 4s 4d")
    assert won_by(t) == [0]


# The turn that ends the game


def last_turn(held: str, under: str = "Ks", **facts: Any) -> Table:
    """The 100th and last turn; the others have three cards each."""
    facts = {"turns": 99, **facts}
    return casual(held, "6c 6d 5d", "9h 9d 5c", pile=under, options={"max_turns": 100}, **facts)


@pytest.mark.rules("SW-11.3", "ALL-9")
@pytest.mark.parametrize(
    ("held", "attempt", "under", "facts", "fine"),
    [
        ("9c 4s", "9c", "Ks", {}, 2),
        ("9c Ad 4s", "9c Ad", "Ks", {}, 2),
        ("9c 4s", "9c", "Ks 2s", {"penalty": 2}, 2 + 2),
        ("8c 4s", "8c", "Ks 3s", {"run": "3"}, 4 + 2),
    ],
)
def test_a_mistake_in_the_turn_that_ends_the_game_is_judged_at_once(
    held: str, attempt: str, under: str, facts: dict[str, Any], fine: int
) -> None:
    """The cards come back, no suit is named, and after the fine the others have the fewest cards."""
    t = play(last_turn(held, under, **facts), f"attempt {attempt}")
    assert (pile(t), size(t, 0)) == (under.split(), len(held.split()) + fine)
    assert cards(held) < hand(t, 0)
    assert won_by(t) == [1, 2]


@pytest.mark.rules("SW-11.3", "ALL-9")
def test_a_mistake_in_the_turn_before_is_not_judged_at_once() -> None:
    t = play(last_turn("9c 4s", turns=98), "attempt 9c")
    assert (t.result, t.must, t.may, hand(t, 0)) == (None, 1, [0, 2], {"4s"})
    play(t, "draw")
    assert won_by(t) == [0]


@pytest.mark.rules("SW-11.3", "ALL-9")
def test_a_turn_that_is_taken_back_is_not_the_last_one() -> None:
    t = play(last_turn("9c 4s", turns=98), "attempt 9c")
    t.play("take back", 0)
    play(t, "draw")
    assert (t.result, t.must) == (None, 1)


@pytest.mark.rules("SW-11.3", "ALL-9")
def test_silence_in_the_turn_that_ends_the_game_costs_nothing() -> None:
    t = play(last_turn("4c 4s"), "attempt 4s")
    assert (won_by(t), hand(t, 0)) == ([0], {"4c"})


@pytest.mark.rules("SW-11.3", "ALL-9")
def test_in_a_game_of_version_1_a_mistake_in_the_last_turn_stands() -> None:
    t = play(last_turn("9c 4s", rules=1), "attempt 9c")
    assert (won_by(t), hand(t, 0)) == ([0], {"4s"})


# Reports of penalties when few cards are left


def told(t: Table, kind: str) -> tuple[str, int]:
    """Return the text and the number of the only event of a kind; all cards are drawn after it."""
    (at,) = [at for at, event in enumerate(t.events) if event.kind == kind]
    drawn = [event for event in t.events[at:] if event.kind == "drew"]
    assert len(drawn) == t.events[at].value == sum(event.kind == "drew" for event in t.events)
    return t.events[at].text, t.events[at].value


@pytest.mark.rules("ALL-2", "SW-3.2")
def test_a_penalty_is_told_as_it_is_drawn() -> None:
    """Six cards are owed; the deck has one, and K♠ under the top makes a new one."""
    t = play(table("4c 4d", "6c 6d", pile="Ks 2s", deck="Tc", penalty=6), "draw")
    assert told(t, "took_penalty") == ("Seat 0 draws 2 cards as a penalty.", 2)
    assert "The pile is shuffled into a new deck of 1 card." in [event.text for event in t.events]
    assert [tally.taken for tally in tallies(t)] == [2, 0]


@pytest.mark.rules("ALL-2", "SW-9.5")
@pytest.mark.parametrize(("deck", "drawn"), [("", "0 cards"), ("Tc", "1 card"), ("Tc Td", "2 cards")])
def test_a_run_given_up_is_told_with_what_is_drawn(deck: str, drawn: str) -> None:
    t = play(table("4c 4d", "6c 6d", pile="9s", deck=deck, run="9"), "draw")
    assert told(t, "gave_up_run") == (f"Seat 0 gives up the run and draws {drawn}.", len(deck.split()))
    assert tallies(t)[0].taken == len(deck.split())


@pytest.mark.rules("ALL-2", "SW-11.2")
def test_a_fine_is_told_as_it_is_drawn() -> None:
    """Two cards are owed for 9♣, and one is left."""
    t = play(table("9c 4c", "6c 6d", pile="Ks", deck="Tc", options={"mode": "cutthroat"}), "attempt 9c")
    assert told(t, "fined") == ("Seat 0 draws 1 card for the mistake.", 1)
    assert tallies(t)[0].taken == 1


@pytest.mark.rules("ALL-2", "SW-11.2", "SW-11.3")
@pytest.mark.parametrize("mode", ["cutthroat", "casual"])
def test_the_cost_of_silence_is_told_as_it_is_drawn(mode: str) -> None:
    """Five cards are owed; the deck has one, and K♠ lies under the top."""
    t = table("4s 4c", "6c 6d", pile="Ks", deck="Tc", options={"mode": mode, "last_card_penalty": 5})
    play(t, "play 4s")
    if mode == "casual":
        t.play("challenge", 1)
    assert told(t, "forgot_to_announce") == ("Seat 0 draws 2 cards for not announcing the last card.", 2)
    assert tallies(t)[0].taken == 2


@pytest.mark.rules("ALL-2", "SW-11.5")
def test_what_the_clock_adds_is_not_told_as_penalty() -> None:
    t = table("4c 4d", "6c 6d", pile="Ks 2s", deck="Tc Td Th Qc", penalty=2, options={"turn_seconds": 30})
    t.time_up()
    assert [event.value for event in t.events if event.kind == "took_penalty"] == [2]
    assert size(t, 0) == 2 + 2 + 1
