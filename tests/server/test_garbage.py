"""Garbage collection: frozen cycles are freed while there are few objects; many objects are collected when they have grown."""

import subprocess
import sys

import pytest

from parlour.server.ops.garbage import BUSY_GROWTH, FEW, IDLE_GROWTH, is_due

IS_FREED = """
import asyncio, sys, weakref
from parlour.server.ops import garbage

garbage.SECOND, garbage.COUNTED_EVERY, garbage.FEW = 0, 1, int(sys.argv[1])


class Cycle:
    def __init__(self):
        self.itself = self


async def turns():
    for _ in range(5):
        await asyncio.sleep(0)


async def is_freed():
    managing = asyncio.create_task(garbage.manage_garbage())
    await turns()
    cycle = Cycle()
    found = weakref.ref(cycle)
    await turns()
    del cycle
    await turns()
    managing.cancel()
    return found() is None


print(asyncio.run(is_freed()))
"""
"""Tells whether a cycle that was frozen while it was in use, as rooms are, is freed afterwards."""


# In a process of its own, because a full collection of all the objects of a test run takes about a second.
@pytest.mark.parametrize(("few", "freed"), [(10**9, True), (0, False)])
def test_a_frozen_cycle_is_freed_while_there_are_few_objects(few: int, freed: bool) -> None:
    ran = subprocess.run([sys.executable, "-c", IS_FREED, str(few)], capture_output=True, text=True, timeout=60)
    assert ran.stdout.strip() == str(freed), ran.stderr


def test_many_objects_are_collected_when_they_have_grown_and_later_in_a_busy_house() -> None:
    for left in (FEW, 5_000_000):
        for is_idle, growth in ((True, IDLE_GROWTH), (False, BUSY_GROWTH)):
            assert not is_due(left * growth, left, is_idle=is_idle)
            assert is_due(left * growth + 1, left, is_idle=is_idle)
    assert not is_due(FEW, 1_000, is_idle=True)
