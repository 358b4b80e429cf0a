"""Swish: the option match_count, and what a position may say."""

from itertools import permutations
from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.refusals import refusal, refused
from tests.games.helpers.swish import (
    PACK,
    down,
    flips,
    hand,
    known,
    line,
    moves,
    offered,
    pile,
    play,
    playable,
    singles,
    table,
    won_by,
)


def counted(held: str, lying: str, count: int) -> Table:
    """Seat 0 has to beat a set of this size."""
    return table(held, "3d 3c", pile=lying, match_count=True, lines=[f"count: {count}"])


# ---- match_count


@pytest.mark.rules("SH-2.2")
def test_match_count_asks_for_as_many_cards_as_the_set_to_beat() -> None:
    t = counted("8c 8d 9c", "7h 7s", 2)
    assert offered(t) == moves("play 8c 8d", "play 8d 8c")
    refused(t, "play 9c", "two|2|many|cards|set")


@pytest.mark.rules("SH-2.2")
def test_match_count_allows_more() -> None:
    t = counted("8c 8d 8h", "7h 7s", 2)
    pairs = [f"play {one} {other}" for one, other in permutations(["8c", "8d", "8h"], 2)]
    assert offered(t) == moves(*pairs, "play 8c 8d 8h", "play 8c 8h 8d", "play 8d 8h 8c")
    t.play("play 8c 8d 8h")
    assert line(t, "count") == "3"


@pytest.mark.rules("SH-2.2")
def test_match_count_still_asks_for_the_rank() -> None:
    t = counted("6c 6d 8c", "7h 7s", 2)
    assert offered(t) == moves("pick up")


@pytest.mark.rules("SH-2.2", "SH-3.1")
def test_match_count_aces_need_the_count_too() -> None:
    assert offered(counted("Ac 4c", "7h 7s", 2)) == moves("pick up")
    assert offered(counted("Ac Ad 4c", "7h 7s", 2)) == moves("play Ac Ad", "play Ad Ac")


@pytest.mark.rules("SH-2.2", "SH-3.2", "SH-3.3")
def test_match_count_2_and_10_need_no_count() -> None:
    assert offered(counted("2c Tc 9c", "7h 7s 7d", 3)) == moves("play 2c", "play Tc")


@pytest.mark.rules("SH-2.2")
def test_without_match_count_one_card_beats_a_set() -> None:
    assert playable(table("8c 3c", "3d 4d", pile="7h 7s 7d")) == {"8c"}


@pytest.mark.rules("SH-2.2")
def test_match_count_follows_the_last_set_not_all_that_lies_there() -> None:
    """A 7, then two more 7s: the set to beat is two."""
    t = play(table("7c 4c", "7d 7h 4d", "8c 8d 8h", match_count=True), "play 7c", "play 7d 7h")
    assert moves("play 8c 8d") <= offered(t)
    refused(t, "play 8c", "two|2|many|cards|set")
    assert pile(play(t, "play 8c 8d")) == ["7c", "7d", "7h", "8c", "8d"]


@pytest.mark.rules("SH-2.2", "SH-3.4")
def test_match_count_a_single_equal_card_does_not_answer_a_triple() -> None:
    assert offered(counted("7d 4c", "7c 7h 7s", 3)) == moves("pick up")


@pytest.mark.rules("SH-2.2", "SH-3.2")
def test_match_count_after_a_2_any_number_goes_and_is_the_new_count() -> None:
    t = play(counted("2c 4c 5c", "7h 7s", 2), "play 2c")
    assert offered(t) == singles("4c 5c")
    t.play("play 4c")
    assert t.must == 1
    t = play(table("2c 4c 4d 9c", "5d 6d 6h", pile="7h", match_count=True), "play 2c", "play 4c 4d")
    assert offered(t) == moves("play 6d 6h", "play 6h 6d")


@pytest.mark.rules("SH-2.2", "SH-3.3")
def test_match_count_after_a_10_any_number_goes() -> None:
    t = play(counted("Tc 4c 5c", "7h 7s", 2), "play Tc")
    assert offered(t) == singles("4c 5c")


@pytest.mark.rules("SH-2.2", "SH-4.1")
def test_match_count_after_a_pick_up_any_number_goes() -> None:
    t = play(table("7c 7d 5c", "3d 9d", match_count=True), "play 7c 7d", "pick up", "play 5c")
    assert "play 9d" in t.moves()


@pytest.mark.rules("SH-2.2", "SH-6.1", "SH-3.2")
def test_match_count_a_2_left_by_a_seat_going_out_asks_for_no_count() -> None:
    t = table("2c 2d", "3d Kd", "3h 4h", downs=("", "9d", "9h"), match_count=True, play_on=True)
    t.play("play 2c 2d")
    assert offered(t) == singles("3d Kd")


