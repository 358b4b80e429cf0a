"""Many tables on a device, tested without one: threads run interpreted over the host's memory (`tests/helpers/device.py`)."""

import ctypes
from typing import Any

import numpy as np
import pytest

from parlour import find_game, game_ids
from parlour.core.chance import Dice
from parlour.core.default_observation import observation_of
from parlour.core.observation import ACTIONS
from parlour.envs import batch, device
from parlour.envs.setups import OPPONENTS
from parlour.envs.stepping import Desk, make_stepping
from parlour.envs.tables import Arrays
from parlour.fast.dlpack import borrowed, capsule_of, is_on_device
from parlour.fast.fitting import record_of
from tests.helpers import SOAK
from tests.helpers.device import HostDevice

TABLES, STEPS = (8, 150) if SOAK else (4, 20)
KINDS = (None, *OPPONENTS)
PAIRS = [(game_id, kind) for game_id in game_ids() for kind in KINDS]
if not SOAK:  # only one kind of opponents for every game
    PAIRS = [(game_id, KINDS[i % len(KINDS)]) for i, game_id in enumerate(game_ids())]


@pytest.fixture(autouse=True)
def memory_of_the_host(monkeypatch: pytest.MonkeyPatch) -> HostDevice:
    """Make environments on a device use the memory of the host."""
    host = HostDevice()
    monkeypatch.setattr(device, "device", lambda: host)
    monkeypatch.setattr(device.OnDevice.__init__, "__defaults__", (None, host.load))
    return host


class SingleTables:
    """Tables that are stepped one by one, for comparison with an environment of many tables."""

    def __init__(self, env: Any, has_advice: bool, seed: int) -> None:
        game = env.game
        self.step_one = make_stepping(game, has_advice).step
        self.blanks = [record_of(game.state, row) for row in env._engine._blanks.host()]
        self.which, self.env = env._engine._which.host(), env
        self.states = [self.blanks[i].copy() for i in self.which]
        self.dice = [Dice() for _ in self.which]
        self.desks = [record_of(Desk, row) for row in env._engine.desks]
        self.out = Arrays.empty(game, env.tables)

    def step(self, actions: list[int]) -> Arrays:
        """Make a step at each table."""
        out, numbers = self.out, self.env._engine._numbers
        for t, action in enumerate(actions):
            out.ends[t] = self.step_one(
                self.states[t], self.blanks[self.which[t]], self.desks[t], self.dice[t], action, *numbers, -1.0,
                out.observations[t], out.masks[t], out.rewards[t],
            )  # fmt: skip
            out.seats[t] = self.desks[t].seat
        return out


@pytest.mark.parametrize(("game_id", "opponents"), PAIRS)
def test_a_device_steps_the_games_that_single_tables_play(game_id: str, opponents: str | None) -> None:
    """Mixed numbers of seats, random house rules, states cut to fit their tables: everything a step writes is the same."""
    most = min(find_game(game_id).most_seats, 6)
    env = batch(game_id, TABLES, (2, most), "random", seed=4, opponents=opponents, learner="rotate", device="cuda")
    single = SingleTables(env, opponents == "advice", 4)
    env.reset()
    expected = single.step([0] * TABLES)
    for i in range(STEPS):
        for name, mine, theirs in zip(Arrays._fields, env.arrays, expected, strict=True):
            assert (mine.host() == theirs).all(), f"{name} after {i} steps"
        actions = env.random_actions().host().tolist()
        assert all(expected.masks[t, action] for t, action in enumerate(actions))
        if i % 9 == 8:
            actions[i % TABLES] = (-1, 63, 1 << 40, 62)[i % 4]
        env.step(actions)
        expected = single.step([action if abs(action) < 1 << 31 else -1 for action in actions])
    assert env.state(1) == single.states[1]
    assert env.seeds().tolist() == [desk.seed for desk in single.desks]
    assert env.describe(0) == observation_of(env.game).features.describe(expected.observations[0])


class Foreign:
    """An array of another library in the memory of the device, which supports only DLPack."""

    def __init__(self, values: Any, strides: tuple[int, ...] | None = None) -> None:
        self.values = values

    def __dlpack__(self, **wishes: Any) -> Any:
        assert wishes == {"stream": 1}
        return capsule_of(self, self.values.ctypes.data, self.values.shape, self.values.dtype)

    def __dlpack_device__(self) -> tuple[int, int]:
        return 2, 0


class OldForeign:
    """An array of another library that supports only `__cuda_array_interface__`."""

    def __init__(self, values: Any, has_gaps: bool = False) -> None:
        self.values = values
        strides = (8,) if has_gaps else None
        self.__cuda_array_interface__ = {
            "shape": values.shape, "typestr": values.dtype.str, "data": (values.ctypes.data, False), "version": 3,
            "strides": strides,
        }  # fmt: skip


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("library", [Foreign, OldForeign])
def test_arrays_of_other_libraries_are_read_and_written_where_they_are(library: Any, kind: Any) -> None:
    env, twin = (batch(game_ids()[-1], 3, 2, seed=1, device="cuda") for _ in range(2))
    mine = [np.full_like(one, 7) for one in Arrays.empty(env.game, 3)]
    into = Arrays(*map(library, mine))
    assert env.reset(into=into) is into
    twin.reset()
    for _ in range(6):
        actions = twin.random_actions().host()
        env.step(library(actions.astype(kind)), into=into)
        out = twin.step(actions)
        assert all((a == b.host()).all() for a, b in zip(mine, out, strict=True))


def test_arrays_that_do_not_fit_are_refused_and_change_nothing() -> None:
    env = batch(game_ids()[-1], 3, 2, seed=1, device="cuda")
    before = [array.host() for array in env.reset()]
    good = np.zeros(3, np.int64)
    for bad in (OldForeign(good, has_gaps=True), Foreign(good.astype(np.int8))):
        with pytest.raises(ValueError, match=r"^On a device, actions must be int32 or int64 .* contiguous arrays\.$"):
            env.step(bad)
    for wrong in (Foreign(good[:2]), [1, 2], np.zeros((3, 1))):
        with pytest.raises(ValueError, match=r"^A step needs one action, .*, for each of the 3 tables, not \w.*\.$"):
            env.step(wrong)
    for bad_into in (Arrays.empty(env.game, 3), Arrays(*(Foreign(one) for one in Arrays.empty(env.game, 4)))):
        with pytest.raises(ValueError, match="must be on the same device as the tables"):
            env.step(good, into=bad_into)
    with pytest.raises(ValueError, match="only applies to the processor"):
        batch(game_ids()[-1], 3, 2, device="cuda", threads=2)
    assert all((a == b.host()).all() for a, b in zip(before, env.arrays, strict=True))


def test_memory_of_a_device_is_given_back(memory_of_the_host: HostDevice) -> None:
    env = batch(game_ids()[-1], 3, 2, seed=1, device="cuda")
    env.reset()
    env.close()
    count = len(memory_of_the_host._memory)
    del env
    assert memory_of_the_host.freed == count > 10 and not memory_of_the_host._memory


def test_borrowed_memory_says_what_it_is() -> None:
    values = np.arange(6, dtype=np.float32).reshape(2, 3)
    found = borrowed(Foreign(values))
    assert found is not None and (found.shape, found.dtype, found.address) == ((2, 3), values.dtype, values.ctypes.data)
    assert is_on_device(Foreign(values)) and not is_on_device(values) and not is_on_device([1])
    assert ctypes.c_float.from_address(found.address + 4 * 5).value == 5.0
    assert ACTIONS == 63
