"""Cambio, chapter 4 of the sheet: the call, the tie, the wrong call, the locked caller."""

from typing import Any

import pytest

from parlour import Illegal, Table
from tests.games.helpers.cambio import (
    START,
    THREE,
    finish,
    grid,
    looks,
    moves,
    pile,
    play,
    quiet_turn,
    scores,
    sees,
    spots,
    switches,
    table,
    winners,
)

# Totals, by hand: THREE are 10 each.
FIVE, SIX, ELEVEN = "2h 3h - -", "2c 4c - -", "Ts As - -"


def called(*grids: str, turn: int = 0, **options: Any) -> Table:
    """The seat in turn calls and everyone else plays a dull last turn."""
    return finish(play(table(*grids, turn=turn, **options), "call"))


# ---- 4.1


@pytest.mark.rules("CA-4.1")
def test_a_call_ends_the_turn_without_a_draw() -> None:
    t = play(table(*THREE), "call")
    assert t.must == 1
    assert t.result is None
    assert pile(t) == ["5s"]
    assert grid(t, 0) == "Ah 2h 3h 4h"


@pytest.mark.rules("CA-4.1")
@pytest.mark.parametrize("caller", range(3))
def test_every_other_seat_has_one_more_turn(caller: int) -> None:
    t = play(table(*THREE, turn=caller), "call")
    for step in (1, 2):
        assert t.result is None
        assert t.must == (caller + step) % 3
        quiet_turn(t)
    assert t.result is not None
    assert t.must is None
    assert t.may == []


@pytest.mark.rules("CA-4.1")
def test_nobody_calls_after_the_first_caller() -> None:
    t = play(table(*THREE), "call")
    for _ in range(2):
        assert moves(t) == {"draw", "take"}
        with pytest.raises(Illegal, match=r"(?i)call|cambio"):
            t.play("call")
        quiet_turn(t)


@pytest.mark.rules("CA-4.1")
def test_the_last_turn_is_a_whole_turn() -> None:
    """With effect and match: seat 1 discards a Jack, switches its 4c for an Ace, and matches with its own Jack."""
    t = table("Ah 2h - -", "Jc 2c 3c 4c", deck="Jd 2d")
    play(t, "call", "draw", "discard", "switch 0:0 1:3")
    assert t.result is None
    t.play("match 0")
    assert (grid(t, 0), grid(t, 1)) == ("4c 2h", "- 2c 3c Ah")
    # 4+2 = 6 and 2+3+1 = 6: a tie, which the caller loses.
    assert scores(t) == [16, 6]
    assert winners(t) == [1]


@pytest.mark.rules("CA-4.1", "CA-2.4")
def test_the_last_turn_may_be_a_take() -> None:
    t = play(table(pile="J1"), "call", "take", "swap 3")
    # 10 and, with a joker for the 4, 6.
    assert scores(t) == [20, 6]
    assert winners(t) == [1]


@pytest.mark.rules("CA-4.1")
def test_at_the_end_all_cards_are_shown() -> None:
    t = play(table("Qh Jh - -", "Qc Jc - -", deck="2d 3d"), "call")
    assert not any(sees(t, None, card) for card in ("Qh", "Jh", "Qc", "Jc"))
    finish(t)
    for viewer in (0, 1, None):
        assert all(sees(t, viewer, card) for card in ("Qh", "Jh", "Qc", "Jc"))


@pytest.mark.rules("CA-4.1")
def test_nobody_moves_after_the_end() -> None:
    t = called()
    with pytest.raises(Illegal, match=r"(?i)over|end|finish"):
        t.play("draw", seat=0)


# ---- 4.2 Who wins


@pytest.mark.rules("CA-4.2")
@pytest.mark.parametrize(
    ("grids", "caller", "best"),
    [
        ((FIVE, SIX, ELEVEN), 0, [0]),
        ((FIVE, SIX, ELEVEN), 1, [0]),
        ((FIVE, SIX, ELEVEN), 2, [0]),
        (("5h - - -", "5c - - -", ELEVEN), 0, [1]),
        (("5h - - -", "5c - - -", ELEVEN), 1, [0]),
        (("5h - - -", "5c - - -", ELEVEN), 2, [0, 1]),
        (THREE, 0, [1, 2]),
        (THREE, 1, [0, 2]),
        (("Kh - - -", "J1 - - -", "As - - -"), 0, [0]),
    ],
)
def test_the_lowest_total_wins_and_the_caller_loses_a_tie(grids: tuple[str, ...], caller: int, best: list[int]) -> None:
    assert winners(called(*grids, turn=caller, pile="6h")) == best


