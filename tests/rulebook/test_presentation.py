"""The same rules, presented in a terminal and on a page."""

from collections.abc import Mapping

import pytest

from parlour import Game, find_game
from parlour.core.texts import speaking
from parlour.rulebook import Guide, presented, read_rulebook, vocabulary_of
from parlour.rulebook.tree import Code, CodeBlock, Grid, Link, Paragraph, Remark, Text, plain, plain_blocks

CAMBIO = find_game("cambio")
MANIA = find_game("match_mania")


def guide(text: str, typed: bool, game: Game = CAMBIO, options: Mapping[str, object] = {}) -> Guide:
    book = read_rulebook(text, vocabulary_of(game))
    with speaking(typed=typed):
        return presented(book, game, game.checked_options(options, 4))


def said(text: str, typed: bool, game: Game = CAMBIO, **options: object) -> str:
    return guide(text, typed, game, options).sections[0].words


@pytest.mark.parametrize(
    ("written", "typed", "looked"),
    [
        ("The rule `matching`.", "The rule matching.", "The rule “Matching”."),
        ("With `matching=snap_any`, snap.", "With matching=snap_any, snap.", "With “Matching: Snap with any cards”, snap."),
        ("With `start_discard=off`.", "With start_discard=off.", "With “Open discard pile: Off”."),
        ("With `turn_seconds=off`.", "With turn_seconds=off.", "With “Seconds per move: No clock”."),
        ("Add `wrong_call_penalty (usually 10)` points.", "Add 10 (wrong_call_penalty) points.", "Add 10 points."),
        ("Say `draw` or `pass`.", "Say draw or pass.", "Say “Draw” or “Pass”."),
        ("Say `switch 0:1 2:3`, `give 0`.", "Say switch 0:1 2:3, give 0.", "Say “Switch 1:2 3:4”, “Give 1”."),
        ("You hold `Th` and `J1`.", "You hold Th and J1.", "You hold ♥10 and red joker."),
        ("`Seat 0` takes `slots 2, 3 and 0`.", "Seat 1 takes slots 3, 4 and 1.", "Seat 1 takes slots 3, 4 and 1."),
        ("Three seats [CA-1.1]. Two slots. [ALL-2]", "Three seats [CA-1.1]. Two slots. [ALL-2]", "Three seats. Two slots."),
        ("**Play [CA-1.1]**, *or [ALL-1,\nALL-2] not*.", "Play [CA-1.1], or [ALL-1, ALL-2] not.", "Play, or not."),
        ("[CA-1.1] At first.", "[CA-1.1] At first.", "At first."),
        ("See [the shared page](../RULES.md).", "See the shared page.", "See the shared page."),
        (
            "Any `other words` stay `matching=never`.",
            "Any other words stay matching=never.",
            "Any other words stay matching=never.",
        ),
    ],
)
def test_words_are_said_to_the_reader(written: str, typed: str, looked: str) -> None:
    assert said(written, typed=True) == typed
    assert said(written, typed=False) == looked


def test_code_stays_code_only_for_what_is_typed() -> None:
    line = "`draw` `matching` `slot 0` `8h` `matching=off` `other`"
    (typed,), (looked,) = (guide(line, typed).sections[0].blocks for typed in (True, False))
    assert isinstance(typed, Paragraph) and isinstance(looked, Paragraph)
    assert [part.text for part in typed.parts if isinstance(part, Code)] == ["draw", "matching", "8h", "matching=off", "other"]
    assert [part.text for part in looked.parts if isinstance(part, Code)] == ["other"]


def test_a_number_is_the_one_of_the_table() -> None:
    line = "Add `wrong_call_penalty (usually 10)` points."
    assert said(line, False, wrong_call_penalty=12) == "Add 12 points."
    assert said("After `max_turns (usually 1,000)` turns.", False, MANIA, max_turns=5000) == "After 5,000 turns."


def test_a_word_that_is_a_move_and_an_option_is_the_move() -> None:
    assert said("`challenge`, or `challenge=on`", False, MANIA) == "“Challenge”, or “Challenge a Wild +4: On”"


def test_cards_of_any_pack_have_their_signs() -> None:
    assert said("`play r5`, `W+4`", False, MANIA) == f"“Play {MANIA.pack.sign(MANIA.pack.number('r5'))}”, Wild +4"


# ---- sections -----------------------------------------------------------------------------------------------------

BOOK = """# Cambio

What it is about.

<!-- typed -->

The ids are in brackets.

## 1 Setup

Deal; see [section 2](#2-the-end) and [how](#words).

```slots
[0] [1]
```

- Item

  <!-- typed -->

  typed item

### Cards

Four each.

#### Small print

None.

## 2 The end

Count.

<!-- typed -->

## Words

To be typed.

### More words

As well.

## Tips

Win.
"""


def test_a_page_has_no_numbers_and_nothing_about_typing() -> None:
    looked = guide(BOOK, typed=False)
    assert [(section.id, section.title, section.level) for section in looked.sections] == [
        ("cambio", "Cambio", 1),
        ("1-setup", "Setup", 2),
        ("cards", "Cards", 3),
        ("2-the-end", "The end", 2),
        ("tips", "Tips", 2),
    ]
    assert looked.sections[0].words == "Cambio What it is about."
    assert looked.sections[1].words == "Setup Deal; see “The end” and how. [1] [2] Item"
    assert looked.sections[2].words == "Cards Four each. Small print None."


