"""Observers: what is recorded while games are played, interpreted and compiled alike.

An observer adds a statistic from outside. It names the numbers that it records for each game, and gives rules that are called
when the cards are dealt, after each decision and at the end. `parlour.lab` turns the numbers into means, intervals and
comparisons.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..core.events import OWN
from ..core.game import Game
from ..core.rule import large_rule, rule
from ..core.state import Record, numbers

KINDS = 2 * OWN
"""The most kinds of events a game can have, including the common ones."""


class Hooks(NamedTuple):
    """The rules of an observer for one game; None: no hook.

    `row` has a number for each of its columns, 0 at the deal. `notes` is working space that keeps what earlier games left
    there. The state has `told`: how often each kind of event has happened in this game.
    """

    dealt: Callable[[Any, Any, Any], None] | None = None
    """`dealt(s, row, notes)`: the cards have been dealt."""
    decided: Callable[[Any, int, int, Any, Any], None] | None = None
    """`decided(s, seat, action, row, notes)`: a seat has acted; the state is the one after it."""
    ended: Callable[[Any, int, Any, Any], None] | None = None
    """`ended(s, decisions, row, notes)`: the game is over after this many decisions, or was abandoned."""


class Observer:
    """A statistic: subclass it and say what it records. Two of a class with equal attributes are the same statistic."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """The names of the numbers it records for each game, in the order of `row`."""
        raise NotImplementedError

    def notes(self, game: Game) -> int:
        """How many numbers of working space it needs."""
        return 0

    def hooks(self, game: Game) -> Hooks:
        """Return its rules for this game."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *sorted(vars(self).items())))


class Placed(NamedTuple):
    """An observer with its place in the shared row and notes."""

    observer: Observer
    start: int
    end: int
    notes_start: int
    notes_end: int
    hooks: Hooks


def placed(observers: Sequence[Observer], game: Game) -> list[Placed]:
    """Observers side by side in one row."""
    places: list[Placed] = []
    start = notes_start = 0
    for observer in observers:
        end, notes_end = start + len(observer.columns(game)), notes_start + observer.notes(game)
        places.append(Placed(observer, start, end, notes_start, notes_end, observer.hooks(game)))
        start, notes_start = end, notes_end
    return places


def width(observers: Sequence[Observer], game: Game) -> tuple[int, int]:
    """Return how many numbers observers need: in the row of each game, and as working space."""
    return sum(len(one.columns(game)) for one in observers), sum(one.notes(game) for one in observers)


# Numba cannot call functions in a list, so the hooks are chained: each calls the previous one and then its own.
# Hooks that run once per game are called, not inlined, so that compiling takes less time.


@rule
def nothing_dealt(s: Any, row: Any, notes: Any) -> None:
    """Ignore the deal."""


@rule
def nothing_decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
    """Ignore decisions."""


@rule
def nothing_ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
    """Ignore the end."""


def chained(places: Sequence[Placed]) -> tuple[Any, Any, Any]:
    """Return the hooks of all observers as one: dealt, decided, ended."""
    dealt: Any = nothing_dealt
    decided: Any = nothing_decided
    ended: Any = nothing_ended
    for place in places:
        dealt = _and_dealt(dealt, place)
        decided = _and_decided(decided, place)
        ended = _and_ended(ended, place)
    return dealt, decided, ended


def _and_dealt(before: Any, place: Placed) -> Any:
    hook, start, end, first, last = place.hooks.dealt, place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @large_rule
    def dealt(s: Any, row: Any, notes: Any) -> None:
        before(s, row, notes)
        hook(s, row[start:end], notes[first:last])

    return dealt


def _and_decided(before: Any, place: Placed) -> Any:
    hook, start, end, first, last = place.hooks.decided, place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @rule
    def decided(s: Any, seat: int, action: int, row: Any, notes: Any) -> None:
        before(s, seat, action, row, notes)
        hook(s, seat, action, row[start:end], notes[first:last])

    return decided


def _and_ended(before: Any, place: Placed) -> Any:
    hook, start, end, first, last = place.hooks.ended, place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @large_rule
    def ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
        before(s, decisions, row, notes)
        hook(s, decisions, row[start:end], notes[first:last])

    return ended


# ---- states that count what is told ---------------------------------------------------------------------------------


@cache
def counting(game: Game) -> type[Any]:
    """The game's state with `told`. When compiled, `tell` counts events in any record with that field."""
    own: type[Record] = game.state
    make: Any = type(own)
    made: type[Any] = make(f"Counting{own.__name__}", (own,), {"told": numbers(KINDS, per="")})
    return made


class Counter:
    """Replaces an interpreted state's log: counts events instead of keeping them."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def append(self, event: tuple[int, int, int, int, int]) -> None:
        """Count an event."""
        self._state.told[event[0]] += 1


def fresh(state_class: type[Any], seats: int, values: Mapping[str, int]) -> Any:
    """Return a state of this class with its options, before the deal."""
    s = state_class()
    s.seats = seats
    for name, value in values.items():
        setattr(s, name, value)
    return s
