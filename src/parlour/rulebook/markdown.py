"""Markdown as a tree of blocks, by markdown-it-py, with one addition: `[AB-1.2, AB-1.3]` are the ids of statements.

No markup gets past this module: HTML other than comments becomes text, and an address is never followed.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from .tree import (
    Block,
    Blocks,
    Code,
    CodeBlock,
    Em,
    Grid,
    Heading,
    ItemList,
    Link,
    Marker,
    Paragraph,
    Part,
    Parts,
    RuleIds,
    Strong,
    Text,
    joined,
)

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_inline import StateInline
    from markdown_it.tree import SyntaxTreeNode

RULE_ID = r"[A-Z]{2,4}-\d+(?:\.\d+)?"
RULE_IDS = re.compile(rf"\[{RULE_ID}(?:,\s{RULE_ID})*\]")
COMMENT = re.compile(r"<!--\s*(.*?)\s*-->\s*", re.DOTALL)


def parsed(text: str) -> Blocks:
    """Return the blocks of a Markdown text. Text that is nested too deeply becomes one paragraph."""
    from markdown_it.tree import SyntaxTreeNode

    try:
        return tuple(_blocks(SyntaxTreeNode(_parser().parse(text))))
    except RecursionError:
        return (Paragraph((Text(text),)),)


@cache
def _parser() -> "MarkdownIt":
    # imported on demand: most of Parlour doesn't need the rules in words
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.inline.ruler.before("link", "rule_ids", _rule_ids)
    return parser


def _rule_ids(state: "StateInline", silent: bool) -> bool:
    """Parse the ids of statements, if there are any here: an inline rule of markdown-it."""
    found = RULE_IDS.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("rule_ids", "", 0).content = found[0]
    state.pos = found.end()
    return True


# ---- blocks -------------------------------------------------------------------------------------------------------


def _blocks(node: "SyntaxTreeNode") -> Iterator[Block]:
    for child in node.children:
        yield from _block(child)


def _block(node: "SyntaxTreeNode") -> Iterator[Block]:
    match node.type:
        case "heading":
            yield Heading(int(node.tag[1:]), _line(node))
        case "paragraph":
            yield Paragraph(_line(node))
        case "bullet_list" | "ordered_list":
            yield ItemList(node.type == "ordered_list", tuple(tuple(_blocks(item)) for item in node.children))
        case "table":
            head, *rows = [tuple(_line(cell) for cell in row.children) for part in node.children for row in part.children]
            yield Grid(head, tuple(rows))
        case "fence" | "code_block":
            yield CodeBlock(node.content.removesuffix("\n"), node.info.strip())
        case "html_block":
            yield _html(node.content)
        case "blockquote":
            yield from _blocks(node)


def _html(content: str) -> Block:
    comment = COMMENT.fullmatch(content)
    return Marker(comment[1]) if comment else Paragraph((Text(content.strip()),))


# ---- within a line ------------------------------------------------------------------------------------------------


def _line(node: "SyntaxTreeNode") -> Parts:
    return joined(part for inline in node.children for part in _parts(inline))


def _parts(node: "SyntaxTreeNode") -> Parts:
    return joined(_part(child) for child in node.children)


def _part(node: "SyntaxTreeNode") -> Part:
    match node.type:
        case "code_inline":
            return Code(node.content)
        case "strong":
            return Strong(_parts(node))
        case "em":
            return Em(_parts(node))
        case "link":
            return Link(_parts(node), str(node.attrGet("href") or ""))
        case "rule_ids":
            return RuleIds(tuple(node.content[1:-1].replace(",", " ").split()))
        case "softbreak" | "hardbreak":
            return Text(" ")
    return Text(node.content)
