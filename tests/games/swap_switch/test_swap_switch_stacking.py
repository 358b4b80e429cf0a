"""Swap Switch, the option `stacking`: a waiting 2 or Queen may be answered with the same rank."""

from typing import Any

import pytest

from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.swap_switch import (
    called,
    cards,
    deck,
    hand,
    moves,
    penalty,
    pile,
    play,
    plays,
    scores,
    sizes,
    table,
    winners,
)

TENS = "Tc Td Ts 7c 7d 7s 5c 5d 5s 4c 4d 4s"


@pytest.mark.rules("SS-3.1", "SS-3.2", "SS-4.2")
@pytest.mark.parametrize(("card", "waiting", "answers"), [("2h", 2, "2c"), ("Qs", 4, "Qd")])
def test_the_penalty_waits_for_the_next_seat_which_may_answer_or_draw(card: str, waiting: int, answers: str) -> None:
    t = play(table(f"{card} Kc", "2c Qd 6h", "6c 6d", pile="9h", deck=TENS, stacking=True), f"play {card}")
    assert (t.must, penalty(t), sizes(t)) == (1, waiting, [1, 3, 2])
    assert moves(t) == plays(answers) | {"draw"}


@pytest.mark.rules("SS-3.1", "ALL-3")
def test_a_seat_without_an_answer_is_asked_too() -> None:
    """If it drew without being asked, everyone would know that it holds no 2."""
    t = play(table("2h Kc", "6c 6h", pile="9h", deck=TENS, stacking=True), "play 2h")
    assert (t.must, penalty(t), moves(t)) == (1, 2, {"draw"})


@pytest.mark.rules("SS-3.1")
@pytest.mark.parametrize(("waiting", "top", "card", "total"), [(2, "2h", "2c", 4), (6, "2h", "2c", 8), (4, "Qh", "Qc", 8)])
def test_an_answer_adds_up_and_is_the_whole_turn(waiting: int, top: str, card: str, total: int) -> None:
    t = table("6c 6d", f"{card} Kc", "6h 3c", pile=f"9h {top}", deck=TENS, turn=1, penalty=waiting, stacking=True)
    play(t, f"play {card}")
    assert (t.must, penalty(t), sizes(t)) == (2, total, [2, 1, 2])


@pytest.mark.rules("SS-3.1", "SS-3.2")
@pytest.mark.parametrize(("first", "second", "drawn"), [("2h", "2c", 4), ("Qs", "Qd", 8)])
def test_draw_takes_the_sum_and_the_seat_then_plays_its_turn(first: str, second: str, drawn: int) -> None:
    """Nothing among the clubs, diamonds and spades below is an answer; seat 2 keeps the turn."""
    t = table(f"{first} Kc", f"{second} Ks", "6h Ah", pile="9h", deck=TENS, stacking=True)
    play(t, f"play {first}", f"play {second}", "draw")
    assert (t.must, penalty(t), sizes(t)) == (2, 0, [1, 1, 2 + drawn])
    assert "play Ah" in moves(t)
    assert "draw" not in moves(t)
    play(t, "play Ah")
    assert (t.must, sizes(t)) == (0, [1, 1, 1 + drawn])


@pytest.mark.rules("SS-3.1", "SS-2.3")
def test_after_the_sum_a_seat_that_cannot_discard_draws_its_one_card() -> None:
    t = table("6c 6d", "6s 3c", pile="9h 2h", deck="Tc Td Ts 7c", penalty=2, stacking=True)
    play(t, "draw")
    assert (t.must, moves(t), hand(t, 0)) == (0, {"draw"}, cards("6c 6d Tc Td"))
    play(t, "draw")
    assert (t.must, hand(t, 0)) == (1, cards("6c 6d Tc Td Ts"))


@pytest.mark.rules("SS-3.1", "SS-2.2")
def test_answering_is_never_forced_and_the_card_kept_starts_a_new_penalty() -> None:
    """Seat 0 could answer with 2c and takes the two cards instead; laid in its turn, 2c is a fresh penalty of 2."""
    t = table("2c 6d", "6s 3c", pile="9h 2h", deck="Td Ts 7c", penalty=2, stacking=True)
    play(t, "draw", "play 2c")
    assert (t.must, penalty(t), sizes(t)) == (1, 2, [3, 2])


