"""The two kinds of readers, and what each of them sees in place of a word with a meaning."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from ..core.game import Game
from ..core.options import Option
from ..core.texts import text
from .book import Section
from .tree import (
    Amount,
    CardName,
    Code,
    CodeBlock,
    Link,
    MoveText,
    OptionName,
    Part,
    Parts,
    PlaceText,
    RuleIds,
    SettingText,
    Text,
    Value,
)

NUMBER = re.compile(r"\d+")
SLOTS = "slots"
"""The kind of code block in which every number is a slot."""


@dataclass(frozen=True)
class TypedReader:
    """A reader who types moves, and sees words as they are typed."""

    is_typing: ClassVar = True
    options: Mapping[str, Option]
    values: Mapping[str, int]

    def sees(self, section: Section) -> bool:
        """Whether the section is shown, which is always so."""
        return True

    def title(self, number: str, title: str) -> str:
        """Return the title with its number."""
        return f"{number} {title}".strip()

    def label(self, name: str, option: Option) -> str:
        """Return the name of the option."""
        return name

    def value(self, option: Option, value: int) -> str:
        """Return the value as it is typed."""
        return option.text(value)

    def setting(self, name: str, option: Option, value: int) -> str:
        """Return the setting as it is given to `--set`."""
        return f"{name}={option.text(value)}"

    def word(self, part: Part) -> Parts:
        """Return the word as it is typed; places are spelled out, and a number has its value at this table."""
        match part:
            case OptionName(name=name) | CardName(name=name):
                return (Code(name),)
            case SettingText():
                return (Code(f"{part.name}={part.value}"),)
            case Value():
                return (Code(part.value),)
            case Amount():
                amount = _amount(self.options[part.name], self.values[part.name])
                return (Text(f"{amount} ("), Code(part.name), Text(")"))
            case MoveText():
                return (Code(" ".join((part.verb, *part.rest))),)
            case PlaceText():
                return (Text(_from_one(part.text)),)
        return (part,)

    def link(self, link: Link) -> Parts:
        """Return the words of the link."""
        return link.parts

    def numbered(self, before: Parts, ids: RuleIds) -> Parts:
        """Return the ids in brackets."""
        return (*before, Text(f"[{', '.join(ids.ids)}]"))

    def code_block(self, block: CodeBlock) -> CodeBlock:
        """Return the lines with slots counted from 1."""
        return _from_one_in(block)


@dataclass(frozen=True)
class PageReader:
    """A reader of a page with buttons and cards; `titles` are those of the sections on it, by id."""

    is_typing: ClassVar = False
    game: Game
    values: Mapping[str, int]
    titles: Mapping[str, str]

    def sees(self, section: Section) -> bool:
        """Whether the section is shown. Those about typing are not, nor are the house rules, which have a list of their own."""
        return section.id in self.titles

    def title(self, number: str, title: str) -> str:
        """Return the title alone."""
        return title

    def label(self, name: str, option: Option) -> str:
        """Return the label of the option."""
        return option.label

    def value(self, option: Option, value: int) -> str:
        """Return the label of the value."""
        return option.value_label(value)

    def setting(self, name: str, option: Option, value: int) -> str:
        """Return both labels."""
        return text("option.set", label=option.label, value=option.value_label(value))

    def word(self, part: Part) -> Parts:
        """Return the word as a page shows it: a button, a label, a card symbol, or counted from 1."""
        said = self._said(part)
        return (part,) if said is None else (Text(said),)

    def _said(self, part: Part) -> str | None:
        options = self.game.options
        match part:
            case OptionName():
                return _quoted(options[part.name].label)
            case SettingText():
                option = options[part.name]
                return self.setting(part.name, option, option.read(part.name, part.value))
            case Value():
                option = options[part.name]
                return _quoted(option.value_label(option.read(part.name, part.value)))
            case Amount():
                return _amount(options[part.name], self.values[part.name])
            case MoveText():
                return _quoted(" ".join([self.game.words[part.verb], *map(self._argument, part.rest)]))
            case PlaceText():
                return _from_one(part.text)
            case CardName():
                return self._sign(part.name)
        return None

    def _argument(self, word: str) -> str:
        """Return the object of a move: a card by its symbol, a seat or a slot counted from 1."""
        return self._sign(word) if word in self.game.pack.names else _from_one(word)

    def _sign(self, card: str) -> str:
        return self.game.pack.sign(self.game.pack.number(card))

    def link(self, link: Link) -> Parts:
        """Return a link to a section by its title; for any other link, return its words."""
        section = link.section.removeprefix("#")
        title = self.titles.get(section)
        return (replace(link, parts=(Text(_quoted(title)),), section=section),) if title else link.parts

    def numbered(self, before: Parts, ids: RuleIds) -> Parts:
        """Leave out the ids and the space before them."""
        match before:
            case (*rest, Text(text=last)):
                return (*rest, Text(last.rstrip()))
        return before

    def code_block(self, block: CodeBlock) -> CodeBlock:
        """Return the lines with slots counted from 1."""
        return _from_one_in(block)


Reader = TypedReader | PageReader


def _amount(option: Option, value: int) -> str:
    said = option.value_label(value)
    return f"{value:,}" if said == str(value) else said


def _quoted(said: str) -> str:
    return text("guide.quoted", text=said)


def _from_one_in(block: CodeBlock) -> CodeBlock:
    return replace(block, text=_from_one(block.text)) if block.what == SLOTS else block


def _from_one(said: str) -> str:
    return NUMBER.sub(lambda found: str(int(found[0]) + 1), said)
