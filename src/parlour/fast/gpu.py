"""Games on a GPU: each thread plays a few games, and a launch has many threads. The results are those of a processor.

    play_random(game_id, games=10_000_000, seats=4, device="cuda")

The rules are those of every other way to run them. Sums come in the order in which a processor adds them, so that every figure
is the same to the last digit.
"""

import ctypes
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Protocol

import numpy as np

from ..core.chance import WORD, Dice
from ..core.game import Game
from ..core.sentence import Invalid, quoted
from ..core.state import State
from ..core.texts import sentence
from .batch import CHUNK, Played
from .entries import INTS, Entry, entry_of, loop_entry
from .fitting import Lengths, fitted, rows_of
from .kernels import RATE, SIMULATE, Function
from .layout import Records
from .loop import SPARE
from .matches import MatchPlan, Results
from .parts import PART, Divided, divided, is_number
from .tally import fresh, width

CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)
EACH = 4
"""The most games that one thread plays."""
CHUNKS = 256
"""Chunks of games per launch: about a million games keep a large device busy."""
PIECES = 64
"""Pieces of a study per launch. Every game has a row of statistics, which has to be copied."""


def checked_device(name: object) -> str:
    """Return the name of a device, or raise ValueError."""
    if name not in DEVICES:
        raise Invalid(sentence("refusal.device", value=quoted(name), known=", ".join(DEVICES)))
    assert isinstance(name, str)
    return name


class Launcher(Protocol):
    """Runs the threads of a divided entry; `arguments` are numbers and arrays, with the length of a part after each array that
    is divided. Arrays that are divided come back written."""

    def __call__(
        self, parts: Divided, lengths: Lengths, threads: int, each: int, total: int, arguments: Sequence[Any]
    ) -> list[Any]: ...


def on_device(parts: Divided, lengths: Lengths, threads: int, each: int, total: int, arguments: Sequence[Any]) -> list[Any]:
    """Run the threads on the GPU of this machine."""
    from .driver import DeviceArray, device

    gpu = device()
    kernel = _loaded(parts, tuple(sorted(lengths.items())))
    passed: list[Any] = [ctypes.c_int64(number) for number in (threads, each, total)]
    arrays, written = [], []
    given = iter(arguments)
    for kind, share in zip(parts.entry.takes, parts.shares, strict=True):
        one = next(given)
        if is_number(kind):
            passed.append(ctypes.c_int64(one))
            continue
        if share == PART:
            array = DeviceArray(gpu, (threads * one,), np.int64 if kind == INTS else np.float64)
            written.append(array)
            passed += [*array.arguments(), ctypes.c_int64(one)]
        else:
            array = DeviceArray.of(gpu, one)
            passed += array.arguments()
        arrays.append(array)  # its memory must outlive the launch
    gpu.launch(kernel, threads, passed)
    gpu.wait()
    return [array.host() for array in written]


@cache
def _loaded(parts: Divided, lengths: tuple[tuple[str, int], ...]) -> Any:
    from .driver import device
    from .ptx import ptx_of

    gpu = device()
    return gpu.load(ptx_of(parts, dict(lengths), gpu.capability))


def _rows(entry: Entry, lengths: Lengths, *records: Records) -> list[Any]:
    kinds = [kind for kind in entry.takes if isinstance(kind, type)]
    return [rows_of(kind, given, lengths) for kind, given in zip(kinds, records, strict=True)]


# ---- random games ---------------------------------------------------------------------------------------------------