@pytest.mark.rules("SH-5.1", "SH-2.2")
@pytest.mark.parametrize("card", ["8h", "Kh", "Ah", "7d"])
def test_match_count_a_flipped_card_is_a_set_of_one_and_fails_against_two(card: str) -> None:
    t = table("", "3d 4d", downs=(f"{card} 3h", "9s"), pile="7c 7s", match_count=True, lines=["count: 2"])
    assert offered(t) == flips(0, 1)
    t.play("flip 0")
    assert hand(t, 0) == {"7c", "7s", card}
    assert pile(t) == []
    assert t.must == 1


@pytest.mark.rules("SH-5.1", "SH-5.2", "SH-2.2")
@pytest.mark.parametrize("card", ["2h", "Th"])
def test_match_count_a_flipped_2_or_10_is_always_good(card: str) -> None:
    t = table("", "3d 4d", downs=(f"{card} 3h", "9s"), pile="7c 7s", match_count=True, lines=["count: 2"])
    t.play("flip 0")
    assert t.must == 0
    assert offered(t) == flips(1)


@pytest.mark.rules("SH-5.1", "SH-2.2")
def test_match_count_a_flipped_card_answers_a_single_and_is_a_single() -> None:
    t = table("", "3d 9d", downs=("8h 3h", "9s"), pile="7c", match_count=True)
    t.play("flip 0")
    assert pile(t) == ["7c", "8h"]
    assert playable(t) == {"9d"}


# ---- Positions


PLACES = ["swish seats=3 turn=1 seed=7", "rest: out", "hand 0: 3c", "hand 1: 4c", "hand 2: 5c"]
DOWNS = ["down 0: 9c", "down 1: 9d - 8d", "down 2: -"]


@pytest.mark.rules("SH-1.1", "SH-4.1", "SH-3.5")
@pytest.mark.parametrize(
    "more",
    [
        [],
        ["pile: 6h 7h", "deck: Kc Kd"],
        ["pile: 6h 7h", "last: 0"],
        ["pile: 6h 2h"],
        ["pile: 6h 2h", "phase: again"],
        ["phase: again"],
        ["pile: 6h 7h 7s", "option match_count: on", "count: 2"],
        ["turns: 37", "knows 0: 3c", "knows 2: 5c"],
        ["option hand_size: 7", "option face_down: 4", "option after_pickup: next_player"],
    ],
)
def test_parsing_and_printing_are_inverse(more: list[str]) -> None:
    t = Table.from_position("\n".join([*PLACES, *DOWNS, *more]))
    printed = t.position()
    again = Table.from_position(printed)
    assert again.position() == printed
    assert again.must == t.must == 1
    assert again.moves() == t.moves()
    assert down(again, 1) == ["9d", "-", "8d"]
    for text in more:
        name, _, value = text.partition(": ")
        if not name.startswith("option") and name != "last":
            assert line(again, name) == value


@pytest.mark.rules("SH-6.1", "SH-6.2")
def test_a_finished_game_reads_as_finished() -> None:
    games = [
        play(table("Kc", "3d", downs=("", "9s")), "play Kc"),
        play(table("Kc", "3d", "4h", downs=("", "9s", ""), turn=2, play_on=True), "play 4h", "play Kc"),
        play(table("3c 4c 5c", "4d", downs=("9c", "9d"), lines=["turns: 999"]), "play 3c"),
    ]
    for t, winner in zip(games, [0, 2, 1], strict=True):
        again = Table.from_position(t.position())
        assert again.must is None
        assert won_by(again) == won_by(t) == [winner]


@pytest.mark.rules("SH-3.3", "SH-3.4", "SH-2.4", "SH-1.1")
@pytest.mark.parametrize(
    ("more", "code"),
    [
        (["pile: 6h Th"], "swish.position.ten"),
        (["pile: 7c 7d 7h 7s"], "swish.position.four"),
        (["pile: 6h", "knows 0: 4c"], "swish.position.knows"),
        (["pile: 3c"], "position.cardTwice"),
    ],
)
def test_an_impossible_position_is_refused(more: list[str], code: str) -> None:
    with refusal(code):
        Table.from_position("\n".join([*PLACES, *DOWNS, *more]))


@pytest.mark.rules("SH-3.2")
def test_the_player_of_a_2_plays_again_without_a_line() -> None:
    t = table("3c 4c", "3d 5d", pile="9h 2h", voluntary_pickup=True)
    assert (line(t, "phase"), offered(t)) == ("again", singles("3c 4c"))
    assert play(t, "play 4c").must == 1


