"""Match Mania, chapter 5 with MM-7.7 and MM-7.10, the clock (MM-6.5), and what all games share about ends."""

from typing import Any

import pytest

from parlour import Match, Table
from parlour.home.tallies import tallies
from tests.games.helpers.match_mania import (
    CHALLENGE,
    NAMES,
    cards,
    colour,
    facts,
    finish,
    hand,
    moves,
    penalty,
    play,
    scores,
    sizes,
    table,
    top,
    winners,
)
from tests.games.helpers.refusals import refused

# ---- 5.1, 7.7 The last card


@pytest.mark.rules("MM-5.1")
@pytest.mark.parametrize("card", ["r9", "rS", "rR", "r+2", "W", "W+4"])
def test_the_first_seat_without_cards_wins_at_once(card: str) -> None:
    t = play(table(card, "g1 g2", "g3 g4"), f"play {card}")
    assert t.result is not None
    assert winners(t) == [0]
    assert t.must is None
    assert t.may == []
    assert top(t) == card


@pytest.mark.rules("MM-7.7", "MM-5.1")
@pytest.mark.parametrize("card", ["W", "W+4"])
def test_no_colour_is_named_for_the_last_card(card: str) -> None:
    t = play(table(card, "g1 g2"), f"play {card}")
    refused(t, "name red", code="prompt.over", seat=0)
    assert winners(t) == [0]


@pytest.mark.rules("MM-7.7", "MM-5.1")
@pytest.mark.parametrize(
    ("card", "way", "options", "after", "points"),
    [
        ("r+2", "+", {}, [0, 3, 1], 9 + 50 + 1 + 2),
        ("r+2", "-", {}, [0, 1, 3], 9 + 50 + 1 + 2),
        ("W+4", "+", {}, [0, 5, 1], 9 + 50 + 1 + 2 + 3 + 4),
        ("r+2", "+", {"stacking": "all"}, [0, 3, 1], 9 + 50 + 1 + 2),
        ("W+4", "+", {"stacking": "all"}, [0, 5, 1], 9 + 50 + 1 + 2 + 3 + 4),
        ("W+4", "+", CHALLENGE, [0, 5, 1], 9 + 50 + 1 + 2 + 3 + 4),
    ],
)
def test_a_pending_sum_is_drawn_before_points_are_counted(
    card: str, way: str, options: dict[str, Any], after: list[int], points: int
) -> None:
    """The deck gives 1, 2, 3, 4; nothing is stacked or challenged any more."""
    t = play(table(card, "g9", "W", direction=way, **options), f"play {card}")
    assert sizes(t, 3) == after
    assert scores(t) == [points, 0, 0]
    assert penalty(t) == 0


@pytest.mark.rules("MM-7.7", "MM-3.3")
def test_a_last_stacked_card_hands_the_whole_sum_on() -> None:
    t = table("g+2", "g9", "y8", pile="r5 r+2", lines=("penalty: 2",), stacking="twos")
    t.play("play g+2")
    assert sizes(t, 3) == [0, 5, 1]
    assert scores(t) == [9 + 8 + 1 + 2 + 3 + 4, 0, 0]


@pytest.mark.rules("MM-7.7", "MM-7.4")
def test_nobody_jumps_in_on_the_last_card() -> None:
    t = play(table("r9", "g1 g2", "r9 g3", jump_in=True), "play r9")
    assert t.may == []
    refused(t, "play r9", code="prompt.over", seat=2)
    assert winners(t) == [0]


@pytest.mark.rules("MM-7.7", "MM-7.4")
def test_a_last_jumped_two_hits_the_seat_after_the_jumper() -> None:
    t = play(table("r+2 y1 y2", "g1 g2", "r+2", "g6 g8", jump_in=True, stacking="twos"), "play r+2")
    t.play("play r+2", seat=2)
    assert winners(t) == [2]
    assert sizes(t, 4) == [2, 2, 0, 6]


@pytest.mark.rules("MM-5.1")
def test_nothing_can_be_moved_after_the_end() -> None:
    t = play(table("r9", "g1 g2"), "play r9")
    refused(t, "draw", code="prompt.over")
    refused(t, "draw", code="prompt.over", seat=1)


# ---- 5.2 Points and match play


