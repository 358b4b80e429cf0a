"""A check of sentences, and texts that no game should accept as moves."""

import random
import re
import string
from functools import cache

from ..core.game import find_game, found_ids

QUOTED = re.compile(r"'[^']*'|“[^”]*”|‘[^’]*’|\"[^\"]*\"")
PYTHON = re.compile(
    r"\b(None|True|False|nan|Traceback|self|dict|tuple|NoneType)\b|Error\b|<\w|\bobject at\b|0x|\\|[\[\]{}_]{2}"
)
OPENINGS = "'\"“‘♣♦♥♠0123456789"
LONGEST = 500


def flaw_of(text: str) -> str:
    """Return why a text is not a sentence for a player; empty if it is one. Quoted user input is not judged."""
    if not text or not text.strip():
        return "it is empty"
    if not (text[0].isupper() or text[0] in OPENINGS):
        return "it does not start with a capital letter"
    if not text.endswith((".", ".”", ".'", "?", "!")):
        return "it does not end with a full stop"
    if len(text) > LONGEST or not text.isprintable():
        return "it is too long or not printable on one line"
    plain = QUOTED.sub("", text)
    if "{" in plain or "}" in plain:
        return "it has braces"
    if PYTHON.search(plain):
        return "it contains Python"
    return ""


WHAT = (
    "", "8h", "8h 8h", "2s 2h", "3s 3d 3c", "3c 4d 6h", "r5", "W+4", "??", "-", "hearts", "red", "0", "2", "3", "99", "-1", "x",
    "1:3", "9:9", ":", "0:1 2:3", "0:1 0:1", "2 2:3",
)  # fmt: skip
"""Words that follow the first word of a move in some game."""


@cache
def phrases() -> tuple[str, ...]:
    """Return moves of all games and near misses: every first word with everything that may follow."""
    verbs = {verb.removesuffix(".ask").removesuffix(".seat") for game_id in found_ids() for verb in find_game(game_id).words}
    return tuple(
        f"{verb} {what}".strip() for verb in sorted(verbs | {"time up", "undo", "resign", "None", "62"}) for what in WHAT
    )


STRANGE = (
    "", " ", "\t", "\n", "\0", "play \0", "ａｃｅ", "plаy 8h", "play ８h", "♥", "play ♥", "🂡", "play 🂡", "ﷺ", "İ", "ß",
    "e\u0301" * 9, "\u202eplay 8h", "play\u00a08h", "play 8h;draw", "{seat}", "{0}", "%s", "%(x)s", "{}", "}{", "\\",
    "'", '"', "play '", "“", "<b>", "8h play", "PLAY", "play " + "8h " * 30, "play " + "x" * 400, "x" * 499,
    "x" * 501, "y" * 100_000, "play 8h\nplay 8h", "٣", "swap ٣", "swap 1e3", "match 1:2:3", "look 1:-3", "look ²:1",
    "swap ²", "flip ⅷ", "swap 99999999999999999999999999",
)  # fmt: skip
"""Texts that are not moves, including some that break careless code."""


def garbage(rng: random.Random) -> str:
    """Return random text, sometimes with words of moves in it."""
    kind = rng.randrange(4)
    if kind == 0:
        return "".join(rng.choice(string.printable) for _ in range(rng.randrange(1, 40)))
    if kind == 1:
        return "".join(
            chr(rng.choice((rng.randrange(32, 0x3000), rng.randrange(0x1F000, 0x1FFFF)))) for _ in range(rng.randrange(1, 20))
        )
    moves = phrases()
    if kind == 2:
        words = " ".join(moves).split()
        return " ".join(rng.choice(words) for _ in range(rng.randrange(1, 6)))
    text = list(rng.choice(moves))
    text[rng.randrange(len(text))] = rng.choice(string.printable)
    return "".join(text)
