"""Presents a rulebook to a reader, who either types moves or looks at a page.

The current voice (`core.texts.Voice.typed`) says which of them reads. Readers who type see the names of options and the ids of
the rules. Readers of a page see labels, buttons and card symbols, and no ids and nothing about typing. Both count seats and
slots from 1, and get a remark where a house rule of their table overrules a statement.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ..core.game import Game
from ..core.options import OFF, Option
from ..core.texts import text, voice
from .book import OptionEntry, Rulebook, Section
from .readers import PageReader, Reader, TypedReader
from .tree import (
    Block,
    Blocks,
    CodeBlock,
    Em,
    ItemList,
    Link,
    Marker,
    OptionName,
    Parts,
    Remark,
    RuleIds,
    Strong,
    Text,
    changed,
    ids_in,
    joined,
    plain,
    plain_blocks,
)


@dataclass(frozen=True)
class SectionShown:
    """A section as its reader sees it."""

    id: str
    title: str
    level: int
    blocks: Blocks

    @property
    def words(self) -> str:
        """All its text, for searching."""
        return f"{self.title} {plain_blocks(self.blocks)}".strip()


@dataclass(frozen=True)
class HouseRule:
    """A house rule of a table; `usual` is its value in the rules as written."""

    name: str
    label: str
    value: str
    usual: str
    is_changed: bool
    says: str
    example: Parts
    details: Blocks

    @property
    def words(self) -> str:
        """All its text, for searching."""
        return " ".join(filter(None, [self.label, self.value, self.says, plain(self.example), plain_blocks(self.details)]))


@dataclass(frozen=True)
class Guide:
    """The rules of a table for one reader."""

    sections: tuple[SectionShown, ...]
    house_rules: tuple[HouseRule, ...]


Remarks = Callable[[Parts, bool], tuple[Remark, ...]]
"""Returns the remarks about a line, or short ones about a table cell (if the flag is set)."""


def presented(book: Rulebook, game: Game, values: Mapping[str, int]) -> Guide:
    """Return the rules of a table with these house rules, in the current voice."""
    reader: Reader = TypedReader(game.options, values) if voice().typed else PageReader(game, values, _shown_to_lookers(book))
    presenter = _Presenter(reader, book, game.options, values)
    return Guide(presenter.sections(), presenter.house_rules())


def presented_shared(book: Rulebook) -> Guide:
    """Return the rules that all games share, for readers who type: no page shows them."""
    return Guide(_Presenter(TypedReader({}, {}), book, {}, {}).sections(), ())


def _shown_to_lookers(book: Rulebook) -> dict[str, str]:
    """Return the titles of the sections on a page, by id."""
    return {section.id: plain(section.title) for section in book.sections if not (section.is_typed or section.is_house_rules)}


@dataclass(frozen=True)
class _Presenter:
    reader: Reader
    book: Rulebook
    options: Mapping[str, Option]
    values: Mapping[str, int]

    def sections(self) -> tuple[SectionShown, ...]:
        return tuple(self._section(section) for section in self.book.sections if self.reader.sees(section))

    def _section(self, section: Section) -> SectionShown:
        title = plain(self._shown(section.title))
        remarks = self._about_entry if section.is_house_rules else self._about_statements
        return SectionShown(
            section.id, self.reader.title(section.number, title), section.level, self._blocks(section.blocks, remarks)
        )

    def house_rules(self) -> tuple[HouseRule, ...]:
        """Return every house rule, changed ones first."""
        rules = [self._house_rule(name, option) for name, option in self.options.items()]
        return tuple(sorted(rules, key=lambda rule: not rule.is_changed))

    def _house_rule(self, name: str, option: Option) -> HouseRule:
        entry = self.book.entries.get(name, OptionEntry((), (), ()))
        return HouseRule(
            name=name,
            label=self.reader.label(name, option),
            value=self.reader.value(option, self.values[name]),
            usual=self.reader.value(option, option.start),
            is_changed=self._is_changed(name),
            says=option.says,
            example=self._shown(entry.example),
            details=self._blocks(entry.details, _no_remarks),
        )

    def _is_changed(self, name: str) -> bool:
        return name in self.values and self.values[name] != self.options[name].start

    # ---- blocks and lines

    def _blocks(self, blocks: Blocks, remarks: Remarks) -> Blocks:
        def line(parts: Parts, is_cell: bool) -> Parts:
            return (*self._shown(parts), *remarks(parts, is_cell))

        return changed(self._seen(blocks), line)

    def _seen(self, blocks: Blocks) -> Iterator[Block]:
        """Return the blocks for this reader, without the markers."""
        is_typed = False
        for block in blocks:
            if isinstance(block, Marker):
                is_typed = True
                continue
            if self.reader.is_typing or not is_typed:
                yield self._inside(block)
            is_typed = False

    def _inside(self, block: Block) -> Block:
        match block:
            case ItemList():
                return replace(block, items=tuple(tuple(self._seen(item)) for item in block.items))
            case CodeBlock():
                return self.reader.code_block(block)
        return block

    def _shown(self, parts: Parts) -> Parts:
        """Return a line as the reader sees it."""
        shown = self._inner(parts)
        match shown:
            case (Text(text=begin), *rest):
                return joined((Text(begin.lstrip()), *rest))
        return shown

    def _inner(self, parts: Parts) -> Parts:
        found: Parts = ()
        for part in parts:
            match part:
                case Strong():
                    found += (Strong(self._inner(part.parts)),)
                case Em():
                    found += (Em(self._inner(part.parts)),)
                case Link():
                    found += self.reader.link(replace(part, parts=self._inner(part.parts)))
                case RuleIds():
                    found = self.reader.numbered(found, part)
                case _:
                    found += self.reader.word(part)
        return joined(found)

    # ---- remarks

    def _about_statements(self, parts: Parts, is_cell: bool) -> tuple[Remark, ...]:
        """Return remarks on how this table's house rules change the statements in a line."""
        names = [
            name
            for rule_id in ids_in(parts)
            for name, entry in self.book.entries.items()
            if rule_id in entry.ids and self._is_changed(name)
        ]
        return tuple(self._remark(name, is_short=is_cell) for name in dict.fromkeys(names))

    def _about_entry(self, parts: Parts, is_cell: bool) -> tuple[Remark, ...]:
        """Return a remark with the current value, for the entry of a changed house rule."""
        match parts:
            case (OptionName(name=name), *_) if self._is_changed(name):
                return (self._remark(name, is_short=True),)
        return ()

    def _remark(self, name: str, *, is_short: bool) -> Remark:
        option = self.options[name]
        value = self.values[name]
        key = "guide.remarkShort" if is_short else "guide.remark"
        if option.kind == "toggle" and value == OFF and not is_short:
            key = "guide.remarkOff"
        usual = self.reader.value(option, option.start)
        return Remark(text(key, setting=self.reader.setting(name, option, value), usual=usual, says=option.says))


def _no_remarks(parts: Parts, is_cell: bool) -> tuple[Remark, ...]:
    return ()
