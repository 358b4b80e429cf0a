"""Garbage collection: cycles that were frozen are freed while there are few objects; with many, only when they have grown."""

import asyncio
import weakref

import pytest

from parlour.server.ops import garbage
from parlour.server.ops.garbage import BUSY_GROWTH, FEW, IDLE_GROWTH, is_due, manage_garbage

TURNS = 5


class Cycle:
    """An object that refers to itself, as a room and its parts do."""

    def __init__(self) -> None:
        self.itself = self


async def turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


async def is_freed() -> bool:
    """Whether a cycle that was frozen while it was in use is freed afterwards."""
    managing = asyncio.create_task(manage_garbage())
    try:
        await turns()
        cycle = Cycle()
        found = weakref.ref(cycle)
        await turns()
        del cycle
        await turns()
        return found() is None
    finally:
        managing.cancel()
        await asyncio.gather(managing, return_exceptions=True)


@pytest.mark.parametrize(("few", "freed"), [(10**9, True), (0, False)])
def test_a_frozen_cycle_is_freed_while_there_are_few_objects(monkeypatch: pytest.MonkeyPatch, few: int, freed: bool) -> None:
    monkeypatch.setattr(garbage, "SECOND", 0)
    monkeypatch.setattr(garbage, "COUNTED_EVERY", 1)
    monkeypatch.setattr(garbage, "FEW", few)
    assert asyncio.run(is_freed()) == freed


def test_many_objects_are_collected_when_they_have_grown_and_later_in_a_busy_house() -> None:
    for left in (FEW, 5_000_000):
        for is_idle, growth in ((True, IDLE_GROWTH), (False, BUSY_GROWTH)):
            assert not is_due(left * growth, left, is_idle=is_idle)
            assert is_due(left * growth + 1, left, is_idle=is_idle)
    assert not is_due(FEW, 1_000, is_idle=True)
