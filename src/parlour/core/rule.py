"""`@rule`: marks a function that runs both interpreted and compiled.

A rule uses ints, bit sets, the fields of a state, `if`, `while`, `for … in range`, module constants and other rules, and
nothing else. Marking changes nothing: a rule is a plain Python function until `parlour.fast` compiles it.
"""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])

RULES: list[Callable[..., object]] = []
"""Every rule of every imported game in order of definition: everything the compiler has to know."""

LARGE: set[Callable[..., object]] = set()
"""Rules that are called from many places and are too long to inline."""


def rule(function: F) -> F:
    """Mark a function as a rule."""
    RULES.append(function)
    return function


def large_rule(function: F) -> F:
    """Mark a rule that the compiler should call rather than inline."""
    LARGE.add(function)
    return rule(function)
