"""Gives a process a wall clock that a test sets: it is ahead by the seconds in the file that PARLOUR_TEST_SKEW names.

PARLOUR_TEST_LEASE sets how many seconds the lease of a house lasts.

Python imports this at its start if the folder is on its path. Clocks that nobody can set stay as they are.
"""

import os
import time
from contextlib import suppress

_real, _real_ns = time.time, time.time_ns
_real_gettime = time.clock_gettime


def _ahead() -> float:
    with suppress(OSError, ValueError), open(os.environ["PARLOUR_TEST_SKEW"], encoding="ascii") as file:
        return float(file.read())
    return 0.0


def _gettime(clock: int) -> float:
    return _real_gettime(clock) + (_ahead() if clock == time.CLOCK_REALTIME else 0.0)


if "PARLOUR_TEST_SKEW" in os.environ:
    time.time = lambda: _real() + _ahead()
    time.time_ns = lambda: _real_ns() + int(_ahead() * 1e9)
    time.clock_gettime = _gettime

if "PARLOUR_TEST_LEASE" in os.environ:
    from parlour.server.store import lease

    lease.LEASE = float(os.environ["PARLOUR_TEST_LEASE"])
