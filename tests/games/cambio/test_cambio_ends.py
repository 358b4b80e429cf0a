"""Cambio, chapter 6 of the sheet within one round: the empty draw pile, the turn limit, the clock."""

from typing import Any

import pytest

from parlour import Illegal, Table
from tests.games.helpers.cambio import (
    START,
    THREE,
    TWO,
    deck,
    finish,
    grid,
    knows,
    moves,
    pile,
    play,
    quiet_turn,
    scores,
    table,
    winners,
)

# ---- 6.1 The empty draw pile


@pytest.mark.rules("CA-6.1", "ALL-2")
def test_the_pile_without_its_top_becomes_the_new_draw_pile() -> None:
    t = table(pile="2s 3s 4s 5s", deck="", matching="off")
    assert moves(t) == START
    play(t, "draw", "discard")
    top, drawn = pile(t)
    assert top == "5s"
    assert {drawn, *deck(t)} == {"2s", "3s", "4s"}
    assert len(deck(t)) == 2


@pytest.mark.rules("CA-6.1", "ALL-2")
def test_the_last_card_of_the_draw_pile_is_drawn_before_any_reshuffle() -> None:
    t = play(table(pile="2s 3s 5s", deck="Ad", matching="off"), "draw", "discard")
    assert pile(t) == ["2s", "3s", "5s", "Ad"]
    play(t, "draw", "discard")
    top, drawn = pile(t)
    assert top == "Ad"
    assert {drawn, *deck(t)} == {"2s", "3s", "5s"}


@pytest.mark.rules("CA-6.1", "ALL-2", "CA-2.5")
def test_a_reshuffled_card_has_its_effect_again() -> None:
    t = play(table(pile="7s 5s", deck="", matching="off"), "draw", "discard")
    assert pile(t) == ["5s", "7s"]
    assert t.must == 0
    assert "look 0:0" in t.moves()


@pytest.mark.rules("CA-6.1", "ALL-2")
def test_the_same_seed_reshuffles_alike() -> None:
    one, other = (play(table(pile="2s 3s 4s 6s 5s", deck=""), "draw", "discard") for _ in range(2))
    assert one.position() == other.position()


@pytest.mark.rules("CA-6.1", "ALL-5")
@pytest.mark.parametrize(
    ("grids", "totals", "lowest"),
    [
        (TWO, [10, 10], [0, 1]),
        (("Ah 2h 3h -", TWO[1]), [6, 10], [0]),
        ((TWO[0], "Kh - - -"), [10, -1], [1]),
        ((*TWO, "As 2s - -"), [10, 10, 3], [2]),
        (("2h - - -", "As Ac - -", TWO[1].replace("Ac", "9s")), [2, 2, 18], [0, 1]),
    ],
)
def test_a_turn_with_nothing_to_draw_scores_the_round(grids: tuple[str, ...], totals: list[int], lowest: list[int]) -> None:
    """The only card drawn is the only one on the pile: the next seat could take it, but the round is over."""
    t = play(table(*grids, pile="", deck="Ad", start_discard=False, matching="off"), "draw", "discard")
    assert pile(t) == ["Ad"]
    assert t.must is None
    assert scores(t) == totals
    assert winners(t) == lowest


@pytest.mark.rules("CA-6.1", "CA-4.3")
@pytest.mark.parametrize(
    ("first", "points", "best"),
    [("Ah 2h 3h 4h", [20, 10, 10], [1, 2]), ("Ah 2h 3h -", [6, 10, 10], [0])],
)
def test_an_earlier_caller_stays_the_caller(first: str, points: list[int], best: list[int]) -> None:
    """Seat 0 calls, seat 1 plays its last turn, seat 2 has nothing to draw: the cards are scored as they are."""
    t = table(first, *THREE[1:], pile="", deck="Ad", start_discard=False, matching="off")
    play(t, "call", "draw", "discard")
    assert scores(t) == points
    assert winners(t) == best


@pytest.mark.rules("CA-6.1", "CA-5.2")
def test_a_penalty_card_that_is_the_last_ends_a_turn_that_has_not_drawn() -> None:
    """Seat 1 tries its Ac on the 5s and gets the Ad. Seat 0 could take the 5s, but has nothing to draw: 10 to 11."""
    t = table(deck="Ad", matching="snap_own")
    t.play("match 0", seat=1)
    assert grid(t, 1) == "Ac 2c 3c 4c Ad"
    assert scores(t) == [10, 11]
    assert winners(t) == [0]


