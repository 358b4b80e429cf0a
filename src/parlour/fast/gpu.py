"""Games on a GPU: each thread plays a few games, and a launch has many threads. The results are the same as on a processor.

    play_random(game_id, games=10_000_000, seats=4, device="cuda")

The rules are the ones that run everywhere else. Numbers are added in the same order as on a CPU, so every figure is the
same to the last digit.
"""

import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np

from ..core.chance import Dice
from ..core.game import Game
from ..core.sentence import Invalid, quoted
from ..core.state import WORD, State
from ..core.texts import sentence
from .batch import CHUNK, Played
from .entries import KernelEntry, entry_of, loop_entry
from .facts import facts_of
from .fitting import PLAIN, Fit, copied, fitted, rows_of
from .kernels import RATE, Function
from .layout import Records
from .lockstep import lockstep_entry
from .loop import SPARE
from .matches import MatchPlan, Results
from .parts import PART, PARTS, Divided, divided, is_number
from .tally import fresh, width

CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)
EACH = (4, 8, 16, 40, 80, 160)
"""How many games one thread may play."""
THREADS = 1 << 18
"""A number of threads that keeps a large device busy."""
FIRST_CHUNKS, MOST_CHUNKS = 256, 16384
"""Chunks of random games in the first launch, and the most in any. Launches grow until one takes SECONDS: copying the results
of short games would take longer than playing them."""
SECONDS = 0.3
PAUSE = 31
"""Random games are dealt at every 32nd step (`lockstep.py`)."""
PIECES = 64
"""The most pieces of a study per launch. Every game has a row of statistics, which has to be copied."""
USUAL_REGISTERS, MOST_REGISTERS = 128, 255
"""The most registers per thread for small and for large states. With more registers, fewer threads run at once. With fewer,
more is read from memory (`benchmarks/gpu.py --tune` measures it)."""
LARGE_STATE = 1000
"""The size in bytes from which the state of a thread counts as large."""
SHARE_OF_MEMORY = 2
"""A launch takes at most the free memory divided by this: the driver needs some for the states of threads."""


def checked_device(name: object) -> str:
    """Return the name of a device, or raise ValueError."""
    if name not in DEVICES:
        raise Invalid(sentence("refusal.device", value=quoted(name), known=", ".join(DEVICES)))
    assert isinstance(name, str)
    return name


class Launcher(Protocol):
    """Runs the threads of a divided entry. `arguments` are numbers and arrays, with the length of one thread's part in place of
    each array that is divided. Returns the divided arrays, except those that are only working space."""

    def __call__(
        self, parts: Divided, fit: Fit, threads: int, each: int, total: int, arguments: Sequence[Any]
    ) -> list[Any]: ...


def on_device(parts: Divided, fit: Fit, threads: int, each: int, total: int, arguments: Sequence[Any]) -> list[Any]:
    """Run the threads on the GPU of this machine."""
    from .driver import DeviceArray, device, kernel_arguments

    gpu = device()
    kernel = loaded(parts, fit)
    passed: list[Any] = [threads, each, total]
    written = []
    for kind, share, one in zip(parts.entry.takes, parts.shares, arguments, strict=True):
        if is_number(kind):
            passed.append(int(one))
        elif share in PARTS:
            array = DeviceArray(gpu, (threads * one,), PLAIN[str(kind)])
            passed += [array, int(one)]
            if share == PART:
                written.append(array)
        else:
            passed.append(DeviceArray.of(gpu, one))
    gpu.launch(kernel, threads, kernel_arguments(passed))
    gpu.wait()
    return [array.host() for array in written]


@cache
def loaded(parts: Divided, fit: Fit) -> Any:
    """Return an entry as a kernel on the GPU of this machine, compiled unless it was compiled before."""
    from .driver import device
    from .ptx import ptx_of

    gpu = device()
    return gpu.load(ptx_of(parts, fit, gpu.capability), registers_for(parts, fit))


def registers_for(parts: Divided, fit: Fit) -> int:
    """Return the most registers per thread: the caches must hold the states of all threads that run at once."""
    state = next((kind for kind in parts.entry.takes if isinstance(kind, type) and issubclass(kind, State)), None)
    is_large = parts.records and state is not None and copied(state, fit).whole >= LARGE_STATE
    return MOST_REGISTERS if is_large else USUAL_REGISTERS


def _rows(entry: KernelEntry, fit: Fit, *records: Records) -> list[Any]:
    kinds = [kind for kind in entry.takes if isinstance(kind, type)]
    return [rows_of(kind, given, fit) for kind, given in zip(kinds, records, strict=True)]


# ---- random games ---------------------------------------------------------------------------------------------------


