"""Cambio, what a seat sees: CA-7.1, CA-7.2 and the faces of CA-3.6."""

from typing import Any

import pytest

from parlour import Table
from tests.games.helpers.cambio import facts, finish, knows, moves, play, quiet_turn, sees, slots, table

# The hidden cards are court cards, because their names cannot appear in a view by chance.
OWN, OTHER = "Qh Jh Kh Th", "Qc Jc Kc Tc"
EVERY = (*OWN.split(), *OTHER.split())
PLAIN_DECK = "2d 3d 4d 5d 6d"


def shown(t: Table, viewer: int | None) -> set[str]:
    """Which of the cards that lie face down in the two grids this viewer is shown."""
    return {card for card in EVERY if sees(t, viewer, card)}


def courts(deck: str = PLAIN_DECK, **more: Any) -> Table:
    settings: dict[str, Any] = {"matching": "off"} | more
    return table(OWN, OTHER, deck=deck, **settings)


# ---- 7.1 A card is shown only while it may be looked at


@pytest.mark.rules("CA-7.1", "CA-1.3")
def test_before_the_first_move_each_seat_looks_at_its_bottom_row() -> None:
    t = Table.new("cambio", seats=2, seed=17)
    grids = [slots(t, seat) for seat in range(2)]
    for viewer in range(2):
        for owner in range(2):
            seen = [sees(t, viewer, card) for card in grids[owner]]
            assert seen == ([False, False, True, True] if viewer == owner else [False] * 4)
    assert not any(sees(t, None, card) for cards in grids for card in cards)


@pytest.mark.rules("CA-7.1", "CA-1.3")
def test_after_the_first_move_the_bottom_row_is_turned_back() -> None:
    t = Table.new("cambio", seats=2, seed=17)
    grids = [slots(t, seat) for seat in range(2)]
    t.play("draw")
    for viewer in (0, 1, None):
        assert not any(sees(t, viewer, card) for cards in grids for card in cards)


@pytest.mark.rules("CA-7.1", "CA-2.2")
def test_a_held_card_is_shown_to_its_holder_only_while_it_is_held() -> None:
    t = courts(deck="Qs 2d 3d 4d")
    assert not any(sees(t, viewer, "Qs") for viewer in (0, 1, None))
    t.play("draw")
    assert [sees(t, viewer, "Qs") for viewer in (0, 1, None)] == [True, False, False]
    play(t, "swap 0", "draw")
    assert not any(sees(t, viewer, "Qs") for viewer in (0, 1, None))


@pytest.mark.rules("CA-7.1", "CA-2.3")
def test_the_top_of_the_discard_pile_is_shown_to_all() -> None:
    t = courts()
    assert all(sees(t, viewer, "5s") for viewer in (0, 1, None))
    play(t, "draw", "swap 1")
    assert all(sees(t, viewer, "Jh") for viewer in (0, 1, None))


@pytest.mark.rules("CA-7.1", "CA-3.1")
def test_an_own_card_looked_at_is_shown_until_the_next_move() -> None:
    t = play(courts(deck="7d 2d 3d"), "draw", "discard", "look 0:1")
    assert shown(t, 0) == {"Jh"}
    assert shown(t, 1) == shown(t, None) == set()
    t.play("draw")
    assert shown(t, 0) == set()


@pytest.mark.rules("CA-7.1", "CA-3.2")
def test_an_opponents_card_looked_at_is_shown_to_the_looker_not_to_its_owner() -> None:
    t = play(courts(deck="9d 2d 3d"), "draw", "discard", "look 1:0")
    assert shown(t, 0) == {"Qc"}
    assert shown(t, 1) == shown(t, None) == set()
    t.play("draw")
    assert shown(t, 0) == set()


@pytest.mark.rules("CA-7.1", "CA-3.4")
def test_only_the_player_of_a_king_sees_what_it_shows() -> None:
    t = play(courts(deck="Ks 2d 3d"), "draw", "discard", "look 1:0")
    assert "Qc" in shown(t, 0)
    t.play("look 0:0")
    assert "Qh" in shown(t, 0)
    assert shown(t, 1) == shown(t, None) == set()
    play(t, "switch 0:0 1:0", "draw")
    assert shown(t, 0) == shown(t, 1) == shown(t, None) == set()


