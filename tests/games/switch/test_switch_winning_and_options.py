"""Switch, chapter 10 and the option table: finishing, scores, the ranges of the house rules."""

import pytest

from parlour import Table
from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.switch import (
    cards,
    direction,
    hand,
    penalty,
    pile,
    play,
    playable,
    run,
    scored,
    size,
    table,
    won_by,
)

TRICKS = ["2s", "3s", "7s", "7d", "8s", "Js", "As", "Ad"]


# 10.1 The last card


@pytest.mark.rules("SW-10.1")
@pytest.mark.parametrize("card", ["4s", "5s", "6s", "9s", "Ts", "Qs", "Ks", "Kd"])
def test_the_first_seat_to_play_its_last_card_wins(card: str) -> None:
    """A plain card finishes, the King too: it has no power of its own."""
    t = table(card, "6c 6d", "9c 9d", pile="2d Ks" if card == "Kd" else "2d As", deck="Tc")
    play(t, f"play {card}")
    assert (t.must, t.may, won_by(t), hand(t, 0)) == (None, [], [0], set())


@pytest.mark.rules("SW-10.1")
def test_the_last_cards_may_be_a_set() -> None:
    t = play(table("9s 9h 9d", "6c 6d", pile="Ks", deck="Tc"), "play 9s 9d 9h")
    assert won_by(t) == [0]


@pytest.mark.rules("SW-10.1")
def test_any_seat_may_win_and_nothing_is_played_afterwards() -> None:
    t = play(table("Ks 4c", "9s", "6c 6d", pile="Qs", deck="Tc"), "play Ks", "play 9s")
    assert won_by(t) == [1]
    refused(t, "draw", "over|end|won|finish", seat=2)


@pytest.mark.rules("SW-10.1", "ALL-4")
def test_an_illegal_last_card_wins_nothing() -> None:
    t = table("9h", "6c 6d", pile="Ks", deck="Tc")
    refused(t, "play 9h", code="switch.refusal.noFit")
    assert (t.must, t.result) == (0, None)


# 10.2 Trick cards


@pytest.mark.rules("SW-10.2")
@pytest.mark.parametrize("card", TRICKS)
def test_nobody_finishes_on_a_trick_card(card: str) -> None:
    t = play(table(card, "6c 6d", "9c 9d", pile="Ks", deck="Tc Td Th"), f"play {card}")
    assert (t.result, hand(t, 0), pile(t)) == (None, cards("Tc"), ["Ks", card])


@pytest.mark.rules("SW-10.2")
@pytest.mark.parametrize(
    ("card", "must", "owed", "rank", "after"),
    [
        ("2s", 1, 2, "", "+"),
        ("3s", 1, 0, "3", "+"),
        ("5h", 1, 5, "", "+"),
        ("7s", 1, 0, "", "+"),
        ("8s", 2, 0, "", "-"),
        ("Js", 2, 0, "", "+"),
    ],
)
def test_the_power_of_the_last_card_counts(card: str, must: int, owed: int, rank: str, after: str) -> None:
    t = table(card, "6c 6d", "9c 9d", pile="5s", deck="Tc Td Th")
    play(t, f"play {card}")
    assert (t.must, penalty(t), run(t), direction(t)) == (must, owed, rank, after)
    assert hand(t, 0) == {"Tc"}


@pytest.mark.rules("SW-10.2", "SW-8.1")
def test_a_last_ace_draws_first_and_then_names_the_suit() -> None:
    t = table("Ad", "6c 6d", "9c 9d", pile="Ks", deck="Tc Td Th")
    play(t, "play Ad")
    assert (t.must, hand(t, 0)) == (0, {"Tc"})
    assert set(t.moves()) == {"name clubs", "name diamonds", "name hearts", "name spades"}
    play(t, "name clubs")
    assert (t.must, playable(t), hand(t, 0)) == (1, {"6c"}, {"Tc"})


@pytest.mark.rules("SW-10.2", "SW-7.1", "SW-6.1")
@pytest.mark.parametrize("laid", ["Js Jd", "8s 8d"])
def test_a_seat_that_plays_again_may_finish_with_the_card_it_drew(laid: str) -> None:
    t = table(laid, "6c 6d", pile="Ks", deck="Td 4c")
    play(t, f"play {laid}")
    assert (t.must, hand(t, 0)) == (0, {"Td"})
    play(t, "play Td")
    assert won_by(t) == [0]


@pytest.mark.rules("SW-10.2", "SW-2.4")
def test_a_set_of_fives_is_judged_by_its_top() -> None:
    """5♥ under 5♣: the last card is a plain 5 and wins. 5♣ under 5♥: the last card is a trick card."""
    under = play(table("5h 5c", "6c 6d", pile="Kh", deck="Tc Td"), "play 5h 5c")
    assert won_by(under) == [0]
    over = play(table("5h 5c", "6c 6d", pile="Kc", deck="Tc Td"), "play 5c 5h")
    assert (over.result, hand(over, 0), penalty(over), over.must) == (None, {"Tc"}, 5, 1)


@pytest.mark.rules("SW-10.2")
def test_a_last_two_that_answers_a_penalty_is_a_trick_card() -> None:
    t = play(table("2c", "6c 6d", "9c 9d", pile="Ks 2s", deck="Tc", penalty=2), "play 2c")
    assert (t.result, hand(t, 0), t.must, penalty(t)) == (None, {"Tc"}, 1, 4)


