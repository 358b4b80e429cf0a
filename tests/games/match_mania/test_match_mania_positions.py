"""Match Mania, position text: what is printed in the middle of a turn is read back as the same situation."""

from typing import Any

import pytest

from parlour import Table
from parlour.core import saves
from tests.games.helpers.match_mania import CHALLENGE, moves, play, table
from tests.games.helpers.refusals import refusal

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
    for seat in range(t.seats):
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


# ---- Impossible positions

JUMP: dict[str, Any] = {"jump_in": True}
MANUAL: dict[str, Any] = {"call_out": "manual"}
OPEN = ("colour: green", "penalty: 4")
END = {"lines": ("turns: 100",), "max_turns": 100}

IMPOSSIBLE: dict[str, tuple[str, list[str], dict[str, Any]]] = {
    # the end: the seat without cards has won, else those with the fewest
    "winners while the game goes on": ("match_mania.position.noWinners", ["r9 y1", "g1"], {"lines": ("winners: 0",)}),
    "a winner with cards": ("match_mania.position.winners", ["r9 y1", ""], {"lines": ("winners: 0",)}),
    "two winners of one empty hand": ("match_mania.position.winners", ["r9", ""], {"lines": ("winners: 0 1",)}),
    "a winner with more cards": (
        "match_mania.position.winners",
        ["r9 y1", "g1"],
        {**END, "lines": ("turns: 100", "winners: 0")},
    ),
    "two empty hands": ("match_mania.position.emptyHands", ["", "", "g1"], {}),
    "an end without a reason": ("match_mania.position.over", ["r9", "g1"], {"lines": ("phase: over",)}),
    "a turn after the last card": ("match_mania.position.phase", ["r9", ""], {"lines": ("phase: play",)}),
    "a colour to name after the last card": (
        "match_mania.position.phase",
        ["r9", ""],
        {"pile": "r5 W", "lines": ("phase: name",)},
    ),
    "a colour named for the last card": (
        "match_mania.position.colourLast",
        ["r9", ""],
        {"pile": "r5 W", "lines": ("colour: red",)},
    ),
    "a sum after the end": (
        "match_mania.position.penalty",
        ["r9", ""],
        {"pile": "r+2", "lines": ("penalty: 2",), "stacking": "twos"},
    ),
    "a window after the end": ("match_mania.position.window", ["r9", ""], {"lines": ("window: open",), **JUMP}),
    "a call after the end": ("match_mania.position.called", ["r9 r8", ""], {"lines": ("called: yes",), **MANUAL}),
    "too many turns": ("position.turns", ["r9", "g1"], {"lines": ("turns: 101",), "max_turns": 100}),
    "too many passes": ("match_mania.position.passes", ["r9", "g1"], {"lines": ("passes: 3",), "deck": ""}),
    "a Wild without a colour at the end": ("match_mania.position.colourWild", ["r9", "g1"], {**END, "pile": "r5 W"}),
    # penalties
    "a sum on a number": ("match_mania.position.penalty", ["r9", "g1"], {"lines": ("penalty: 2",), "stacking": "twos"}),
    "a sum on a Wild": ("match_mania.position.penalty", ["r9", "g1"], {"pile": "W", "lines": OPEN, "stacking": "all"}),
    "a sum that is drawn at once": (
        "match_mania.position.penaltyDrawn",
        ["r9", "g1"],
        {"pile": "r+2", "lines": ("penalty: 2",)},
    ),
    "a four that is drawn at once": (
        "match_mania.position.penaltyDrawn",
        ["r9", "g1"],
        {"pile": "r5 W+4", "lines": OPEN, "stacking": "twos"},
    ),
    "an odd sum": (
        "match_mania.position.penaltySum",
        ["r9", "g1"],
        {"pile": "r+2", "lines": ("penalty: 3",), "stacking": "all"},
    ),
    "a sum below its last card": (
        "match_mania.position.penaltySum",
        ["r9", "g1"],
        {"pile": "r5 W+4", "lines": ("colour: green", "penalty: 2"), "stacking": "all"},
    ),
    "a sum of fours and twos that do not stack": (
        "match_mania.position.penaltySum",
        ["r9", "g1"],
        {"pile": "r5 W+4", "lines": ("colour: green", "penalty: 6"), "stacking": "twos_and_fours"},
    ),
    "a sum on a four that cannot be stacked": (
        "match_mania.position.penaltySum",
        ["r9", "g1"],
        {"turn": 1, "pile": "r5 W+4", "lines": ("colour: green", "penalty: 8"), **CHALLENGE},
    ),
    "more than all +2s make": (
        "match_mania.position.penaltySum",
        ["r9", "g1"],
        {"pile": "r+2", "lines": ("penalty: 18",), "stacking": "twos"},
    ),
    "a sum under a four that stacks on nothing": (
        "match_mania.position.penaltyUnder",
        ["r9", "g1"],
        {"pile": "r5 W+4", "lines": ("phase: name", "penalty: 2"), "stacking": "all"},
    ),
    "a sum under a four that does not stack": (
        "match_mania.position.penaltyUnder",
        ["r9", "g1"],
        {"pile": "r+2 W+4", "lines": ("phase: name", "penalty: 2"), "stacking": "twos_and_fours"},
    ),
    "a sum and a drawn card": (
        "match_mania.position.penalty",
        ["r9 y1", "g1"],
        {"pile": "r+2", "lines": ("phase: drawn", "drawn: r9", "penalty: 2"), "stacking": "twos"},
    ),
    # guilt
    "guilt without a four": ("match_mania.position.guilt", ["r9", "g1"], {"lines": ("guilty: yes",), **CHALLENGE}),
    "guilt where nothing is challenged": (
        "match_mania.position.guilt",
        ["r9", "g1"],
        {"turn": 1, "pile": "r5 W+4", "lines": (*OPEN, "guilty: yes"), "stacking": "all"},
    ),
    "guilt without the colour": (
        "match_mania.position.innocent",
        ["y9", "g1"],
        {"turn": 1, "pile": "r5 W+4", "lines": (*OPEN, "guilty: yes"), **CHALLENGE},
    ),
    "innocence with the colour": (
        "match_mania.position.guilty",
        ["r9", "g1"],
        {"turn": 1, "pile": "r5 W+4", "lines": (*OPEN, "guilty: no"), **CHALLENGE},
    ),
    "another colour before": (
        "match_mania.position.before",
        ["r9", "g1"],
        {"turn": 1, "pile": "r5 W+4", "lines": (*OPEN, "before: blue"), **CHALLENGE},
    ),
    "a card left alone that nobody could catch": (
        "match_mania.position.alone",
        ["y9 b1", "g1"],
        {"turn": 1, "pile": "r5 W+4", "deck": "b2", "lines": (*OPEN, "alone: y9"), **CHALLENGE},
    ),
    # phases
    "a colour to name for a number": ("match_mania.position.name", ["r9", "g1"], {"lines": ("phase: name",)}),
    "a start that may only be a number": (
        "match_mania.position.start",
        ["r9", "g1"],
        {"pile": "W", "lines": ("phase: start",), "start_card": "number"},
    ),
    "a start after turns": (
        "match_mania.position.firstTurn",
        ["r9", "g1"],
        {"pile": "W", "lines": ("phase: start", "turns: 3")},
    ),
    "a start in the other direction": (
        "match_mania.position.firstTurn",
        ["r9", "g1"],
        {"pile": "W", "direction": "-", "lines": ("phase: start",)},
    ),
    "a swap without the rule": ("match_mania.position.swap", ["r9", "g1"], {"pile": "r5 r7", "lines": ("phase: swap",)}),
    "a swap without a 7": ("match_mania.position.swap", ["r9", "g1"], {"lines": ("phase: swap",), "seven_o": True}),
    "a drawn card that does not go": (
        "match_mania.position.drawnPlayable",
        ["g9 y1", "g1"],
        {"lines": ("phase: drawn", "drawn: g9")},
    ),
    "a drawn card and no other": ("match_mania.position.drawnAlone", ["r9", "g1"], {"lines": ("phase: drawn", "drawn: r9")}),
    # windows, calls and catches
    "a window without the rule": ("match_mania.position.window", ["r9", "g1"], {"lines": ("window: open",)}),
    "a window on a Wild": (
        "match_mania.position.window",
        ["r9", "g1"],
        {"pile": "r5 W", "lines": ("colour: red", "window: open"), **JUMP},
    ),
    "a window after a draw": (
        "match_mania.position.window",
        ["r9 y1", "g1"],
        {"lines": ("phase: drawn", "drawn: r9", "window: open"), **JUMP},
    ),
    "a window after the answer": (
        "match_mania.position.answered",
        ["r9", "g1"],
        {"pile": "r5 r+2", "lines": ("window: open",), "stacking": "twos", **JUMP},
    ),
    "a catch where the game announces": ("match_mania.position.calls", ["r9 y1", "g1"], {"lines": ("catch: 1",)}),
    "a call where the game announces": ("match_mania.position.calls", ["r9 y1", "g1"], {"lines": ("called: yes",)}),
    "a catch with two cards": ("match_mania.position.catch", ["r9 y1", "g1 g2"], {"lines": ("catch: 1",), **MANUAL}),
    "a catch of a seat that did not play": (
        "match_mania.position.catch",
        ["r9 y1", "g1", "g2"],
        {"lines": ("catch: 1",), **MANUAL},
    ),
    "a call with three cards": ("match_mania.position.called", ["r9 y1 y2", "g1"], {"lines": ("called: yes",), **MANUAL}),
    "a call with one card": ("match_mania.position.called", ["r9", "g1"], {"lines": ("called: yes",), **MANUAL}),
    # earlier events
    "a pass with something to draw": ("match_mania.position.passed", ["r9", "g1"], {"lines": ("passes: 1",)}),
    "a pass before a window": (
        "match_mania.position.passed",
        ["r9", "g1"],
        {"deck": "", "lines": ("passes: 1", "window: open"), **JUMP},
    ),
    "a known hand that nobody has seen": ("match_mania.position.knows", ["r9", "g1"], {"lines": ("knows 0: 1:g1",)}),
    "a shuffle of nothing": ("match_mania.position.recycled", ["r9", "g1"], {"deck": "", "lines": ("recycled:",)}),
}


