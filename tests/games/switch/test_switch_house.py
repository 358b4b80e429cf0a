"""The rules that all games share (ALL-…), tested in Switch."""

import itertools
import random

import pytest

from parlour import Illegal, Match, Table
from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.switch import (
    DECK,
    called,
    cards,
    deck,
    hand,
    moves,
    offered,
    penalty,
    pile,
    play,
    playable,
    run,
    scored,
    size,
    table,
    waits_for,
    won_by,
)


def play_on(t: Table, choice: random.Random, most: int = 6000) -> list[str]:
    """Play at random until the game ends, preferring cards to draws and cutting in now and then."""
    made: list[str] = []
    for _ in range(most):
        if t.result is not None:
            return made
        seat = choice.choice(t.may) if t.may and choice.random() < 0.3 else waits_for(t)
        words = t.moves(seat)
        plays = [word for word in words if word.startswith("play ")]
        made.append(choice.choice(plays or words))
        t.play(made[-1], seat)
    raise AssertionError("the game does not end")


# ALL-1 The same game


@pytest.mark.rules("ALL-1")
@pytest.mark.parametrize("seed", [0, 7, 2**256 - 1, "a rainy evening"])
def test_the_same_seed_and_moves_give_the_same_game(seed: int | str) -> None:
    one, two = (Table.new("switch", seats=3, seed=seed) for _ in range(2))
    assert one.position() == two.position()
    for move in play_on(one, random.Random(1)):
        two.play(move)
    assert two.position() == one.position()
    assert won_by(two) == won_by(one)


@pytest.mark.rules("ALL-1")
def test_another_seed_gives_another_deal() -> None:
    deals = {str(sorted(hand(Table.new("switch", seats=2, seed=seed), 0))) for seed in range(20)}
    assert len(deals) == 20


@pytest.mark.rules("ALL-1")
def test_a_saved_game_is_the_same_game() -> None:
    t = Table.new("switch", seats=4, seed=9, options={"chains": True, "finish_on_trick": True})
    for _ in range(15):
        t.play(t.moves()[0])
    again = Table.load(t.save())
    assert (again.position(), again.moves(), again.must) == (t.position(), t.moves(), t.must)
    rest = play_on(t, random.Random(2))
    play(again, *rest)
    assert again.position() == t.position()


@pytest.mark.rules("ALL-1")
@pytest.mark.parametrize("seed", range(5))
def test_a_position_reads_back_as_it_was_printed(seed: int) -> None:
    t = Table.new("switch", seats=3, seed=seed)
    for _ in range(25):
        if t.result is not None:
            break
        t.play(t.moves()[0])
        again = Table.from_position(t.position())
        assert again.position() == t.position()
        assert (again.must, again.moves()) == (t.must, t.moves())


@pytest.mark.rules("ALL-1", "SW-11.2", "SW-11.3", "SW-11.4")
@pytest.mark.parametrize("mode", ["standard", "cutthroat", "casual"])
@pytest.mark.parametrize("seed", range(3))
def test_a_position_keeps_open_windows_and_announcements(mode: str, seed: int) -> None:
    """Read back after every move, the game offers every seat what it offered before."""
    options = {"mode": mode, "interrupts": True, "chains": True}
    t, choice = Table.new("switch", seats=3, seed=seed, options=options), random.Random(seed)
    for _ in range(60):
        if t.result is not None:
            break
        seat = choice.choice([waits_for(t), *t.may])
        t.play(choice.choice(t.moves(seat)), seat)
        again = Table.from_position(t.position())
        assert again.position() == t.position()
        assert (again.must, again.may) == (t.must, t.may)
        assert [offered(again, seat) for seat in range(3)] == [offered(t, seat) for seat in range(3)]


@pytest.mark.rules("ALL-1", "SW-11.3")
def test_a_position_keeps_a_mistake_that_may_still_be_challenged() -> None:
    """After reading the position back, a challenge and a take-back have the same result as at the table."""
    options = {"mode": "casual"}
    for move, seat in (("challenge", 2), ("challenge", 1), ("take back", 0)):
        t = play(table("8c 4s Kd", "6c 6d", "9h 9d", pile="Ks", deck="Tc Td Th", options=options), "attempt 8c")
        again = Table.from_position(t.position())
        for each in (t, again):
            each.play(move, seat)
        assert again.position() == t.position()


# ALL-2 The deck


@pytest.mark.rules("ALL-2")
def test_the_pile_except_its_top_becomes_the_deck() -> None:
    """T♣ and then three of the four cards under the 2♠; the fourth is the new deck."""
    t = table("4c 6c", "9d 9c", pile="4d 9h 6d Th 2s", deck="Tc", penalty=4)
    play(t, "draw")
    assert size(t, 0) == 6
    assert (pile(t), len(deck(t))) == (["2s"], 1)
    assert hand(t, 0) | set(deck(t)) == cards("4c 6c Tc 4d 9h 6d Th")


