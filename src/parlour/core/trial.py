"""A move that has been tried but not yet made."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from .state import S


@dataclass(frozen=True, slots=True)
class Trial(Generic[S]):
    """A legal move before it is made: the seat, its words, the states before and after, and the events."""

    seat: int
    words: str
    before: S
    after: S
    events: Sequence[tuple[int, int, int, int, int]]
