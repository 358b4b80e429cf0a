"""Cambio, CA-2.6: an effect whose last target goes while it waits is skipped; and what a black King is offered."""

from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.cambio import DECK, START, facts, grid, looks, moves, pile, play, spots, switches, table

NONE = "- - - -"


def effect(*grids: str, card: str, **options: Any) -> Table:
    """Seat 0 has drawn and discarded this card, under rules that let any seat snap any card."""
    return play(table(*grids, deck=f"{card} {DECK}", matching="snap_any", **options), "draw", "discard")


@pytest.mark.rules("CA-2.6", "CA-5.1")
def test_a_seat_that_snaps_its_only_card_looks_at_nothing() -> None:
    t = effect("7c - - -", "Ac 2c 3c 4c", card="7d")
    t.play("match 0")
    assert (grid(t, 0), pile(t)) == ("", ["5s", "7d", "7c"])
    assert t.must == 1
    assert moves(t) == START


@pytest.mark.rules("CA-2.6", "CA-5.1")
def test_the_only_card_to_spy_on_is_snapped_by_its_owner() -> None:
    t = effect("Ah 2h 3h 4h", "9c - - -", card="9d")
    assert moves(t) >= {"look 1:0", "decline"}
    t.play("match 0", seat=1)
    assert t.must == 1
    assert moves(t) == {"call", "draw"}


@pytest.mark.rules("CA-2.6", "CA-3.3")
def test_one_card_alone_cannot_be_switched() -> None:
    t = effect("Ah - - -", "Jc - - -", card="Jd")
    assert "switch 0:0 1:0" in moves(t)
    t.play("match 0", seat=1)
    assert (grid(t, 0), grid(t, 1)) == ("Ah", "")
    assert t.must == 1


@pytest.mark.rules("CA-2.6", "CA-3.4")
def test_a_king_that_has_seen_the_only_card_left_is_done() -> None:
    """Seat 0 has looked at 1:0; then its own Kc is matched away: no second card to look at, none to switch."""
    t = play(effect("Kc - - -", "Ah - - -", card="Ks"), "look 1:0")
    t.play("match 0")
    assert t.must == 1
    assert "looks" not in facts(t)
    assert "looked" not in facts(t)


@pytest.mark.rules("CA-2.6", "CA-3.4")
def test_a_king_goes_on_while_a_card_is_left_to_look_at() -> None:
    """Seat 0 has looked at 1:0, which is then matched away: its own card is left to look at."""
    t = play(effect("2h - - -", "Kc - - -", card="Ks"), "look 1:0")
    t.play("match 0", seat=1)
    assert t.must == 0
    assert moves(t) == {"look 0:0", "decline"}
    assert t.view(0).prompt == "Look at the one remaining card, or decline."
    t.play("look 0:0")
    assert t.must == 1


@pytest.mark.rules("CA-2.6", "CA-5.1")
def test_an_effect_waits_for_a_gift_that_is_its_new_target() -> None:
    t = effect("Ah 2h 3h 4h", "9c - - -", card="9d")
    t.play("match 1:0")
    assert (t.must, moves(t)) == (0, {"give 0", "give 1", "give 2", "give 3"})
    t.play("give 0")
    assert (grid(t, 0), grid(t, 1)) == ("- 2h 3h 4h", "Ah")
    assert t.must == 0
    assert moves(t) == {"look 1:0", "decline"}


@pytest.mark.rules("CA-2.6", "CA-5.1")
def test_a_gift_takes_the_last_target_away() -> None:
    """Seat 1 matches 0:0 and gives its only card for it: nothing is left to spy on."""
    t = effect("9c 2h - -", "Ac - - -", card="9d")
    t.play("match 0:0", seat=1)
    assert t.must == 1
    t.play("give 0")
    assert (grid(t, 0), grid(t, 1)) == ("Ac 2h", "")
    assert t.must == 1
    assert moves(t) == {"call", "draw"}


@pytest.mark.rules("CA-2.6", "CA-5.3")
def test_the_owner_of_the_last_target_ends_the_round() -> None:
    """Seat 0 had already drawn in its turn, so it has one more: the next turn is its own."""
    t = effect("Ah 2h 3h 4h", "9c - - -", card="9d", empty_grid="ends_round")
    t.play("match 0", seat=1)
    assert t.must == 0
    assert moves(t) - {f"match {slot}" for slot in range(4)} == START - {"call"}
    play(t, "draw", "discard")
    assert t.result is not None


@pytest.mark.rules("CA-2.6")
def test_a_snap_that_leaves_a_target_leaves_the_effect() -> None:
    t = effect("Ah 2h 3h 4h", "9c 2c - -", card="9d")
    t.play("match 0", seat=1)
    assert moves(t) == {"look 1:1", "decline"}


@pytest.mark.rules("CA-2.6")
def test_under_the_first_rules_an_effect_without_a_target_waits_for_decline() -> None:
    begun = table("7c - - -", "Ac 2c 3c 4c", deck=f"7d {DECK}", matching="snap_own").position()
    t = play(Table.from_position(f"{begun}rules: 1\n"), "draw", "discard", "match 0")
    assert (t.version, t.must, moves(t)) == (1, 0, {"decline"})
    assert Table.from_position(t.position()).position() == t.position()
    assert play(t, "decline").must == 1


# ---- what a black King is offered


@pytest.mark.rules("CA-3.4", "CA-2.6")
@pytest.mark.parametrize(
    ("grids", "before", "offered", "prompt"),
    [
        (
            ("Ah", "Ac"),
            (),
            looks("0:0", "1:0") | switches("0:0", "1:0"),
            "Look at up to two cards, switch any two, or decline.",
        ),
        (
            ("Ah", "Ac"),
            ("look 0:0",),
            looks("1:0") | switches("0:0", "1:0"),
            "Look at one more card, switch any two, or decline.",
        ),
        (("Ah", "Ac"), ("look 0:0", "look 1:0"), switches("0:0", "1:0"), "Switch any two cards unseen, or decline."),
        (("-", "Ac"), (), looks("1:0"), "Look at the one remaining card, or decline."),
        (("Ah", "-"), (), looks("0:0"), "Look at the one remaining card, or decline."),
    ],
)
def test_the_prompt_of_a_king_says_exactly_what_it_can_do(
    grids: tuple[str, str], before: tuple[str, ...], offered: set[str], prompt: str
) -> None:
    t = play(table(*grids, deck=f"Ks {DECK}", matching="off"), "draw", "discard", *before)
    assert moves(t) == offered | {"decline"}
    assert t.view(0).prompt == prompt


@pytest.mark.rules("CA-3.4", "CA-4.4")
def test_a_king_beside_a_locked_caller_is_offered_its_own_card_alone() -> None:
    t = play(table("Ah 2h 3h 4h", "Ac - - -", deck=f"Ks {DECK}", caller_locked=True), "call", "draw", "discard")
    assert moves(t) == looks("1:0") | {"decline"}
    assert t.view(1).prompt == "Look at the one remaining card, or decline. The caller's cards are locked."


@pytest.mark.rules("CA-2.6", "CA-3.4")
def test_a_king_on_an_empty_table_is_skipped() -> None:
    t = play(table(NONE, NONE, deck=f"Ks {DECK}"), "draw", "discard")
    assert t.must == 1
    assert not looks(*spots(0, 1)) & moves(t)
