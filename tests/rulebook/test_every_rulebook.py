"""Every RULES.md is parsed completely, for readers in a terminal and for readers of a page."""

import re
import subprocess
import sys

import pytest

from parlour import Game, find_game, game_ids
from parlour.core.options import Option
from parlour.core.texts import listed, speaking
from parlour.rulebook import Guide, Rulebook, presented, presented_shared, rulebook_of, shared_rulebook
from parlour.rulebook.tree import (
    Amount,
    Block,
    Code,
    ItemList,
    Link,
    Paragraph,
    Remark,
    Text,
    Value,
    every,
    ids_in,
    parts_of,
    plain,
    plain_blocks,
)

TYPED = re.compile(
    r"\b(?:seat|slot)s?\s\d|\b[a-z]+_[a-z_]+\b|\bseat0\b|\bsections?\s\d|\b[A-Z]{2,4}-\d|`|\*\*|<!--|\bparlour\s\w|\(usually\s\d",
    re.IGNORECASE,
)
"""Texts that belong in a terminal or a file only, such as places counted from 0, and that no page may show."""
MARKUP = re.compile(r"`|\*\*|<!--|-->|\]\(")

every_game = pytest.mark.parametrize("game_id", game_ids(examples=True))


def guide_of(game: Game, typed: bool, **options: object) -> Guide:
    with speaking(typed=typed):
        return presented(rulebook_of(game), game, game.checked_options(options, game.usual_seats))


def texts_of(guide: Guide) -> dict[str, tuple[Block, ...]]:
    """Everything that a guide says, by the place where it says it."""
    rules = {f"house rule {rule.name}": (Paragraph(rule.example), *rule.details) for rule in guide.house_rules}
    return {f"section {section.title}": section.blocks for section in guide.sections} | rules


def unmarked(book: Rulebook) -> str:
    """The plain text that a page shows, without links and marked words."""
    sections = [section for section in book.sections if not section.is_typed]
    parts = tuple(part for section in sections for part in parts_of(section.blocks) if not isinstance(part, Link))
    return "\n".join(part.text for part in every(parts) if isinstance(part, Text))


@every_game
def test_a_page_shows_no_typed_words(game_id: str) -> None:
    guide = guide_of(find_game(game_id), typed=False)
    for place, blocks in texts_of(guide).items():
        typed = [part.text for part in every(parts_of(blocks)) if isinstance(part, Code)]
        assert not typed, f"RULES.md of {game_id}, {place}: {typed} are not house rules, moves or cards of the game."
        shown = re.sub(r"\b(seat|slot)s? \d", "", plain_blocks(blocks), flags=re.IGNORECASE)
        assert not TYPED.findall(shown), f"RULES.md of {game_id}, {place}."


@every_game
def test_places_and_ids_are_marked(game_id: str) -> None:
    found = TYPED.findall(unmarked(rulebook_of(find_game(game_id))))
    assert not found, f"RULES.md of {game_id} should have these in code spans, or ids in square brackets: {found}."


@every_game
def test_no_markup_reaches_a_reader(game_id: str) -> None:
    for typed in (True, False):
        for place, blocks in texts_of(guide_of(find_game(game_id), typed)).items():
            said = [part.text for part in every(parts_of(blocks)) if isinstance(part, Text | Remark)]
            assert not MARKUP.findall("\n".join(said)), f"RULES.md of {game_id}, {place}."


def test_no_markup_of_the_shared_rules_reaches_a_reader() -> None:
    guide = presented_shared(shared_rulebook())
    assert guide.sections[0].title == "What all games share"
    assert not MARKUP.findall(" ".join(section.words for section in guide.sections))


@every_game
def test_a_rulebook_begins_with_what_the_game_is(game_id: str) -> None:
    game = find_game(game_id)
    first = guide_of(game, typed=False).sections[0]
    assert first.title == game.name and len(first.words) > 100


# ---- house rules --------------------------------------------------------------------------------------------------


@every_game
def test_every_house_rule_has_an_entry_with_an_example_and_ids(game_id: str) -> None:
    game, book = find_game(game_id), rulebook_of(find_game(game_id))
    assert set(book.entries) == set(game.options)
    known = {rule_id for section in book.sections if not section.is_house_rules for rule_id in ids_in(parts_of(section.blocks))}
    for name, entry in book.entries.items():
        assert plain(entry.example).strip(), f"The house rule {name} of {game_id} has no example."
        assert set(entry.ids) & known, f"The house rule {name} of {game_id} names no statement of its RULES.md."


@every_game
def test_entries_begin_with_the_values_there_are(game_id: str) -> None:
    game = find_game(game_id)
    with speaking(typed=True):
        guide = guide_of(game, typed=True)
        section = next(section for section in guide.sections if section.title == "House rules")
        begins = [plain_blocks(item) for block in section.blocks if isinstance(block, ItemList) for item in block.items]
        assert len(begins) == len(game.options)
        for name, option in game.options.items():
            expected = f"{name} ({_values(option)}; usually {_number(option.text(option.start))}). "
            assert any(begin.startswith(expected) for begin in begins), f"RULES.md of {game_id} should say: {expected}"


def _values(option: Option) -> str:
    if option.values:
        return listed(option.values, "list.or")
    span = f"{_number(str(option.low))} to {_number(str(option.high))}"
    return listed([option.nothing, span], "list.or") if option.nothing else span


def _number(said: str) -> str:
    return f"{int(said):,}" if said.isdecimal() else said


@every_game
def test_amounts_and_values_are_those_of_the_options(game_id: str) -> None:
    game, book = find_game(game_id), rulebook_of(find_game(game_id))
    for part in (part for section in book.sections for part in every(parts_of(section.blocks))):
        if isinstance(part, Amount):
            assert game.options[part.name].kind == "number" and not game.options[part.name].nothing
            assert int(part.usual.replace(",", "")) == game.options[part.name].start, (
                f"{part.name} does not default to {part.usual}."
            )
        if isinstance(part, Value):
            assert game.options[part.name].text(game.options[part.name].read(part.name, part.value)) == part.value


@every_game
def test_a_changed_house_rule_is_noted_where_the_rules_mention_it(game_id: str) -> None:
    game = find_game(game_id)
    for name, option in game.options.items():
        values = {key: one.start for key, one in game.options.items()} | {name: _another(option)}
        with speaking(typed=False):
            guide = presented(rulebook_of(game), game, values)
        assert [rule.name for rule in guide.house_rules if rule.is_changed] == [name]
        words = " ".join(section.words for section in guide.sections)
        assert f"At this table: “{option.label}: " in words, f"RULES.md of {game_id} never mentions {name}."


def _another(option: Option) -> int:
    if option.values:
        return (option.start + 1) % len(option.values)
    return option.high if option.start != option.high else option.low


# ---- links --------------------------------------------------------------------------------------------------------


@every_game
def test_links_lead_somewhere(game_id: str) -> None:
    game, book = find_game(game_id), rulebook_of(find_game(game_id))
    ids = {section.id for section in book.sections}
    for part in (part for section in book.sections for part in every(parts_of(section.blocks))):
        if isinstance(part, Link):
            target = part.section
            assert target.removeprefix("#") in ids if target.startswith("#") else (game.folder / target).is_file(), target


def test_markdown_is_read_only_when_rules_are() -> None:
    script = "import sys, parlour, parlour.cli, parlour.rulebook; sys.exit('markdown_it' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script]).returncode == 0
