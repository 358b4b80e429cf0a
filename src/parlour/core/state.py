"""States: the fields of a game, declared once.

    class Switch(State):
        run: int = number()                      # rank a run has reached, 0 when none is on
        hands: list[int] = hands(8)              # a set of cards for each seat

From this declaration come the slotted class here, the compiled record (`parlour.fast`), the copy, the comparison and the
lines of the position text. A state holds ints and lists of ints and nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, cast

from .rule import rule

NONE = -1
"""No card, no seat."""
TOGETHER = -2
"""A viewer that stands for all seats together: it knows every card that any seat knows."""
SEAT, CARD = "seat", "card"
"""The values of `Field.per`: a row has one entry for each seat, or for each card."""
WORD = 0xFFFFFFFF
"""The largest unsigned number of 32 bits."""
SCRATCH, HEARD = "scratch", "heard"
"""The values of `Field.holds` for fields outside a position: working space of a move, and facts that moves have shown."""


@dataclass(frozen=True, slots=True)
class Field:
    """The declaration of one field of a state. `holds` is one of: number, card (one card or NONE), set (a set of cards), stack
    (cards in order, as many as the field `<name>_size` says), owner (for each card the seat that holds it), tally (a number for
    each card), secret (a number that not every seat knows), follows (numbers derived from where the cards lie), scratch
    (meaningless between moves), heard (what earlier moves have shown to everybody for certain).

    `place`: the cards in this field lie here and nowhere else. `word`: its name in a position text. `each`: the number of
    entries per seat. `low`, `high`: the range that a position may give. `per`: what a row has entries for, seats or cards; at a
    table with fewer of them it can be cut short (`fast/fitting.py`). `of`: what the members of the set in each entry are, if
    they are seats.
    """

    holds: str
    length: int = 0
    start: int = 0
    bits: int = 32
    place: bool = False
    word: str = ""
    reads: str = "number"
    each: int = 1
    low: int = 0
    high: int = 9999
    per: str = ""
    of: str = ""

    def initial(self) -> int | list[int]:
        """Return a new starting value."""
        return [self.start] * self.length if self.length else self.start


def _one(field: Field) -> int:
    """Return the declaration, typed as an int for type checkers: in a state, the field holds a number."""
    return cast(int, field)


def _row(field: Field) -> list[int]:
    return cast(list[int], field)


def number(start: int = 0, *, bits: int = 32, reads: str = "number", high: int = 9999) -> int:
    """Declare a number. `reads` says how positions write it: number, seat, rank, suit, sign, seats, order, phase, flag."""
    return _one(Field("number", start=start, bits=bits, reads=reads, high=high))


def rules_version(latest: int) -> int:
    """Declare the version of the rules that a game uses: the latest, or an earlier one for a game that began under it."""
    return _one(Field("number", start=latest, low=1, high=latest))


def numbers(length: int, *, word: str = "", per: str = SEAT) -> list[int]:
    """Declare a number for each seat."""
    return _row(Field("number", length, word=word, per=per))


def words(length: int) -> list[int]:
    """Declare a row of unsigned 32-bit words. A GPU reads them as signed (`fast/fitting.py`), so rules must mask them."""
    return _row(Field("number", length, bits=64, high=WORD))


def card(*, place: bool = True, reads: str = "number") -> int:
    """Declare the place of one card, or the number of a card that lies elsewhere."""
    return _one(Field("card", start=NONE, bits=16, place=place, reads=reads))


def slots(seats: int, each: int, *, word: str = "") -> list[int]:
    """Declare places for one card each, several per seat; the index is seat * each + slot."""
    return _row(Field("card", seats * each, NONE, 16, place=True, word=word, each=each, per=SEAT))


def stack(length: int, *, next_first: bool = False) -> list[int]:
    """Declare cards in order, the top last; `<name>_size` is their count. A position text may write the next card first."""
    return _row(Field("stack", length, bits=16, place=True, reads="next first" if next_first else "top last", per=CARD))


def hands(length: int, *, word: str = "hand") -> list[int]:
    """Declare a set of cards for each seat: the place where these cards lie."""
    return _row(Field("set", length, bits=64, place=True, word=word, per=SEAT))


def owners(length: int, *, word: str = "hand") -> list[int]:
    """Declare the hands of a pack that is too large for sets: for each card the seat that holds it, or NONE."""
    return _row(Field("owner", length, NONE, 8, place=True, word=word, per=CARD))


def card_set() -> int:
    """Declare a set that states something about cards; the cards themselves lie elsewhere."""
    return _one(Field("set", bits=64))


def card_sets(length: int, *, word: str = "", reads: str = "cards") -> list[int]:
    """Declare such a set for each seat. A position text writes the cards, or their places if they lie in a grid."""
    return _row(Field("set", length, bits=64, word=word, reads=reads, per=SEAT))


def tally(length: int, *, bits: int = 16, reads: str = "number", of: str = "") -> list[int]:
    """Declare a number for each card; with `of`, the number is a set, such as a set of seats."""
    return _row(Field("tally", length, bits=bits, reads=reads, per=CARD, of=of))


def secret(*, reads: str = "flag") -> int:
    """Declare a number that depends on hidden cards, so that a redeal may change it."""
    return _one(Field("secret", reads=reads))


def follows() -> int:
    """Declare numbers derived from where the cards lie. They are kept for speed; `recount` recomputes them."""
    return _one(Field("follows"))


def row_that_follows(length: int, *, bits: int = 32) -> list[int]:
    """Declare a row of such numbers for each seat."""
    return _row(Field("follows", length, bits=bits, per=SEAT))


def scratch(length: int, *, bits: int = 16) -> list[int]:
    """Declare working space for a rule, one number per card, meaningless between moves."""
    return _row(Field(SCRATCH, length, bits=bits, per=CARD))


def heard(length: int) -> list[int]:
    """Declare a set for each seat: what its moves have shown for certain.

    No rule may depend on it, since a position text doesn't record past moves.
    """
    return _row(Field(HEARD, length, bits=64, per=SEAT))


Copier = Callable[["Record", "Record"], None]


class _RecordType(type):
    """Turns the fields of a class body into slots, so that a misspelt field is an error."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, object]) -> "_RecordType":
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        for key, field in own.items():
            del body[key]
            own[key] = field if field.word else replace(field, word=key)
        body["__slots__"] = (*own, *cast(tuple[str, ...], body.get("__slots__", ())))
        cls = super().__new__(mcs, name, bases, body)
        fields = {**getattr(cls, "fields", {}), **own}
        cls.fields = fields  # type: ignore[attr-defined]
        cls.take_over = staticmethod(_copier(fields))  # type: ignore[attr-defined]
        return cls


