"""A house that can report where its event loop spends its time: `python benchmarks/sampled.py FILE serve …`.

A USR1 signal begins a measurement; the next one ends it and writes the seconds of each part to the file. A timer interrupts the
program every two milliseconds of processor time; the time that the loop has used since the last interrupt is attributed to the
innermost function that belongs to a part. The time of all other threads is attributed to the store, which has the only busy
one.
"""

import json
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import FrameType

from parlour.cli import main

EVERY = 0.002
REST = "the rest"
PARTS = (
    ("JSON", "rooms/encoding.py", "encoded"),
    ("JSON", "wire/__init__.py", ""),
    ("JSON", "store/log.py", "encode"),
    ("room messages", "rooms/updates.py", "room_frame"),
    ("ends and deals", "rooms/journal.py", "_save_game"),
    ("ends and deals", "rooms/room.py", "_deal"),
    ("ends and deals", "rooms/dealing.py", "begin pledge reveal"),
    ("views", "rooms/updates.py", "_view"),
    ("events", "rooms/updates.py", "_told"),
    ("rules", "core/table.py", "trial accept"),
    ("sockets", "ws/protocol.py", ""),
    ("sockets", "uvicorn/protocols", ""),
    ("store", "server/store/", ""),
)
"""The parts of a move: the file, and the functions in it (none: all of them)."""


def part_of(frame: FrameType | None) -> str:
    """Return the part to which the innermost function of a stack belongs."""
    if frame is not None and frame.f_code.co_filename.endswith("asyncio/runners.py"):
        return "sockets"  # the loop itself, which has no code in Python
    while frame is not None:
        code = frame.f_code
        for part, file, functions in PARTS:
            if file in code.co_filename and (not functions or code.co_name in functions.split()):
                return part
        frame = frame.f_back
    return REST


class Sampler:
    """Adds up the processor time of the parts."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._seconds: Counter[str] = Counter()
        self._is_on = False
        self._last = self._loop = self._all = 0.0

    def toggle(self, number: int, frame: FrameType | None) -> None:
        """Begin or end a measurement."""
        self._is_on = not self._is_on
        signal.setitimer(signal.ITIMER_PROF, *((EVERY, EVERY) if self._is_on else (0.0, 0.0)))
        loop, everything = time.thread_time(), time.process_time()
        if not self._is_on:
            self._seconds["store"] += everything - self._all - (loop - self._loop)
            self._file.write_text(json.dumps(self._seconds))
        self._seconds.clear()
        self._last, self._loop, self._all = loop, loop, everything

    def sample(self, number: int, frame: FrameType | None) -> None:
        """Count the time that the loop has used since the last sample for the part that it is in now."""
        now = time.thread_time()
        self._seconds[part_of(frame)] += now - self._last
        self._last = now


if __name__ == "__main__":
    sampler = Sampler(Path(sys.argv.pop(1)))
    signal.signal(signal.SIGUSR1, sampler.toggle)
    signal.signal(signal.SIGPROF, sampler.sample)
    main()
