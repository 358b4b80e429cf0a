"""Any Markdown becomes a tree."""

import pytest

from parlour.rulebook.markdown import parsed
from parlour.rulebook.tree import Code, CodeBlock, Em, Grid, Heading, ItemList, Link, Marker, Paragraph, RuleIds, Strong, Text

PAGE = """# One

Two lines
of text.

- a
  goes on
- b

1. first
2. second

| x | y |
|---|---|
| 1 | `a \\| b` |
| 2 |

```slots
- no list
```

    indented

> said

<!-- typed -->

After.
"""


def test_headings_paragraphs_lists_tables_code_and_comments() -> None:
    assert parsed(PAGE) == (
        Heading(1, (Text("One"),)),
        Paragraph((Text("Two lines of text."),)),
        ItemList(False, ((Paragraph((Text("a goes on"),)),), (Paragraph((Text("b"),)),))),
        ItemList(True, ((Paragraph((Text("first"),)),), (Paragraph((Text("second"),)),))),
        Grid(((Text("x"),), (Text("y"),)), (((Text("1"),), (Code("a | b"),)), ((Text("2"),), ()))),
        CodeBlock("- no list", "slots"),
        CodeBlock("indented"),
        Paragraph((Text("said"),)),
        Marker("typed"),
        Paragraph((Text("After."),)),
    )


def test_marks_within_a_line() -> None:
    (line,) = parsed("**bold *and* more** `x*y*` 2 * 3 [the rules](../RULES.md), \\*this\\*, a_name_too [a] &amp; b")
    assert line == Paragraph(
        (
            Strong((Text("bold "), Em((Text("and"),)), Text(" more"))),
            Text(" "),
            Code("x*y*"),
            Text(" 2 * 3 "),
            Link((Text("the rules"),), "../RULES.md"),
            Text(", *this*, a_name_too [a] & b"),
        )
    )


def test_ids_of_statements_also_over_the_end_of_a_line() -> None:
    (line,) = parsed("Draw [AB-1.2,\nALL-7]. *[CD-3]* [AB 1.2] [ab-1.2] [AB-1.2; x]")
    assert line == Paragraph(
        (
            Text("Draw "),
            RuleIds(("AB-1.2", "ALL-7")),
            Text(". "),
            Em((RuleIds(("CD-3",)),)),
            Text(" [AB 1.2] [ab-1.2] [AB-1.2; x]"),
        )
    )


def test_html_becomes_text() -> None:
    evil = "<img src=x onerror=alert(1)>"
    assert parsed(f"{evil}\n\na {evil} b") == (Paragraph((Text(evil),)), Paragraph((Text(f"a {evil} b"),)))


@pytest.mark.parametrize(
    "text",
    [
        *("", "|", "|-|", "```", "- ", "**", "[](", "#", "- - - -", "<!--", "![a](b)", "\0", "a  \nb", "[AB-1.2", "---\n"),
        *("*" * 3000, "- " * 500, "[" * 2000, "> " * 500, "*" * 2000 + "a" + "*" * 2000, "**a " * 2000 + " b**" * 2000),
        *("|" * 3000 + "\n" + "|-" * 1500, "`" * 5000, "<a>" * 3000, "\n".join(" " * depth + "- a" for depth in range(200))),
    ],
)
def test_any_text_can_be_parsed(text: str) -> None:
    assert isinstance(parsed(text), tuple)
