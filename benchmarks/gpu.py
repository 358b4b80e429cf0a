"""Measure the games on a GPU, and check that every result equals the processor's.

    python benchmarks/gpu.py [--only random,steps] [--interpreted] [--tune GAME,…] [--games GAME,…] [--seats 2,4] [--rounds 3]

It writes GPU.md, into the folder OUT if that variable is set. Without numba-cuda it needs the code that another machine
compiled (`--compile sm_90`, no GPU needed) in PARLOUR_CACHE. The processor's results, for comparison, are computed on all
cores: compiled if possible, else interpreted.
"""

import argparse
import hashlib
import multiprocessing
import os
import platform
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from parlour import Table, envs, games
from parlour.core.chance import Dice
from parlour.core.default_observation import observation_of
from parlour.core.game import Game
from parlour.core.observation import ACTIONS
from parlour.envs.setups import random_house_rules
from parlour.envs.stepping import Desk, make_stepping, pick_actions
from parlour.fast import driver, gpu
from parlour.fast.batch import CHUNK, play_random
from parlour.fast.entries import KernelEntry, entry_of
from parlour.fast.facts import facts_of
from parlour.fast.fitting import AS_DECLARED, Fit, fitted, rows_of
from parlour.fast.kernels import RATE, STUDY, can_run
from parlour.fast.layout import Records
from parlour.fast.lockstep import lockstep_entry
from parlour.fast.matches import MatchPlan, play_part
from parlour.fast.observers import STANDARD
from parlour.fast.parts import Divided, divided
from parlour.fast.ptx import ptx_of
from parlour.fast.search import rate_moves
from parlour.fast.tally import fresh

FEWEST_GAMES, MOST_GAMES = 4_000_000, 512_000_000
"""How many random games are measured: as many as take about ROUND_SECONDS."""
ROUND_SECONDS = 1.5
TUNED_DECISIONS = 1_000_000_000
"""Decisions of random games for one setting."""
TABLES, STEPS = 32, 120
"""Tables and steps that are compared."""
MANY_TABLES = (1 << 16, 1 << 18)
WORKS = ("random", "steps", "bots", "search")
LONG = 0.4
"""A launch that takes more seconds than this isn't repeated."""
PARTS = 8
"""How many parts the compared work is split into, one for each process."""


# ---- the processor's results ----------------------------------------------------------------------------------------


def compared(size: int) -> int:
    """Return how many games are compared: fewer if they run interpreted."""
    return size if can_run() else size // 16


def plan_of(game: Game, seats: int) -> MatchPlan:
    """Return a study of rule bots with all standard statistics."""
    values = tuple(game.checked_options({}, seats).items())
    return MatchPlan(game, seats, values, 11, ("advice",) * seats, (tuple(range(seats)),), STANDARD)


def run_interpreted() -> None:
    """Make this process, and those that it starts, run the rules interpreted."""
    os.environ["PARLOUR_KERNELS"] = "interpreted"


def random_part(game_id: str, seats: int, part: int, size: int, device: str = "cpu") -> Any:
    """Return the results of some random games."""
    return play_random(game_id, size, seats, seed=10_000 * part, device=device)


def study_part(game_id: str, seats: int, part: int, size: int) -> tuple[int, bytes, bytes]:
    """Return the results of some games of rule bots."""
    return as_bytes(play_part(plan_of(games.find(game_id), seats), part * size, size))


def as_bytes(found: Any) -> tuple[int, bytes, bytes]:
    """Return results in a form that can be compared."""
    return found.decisions, found.wins.tobytes(), np.ascontiguousarray(found.table).tobytes()


def search(game_id: str, seats: int, worlds: int, rate: Any = None) -> tuple[Any, float]:
    """Return the ratings of the first moves of a table, and the play-outs per second."""
    table = Table.new(game_id, seats=seats, seed=3)
    seat = table.must
    assert seat is not None
    moves = [table.actions(words, seat) for words in table.moves(seat)[:4]]
    began = time.perf_counter()
    found = rate_moves(
        table.mind(seat), moves, 0, seed=1, playouts=worlds * len(moves), halving=False, dropping=False, rate=rate
    )
    return found, found.playouts / (time.perf_counter() - began)