@pytest.mark.rules("CA-6.1", "CA-5.2")
def test_the_seat_in_turn_may_take_its_own_last_card_as_a_penalty() -> None:
    t = table(pile="6s 5s", deck="Ad", matching="snap_any", match_penalty_cards=3)
    t.play("match 1:0")
    assert grid(t, 0) == "Ah 2h 3h 4h Ad 6s"
    assert scores(t) == [17, 10]


@pytest.mark.rules("CA-6.1", "CA-5.2", "CA-4.3")
def test_after_a_call_the_last_penalty_card_leaves_the_caller_the_caller() -> None:
    """Seat 0 has called. Seat 2 takes the last card before seat 1 has drawn: 10 and 10 for a wrong call, 10, 11."""
    t = play(table(*THREE, deck="Ad", matching="snap_own"), "call")
    t.play("match 0", seat=2)
    assert scores(t) == [20, 10, 11]
    assert winners(t) == [1]


@pytest.mark.rules("CA-6.1", "CA-5.2")
def test_a_turn_that_has_drawn_goes_on_after_the_last_penalty_card() -> None:
    t = play(table(deck="2d Ad", matching="snap_own"), "draw")
    t.play("match 0", seat=1)
    assert (t.must, deck(t), t.result) == (0, [], None)
    t.play("discard")
    assert t.result is None
    assert (t.must, pile(t)) == (1, ["5s", "2d"])


@pytest.mark.rules("CA-6.1")
def test_two_cards_between_pile_and_deck_are_enough_to_go_on() -> None:
    t = table(deck="Ad", matching="off")
    for _ in range(6):
        assert t.result is None
        quiet_turn(t)
    assert sorted(pile(t) + deck(t)) == ["5s", "Ad"]


# ---- 6.2 The turn limit


def take_turns(t: Table, number: int) -> None:
    for _ in range(number):
        assert t.result is None
        play(t, "take", "swap 0")


@pytest.mark.rules("CA-6.2")
@pytest.mark.parametrize(("limit", "seats"), [(10, 2), (10, 3), (25, 2), (200, 2)])
def test_at_the_turn_limit_the_round_is_scored_without_a_caller(limit: int, seats: int) -> None:
    t = table(*THREE[:seats], pile="Ks", max_turns_each=limit)
    take_turns(t, limit * seats)
    assert t.must is None
    # Nobody called: the scores are the bare totals, slot 0 being the Ks or an ace.
    totals = [19 if "Ks" in grid(t, seat) else 10 for seat in range(seats)]
    assert scores(t) == totals
    assert winners(t) == [seat for seat in range(seats) if totals[seat] == 10]


@pytest.mark.rules("CA-6.2")
def test_by_default_the_limit_is_sixty_turns_each() -> None:
    t = table()
    take_turns(t, 120)
    assert t.result is not None


@pytest.mark.rules("CA-6.2")
def test_a_whole_turn_counts_once_however_many_moves_it_has() -> None:
    t = table(deck="Ad 2d 3d 4d 5d 6d 7d Jd", max_turns_each=10)
    for _ in range(20):
        assert t.result is None
        quiet_turn(t)
    assert t.result is not None


@pytest.mark.rules("CA-6.2")
def test_equal_lowest_seats_share_the_win_without_a_caller() -> None:
    t = table(matching="off", max_turns_each=10)
    for _ in range(20):
        quiet_turn(t)
    assert scores(t) == [10, 10]
    assert winners(t) == [0, 1]


@pytest.mark.rules("CA-6.2", "CA-4.1")
def test_once_someone_has_called_the_limit_no_longer_applies() -> None:
    """Seat 1 calls in its tenth turn, the last one of all; seat 0 still gets its eleventh."""
    t = table(max_turns_each=10)
    take_turns(t, 19)
    t.play("call")
    assert t.result is None
    assert t.must == 0
    quiet_turn(t)
    assert t.result is not None


@pytest.mark.rules("CA-6.2")
@pytest.mark.parametrize("limit", [9, 201])
def test_other_limits_are_refused(limit: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)max_turns_each|turn"):
        Table.new("cambio", seats=2, seed=1, options={"max_turns_each": limit})


# ---- 6.4 The clock


def clocked(*grids: str, **more: Any) -> Table:
    settings: dict[str, Any] = {"matching": "off", "turn_seconds": 30} | more
    return table(*grids, **settings)


