"""Facts about a table that are known before its rules are compiled: its house rules, its seats and the version of its rules.

    settled = settler(facts_of(blank))
    simulate(settled(states[0]), …)

Compiled, a known field of a settled state is a constant, so the rules for other house rules are left out of the code.
Interpreted, `settled` does nothing. The rules are the same; only a compiler sees the difference (`records.py`).
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ..core.options import Option
from ..core.state import Field, State


class Facts(NamedTuple):
    """Fields with their values, which don't change during a game."""

    values: tuple[tuple[str, int], ...] = ()


UNKNOWN = Facts()
QUICK = "quick"
"""The field that says which stream a state draws from."""
SETTLERS: dict[Callable[[Any], Any], Facts] = {}
"""Every function that `settler` has returned, with its facts, for the compilers."""


def facts_of(blank: State) -> Facts:
    """Return what is known about a table, from its state before the deal. Its random numbers come from the quick stream."""
    values = {name: getattr(blank, name) for name, field in type(blank).fields.items() if may_be_known(name, field)}
    return Facts(tuple({**values, QUICK: 1}.items()))


def may_be_known(name: str, field: Field) -> bool:
    """Whether a field of a state doesn't change during a game."""
    return isinstance(field, Option) or name in ("seats", "rules", QUICK)


@cache
def settler(facts: Facts) -> Callable[[Any], Any]:
    """Return a function that returns its argument, a state, and tells the compiler these facts about it."""

    def settled(state):  # type: ignore[no-untyped-def]
        return state

    SETTLERS[settled] = facts
    return settled
