"""Observations: what a seat knows, as a row of small numbers for programs that learn.

A game declares its features once, in order, and a rule that writes them:

    features = Features(SwitchState, version=1)
    HAND = features.cards("hand", STANDARD)          # the place of its first feature
    PENALTY = features.number("penalty")

    @rule
    def observe(s: SwitchState, seat: int, out: Row) -> None:
        begin(out, features.width)
        put_set(out, HAND, s.hands[seat], 52)
        put(out, PENALTY, s.penalty)

Every feature is a whole number from -128 to 127 (int8). Most are 0 or 1; a count above 127 is written as 127, and large numbers
are divided by the scale in their declaration. Seats are relative: 0 is the observer, 1 the seat after it by number, and so on;
empty seats stay 0, so the width is the same for every number of seats. An observation is made of what the seat knows and
nothing else: exchanging two cards that it can't tell apart changes no feature.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .options import Option, options_of
from .rule import large_rule, rule
from .state import State

Row = Any
"""The target to which an observation is written: anything that takes small numbers by index."""
HIGHEST = 127

ACTIONS = 63
"""The actions of every game, 0 to 62; `PASS` is one of them."""
PASS = 62
"""The action of not cutting in. A seat may take it only while the game waits for another seat."""

FLAG, NUMBER, ONE_OF, SET, COUNTS = "flag", "number", "one of", "set", "counts"


@dataclass(frozen=True, slots=True)
class Group:
    """Neighbouring features under one name.

    `kind` is one of: flag (0 or 1), number, one of (a 1 for one of the labels, or none), set (a 1 for each member), counts (a
    number for each label). Numbers are divided by `scale` and rounded down.
    """

    name: str
    kind: str
    start: int
    labels: tuple[str, ...] = ("",)
    scale: int = 1

    @property
    def width(self) -> int:
        """The number of features."""
        return len(self.labels)

    @property
    def names(self) -> list[str]:
        """The names of the features: `hand.8h`, or the name alone."""
        return [f"{self.name}.{label}" if label else self.name for label in self.labels]

    def said(self, row: Sequence[int]) -> str:
        """Return the values in words; empty if all of them are 0."""
        values = [int(value) for value in row[self.start : self.start + self.width]]
        if self.kind == FLAG:
            return "yes" if values[0] else ""
        if self.kind == NUMBER:
            return _quantity(values[0], self.scale) if values[0] else ""
        held = [(label, value) for label, value in zip(self.labels, values, strict=True) if value]
        if self.kind == COUNTS:
            return " ".join(f"{label}:{_quantity(value, self.scale)}" for label, value in held)
        return " ".join(label for label, _ in held)


def _quantity(value: int, scale: int) -> str:
    more = "+" if value == HIGHEST else ""
    return f"{value}{more}" if scale == 1 else f"{value * scale}–{value * scale + scale - 1}"


class Features:
    """The features of a game's observation, in order. Each declaration returns the place of its first feature.

    The first features are those of the house rules: a toggle is one feature, a choice has one for each value, and a number is
    divided so that its highest value fits.
    """

    def __init__(self, state: type[State], version: int) -> None:
        self.version = version
        self.groups: list[Group] = []
        self._names: set[str] = set()
        self.put_house_rules = self._house_rules(options_of(state))

    @property
    def width(self) -> int:
        """The number of features."""
        return self.groups[-1].start + self.groups[-1].width if self.groups else 0

    @property
    def names(self) -> list[str]:
        """The name of every feature, in order."""
        return [name for group in self.groups for name in group.names]

    def group(self, name: str) -> Group:
        """Return the group with this name."""
        return next(group for group in self.groups if group.name == name)

    def describe(self, row: Sequence[int]) -> str:
        """Return an observation in words, a line for each group that isn't empty."""
        if len(row) != self.width:
            raise ValueError(f"An observation of this game has {self.width} numbers, not {len(row)}.")
        said = ((group.name, group.said(row)) for group in self.groups)
        return "\n".join(f"{name}: {text}" for name, text in said if text)

    # ---- declarations --------------------------------------------------------------------------------------------

    def flag(self, name: str) -> int:
        """Declare a feature that is 0 or 1."""
        return self._add(name, FLAG, ("",))

    def number(self, name: str, scale: int = 1) -> int:
        """Declare a number of at most 127 times the scale."""
        return self._add(name, NUMBER, ("",), scale)

    def one_of(self, name: str, labels: Iterable[object]) -> int:
        """Declare a feature for each label, of which at most one is 1."""
        return self._add(name, ONE_OF, labels)

    def set(self, name: str, labels: Iterable[object]) -> int:
        """Declare a feature for each label, any of which may be 1."""
        return self._add(name, SET, labels)

    def counts(self, name: str, labels: Iterable[object], scale: int = 1) -> int:
        """Declare a number for each label."""
        return self._add(name, COUNTS, labels, scale)

    def seat(self, name: str, most: int) -> int:
        """Declare one seat or none, with the labels `you`, `+1`, `+2` …"""
        return self.one_of(name, relative_seats(most))

    def seats(self, name: str, most: int) -> int:
        """Declare a set of seats."""
        return self.set(name, relative_seats(most))

    def each_seat(self, name: str, most: int) -> int:
        """Declare a number for each seat."""
        return self.counts(name, relative_seats(most))

    def set_of_each_seat(self, name: str, labels: Iterable[object], most: int, first: int = 0) -> int:
        """Declare a set for each seat from relative place `first` on, one after the other."""
        members = tuple(labels)
        return self.set(name, (f"{who} {label}" for who in relative_seats(most)[first:] for label in members))

    def _add(self, name: str, kind: str, labels: Iterable[object], scale: int = 1) -> int:
        if name in self._names:
            raise ValueError(f"The feature {name} is declared twice.")
        self._names.add(name)
        start = self.width
        self.groups.append(Group(name, kind, start, tuple(map(str, labels)), scale))
        return start

    def _house_rules(self, options: dict[str, Option]) -> Callable[[Any, Row], None]:
        """Declare the house rules, and return the rule that writes them: its lines are made from the declarations."""
        lines = ["def put_house_rules(s, out):"]
        for name, option in options.items():
            if option.kind == "toggle":
                lines.append(f"    out[{self.flag(f'rule {name}')}] = s.{name}")
            elif option.values:
                lines.append(f"    out[{self.one_of(f'rule {name}', option.values)} + s.{name}] = 1")
            else:
                scale = option.high // (HIGHEST + 1) + 1
                lines.append(f"    out[{self.number(f'rule {name}', scale)}] = s.{name} // {scale}")
        space: dict[str, Any] = {}
        exec("\n".join([*lines, "    return"]), space)
        return large_rule(space["put_house_rules"])  # type: ignore[no-any-return]


