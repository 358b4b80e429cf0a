"""Kernels: the compiled functions of a game, and the ways to run them, which only this module knows.

    rate = function(game, RATE)
    rate(records, …, numbers, …)       # writes its results into the arrays

There are four ways, with the same results: interpreted; through Numba at run time; as a shared library built ahead; as
WebAssembly. By default a library is used if one fits, else Numba; PARLOUR_KERNELS chooses another way. Callers pass `Records`,
arrays of 64-bit numbers (anything with a buffer) and ints, and needn't know which way was taken.
"""

import importlib.util
import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from ..core.game import Game
from ..core.sentence import Invalid, quoted
from ..core.texts import sentence
from . import ahead

if TYPE_CHECKING:
    from .entries import KernelEntry
    from .facts import Facts
    from .loop import Adviser
    from .tally import Observer

RATE, SIMULATE, MATCHES, STUDY, OBSERVE = ahead.ENTRIES

SWITCH = "PARLOUR_KERNELS"
AUTO, OFF, LIBRARY, WASM, INTERPRETED = "auto", "off", "library", "wasm", "interpreted"
WAYS = (AUTO, OFF, LIBRARY, WASM, INTERPRETED)

Function = Callable[..., None]


class Kernel(Protocol):
    """A loaded kernel that was built ahead."""

    def function(self, name: str) -> Function:
        """Return the entry of this name."""


def chosen_way() -> str:
    """Return the way that PARLOUR_KERNELS asks for, or raise ValueError."""
    asked = os.environ.get(SWITCH, "").lower() or AUTO
    if asked not in WAYS:
        raise Invalid(sentence("refusal.kernels", value=quoted(os.environ[SWITCH])))
    return asked


def function(game: Game, name: str) -> Function:
    """Return an entry of a game, ready to be called; raise ValueError if there is no way to run it."""
    way = chosen_way()
    if way == INTERPRETED:
        return _interpreted(game, name)
    kernel = built(game)
    if kernel is not None:
        return kernel.function(name)
    if way in (LIBRARY, WASM) or not has_numba():
        raise Invalid(sentence("refusal.noKernel", game=game.name))
    return _through_numba(game, name)


def settled_function(game: Game, facts: "Facts") -> Function | None:
    """Return `simulate` compiled for a table of which these facts are known; None if this machine doesn't compile."""
    if chosen_way() not in (AUTO, OFF) or not has_numba():
        return None
    from .entries import random_entry

    return _numba_entry(random_entry(game, facts))


def built(game: Game) -> Kernel | None:
    """Return the kernel of a game that was built ahead and fits, loaded; None if there is none."""
    return _built(game, chosen_way())


@cache
def _built(game: Game, way: str) -> Kernel | None:
    if way in (AUTO, LIBRARY):
        from . import library

        return library.load(game)
    if way == WASM:
        from . import wasm

        return wasm.load(game)
    return None


def can_run(game: Game | None = None) -> bool:
    """Whether there is a way to run the functions of a game (or of any game) fast, now or once they are compiled."""
    if chosen_way() in (AUTO, OFF) and has_numba():
        return True
    if game is not None:
        return built(game) is not None
    platforms = {AUTO: ahead.HOST, LIBRARY: ahead.HOST, WASM: ahead.WASM}
    return chosen_way() in platforms and ahead.has_any(platforms[chosen_way()])


@cache
def has_numba() -> bool:
    """Whether Numba is installed. Cached, because looking for it is too slow to do for each message of the server."""
    return importlib.util.find_spec("numba") is not None


def loop_function(
    game: Game, advisers: Sequence["Adviser"], observers: Sequence["Observer"], *, interpreted: bool = False
) -> tuple[Function, type[Any]]:
    """Return the loop over games of rule bots, and the class of its states. A user's own rules are compiled by Numba."""
    from .entries import loop_entry
    from .interpreter import interpreted_entry
    from .observers import STANDARD

    entry = loop_entry(game, tuple(advisers), tuple(observers))
    state = entry.takes[0]
    assert isinstance(state, type)
    if interpreted or chosen_way() == INTERPRETED:
        return interpreted_entry(entry), state
    if tuple(advisers) == (game.advise,) and tuple(observers) in ((), STANDARD):
        return function(game, entry.name), state
    if not has_numba():
        raise Invalid(sentence("refusal.ownRules"))
    return _numba_entry(entry), state


@cache
def _interpreted(game: Game, name: str) -> Function:
    from .entries import entry_of
    from .interpreter import interpreted_entry

    return interpreted_entry(entry_of(game, name))


@cache
def _through_numba(game: Game, name: str) -> Function:
    from .entries import entry_of

    return _numba_entry(entry_of(game, name))


def _numba_entry(entry: "KernelEntry") -> Function:
    from .compiler import called

    return called(entry)
