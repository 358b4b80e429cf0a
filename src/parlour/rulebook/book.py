"""A rulebook: the sections of a RULES.md, and what it says about each house rule."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from .. import games
from ..core.game import Game
from .markdown import parsed
from .tree import (
    Block,
    Blocks,
    Code,
    Em,
    Heading,
    ItemList,
    Marker,
    OptionName,
    Paragraph,
    Parts,
    Text,
    changed,
    ids_in,
    parts_of,
    plain,
)
from .vocabulary import Vocabulary, shared_vocabulary, vocabulary_of

HOUSE_RULES = "House rules"
"""The title of the section that lists the house rules."""
EXAMPLE = "Example:"
TYPED = "typed"
"""The comment before a part that only readers who type their moves need."""
DEEPEST_SECTION = 3


@dataclass(frozen=True)
class Section:
    """A heading and what is below it; `title` doesn't include the number."""

    id: str
    number: str
    title: Parts
    level: int
    is_typed: bool
    blocks: Blocks

    @property
    def is_house_rules(self) -> bool:
        """Whether this is the list of house rules."""
        return plain(self.title) == HOUSE_RULES


@dataclass(frozen=True)
class OptionEntry:
    """The entry of a rulebook about one house rule: an example, details, and which statements it is about."""

    example: Parts
    details: Blocks
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Rulebook:
    """A parsed RULES.md."""

    sections: tuple[Section, ...]
    entries: Mapping[str, OptionEntry]


def rulebook_of(game: Game) -> Rulebook:
    """Return the rulebook of a game. An OSError or a UnicodeDecodeError means that it cannot be read."""
    return read_rulebook(game.rules_text, vocabulary_of(game))


def shared_rulebook() -> Rulebook:
    """Return the rulebook of what all games have in common, the shared RULES.md."""
    text = (Path(games.__path__[0]) / "RULES.md").read_text(encoding="utf-8")
    return read_rulebook(text, shared_vocabulary())


def read_rulebook(text: str, words: Vocabulary) -> Rulebook:
    """Return the rulebook in a text; unlike `rulebook_of` it accepts any text."""
    sections = tuple(_understood(section, words) for section in _sections(_parsed(text)))
    entries = {name: entry for section in sections if section.is_house_rules for name, entry in _entries(section.blocks)}
    return Rulebook(sections, entries)


@lru_cache(maxsize=32)
def _parsed(text: str) -> Blocks:
    return parsed(text)


# ---- sections -----------------------------------------------------------------------------------------------------


def _sections(blocks: Iterable[Block]) -> Iterator[Section]:
    """Return the sections in order. A marker before a heading applies up to the next heading of the same level."""
    slugs: Counter[str] = Counter()
    now = Section("", "", (), 1, False, ())
    typed_level = 0
    marker: tuple[Marker, ...] = ()
    for block in blocks:
        if isinstance(block, Heading) and block.level <= DEEPEST_SECTION:
            if now.title or now.blocks:
                yield now
            if not typed_level or block.level <= typed_level:
                typed_level = block.level if marker else 0
            now = _begun(block, bool(typed_level), slugs)
            marker = ()
        elif isinstance(block, Marker):
            marker = (block,) if block.text == TYPED else ()
        else:
            now = replace(now, blocks=(*now.blocks, *marker, block))
            marker = ()
    if now.title or now.blocks:
        yield now


def _begun(heading: Heading, is_typed: bool, slugs: Counter[str]) -> Section:
    slug = _slug(plain(heading.parts))
    number, title = _numbered(heading.parts)
    found = f"{slug}-{slugs[slug]}" if slugs[slug] else slug
    slugs[slug] += 1
    return Section(found, number, title, heading.level, is_typed, ())


def _slug(title: str) -> str:
    """Return the id of a heading for links, as GitHub and similar sites make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def _numbered(parts: Parts) -> tuple[str, Parts]:
    """Return the number at the start of a title, and the title without it."""
    first = parts[0] if parts else None
    if not isinstance(first, Text):
        return "", parts
    number, _, rest = first.text.partition(" ")
    return (number, (Text(rest), *parts[1:])) if number.isdecimal() and rest else ("", parts)


# ---- what the words mean ------------------------------------------------------------------------------------------


def _understood(section: Section, words: Vocabulary) -> Section:
    title = words.understood(section.title)
    if not section.is_house_rules:
        return replace(section, title=title, blocks=_blocks_understood(section.blocks, words))
    blocks = tuple(
        replace(block, items=tuple(_item_understood(item, words) for item in block.items))
        if isinstance(block, ItemList)
        else _blocks_understood((block,), words)[0]
        for block in section.blocks
    )
    return replace(section, title=title, blocks=blocks)


def _blocks_understood(blocks: Blocks, words: Vocabulary, entry: str = "") -> Blocks:
    return changed(blocks, lambda parts, _: words.understood(parts, entry))


def _item_understood(item: Blocks, words: Vocabulary) -> Blocks:
    """Return an item of the list of house rules, which starts with the name of one."""
    name = _entry_name(item)
    if name not in words.options:
        return _blocks_understood(item, words)
    first, *rest = _blocks_understood(item, words, name)
    assert isinstance(first, Paragraph)
    return (replace(first, parts=(OptionName(name), *first.parts[1:])), *rest)


def _entry_name(item: Blocks) -> str:
    match item:
        case (Paragraph(parts=(Code(text=name), *_)), *_):
            return name
    return ""


# ---- entries ------------------------------------------------------------------------------------------------------


def _entries(blocks: Blocks) -> Iterator[tuple[str, OptionEntry]]:
    for block in blocks:
        for item in block.items if isinstance(block, ItemList) else ():
            match item:
                case (Paragraph(parts=(OptionName(name=name), *_) as parts), *details):
                    yield name, OptionEntry(_example(parts), tuple(details), tuple(ids_in(parts_of(item))))


def _example(parts: Parts) -> Parts:
    at = next((place for place, part in enumerate(parts) if isinstance(part, Em) and plain(part.parts) == EXAMPLE), len(parts))
    return parts[at + 1 :]