def test_readers_in_a_terminal_see_everything() -> None:
    typed = guide(BOOK, typed=True)
    titles = [section.title for section in typed.sections]
    assert titles == ["Cambio", "1 Setup", "Cards", "2 The end", "Words", "More words", "Tips"]
    assert typed.sections[0].words == "Cambio What it is about. The ids are in brackets."
    assert typed.sections[1].words == "1 Setup Deal; see section 2 and how. [1] [2] Item typed item"


def test_a_link_leads_to_a_section_that_is_there() -> None:
    paragraph, block, _ = guide(BOOK, typed=False).sections[1].blocks
    assert isinstance(paragraph, Paragraph)
    assert [part for part in paragraph.parts if isinstance(part, Link)] == [Link((Text("“The end”"),), "2-the-end")]
    assert block == CodeBlock("[1] [2]", "slots")


def test_sections_of_one_title_are_told_apart() -> None:
    assert [section.id for section in guide("## A b\n\n## A b\n\n## A, b!", typed=True).sections] == ["a-b", "a-b-1", "a-b-2"]


def test_a_text_without_a_title_is_a_section_too() -> None:
    assert [section.title for section in guide("Play.", typed=False).sections] == [""]
    assert guide("", typed=False).sections == ()


# ---- house rules --------------------------------------------------------------------------------------------------

RULES = """# Cambio

Two jokers [CA-1.4]. **Match [CA-5.1]**.

| card | does |
|---|---|
| joker | nothing [CA-1.4] |
| Ace | nothing |

## House rules

All go together.

- `jokers` (0 to 2; usually 2). How many there are [CA-1.3,
  CA-1.4]. *Example:* with 1, there is `J1` [CA-1.4].
- `matching` (`own_turn` or `off`; usually `own_turn`). When [CA-5.1]. *Example:* with `off`, never; `seat 0` waits.

  If `snap_any`, first come, first served [CA-5.2].
- `draw_from_discard` [CA-5.1].
- `nonsense` and more.
"""


def test_house_rules_have_values_sentences_and_examples_the_changed_ones_first() -> None:
    rules = guide(RULES, False, options={"matching": "off"}).house_rules
    assert len(rules) == len(CAMBIO.options)
    assert [rule.is_changed for rule in rules] == [True] + [False] * (len(rules) - 1)
    first = rules[0]
    assert (first.name, first.label, first.value, first.usual) == ("matching", "Matching", "Off", "After your own turn")
    assert first.says == CAMBIO.options["matching"].says
    assert plain(first.example) == "with “Off”, never; seat 1 waits."
    assert plain_blocks(first.details) == "If “Snap with any cards”, first come, first served."
    assert first.words.startswith("Matching Off When") and first.words.endswith(
        "waits. If “Snap with any cards”, first come, first served."
    )
    jokers = next(rule for rule in rules if rule.name == "jokers")
    assert (jokers.value, plain(jokers.example)) == ("2", "with 1, there is red joker.")
    assert next(rule for rule in rules if rule.name == "memory_aid").example == ()


def test_house_rules_in_a_terminal_are_shown_as_they_are_typed() -> None:
    first = guide(RULES, True, options={"matching": "off"}).house_rules[0]
    assert (first.label, first.value, first.usual) == ("matching", "off", "own_turn")
    assert first.example[:2] == (Text("with "), Code("off"))


def remarks(line: tuple[object, ...]) -> list[str]:
    return [part.text for part in line if isinstance(part, Remark)]


def test_a_changed_house_rule_is_noted_where_it_overrules_a_statement() -> None:
    paragraph, grid = guide(RULES, False, options={"jokers": 0, "draw_from_discard": False}).sections[0].blocks
    assert isinstance(paragraph, Paragraph) and isinstance(grid, Grid)
    assert remarks(paragraph.parts) == [
        "At this table: “Jokers: 0” (as written: 2). How many jokers are in the pack.",
        "At this table: “Take from the discard pile: Off”. So this doesn't apply here: "
        "The top discard may be taken instead of a card from the deck.",
    ]
    assert [remarks(cell) for row in grid.rows for cell in row] == [[], ["At this table: “Jokers: 0”."], [], []]


def test_rules_as_written_need_no_remark() -> None:
    for typed in (True, False):
        assert "At this table" not in " ".join(section.words for section in guide(RULES, typed).sections)


def test_remarks_in_a_terminal_name_what_to_type() -> None:
    first, house_rules = guide(RULES, True, options={"jokers": 0}).sections
    assert first.words.endswith("joker nothing [CA-1.4] At this table: jokers=0. Ace nothing")
    assert "At this table: jokers=0 (as written: 2). How many jokers are in the pack." in first.words
    assert house_rules.words.count("At this table") == 1
    assert "there is J1 [CA-1.4]. At this table: jokers=0. matching (own_turn" in house_rules.words