def tables_of(game_id: str) -> tuple[list[int], list[dict[str, Any]]]:
    """Return tables of 2 to 4 seats with random house rules whose states have the usual form."""
    game, rng = games.find(game_id), random.Random(7)
    seats, options = [4], [{}]
    usual = fitted(game, game.fresh(4, game.checked_options({}, 4)))
    while len(seats) < TABLES:
        count = rng.randint(2, min(4, game.most_seats))
        values = random_house_rules(game, count, rng)
        if fitted(game, game.fresh(count, values), game.fresh(4, game.checked_options({}, 4))) == usual:
            seats.append(count)
            options.append({name: game.options[name].python(value) for name, value in values.items()})
    return seats, options


def steps_part(game_id: str) -> list[str]:
    """Step tables one by one, interpreted, with random actions; return a hash of everything for each step."""
    game, (seats, options) = games.find(game_id), tables_of(game_id)
    step, width = make_stepping(game, False).step, observation_of(game).features.width
    blanks = [game.fresh(n, game.checked_options(given, n)) for n, given in zip(seats, options, strict=True)]
    states, desks, dice = [blank.copy() for blank in blanks], [Desk() for _ in seats], [Dice() for _ in seats]
    for t, desk in enumerate(desks):
        desk.seed, desk.learners = 5 + t, (1 << seats[t]) - 1
    observations, masks = np.zeros((TABLES, width), np.int8), np.zeros((TABLES, ACTIONS), np.int8)
    paid, asked, ends = np.zeros((TABLES, game.most_seats), np.float32), np.zeros(TABLES, np.int32), np.zeros(TABLES, np.int8)
    actions, found = [0] * TABLES, []
    for turn in range(1, STEPS + 2):
        for t in range(TABLES):
            ends[t] = step(
                states[t], blanks[t], desks[t], dice[t], actions[t], 1, 0, 0, 100_000, -1.0, observations[t], masks[t], paid[t]
            )
            asked[t] = desks[t].seat
        found.append(digest((observations, masks, asked, paid, ends)))
        pick_actions(masks.reshape(-1), 5, turn, actions, 0, TABLES)
    return found


def digest(arrays: Any) -> str:
    """Return a hash of some arrays."""
    return hashlib.sha256(b"".join(np.ascontiguousarray(one).tobytes() for one in arrays)).hexdigest()


# ---- the device's results -------------------------------------------------------------------------------------------


@dataclass
class Figures:
    """Measurements of one game at one number of seats, per second, and the results that were equal."""

    game: str
    seats: int
    random: float = 0.0
    advice: float = 0.0
    playouts: float = 0.0
    steps: float = 0.0
    equal: dict[str, bool] = field(default_factory=dict)
    flaws: list[str] = field(default_factory=list)

    def attempt(self, name: str, work: Callable[[], None]) -> None:
        """Do some work; note a failure and carry on."""
        began = time.perf_counter()
        try:
            work()
        except Exception as error:
            self.flaws.append(f"{name}: {error}")
            traceback.print_exc()
        print(f"{self.game} {self.seats} {name}: {time.perf_counter() - began:.1f} s", flush=True)


class Expected:
    """Results of the processor for the chosen work, computed by other processes in the background."""

    def __init__(self, pool: ProcessPoolExecutor, game_id: str, seats: int, wanted: list[str]) -> None:
        self.size, self.worlds, self.study_size = compared(32_000) // PARTS, compared(500), compared(4_000) // PARTS
        self.random: list[Future[Any]] = []
        self.study: list[Future[Any]] = []
        if "random" in wanted:
            self.random = [pool.submit(random_part, game_id, seats, part, self.size) for part in range(PARTS)]
        if "bots" in wanted:
            self.study = [pool.submit(study_part, game_id, seats, part, self.study_size) for part in range(PARTS)]
        if "search" in wanted:
            self.search: Future[Any] = pool.submit(search, game_id, seats, self.worlds)