@pytest.mark.rules("ALL-2")
def test_what_is_missing_is_not_drawn() -> None:
    t = play(table("4c 6c", "9d 9c", pile="9h 2s", deck="Tc", penalty=8), "draw")
    assert (hand(t, 0), pile(t), deck(t)) == (cards("4c 6c Tc 9h"), ["2s"], [])
    assert (t.must, penalty(t)) == (1, 0)


@pytest.mark.rules("ALL-2")
def test_the_pile_stays_while_the_deck_lasts() -> None:
    t = play(table("4c 6c", "9d 9c", pile="4d 9h Ks", deck="Tc"), "draw")
    assert (pile(t), deck(t)) == (["4d", "9h", "Ks"], [])
    play(t, "draw")
    assert (pile(t), len(deck(t)), size(t, 1)) == (["Ks"], 1, 3)


@pytest.mark.rules("ALL-2", "SW-8.1")
def test_a_named_suit_outlives_the_new_deck() -> None:
    t = play(table("4c 6c", "9h 9s", pile="4d Qh As", suit="hearts"), "draw")
    assert (pile(t), playable(t)) == (["As"], {"9h"})


@pytest.mark.rules("ALL-2", "SW-5.1")
def test_a_mirrored_card_outlives_the_new_deck() -> None:
    """K♥ itself is shuffled away or drawn; the 7 on top still counts as K♥."""
    t = play(table("4c 6c", "9h 9c Ks", pile="4d Kh 7c"), "draw")
    assert (pile(t), playable(t)) == (["7c"], cards("9h Ks"))


# ALL-4 Refusals


@pytest.mark.rules("ALL-4")
def test_a_refusal_says_why_and_changes_nothing() -> None:
    t = table("9c 4h Kd", "6c 6d", "5c 5d", pile="Qh", deck="Tc")
    refused(t, "play 9c", called("9c"), "♥|heart", "Q")
    refused(t, "play Ks", called("Ks"))
    refused(t, "play 4h 4h", code="refusal.eachOnce")
    refused(t, "play", code="refusal.whichCards")
    refused(t, "play 4x", code="refusal.noCard")
    refused(t, "dance", code="switch.refusal.noMove")
    refused(t, "", code="refusal.words")
    refused(t, "play 6c", "turn", seat=1)
    refused(t, "draw", "turn", seat=2)
    assert offered(t) == moves("play 4h", "draw")


@pytest.mark.rules("ALL-4")
def test_a_refusal_in_a_run_or_on_a_penalty_gives_that_reason() -> None:
    refused(table("9s Kd", "6c 6d", pile="4s", deck="Tc", run="4"), "play 9s", called("9s"), "run")
    refused(table("9s Kd", "6c 6d", pile="2s", deck="Tc", penalty=2), "play 9s", called("9s"), "2|penalty")


@pytest.mark.rules("ALL-4")
def test_a_refusal_is_a_value_error() -> None:
    assert issubclass(Illegal, ValueError)


@pytest.mark.rules("ALL-4")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "position.header"),
        ("switch seats=1 turn=0 direction=+ seed=7", "refusal.seats"),
        ("switch seats=2 turn=5 direction=+ seed=7", "position.seat"),
        ("switch seats=2 turn=0 direction=+ seed=7\nhand 0: 9c 9c", "position.cardTwice"),
        ("switch seats=2 turn=0 direction=+ seed=7\nhand 0: 9c\nhand 1: 9c", "position.cardTwice"),
        ("switch seats=2 turn=0 direction=+ seed=7\npile: 1z", "refusal.noCard"),
        ("switch seats=2 turn=0 direction=+ seed=7\noption finish_on_trick: perhaps", "refusal.optionValue"),
    ],
)
def test_a_position_that_makes_no_sense_is_refused_in_words(text: str, code: str) -> None:
    with refusal(code):
        Table.from_position(text)


# ALL-5 Blocked


@pytest.mark.rules("ALL-5")
def test_when_every_seat_has_passed_the_fewest_cards_win() -> None:
    t = table("Kd 9c", "8d", "Qd Qc 4d", pile="4s")
    play(t, "pass", "pass")
    assert t.result is None
    play(t, "pass")
    assert (t.must, won_by(t)) == (None, [1])


@pytest.mark.rules("ALL-5")
def test_equal_seats_share_the_win_of_a_blocked_game() -> None:
    t = play(table("Kd", "8d 9c", "Qd", pile="4s"), "pass", "pass", "pass")
    assert won_by(t) == [0, 2]