@pytest.mark.rules("MM-5.2")
@pytest.mark.parametrize(
    ("cards_left", "points"),
    [("g0", 0), ("g1", 1), ("b9", 9), ("gS", 20), ("yR", 20), ("b+2", 20), ("W", 50), ("W+4", 50), ("g7 gS W", 77)],
)
def test_the_winner_gets_the_points_of_the_other_hands(cards_left: str, points: int) -> None:
    t = play(table("r9", cards_left, "y3", deck=""), "play r9")
    assert scores(t) == [points + 3, 0, 0]


@pytest.mark.rules("MM-5.2", "ALL-7")
def test_the_rounds_of_a_match_add_up() -> None:
    m = Match.new("match_mania", seats=3, seed=1, rounds=3)
    sums = [0, 0, 0]
    for number in range(3):
        if number:
            m.next_round()
        assert m.result is None
        finish(m.table)
        sums = [total + points for total, points in zip(sums, scores(m.table), strict=True)]
        assert list(m.scores) == sums
    assert m.result is not None
    assert winners(m) == [seat for seat in range(3) if sums[seat] == max(sums)]


@pytest.mark.rules("MM-5.2", "ALL-7")
@pytest.mark.parametrize(("given", "target"), [({}, 500), ({"target": 200}, 200)])
def test_a_match_goes_to_500_by_default(given: dict[str, Any], target: int) -> None:
    m = Match.new("match_mania", seats=2, seed=5, **given)
    for _ in range(200):
        finish(m.table)
        if m.result is not None:
            break
        assert max(m.scores) < target
        m.next_round()
    assert max(m.scores) >= target
    assert winners(m) == [seat for seat in range(2) if m.scores[seat] == max(m.scores)]


@pytest.mark.rules("MM-5.2", "MM-5.1")
@pytest.mark.parametrize("seed", range(5))
def test_the_score_of_a_played_out_game_is_what_is_left_in_the_other_hands(seed: int) -> None:
    t = finish(Table.new("match_mania", seats=3, seed=seed), seed)
    won = winners(t)
    left = [card for seat in range(3) if seat not in won for card in hand(t, seat)]
    worth = sum(50 if card[0] == "W" else int(card[1:]) if card[1:].isdigit() else 20 for card in left)
    assert scores(t) == [worth if seat in won else 0 for seat in range(3)]


# ---- ALL-5, 7.10 Blocked


@pytest.mark.rules("ALL-5", "MM-7.10")
def test_when_every_seat_passes_the_fewest_cards_win() -> None:
    t = table("g9", "y8 y9", "y1 y2 y3", deck="")
    play(t, "pass", "pass")
    assert t.result is None
    t.play("pass")
    assert winners(t) == [0]
    assert scores(t) == [17 + 6, 0, 0]
    assert t.must is None


@pytest.mark.rules("ALL-5", "MM-7.10")
def test_equal_seats_share_and_each_scores_the_hands_that_did_not_win() -> None:
    t = play(table("g9", "y8", "b7 bS", deck=""), "pass", "pass", "pass")
    assert winners(t) == [0, 1]
    assert scores(t) == [27, 27, 0]


@pytest.mark.rules("ALL-5", "MM-7.10")
def test_when_all_are_equal_nobody_scores() -> None:
    t = play(table("g9", "y8", deck=""), "pass", "pass")
    assert winners(t) == [0, 1]
    assert scores(t) == [0, 0]


@pytest.mark.rules("ALL-5")
def test_a_play_between_passes_keeps_the_game_alive() -> None:
    """Seat 1 plays, so there is a card to draw again, and the count starts again."""
    t = play(table("g9 g8", "r8 y9", "y1 y2", deck=""), "pass", "play r8")
    assert moves(t) == {"draw"}
    assert hand(play(t, "draw", "keep"), 2) == cards("y1 y2 r5")
    play(t, "pass", "pass")
    assert t.result is None
    t.play("pass")
    assert winners(t) == [1]


@pytest.mark.rules("ALL-5")
def test_a_pass_with_a_playable_card_counts_too() -> None:
    t = play(table("r9 g8", "r8", deck=""), "pass", "pass")
    assert winners(t) == [1]