def random_games(
    game: Game, blank: State, games: int, seed: int, risk: int, launch: Launcher = on_device, chunks: int = FIRST_CHUNKS
) -> Iterator[Played]:
    """Play random games, and yield the results of each launch; the first one has this many chunks."""
    parts, fit = divided(lockstep_entry(game, facts_of(blank))), fitted(game, blank)
    states, dice = _rows(parts.entry, fit, Records(game.state, 2, blank, blank), Records(Dice, 1))
    start = 0
    while start < games:
        began = time.monotonic()
        total = min(chunks * CHUNK, games - start)
        each = games_each(total)
        threads = -(-total // each)
        given = (states, dice, seed + start, 0, risk, PAUSE, blank.seats, 2)
        wins, sums = launch(parts, fit, threads, each, total, given)
        decisions, checks = sums.reshape(threads, 2).T
        found = wins.reshape(threads, blank.seats).sum(0).tolist()
        yield Played(found, int(decisions.sum()), _chunk_checks(checks, total, each))
        start += total
        if time.monotonic() - began < SECONDS:
            chunks = min(2 * chunks, MOST_CHUNKS)


def games_each(total: int) -> int:
    """Return how many games a thread plays: more if that keeps all threads busy, and always a divisor of a chunk."""
    return max((each for each in EACH if CHUNK % each == 0 and total >= each * THREADS), default=min(EACH))


def _chunk_checks(checks: Any, total: int, each: int) -> list[int]:
    """Return the checksum of each chunk from those of its threads, each multiplied by 31 for every game after it."""
    threads = CHUNK // each
    chunks = -(-total // CHUNK)
    later = np.minimum(CHUNK, total - CHUNK * np.arange(chunks))[:, None] - each * np.arange(1, threads + 1)
    whole = np.zeros(chunks * threads, np.uint64)
    whole[: len(checks)] = checks
    weighed = whole.reshape(chunks, threads) * _powers()[np.maximum(later, 0)]
    found: list[int] = (weighed.sum(1) & np.uint64(WORD)).tolist()
    return found


@cache
def _powers() -> Any:
    return np.array([pow(31, games, WORD + 1) for games in range(CHUNK + 1)], np.uint64)


# ---- games of rule bots ---------------------------------------------------------------------------------------------


def study_pieces(
    plan: MatchPlan, start: int, games: int, piece: int, launch: Launcher = on_device, pieces: int = 0
) -> Iterator[Results]:
    """Play the games with these numbers, and yield the results in pieces of this many games.

    A launch plays this many `pieces`; by default, as many as fit into the memory of the device.
    """
    entry = loop_entry(plan.game, plan.advisers, plan.observers)
    state_class = entry.takes[0]
    assert isinstance(state_class, type)
    parts, blank = divided(entry), fresh(state_class, plan.seats, dict(plan.options))
    fit = fitted(plan.game, blank)
    columns, notes = width(plan.observers, plan.game)
    policies, seatings = np.array(plan.policies, np.int64), np.array(plan.seatings, np.int64).reshape(-1)
    states, dice = _rows(entry, fit, Records(state_class, 2, blank, blank), Records(Dice, 1))
    each = next(size for size in range(min(EACH), 0, -1) if piece % size == 0)
    places = (plan.seats + 1) * len(plan.bots)
    lengths = (places, each * columns, notes + SPARE, 2 + 3 * columns)
    pieces = pieces or _pieces_that_fit(piece // each * sum(lengths))
    for first in range(start, start + games, piece * pieces):
        total = min(piece * pieces, start + games - first)
        threads = -(-total // each)
        given = (states, dice, plan.seed, first, 0, policies, seatings, *lengths)
        wins, table, sums = launch(parts, fit, threads, each, total, given)
        wins = wins.reshape(threads, plan.seats + 1, len(plan.bots))
        table, sums = table.reshape(threads * each, columns), sums.reshape(threads, -1)
        if (sums[:, 1] >= 0).any():
            raise RuntimeError(
                f"A bot of {plan.game.name} chose an illegal action in game {sums[:, 1].max()} of seed {plan.seed}."
            )
        for done in range(0, total, piece):
            size = min(piece, total - done)
            mine = slice(done // each, -(-(done + size) // each))
            totals = sums[mine, 2:].sum(0).reshape(3, columns)
            yield Results(size, int(sums[mine, 0].sum()), wins[mine].sum(0), table[done : done + size], totals)


def _pieces_that_fit(numbers: int) -> int:
    """Return how many pieces a launch may have, if each needs this many numbers of 64 bits on the device."""
    from .driver import device

    return max(1, min(PIECES, device().room() // SHARE_OF_MEMORY // (8 * numbers)))


# ---- search ---------------------------------------------------------------------------------------------------------


def rating(game: Game, blank: State, launch: Launcher = on_device) -> Function:
    """Return a game's search (`entries.py`) with one thread for each world."""
    parts, fit = divided(entry_of(game, RATE)), fitted(game, blank)

    def rate(
        root: Records, evidence: Records, viewer: int, seat: int, moves: Any, active: Any, usual: int, start: int, worlds: int,
        seed: int, states: Records, dice: Records, values: Any, played: Any, won: Any, gain: Any, squares: Any, winners: Any,
    ) -> None:  # fmt: skip
        if not worlds:
            return
        rows = _rows(parts.entry, fit, root, evidence, Records(game.state, 1), Records(Dice, 1))
        lists = [np.array(one, np.int64) for one in (moves, active)]
        sums = (values, played, won, gain, squares, winners)
        given = (*rows[:2], viewer, seat, *lists, usual, start, 0, seed, *rows[2:], *map(len, sums))
        found = launch(parts, fit, worlds, 1, worlds, given)
        for total, parts_of_it in zip(sums[1:], found[1:], strict=True):
            before = np.array(total)[None]
            # A sum of floats depends on their order, so they are added world by world, as on a processor.
            after = np.add.accumulate(np.concatenate((before, parts_of_it.reshape(worlds, -1))))[-1]
            total[:] = type(total)(total.typecode, after.tolist())
        values[:] = type(values)("d", found[0].reshape(worlds, -1)[-1].tolist())

    return rate


__all__ = ["CPU", "CUDA", "Launcher", "checked_device", "random_games", "rating", "study_pieces"]