@pytest.mark.rules("ALL-5")
def test_a_seat_may_pass_with_a_playable_card_and_block_the_game() -> None:
    t = play(table("Ks 9c", "8d", pile="4s"), "pass", "pass")
    assert won_by(t) == [1]


@pytest.mark.rules("ALL-5")
def test_a_play_between_passes_keeps_the_game_alive() -> None:
    """Seat 0 passes, seat 1 plays: there is a card to draw again, and the count starts again."""
    t = play(table("Kd 9c", "8s 8d Qc", pile="4s"), "pass", "play 8s")
    assert (t.result, t.must, offered(t)) == (None, 0, moves("draw"))
    play(t, "draw", "pass")
    assert t.result is None
    assert won_by(play(t, "pass")) == [1]


# ALL-6 and ALL-7 Several rounds


def rounds(match: Match, choice: random.Random) -> list[tuple[int, list[int], list[int]]]:
    """Play the match out: for each round its first seat, its winners and its scores."""
    played = []
    while True:
        first = waits_for(match.table)
        play_on(match.table, choice)
        played.append((first, won_by(match.table), scored(match.table)))
        if match.result is not None:
            return played
        match.next_round()


@pytest.mark.rules("ALL-6")
@pytest.mark.parametrize("options", [{}, {"first_seat": "seat0"}])
def test_seat_0_begins_every_round(options: dict[str, object]) -> None:
    match = Match.new("switch", seats=3, seed=1, options=options, rounds=4)
    assert [first for first, _, _ in rounds(match, random.Random(3))] == [0, 0, 0, 0]


@pytest.mark.rules("ALL-6")
@pytest.mark.parametrize("rule", ["previous_winner", "previous_loser"])
def test_the_winner_or_the_loser_of_a_round_begins_the_next(rule: str) -> None:
    match = Match.new("switch", seats=2, seed=2, options={"first_seat": rule}, rounds=8)
    played = rounds(match, random.Random(4))
    assert played[0][0] == 0
    for (_, winners, _), (first, _, _) in itertools.pairwise(played):
        if len(winners) == 1:
            assert (first == winners[0]) == (rule == "previous_winner")


@pytest.mark.rules("ALL-6", "ALL-1")
def test_a_random_first_seat_comes_from_the_seed() -> None:
    firsts = [
        [first for first, _, _ in rounds(match, random.Random(5))]
        for match in (Match.new("switch", seats=2, seed=3, options={"first_seat": "random"}, rounds=20) for _ in range(2))
    ]
    assert firsts[0] == firsts[1]
    assert set(firsts[0]) == {0, 1}


@pytest.mark.rules("ALL-7", "SW-10.3")
def test_the_scores_of_the_rounds_are_added_up() -> None:
    match = Match.new("switch", seats=3, seed=4, rounds=3)
    played = rounds(match, random.Random(6))
    assert len(played) == 3
    totals = [sum(scores[seat] for _, _, scores in played) for seat in range(3)]
    assert list(match.scores) == totals
    assert won_by(match) == [seat for seat in range(3) if totals[seat] == max(totals)]


@pytest.mark.rules("ALL-7")
def test_one_round_is_the_default() -> None:
    match = Match.new("switch", seats=2, seed=5)
    assert match.result is None
    assert len(rounds(match, random.Random(7))) == 1


@pytest.mark.rules("ALL-7")
def test_a_target_ends_the_match_when_a_score_reaches_it() -> None:
    match = Match.new("switch", seats=2, seed=6, target=150)
    played = rounds(match, random.Random(8))
    totals = [sum(scores[seat] for _, _, scores in played) for seat in range(2)]
    before = [sum(scores[seat] for _, _, scores in played[:-1]) for seat in range(2)]
    assert max(totals) >= 150 > max(before)
    assert list(match.scores) == totals


@pytest.mark.rules("ALL-7")
def test_the_next_round_waits_for_the_end_of_this_one() -> None:
    match = Match.new("switch", seats=2, seed=7, rounds=2)
    with refusal("refusal.match.roundIsOn"):
        match.next_round()


@pytest.mark.rules("ALL-7", "ALL-1")
def test_each_round_is_a_new_deal() -> None:
    match = Match.new("switch", seats=2, seed=8, rounds=2)
    first = match.table.position()
    play_on(match.table, random.Random(9))
    match.next_round()
    assert match.table.position() != first
    held = [card for seat in range(2) for card in hand(match.table, seat)]
    assert sorted(held + pile(match.table) + deck(match.table)) == sorted(DECK)


# ALL-9 The turn limit


def step(t: Table, smallest: list[int]) -> None:
    """One turn: a seat above its smallest hand plays its first card, another one draws."""
    seat = waits_for(t)
    t.play(f"play {min(hand(t, seat))}" if size(t, seat) > smallest[seat] else "draw")


