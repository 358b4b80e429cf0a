"""Swish, chapter 6 of the sheet: the win, playing on for places, the turn limit, the score, the clock."""

import random
from typing import Any

import pytest

from parlour import Match, Table
from parlour.core import saves
from tests.games.helpers.refusals import refused
from tests.games.helpers.swish import (
    by_the_clock,
    cards,
    down,
    flips,
    hand,
    line,
    moves,
    offered,
    on_the_table,
    pile,
    play,
    playable,
    scored,
    singles,
    table,
    turns,
    won_by,
)
from tests.helpers import SOAK

# ---- 6.1 The win


@pytest.mark.rules("SH-6.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("winner", [0, 1])
def test_the_first_seat_without_cards_wins(seats: int, winner: int) -> None:
    hands = ["3c 4c", "3d 4d", "3h 4h", "3s 4s"][:seats]
    downs = ["9c", "9d", "9h", "9s"][:seats]
    hands[winner], downs[winner] = "Kc", "- -"
    t = play(table(*hands, downs=downs, turn=winner), "play Kc")
    assert won_by(t) == [winner]
    assert t.must is None
    assert t.may == []
    refused(t, "play 3c", "over|end|finish", seat=1 - winner)


@pytest.mark.rules("SH-6.1")
def test_a_whole_set_may_be_the_last_play() -> None:
    assert won_by(play(table("Kc Kd", "3d", downs=("", "9s")), "play Kc Kd")) == [0]


@pytest.mark.rules("SH-6.1", "SH-5.1")
def test_the_last_flip_wins() -> None:
    t = play(table("", "3d", downs=("- - 8h - - -", "9s"), pile="7h"), "flip 2")
    assert won_by(t) == [0]


@pytest.mark.rules("SH-6.1")
def test_face_down_cards_left_are_no_win() -> None:
    t = play(table("Kc", "3d", downs=("8h", "9s")), "play Kc")
    assert t.result is None
    assert t.must == 1


@pytest.mark.rules("SH-6.1", "SH-2.4")
def test_a_hand_drawn_up_again_is_no_win() -> None:
    t = play(table("Kc", "3d", downs=("", "9s"), deck="4s"), "play Kc")
    assert t.result is None
    assert hand(t, 0) == {"4s"}


# ---- 6.1 Playing on


@pytest.mark.rules("SH-6.1")
def test_with_play_on_the_others_play_on() -> None:
    t = play(table("Kc", "Kd 4d", "3h 4h", downs=("", "9c", "9h"), play_on=True), "play Kc")
    assert t.result is None
    assert t.must == 1
    assert playable(t) == {"Kd"}
    assert t.moves(0) == []


@pytest.mark.rules("SH-6.1", "ALL-4")
@pytest.mark.parametrize("move", ["play Kc", "flip 0", "pick up", "hm"])
def test_a_seat_that_is_out_is_told_so(move: str) -> None:
    """It has no turn to wait for; a seat that is still in has."""
    t = play(table("Kc", "Kd 4d", "3h 4h", downs=("", "9c", "9h"), play_on=True), "play Kc")
    refused(t, move, "Seat 0 has no cards left and has finished", seat=0)
    refused(t, move, "It's seat 1's turn, not seat 2's.", seat=2)


@pytest.mark.rules("SH-6.1")
def test_a_seat_that_is_out_is_left_over() -> None:
    t = table("3c 9c", "", "3h Ah", "5s Ks", downs=("8c", "", "8h", "8s"), play_on=True)
    t.play("play 3c")
    assert t.must == 2
    play(t, "play 3h", "play 5s")
    assert t.must == 0
    t.play("play 9c")
    assert t.must == 2


@pytest.mark.rules("SH-6.1", "SH-6.3")
def test_places_are_given_in_the_order_of_going_out() -> None:
    t = table("3c 9c", "4d", "5h", "3s 3h", downs=("8c", "", "", "8s"), play_on=True)
    play(t, "play 3c", "play 4d")
    assert t.result is None
    assert t.must == 2
    t.play("play 5h")
    assert t.result is None
    assert t.must == 3
    play(t, "pick up")
    assert t.must == 0
    assert line(t, "places") == "1 2"
    play(t, "play 9c", "pick up")
    # Seat 2 laid the 5 but is out: seat 0 led. Seat 3 picked up again: seat 0 flips its last card.
    t.play("flip 0")
    assert won_by(t) == [1]
    assert scored(t) == [1, 3, 2, 0]
    assert t.must is None


@pytest.mark.rules("SH-6.1", "SH-4.1")
@pytest.mark.parametrize("rule", ["last_player", "next_player"])
def test_if_the_seat_that_should_start_is_out_the_seat_after_the_pick_up_starts(rule: str) -> None:
    t = table("Kc", "3d 4d", "3h 4h", "3s 4s", downs=("", "9d", "9h", "9s"), play_on=True, after_pickup=rule)
    play(t, "play Kc", "pick up")
    assert t.must == 2
    assert playable(t) == {"3h", "4h"}


@pytest.mark.rules("SH-6.1", "SH-4.1")
def test_the_seat_after_the_pick_up_is_the_next_one_still_in() -> None:
    """Seat 3 lays its last King; seat 0 picks up; seat 1 is out as well: seat 2 starts."""
    t = table("3c 4c", "", "3h 4h", "Ks", downs=("9c", "", "9h", ""), turn=3, play_on=True, lines=["places: 1"])
    assert line(t, "places") == "1"
    play(t, "play Ks", "pick up")
    assert line(t, "places") == "1 3"
    assert t.must == 2


@pytest.mark.rules("SH-6.1", "SH-3.2", "SH-3.5")
def test_a_2_laid_by_a_seat_going_out_leaves_a_reset_pile() -> None:
    t = play(table("2c", "3d Kd", "3h 4h", downs=("", "9d", "9h"), pile="Ah", play_on=True), "play 2c")
    assert pile(t) == ["Ah", "2c"]
    assert t.must == 1
    assert offered(t) == singles("3d Kd")


@pytest.mark.rules("SH-6.1", "SH-4.2")
def test_such_a_reset_pile_may_be_picked_up_by_choice() -> None:
    t = table("2c", "3d Kd", "3h 4h", downs=("", "9d", "9h"), pile="Ah", play_on=True, voluntary_pickup=True)
    t.play("play 2c")
    assert offered(t) == moves("play 3d", "play Kd", "pick up")
    t.play("pick up")
    assert t.must == 2


@pytest.mark.rules("SH-6.1", "SH-3.3", "SH-3.5")
def test_a_10_laid_by_a_seat_going_out_leaves_an_empty_pile() -> None:
    t = play(table("Tc", "3d Kd", "3h 4h", downs=("", "9d", "9h"), pile="Ah", play_on=True), "play Tc")
    assert pile(t) == []
    assert t.must == 1
    assert offered(t) == singles("3d Kd")


@pytest.mark.rules("SH-6.1", "SH-6.3")
def test_at_two_seats_play_on_changes_nothing() -> None:
    t = play(table("Kc", "3d", downs=("", "9s"), play_on=True), "play Kc")
    assert won_by(t) == [0]
    assert scored(t) == [1, 0]


# ---- 6.2, ALL-9 The turn limit


@pytest.mark.rules("SH-6.2", "ALL-9")
@pytest.mark.parametrize(("limit", "options"), [(1000, {}), (100, {"max_turns": 100}), (5000, {"max_turns": 5000})])
def test_after_max_turns_the_fewest_cards_win(limit: int, options: dict[str, Any]) -> None:
    t = table("3c 4c", "4d 5d 6d", downs=("9c 9d", "9h 9s"), lines=[f"turns: {limit - 2}"], **options)
    t.play("play 3c")
    assert t.result is None
    t.play("play 4d")
    assert won_by(t) == [0]
    assert scored(t) == [1, 0]


@pytest.mark.rules("SH-6.2", "ALL-9")
def test_hand_and_face_down_cards_count_at_the_limit() -> None:
    """Seat 0: 1 + 6 cards; seat 1: 5 + 1."""
    t = table("3c 4c", "4d 5d 6d 7d 8d", downs=("9c 9d 9h 9s Jc Jd", "Jh"), lines=["turns: 999"])
    assert won_by(play(t, "play 3c")) == [1]


@pytest.mark.rules("SH-6.2", "ALL-9", "SH-6.3")
def test_equal_seats_share_the_win_at_the_limit() -> None:
    t = table("3c 4c 5c", "4d 5d", "4h 5h 6h", downs=("9c", "9d", "9h"), lines=["turns: 999"])
    t.play("play 3c")
    assert won_by(t) == [0, 1]
    assert scored(t) == [1, 1, 0]


@pytest.mark.rules("ALL-9", "SH-6.1")
def test_a_win_by_the_last_turn_counts_first() -> None:
    t = play(table("3c", "4d", downs=("", "9d"), lines=["turns: 999"]), "play 3c")
    assert won_by(t) == [0]


@pytest.mark.rules("ALL-9", "SH-3.5")
def test_the_limit_waits_for_the_end_of_the_turn() -> None:
    t = table("2c 3c 4c", "4d", downs=("9c", "9d"), lines=["turns: 999"])
    assert play(t, "play 2c").result is None
    assert play(t, "play 3c").result is not None


@pytest.mark.rules("ALL-9", "SH-4.1", "SH-5.1")
@pytest.mark.parametrize(("held", "move"), [("3c", "pick up"), ("", "flip 0")])
def test_a_pick_up_and_a_failed_flip_are_turns_too(held: str, move: str) -> None:
    t = table(held, "4d", downs=("5c 6c", "9d"), pile="Kh", lines=["turns: 999"])
    assert won_by(play(t, move)) == [1]


@pytest.mark.rules("SH-6.2", "SH-6.3", "ALL-9")
def test_with_play_on_the_limit_places_the_seats_still_in_by_their_cards() -> None:
    """Seat 2 is out; seat 0 is left with 2 cards, seat 1 with 2, seat 3 with 3."""
    t = table("3c 4c", "4d", "", "4s 5s", downs=("9c", "9d", "", "9s"), play_on=True, lines=["turns: 999"])
    t.play("play 3c")
    assert won_by(t) == [2]
    assert scored(t) == [1, 1, 3, 0]


@pytest.mark.rules("SH-6.2", "SH-6.3", "ALL-9")
def test_with_play_on_and_nobody_out_the_fewest_cards_win_at_the_limit() -> None:
    t = table("3c 4c", "4d 5d 6d", "3h 4h", downs=("9c", "9d", "9h"), play_on=True, lines=["turns: 999"])
    t.play("play 3c")
    assert won_by(t) == [0]
    assert scored(t) == [2, 0, 1]


# ---- 6.3 The score


@pytest.mark.rules("SH-6.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_win_scores_one(seats: int) -> None:
    hands = ["Kc", "3d 4d", "3h 4h", "3s 4s"][:seats]
    t = play(table(*hands, downs=["", "9d", "9h", "9s"][:seats]), "play Kc")
    assert scored(t) == [1, 0, 0, 0][:seats]


@pytest.mark.rules("SH-6.3")
def test_with_play_on_every_seat_placed_behind_scores_one() -> None:
    t = table("3c", "4d", "5h", "3s", downs=("", "", "", "8s"), play_on=True)
    play(t, "play 3c", "play 4d")
    assert t.result is None
    t.play("play 5h")
    assert won_by(t) == [0]
    assert scored(t) == [3, 2, 1, 0]


@pytest.mark.rules("SH-6.3", "ALL-7")
@pytest.mark.parametrize("options", [{}, {"play_on": True}])
def test_the_scores_of_the_rounds_add_up_and_the_highest_sum_wins(options: dict[str, Any]) -> None:
    m = Match.new("swish", seats=3, seed=1, rounds=3, options=options)
    sums = [0, 0, 0]
    for number in range(3):
        if number:
            m.next_round()
        assert m.result is None
        points = scored(by_the_clock(m.table))
        sums = [total + more for total, more in zip(sums, points, strict=True)]
        assert list(m.scores) == sums
    assert won_by(m) == [seat for seat in range(3) if sums[seat] == max(sums)]


@pytest.mark.rules("SH-6.3", "ALL-7")
def test_a_match_to_a_target() -> None:
    m = Match.new("swish", seats=2, seed=4, target=2)
    for _ in range(20):
        by_the_clock(m.table)
        if m.result is not None:
            break
        assert max(m.scores) < 2
        m.next_round()
    assert max(m.scores) >= 2
    assert won_by(m) == [seat for seat in range(2) if m.scores[seat] == max(m.scores)]


# ---- 6.4, ALL-8 The clock


@pytest.mark.rules("SH-6.4", "ALL-8")
@pytest.mark.parametrize(
    ("held", "laid"),
    [
        ("5c 3d 4c", "3d"),
        ("Jc 9d Qc Kc", "9d"),
        ("Ac Kd 2c Tc", "Kd"),
        ("Tc 2c Ad", "Ad"),
        ("Tc 2d", "2d"),
        ("3s 3h 3d 3c", "3c"),
        ("3s 3h 3d", "3d"),
        ("3s 3h", "3h"),
    ],
)
def test_time_up_lays_one_card_the_lowest(held: str, laid: str) -> None:
    t = table(held, "4d 5d")
    t.time_up()
    assert pile(t) == [laid]
    assert hand(t, 0) == cards(held) - {laid}


@pytest.mark.rules("SH-6.4", "ALL-8")
@pytest.mark.parametrize(("top", "laid"), [("6h", "7c"), ("8h", "9c"), ("Qh", "Kc"), ("Kh", "Kc"), ("Ah", "2c"), ("2h", "4c")])
def test_time_up_lays_the_lowest_that_is_legal(top: str, laid: str) -> None:
    t = table("4c 7c 9c Kc 2c Tc", "4d 5d", pile=top)
    t.time_up()
    assert pile(t) == [top, laid]


@pytest.mark.rules("SH-6.4", "ALL-8")
def test_time_up_lays_a_10_if_nothing_else_is_legal_and_the_duty_stays() -> None:
    t = table("4c 7c Tc", "4d 5d", pile="Ah")
    t.time_up()
    assert pile(t) == []
    assert t.must == 0
    t.time_up()
    assert pile(t) == ["4c"]
    assert t.must == 1


@pytest.mark.rules("SH-6.4", "ALL-8")
def test_time_up_picks_up_if_nothing_is_legal() -> None:
    t = table("4c 7c", "4d 5d", pile="Ah")
    t.time_up()
    assert hand(t, 0) == cards("4c 7c Ah")
    assert t.must == 1


@pytest.mark.rules("SH-6.4", "ALL-8")
def test_time_up_flips_the_lowest_free_slot() -> None:
    t = table("", "4d 5d", downs=("- - 9h 3h", "9s"), pile="7h")
    t.time_up()
    assert pile(t) == ["7h", "9h"]
    assert down(t, 0) == ["-", "-", "-", "3h"]


@pytest.mark.rules("SH-6.4", "ALL-8", "SH-4.2")
@pytest.mark.parametrize("held", ["Kc", ""])
def test_time_up_never_picks_up_by_choice(held: str) -> None:
    t = table(held, "4d 5d", downs=("9h 3h", "9s"), pile="7h", voluntary_pickup=True)
    t.time_up()
    assert pile(t) == ["7h", "Kc" if held else "9h"]


def beating_sevens(held: str, count: int) -> Table:
    """Seat 0 has to beat a set of this many 7s."""
    sevens = ["7h", "7s", "7d"][:count]
    return table(held, "3d 5d", pile=" ".join(sevens), match_count=True, lines=[f"count: {count}"])


@pytest.mark.rules("SH-6.4", "ALL-8")
@pytest.mark.parametrize(
    ("held", "count", "laid"),
    [
        ("4c 8s 8h 9c 9d", 2, "8h 8s"),
        ("8s 8h 8d 9c 9d", 2, "8d 8h"),
        ("4c 4d Kc 9c 9d 2c", 2, "9c 9d"),  # a pair of 9s comes before a single 2
        ("Kc Kd 9c 2c Ts", 2, "Kc Kd"),  # a single 9 is not enough
        ("Ac Ad Kc 2c Tc", 2, "Ac Ad"),
        ("Ac Kc 2d 2c Tc", 2, "2c"),  # one 2 is enough, though there are two
        ("Ac Kc Th Td", 2, "Td"),
        ("9c 9d Js Jh Jd 2s", 3, "Jd Jh Js"),
        ("9s 9h 9d 9c 2s", 3, "9c 9d 9h"),
        ("9c 9d 2s Tc", 3, "2s"),
        ("9c 9d 2s Tc", 1, "9c"),
    ],
)
def test_time_up_under_match_count(held: str, count: int, laid: str) -> None:
    """3 4 5 6 7 8 9 J Q K A 2 10, each rank in the number that is asked for; a 2 or a 10 is laid alone."""
    t = beating_sevens(held, count)
    before = pile(t)
    t.time_up()
    assert pile(t) == ([] if laid[0] == "T" else [*before, *laid.split()])
    assert hand(t, 0) == cards(held) - cards(laid)


@pytest.mark.rules("SH-6.4", "ALL-8")
def test_time_up_under_match_count_picks_up_what_cannot_be_beaten_in_number() -> None:
    t = beating_sevens("9c Kc Ad", 2)
    t.time_up()
    assert hand(t, 0) == cards("9c Kc Ad 7h 7s")


@pytest.mark.rules("SH-6.4", "ALL-8")
@pytest.mark.parametrize(("version", "laid"), [(1, "2c"), (2, "9c 9d")])
def test_a_game_of_version_1_keeps_its_clock(version: int, laid: str) -> None:
    """In version 1 a single 2 or 10 was laid before any set."""
    text = beating_sevens("4c Kc 9c 9d 2c", 2).position()
    t = Table.from_position(f"{text}rules: {version}\n")
    t.time_up()
    assert pile(t) == ["7h", "7s", *laid.split()]
    assert Table.load(t.save()).position() == t.position()


@pytest.mark.rules("SH-6.4", "ALL-8")
def test_a_save_of_version_1_from_a_position_keeps_its_clock() -> None:
    """Positions of version 1 do not name the version; the save does."""
    t = beating_sevens("4c Kc 9c 9d 2c", 2)
    t.time_up()
    old = {**saves.read("table", t.save()), "rules": 1}
    loaded = Table.load(saves.write("table", {key: old[key] for key in old if key not in ("parlour", "format")}))
    assert (loaded.version, pile(loaded)) == (1, ["7h", "7s", "2c"])
    assert Table.load(loaded.save()).position() == loaded.position()


@pytest.mark.rules("ALL-8")
def test_a_whole_game_by_the_clock_ends() -> None:
    t = by_the_clock(Table.new("swish", seats=3, seed=9))
    assert won_by(t)


# ---- ALL-10 One answer


@pytest.mark.rules("ALL-10", "SH-2.3")
def test_the_only_card_is_asked_for() -> None:
    t = table("3c Kc", "Kd", pile="Qh")
    assert t.must == 0
    assert offered(t) == moves("play Kc")
    assert pile(t) == ["Qh"]


@pytest.mark.rules("ALL-10", "SH-4.1")
def test_a_pick_up_without_a_choice_is_asked_for() -> None:
    t = play(table("Kc 9c", "3d 4d"), "play Kc")
    assert t.must == 1
    assert offered(t) == moves("pick up")
    assert pile(t) == ["Kc"]


@pytest.mark.rules("ALL-10", "SH-5.1")
def test_the_last_slot_is_asked_for() -> None:
    t = play(table("Kc", "3d 4d", downs=("- - - 9h", "9s")), "play Kc", "pick up")
    assert t.must == 0
    assert offered(t) == flips(3)


@pytest.mark.rules("ALL-10", "SH-2.4", "SH-3.3")
def test_draws_and_destroyed_piles_happen_by_themselves() -> None:
    t = play(table("Tc", "3d 4d", pile="Kh", deck="5s 6s"), "play Tc")
    assert pile(t) == []
    assert hand(t, 0) == {"5s", "6s"}
    t.play("play 5s")
    assert t.must == 1


# ---- Whole games under house rules


@pytest.mark.rules("SH-6.1", "SH-6.2", "ALL-9")
@pytest.mark.parametrize("number", range(40 if SOAK else 6))
def test_any_house_rules_play_to_an_end(number: int) -> None:
    dice = random.Random(number)
    options: dict[str, Any] = {name: dice.random() < 0.5 for name in ("match_count", "voluntary_pickup", "play_on")}
    options["after_pickup"] = dice.choice(["last_player", "next_player"])
    options["hand_size"] = dice.randint(3, 7)
    options["face_down"] = dice.choice([2, 4, 6])
    options["max_turns"] = 150
    t = Table.new("swish", seats=2 + number % 3, seed=number, options=options)
    for _ in range(3_000):
        if t.result is not None:
            break
        listed = t.moves()
        assert listed, "a seat in turn has no move"
        t.play(dice.choice(listed))
        assert len(on_the_table(t)) == len(set(on_the_table(t)))
    assert won_by(t)
    assert turns(t) <= 150