def measure(
    game: Game, seats: int, rounds: int, expected: Expected, steps: "Future[list[str]] | None", wanted: list[str]
) -> Figures:
    """Return the figures of a game at this number of seats."""
    found = Figures(game.id, seats)

    def random_play() -> None:
        pairs = [
            (one.result(), random_part(game.id, seats, part, expected.size, "cuda")) for part, one in enumerate(expected.random)
        ]
        found.equal["random play"] = all(mine == theirs for mine, theirs in pairs)
        size = FEWEST_GAMES
        for number in range(1 + rounds):
            began = time.perf_counter()
            played = play_random(game, size, seats, seed=number, device="cuda")
            seconds = time.perf_counter() - began
            found.random = max(found.random, played.decisions / seconds)
            size = min(max(size, int(size * ROUND_SECONDS / seconds)), MOST_GAMES)

    def rule_bots() -> None:
        pieces = gpu.study_pieces(plan_of(game, seats), 0, PARTS * expected.study_size, expected.study_size)
        found.equal["rule bots"] = all(
            as_bytes(piece) == one.result() for piece, one in zip(pieces, expected.study, strict=True)
        )
        for number in range(rounds):
            began = time.perf_counter()
            parts = gpu.study_pieces(plan_of(game, seats), number * 10**6, gpu.PIECES * 4000, 4000)
            found.advice = max(found.advice, sum(part.decisions for part in parts) / (time.perf_counter() - began))

    def searches() -> None:
        rate = gpu.rating(game, game.fresh(seats, game.checked_options({}, seats)))
        found.equal["search"] = search(game.id, seats, expected.worlds, rate)[0] == expected.search.result()[0]
        found.playouts = max(search(game.id, seats, 20_000, rate)[1] for _ in range(rounds))

    def batch_steps() -> None:
        if seats == 4 and steps is not None:
            found.equal["steps"] = device_steps(game.id) == steps.result()
        found.steps = max(step_speed(game, seats, tables) for tables in MANY_TABLES)

    for name, work in zip(WORKS, (random_play, batch_steps, rule_bots, searches), strict=True):
        if name in wanted:
            found.attempt(name, work)
    return found


def device_steps(game_id: str) -> list[str]:
    """Step the tables of `steps_part` on the device."""
    seats, options = tables_of(game_id)
    env = envs.batch(game_id, TABLES, seats, options, seed=5, device="cuda")
    out = env.reset()
    found = [digest(array.host() for array in out)]
    for _ in range(STEPS):
        out = env.step(env.random_actions())
        found.append(digest(array.host() for array in out))
    return found


def step_speed(game: Game, seats: int, tables: int, repeats: int = 40) -> float:
    """Return the steps per second with observations, masks, rewards and random choices, once the tables are out of step."""
    env = envs.batch(game, tables, seats, seed=1, device="cuda")
    env.reset()
    for _ in range(60):
        env.step(env.random_actions())
    env.close()
    began = time.perf_counter()
    for _ in range(repeats):
        env.step(env.random_actions())
    env.close()
    return tables * repeats / (time.perf_counter() - began)


# ---- other libraries ------------------------------------------------------------------------------------------------


def lent() -> Iterator[tuple[str, str]]:
    """Lend arrays to other libraries and use theirs; yield the name of each library and the outcome."""
    for name, check in (("PyTorch", with_torch), ("JAX", with_jax), ("CuPy", with_cupy)):
        try:
            yield name, check()
        except ImportError:
            yield name, "not installed here"
        except Exception as error:
            traceback.print_exc()
            yield name, f"failed: {error}"


def _stepped() -> tuple[Any, Any]:
    env, twin = (envs.batch(games.ids()[-1], 4096, 4, seed=1, device="cuda") for _ in range(2))
    env.reset()
    twin.reset()
    return env, twin


def _seen(same_memory: bool, env: Any, twin: Any, values: Any) -> str:
    expected = twin.arrays.observations.host()
    good = same_memory and np.array_equal(values, expected) and np.array_equal(env.arrays.observations.host(), expected)
    return "same memory, its actions taken, later steps visible" if good else "NOT EQUAL"