@pytest.mark.rules("CA-7.1", "CA-5.2")
def test_a_wrong_match_is_shown_to_all_for_that_moment() -> None:
    t = play(courts(matching="own_turn"), "draw", "discard", "match 1")
    assert all(shown(t, viewer) == {"Jh"} for viewer in (0, 1, None))
    t.play("draw")
    assert all(shown(t, viewer) == set() for viewer in (0, 1, None))


@pytest.mark.rules("CA-7.1")
def test_look_seconds_is_an_option_that_changes_no_rule() -> None:
    t = play(courts(deck="7d 2d 3d", look_seconds=6), "draw", "discard", "look 0:1")
    assert shown(t, 0) == {"Jh"}
    assert t.must == 1


@pytest.mark.rules("CA-7.1")
def test_a_player_who_looks_is_told_that_the_card_is_turned_back() -> None:
    t = play(courts(deck="7d 2d 3d", look_seconds=6), "draw", "discard", "look 0:1")
    assert t.view(0).look_seconds == 6
    assert [event.kind for event in t.events_for(0) if event.fleeting] == ["drew", "looked"]
    assert not [event for viewer in (1, None) for event in t.events_for(viewer) if event.fleeting]
    aided = play(courts(deck="7d 2d 3d", memory_aid=True), "draw", "discard", "look 0:1")
    assert aided.view(0).look_seconds is None and not any(event.fleeting for event in aided.events_for(0))


@pytest.mark.rules("CA-7.1", "CA-4.1")
def test_all_is_shown_at_the_end_and_not_before() -> None:
    t = play(courts(), "call", "draw")
    assert shown(t, 0) == shown(t, 1) == shown(t, None) == set()
    t.play("discard")
    assert shown(t, 0) == shown(t, 1) == shown(t, None) == set(EVERY)


# ---- 7.1 memory_aid


@pytest.mark.rules("CA-7.1")
@pytest.mark.parametrize(("aid", "marked"), [(True, {"Jh", "Qc"}), (False, set())])
def test_the_memory_aid_marks_what_a_seat_knows(aid: bool, marked: set[str]) -> None:
    t = courts(memory_aid=aid, knows={0: "0:1 1:0", 1: ""})
    play(t, "take", "swap 3")
    t.play("draw")
    assert shown(t, 0) - {"Th"} == marked
    assert shown(t, 1) - {"Th"} == set()


@pytest.mark.rules("CA-7.1", "CA-3.6")
def test_the_aid_goes_with_the_card() -> None:
    """Seat 0 knows 0:1 (Jh) and follows it into the other grid; seat 1 knew 1:2 (Kc) and follows that."""
    t = courts(deck="Jd 2d 3d", memory_aid=True, knows={0: "0:1", 1: "1:2"})
    play(t, "draw", "discard", "switch 0:1 1:2", "draw")
    assert shown(t, 0) == {"Jh"}
    assert shown(t, 1) == {"Kc"}
    assert knows(t, 0) == {"1:2"}
    assert knows(t, 1) == {"0:1"}


@pytest.mark.rules("CA-7.1", "CA-3.6")
def test_the_aid_drops_a_card_that_has_been_replaced() -> None:
    """Seat 1 knew 0:1; seat 0 swaps the unseen Qs into it: only seat 0 knows what lies there now."""
    t = courts(deck="Qs 2d 3d 4d", memory_aid=True, knows={0: "", 1: "0:1"})
    play(t, "draw", "swap 1", "draw", "discard")
    assert [sees(t, viewer, "Qs") for viewer in (0, 1, None)] == [True, False, False]


@pytest.mark.rules("CA-7.1", "CA-5.2")
def test_the_aid_marks_a_wrong_match_but_not_the_added_card() -> None:
    t = courts(deck="2d Qs 3d 4d", matching="own_turn", memory_aid=True, knows={0: "", 1: ""})
    play(t, "draw", "discard", "match 1", "draw")
    assert shown(t, 0) == shown(t, 1) == {"Jh"}
    assert not any(sees(t, viewer, "Qs") for viewer in (0, 1, None))


@pytest.mark.rules("CA-7.1", "CA-3.6")
@pytest.mark.parametrize(("aid", "seen"), [(True, [True, True]), (False, [False, False])])
def test_a_taken_discard_is_everyones_knowledge(aid: bool, seen: list[bool]) -> None:
    t = table(OWN, OTHER, pile="Qs", deck=PLAIN_DECK, memory_aid=aid)
    play(t, "take", "swap 2", "draw")
    assert [sees(t, viewer, "Qs") for viewer in (0, 1)] == seen