def random_games(
    game: Game, blank: State, games: int, seed: int, risk: int, launch: Launcher = on_device, chunks: int = CHUNKS
) -> Iterator[Played]:
    """Play random games, and yield the results of each launch."""
    parts, lengths = divided(entry_of(game, SIMULATE)), fitted(game, blank)
    states, dice = _rows(parts.entry, lengths, Records(game.state, 2, blank, blank), Records(Dice, 1))
    for start in range(0, games, chunks * CHUNK):
        total = min(chunks * CHUNK, games - start)
        threads = -(-total // EACH)
        given = (states, dice, seed + start, 0, risk, blank.seats, 2)
        wins, sums = launch(parts, lengths, threads, EACH, total, given)
        decisions, checks = sums.reshape(threads, 2).T
        yield Played(wins.reshape(threads, blank.seats).sum(0).tolist(), int(decisions.sum()), _chunk_checks(checks, total))


def _chunk_checks(checks: Any, total: int) -> list[int]:
    """Return the checksum of each chunk from those of its threads: one counts 31 times as much for each game after it."""
    each = CHUNK // EACH
    chunks = -(-total // CHUNK)
    later = np.minimum(CHUNK, total - CHUNK * np.arange(chunks))[:, None] - EACH * np.arange(1, each + 1)
    whole = np.zeros(chunks * each, np.uint64)
    whole[: len(checks)] = checks
    weighed = whole.reshape(chunks, each) * _powers()[np.maximum(later, 0)]
    found: list[int] = (weighed.sum(1) & np.uint64(WORD)).tolist()
    return found


@cache
def _powers() -> Any:
    return np.array([pow(31, games, WORD + 1) for games in range(CHUNK + 1)], np.uint64)


# ---- games of rule bots ---------------------------------------------------------------------------------------------


def study_pieces(
    plan: MatchPlan, start: int, games: int, piece: int, launch: Launcher = on_device, pieces: int = PIECES
) -> Iterator[Results]:
    """Play the games with these numbers, and yield the results in pieces of this many games."""
    entry = loop_entry(plan.game, plan.advisers, plan.observers)
    state_class = entry.takes[0]
    assert isinstance(state_class, type)
    parts, blank = divided(entry), fresh(state_class, plan.seats, dict(plan.options))
    lengths = fitted(plan.game, blank)
    columns, notes = width(plan.observers, plan.game)
    policies, seatings = np.array(plan.policies, np.int64), np.array(plan.seatings, np.int64).reshape(-1)
    states, dice = _rows(entry, lengths, Records(state_class, 2, blank, blank), Records(Dice, 1))
    each = next(size for size in range(EACH, 0, -1) if piece % size == 0)
    places = (plan.seats + 1) * len(plan.bots)
    for first in range(start, start + games, piece * pieces):
        total = min(piece * pieces, start + games - first)
        threads = -(-total // each)
        given = (states, dice, plan.seed, first, 0, policies, seatings, places, each * columns, notes + SPARE, 2)
        wins, table, _, sums = launch(parts, lengths, threads, each, total, given)
        wins = wins.reshape(threads, plan.seats + 1, len(plan.bots))
        table, sums = table.reshape(threads * each, columns), sums.reshape(threads, 2)
        if (sums[:, 1] >= 0).any():
            raise RuntimeError(
                f"A bot of {plan.game.name} chose an illegal action in game {sums[:, 1].max()} of seed {plan.seed}."
            )
        for done in range(0, total, piece):
            size = min(piece, total - done)
            mine = slice(done // each, -(-(done + size) // each))
            yield Results(size, int(sums[mine, 0].sum()), wins[mine].sum(0), table[done : done + size])


# ---- search ---------------------------------------------------------------------------------------------------------


def rating(game: Game, blank: State, launch: Launcher = on_device) -> Function:
    """Return the search of a game's kernel (`entries.py`), with one thread for each world."""
    parts, lengths = divided(entry_of(game, RATE)), fitted(game, blank)

    def rate(
        root: Records, evidence: Records, viewer: int, seat: int, moves: Any, active: Any, usual: int, start: int, worlds: int,
        seed: int, states: Records, dice: Records, values: Any, played: Any, won: Any, gain: Any, squares: Any, winners: Any,
    ) -> None:  # fmt: skip
        if not worlds:
            return
        rows = _rows(parts.entry, lengths, root, evidence, Records(game.state, 1), Records(Dice, 1))
        lists = [np.array(one, np.int64) for one in (moves, active)]
        sums = (values, played, won, gain, squares, winners)
        given = (*rows[:2], viewer, seat, *lists, usual, start, 0, seed, *rows[2:], *map(len, sums))
        found = launch(parts, lengths, worlds, 1, worlds, given)
        for total, parts_of_it in zip(sums[1:], found[1:], strict=True):
            before = np.array(total)[None]
            # Sums of floats depend on their order: they are added world by world, as a processor does.
            after = np.add.accumulate(np.concatenate((before, parts_of_it.reshape(worlds, -1))))[-1]
            total[:] = type(total)(total.typecode, after.tolist())
        values[:] = type(values)("d", found[0].reshape(worlds, -1)[-1].tolist())

    return rate


__all__ = ["CPU", "CUDA", "Launcher", "checked_device", "random_games", "rating", "study_pieces"]
