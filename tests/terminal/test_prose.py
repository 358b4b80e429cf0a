"""Rules as a terminal shows them."""

from parlour.rulebook import Rulebook, presented_shared, read_rulebook, shared_vocabulary
from parlour.rulebook.tree import Paragraph, Remark, Text
from parlour.terminal.ink import Ink
from parlour.terminal.layout import width_of
from parlour.terminal.prose import Prose, table_lines

PLAIN, COLOUR = Ink(False), Ink(True)

SHEET = """# The game

A *short* game with **two** cards, see [the house](https://example.org).
It goes on `draw`.

## Turns
- `GA-1` A turn is long enough to be broken over several lines of this narrow page.
  It goes on here.

  More of it.
  - inside
- *A `b` c:* d

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


def lines_of(text: str, width: int, ink: Ink = PLAIN) -> list[str]:
    book: Rulebook = read_rulebook(text, shared_vocabulary())
    return Prose(width, ink).sections(presented_shared(book).sections)


def test_rules_become_plain_lines() -> None:
    lines = lines_of(SHEET, 40)
    text = "\n".join(lines)
    assert lines[:3] == ["The game", "────────", ""]
    assert "A short game with two cards, see the\nhouse. It goes on `draw`.\n\nTurns\n\n" in text
    assert "  • `GA-1` A turn is long enough to be\n    broken over" in text
    assert "narrow page. It goes on here." in " ".join(text.split())
    assert "    More of it.\n      • inside\n  • A `b` c: d\n\n  1. first\n  2. second\n\n" in text
    assert "  card  does\n  `8h`  turns the direction of play and\n        does a lot of other things\n  `9h`  nothing" in text
    assert text.endswith("\n\n    play 8h")
    assert not set("*|#[") & set(text)
    assert max(map(width_of, lines)) <= 40


def test_a_terminal_shows_code_in_bold() -> None:
    assert lines_of("Type `draw`, **now**.", 40, COLOUR) == ["Type \x1b[1mdraw\x1b[0m, \x1b[1mnow\x1b[0m."]


def test_a_code_line_too_wide_for_the_page_is_broken() -> None:
    assert lines_of("    a line of code\n    b", 14) == ["    a line of", "      code", "    b"]


def test_a_remark_stands_below_its_paragraph() -> None:
    block = Paragraph((Text("Seven cards each."), Remark("At this table: five of them.")))
    assert Prose(24, PLAIN).blocks((block,)) == ["Seven cards each.", "→ At this table: five of", "  them."]


def test_a_table_too_wide_for_the_page_becomes_paragraphs() -> None:
    rows = [["a", "b"], ["x" * 15, "some words that follow"]]
    assert table_lines(rows, 30, PLAIN) == ["  " + "x" * 15 + " · some words", "    that follow"]


def test_the_widest_column_of_a_table_is_wrapped() -> None:
    sheet = "| card | does | points |\n|---|---|---|\n| `8` | turns **the direction of** play | 20 |\n| 9 | nothing | 9 |"
    assert lines_of(sheet, 38) == [
        "  card  does                    points",
        "  `8`   turns the direction of  20",
        "        play",
        "  9     nothing                 9",
    ]
    assert "\x1b[1mdirection\x1b[0m \x1b[1mof\x1b[0m" in lines_of(sheet, 38, COLOUR)[1]
