"""Pieces of a user's input that are safe to repeat in a sentence."""


def shortened(text: str, length: int = 24) -> str:
    """A text without control codes and not too long."""
    text = "".join(letter if letter.isprintable() else "·" for letter in text[: length + 1])
    return text if len(text) <= length else text[: length - 1] + "…"


def quoted(value: object) -> str:
    """Any value in a sentence: a number as it is, anything else in quotes, short."""
    try:
        text = str(value)
    except Exception:  # whatever a foreign object does when asked for its text must not hide the refusal
        return "a value that cannot be written"
    plain = isinstance(value, int) and not isinstance(value, bool) and len(text) <= 40
    return text if plain else f"'{shortened(text, 40)}'"
