"""What counts as a sentence, and texts that no game understands."""

import random
import re
import string

QUOTED = re.compile(r"'[^']*'|“[^”]*”|‘[^’]*’|\"[^\"]*\"")
PYTHON = re.compile(
    r"\b(None|True|False|nan|Traceback|self|dict|tuple|NoneType)\b|Error\b|<\w|\bobject at\b|0x|\\|[\[\]{}_]{2}"
)
OPENINGS = "'\"“‘♣♦♥♠0123456789"
LONGEST = 500


def flaw_of(text: str) -> str:
    """Why a text is not a sentence for a player, or nothing. What it quotes is the user's own and not judged."""
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
        return "it speaks Python"
    return ""


PHRASES = (
    "play 8h", "play 2s 2h", "play 3s 3d 3c", "play r5", "play W+4", "play ??", "play -", "play", "play 8h 8h",
    "attempt 3c 4d 6h", "attempt", "name hearts", "name red", "name", "draw", "draw 2", "pass", "pass 1", "announce",
    "challenge", "accept", "take back", "take", "keep", "call", "catch 3", "catch -1", "swap 2", "swap 99", "swap x",
    "discard", "look 1:3", "look 9:9", "look 1", "switch 0:1 2:3", "switch 0:1 0:1", "decline", "match 2",
    "match 1:2", "match :", "give 0", "give", "pick up", "flip 4", "flip -1", "done", "time up", "undo", "resign",
    "0", "-1", "62", "None",
)  # fmt: skip
"""Moves of all kinds of games, and near misses."""

STRANGE = (
    "", " ", "\t", "\n", "\0", "play \0", "ａｃｅ", "plаy 8h", "play ８h", "♥", "play ♥", "🂡", "play 🂡", "ﷺ", "İ", "ß",
    "e\u0301" * 9, "\u202eplay 8h", "play\u00a08h", "play 8h;draw", "{seat}", "{0}", "%s", "%(x)s", "{}", "}{", "\\",
    "'", '"', "play '", "“", "<b>", "8h play", "PLAY", "play " + "8h " * 30, "play " + "x" * 400, "x" * 499,
    "x" * 501, "y" * 100_000, "play 8h\nplay 8h", "٣", "swap ٣", "swap 1e3", "match 1:2:3", "look 1:-3", "look ²:1",
    "swap ²", "flip ⅷ", "swap 99999999999999999999999999",
)  # fmt: skip
"""Texts that are no moves, and some that break careless code."""


def garbage(rng: random.Random) -> str:
    """A random text, with the words of moves in it now and then."""
    kind = rng.randrange(4)
    if kind == 0:
        return "".join(rng.choice(string.printable) for _ in range(rng.randrange(1, 40)))
    if kind == 1:
        return "".join(
            chr(rng.choice((rng.randrange(32, 0x3000), rng.randrange(0x1F000, 0x1FFFF)))) for _ in range(rng.randrange(1, 20))
        )
    words = " ".join((*PHRASES, *PHRASES)).split()
    if kind == 2:
        return " ".join(rng.choice(words) for _ in range(rng.randrange(1, 6)))
    text = list(rng.choice(PHRASES))
    text[rng.randrange(len(text))] = rng.choice(string.printable)
    return "".join(text)