@pytest.mark.rules("SH-3.2", "SH-6.1")
def test_a_2_of_a_seat_that_went_out_on_it_obliges_nobody() -> None:
    t = table("3c 4c", "", "3h 4h", downs=("9c", "", "9h"), pile="8h 2h", turn=2, play_on=True, lines=["last: 1"])
    assert (line(t, "phase"), line(t, "last")) == ("", "1")
    assert Table.from_position(t.position()).position() == t.position()


THREE = ("3c 4c", "3d 5d", "3h 4h")
ONE_OUT = ("3c 4c", "", "3h 4h")
OUT_DOWNS = ("9c", "", "9d")
WHOLE_DECK = [card for card in PACK if card not in ["3c", "4c", "3d", "5d", "3h", "4h", "9c", "9d", "9h"]]


@pytest.mark.rules("SH-2.3", "SH-3.2", "SH-3.3", "SH-3.4", "SH-3.5", "SH-4.1", "SH-6.1", "SH-6.2")
@pytest.mark.parametrize(
    ("hands", "facts", "lines", "code"),
    [
        (THREE, {"pile": "6h 5h"}, ["phase: again"], "swish.position.again"),
        (THREE, {"pile": "6h 2h"}, ["phase: play"], "swish.position.againTwo"),
        (THREE, {"pile": "6h 2h"}, ["last: 2"], "swish.position.last"),
        (THREE, {"deck": " ".join(WHOLE_DECK), "downs": ("9c", "9d", "9h")}, ["phase: again"], "swish.position.againEmpty"),
        (THREE, {"pile": "6h 7h"}, ["last: 0"], "swish.position.last"),
        (THREE, {"pile": "6h 7h"}, ["last: 1"], "swish.position.last"),
        (THREE, {"pile": "6h 7h"}, ["last: none"], "swish.position.last"),
        (THREE, {}, ["last: 2"], "swish.position.noLast"),
        (ONE_OUT, {"pile": "6h 7h", "downs": OUT_DOWNS}, ["last: 0"], "swish.position.noLast"),
        (ONE_OUT, {"pile": "6h 7h", "downs": OUT_DOWNS, "play_on": True, "turn": 0}, ["last: 1"], "swish.position.last"),
        (ONE_OUT, {"pile": "6h 7h", "downs": OUT_DOWNS, "play_on": True, "turn": 1}, [], "swish.position.turn"),
        (ONE_OUT, {"downs": OUT_DOWNS}, ["phase: again"], "swish.position.over"),
        (ONE_OUT, {"downs": OUT_DOWNS}, ["winners: 0"], "swish.position.winners"),
        (ONE_OUT, {"downs": OUT_DOWNS}, ["places: 1"], "swish.position.places"),
        (ONE_OUT, {"downs": OUT_DOWNS, "play_on": True}, ["places: 0"], "swish.position.places"),
        (THREE, {"play_on": True}, ["places: 0"], "swish.position.places"),
        (THREE, {}, ["winners: 0"], "swish.position.winners"),
        (THREE, {}, ["turns: 1001"], "position.turns"),
        (THREE, {"max_turns": 100}, ["turns: 100", "winners: 0"], "swish.position.winners"),
        (THREE, {"pile": "6h 7h 7s"}, ["count: 2"], "swish.position.noCount"),
        (THREE, {"match_count": True}, ["count: 2"], "swish.position.noCount"),
        (THREE, {"pile": "6h 2h", "match_count": True}, ["count: 1"], "swish.position.noCount"),
        (THREE, {"pile": "7h 6h 7s", "match_count": True}, ["count: 2"], "swish.position.count"),
        (THREE, {"pile": "6h 7h 7s 7d", "match_count": True}, ["count: 4"], "swish.position.count"),
        (THREE, {"pile": "6h 7h 7s", "match_count": True}, ["count: 0"], "swish.position.count"),
        (THREE, {}, ["filled: 1 1 1"], "position.noLine"),
    ],
)
def test_a_turn_that_does_not_fit_the_cards_is_refused(
    hands: tuple[str, ...], facts: dict[str, Any], lines: list[str], code: str
) -> None:
    with refusal(code):
        table(*hands, lines=lines, **facts)


@pytest.mark.rules("SH-2.4")
def test_an_empty_hand_beside_a_deck_is_refused() -> None:
    with refusal("swish.position.emptyHand"):
        table("", "3d", deck="Kc Kd")


@pytest.mark.rules("SH-1.1")
def test_more_slots_than_face_down_are_refused() -> None:
    with refusal("swish.position.slot"):
        table("3c", "3d", downs=("4c 5c 6c", "4d"), face_down=2)


@pytest.mark.rules("SH-4.1")
def test_a_position_may_say_what_is_known() -> None:
    t = table("3c 4c", "3d 5d", lines=["knows 1: 5d"])
    assert known(t, 1) == {"5d"}
    play(t, "play 3c", "play 5d")
    assert known(t, 1) == set()
