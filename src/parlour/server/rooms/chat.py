"""Chat messages and emotes."""

from ...core.writing import invisible

EMOTES = ("smile", "laugh", "wow", "think", "sad", "angry", "clap", "hurry", "oops", "well played", "good luck", "thanks")


def plain_text(text: str) -> str:
    """Return a chat message without invisible characters and without those that change the direction of the line."""
    hidden = invisible(text)
    return " ".join("".join(" " if place in hidden else letter for place, letter in enumerate(text)).split())
