"""Moves as people type them: slots have names and are counted from 1."""

import pytest

from parlour import Illegal, Table
from parlour.core.texts import speaking
from parlour.core.typing import has_bare_slot, typed_move, untyped_move

NAMES = ["Ana", "Ben Li", "Cleo"]
MOVES = [
    ("cambio", "swap 2", "swap slot 3"),
    ("cambio", "match 0", "match slot 1"),
    ("cambio", "match 1:2", "match Ben Li's slot 3"),
    ("cambio", "look 0:3", "look slot 4"),
    ("cambio", "switch 0:1 2:3", "switch slot 2 and Cleo's slot 4"),
    ("swish", "flip 5", "flip slot 6"),
    ("cambio", "draw", "draw"),
    ("swap_switch", "swap 2", "swap 2"),
    ("swish", "play 3s 3d", "play ♠3 ♦3"),
]


@pytest.mark.rules("CA-1.1", "SH-1.1")
@pytest.mark.parametrize(("game", "words", "typed"), MOVES)
def test_a_move_is_typed_with_the_names_of_its_slots_and_read_back(game: str, words: str, typed: str) -> None:
    table = Table.new(game, 3, seed=1)
    with speaking(names=NAMES, listener=0):
        assert typed_move(table.game, words, 0) == typed
        assert untyped_move(table.game, typed, table.view(0), NAMES) == words


@pytest.mark.parametrize("line", ["switch slot 2 with cleo slot 4", "Switch Slot 2, Cleo’s slot 4"])
def test_a_typed_move_may_be_said_in_other_ways(line: str) -> None:
    table = Table.new("cambio", 3, seed=1)
    assert untyped_move(table.game, line, table.view(0), NAMES).lower() == "switch 0:1 2:3"


@pytest.mark.parametrize("number", [0, 5, 999])
def test_a_slot_that_its_owner_does_not_have_is_refused(number: int) -> None:
    table = Table.new("cambio", 3, seed=1)
    with (
        speaking(names=NAMES, listener=0),
        pytest.raises(Illegal, match=rf"There is no slot {number}: Cleo's slots are 1 to 4\."),
    ):
        untyped_move(table.game, f"look Cleo's slot {number}", table.view(0), NAMES)
    hands = Table.new("switch", 3, seed=1)
    with pytest.raises(Illegal, match=rf"There is no slot {number} here\."):
        untyped_move(hands.game, f"play slot {number}", hands.view(0), NAMES)


def test_a_number_alone_can_be_misread_only_where_it_is_a_slot() -> None:
    cambio, swap_switch = Table.new("cambio", 3).game, Table.new("swap_switch", 3).game
    assert has_bare_slot(cambio, "swap 2") and has_bare_slot(cambio, "SWAP  2")
    assert not any(has_bare_slot(cambio, line) for line in ("look 0:2", "swap slot 3", "draw", ""))
    assert not has_bare_slot(swap_switch, "swap 2")
