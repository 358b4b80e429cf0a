"""The meanings of words in code spans: a game's house rules, moves and cards, and places at the table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate

from ..core.cards import Pack
from ..core.game import Game
from ..core.options import HouseOptions, Option, options_of
from .tree import Amount, CardName, Code, Em, Link, MoveText, OptionName, Part, Parts, PlaceText, SettingText, Strong, Value

PLACE = re.compile(r"(seat|slot)s? \d.*", re.IGNORECASE)
AMOUNT = re.compile(r"(\w+) \(usually ([\d,]+)\)")


@dataclass(frozen=True)
class Vocabulary:
    """The words that a rulebook can use."""

    options: Mapping[str, Option]
    verbs: frozenset[str]
    pack: Pack

    def understood(self, parts: Parts, entry: str = "") -> Parts:
        """Return the same parts with a meaning for every code span that has one; `entry` is the house rule they explain."""
        return tuple(self._understood(part, entry) for part in parts)

    def _understood(self, part: Part, entry: str) -> Part:
        match part:
            case Code():
                return self.meaning(part.text, entry)
            case Strong():
                return Strong(self.understood(part.parts, entry))
            case Em():
                return Em(self.understood(part.parts, entry))
            case Link():
                return Link(self.understood(part.parts, entry), part.section)
        return part

    def meaning(self, said: str, entry: str = "") -> Part:
        """Return the meaning of a code span; plain code if it has none."""
        if PLACE.fullmatch(said):
            return PlaceText(said)
        if entry and self._is_value(entry, said):
            return Value(entry, said)
        name, _, value = said.partition("=")
        if value and self._is_value(name, value):
            return SettingText(name, value)
        amount = AMOUNT.fullmatch(said)
        if amount and amount[1] in self.options:
            return Amount(amount[1], amount[2])
        return self._move(said) or self._name(said)

    def _is_value(self, name: str, value: str) -> bool:
        try:
            option = self.options[name]
            return option.text(option.read(name, value)) == value
        except (KeyError, ValueError):
            return False

    def _move(self, said: str) -> MoveText | None:
        words = said.split()
        starts = list(accumulate(words, lambda start, word: f"{start} {word}"))
        for length, start in reversed(list(enumerate(starts, 1))):
            if start in self.verbs:
                return MoveText(start, tuple(words[length:]))
        return None

    def _name(self, said: str) -> Part:
        if said in self.options:
            return OptionName(said)
        return CardName(said) if said in self.pack.names else Code(said)


def vocabulary_of(game: Game) -> Vocabulary:
    """Return the vocabulary of a game."""
    return Vocabulary(game.options, frozenset(word for word in game.words if "." not in word), game.pack)


def shared_vocabulary() -> Vocabulary:
    """Return the vocabulary that all games share."""
    return Vocabulary(options_of(HouseOptions), frozenset(), Pack(()))
