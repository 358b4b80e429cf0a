"""Rules for pages: the tree of a rulebook, as sent over HTTP.

Each part and each block names its `kind`. Nothing in it is HTML: text is shown as text.
"""

from typing import Annotated

from msgspec import Meta, Struct, convert

from ...rulebook import Guide


class Tagged(Struct, kw_only=True, tag_field="kind"):
    """A part or a block, distinguished by its kind."""


class TextPart(Tagged, tag="text"):
    """Plain text."""

    text: str


class CodePart(Tagged, tag="code"):
    """Words as they are typed."""

    text: str


class RemarkPart(Tagged, tag="remark"):
    """How a house rule of this table changes the statement before it."""

    text: str


class StrongPart(Tagged, tag="strong"):
    """Parts in bold."""

    parts: "list[Part]"


class EmphasisPart(Tagged, tag="em"):
    """Parts in italics."""

    parts: "list[Part]"


class LinkPart(Tagged, tag="link"):
    """A link to the section with this id."""

    parts: "list[Part]"
    section: str


Part = TextPart | CodePart | RemarkPart | StrongPart | EmphasisPart | LinkPart
Parts = list[Part]


class HeadingBlock(Tagged, tag="heading"):
    """A title within a section."""

    level: int
    parts: Parts


class ParagraphBlock(Tagged, tag="paragraph"):
    """A paragraph."""

    parts: Parts


class ListBlock(Tagged, tag="list"):
    """A list; each item consists of blocks."""

    ordered: bool
    items: "list[list[Block]]"


class TableBlock(Tagged, tag="table"):
    """A table: the cells of its head, and those of each row."""

    head: list[Parts]
    rows: list[list[Parts]]


class PreformattedBlock(Tagged, tag="code"):
    """Preformatted lines."""

    text: str


Block = HeadingBlock | ParagraphBlock | ListBlock | TableBlock | PreformattedBlock


class SectionInfo(Struct, kw_only=True):
    """A section of the rules; the first one introduces the game. `words` is its whole text, for searching."""

    id: str
    title: str
    level: Annotated[int, Meta(ge=1, le=3)]
    words: str
    blocks: list[Block]


class HouseRuleInfo(Struct, kw_only=True):
    """A house rule in force: the labels of its value and of the default, its sentence, an example and details.

    `words` is its whole text, for searching.
    """

    name: str
    label: str
    value: str
    usual: str
    is_changed: bool
    says: str
    words: str
    example: Parts
    details: list[Block]


class GuideInfo(Struct, kw_only=True):
    """The rules in sections, and every house rule, changed ones first."""

    sections: list[SectionInfo]
    house_rules: list[HouseRuleInfo]


def guide_info(guide: Guide) -> GuideInfo:
    """Return a presented rulebook as it is sent to pages."""
    return convert(guide, GuideInfo, from_attributes=True)