@pytest.mark.rules("MM-5.1", "MM-7.1", "MM-7.2", "MM-7.5", "MM-7.6", "MM-7.7", "ALL-5", "ALL-9")
@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_position_is_refused(name: str) -> None:
    code, hands, settings = IMPOSSIBLE[name]
    with refusal(code):
        table(*hands, **settings)


POSSIBLE: dict[str, tuple[list[str], dict[str, Any]]] = {
    "the winner by name": (["r9", ""], {"lines": ("winners: 1", "phase: over")}),
    "the winners of an end by turns": (["r9", "g1"], {**END, "lines": ("turns: 100", "winners: 0 1")}),
    "a last card that is a Wild": (["r9", ""], {"pile": "r5 W"}),
    "all +2s in a sum": (["r9", "g1"], {"pile": "r+2", "lines": ("penalty: 16",), "stacking": "twos"}),
    "a stacked four": (
        ["r9", "g1"],
        {"pile": "r+2 W+4", "lines": ("phase: name", "penalty: 6"), "stacking": "all"},
    ),
    "a call before drawing": (["r9 y1 y2", "g1"], {"lines": ("phase: drawn", "drawn: r9", "called: yes"), **MANUAL}),
    "a call before a Wild": (["r9", "g1"], {"pile": "r5 W", "lines": ("phase: name", "called: yes"), **MANUAL}),
    "a catch after a Skip": (["r9 y1", "g1"], {"turn": 1, "pile": "r5 rS", "lines": ("catch: 1",), **MANUAL}),
    "a catch after a penalty": (["y1", "g1 g2", "g3 g4"], {"turn": 2, "pile": "r5 r+2", "lines": ("catch: 0",), **MANUAL}),
}


@pytest.mark.rules("MM-5.1", "MM-7.6", "MM-7.7")
@pytest.mark.parametrize("name", POSSIBLE)
def test_a_possible_position_is_read_back(name: str) -> None:
    hands, settings = POSSIBLE[name]
    same(table(*hands, **settings))


# ---- Games of earlier rules


@pytest.mark.rules("ALL-1", "MM-7.7")
def test_a_saved_position_is_played_on_by_the_rules_it_was_saved_under() -> None:
    """A save of rules 1 names them beside the position, because positions had no line for them then."""
    settings: dict[str, Any] = {"max_turns": 100, "stacking": "twos"}
    t = play(table("r+2 y1 y2", "g9", "y8", lines=("turns: 99", "rules: 1"), **settings), "play r+2")
    saved = saves.read("table", t.save())
    old = {**saved, "position": str(saved["position"]).replace("rules: 1\n", "")}
    again = Table.load(saves.write("table", old))
    assert (again.version, again.position()) == (1, t.position())
    assert Table.load(again.save()).position() == t.position()
    assert table("r9", "g1").version == 2
