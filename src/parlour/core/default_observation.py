"""The observation of a game that declares none, made from the declarations of its state.

It contains the house rules, the numbers that everybody knows, and for every place the cards that the seat can see: those that
are not in `unseen`. It leaks nothing if `unseen` and the declarations are right, but is wider than an encoding made by hand.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from . import observation
from .bits import BITS, bit_count
from .game import Game
from .observation import HIGHEST, Features, Row
from .rule import RULES, large_rule, rule
from .state import Field

CHANCE = frozenset(("key", "block", "blocks", "used", "quick", "rules"))
"""Fields that an observation leaves out: the random stream and the version of the rules."""
LOWEST = -128


class Observation(NamedTuple):
    """The rule that writes an observation, and the names of its features."""

    observe: Callable[[Any, int, Row], None]
    features: Features


@cache
def observation_of(game: Game) -> Observation:
    """Return a game's observation: its own, or one made from the declarations of its state; raise ValueError if it has none."""
    if game.observe is not None and game.features is not None:
        return Observation(game.observe, game.features)
    if len(game.pack) > BITS or game.unseen not in RULES:
        raise ValueError(
            f"{game.name} has no observation. With more than {BITS} cards or an `unseen` that is not a rule, "
            "a game has to declare `observe` and `features` itself."
        )
    return _made(game)


def _made(game: Game) -> Observation:
    """Write out the rule that observes this game, a few lines for each field."""
    features = Features(game.state, version=0)
    writer = _Writer(game, features)
    lines = ["hidden = unseen(s, seat)", "put_house_rules(s, out)"]
    lines += [f"out[{features.one_of('seats', range(game.least_seats, game.most_seats + 1)) - game.least_seats} + s.seats] = 1"]
    lines += [f"put_seat(s, out, {features.seat('to move', game.most_seats)}, seat, must(s))"]
    for name, field in game.state.fields.items():
        if name not in CHANCE and name != "seats" and name not in game.options and not name.endswith("_size"):
            lines += writer.lines(name, field)
    text = "\n    ".join(["def observe(s, seat, out):", f"begin(out, {features.width})", *lines, "return"])
    tools = {name: getattr(observation, name) for name in ("begin", "put", "put_seat", "put_seats", "put_set", "seat_at")}
    space: dict[str, Any] = {
        **tools,
        "bit_count": bit_count,
        "bounded": bounded,
        "must": game.must,
        "put_house_rules": features.put_house_rules,
        "unseen": game.unseen,
    }
    exec(text, space)
    return Observation(large_rule(space["observe"]), features)


@rule
def bounded(value: int) -> int:
    """Return a number limited to the range of a feature."""
    if value > HIGHEST:
        return HIGHEST
    return value if value > LOWEST else LOWEST


class _Writer:
    """Writes the lines that observe one field."""

    def __init__(self, game: Game, features: Features) -> None:
        self._features = features
        self._cards = game.pack.names
        self._most = game.most_seats
        self._phases = game.phases
        self._count = len(game.pack)

    def lines(self, name: str, field: Field) -> Iterator[str]:
        """Yield the lines of a field; none for a number that depends on hidden cards, or that is only kept for speed."""
        if field.holds == "number":
            yield from self._row(name, field) if field.length else self._number(name, field)
        elif field.holds == "set":
            yield from self._sets(name, field) if field.length else self._set(name, f"s.{name}")
        elif field.holds == "stack":
            yield f"put(out, {self._features.number(f'{name} size')}, s.{name}_size)"
            yield "cards = 0"
            yield f"for i in range(s.{name}_size):"
            yield f"    cards |= 1 << s.{name}[i]"
            yield from self._set(name, "cards")
        elif field.holds == "card" and field.length:
            yield from self._slots(name, field)
        elif field.holds == "card":
            yield f"if s.{name} >= 0 and not hidden >> s.{name} & 1:"
            yield f"    out[{self._features.one_of(name, self._cards)} + s.{name}] = 1"

    def _number(self, name: str, field: Field) -> Iterator[str]:
        if field.reads == "seat":
            yield f"put_seat(s, out, {self._features.seat(name, self._most)}, seat, s.{name})"
        elif field.reads == "seats":
            yield f"put_seats(s, out, {self._features.seats(name, self._most)}, seat, s.{name})"
        elif field.reads == "phase":
            yield f"out[{self._features.one_of(name, self._phases)} + s.{name}] = 1"
        else:
            yield f"out[{self._features.number(name)}] = bounded(s.{name})"

    def _row(self, name: str, field: Field) -> Iterator[str]:
        if field.length < self._most:
            return
        start = self._features.each_seat(name, self._most)
        yield "for place in range(s.seats):"
        yield f"    out[{start} + place] = bounded(s.{name}[seat_at(s, seat, place)])"

    def _set(self, name: str, cards: str) -> Iterator[str]:
        yield f"put_set(out, {self._features.set(name, self._cards)}, {cards} & ~hidden, {self._count})"

    def _sets(self, name: str, field: Field) -> Iterator[str]:
        """Yield the lines of a field with a set for each seat: where cards lie in it, the visible cards of every seat;
        otherwise only the observer's own set.
        """
        if not field.place or field.length < self._most:
            yield from self._set(name, f"s.{name}[seat]")
            return
        sizes = self._features.each_seat(f"{name} size", self._most)
        start = self._features.set_of_each_seat(name, self._cards, self._most)
        yield "for place in range(s.seats):"
        yield f"    cards = s.{name}[seat_at(s, seat, place)]"
        yield f"    put(out, {sizes} + place, bit_count(cards))"
        yield f"    put_set(out, {start} + {self._count} * place, cards & ~hidden, {self._count})"

    def _slots(self, name: str, field: Field) -> Iterator[str]:
        each = field.each
        if field.length < self._most * each:
            return
        filled = self._features.set_of_each_seat(f"{name} filled", range(each), self._most)
        start = self._features.set_of_each_seat(name, self._cards, self._most)
        yield "for place in range(s.seats):"
        yield f"    for slot in range({each}):"
        yield f"        card = s.{name}[seat_at(s, seat, place) * {each} + slot]"
        yield "        if card >= 0:"
        yield f"            out[{filled} + {each} * place + slot] = 1"
        yield "            if not hidden >> card & 1:"
        yield f"                out[{start} + {self._count} * place + card] = 1"