@pytest.mark.rules("SS-3.1", "SS-3.2", "ALL-4")
@pytest.mark.parametrize(
    ("top", "waiting", "card"),
    [
        ("2h", 2, "Qh"),
        ("2h", 2, "Ah"),
        ("2h", 2, "5h"),
        ("2h", 2, "Jh"),
        ("Qh", 4, "2c"),
        ("Qh", 4, "Ac"),
        ("Qh", 4, "Kh"),
    ],
)
def test_only_the_same_rank_answers(top: str, waiting: int, card: str) -> None:
    t = table(f"{card} 6d", "6s 3c", pile=f"9h {top}", deck=TENS, penalty=waiting, stacking=True)
    assert moves(t) == {"draw"}
    refused(t, f"play {card}", called(card))


@pytest.mark.rules("SS-3.1")
@pytest.mark.parametrize("must_discard", [True, False])
def test_the_answer_does_not_depend_on_must_discard(must_discard: bool) -> None:
    t = table("2c 6h", "6s 3c", pile="9h 2h", deck=TENS, penalty=2, stacking=True, must_discard=must_discard)
    assert moves(t) == plays("2c") | {"draw"}


@pytest.mark.rules("SS-3.1", "SS-2.3")
def test_a_drawn_two_waits_as_well() -> None:
    t = play(table("4c 5s", "2c 6d", pile="9h", deck="2h Td Ts", stacking=True), "draw")
    assert (t.must, penalty(t), moves(t)) == (1, 2, plays("2c") | {"draw"})


@pytest.mark.rules("SS-4.1", "SS-6.1")
def test_an_answer_with_the_last_card_wins_at_once() -> None:
    """Nobody draws the sum: 6s and 3c count 9."""
    t = table("2c", "6s 3c", pile="9h 2h", deck=TENS, penalty=2, stacking=True)
    play(t, "play 2c")
    assert (t.must, winners(t), scores(t), hand(t, 1)) == (None, [0], [9, 0], cards("6s 3c"))


@pytest.mark.rules("SS-3.2", "ALL-2")
def test_a_sum_larger_than_what_is_left_takes_what_there_is() -> None:
    t = table("6c 6d", "6s 3c", pile="9h Qh", deck="Tc Td", penalty=8, stacking=True)
    play(t, "draw")
    assert (t.must, penalty(t)) == (0, 0)
    assert (hand(t, 0), pile(t), deck(t)) == (cards("6c 6d Tc Td 9h"), ["Qh"], [])


@pytest.mark.rules("SS-7.2", "SS-3.1")
def test_with_nothing_to_draw_pass_takes_the_place_of_draw_and_the_turn_goes_on() -> None:
    t = table("2c 6h 5c", "6s 3c", pile="2h", penalty=2, stacking=True)
    assert moves(t) == plays("2c") | {"pass"}
    refused(t, "draw", code="swap_switch.refusal.noDraw")
    play(t, "pass")
    assert (t.must, penalty(t), hand(t, 0)) == (0, 0, cards("2c 6h 5c"))
    assert moves(t) == plays("2c 6h")


@pytest.mark.rules("SS-7.2", "ALL-5")
def test_a_pass_on_the_penalty_is_not_yet_a_pass_of_the_turn() -> None:
    """Seat 0 passes the penalty and its turn, seat 1 its turn: only then is the game blocked."""
    t = table("6c 6d", "6s", pile="2h", penalty=2, stacking=True)
    play(t, "pass")
    assert (t.must, moves(t)) == (0, {"pass"})
    play(t, "pass")
    assert (t.must, t.result) == (1, None)
    play(t, "pass")
    assert (winners(t), scores(t)) == ([1], [0, 12])


@pytest.mark.rules("SS-7.1", "ALL-8")
def test_the_clock_takes_the_sum_even_with_an_answer_in_hand() -> None:
    t = table("2c 6h", "6s 3c", pile="9h 2h", deck=TENS, penalty=4, stacking=True, turn_seconds=30)
    t.time_up()
    assert (t.must, penalty(t), sizes(t)) == (0, 0, [6, 2])
    t.time_up()
    assert (t.must, pile(t)) == (1, ["9h", "2h", "2c"])


@pytest.mark.rules("SS-3.1")
@pytest.mark.parametrize(
    ("top", "facts"),
    [
        ("2h", {"penalty": 2}),
        ("2h", {"penalty": 3, "stacking": True}),
        ("Qh", {"penalty": 2, "stacking": True}),
        ("9d", {"penalty": 2, "stacking": True}),
        ("Jh", {"penalty": 2, "phase": "swap", "stacking": True}),
    ],
)
def test_a_penalty_that_cannot_wait_is_refused(top: str, facts: dict[str, Any]) -> None:
    """Without stacking it has been drawn already; otherwise it goes with the 2 or Queen on top."""
    with refusal("swap_switch.position.penalty"):
        table("6c 6d", "6s 3c", pile=f"9h {top}", deck=TENS, **facts)