@pytest.mark.rules("ALL-5")
def test_a_position_says_how_often_was_passed() -> None:
    t = play(table("g9", "y8 y9", turn=1, deck="", lines=("passes: 1",)), "pass")
    assert winners(t) == [0]


# ---- ALL-9 The turn limit


@pytest.mark.rules("ALL-9")
def test_after_the_last_turn_the_fewest_cards_win() -> None:
    t = table("g9 g8", "y9", "y1", lines=("turns: 98",), max_turns=100)
    t.play("draw")
    assert t.result is None
    t.play("draw")
    assert winners(t) == [2]
    assert scores(t) == [9 + 8 + 1 + 9 + 2, 0, 0][::-1]


@pytest.mark.rules("ALL-9")
def test_a_win_in_the_last_turn_counts_first() -> None:
    t = play(table("r9", "y9", lines=("turns: 99",), max_turns=100), "play r9")
    assert winners(t) == [0]
    assert scores(t) == [9, 0]


@pytest.mark.rules("ALL-9")
def test_the_last_turn_is_over_when_the_colour_is_named() -> None:
    t = play(table("W y1 y2", "g1", lines=("turns: 99",), max_turns=100), "play W")
    assert t.result is None
    assert winners(play(t, "name red")) == [1]


LAST_TURN: dict[str, Any] = {"lines": ("turns: 99",), "max_turns": 100}


@pytest.mark.rules("MM-7.7", "MM-5.1", "ALL-9")
@pytest.mark.parametrize(
    ("words", "options", "after", "won", "points"),
    [
        # seat 1 draws b1 b2, so that seat 2 has the fewest: g9 + b1 + b2, y1 + y2 + W+4
        (["play r+2"], {"stacking": "twos"}, [3, 3, 1], [2], 9 + 1 + 2 + 1 + 2 + 50),
        # seat 1 draws b1 b2 b3 b4 and challenges nothing: g9 + 10, y1 + y2 + r+2
        (["play W+4", "name red"], CHALLENGE, [3, 5, 1], [2], 9 + 10 + 1 + 2 + 20),
        (["play W+4", "name red"], {"stacking": "all"}, [3, 5, 1], [2], 9 + 10 + 1 + 2 + 20),
        # without a choice the sum is drawn with the play
        (["play r+2"], {}, [3, 3, 1], [2], 9 + 1 + 2 + 1 + 2 + 50),
    ],
)
def test_an_open_sum_is_drawn_when_the_turns_run_out(
    words: list[str], options: dict[str, Any], after: list[int], won: list[int], points: int
) -> None:
    """Before the sum seats 1 and 2 have one card each, so that they would share."""
    t = play(table("r+2 W+4 y1 y2", "g9", "y8", **LAST_TURN, **options), *words)
    assert sizes(t, 3) == after
    assert winners(t) == won
    assert scores(t)[2] == points
    assert penalty(t) == 0


@pytest.mark.rules("MM-7.7", "ALL-9")
def test_the_whole_stacked_sum_hits_the_seat_it_has_come_to() -> None:
    """Seat 1 lays the last turn's card: the 4 go to seat 2, in the direction of play."""
    t = table(
        "y1 y2", "b+2 g9", "y8", turn=1, pile="r5 r+2", **{**LAST_TURN, "lines": ("turns: 99", "penalty: 2")}, stacking="twos"
    )
    t.play("play b+2")
    assert sizes(t, 3) == [2, 1, 5]
    assert winners(t) == [1]


@pytest.mark.rules("MM-7.7", "ALL-9")
def test_the_clock_can_bring_the_turn_that_ends_the_game_with_an_open_sum() -> None:
    """Draw until it fits: the red +2 comes and is played; seat 1 pays it before the cards are counted."""
    t = table("g9 y1", "g1", deck="r+2 b1 b2", **LAST_TURN, stacking="twos", draw_to_match=True)
    t.time_up()
    assert sizes(t, 2) == [2, 3]
    assert winners(t) == [0]


@pytest.mark.rules("MM-7.7", "ALL-9", "ALL-2")
def test_the_sum_at_the_end_is_drawn_as_far_as_there_are_cards() -> None:
    """Nothing is in the deck; the red 5 under the +2 is all there is."""
    t = play(table("r+2 y1 y2", "g9", "y8 y9", deck="", **LAST_TURN, stacking="twos"), "play r+2")
    assert hand(t, 1) == cards("g9 r5")
    assert winners(t) == [0, 1, 2]


