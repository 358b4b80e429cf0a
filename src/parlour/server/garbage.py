"""Keeping Python's garbage collector from holding up a whole house.

A full collection looks at every object there is: with a thousand tables that takes half a second, in which nobody is
answered. Nearly everything here is freed without it. So what has lived for a second is set aside (`gc.freeze`) and no
longer looked at. All is looked at again when twice as much has gathered, in a second in which little is going on, or at
the latest when it is eight times as much.
"""

import asyncio
import gc
import time
from itertools import count

SECOND = 1.0
YOUNG = 20_000
"""New objects between two looks at the young ones."""
COUNTED_EVERY = 60
"""Seconds; to count the objects takes long, too."""
QUIET = 0.1
"""Of a second in which no more than this much was worked, a full look may take its time."""
SPARE = 500_000
"""Objects that may gather, beyond what there was after the last full look."""


async def keep_tidy() -> None:
    """Set aside what lives on, every second, until cancelled."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, 10, 1_000_000)
    kept = _look_at_all()
    gathered = 0.0
    try:
        for second in count(1):
            worked = time.process_time()
            await asyncio.sleep(SECOND)
            is_quiet = time.process_time() - worked < QUIET
            gc.collect(1)
            gc.freeze()
            if second % COUNTED_EVERY == 0:
                gathered = gc.get_freeze_count() / (kept + SPARE)
            if gathered > (2 if is_quiet else 8):
                kept = _look_at_all()
                gathered = 0.0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def _look_at_all() -> int:
    """A full collection; the number of objects that are left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
