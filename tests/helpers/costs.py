"""A pytest plugin that records the processor seconds of every test, for `scripts/costs.py`."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

TICKS = os.sysconf("SC_CLK_TCK")
WORTH_TELLING = 0.1


def _used() -> float:
    """Return the processor time of this process, of programs that have ended, and of those that still run, such as a house."""
    return sum(os.times()[:4]) + sum(map(_used_below, _children(os.getpid())))


def _used_below(process: int) -> float:
    try:
        values = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0.0
    return sum(map(int, values[11:15])) / TICKS + sum(map(_used_below, _children(process)))


def _children(process: int) -> list[int]:
    """Return the running children of all threads of a process; nothing on systems other than Linux."""
    found: list[int] = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            found += map(int, path.read_text().split())
        except OSError:
            continue
    return found


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write down the processor time of a test, unless it is almost nothing."""
    before = _used()
    result = yield
    seconds = _used() - before
    if seconds >= WORTH_TELLING:
        with open(os.environ["PARLOUR_COSTS"], "a", encoding="utf-8") as file:
            file.write(json.dumps([round(seconds, 2), item.nodeid]) + "\n")
    return result