# ---- 3.6 Slots are seen, faces are not


@pytest.mark.rules("CA-3.6", "CA-3.3")
def test_a_blind_switch_shows_no_face_to_anyone() -> None:
    t = play(courts(deck="Jd 2d 3d", knows={0: "", 1: ""}), "draw", "discard", "switch 0:0 1:1")
    assert shown(t, 0) == shown(t, 1) == shown(t, None) == set()


@pytest.mark.rules("CA-3.6", "CA-5.1")
def test_a_gift_shows_no_face_to_the_receiver() -> None:
    t = table("5h Jh Kh Th", OTHER, deck=PLAIN_DECK, matching="snap_any", memory_aid=True, knows={0: "", 1: "1:0"})
    t.play("match 0:0", seat=1)
    t.play("give 0")
    t.play("draw")
    assert shown(t, 0) == shown(t, None) == set()
    assert shown(t, 1) == {"Qc"}


@pytest.mark.rules("CA-3.6", "CA-5.1")
def test_everyone_is_told_from_which_slot_to_which_slot_a_gift_goes() -> None:
    t = table("Jh Kh 5h Th", OTHER, "As 2s 3s 4s", deck=PLAIN_DECK, matching="snap_any")
    t.play("match 0:2", seat=1)
    t.play("give 3")
    names = ["Ana", "Ben", "Cleo"]
    told = {viewer: t.events_for(viewer, names=names)[-1] for viewer in (0, 1, 2, None)}
    assert {viewer: event.text for viewer, event in told.items()} == {
        0: "Ben gives the card in their own slot 4 to your slot 3.",
        1: "You give the card in your slot 4 to Ana's slot 3.",
        2: "Ben gives the card in their own slot 4 to Ana's slot 3.",
        None: "Ben gives the card in their own slot 4 to Ana's slot 3.",
    }
    for event in told.values():
        assert (event.source, event.target, event.card) == ("grid", "grid", None)
        assert divmod(event.value, 256) == (1 * 16 + 3, 0 * 16 + 2)


@pytest.mark.rules("CA-3.6", "CA-7.1", "ALL-3")
@pytest.mark.parametrize("words", [[], ["draw"], ["draw", "swap 0"], ["draw", "discard"], ["call"]])
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same(words: list[str]) -> None:
    """Seat 1 knows 1:2 and 1:3 only: exchanging 0:1 and 1:1, both unseen, changes nothing that it is told."""
    one = play(table("Qh Jh Kh Th", "Qc Jc Kc Tc", deck=PLAIN_DECK), *words)
    other = play(table("Qh Jc Kh Th", "Qc Jh Kc Tc", deck=PLAIN_DECK), *words)
    assert str(one.view(1)) == str(other.view(1))
    assert str(one.view(None)) == str(other.view(None))
    assert moves(one) == moves(other)


# ---- 7.2 What a perfect memory holds


@pytest.mark.rules("CA-7.2", "CA-3.6")
def test_what_a_seat_can_remember_is_exactly_what_it_has_seen() -> None:
    """A bot of the top level plays from this knowledge. Seat 0 spies Qc (1:0) and sees it switched to 0:0; seat 1
    peeks at Jc (1:1). Of the rest, each knows its own bottom row."""
    t = courts(deck="9d 8d Jd 2d 3d", memory_aid=True)
    play(t, "draw", "discard", "look 1:0")
    play(t, "draw", "discard", "look 1:1")
    play(t, "draw", "discard", "switch 0:0 1:0", "draw")
    assert knows(t, 0) == {"0:0", "0:2", "0:3"}
    assert knows(t, 1) == {"1:1", "1:2", "1:3"}
    assert shown(t, 0) == {"Qc", "Kh", "Th"}
    assert shown(t, 1) == {"Jc", "Kc", "Tc"}


@pytest.mark.rules("CA-7.2")
def test_knowledge_does_not_fade_with_time() -> None:
    t = courts(memory_aid=True)
    for _ in range(20):
        quiet_turn(t)
    t.play("draw")
    assert shown(t, 0) == {"Kh", "Th"}
    assert shown(t, 1) == {"Kc", "Tc"}
    assert "grid 0" in facts(t)
    assert finish(play(t, "discard")).result is not None
