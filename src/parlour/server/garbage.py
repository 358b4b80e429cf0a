"""Keeping Python's garbage collector from holding up a whole house.

A full collection looks at every object there is: with a thousand tables that takes half a second, in which nobody is
answered. Nearly everything here is freed without it. So what has lived for a second is set aside (`gc.freeze`) and no
longer looked at, and all is looked at again only when twice as much has gathered.
"""

import asyncio
import gc

SECOND = 1.0
YOUNG = 20_000
"""New objects between two looks at the young ones."""
COUNTED_EVERY = 60
SPARE = 500_000
"""Objects that may gather, beyond what there was after the last full look."""


async def keep_tidy() -> None:
    """Set aside what lives on, every second, until cancelled."""
    before = gc.get_threshold()
    gc.set_threshold(YOUNG, 10, 1_000_000)
    kept = _look_at_all()
    try:
        while True:
            for _ in range(COUNTED_EVERY):
                await asyncio.sleep(SECOND)
                gc.collect(1)
                gc.freeze()
            if gc.get_freeze_count() > 2 * kept + SPARE:
                kept = _look_at_all()
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)


def _look_at_all() -> int:
    """A full collection; the number of objects that are left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
