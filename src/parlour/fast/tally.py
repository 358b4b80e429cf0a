"""Observers record numbers while games are played, interpreted and compiled alike.

An observer adds a statistic from outside. It names the numbers that it records for each game, and provides rules that are
called when the cards are dealt, before and after each decision, at the end and for half-time. `parlour.lab` turns the numbers
into means, intervals and comparisons.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..core.events import OWN
from ..core.game import Game
from ..core.rule import large_rule, rule
from ..core.state import Record, numbers

KINDS = 2 * OWN
"""The most kinds of events that a game can have, including the common ones."""
PASS = 62
"""The action of a seat that may cut in but doesn't."""


class Hooks(NamedTuple):
    """The rules of an observer for one game; None where there is no hook.

    `row` has a number for each of its columns, 0 at the deal. `notes` is working space that keeps what earlier games left
    there. The state has `told`: how often each kind of event has happened in this game.
    """

    dealt: Callable[[Any, Any, Any], None] | None = None
    """`dealt(s, row, notes)`: the cards have been dealt."""
    decided: Callable[[Any, int, int, Any, Any], None] | None = None
    """`decided(s, seat, action, row, notes)`: a seat has acted; the state is the one after it."""
    ended: Callable[[Any, int, Any, Any], None] | None = None
    """`ended(s, decisions, row, notes)`: the game is over after this many decisions, or was abandoned."""
    halved: Callable[[Any, int, Any, Any], None] | None = None
    """`halved(s, winners, row, notes)`: after the end, the game goes back to when half of its turns, rounded down, had ended;
    this is the state then, and these are the seats that have won."""
    asked: Callable[[Any, int, int, Any, Any], None] | None = None
    """`asked(s, seat, actions, row, notes)`: a seat has been asked, with these actions to choose from (`PASS` is one of them if
    it may cut in but need not); the state is the one before it acts."""


class Observer:
    """A statistic: subclass it and say what it records. Two of the same class with equal attributes are the same statistic."""

    def columns(self, game: Game) -> tuple[str, ...]:
        """Return the names of the numbers it records for each game, in the order of `row`."""
        raise NotImplementedError

    def notes(self, game: Game) -> int:
        """Return how many numbers of working space it needs."""
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
    """Return the observers with their places, side by side in one row."""
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
def nothing_decided(s: Any, seat: int, actions: int, row: Any, notes: Any) -> None:
    """Ignore questions and decisions."""


@rule
def nothing_ended(s: Any, decisions: int, row: Any, notes: Any) -> None:
    """Ignore the end."""


def chained(places: Sequence[Placed]) -> tuple[Any, Any, Any, Any, Any]:
    """Return the hooks of all observers as one: dealt, asked, decided, ended, halved."""
    dealt: Any = nothing_dealt
    asked: Any = nothing_decided
    decided: Any = nothing_decided
    ended: Any = nothing_ended
    halved: Any = nothing_ended
    for place in places:
        dealt = _and_dealt(dealt, place)
        asked = _and_decided(asked, place, place.hooks.asked)
        decided = _and_decided(decided, place, place.hooks.decided)
        ended = _and_ended(ended, place, place.hooks.ended)
        halved = _and_ended(halved, place, place.hooks.halved)
    return dealt, asked, decided, ended, halved


def _and_dealt(before: Any, place: Placed) -> Any:
    hook, start, end, first, last = place.hooks.dealt, place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @large_rule
    def dealt(s: Any, row: Any, notes: Any) -> None:
        before(s, row, notes)
        hook(s, row[start:end], notes[first:last])

    return dealt


def _and_decided(before: Any, place: Placed, hook: Any) -> Any:
    start, end, first, last = place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @rule
    def decided(s: Any, seat: int, actions: int, row: Any, notes: Any) -> None:
        before(s, seat, actions, row, notes)
        hook(s, seat, actions, row[start:end], notes[first:last])

    return decided


def _and_ended(before: Any, place: Placed, hook: Any) -> Any:
    start, end, first, last = place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @large_rule
    def ended(s: Any, number: int, row: Any, notes: Any) -> None:
        before(s, number, row, notes)
        hook(s, number, row[start:end], notes[first:last])

    return ended


# ---- states that count events ---------------------------------------------------------------------------------


@cache
def counting(game: Game) -> type[Any]:
    """Return the game's class of states with `told` added. Compiled, `tell` counts events in any record with that field."""
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
