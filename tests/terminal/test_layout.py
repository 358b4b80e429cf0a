"""Lines that fit their width, and colours that are visible and take up no width."""

import pytest

from parlour.core.cards import JOKER_PACK, Pack
from parlour.core.texts import listed
from parlour.terminal.ink import Ink
from parlour.terminal.layout import flowed, in_columns, padded, side_by_side, width_of, wrapped

PLAIN, COLOUR = Ink(False), Ink(True)


def test_colour_codes_take_no_room_and_wide_letters_two_columns() -> None:
    assert width_of(COLOUR.bold("8h")) == 2
    assert width_of("日本") == 4
    assert width_of("e\u0301") == 1
    assert padded("8h", 4) == "8h  "


@pytest.mark.parametrize("width", [24, 40, 80])
def test_wrapped_lines_fit_and_lose_no_word(width: int) -> None:
    text = "The pile is shuffled into a new deck of 31 cards. " * 4
    lines = wrapped(text, width, "    ", "  ")
    assert all(width_of(line) <= width for line in lines)
    assert " ".join(" ".join(lines).split()) == text.strip()
    assert lines[0].startswith("  The")
    assert lines[1].startswith("    ")


def test_a_word_wider_than_the_line_is_cut() -> None:
    assert wrapped("x" * 50, 20) == ["x" * 20, "x" * 20, "x" * 10]


def test_an_empty_text_has_no_lines() -> None:
    assert wrapped("  ", 20) == []


def test_lines_break_between_units() -> None:
    assert flowed(["♣ 2c 9c", "♥ 8h", "♠ 3s"], 18, "  ", "   ") == ["  ♣ 2c 9c   ♥ 8h", "  ♠ 3s"]


def test_columns_are_read_line_by_line() -> None:
    assert in_columns(["1) draw", "2) pass", "3) play 8h"], 30) == ["  1) draw      2) pass", "  3) play 8h"]
    assert in_columns([], 30) == []


def test_blocks_stand_side_by_side_where_they_fit() -> None:
    blocks = [["1 Ada", "x"], ["2 Bo"]]
    assert side_by_side(blocks, 20) == ["1 Ada   2 Bo", "x"]
    assert side_by_side(blocks, 9) == ["1 Ada", "x", "2 Bo"]


@pytest.mark.parametrize(("parts", "text"), [(["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")])
def test_a_list_in_words(parts: list[str], text: str) -> None:
    assert listed(parts) == text


def test_hearts_and_diamonds_are_red_unless_colour_is_off() -> None:
    assert COLOUR.card("8h", JOKER_PACK) == "\x1b[31m♥8\x1b[0m"
    assert COLOUR.card("J1", JOKER_PACK) == "\x1b[31mred joker\x1b[0m"
    assert "31" not in COLOUR.card("8s", JOKER_PACK)
    assert PLAIN.card("8h", JOKER_PACK) == "♥8"
    assert COLOUR.sentence("You draw ♥10.") == "You draw \x1b[31m♥10\x1b[0m."


def test_a_pack_with_colours_for_suits_is_coloured_too() -> None:
    pack = Pack(("r5", "g5", "W"), {"r5": "red 5", "g5": "green 5", "W": "wild"}.__getitem__)
    assert COLOUR.card("r5", pack).startswith("\x1b[31m")
    assert COLOUR.card("g5", pack).startswith("\x1b[32m")