def _copier(fields: dict[str, Field]) -> Copier:
    """Write out `target := source` for these fields: a loop over the names takes three times as long."""
    lines = [f"    target.{name} = source.{name}{'[:]' if field.length else ''}" for name, field in fields.items()]
    space: dict[str, Copier] = {}
    exec("\n".join(["def take_over(target, source):", *lines, "    return"]), space)
    return space["take_over"]


class Record(metaclass=_RecordType):
    """A class of fields only."""

    fields: ClassVar[dict[str, Field]]

    def __init__(self) -> None:
        for name, field in self.fields.items():
            setattr(self, name, field.initial())

    @staticmethod
    def take_over(target: "Record", source: "Record") -> None:
        """Copy source to target, field by field."""

    def copy(self) -> Self:
        """Return an equal record that shares nothing with this one."""
        new = object.__new__(type(self))
        assign(new, self)
        return new

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def value(self, name: str) -> Any:
        """Return the meaningful value of a field: a stack without leftovers above its top."""
        value = getattr(self, name)
        return value[: getattr(self, name + "_size")] if self.fields[name].holds == "stack" else value

    def differences(self, other: "Record") -> list[str]:
        """Return the names of the fields in which two records of one kind differ."""
        compared = (name for name, field in self.fields.items() if field.holds not in (SCRATCH, HEARD))
        return [name for name in compared if self.value(name) != other.value(name)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and not self.differences(other)

    __hash__ = None  # type: ignore[assignment]


class State(Record):
    """The fields of every game's state: the random stream, the seats, whose turn it is and who has won.

    `log` is where `tell` records events, or None if events aren't recorded. `shown_zones` caches what several viewers see alike
    once the state no longer changes; None before. Neither is part of the state's value.

    `rules` is the version of the rules this game uses. When a rule changes, the game's own state declares a higher version, and
    the changed rule checks `s.rules`, so that games saved under earlier versions can still be played.
    """

    __slots__ = ("log", "shown_zones")
    log: list[tuple[int, int, int, int, int]] | None
    shown_zones: dict[object, object] | None

    key: list[int] = words(8)
    block: list[int] = words(16)
    blocks: int = number()
    used: int = number(64)
    quick: int = number()

    rules: int = rules_version(1)
    seats: int = number()
    first: int = number(reads="seat")
    turn: int = number(reads="seat")
    direction: int = number(1, reads="sign")
    phase: int = number(reads="phase")
    turns: int = number()
    winners: int = number(reads="seats")

    def __init__(self) -> None:
        super().__init__()
        self.log = None
        self.shown_zones = None

    def copy(self) -> Self:
        """Return an equal state that shares nothing with this one and records no events."""
        new = super().copy()
        new.log = None
        new.shown_zones = None
        return new

    def recount(self) -> None:
        """Recompute what follows from where the cards lie, in a game that stores such numbers."""


if TYPE_CHECKING:
    S = TypeVar("S", bound=State, default=State)
    """The state of a game. Without an argument, `Game` and `Table` stand for any state."""
else:
    S = TypeVar("S", bound=State)


@rule
def assign(target: Record, source: Record) -> None:
    """Copy source to target. (Compiled: one memory copy.)"""
    source.take_over(target, source)
