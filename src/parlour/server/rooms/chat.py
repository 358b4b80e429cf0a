"""Chat messages and emotes."""

import unicodedata

EMOTES = ("smile", "laugh", "wow", "think", "sad", "angry", "clap", "hurry", "oops", "well played", "good luck", "thanks")


def plain_text(text: str) -> str:
    """Return a chat message without invisible characters and without those that change the direction of the line."""
    kept = (letter if unicodedata.category(letter)[0] not in "CZ" else " " for letter in text)
    return " ".join("".join(kept).split())
