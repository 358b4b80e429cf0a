"""Lines that fit, colours that are seen and cost no width, Markdown as a terminal shows it."""

import pytest

from parlour.core.cards import JOKER_PACK, Pack
from parlour.core.texts import listed
from parlour.terminal.ink import Ink
from parlour.terminal.layout import flowed, in_columns, padded, side_by_side, width_of, wrapped
from parlour.terminal.markdown import Page

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


def test_nothing_to_wrap_is_no_line() -> None:
    assert wrapped("  ", 20) == []


def test_units_are_broken_between_each_other() -> None:
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


def test_hearts_and_diamonds_are_red_and_nothing_is_where_there_is_no_colour() -> None:
    assert COLOUR.card("8h", JOKER_PACK) == "\x1b[31m8h\x1b[0m"
    assert COLOUR.card("J1", JOKER_PACK) == "\x1b[31mJ1\x1b[0m"
    assert "31" not in COLOUR.card("8s", JOKER_PACK)
    assert PLAIN.card("8h", JOKER_PACK) == "8h"
    assert COLOUR.sentence("You draw ♥10.") == "You draw \x1b[31m♥10\x1b[0m."


def test_a_pack_with_colours_for_suits_is_coloured_too() -> None:
    pack = Pack(("r5", "g5", "W"), {"r5": "red 5", "g5": "green 5", "W": "wild"}.__getitem__)
    assert COLOUR.card("r5", pack).startswith("\x1b[31m")
    assert COLOUR.card("g5", pack).startswith("\x1b[32m")


SHEET = """# The game

A *short* game with **two** cards, see [the house](https://example.org).
It goes on `draw`.

## Turns
- `GA-1` A turn is long enough to be broken over several lines of this narrow page.
  It goes on here.
1. first
2. second

| card | does |
|---|---|
| `8h` | turns the direction of play and does a lot of other things |
| `9h` | nothing |

```
play 8h
```
"""


def test_markdown_becomes_plain_lines() -> None:
    lines = Page(40, PLAIN).render(SHEET)
    text = "\n".join(lines)
    assert lines[:2] == ["The game", "────────"]
    assert "A short game with two cards, see the\nhouse. It goes on `draw`." in text
    assert "  • `GA-1` A turn is long enough to be\n    broken over" in text
    assert "narrow page. It goes on here." in " ".join(text.split())
    assert "  1. first\n  2. second" in text
    assert "  card  does\n  `8h`  turns the direction of play and\n        does a lot of other things\n  `9h`  nothing" in text
    assert "    play 8h" in text
    assert not set("*|#[") & set(text)
    assert max(map(width_of, lines)) <= 40


def test_a_terminal_shows_code_in_bold() -> None:
    assert Page(40, COLOUR).render("Type `draw`.") == ["Type \x1b[1mdraw\x1b[0m."]


def test_a_table_too_wide_for_the_page_becomes_paragraphs() -> None:
    wide = "| a | b |\n|---|---|\n| " + "x" * 15 + " | some words that follow |\n"
    assert Page(30, PLAIN).render(wide) == ["  " + "x" * 15 + " · some words", "    that follow"]
