"""House rules: plain data that the rules obey.

An option is declared as a field of the game's `Options` record, so that it is a number in the state and compiled rules
follow it:

    class Options(HouseOptions):
        stacking: int = toggle("A 2 may be answered with a 2.")
        mode: int = choice("standard cutthroat", "How mistakes are treated.")
        hand_size: int = between(3, 10, 7, "Cards dealt to each seat.")
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .sentence import quoted, shortened
from .state import Field, State

ON, OFF = 1, 0
YES = {"on", "yes", "true", "1"}
NO = {"off", "no", "false", "0"}


@dataclass(frozen=True, slots=True)
class Option(Field):
    """One house rule: `values` are names for a choice; `low`, `high` bound a number; `low` - 1 stands for `nothing`."""

    says: str = ""
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 1
    nothing: str = ""
    nothing_value: int = 0

    @property
    def kind(self) -> str:
        """toggle, choice or number."""
        return "number" if not self.values else "toggle" if self.values == ("off", "on") else "choice"

    @property
    def range_text(self) -> str:
        """What may be chosen, in words."""
        if self.values:
            return " or ".join(self.values) if len(self.values) == 2 else ", ".join(self.values)
        span = f"{self.low} to {self.high}"
        return f"{self.nothing} or {span}" if self.nothing else span

    def text(self, value: int) -> str:
        """A value as people write it."""
        if self.values:
            return self.values[value]
        return self.nothing if self.nothing and value == self.nothing_value else str(value)

    def python(self, value: int) -> bool | int | str:
        """A value as Python and JSON write it."""
        text = self.text(value)
        return value == ON if self.kind == "toggle" else text if self.values or not text.isdigit() else value

    def read(self, name: str, value: object) -> int:
        """The number of a value given as Python or as text, or a ValueError in a sentence."""
        number = self._number(value)
        if number is None:
            raise ValueError(f"The option {name} is {self.range_text}, not {_given(value)}.")
        return number

    def _number(self, value: object) -> int | None:
        if not isinstance(value, str | int):
            return None
        text = _plain(value)
        if self.kind == "toggle":
            return ON if text in YES else OFF if text in NO else None
        if self.values:
            return self.values.index(text) if text in self.values else None
        if self.nothing and text == self.nothing:
            return self.nothing_value
        if isinstance(value, bool) or not text.isdecimal() or not text.isascii() or len(text) > 9:
            return None
        return int(text) if self.low <= int(text) <= self.high else None


def _plain(value: str | int) -> str:
    """A value as text; a number that no option can have is nothing."""
    return value.strip().lower() if isinstance(value, str) else str(value).lower() if -(10**9) < value < 10**9 else ""


def _given(value: object) -> str:
    return f"'{shortened(value)}'" if isinstance(value, str) else quoted(value)


def toggle(says: str, start: int = OFF) -> Any:
    """A house rule that is on or off."""
    return Option("number", start=start, says=says, values=("off", "on"))


def choice(values: str, says: str) -> Any:
    """A house rule with several named values, the first being the default."""
    return Option("number", says=says, values=tuple(values.split()))


def between(low: int, high: int, start: int, says: str, *, nothing: str = "") -> Any:
    """A number with bounds; `nothing` names the default where that is no number (auto, off), held as 0 or below `low`."""
    return Option("number", start=start, says=says, low=low, high=high, nothing=nothing, nothing_value=start)


@dataclass(frozen=True, slots=True)
class Preset:
    """House rules that go well together, under a name; options that are not named keep their default."""

    name: str
    says: str
    options: Mapping[str, bool | int | str]


SEAT0, RANDOM, PREVIOUS_WINNER, PREVIOUS_LOSER = range(4)


class HouseOptions(State):
    """The options that every game has (ALL-6, ALL-8)."""

    first_seat: int = choice(
        "seat0 random previous_winner previous_loser",
        "Who begins: seat 0, a seat chosen by chance, or (from the second round of a match) the last round's winner or loser.",
    )
    turn_seconds: int = between(
        5, 600, 0, "Seconds a seat has for each decision before the house moves for it.", nothing="off"
    )


def options_of(state_class: type[State]) -> dict[str, Option]:
    """The house rules of a game by name, the common ones last."""
    found = {name: field for name, field in state_class.fields.items() if isinstance(field, Option)}
    return dict(sorted(found.items(), key=lambda item: item[0] in HouseOptions.fields))


def read_options(options: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, int]:
    """The value of every option: what was given, else the default. A ValueError says in a sentence what is wrong."""
    for name in given:
        if name not in options:
            raise ValueError(f"There is no option {_given(name)} here; there are: {', '.join(options)}.")
    return {
        name: option.read(name, given[name]) if name in given else option.start for name, option in options.items()
    }
