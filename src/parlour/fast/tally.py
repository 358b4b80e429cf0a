"""Observers: what is written down while games are played, interpreted and compiled alike.

An observer adds a statistic from outside: it names how many numbers it keeps and gives rules that are called when the cards
are dealt, after each decision and at the end of a game. What it keeps of one game is merged with that of others by addition,
so that games can be played in any order and anywhere.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from ..core.events import OWN
from ..core.game import Game
from ..core.rule import rule
from ..core.state import Record, numbers

KINDS = 2 * OWN
"""How many kinds of events a game can have, the common ones included."""


class Hooks(NamedTuple):
    """The rules of an observer for one game; None: it does not care.

    `tally` is what the observer keeps, whole numbers that only grow. `notes` is working space for the game at hand; what an
    earlier game left there is still in it. The state has `told`: how often each kind of event happened so far.
    """

    dealt: Callable[[Any, Any, Any], None] | None = None
    """`dealt(s, tally, notes)`: the cards are dealt."""
    decided: Callable[[Any, int, int, Any, Any], None] | None = None
    """`decided(s, seat, action, tally, notes)`: a seat has acted; the state is the one behind it."""
    ended: Callable[[Any, int, Any, Any], None] | None = None
    """`ended(s, decisions, tally, notes)`: the game is over after so many decisions, or was given up."""


class Observer:
    """A statistic: subclass it and say what it keeps. It must not hold anything that changes."""

    def size(self, game: Game) -> int:
        """How many numbers it keeps."""
        raise NotImplementedError

    def notes(self, game: Game) -> int:
        """How many numbers of working space it needs."""
        return 0

    def hooks(self, game: Game) -> Hooks:
        """Its rules for this game."""
        raise NotImplementedError


class Placed(NamedTuple):
    """An observer with its place in the common tally and notes."""

    observer: Observer
    start: int
    end: int
    notes_start: int
    notes_end: int
    hooks: Hooks


def placed(observers: Sequence[Observer], game: Game) -> list[Placed]:
    """Observers side by side in one tally."""
    places: list[Placed] = []
    start = notes_start = 0
    for observer in observers:
        end, notes_end = start + observer.size(game), notes_start + observer.notes(game)
        places.append(Placed(observer, start, end, notes_start, notes_end, observer.hooks(game)))
        start, notes_start = end, notes_end
    return places


# Numba cannot call what lies in a list, so the hooks are chained: each calls the one before and then its own.


@rule
def nothing_dealt(s: Any, tally: Any, notes: Any) -> None:
    """Nobody watches the deal."""


@rule
def nothing_decided(s: Any, seat: int, action: int, tally: Any, notes: Any) -> None:
    """Nobody watches decisions."""


@rule
def nothing_ended(s: Any, decisions: int, tally: Any, notes: Any) -> None:
    """Nobody watches the end."""


def chained(places: Sequence[Placed]) -> Hooks:
    """The hooks of all observers as one."""
    dealt, decided, ended = nothing_dealt, nothing_decided, nothing_ended
    for place in places:
        dealt = _and_dealt(dealt, place)
        decided = _and_decided(decided, place)
        ended = _and_ended(ended, place)
    return Hooks(dealt, decided, ended)


def _and_dealt(before: Any, place: Placed) -> Any:
    hook, start, end, first, last = place.hooks.dealt, place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @rule
    def dealt(s: Any, tally: Any, notes: Any) -> None:
        before(s, tally, notes)
        hook(s, tally[start:end], notes[first:last])

    return dealt


def _and_decided(before: Any, place: Placed) -> Any:
    hook, start, end, first, last = place.hooks.decided, place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @rule
    def decided(s: Any, seat: int, action: int, tally: Any, notes: Any) -> None:
        before(s, seat, action, tally, notes)
        hook(s, seat, action, tally[start:end], notes[first:last])

    return decided


def _and_ended(before: Any, place: Placed) -> Any:
    hook, start, end, first, last = place.hooks.ended, place.start, place.end, place.notes_start, place.notes_end
    if hook is None:
        return before

    @rule
    def ended(s: Any, decisions: int, tally: Any, notes: Any) -> None:
        before(s, decisions, tally, notes)
        hook(s, decisions, tally[start:end], notes[first:last])

    return ended


# ---- states that count what is told ---------------------------------------------------------------------------------


@cache
def counting(game: Game) -> type[Any]:
    """The game's state with `told`. Compiled, `tell` counts wherever a record has that field."""
    own: type[Record] = game.state
    made: type[Any] = type(own)(f"Counting{own.__name__}", (own,), {"told": numbers(KINDS)})
    return made


class Counter:
    """Takes the place of an interpreted state's log: counts events instead of keeping them."""

    def __init__(self, state: Any) -> None:
        self._state = state

    def append(self, event: tuple[int, int, int, int, int]) -> None:
        """An event was told."""
        self._state.told[event[0]] += 1


def fresh(state_class: type[Any], seats: int, values: Any) -> Any:
    """A state of this class with its options, before the deal."""
    s = state_class()
    s.seats = seats
    for name, value in values.items():
        setattr(s, name, value)
    return s