def with_torch() -> str:
    """Check PyTorch: it takes observations without a copy, provides actions, and has its own tensors written."""
    import torch

    from parlour.envs.tables import Arrays

    env, twin = _stepped()
    seen = torch.from_dlpack(env.arrays.observations)
    own = Arrays(*(torch.from_dlpack(one).clone() for one in env.arrays))
    for _ in range(20):
        actions = torch.multinomial(torch.from_dlpack(env.arrays.masks).float(), 1).reshape(-1)
        env.step(actions)
        twin.step(actions.cpu().numpy(), into=own)
    torch.cuda.synchronize()
    is_same = seen.data_ptr() == env.arrays.observations.address and bool((own.observations == seen).all())
    twin.arrays.observations.device.write(twin.arrays.observations.address, own.observations.cpu().numpy())
    return _seen(is_same, env, twin, seen.cpu().numpy())


def with_jax() -> str:
    """Check JAX: it takes observations without a copy and provides actions of 32 bits."""
    import jax
    import jax.numpy as jnp

    env, twin = _stepped()
    key = jax.random.PRNGKey(1)
    for _ in range(5):
        key, now = jax.random.split(key)
        masks = jnp.from_dlpack(env.arrays.masks)
        actions = jax.random.categorical(now, jnp.where(masks != 0, 0.0, -jnp.inf)).astype(jnp.int32)
        host = np.asarray(actions)
        env.step(actions)
        twin.step(host)
    seen = jnp.from_dlpack(env.arrays.observations)
    return _seen(seen.unsafe_buffer_pointer() == env.arrays.observations.address, env, twin, np.asarray(seen))


def with_cupy() -> str:
    """Check CuPy: it takes observations without a copy and provides actions."""
    import cupy

    env, twin = _stepped()
    seen, masks = cupy.from_dlpack(env.arrays.observations), cupy.from_dlpack(env.arrays.masks)
    for _ in range(20):
        actions = masks.argmax(axis=1)
        env.step(actions)
        twin.step(cupy.asnumpy(actions))
    return _seen(seen.data.ptr == env.arrays.observations.address, env, twin, cupy.asnumpy(seen))


# ---- settings to choose from ----------------------------------------------------------------------------------------


REGISTERS = (96, 128, 168, 255)


def random_code(game: Game, seats: int) -> tuple[Divided, Fit]:
    """Return the code of random play at this number of seats."""
    blank = game.fresh(seats, game.checked_options({}, seats))
    return divided(lockstep_entry(game, facts_of(blank))), fitted(game, blank)


def tune(chosen: list[Game], seats: int) -> None:
    """Measure random play with other settings, one at a time."""
    on, lines = driver.device(), []

    def note(cells: list[str]) -> None:
        lines.append(f"| {' | '.join(cells)} |")
        print(lines[-1], flush=True)
        (folder() / "tune.md").write_text("\n".join(lines) + "\n")

    note(["registers", "games each", "pause", "block", *(game.id for game in chosen)])
    note(["---"] * (4 + len(chosen)))
    usual = [gpu.registers_for(*random_code(game, seats)) for game in chosen]
    with ThreadPoolExecutor(16) as pool:
        codes = [ptx_of(*random_code(game, seats), on.capability) for game in chosen]
        loads = {most: [pool.submit(on.load, code, most) for code in codes] for most in REGISTERS}
        for most, kernels in loads.items():
            speeds = [random_speed(game, seats, one.result()) for game, one in zip(chosen, kernels, strict=True)]
            note([*map(str, (most, 16, gpu.PAUSE, driver.BLOCK)), *(f"{speed / 1e9:.2f}" for speed in speeds)])
        kernels = [loads[most][i] for i, most in enumerate(usual)]
    for each, pause, block in ((8, 31, 64), (40, 31, 64), (16, 63, 64), (16, 15, 64), (16, 7, 64), (16, 31, 32), (16, 31, 128)):
        speeds = [
            random_speed(game, seats, one.result(), each, pause, block) for game, one in zip(chosen, kernels, strict=True)
        ]
        note([*map(str, ("usual", each, pause, block)), *(f"{speed / 1e9:.2f}" for speed in speeds)])


