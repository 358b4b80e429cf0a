"""The tree of a text: blocks of inline parts.

Blocks hold two kinds of parts. Text, code, emphasis and links are the same before and after presentation. *Words* (options,
settings, moves, places, cards, rule ids) have a meaning, and presenting them for a reader turns them into text or code.
Remarks exist only after presentation.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

# ---- parts of a line ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """Plain text."""

    kind: ClassVar[str] = "text"
    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Words as they are typed."""

    kind: ClassVar[str] = "code"
    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Parts in bold."""

    kind: ClassVar[str] = "strong"
    parts: "Parts"


@dataclass(frozen=True, slots=True)
class Em:
    """Parts in italics."""

    kind: ClassVar[str] = "em"
    parts: "Parts"


@dataclass(frozen=True, slots=True)
class Link:
    """Parts that lead to an address; after presentation to a section, by its id."""

    kind: ClassVar[str] = "link"
    parts: "Parts"
    section: str


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence that says how this table's house rules change the statement before it."""

    kind: ClassVar[str] = "remark"
    text: str


# ---- words with a meaning -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OptionName:
    """A house rule by its name: `hand_size`."""

    name: str


@dataclass(frozen=True, slots=True)
class SettingText:
    """A house rule with a value: `stacking=twos`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Value:
    """A value of the house rule that this entry is about: `twos`."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Amount:
    """The number that a house rule stands for: `penalty (usually 2)`."""

    name: str
    usual: str


@dataclass(frozen=True, slots=True)
class MoveText:
    """A move: `play 8h`, split into its verb and the rest."""

    verb: str
    rest: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlaceText:
    """Seats or slots by number: `slots 2, 3 and 0`."""

    text: str


@dataclass(frozen=True, slots=True)
class CardName:
    """A card: `8h`."""

    name: str


@dataclass(frozen=True, slots=True)
class RuleIds:
    """The ids of the statements that a text makes: `[AB-1.2, AB-1.3]`."""

    ids: tuple[str, ...]


Word = OptionName | SettingText | Value | Amount | MoveText | PlaceText | CardName | RuleIds
Said = Text | Code | Strong | Em | Link | Remark
Part = Said | Word
Parts = tuple[Part, ...]

# ---- blocks -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Heading:
    """A title; `level` counts from 1."""

    kind: ClassVar[str] = "heading"
    level: int
    parts: Parts


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph."""

    kind: ClassVar[str] = "paragraph"
    parts: Parts


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list; each item consists of blocks."""

    kind: ClassVar[str] = "list"
    ordered: bool
    items: tuple["Blocks", ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table; each row has as many cells as the head."""

    kind: ClassVar[str] = "table"
    head: tuple[Parts, ...]
    rows: tuple[tuple[Parts, ...], ...]


@dataclass(frozen=True, slots=True)
class CodeBlock:
    """Lines as they are typed; `what` is the word after the fence and says what they show."""

    kind: ClassVar[str] = "code"
    text: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Marker:
    """A comment that says which readers the next block is for."""

    kind: ClassVar[str] = "marker"
    text: str


Block = Heading | Paragraph | ItemList | Grid | CodeBlock | Marker
Blocks = tuple[Block, ...]

# ---- walking ------------------------------------------------------------------------------------------------------

Line = Callable[[Parts, bool], Parts]
"""Transforms the parts of a paragraph, a heading or, if the flag is set, a cell."""


def changed(blocks: Iterable[Block], line: Line) -> Blocks:
    """Return the same blocks with every line transformed."""
    return tuple(_changed(block, line) for block in blocks)


def _changed(block: Block, line: Line) -> Block:
    match block:
        case Heading() | Paragraph():
            return replace(block, parts=line(block.parts, False))
        case ItemList():
            return replace(block, items=tuple(changed(item, line) for item in block.items))
        case Grid():
            rows = tuple(tuple(line(cell, True) for cell in row) for row in block.rows)
            return replace(block, head=tuple(line(cell, True) for cell in block.head), rows=rows)
    return block


def parts_of(blocks: Iterable[Block]) -> Parts:
    """Return the parts of all lines in these blocks."""
    found: list[Part] = []

    def note(parts: Parts, _: bool) -> Parts:
        found.extend(parts)
        return parts

    changed(blocks, note)
    return tuple(found)


def every(parts: Parts) -> Iterator[Part]:
    """Return these parts and all parts inside them."""
    for part in parts:
        yield part
        if isinstance(part, Strong | Em | Link):
            yield from every(part.parts)


def ids_in(parts: Parts) -> list[str]:
    """Return the ids of all statements in these parts."""
    return [rule_id for part in every(parts) if isinstance(part, RuleIds) for rule_id in part.ids]


def plain(parts: Parts) -> str:
    """Return the plain text of presented parts."""
    return "".join(_plain(part) for part in parts)


def _plain(part: Part) -> str:
    match part:
        case Text() | Code():
            return part.text
        case Remark():
            return f" {part.text}"
        case Strong() | Em() | Link():
            return plain(part.parts)
    return ""


def plain_blocks(blocks: Iterable[Block]) -> str:
    """Return the plain text of presented blocks."""
    return " ".join(filter(None, map(_plain_block, blocks)))


def _plain_block(block: Block) -> str:
    match block:
        case Heading() | Paragraph():
            return plain(block.parts)
        case ItemList():
            return " ".join(map(plain_blocks, block.items))
        case Grid():
            return " ".join(plain(cell) for row in (block.head, *block.rows) for cell in row)
        case CodeBlock():
            return block.text
    return ""


def joined(parts: Iterable[Part]) -> Parts:
    """Return the same parts with neighbouring texts merged."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, Text) and isinstance(last, Text):
            found[-1] = Text(last.text + part.text)
        elif part != Text(""):
            found.append(part)
    return tuple(found)
