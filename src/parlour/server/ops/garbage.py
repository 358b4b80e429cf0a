"""Keeps Python's garbage collector from stalling the whole server.

A full collection visits every object: with a thousand tables that takes half a second in which nobody is answered. So
objects that have lived for a second are frozen (`gc.freeze`) and skipped. But a closed connection and an unloaded room are
cycles, which only a full collection frees. With few objects that takes about a tenth of a second and is due once a minute: it
runs in the next second in which the server is nearly idle, or after two minutes at the latest. With more objects it runs once
they have doubled, in a second when the server is nearly idle, or at the latest when there are four times as many.
"""

import asyncio
import gc
import time
from itertools import count

SECOND = 1.0
YOUNG = 20_000
"""New objects between two collections of the youngest generation."""
COUNTED_EVERY = 60
"""Seconds between counts of the frozen objects: counting is slow too."""
IDLE = 0.1
"""Processor seconds per second below which the server counts as idle."""
PATIENCE = 120
"""The most seconds for which a quick collection that is due waits until the server is nearly idle."""
FEW = 500_000
"""The number of objects up to which a full collection is quick: on a busy machine it took 0.12 s for 560,000. A small house has
150,000.
"""
IDLE_GROWTH, BUSY_GROWTH = 2, 4
"""A full collection is due at this many times the objects that the last one left: on an idle server, and on a busy one."""


async def manage_garbage() -> None:
    """Freeze surviving objects every second until cancelled."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, 10, 1_000_000)
    frozen = left = _collect_all()
    wanted_at: int | None = None
    try:
        for second in count(1):
            worked = time.process_time()
            await asyncio.sleep(SECOND)
            is_idle = time.process_time() - worked < IDLE
            gc.collect(1)
            gc.freeze()
            is_counted = second % COUNTED_EVERY == 0
            if is_counted:
                frozen = gc.get_freeze_count()
                wanted_at = second if wanted_at is None and frozen <= FEW else wanted_at
            is_timely = wanted_at is not None and (is_idle or second - wanted_at >= PATIENCE)
            if is_timely or is_due(frozen, left, is_idle=is_idle):
                frozen, wanted_at = _collect_all(), None
                left = frozen
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def is_due(frozen: int, left: int, *, is_idle: bool) -> bool:
    """Whether a slow full collection is due: `frozen` is the last count of objects, and `left` is what the last one left."""
    return frozen > max(left, FEW // 2) * (IDLE_GROWTH if is_idle else BUSY_GROWTH)


def _collect_all() -> int:
    """Run a full collection and return the number of objects left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