def random_speed(
    game: Game, seats: int, kernel: Any, each: int = 16, pause: int = gpu.PAUSE, block: int = driver.BLOCK
) -> float:
    """Return the decisions per second of one launch, the better of two, without copying the results."""
    on, blank = driver.device(), game.fresh(seats, game.checked_options({}, seats))
    games = TUNED_DECISIONS // (play_random(game, 1000, seats).decisions // 1000) // CHUNK * CHUNK
    fit, threads = fitted(game, blank), games // each
    states = driver.DeviceArray.of(on, rows_of(game.state, Records(game.state, 2, blank, blank), fit))
    dice = driver.DeviceArray.of(on, rows_of(Dice, Records(Dice, 1)))
    best = 0.0
    for _ in range(2):
        wins, sums = (driver.DeviceArray(on, (threads * n,), np.int64) for n in (seats, 2))
        given = driver.kernel_arguments((threads, each, games, states, dice, 1, 0, 0, pause, wins, seats, sums, 2))
        on.wait()
        began = time.perf_counter()
        on.launch(kernel, threads, given, block)
        on.wait()
        seconds = time.perf_counter() - began
        best = max(best, int(sums.host()[::2].sum()) / seconds)
        if seconds > LONG:
            break
    return best


def folder() -> Path:
    """Return where results are written."""
    return Path(os.environ["OUT"]) if os.environ.get("OUT") else Path(__file__).parent


# ---- compiling, reporting -------------------------------------------------------------------------------------------


def usual_fit(entry: KernelEntry) -> Fit:
    """Return the form of the states of tables with 2 to 4 seats."""
    state = next(kind for kind in entry.takes if isinstance(kind, type))
    return fitted(entry.game, *(fresh(state, n, entry.game.checked_options({}, n)) for n in (2, 4)))


def entries(game: Game, wanted: list[str], seats: list[int]) -> Iterator[tuple[Divided, Fit]]:
    """Yield the code that this work needs."""
    from parlour.envs.device import picks_of, steps_of

    makers: dict[str, Callable[[], Divided]] = {
        "steps": lambda: steps_of(game, False),
        "bots": lambda: divided(entry_of(game, STUDY)),
        "search": lambda: divided(entry_of(game, RATE)),
    }
    if "random" in wanted:
        yield from (random_code(game, count) for count in seats)
    for name in [name for name in wanted if name in makers]:
        parts = makers[name]()
        yield parts, usual_fit(parts.entry)
    if "steps" in wanted:
        yield picks_of(game), AS_DECLARED


def compile_all(chosen: list[Game], wanted: list[str], seats: list[int], name: str) -> None:
    """Compile everything that a run needs, for another machine."""
    capability = (int(name[3:-1]), int(name[-1]))
    for game in chosen:
        for parts, fit in entries(game, wanted, seats):
            began = time.perf_counter()
            made = ptx_of(parts, fit, capability)
            print(f"{game.id} {parts.entry.name}: {len(made)} characters, {time.perf_counter() - began:.0f} s", flush=True)


def load_all(chosen: list[Game], wanted: list[str], seats: list[int]) -> None:
    """Let the driver translate all code at the same time: one after the other takes minutes."""
    from parlour.core.sentence import Invalid

    def load(parts: Divided, fit: Fit) -> None:
        try:
            gpu.loaded(parts, fit)
        except Invalid as error:
            print(f"{parts.entry.game.id} {parts.entry.name}: {error}", flush=True)

    with ThreadPoolExecutor(16) as pool:
        for done in [pool.submit(load, *one) for game in chosen for one in entries(game, wanted, seats)]:
            done.result()


