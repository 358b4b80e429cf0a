"""The entries of a kernel: the functions of a game that run compiled, each with a flat signature.

An entry takes numbers and arrays (of records, integers or floats) and returns nothing: it writes its results into the arrays.
So the same entry runs interpreted, through Numba, in a shared library and in WebAssembly (`kernels.py` chooses).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ..core.chance import Dice
from ..core.default_observation import observation_of
from ..core.game import Game
from ..core.observation import Features, Row
from ..core.rule import rule
from ..core.state import Record, State
from .facts import UNKNOWN, Facts, settler
from .kernels import MATCHES, OBSERVE, RATE, SIMULATE, STUDY
from .loop import Adviser, make_loop
from .observers import STANDARD
from .playout import make_playouts
from .search import make_search
from .tally import Observer, counting

NUMBER, INTS, FLOATS = "number", "ints", "floats"
"""Kinds of arguments, besides arrays of a class of records."""
BYTES, WORDS, SINGLES = "bytes", "words", "singles"
"""More kinds of arrays: integers of 8 and of 32 bits, floats of 32 bits. A kernel's entries use only the first of these."""

Kind = str | type[Record]


class KernelEntry(NamedTuple):
    """A function over arrays and numbers, and the kinds of its arguments.

    `beside` are the rules that it calls and that may come from elsewhere, such as a user's own statistics. `facts` is what is
    known about the table.
    """

    game: Game
    name: str
    function: Callable[..., None]
    takes: tuple[Kind, ...]
    beside: tuple[Callable[..., Any], ...] = ()
    facts: Facts = UNKNOWN


@cache
def entry_of(game: Game, name: str) -> KernelEntry:
    """Return an entry of a game's kernel."""
    if name == RATE:
        return _rate(game)
    if name == SIMULATE:
        return random_entry(game, UNKNOWN)
    if name == OBSERVE:
        return _observe(game)
    return loop_entry(game, (game.advise,), STANDARD if name == STUDY else ())


def _rate(game: Game) -> KernelEntry:
    rate = make_search(game).rate

    def entry(  # type: ignore[no-untyped-def]
        root, evidence, viewer, seat, moves, active, usual, start, worlds, seed, states, dice, values, played, won, gain,
        squares, winners,
    ):  # fmt: skip
        rate(
            root[0], evidence[0], viewer, seat, moves, active, usual, start, worlds, seed, states, dice[0], values, played, won,
            gain, squares, winners,
        )  # fmt: skip

    numbers = (NUMBER,) * 4
    sums = (FLOATS, INTS, FLOATS, FLOATS, FLOATS, FLOATS)
    takes = (game.state, game.evidence, NUMBER, NUMBER, INTS, INTS, *numbers, game.state, Dice, *sums)
    return KernelEntry(game, RATE, entry, takes)


def _observe(game: Game) -> KernelEntry:
    try:
        observe, features = observation_of(game)
    except ValueError:  # there is nothing to observe
        observe, features = nothing_observed, Features(State, version=0)
    width = features.width

    def entry(states, seats, out):  # type: ignore[no-untyped-def]
        for i in range(len(seats)):
            observe(states[i], seats[i], out[i * width : (i + 1) * width])

    return KernelEntry(game, OBSERVE, entry, (game.state, INTS, BYTES))


@rule
def nothing_observed(s: State, seat: int, out: Row) -> None:
    """Write nothing, for a game that declares no observation and for which none can be made."""


@cache
def random_entry(game: Game, facts: Facts) -> KernelEntry:
    """Return the loop over random games at a table of which these facts are known."""
    simulate, settled = make_playouts(game).simulate, settler(facts)

    def entry(states, dice, seed, games, risk, wins, sums):  # type: ignore[no-untyped-def]
        decisions, check = simulate(settled(states[0]), settled(states[1]), dice[0], seed, games, risk, wins)
        sums[0] = decisions
        sums[1] = check

    return KernelEntry(game, SIMULATE, entry, (game.state, Dice, NUMBER, NUMBER, NUMBER, INTS, INTS), facts=facts)


@cache
def loop_entry(game: Game, advisers: tuple[Adviser, ...], observers: tuple[Observer, ...]) -> KernelEntry:
    """Return the loop over whole games of rule bots, with these advisers and statistics."""
    play = make_loop(game, advisers, observers)

    def entry(states, dice, seed, start, games, policies, seatings, wins, table, notes, sums):  # type: ignore[no-untyped-def]
        decisions, fault = play(states, dice[0], seed, start, games, policies, seatings, wins, table, notes, sums[2:])
        sums[0] = decisions
        sums[1] = fault

    hooks = tuple(hook for observer in observers for hook in observer.hooks(game) if hook is not None)
    state = counting(game) if observers else game.state
    takes = (state, Dice, NUMBER, NUMBER, NUMBER, INTS, INTS, INTS, INTS, INTS, INTS)
    return KernelEntry(game, STUDY if observers else MATCHES, entry, takes, (*advisers, *hooks))
