"""Match Mania, position text: what is printed in the middle of a turn is read back as the same situation."""

from typing import Any

import pytest

from parlour import Table
from tests.games.match_mania.situations import CHALLENGE, moves, play, table

SITUATIONS: dict[str, tuple[list[str], dict[str, Any]]] = {
    "a plain turn": ([], {}),
    "a drawn card": (["draw"], {"deck": "r8 b1"}),
    "a colour to name": (["play W"], {}),
    "a named colour": (["play W", "name blue"], {}),
    "an open sum": (["play r+2"], {"stacking": "twos"}),
    "a stacked four to name": (["play r+2", "play W+4"], {"stacking": "all"}),
    "a guilty four": (["play W+4", "name green"], CHALLENGE),
    "a known hand": (["play W+4", "name green", "challenge"], CHALLENGE),
    "a swap to make": (["play r7"], {"seven_o": True}),
    "swapped hands": (["play r7", "swap 1"], {"seven_o": True}),
    "an open window": (["play r9"], {"jump_in": True}),
    "a turned direction": (["play rR"], {}),
    "a pass": (["pass"], {"deck": ""}),
    "a reshuffled deck": (["draw"], {"deck": "", "pile": "g1 g1 g2 r5"}),
}


def same(t: Table) -> None:
    again = Table.from_position(t.position())
    assert again.position() == t.position()
    assert (again.must, again.may) == (t.must, t.may)
    for seat in range(3):
        assert moves(again, seat) == moves(t, seat)


@pytest.mark.rules("MM-2.2", "MM-3.3", "MM-3.4", "MM-3.6", "MM-4.1", "MM-4.2")
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_position_is_read_back_as_it_was_printed(name: str) -> None:
    words, settings = SITUATIONS[name]
    same(play(table("r7 r9 rR r+2 W W+4", "r9 W+4 y8 y9", "r9 g9 g8", **{"decks": 2, **settings}), *words))


@pytest.mark.rules("MM-7.6")
@pytest.mark.parametrize("words", [["call"], ["call", "play W"], ["play r9"], ["call", "play r9"]])
def test_calls_are_part_of_the_position(words: list[str]) -> None:
    same(play(table("r9 W", "g1 g2", "g3 g4", call_out="manual"), *words))


@pytest.mark.rules("MM-3.4")
def test_a_wild_on_top_needs_its_colour() -> None:
    with pytest.raises(ValueError, match=r"(?i)colour"):
        table("r9 y1", "g1", pile="r5 W")


@pytest.mark.rules("MM-3.3")
def test_a_penalty_needs_a_card_that_gives_one() -> None:
    with pytest.raises(ValueError, match=r"(?i)penalty"):
        table("r9 y1", "g1", lines=("penalty: 2",), stacking="twos")