@pytest.mark.rules("ALL-9")
@pytest.mark.parametrize(("options", "limit"), [({"max_turns": 100}, 100), ({"max_turns": 250}, 250), ({}, 1000)])
def test_the_game_ends_after_max_turns_and_the_fewest_cards_win(options: dict[str, object], limit: int) -> None:
    """Plain clubs only, so everything matches: seat 0 goes between 3 and 2 cards, seat 1 between 2 and 1."""
    t = table("4c 6c 9c", "5c Tc", pile="Kc", deck="Qc", options=options)
    for turn in range(limit):
        assert t.result is None, f"over after {turn} turns"
        step(t, [2, 1])
    assert (t.must, won_by(t)) == (None, [1])


@pytest.mark.rules("ALL-9")
def test_equal_seats_share_the_win_at_the_turn_limit() -> None:
    t = table("4c 6c", "5c Tc", pile="Kc", deck="Qc 9c", options={"max_turns": 100})
    for _ in range(100):
        step(t, [1, 1])
    assert (t.must, won_by(t)) == (None, [0, 1])


@pytest.mark.rules("ALL-9", "SW-10.1", "SW-10.3")
def test_a_win_in_the_last_turn_is_a_win() -> None:
    """Seat 1 holds one card before turn 100 and plays it; its score is the hand of seat 0."""
    t = table("4c 6c", "5c Tc", pile="Kc", deck="Qc 9c", options={"max_turns": 100})
    for _ in range(99):
        step(t, [1, 1])
    play(t, f"play {min(hand(t, 1))}")
    worth = {"4c": 4, "5c": 5, "6c": 6, "9c": 9}
    assert won_by(t) == [1]
    assert scored(t) == [0, sum(worth.get(card, 10) for card in hand(t, 0))]


@pytest.mark.rules("ALL-9", "SW-7.1")
def test_a_turn_is_counted_when_the_same_seat_plays_again_too() -> None:
    """Two seats and Jacks: every play and every draw is a turn, whichever seat moves."""
    t = table("4c Jc 9c", "5c Jd Jh", pile="Js", deck="Qc 6c", options={"max_turns": 100})
    for turn in range(100):
        assert t.result is None, f"over after {turn} turns"
        seat = waits_for(t)
        jacks = [card for card in hand(t, seat) if f"play {card}" in t.moves() and size(t, seat) > 2]
        t.play(f"play {max(jacks)}" if jacks else "draw")
    sizes = [size(t, seat) for seat in range(2)]
    assert won_by(t) == [seat for seat in range(2) if sizes[seat] == min(sizes)]


@pytest.mark.rules("ALL-9")
@pytest.mark.parametrize("mode", ["standard", "cutthroat", "casual"])
@pytest.mark.parametrize("interrupts", [False, True])
@pytest.mark.parametrize("start_card", ["dead", "active"])
def test_every_game_comes_to_an_end(mode: str, interrupts: bool, start_card: str) -> None:
    for seats in (2, 5, 8):
        options = {"mode": mode, "interrupts": interrupts, "start_card": start_card, "max_turns": 100}
        t = Table.new("switch", seats=seats, seed=seats, options=options)
        play_on(t, random.Random(seats))
        assert won_by(t)
        assert len(scored(t)) == seats


# ALL-10 Choices


@pytest.mark.rules("ALL-10", "SW-3.1")
def test_a_penalty_without_an_answer_is_still_taken_in_words() -> None:
    t = table("4c 6c", "9d 9c", pile="Ks 2s", deck="Tc Td", penalty=2)
    assert (t.must, offered(t)) == (0, moves("draw"))
    assert size(t, 0) == 2


@pytest.mark.rules("ALL-10", "SW-8.1")
def test_a_suit_is_asked_for_whatever_the_hands_are() -> None:
    """All cards in play are clubs, and the question is asked all the same."""
    t = play(table("Ac 6c 4c", "9c Tc", pile="Kc", deck="Qc"), "play Ac")
    assert (t.must, len(t.moves())) == (0, 4)


@pytest.mark.rules("ALL-10", "SW-7.1", "SW-10.2")
def test_a_skip_and_the_card_for_a_last_trick_card_happen_by_themselves() -> None:
    t = play(table("Jc", "9c Td", "9d 4d", pile="Kc", deck="Qc"), "play Jc")
    assert (t.must, hand(t, 0)) == (2, {"Qc"})


@pytest.mark.rules("ALL-10", "SW-9.4")
def test_the_ace_that_ends_a_run_asks_for_nothing() -> None:
    t = play(table("Ac 6c 4c", "9c Td", pile="Ks", deck="Qc", run="K"), "play Ac")
    assert (t.must, run(t)) == (1, "")