@pytest.mark.rules("SW-10.2", "ALL-2")
def test_the_card_for_a_last_trick_card_comes_from_the_pile_when_the_deck_is_empty() -> None:
    t = play(table("8s", "6c 6d", "9c 9d", pile="Ks"), "play 8s")
    assert (t.result, hand(t, 0), pile(t)) == (None, {"Ks"}, ["8s"])


@pytest.mark.rules("SW-10.2")
@pytest.mark.parametrize("card", [*TRICKS, "5h"])
def test_the_option_finish_on_trick_lifts_the_rule(card: str) -> None:
    """An Ace ends the game with no suit named."""
    t = table(card, "6c 6d", "9c 9d", pile="5s", deck="Tc", options={"finish_on_trick": True})
    play(t, f"play {card}")
    assert (t.must, won_by(t), hand(t, 0)) == (None, [0], set())


@pytest.mark.rules("SW-10.2")
def test_finish_on_trick_off_is_the_default() -> None:
    t = table("8s", "6c 6d", pile="5s", deck="Tc", options={"finish_on_trick": False})
    assert play(t, "play 8s").result is None


# 10.3 Scores


@pytest.mark.rules("SW-10.3")
@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("Ac", 20),
        ("2c", 20),
        ("3c", 15),
        ("4c", 4),
        ("5c", 5),
        ("5h", 25),
        ("6c", 6),
        ("7c", 15),
        ("8c", 15),
        ("9c", 9),
        ("Tc", 10),
        ("Jc", 15),
        ("Qc", 10),
        ("Kc", 10),
    ],
)
def test_what_a_card_in_a_losing_hand_is_worth(card: str, value: int) -> None:
    t = play(table("4s", card, pile="Ks", deck="Td"), "play 4s")
    assert scored(t) == [value, 0]


@pytest.mark.rules("SW-10.3")
def test_the_winner_gets_the_sum_of_all_other_hands() -> None:
    """A + 2 + 9 = 49; 5♥ + K = 35; 84 in all."""
    t = play(table("Ac 2c 9c", "4s", "5h Kd", pile="Ks", deck="Td", turn=1), "play 4s")
    assert scored(t) == [0, 84, 0]


@pytest.mark.rules("SW-10.3", "ALL-5")
def test_in_a_blocked_game_each_winner_gets_the_losers_hands() -> None:
    """One card each for seats 0 and 2, two for seat 1: 9 + 15. The winners' own cards count for nobody."""
    t = play(table("Kd", "9c 8d", "Qd", pile="4s"), "pass", "pass", "pass")
    assert won_by(t) == [0, 2]
    assert scored(t) == [24, 0, 24]


@pytest.mark.rules("SW-10.3", "ALL-5")
def test_in_a_blocked_game_without_a_loser_nobody_scores() -> None:
    t = play(table("Kd", "9c", pile="4s"), "pass", "pass")
    assert (won_by(t), scored(t)) == ([0, 1], [0, 0])


# Options


@pytest.mark.rules("SW-1.1")
@pytest.mark.parametrize(("seats", "hand_size"), [(8, 6), (5, 10), (7, 7), (2, 3), (2, 10)])
def test_a_hand_size_that_fits_the_deck_is_dealt(seats: int, hand_size: int) -> None:
    t = Table.new("switch", seats=seats, seed=1, options={"hand_size": hand_size})
    assert [size(t, seat) for seat in range(seats)] == [hand_size] * seats


@pytest.mark.rules("SW-1.1")
@pytest.mark.parametrize(("seats", "hand_size"), [(8, 7), (6, 9), (6, 10)])
def test_a_hand_size_that_does_not_fit_the_deck_is_refused(seats: int, hand_size: int) -> None:
    """Seats times hand size, and one more, is more than 52."""
    with refusal("switch.clash.cards"):
        Table.new("switch", seats=seats, seed=1, options={"hand_size": hand_size})


@pytest.mark.rules("SW-1.1", "SW-1.3", "SW-11.1", "SW-11.2", "SW-11.5", "ALL-9")
@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand_size", 2),
        ("hand_size", 11),
        ("mode", "friendly"),
        ("start_card", "asleep"),
        ("last_card_penalty", -1),
        ("last_card_penalty", 6),
        ("timeout_penalty", -1),
        ("timeout_penalty", 6),
        ("max_turns", 99),
        ("max_turns", 5001),
        ("no_such_option", 1),
    ],
)
def test_an_option_out_of_its_range_is_refused_in_words(option: str, value: object) -> None:
    with pytest.raises(ValueError, match="(?i)" + option.replace("_", "[_ ]")):
        Table.new("switch", seats=2, seed=1, options={option: value})


@pytest.mark.rules("SW-10.2", "SW-11.1")
def test_the_options_written_out_at_their_defaults_play_the_same_game() -> None:
    options = {
        "hand_size": "auto",
        "finish_on_trick": False,
        "mode": "standard",
        "interrupts": False,
        "chains": False,
        "start_card": "dead",
        "last_card_penalty": 2,
        "timeout_penalty": 1,
        "max_turns": 1000,
    }
    plain, written = Table.new("switch", seats=3, seed=4), Table.new("switch", seats=3, seed=4, options=options)
    for t in (plain, written):
        play(t, "draw", "draw")
    assert written.position() == plain.position()
    assert written.moves() == plain.moves()
