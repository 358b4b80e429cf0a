"""How the work of an entry is divided among many threads of a device, and how their results are put together.

A thread runs an entry unchanged. For each argument, a share says what a thread gets: all of it, records of its own, or its own
part of an array. Which games or worlds a thread plays follows from its number, so the results are the same as on a processor.
"""

from typing import Any, NamedTuple

from .entries import NUMBER, KernelEntry
from .kernels import MATCHES, RATE, STUDY
from .lockstep import LOCKSTEP

SHARED, FIRST, COUNT, OWN, OWN_AND_SHARED = "shared", "first", "count", "own", "own and shared"
PART, SPACE = "part", "space"
PARTS = PART, SPACE
"""The shares that a thread can have in an argument: all of it; the number of its first game; how many games it plays; records
of its own; one record of its own and the second one, which all share; a part of an array for its results; a part as working
space.
"""


class Divided(NamedTuple):
    """An entry with the share of a thread in each argument, and how many records of its own the thread needs."""

    entry: KernelEntry
    shares: tuple[str, ...]
    records: int


_SHARES = {
    LOCKSTEP: (OWN_AND_SHARED, OWN, FIRST, COUNT, SHARED, SHARED, PART, PART),
    STUDY: (OWN_AND_SHARED, OWN, SHARED, FIRST, COUNT, SHARED, SHARED, PART, PART, SPACE, PART),
    RATE: (
        *(SHARED,) * 7, FIRST, COUNT, SHARED, OWN, OWN, *(PART,) * 6,
    ),
}  # fmt: skip


def divided(entry: KernelEntry) -> Divided:
    """Return how the work of an entry is divided."""
    shares = _SHARES[STUDY if entry.name == MATCHES else entry.name]
    return Divided(entry, shares, 1 if entry.name == LOCKSTEP else 3)


def thread_source(parts: Divided) -> str:
    """Return the source of the function that one thread runs.

    It takes the number of threads, of games per thread and of all games, then the arguments of the entry; each array that is
    divided is followed by the length of a part.
    """
    names, lines, given = ["threads", "each", "total"], [], []
    for i, (kind, share) in enumerate(zip(parts.entry.takes, parts.shares, strict=True)):
        argument = f"a{i}"
        names.append(argument)
        if share in (OWN, OWN_AND_SHARED):
            count = parts.records if kind is parts.entry.takes[0] else 1
            lines.append(f"        own{i} = cuda.local.array({count}, record{i})")
            mine = [f"own{i}[{k}]" for k in range(count)]
            given.append(
                f"({mine[0]}, {argument}[1], {', '.join(mine[1:])})" if share == OWN_AND_SHARED else f"({', '.join(mine)},)"
            )
        elif share == FIRST:
            given.append(f"{argument} + first")
        elif share == COUNT:
            given.append("min(each, total - first)")
        elif share in PARTS:
            names.append(f"n{i}")
            given.append(f"{argument}[thread * n{i} : (thread + 1) * n{i}]")
        else:
            given.append(argument)
    body = [
        f"def kernel({', '.join(names)}):",
        "    thread = int64(cuda.grid(1))",
        "    if thread < threads:",
        "        first = thread * each",
        *lines,
        f"        entry({', '.join(given)})",
    ]
    return "\n".join(body)


def is_number(kind: Any) -> bool:
    """Whether an argument is a number and not an array."""
    return bool(kind == NUMBER)
