"""Sentences that keep their key and parts, and user input made safe to repeat in one."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Literal, Self

CARD: Literal["card"] = "card"
OPTION: Literal["option"] = "option"
MOVE: Literal["move"] = "move"
NO_PARTS: Mapping[str, object] = MappingProxyType({})


class Part(str):
    """A piece of a sentence that stands for a card, an option or a move; `name` is how moves and positions write it."""

    __slots__ = ("kind", "name")
    kind: str
    name: str

    def __new__(cls, said: str, kind: str, name: str) -> Self:
        part = super().__new__(cls, said)
        part.kind, part.name = kind, name
        return part

    def __getnewargs__(self) -> tuple[str, str, str]:  # type: ignore[override]
        return str(self), self.kind, self.name

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Sentence(str):
    """A text that keeps its key in the catalogue and the parts that were filled in."""

    __slots__ = ("key", "parts")
    key: str
    parts: Mapping[str, object]

    def __new__(cls, said: str, key: str = "", parts: Mapping[str, object] = NO_PARTS) -> Self:
        sentence = super().__new__(cls, said)
        sentence.key, sentence.parts = key, parts
        return sentence

    def __getnewargs__(self) -> tuple[str, str, dict[str, object]]:  # type: ignore[override]
        return str(self), self.key, dict(self.parts)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def named(self, kind: str) -> tuple[str, ...]:
        """Return the names of the cards, options or moves it is about, each once."""
        return tuple(dict.fromkeys(part.name for part in _parts_in(self) if part.kind == kind))


def _parts_in(said: object) -> Iterator[Part]:
    if isinstance(said, Part):
        yield said
    elif isinstance(said, Sentence):
        for part in said.parts.values():
            yield from _parts_in(part)


class Invalid(ValueError):
    """Input that can't be accepted; the message is a sentence that says why.

    `code` is the key of the sentence in the catalogue; `options` and `cards` name what it is about.
    """

    @property
    def code(self) -> str:
        """The key of the sentence, empty if it is not in the catalogue."""
        return self.sentence.key

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options it is about."""
        return self.sentence.named(OPTION)

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of the cards it is about."""
        return self.sentence.named(CARD)

    @property
    def sentence(self) -> Sentence:
        """The message."""
        return sentence_of(self)


def sentence_of(error: Exception) -> Sentence:
    """Return the message of an error, with its key and parts if it has them."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, Sentence) else Sentence(str(error))


def as_str(value: object) -> str:
    """Return a sentence or part as a plain str, for encoders that accept no subclass."""
    if not isinstance(value, str):
        raise NotImplementedError(f"A {type(value).__name__} can't be encoded.")
    return str(value)


def shortened(text: str, length: int = 24) -> str:
    """Return a text without control codes, shortened if it is too long."""
    text = "".join(letter if letter.isprintable() else "·" for letter in text[: length + 1])
    return text if len(text) <= length else text[: length - 1] + "…"


def quoted(value: object) -> str:
    """Return any value for use in a sentence: a number unchanged, anything else quoted and shortened."""
    try:
        text = str(value)
    except Exception:  # an object that fails to print itself must not hide the refusal
        return "a value that can't be shown"
    plain = isinstance(value, int) and not isinstance(value, bool) and len(text) <= 40
    return text if plain else f"'{shortened(text, 40)}'"