@pytest.mark.rules("CA-4.2")
def test_the_caller_loses_the_tie_even_without_a_penalty() -> None:
    t = called("5h - - -", "5c - - -", wrong_call_penalty=0)
    assert winners(t) == [1]
    assert scores(t) == [5, 5]


@pytest.mark.rules("CA-4.2")
def test_a_tie_above_the_lowest_does_not_matter() -> None:
    t = called("2h - - -", "5c - - -", "Ac 4c - -")
    assert winners(t) == [0]
    assert scores(t) == [2, 5, 5]


# ---- 4.3 The wrong call


@pytest.mark.rules("CA-4.3")
def test_a_wrong_call_costs_ten_points() -> None:
    assert scores(called(FIVE, SIX, turn=1)) == [5, 16]


@pytest.mark.rules("CA-4.3")
def test_a_right_call_costs_nothing() -> None:
    assert scores(called(FIVE, SIX)) == [5, 6]


@pytest.mark.rules("CA-4.3")
def test_a_shared_lowest_total_is_a_wrong_call() -> None:
    assert scores(called(*THREE, turn=2)) == [10, 10, 20]


@pytest.mark.rules("CA-4.3")
@pytest.mark.parametrize("penalty", [0, 1, 10, 20])
def test_the_wrong_call_penalty_is_an_option(penalty: int) -> None:
    assert scores(called(FIVE, SIX, turn=1, wrong_call_penalty=penalty)) == [5, 6 + penalty]


@pytest.mark.rules("CA-4.3")
@pytest.mark.parametrize("penalty", [-1, 21])
def test_other_penalties_are_refused(penalty: int) -> None:
    with pytest.raises(ValueError, match=r"(?i)penalty|call"):
        Table.new("cambio", seats=2, seed=1, options={"wrong_call_penalty": penalty})


@pytest.mark.rules("CA-4.3", "CA-1.4")
def test_the_penalty_is_added_to_a_negative_total_too() -> None:
    """Seat 0 calls with -1; seat 1 has -1 as well and wins the tie."""
    t = called("Kh - - -", "Kd - - -")
    assert scores(t) == [9, -1]
    assert winners(t) == [1]
    assert [badge.text for badge in t.view(0).badges if badge.name == "total"] == ["−1 + 10 points", "−1 point"]


# ---- 4.4 The locked caller


@pytest.mark.rules("CA-4.4")
@pytest.mark.parametrize(
    ("card", "offered"),
    [
        ("9d", looks(*spots(2))),
        ("Jd", switches(*spots(1, 2))),
        ("Kc", looks(*spots(1, 2)) | switches(*spots(1, 2))),
    ],
)
def test_a_locked_callers_cards_are_no_targets(card: str, offered: set[str]) -> None:
    t = play(table(*THREE, deck=f"{card} 2d 3d", caller_locked=True), "call", "draw", "discard")
    assert moves(t) == offered | {"decline"}
    assert t.view(1).prompt.endswith(", or decline. The caller's cards are locked.")


@pytest.mark.rules("CA-4.4")
@pytest.mark.parametrize(("card", "move"), [("9d", "look 0:0"), ("Jd", "switch 0:0 1:0"), ("Ks", "look 0:1")])
def test_touching_a_locked_caller_is_refused_in_words(card: str, move: str) -> None:
    t = play(table(*THREE, deck=f"{card} 2d 3d", caller_locked=True), "call", "draw", "discard")
    with pytest.raises(Illegal, match=r"(?i)lock|call"):
        t.play(move)


@pytest.mark.rules("CA-4.4")
@pytest.mark.parametrize(
    ("card", "offered"),
    [
        ("9d", looks(*spots(0, 2))),
        ("Jd", switches(*spots(0, 1, 2))),
        ("Kc", looks(*spots(0, 1, 2)) | switches(*spots(0, 1, 2))),
    ],
)
def test_by_default_the_caller_is_not_locked(card: str, offered: set[str]) -> None:
    t = play(table(*THREE, deck=f"{card} 2d 3d"), "call", "draw", "discard")
    assert moves(t) == offered | {"decline"}


@pytest.mark.rules("CA-4.4", "CA-2.6")
def test_a_spy_card_against_a_locked_caller_alone_is_skipped() -> None:
    t = play(table(deck="9d 2d", caller_locked=True, matching="off"), "call", "draw", "discard")
    assert t.result is not None