@pytest.mark.rules("MM-7.7", "ALL-9")
def test_the_end_is_told_in_order() -> None:
    t = play(table("r+2 y1 y2", "g9", "y8", **LAST_TURN, stacking="twos"), "play r+2")
    told = [(event.kind, event.seat, event.value) for event in t.events]
    assert told == [
        ("played", 0, 0),
        ("opened_penalty", 1, 2),
        ("turns_ran_out", None, 0),
        ("took_penalty", 1, 2),
        ("drew", 1, 0),
        ("drew", 1, 0),
        ("won", 2, 0),
    ]


@pytest.mark.rules("MM-7.7", "ALL-9")
def test_games_of_rules_1_end_without_the_open_sum() -> None:
    settings: dict[str, Any] = {**LAST_TURN, "lines": ("turns: 99", "rules: 1")}
    t = play(table("r+2 y1 y2", "g9", "y8", **settings, stacking="twos"), "play r+2")
    assert sizes(t, 3) == [2, 1, 1]
    assert winners(t) == [1, 2]


@pytest.mark.rules("ALL-9", "MM-7.7")
@pytest.mark.parametrize("words", [["draw"], ["play r9"], ["play W", "name red"], ["play r+2"], ["play rS"]])
def test_each_play_and_each_draw_is_one_turn(words: list[str]) -> None:
    t = play(table("r9 W r+2 rS", "g1 g2", "g3 g4"), *words)
    assert facts(t)["turns"] == "1"


@pytest.mark.rules("ALL-9")
@pytest.mark.parametrize("value", [99, 5001])
def test_the_limit_has_a_range(value: int) -> None:
    with pytest.raises(ValueError, match="max_turns"):
        Table.new("match_mania", seats=4, seed=3, options={"max_turns": value})


# ---- ALL-2 Fewer cards than are owed


def penalties(t: Table) -> list[tuple[str, int | None, int]]:
    """The events about penalties and draws, with their numbers."""
    kinds = ("took_penalty", "shuffled", "drew", "skipped", "passed")
    return [(event.kind, event.seat, event.value) for event in t.events if event.kind in kinds]


@pytest.mark.rules("ALL-2", "MM-3.3", "MM-5.3")
def test_a_penalty_is_told_and_counted_as_it_was_drawn() -> None:
    """Two are owed; the red 7 under the +2 is all there is."""
    t = play(table("r+2 g1 g2", "b5 y9", "y1", "y2", pile="r7", deck=""), "play r+2")
    assert hand(t, 1) == cards("b5 y9 r7")
    assert t.must == 2
    assert penalties(t) == [("took_penalty", 1, 1), ("shuffled", None, 1), ("drew", 1, 0)]
    assert "draws 1 card as a penalty" in " ".join(event.text for event in t.events)
    assert [(tally.given, tally.taken) for tally in tallies(t)] == [(1, 0), (0, 1), (0, 0), (0, 0)]


@pytest.mark.rules("ALL-2", "MM-3.3", "MM-7.1")
def test_an_open_sum_is_told_and_counted_as_it_was_drawn() -> None:
    """Six are owed: b1 is in the deck, r5 and r+2 lie under the blue +2."""
    t = table("y9 y8", "g1", "g2", pile="r5 r+2 b+2", deck="b1", lines=("penalty: 6",), stacking="twos")
    t.play("draw")
    assert hand(t, 0) == cards("y9 y8 b1 r5 r+2")
    assert penalties(t) == [("took_penalty", 0, 3), ("drew", 0, 0), ("shuffled", None, 2), ("drew", 0, 0), ("drew", 0, 0)]
    assert tallies(t)[0].taken == 3


@pytest.mark.rules("ALL-2", "MM-3.6", "MM-7.2")
@pytest.mark.parametrize(("left", "payer"), [("r9 g3", 0), ("y9 g3", 1)])
def test_a_challenge_is_told_and_counted_as_it_was_drawn(left: str, payer: int) -> None:
    """4 or 6 are owed; only b1 and the red 5 are there."""
    t = play(table(f"W+4 {left}", "g1 y2", deck="b1", **CHALLENGE), "play W+4", "name green", "challenge")
    assert [row for row in penalties(t) if row[0] == "took_penalty"] == [("took_penalty", payer, 2)]
    assert tallies(t)[payer].taken == tallies(t)[1 - payer].given == 2


