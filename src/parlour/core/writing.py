"""Text as people write it: which characters are visible, how many a reader counts, and how wide they are.

Emoji and several scripts need characters that are invisible by themselves, such as joiners. They are accepted where they
change how their neighbours are drawn, and nowhere else: an invisible character must not make two texts differ.
"""

import re
import unicodedata
from collections.abc import Iterator

ZWNJ, ZWJ = "\u200c", "\u200d"
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")
"""Letters, marks and symbols that are invisible."""
KEYS = frozenset("0123456789#*")
"""Characters that can become a keycap emoji."""
MOST_MARKS = 4
"""The most accents and vowel signs on one letter: more would cover other lines, and no script needs more."""
_WIDE = (
    ("\u2e3a", "\u2e3b", 6),  # long dashes
    ("\ua9c4", "\ua9c5", 8),  # ornaments of Javanese
    ("\ufd40", "\ufd4f", 12),  # whole phrases in one Arabic ligature
    ("\ufdcf", "\ufdcf", 12),
    ("\ufdfa", "\ufdfb", 12),
    ("\ufdfd", "\ufdff", 12),
    ("\U00012000", "\U0001254f", 6),  # cuneiform
)
"""Ranges of letters that fonts draw far wider than others: the first, the last, and the width in narrow letters."""
_VIRAMA = 9
"""The combining class of the signs that join two consonants of an Indian script."""
_FLAG = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
"""A flag of a region, spelled with invisible tag characters."""


def invisible(text: str) -> set[int]:
    """Return the places of characters that are invisible, change the direction of the line, or pile up on one letter."""
    in_flags = {place for flag in _FLAG.finditer(text) for place in range(flag.start(), flag.end())}
    marks, found = 0, set()
    for place, letter in enumerate(text):
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if place in in_flags or (_is_drawn(text, place, letter) and marks <= MOST_MARKS):
            continue
        found.add(place)
    return found


def characters(text: str) -> int:
    """Return how many characters a reader counts: a letter with its marks is one, and so is a sequence of emoji."""
    return sum(1 for _ in _starts(text))


def columns(text: str) -> int:
    """Return how wide a text is drawn, in narrow letters: an emoji or a Chinese character counts as two."""
    return sum(_width(text[place]) for place in _starts(text))


def _width(letter: str) -> int:
    usual = 2 if unicodedata.east_asian_width(letter) in "WF" or _is_pictograph(letter) else 1
    return next((width for first, last, width in _WIDE if first <= letter <= last), usual)


def look(text: str) -> str:
    """Return a form that is equal for texts that look alike: without case, width and the signs that vary a letter."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if letter not in (ZWJ, ZWNJ) and not _is_selector(letter))


def _is_drawn(text: str, place: int, letter: str) -> bool:
    if letter in BLANK:
        return False
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if letter in (ZWJ, ZWNJ):
        return _joins(_base(text, place), before, after, letter)
    if _is_selector(letter):
        return _is_emoji(before) or before in KEYS if _is_of_emoji(letter) else unicodedata.category(before or " ") == "Lo"
    return letter.isprintable() or _is_pictograph(letter)


def _joins(base: str, before: str, after: str, joiner: str) -> bool:
    """Whether a joiner changes how its neighbours are drawn."""
    if not before:
        return False
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if joiner == ZWJ and _is_emoji(base) and _is_emoji(after):
        return True
    # the letters of Arabic, Syriac and Thaana join their neighbours unless they are told not to
    return bool(after) and unicodedata.bidirectional(base) == unicodedata.bidirectional(after) == "AL"


def _base(text: str, place: int) -> str:
    """Return the letter or emoji before a place, without its marks and modifiers."""
    while place and (unicodedata.category(text[place - 1])[0] == "M" or _is_modifier(text[place - 1])):
        place -= 1
    return text[place - 1 : place]


def _is_selector(letter: str) -> bool:
    """Whether this chooses one of several ways to draw the letter before it."""
    return _is_of_emoji(letter) or "\U000e0100" <= letter <= "\U000e01ef" or letter in "\u180b\u180c\u180d\u180f"


def _is_of_emoji(letter: str) -> bool:
    """Whether this chooses between a symbol and a coloured picture."""
    return "\ufe00" <= letter <= "\ufe0f"


def _is_modifier(letter: str) -> bool:
    """Whether this is a skin tone."""
    return "\U0001f3fb" <= letter <= "\U0001f3ff"


def _is_region(letter: str) -> bool:
    """Whether this is one of the letters that form a flag in pairs."""
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def _is_pictograph(letter: str) -> bool:
    """Whether this is an emoji, or will be one: emoji too new for Python are in the same blocks."""
    return "\U0001f000" <= letter <= "\U0001faff" or "\U0001fc00" <= letter <= "\U0001fffd"


def _is_emoji(letter: str) -> bool:
    return bool(letter) and (_is_pictograph(letter) or unicodedata.category(letter) in ("So", "Sm"))


def _starts(text: str) -> Iterator[int]:
    """Yield the places at which a character as a reader sees it begins."""
    regions = 0
    for place, letter in enumerate(text):
        regions = regions + 1 if _is_region(letter) else 0
        belongs = (
            unicodedata.category(letter)[0] == "M"
            or letter in (ZWJ, ZWNJ)
            or _is_modifier(letter)
            or "\U000e0020" <= letter <= "\U000e007f"
            or (regions and regions % 2 == 0)
            or (text[place - 1 : place] == ZWJ and _is_emoji(letter))
        )
        if not place or not belongs:
            yield place
