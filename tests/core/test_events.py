"""Kinds of events: numbers with a name and traits, declared in order."""

from parlour import game_ids
from parlour.core.events import COMMON, DREW, OWN, Kinds, tell
from parlour.core.game import find_game
from parlour.core.state import State


def test_kinds_are_numbered_in_the_order_of_declaration() -> None:
    kinds = Kinds()
    sang = kinds.add("sang")
    hid = kinds.add("hid", "hand", "grid", "fine", is_told=False, is_alone=True)
    assert (sang, hid) == (OWN, OWN + 1)
    assert kinds == {OWN: sang, OWN + 1: hid}
    assert (sang.name, sang.source, sang.target, sang.counts, sang.is_told, sang.is_alone) == ("sang", "", "", "", True, False)
    assert (hid.name, hid.source, hid.target, hid.counts, hid.is_told, hid.is_alone) == (
        "hid",
        "hand",
        "grid",
        "fine",
        False,
        True,
    )
    assert hid.is_glimpse and not sang.is_glimpse


def test_a_game_may_tell_a_common_kind_in_its_own_way() -> None:
    kinds = Kinds()
    drew = kinds.add("drew", "deck", "held", replaces=DREW)
    sang = kinds.add("sang")
    assert drew == DREW and (drew.target, DREW.target) == ("held", "hand")
    assert sang == OWN, "a kind that replaces another takes no number of its own"


def test_a_kind_is_told_as_its_number() -> None:
    s = State()
    s.log = []
    tell(s, DREW, 1, 5)
    assert s.log == [(3, 1, 5, 0, -1)]


def test_no_game_takes_a_number_that_is_not_its_own() -> None:
    for game_id in game_ids():
        own = find_game(game_id).kinds
        assert {number for number in own if number < OWN} <= COMMON.keys()
        assert all(own[number] == number for number in own)