def relative_seats(most: int) -> list[str]:
    """Return the labels of relative seats: `you`, `+1`, `+2` …"""
    return ["you", *(f"+{i}" for i in range(1, most))]


# ---- writing ------------------------------------------------------------------------------------------------------


@rule
def begin(out: Row, width: int) -> None:
    """Set every feature to 0."""
    for i in range(width):
        out[i] = 0


@rule
def put(out: Row, place: int, value: int) -> None:
    """Write a non-negative number, capped at 127."""
    out[place] = value if value < HIGHEST else HIGHEST


@rule
def put_one(out: Row, start: int, which: int) -> None:
    """Write a 1 for one of several labels; a negative number stands for none."""
    if which >= 0:
        out[start + which] = 1


@rule
def put_set(out: Row, start: int, members: int, count: int) -> None:
    """Write a set of this many possible members."""
    for i in range(count):
        out[start + i] = members >> i & 1


@rule
def get_set(row: Row, start: int, count: int) -> int:
    """Return the set that `put_set` has written."""
    members = 0
    for i in range(count):
        if row[start + i]:
            members |= 1 << i
    return members


@rule
def relative(s: State, seat: int, other: int) -> int:
    """Return the place of another seat as seen from this one: 0 is itself, 1 the next by number; -1 for no seat."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + s.seats


@rule
def seat_at(s: State, seat: int, place: int) -> int:
    """Return the seat at a relative place."""
    return seat + place if seat + place < s.seats else seat + place - s.seats


@rule
def put_seat(s: State, out: Row, start: int, seat: int, other: int) -> None:
    """Write another seat, relative to this one; a negative number stands for none."""
    put_one(out, start, relative(s, seat, other))


@rule
def put_seats(s: State, out: Row, start: int, seat: int, seats: int) -> None:
    """Write a set of seats, relative to this seat."""
    for place in range(s.seats):
        out[start + place] = seats >> seat_at(s, seat, place) & 1


@rule
def put_turns_left(s: State, out: Row, place: int, most: int, turns: int) -> None:
    """Write how many turns are left until the limit; 127 as long as there are more."""
    put(out, place, most - turns if most > turns else 0)