@pytest.mark.rules("CA-4.4")
def test_before_the_call_nothing_is_locked() -> None:
    t = play(table(deck="9d 2d", caller_locked=True), "draw", "discard")
    assert moves(t) == looks(*spots(1)) | {"decline"}


@pytest.mark.rules("CA-4.4", "CA-5.1")
@pytest.mark.parametrize(("locked", "may"), [(True, [2]), (False, [0, 2])])
def test_a_locked_caller_does_not_snap_its_own_cards(locked: bool, may: list[int]) -> None:
    t = play(table(*THREE, matching="snap_own", caller_locked=locked), "call")
    assert t.must == 1
    assert t.may == may


@pytest.mark.rules("CA-4.4", "CA-5.1")
def test_nobody_snaps_a_locked_callers_cards() -> None:
    t = play(table("5h 2h 3h 4h", *THREE[1:], matching="snap_any", caller_locked=True), "call")
    assert not {f"match {spot}" for spot in spots(0)} & moves(t, 2)
    assert {f"match {spot}" for spot in spots(1)} <= moves(t, 2)
    with pytest.raises(Illegal, match=r"(?i)lock|call"):
        t.play("match 0:0", seat=2)


@pytest.mark.rules("CA-4.4", "CA-5.1")
@pytest.mark.parametrize("first", ["Ah 2h 3h 4h", "- - - -"])
def test_a_locked_caller_matches_no_opponents_card(first: str) -> None:
    """Neither with a card to give nor without one; seat 1 keeps its 5."""
    t = play(table(first, "5c 2c 3c 4c", THREE[2], matching="snap_any", caller_locked=True), "call")
    assert (t.must, t.may) == (1, [2])
    assert moves(t, 0) == set()
    with pytest.raises(Illegal, match="locked"):
        t.play("match 1:0", seat=0)
    # Before the call it could; and the others still can.
    assert "match 1:0" in moves(table(first, "5c 2c 3c 4c", THREE[2], matching="snap_any", caller_locked=True))
    assert "match 1:0" in moves(t, 2)


@pytest.mark.rules("CA-4.4", "CA-5.3")
def test_a_locked_caller_that_ran_out_of_cards_matches_nothing() -> None:
    t = table("Ah 2h 3h 4h", "5c - - -", matching="snap_any", caller_locked=True, empty_grid="ends_round")
    t.play("match 0", seat=1)
    play(t, "draw")
    assert t.may == []
    t = play(
        table("Ah 2h 3h 4h", "5c - - -", THREE[2], matching="snap_any", caller_locked=True, empty_grid="ends_round"), "draw"
    )
    t.play("match 0", seat=1)
    play(t, "discard")
    # Ad lies there: seat 2 in turn and seat 0 may try it, the caller may not.
    assert (t.must, t.may) == (2, [0])


@pytest.mark.rules("CA-4.4")
def test_under_the_first_rules_a_locked_caller_matches_and_gives() -> None:
    begun = table("Ah 2h 3h 4h", "5c 2c 3c 4c", matching="snap_any", caller_locked=True).position()
    t = play(Table.from_position(f"{begun}rules: 1\n"), "call")
    assert t.may == [0]
    t.play("match 1:0", seat=0)
    t.play("give 0", seat=0)
    assert (grid(t, 0), grid(t, 1)) == ("- 2h 3h 4h", "Ah 2c 3c 4c")


@pytest.mark.rules("ALL-1")
def test_a_game_saved_under_the_first_rules_goes_on_by_them() -> None:
    """The caller of a game of version 1 tries a match that version 2 forbids; each save is played by its own rules."""
    options = {"matching": "snap_any", "caller_locked": True}
    old = Table.new("cambio", 2, 5, options, version=1)
    play(old, "call").play("match 1:0", seat=0)
    again = Table.load(old.save())
    assert (again.version, again.position(), again.log) == (1, old.position(), old.log)
    new = play(Table.new("cambio", 2, 5, options), "call")
    assert (new.version, new.may) == (2, [])


@pytest.mark.rules("CA-4.4")
def test_others_still_use_their_own_cards_when_the_caller_is_locked() -> None:
    t = play(table(*THREE, caller_locked=True), "call", "draw", "swap 1", "match 0")
    # Ad replaces 2c, then the Ac does not match the 2c: one more unseen card.
    assert grid(t, 1) == "Ac Ad 3c 4c 2d"
    assert moves(t) == START - {"call"}
