"""House rules: plain data that the rules obey.

An option is declared as a field of the game's `Options` record, so that it is a number in the state and compiled rules
follow it:

    class Options(HouseOptions):
        stacking: int = toggle()
        mode: int = choice("standard cutthroat")
        hand_size: int = between(3, 10, 7)

Its texts are in the catalogue: `option.stacking`, `option.stacking.says`, and for named values
`option.mode.value.standard`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import cast

from .sentence import OPTION, Invalid, Part, Sentence, quoted, shortened
from .state import Field, State
from .texts import likeness, listed, sentence, text

ON, OFF = 1, 0
YES = {"on", "yes", "true", "1"}
NO = {"off", "no", "false", "0"}

BOT_PAUSE = "bot_pause"
"""The role of an option that sets how long bots take for a move, in tenths of a second."""
MOST_TURNS = "most_turns"
"""The role of an option that ends the game after this many turns, which the state counts in `turns`."""


@dataclass(frozen=True, slots=True)
class Option(Field):
    """One house rule: `values` are the names of a choice; `low` and `high` bound a number."""

    key: str = ""
    """The prefix of its texts in the catalogue."""
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 1
    nothing: str = ""
    """The name of a value that is not a number, stored as `nothing_value`; empty if there is none."""
    nothing_value: int = 0
    role: str = ""
    """The role of the option outside the rules: `BOT_PAUSE`, `MOST_TURNS` or empty."""

    @property
    def kind(self) -> str:
        """toggle, choice or number."""
        return "number" if not self.values else "toggle" if self.values == ("off", "on") else "choice"

    @property
    def all_values(self) -> list[int]:
        """Every value in order; `nothing` comes first."""
        if self.values:
            return list(range(len(self.values)))
        numbers = [number for number in range(self.low, self.high + 1) if not self.nothing or number != self.nothing_value]
        return [self.nothing_value, *numbers] if self.nothing else numbers

    @property
    def label(self) -> str:
        """The label of the option."""
        return text(self.key)

    @property
    def says(self) -> str:
        """The meaning of the option, in a sentence."""
        return text(f"{self.key}.says")

    def value_label(self, value: int) -> str:
        """Return the label of a value: a name for a choice, on or off for a toggle, or the number."""
        if self.kind == "toggle":
            return text("option.on" if value == ON else "option.off")
        said = self.text(value)
        is_number = said == str(value) or said.isdecimal()
        return said if is_number else text(f"{self.key}.value.{said}")

    @property
    def range_text(self) -> str:
        """The values that may be given, in words."""
        if self.values:
            return listed(self.values, "list.or")
        span = text("option.span", low=self.low, high=self.high)
        return listed([self.nothing, span], "list.or") if self.nothing else span

    def text(self, value: int) -> str:
        """Return a value as people write it."""
        if self.values:
            return self.values[value]
        return self.nothing if self.nothing and value == self.nothing_value else str(value)

    def python(self, value: int) -> bool | int | str:
        """Return a value as Python and JSON write it: a number if possible; for a choice, if all its values are numbers."""
        if self.kind == "toggle":
            return value == ON
        text = self.text(value)
        is_number = all(name.isdigit() for name in self.values or (text,))
        return int(text) if is_number else text

    def read(self, name: str, value: object) -> int:
        """Return the number of a value given as Python or as text, or raise ValueError."""
        number = self._number(value)
        if number is None:
            raise Invalid(self._refusal(Part(name, OPTION, name), value))
        return number

    def _refusal(self, name: Part, value: object) -> Sentence:
        if self.values:
            return sentence("refusal.optionValue", name=name, range=self.range_text, given=_given(value))
        given = str(value) if str(value).isdecimal() else _given(value)
        number = text("option.number", low=self.low, high=self.high)
        wanted = listed([self.nothing, number], "list.or") if self.nothing else number
        return sentence("refusal.optionNumber", name=name, range=wanted, given=given)

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
    """Return a value as text; empty for a number of more than nine digits."""
    return value.strip().lower() if isinstance(value, str) else str(value).lower() if -(10**9) < value < 10**9 else ""


def _given(value: object) -> str:
    return f"'{shortened(value)}'" if isinstance(value, str) else quoted(value)


def toggle(start: int = OFF) -> int:
    """Declare a house rule that is on or off."""
    return cast(int, Option("number", start=start, values=("off", "on")))


def choice(values: str) -> int:
    """Declare a house rule with several named values, the first being the default."""
    return cast(int, Option("number", values=tuple(values.split())))


def between(low: int, high: int, start: int, *, nothing: str = "", role: str = "") -> int:
    """Declare a number with bounds. A default that isn't a number is named by `nothing` (auto, off) and stored as `start`."""
    if low > high or not (nothing or low <= start <= high):
        raise ValueError(f"the default {start} is not between {low} and {high}")
    return cast(int, Option("number", start=start, low=low, high=high, nothing=nothing, nothing_value=start, role=role))


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules that go well together; options that are not named keep their default.

    Its texts are in the catalogue: `preset.family`, `preset.family.says`.
    """

    name: str
    options: Mapping[str, bool | int | str]
    key: str = ""

    @property
    def label(self) -> str:
        """The name of the preset."""
        return text(self.key)

    @property
    def says(self) -> str:
        """A sentence that describes how the game plays with it."""
        return text(f"{self.key}.says")


SEAT0, RANDOM, PREVIOUS_WINNER, PREVIOUS_LOSER = range(4)


class HouseOptions(State):
    """The options that every game has (ALL-6, ALL-8)."""

    first_seat: int = choice("seat0 random previous_winner previous_loser")
    turn_seconds: int = between(5, 600, 0, nothing="off")


def options_of(state_class: type[State], prefix: str = "") -> dict[str, Option]:
    """Return the house rules of a game by name, the common ones last; `prefix` locates the game's own texts."""
    found = {name: field for name, field in state_class.fields.items() if isinstance(field, Option)}
    ordered = sorted(found.items(), key=lambda item: item[0] in HouseOptions.fields)
    return {
        name: replace(option, key=f"{'' if name in HouseOptions.fields else prefix}option.{name}") for name, option in ordered
    }


def read_options(options: Mapping[str, Option], given: Mapping[str, object]) -> dict[str, int]:
    """Return the value of every option, given or default, or raise a ValueError that says what is wrong."""
    for name in given:
        if name not in options:
            raise Invalid(
                sentence("refusal.noOption", name=_given(name), like=likeness(name, options), options=", ".join(options))
            )
    return {name: option.read(name, given[name]) if name in given else option.start for name, option in options.items()}