@pytest.mark.rules("ALL-2", "MM-7.8")
def test_nothing_is_told_of_a_sum_of_which_nothing_is_there() -> None:
    t = table("g+2 y9", "g1 g2", pile="r+2", deck="", lines=("penalty: 2",), stacking="twos")
    t.play("pass")
    assert penalties(t) == [("passed", 0, 0)]
    assert tallies(t)[0].taken == 0


@pytest.mark.rules("ALL-2", "MM-4.4", "MM-5.3")
def test_a_catch_is_counted_as_it_was_drawn() -> None:
    t = play(table("r9 y1", "g1 g2", deck="", call_out="manual"), "play r9", "catch 0")
    assert hand(t, 0) == cards("y1 r5")
    assert [(tally.given, tally.taken) for tally in tallies(t)] == [(0, 1), (1, 0)]


# ---- 6.5, ALL-8 The clock


def timed(*hands: str, **more: Any) -> Table:
    t = table(*hands, **more)
    t.time_up()
    return t


@pytest.mark.rules("MM-6.5", "ALL-8")
@pytest.mark.parametrize("card", ["b7", "r8", "W"])
def test_time_up_draws_and_keeps(card: str) -> None:
    t = timed("r9 y1", "g1 g2", deck=f"{card} b1")
    assert hand(t, 0) == cards(f"r9 y1 {card}")
    assert t.must == 1


@pytest.mark.rules("MM-6.5", "ALL-8")
def test_time_up_keeps_a_drawn_card() -> None:
    t = play(table("r9 y1", "g1 g2", deck="r8 b1"), "draw")
    t.time_up()
    assert hand(t, 0) == cards("r9 y1 r8")
    assert t.must == 1


@pytest.mark.rules("MM-6.5", "ALL-8")
def test_time_up_with_nothing_to_draw_is_a_pass() -> None:
    t = timed("r9 y1", "g1 g2", deck="")
    assert t.must == 1
    assert sizes(t, 2) == [2, 2]


@pytest.mark.rules("MM-6.5", "ALL-8")
@pytest.mark.parametrize("option", ["force_play", "draw_to_match"])
def test_time_up_makes_the_forced_play(option: str) -> None:
    forced: dict[str, Any] = {option: True}
    t = play(table("g9 y1", "g1 g2", deck="r8 b1", **forced), "draw")
    t.time_up()
    assert top(t) == "r8"
    assert t.must == 1
    t = timed("g9 y1", "g1 g2", deck="r8 b1", **{option: True})
    assert top(t) == "r8"
    assert t.must == 1


@pytest.mark.rules("MM-6.5", "ALL-8")
def test_time_up_plays_the_first_card_that_goes_where_drawing_is_not_allowed() -> None:
    t = timed("r9 g5 r2 W", "g1 g2", draw_to_match=True)
    assert top(t) == "r2"
    assert t.must == 1


@pytest.mark.rules("MM-6.5", "ALL-8")
@pytest.mark.parametrize(
    ("held", "played"),
    [
        ("W+4 W g5 y5 r+2 rR rS r9 r2", "r2"),
        ("W+4 W g5 y5 r+2 rR rS", "rS"),
        ("W+4 W g5 y5 r+2 rR", "rR"),
        ("W+4 W g5 y5 r+2", "r+2"),
        ("W+4 W b5 g5 y5", "y5"),
        ("W+4 W b5 g5", "g5"),
        ("W+4 W b5", "b5"),
        ("W+4 W b9", "W"),
        ("W+4 b9", "W+4"),
    ],
)
def test_the_order_of_the_first_card_that_goes(held: str, played: str) -> None:
    """Red, yellow, green, blue; in a colour numbers, Skip, Reverse, +2; then Wild and Wild +4."""
    assert top(timed(f"{held} b8", "g1 g2", draw_to_match=True)) == played


