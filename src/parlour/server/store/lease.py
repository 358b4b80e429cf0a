"""The lease of a server: the time until which the other servers leave its rooms alone.

The database keeps it by its own clock. The server measures it too, by a clock that is never set and keeps running while
the process is stopped or the machine sleeps, and ends it a little earlier: a commit is only acknowledged while the lease holds.
"""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

LEASE = 8.0
"""Seconds for which a lease is renewed, once a second."""
MARGIN = 1.0
"""Seconds by which a server ends its lease early, because clocks don't all run at the same speed."""


def elapsed() -> float:
    """Return the seconds of a clock that is never set and, where the system has such a clock, keeps running while the machine
    sleeps.
    """
    try:
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    except (AttributeError, OSError):  # Python in a browser defines this clock, but doesn't have it
        return time.monotonic()


class Lease:
    """A server's own view of its lease. A database with one server (SQLite) needs no lease: it always holds."""

    def __init__(self, *, is_needed: bool, clock: Callable[[], float] = elapsed) -> None:
        self.is_needed = is_needed
        self._clock = clock
        self._until = math.inf  # a program that only reads and repairs has no lease
        self.lapses = 0
        """How often the lease ended before it was renewed. What was read from the database earlier may then be out of date."""

    @property
    def holds(self) -> bool:
        """Whether no other server can have taken over a room."""
        return not self.is_needed or self._clock() < self._until

    def now(self) -> float:
        """Return the time to pass to `renewed`, taken before the database is asked."""
        return self._clock()

    def renewed(self, asked_at: float) -> None:
        """Note that the database has renewed the lease at this time or later."""
        self._until = asked_at + LEASE - MARGIN


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another server on the same database whose lease holds. `url` is its own address, empty if it has only the shared one."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class Renewal:
    """The answer to a renewal of the lease."""

    at: float
    """The time of the database."""
    owned: Mapping[int, int] | None
    """The epochs of the rooms that the server still has, if its lease may have ended and others may have claimed rooms."""
    neighbours: tuple[Neighbour, ...]
    lapsed: tuple[str, ...]
    """The names of servers whose lease has ended."""