def report(found: list[Figures], libraries: list[tuple[str, str]], seconds: float) -> str:
    """Return the page of results."""
    from parlour.fast.driver import device

    how = "compiled" if can_run() else "interpreted"
    games_compared, studied = (compared(size) // PARTS * PARTS for size in (32_000, 4_000))
    lines = [
        "# Games on a GPU",
        "",
        "Written by `python benchmarks/gpu.py`; no figure is typed by hand.",
        "",
        f"{date.today()} · one {device().name} · {os.cpu_count()} cores of {platform.machine()}"
        f" · Python {platform.python_version()} · {seconds:.0f} s in all",
        "",
        "A figure is the best of some rounds, from the call to the result. A dash: not measured in this run.",
        "",
        "- **random play**: decisions per second of random games.",
        "- **rule bots**: decisions per second of the rule of thumb, with all standard statistics of every game.",
        "- **search**: games played on per second by the search of one position.",
        '- **steps**: steps per second of `parlour.envs.batch(…, device="cuda")` with observations, masks, rewards and ends,',
        f"  and random actions chosen on the device; the better of {' and '.join(f'{n:,}' for n in MANY_TABLES)} tables.",
        "- **equal**: the work whose results were those of the processor, to the last bit; the processor ran the rules",
        f"  {how}. Compared are {games_compared:,} random games, {studied:,} games of rule bots with all statistics, a search,",
        f"  and {STEPS} steps (interpreted) at {TABLES} tables of 2 to 4 seats with random house rules.",
        "",
        "| game | seats | random play | rule bots | search | steps | equal |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in found:
        unequal = [name for name, same in one.equal.items() if not same]
        equal = "; ".join([*(f"NOT {name}" for name in unequal), *one.flaws]) or ", ".join(one.equal)
        lines.append(
            f"| {one.game} | {one.seats} | {rate(one.random, 1e9, 'G')} | {rate(one.advice, 1e6, 'M', 0)}"
            f" | {rate(one.playouts, 1e6, 'M')} | {rate(one.steps, 1e6, 'M', 0)} | {equal} |"
        )
    if libraries:
        lines += ["", "Arrays of the batch on the device, taken through DLPack:", ""]
    lines += [f"- {name}: {seen}" for name, seen in libraries]
    return "\n".join(lines) + "\n"


def rate(found: float, unit: float, name: str, digits: int = 2) -> str:
    """Return a rate per second, or a dash if it was not measured."""
    return f"{found / unit:.{digits}f} {name}/s" if found else "–"


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(games.ids()))
    parser.add_argument("--seats", default="2,4")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default=",".join(WORKS), help=f"what to measure, of {','.join(WORKS)}")
    parser.add_argument("--interpreted", action="store_true", help="compare with fewer games, which Python plays interpreted")
    parser.add_argument("--compile", metavar="sm_90", help="compile only, for devices of this kind")
    parser.add_argument(
        "--tune", metavar="GAME,…", help="first measure other settings of random play with these games, and use the best"
    )
    asked = parser.parse_args()
    chosen, seats = [games.find(name) for name in asked.games.split(",")], [int(one) for one in asked.seats.split(",")]
    wanted = asked.only.split(",")
    if not set(wanted) <= set(WORKS):
        parser.error(f"--only takes some of {','.join(WORKS)}.")
    if asked.compile:
        compile_all(chosen, wanted, seats, asked.compile)
        return
    if asked.interpreted or not can_run():
        run_interpreted()
    began = time.perf_counter()
    assert compared(32_000) // PARTS <= CHUNK
    if asked.tune:
        tune([games.find(name) for name in asked.tune.split(",")], seats[-1])
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        stepped = {game.id: pool.submit(steps_part, game.id) for game in chosen if "steps" in wanted}
        expected = {(game.id, count): Expected(pool, game.id, count, wanted) for game in chosen for count in seats}
        load_all(chosen, wanted, seats)
        print(f"Loaded after {time.perf_counter() - began:.0f} s.", flush=True)
        found: list[Figures] = []
        for game, count in product(chosen, seats):
            found.append(measure(game, count, asked.rounds, expected[game.id, count], stepped.get(game.id), wanted))
            # written after each one, so that a run that is stopped leaves its results so far
            (folder() / "GPU.md").write_text(report(found, [], time.perf_counter() - began))
    libraries = [*lent()] if "steps" in wanted else []
    page = report(found, libraries, time.perf_counter() - began)
    (folder() / "GPU.md").write_text(page)
    print(page, flush=True)
    sys.stdout.flush()


if __name__ == "__main__":
    main()