@pytest.mark.rules("MM-6.5", "ALL-8", "MM-7.3")
def test_time_up_draws_the_sum_rather_than_stacking_even_under_draw_to_match() -> None:
    settings: dict[str, Any] = {"stacking": "all", "wild_four": "no_play", "draw_to_match": True}
    t = timed("W+4 g+2 y9", "g1", pile="r5 r+2", lines=("penalty: 2",), **settings)
    assert hand(t, 0) == cards("W+4 g+2 y9 b1 b2")
    assert t.must == 1


@pytest.mark.rules("MM-6.5", "ALL-8", "MM-4.2")
def test_a_forced_seven_is_swapped_with_the_next_seat_in_the_same_time_up() -> None:
    t = timed("g9 y1", "g1", "g3 g4", deck="r7 b1", force_play=True, seven_o=True, direction="-")
    assert hand(t, 2) == cards("g9 y1")
    assert hand(t, 0) == cards("g3 g4")
    assert t.must == 2


@pytest.mark.rules("MM-6.5", "ALL-8")
def test_time_up_takes_the_penalty() -> None:
    t = timed("g+2 y9", "g1", pile="r5 r+2", lines=("penalty: 4",), stacking="twos")
    assert hand(t, 0) == cards("g+2 y9 b1 b2 b3 b4")
    assert t.must == 1
    assert penalty(t) == 0


@pytest.mark.rules("MM-6.5", "ALL-8")
def test_time_up_does_not_challenge() -> None:
    lines = ("colour: green", "penalty: 4", "guilty: yes")
    t = timed("y9 r1", "g1 y2", "g3 g4", turn=1, pile="r5 W+4", lines=lines, **CHALLENGE)
    assert sizes(t, 3) == [2, 6, 2]
    assert t.must == 2


@pytest.mark.rules("MM-6.5", "ALL-8")
@pytest.mark.parametrize(
    ("rest", "name"),
    [("g1 g2 y3", "green"), ("b7 W W W", "blue"), ("y1 b7 b5 y2", "yellow"), ("W W+4", "red"), ("g1 r9", "red")],
)
def test_time_up_names_the_commonest_colour_of_the_hand(rest: str, name: str) -> None:
    """Ties go to the first of red, yellow, green, blue; without a coloured card it is red."""
    t = play(table(f"W {rest}", "g3 g4"), "play W")
    t.time_up()
    assert colour(t) == name
    assert t.must == 1


@pytest.mark.rules("MM-6.5", "ALL-8")
def test_time_up_at_a_start_wild_names_the_colour_only() -> None:
    t = timed("g1 g2 y3", "g3 g4", pile="W", lines=("phase: start",))
    assert colour(t) == "green"
    assert t.must == 0
    assert moves(t) == {"play g1", "play g2", "draw"}


@pytest.mark.rules("MM-6.5", "ALL-8")
@pytest.mark.parametrize(("way", "partner"), [("+", 1), ("-", 2)])
def test_time_up_swaps_with_the_next_seat(way: str, partner: int) -> None:
    t = play(table("r7 y1 y2", "g1", "g3", direction=way, seven_o=True), "play r7")
    t.time_up()
    assert hand(t, partner) == cards("y1 y2")
    assert t.must == partner


@pytest.mark.rules("MM-6.5", "ALL-8")
def test_a_forced_wild_is_named_in_the_same_time_up() -> None:
    t = timed("g9 g1 y1", "g3 g4", deck="W b1", force_play=True)
    assert top(t) == "W"
    assert colour(t) == "green"
    assert t.must == 1


@pytest.mark.rules("MM-6.5", "ALL-8", "MM-7.6")
def test_the_clock_does_not_call() -> None:
    t = timed("y1", "g1 g2", "g3 g4", deck="r8 b1 b2", force_play=True, call_out="manual")
    assert top(t) == "r8"
    assert t.may == [0, 2]


# ---- ALL-10 Choices with one answer


@pytest.mark.rules("ALL-10")
def test_a_colour_is_asked_for_even_when_only_one_would_help() -> None:
    assert moves(play(table("W y1", "g1 g2"), "play W")) == NAMES


@pytest.mark.rules("ALL-10", "MM-7.8")
def test_a_turn_without_any_choice_left_passes_by_itself() -> None:
    t = play(table("g9 y1", "g1 g2"), "draw")
    assert t.must == 1
