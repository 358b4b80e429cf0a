"""Remedies: what else to change so that house rules are compatible.

    try:
        Table.new(game, seats=20)
    except Clash as clash:
        clash.remedy()  # decks=2

`remedy` tries other values of the options that clash, the nearest first, until there is no clash.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .options import OFF, ON, Option
from .sentence import OPTION, Invalid, Sentence
from .texts import capital, has_text, listed, sentence, text, voice

if TYPE_CHECKING:
    from .game import Game
    from .state import S

FARTHEST = 8
"""A number is changed by at most this much."""
MOST_TRIES = 200


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change that resolves a clash: house rules as Python writes them, or another number of seats.

    `text` offers it: as options of a command to a reader who types, as the label of a button to others.
    """

    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    seats: int | None = None
    text: str = ""


class Clash(Invalid):
    """House rules that are incompatible; the message is a sentence that says why."""

    def __init__(self, why: str, game: "Game[S]", values: Mapping[str, int], seats: int, given: Collection[str]) -> None:
        super().__init__(why)
        self.game = game
        self.values = values
        self.seats = seats
        self.given = frozenset(given)

    def remedy(self, keep: Collection[str] | None = None, *, keep_seats: bool = True) -> Remedy | None:
        """Return the smallest change that resolves the clash, or None.

        Options in `keep` (by default those that were given) are changed only if nothing else helps; so are the seats.
        """
        kept = self.given if keep is None else keep
        return self._by_options(kept) or (None if keep_seats else self._by_seats()) or self._by_options(()) or self._by_seats()

    def _by_options(self, kept: Collection[str]) -> Remedy | None:
        """Change options that the clash is about; if that leads to another clash, change those of the new one as well."""
        changes: list[tuple[dict[str, int], Sentence]] = [({}, self.sentence)]
        tries = 0
        for change, why in changes:
            for name in why.named(OPTION):
                if name in kept or name in change:
                    continue
                for value in near(self.game.options[name], self.values[name]):
                    tries += 1
                    if tries > MOST_TRIES:
                        return None
                    more = {**change, name: value}
                    clash = self.game.clash({**self.values, **more}, self.seats)
                    if not clash:
                        return self._of_options(more)
                    if clash != why and isinstance(clash, Sentence):
                        changes.append((more, clash))
        return None

    def _by_seats(self) -> Remedy | None:
        """Return the largest smaller number of seats for which the rules are compatible."""
        fitting = (n for n in range(self.seats - 1, self.game.least_seats - 1, -1) if not self.game.clash(self.values, n))
        seats = next(fitting, None)
        if seats is None:
            return None
        return Remedy(seats=seats, text=text("remedy.seatsTyped" if voice().typed else "remedy.seats", seats=seats))

    def _of_options(self, values: Mapping[str, int]) -> Remedy:
        options = {name: self.game.options[name] for name in values}
        return Remedy(
            {name: option.python(values[name]) for name, option in options.items()},
            text=self._typed(values) if voice().typed else _label(options, values),
        )

    def _typed(self, values: Mapping[str, int]) -> Sentence:
        settings = " ".join(f"--set {name}={self.game.options[name].text(value)}" for name, value in values.items())
        return sentence("remedy.instead" if self.given & values.keys() else "remedy.add", settings=settings)


def near(option: Option, value: int) -> Iterator[int]:
    """Return the other values of an option; those of a number start with the nearest."""
    if option.values:
        yield from (other for other in range(len(option.values)) if other != value)
        return
    if option.nothing and value == option.nothing_value:
        return
    for step in range(1, FARTHEST + 1):
        yield from (other for other in (value + step, value - step) if option.low <= other <= option.high)


def _label(options: Mapping[str, Option], values: Mapping[str, int]) -> str:
    return capital(listed([_offer(options[name], value) for name, value in values.items()]))


def _offer(option: Option, value: int) -> str:
    """Return the change as an offer: `use 2 decks`, `turn on “Stacking”`."""
    if has_text(f"{option.key}.use"):
        return text(f"{option.key}.use", value=option.value_label(value))
    if option.kind == "toggle":
        return text({ON: "remedy.on", OFF: "remedy.off"}[value], label=option.label)
    return text("remedy.set", label=option.label, value=option.value_label(value))