@pytest.mark.rules("CA-6.4", "ALL-8")
@pytest.mark.parametrize("card", ["Ad", "7d", "9d", "Jd", "Kc"])
def test_time_up_at_the_start_draws_and_discards_without_the_effect(card: str) -> None:
    t = clocked(deck=f"{card} 2d 3d")
    t.time_up()
    assert pile(t) == ["5s", card]
    assert (grid(t, 0), grid(t, 1)) == TWO
    assert knows(t, 0) == {"0:2", "0:3"}
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-6.4", "ALL-8")
@pytest.mark.parametrize("card", ["Ad", "8d", "Kc"])
def test_time_up_with_a_drawn_card_discards_it_without_the_effect(card: str) -> None:
    t = play(clocked(deck=f"{card} 2d 3d"), "draw")
    t.time_up()
    assert pile(t) == ["5s", card]
    assert deck(t) == ["2d", "3d"]
    assert t.must == 1


@pytest.mark.rules("CA-6.4", "ALL-8")
@pytest.mark.parametrize(
    ("before", "after"),
    [("Ah 2h 3h 4h", "5s 2h 3h 4h"), ("- 2h 3h 4h", "- 5s 3h 4h"), ("- - - 4h", "- - - 5s")],
)
def test_time_up_after_a_take_swaps_the_lowest_filled_slot(before: str, after: str) -> None:
    t = play(clocked(before, TWO[1]), "take")
    t.time_up()
    assert grid(t, 0) == after
    assert t.must == 1


@pytest.mark.rules("CA-6.4", "ALL-8")
@pytest.mark.parametrize("card", ["7d", "Td", "Qd", "Ks"])
def test_time_up_in_an_effect_declines_it(card: str) -> None:
    t = play(clocked(deck=f"{card} 2d 3d"), "draw", "discard")
    t.time_up()
    assert (grid(t, 0), grid(t, 1)) == TWO
    assert knows(t, 0) == {"0:2", "0:3"}
    assert t.must == 1


@pytest.mark.rules("CA-6.4", "CA-5.1")
@pytest.mark.parametrize("moves_made", [(), ("draw",), ("draw", "discard")])
@pytest.mark.parametrize("card", ["7d", "Td", "Qd", "Ks"])
def test_after_the_clocks_discard_or_decline_no_match_is_asked_for(card: str, moves_made: tuple[str, ...]) -> None:
    t = play(clocked(deck=f"{card} 2d 3d", matching="own_turn"), *moves_made)
    t.time_up()
    assert pile(t) == ["5s", card]
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-6.4", "CA-3.4")
def test_time_up_between_the_looks_of_a_king_ends_the_whole_effect() -> None:
    t = play(clocked(deck="Ks 2d 3d"), "draw", "discard", "look 1:0")
    t.time_up()
    assert (grid(t, 0), grid(t, 1)) == TWO
    assert "1:0" in knows(t, 0)
    assert t.must == 1


@pytest.mark.rules("CA-6.4", "ALL-8")
def test_time_up_at_the_match_matches_nothing() -> None:
    t = play(clocked(matching="own_turn"), "draw", "discard")
    t.time_up()
    assert grid(t, 0) == TWO[0]
    assert pile(t) == ["5s", "Ad"]
    assert t.must == 1


@pytest.mark.rules("CA-6.4", "ALL-8")
@pytest.mark.parametrize(
    ("own", "given", "left"),
    [("Ac 2c 3c 4c", "Ac", "- 2c 3c 4c"), ("- - 3c 4c", "3c", "- - - 4c")],
)
def test_time_up_at_a_gift_gives_the_lowest_filled_slot(own: str, given: str, left: str) -> None:
    t = clocked("5h 2h 3h 4h", own, matching="snap_any")
    t.play("match 0:0", seat=1)
    assert t.must == 1
    t.time_up()
    assert (grid(t, 0), grid(t, 1)) == (f"{given} 2h 3h 4h", left)
    assert t.must == 0


@pytest.mark.rules("CA-6.4", "CA-4.1")
def test_time_up_after_a_call_is_the_last_turn() -> None:
    t = play(clocked(), "call")
    t.time_up()
    assert t.result is not None
    assert scores(t) == [20, 10]


@pytest.mark.rules("ALL-8")
def test_nothing_is_timed_after_the_end() -> None:
    t = finish(play(clocked(), "call"))
    with pytest.raises(Illegal, match=r"(?i)over|end|finish"):
        t.time_up()
