"""The division of work among the threads of a device, tested without one: the threads run interpreted, one after the other.

Only a device can show that compiled threads do the same: `benchmarks/gpu.py` checks that.
"""

import gc
import weakref
from functools import partial
from typing import Any

import numpy as np
import pytest

from parlour import games
from parlour.core.game import Game
from parlour.core.table import Table
from parlour.fast import gpu
from parlour.fast.batch import play_random
from parlour.fast.dlpack import capsule_of
from parlour.fast.facts import facts_of
from parlour.fast.fitting import copied, dtype_of, fitted
from parlour.fast.lockstep import lockstep_entry
from parlour.fast.matches import MatchPlan, play_part, rotations
from parlour.fast.observers import STANDARD
from parlour.fast.parts import divided
from parlour.fast.search import rate_moves
from tests.helpers.device import Threads, without_gpu

ids = pytest.mark.parametrize("game", games.all(), ids=lambda game: game.id)


@pytest.fixture(autouse=True)
def interpreted_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the games to compare with interpreted too: compiling five games takes minutes, and other tests do that."""
    monkeypatch.setenv("PARLOUR_KERNELS", "interpreted")


@ids
def test_random_games_of_threads_are_those_of_one_processor(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.fast.batch.CHUNK", 8)
    monkeypatch.setattr("parlour.fast.gpu.CHUNK", 8)
    monkeypatch.setattr("parlour.fast.gpu.EACH", (4,))
    expected = play_random(game, games=19, seats=game.least_seats, seed=5)
    on_threads = partial(gpu.random_games, launch=Threads().launch, chunks=1)
    monkeypatch.setattr("parlour.fast.gpu.random_games", on_threads)
    assert play_random(game, games=19, seats=game.least_seats, seed=5, device="cuda") == expected


@pytest.mark.parametrize(("seconds", "sizes"), [(1e9, [8, 16, 1]), (-1.0, [8, 8, 8, 1])])
def test_launches_grow_while_they_are_short(seconds: float, sizes: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.fast.gpu.CHUNK", 8)
    monkeypatch.setattr("parlour.fast.gpu.EACH", (4,))
    monkeypatch.setattr("parlour.fast.gpu.SECONDS", seconds)
    game, launched, launch = games.all()[0], [], Threads().launch

    def noted(parts: Any, fit: Any, threads: int, each: int, total: int, arguments: Any) -> list[Any]:
        launched.append(total)
        return launch(parts, fit, threads, each, total, arguments)

    blank = game.fresh(2, game.checked_options({}, 2))
    played = list(gpu.random_games(game, blank, sum(sizes), 5, 0, noted, chunks=1))
    assert launched == sizes
    assert [len(part.checks) for part in played] == [-(-size // 8) for size in sizes]


def test_large_states_get_more_registers() -> None:
    found = []
    for game in games.all():
        blank = game.fresh(4, game.checked_options({}, 4))
        parts, fit = divided(lockstep_entry(game, facts_of(blank))), fitted(game, blank)
        found.append((copied(game.state, fit).whole, gpu.registers_for(parts, fit)))
        assert gpu.registers_for(parts._replace(records=0), fit) == gpu.USUAL_REGISTERS, "its states are not a thread's own"
    registers = [each for _, each in sorted(found)]
    assert registers == sorted(registers)
    assert {*registers} == {gpu.USUAL_REGISTERS, gpu.MOST_REGISTERS}


@ids
def test_rule_bots_on_threads_give_the_rows_of_one_processor(game: Game) -> None:
    seats = game.usual_seats
    values = tuple(game.checked_options({}, seats).items())
    plan = MatchPlan(game, seats, values, 7, ("advice", *("random",) * (seats - 1)), rotations(seats), STANDARD)
    piece = 2 * seats
    found = list(gpu.study_pieces(plan, seats, piece + seats, piece, Threads().launch, pieces=1))
    assert [part.games for part in found] == [piece, seats]
    for start, part in ((seats, found[0]), (seats + piece, found[1])):
        expected = play_part(plan, start, part.games)
        assert part.decisions == expected.decisions
        assert (part.wins == expected.wins).all()
        assert (part.table == expected.table).all()


@ids
def test_a_search_on_threads_finds_the_same_to_the_last_digit(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table.new(game.id, seats=3, seed=3)
    seat = table.must
    assert seat is not None
    moves = [table.actions(words, seat) for words in table.moves(seat)[:3]]
    expected = rate_moves(table.mind(seat), moves, 0, seed=1, playouts=9)
    found = rate_moves(
        table.mind(seat), moves, 0, seed=1, playouts=9, rate=gpu.rating(game, table.mind(seat).world(1), Threads().launch)
    )
    assert found == expected


def test_states_are_cut_to_the_table() -> None:
    for game in games.all():
        small, large = (game.fresh(n, game.checked_options({}, n)) for n in (2, min(game.most_seats, 10)))
        fits = [dtype_of(game.state, fit) for fit in (fitted(game, small), fitted(game, large), fitted(game, small, large))]
        assert fits[0].itemsize < dtype_of(game.state).itemsize
        assert all(fits[0][name].itemsize <= fits[1][name].itemsize <= fits[2][name].itemsize for name in game.state.fields)


def test_without_a_gpu_the_refusal_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    without_gpu(monkeypatch)
    with pytest.raises(ValueError, match="no GPU that CUDA can use"):
        play_random(games.all()[0], games=1, device="cuda")
    with pytest.raises(ValueError, match="must be one of cpu, cuda"):
        play_random(games.all()[0], games=1, device="tpu")


class Lent:
    """Host memory that is lent as if it were an array on a device."""

    def __init__(self) -> None:
        self.values = np.arange(6, dtype=np.int32)

    def __dlpack__(self, **wishes: Any) -> Any:
        return capsule_of(self, self.values.ctypes.data, (2, 3), self.values.dtype)


def test_memory_that_is_lent_lives_as_long_as_its_capsule() -> None:
    lender = Lent()
    alive = weakref.ref(lender)
    capsule = lender.__dlpack__()
    del lender
    gc.collect()
    assert alive() is not None
    del capsule
    gc.collect()
    assert alive() is None
