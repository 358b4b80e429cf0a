"""Keeps Python's garbage collector from stalling the whole server.

A full collection visits every object: with a thousand tables that takes half a second in which nobody is answered, and
nearly everything is freed by reference counting anyway. So objects that have lived for a second are frozen (`gc.freeze`)
and skipped. A full collection runs once the frozen objects have doubled, in a second when the server is nearly idle, or at
the latest when there are eight times as many.
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
SPARE = 500_000
"""Objects that may accumulate on top of those left by the last full collection."""


async def manage_garbage() -> None:
    """Freeze surviving objects every second until cancelled."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, 10, 1_000_000)
    left = _collect_all()
    growth = 0.0
    try:
        for second in count(1):
            worked = time.process_time()
            await asyncio.sleep(SECOND)
            is_idle = time.process_time() - worked < IDLE
            gc.collect(1)
            gc.freeze()
            if second % COUNTED_EVERY == 0:
                growth = gc.get_freeze_count() / (left + SPARE)
            if growth > (2 if is_idle else 8):
                left = _collect_all()
                growth = 0.0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def _collect_all() -> int:
    """Run a full collection and return the number of objects left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
