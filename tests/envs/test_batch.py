"""Many tables in one call: exactly the games that `Table` plays, with the observations that the rules write."""

from typing import Any

import numpy as np
import pytest

from parlour import Table, find_game, game_ids
from parlour.core.default_observation import observation_of
from parlour.core.observation import PASS
from parlour.envs import batch
from parlour.envs.stepping import STRIDE
from parlour.envs.tables import Arrays
from tests.helpers import SOAK
from tests.helpers.device import without_gpu

GAMES = game_ids() if SOAK else sorted(game_ids(), key=lambda game_id: observation_of(find_game(game_id)).features.width)[:1]
"""Compiling takes most of the time: `make test` compiles the smallest game, and `check_parity` the observations of all."""
TABLES = 24
STEPS = 1_500 if SOAK else 250


@pytest.mark.parametrize("game_id", GAMES)
def test_a_batch_plays_the_games_that_tables_play(game_id: str) -> None:
    """Mixed numbers of seats, random house rules: the same seeds and actions give the same states at a table."""
    env = batch(game_id, TABLES, "any", "random", seed=3)
    game, rng = env.game, np.random.default_rng(2)
    out = env.reset()
    engine: Any = env._engine
    assert len(set(env.table_seats.tolist())) > 1 and len(engine._blanks) > TABLES // 2
    tables = [_table(env, t) for t in range(TABLES)]
    steps: list[list[int]] = [[] for _ in range(TABLES)]
    ended = 0
    for _ in range(STEPS):
        actions = env.random_actions().copy()
        asked, observed = out.seats.copy(), out.observations.copy()
        for t in rng.choice(TABLES, 4, replace=False).tolist():
            state = tables[t]._state.copy()
            for step in steps[t]:
                game.act(state, int(asked[t]), step)
            row = [0] * env.features.width
            observation_of(game).observe(state, int(asked[t]), row)
            assert row == observed[t].tolist()
            allowed = game.legal(state, int(asked[t]))
            is_free = asked[t] != game.must(state)
            assert np.flatnonzero(out.masks[t]).tolist() == _members(allowed | (1 << PASS if is_free else 0))
        out = env.step(actions)
        for t in range(TABLES):
            table, seat = tables[t], int(asked[t])
            if actions[t] != PASS:
                steps[t].append(int(actions[t]))
            state = table._state.copy()
            for step in steps[t]:
                game.act(state, seat, step)
            if steps[t] and not game.laying(state):
                table.accept(table._tried(seat, steps[t], table.spoken(seat, steps[t])))
                steps[t] = []
            if out.ends[t]:
                ended += 1
                assert table.result is not None and out.ends[t] == 1
                winners = np.flatnonzero(out.rewards[t] > 0).tolist()
                assert winners == table.result.winners or len(table.result.winners) == table.seats
                tables[t] = _table(env, t)
            else:
                assert not out.rewards[t].any()
    assert ended > 3
    assert (env.seeds() // STRIDE).sum() == ended


def _table(env: object, t: int) -> Table:
    """Return a table with the seed and the house rules of a table of the batch."""
    state = env.state(t)  # type: ignore[attr-defined]
    options = {name: option.python(getattr(state, name)) for name, option in env.game.options.items()}  # type: ignore[attr-defined]
    return Table.new(env.game.id, state.seats, int(env.seeds()[t]), options)  # type: ignore[attr-defined]


def _members(actions: int) -> list[int]:
    return [i for i in range(63) if actions >> i & 1]


def test_arrays_of_the_caller_are_written_and_threads_change_nothing() -> None:
    one, two = (batch(GAMES[0], 50, 2, seed=1, threads=threads) for threads in (1, 3))
    mine = Arrays.empty(GAMES[0], 50)
    one.reset(into=mine)
    two.reset()
    for _ in range(60):
        actions = one.random_actions(mine.masks)
        assert one.step(actions, into=mine) is mine
        theirs = two.step(actions)
        assert all((a == b).all() for a, b in zip(mine, theirs, strict=True))
    two.close()


def test_illegal_actions_cost_the_penalty_and_end_the_game() -> None:
    env = batch(GAMES[0], 4, 2, illegal=-5.0, autoreset="next_step")
    asked = env.reset(seed=2).seats.copy()
    out = env.step([-1, 63, 10**9, PASS])
    assert out.ends.tolist() == [2] * 4 and not out.masks.any()
    assert [float(out.rewards[t, asked[t]]) for t in range(4)] == [-5.0] * 4 and out.rewards.sum() == -20
    out = env.step([0] * 4)
    assert not out.ends.any() and not out.rewards.any() and out.masks.any(axis=1).all()
    assert (env.seeds() == 2 + np.arange(4) + STRIDE).all()


def test_the_learner_takes_every_seat_in_turn() -> None:
    env = batch(GAMES[0], 2, 4, opponents="random", learner="rotate", seed=1)
    out, seen = env.reset(), set()
    for _ in range(4_000):
        seen |= set(out.seats.tolist())
        out = env.step(env.random_actions())
        assert ((1 << out.seats) == env.learners()).all()
    assert seen == {0, 1, 2, 3}


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"device": "cuda"}, "This machine has no GPU that CUDA can use. Leave out the device to use the processor"),
        ({"device": "abacus"}, "The setting `device` must be one of 'cpu', 'cuda', not 'abacus'"),
        ({"tables": 0}, "The setting `tables` must be a whole number from 1 to 16777216, not 0"),
        ({"seats": 99}, "players, not 99"),
        ({"seats": "some"}, r"The seats must be a number, a range such as \(2, 4\), .*, not 'some'"),
        ({"seats": [2]}, "The setting `seats` must have one entry for each of the 2 tables, not 1"),
        ({"options": {"no": 1}}, "Unknown option 'no'"),
        ({"options": [{}]}, "The setting `options` must have one entry for each of the 2 tables, not 1"),
        ({"opponents": "ghosts"}, "The setting `opponents` must be one of 'random', 'advice', not 'ghosts'"),
        ({"opponents": "random", "learner": 7}, r"The learner must be a seat from 0 to \d, or 'rotate', not 7"),
        ({"autoreset": "never"}, "The setting `autoreset` must be one of 'next_step', 'same_step', not 'never'"),
        ({"rewards": "fame"}, "The setting `rewards` must be one of 'win', 'score', not 'fame'"),
        ({"seed": -1}, "An environment's seed must be a whole number from 0 to 4294967295, not -1"),
        ({"seed": "one"}, "An environment's seed must be a whole number from 0 to 4294967295, not 'one'"),
        ({"threads": 0}, "The setting `threads` must be a whole number from 1 to 1024, not 0"),
        ({"seats": ("a", 3)}, "The seats must be a number, a range"),
        ({"seats": [2.7, 3.2]}, "The seats must be a number, a range"),
        ({"seats": 2.0}, "The seats must be a number, a range"),
        ({"illegal": "much"}, "The setting `illegal` must be a number, not 'much'"),
        ({"illegal": float("nan")}, "The setting `illegal` must be a number, not 'nan'"),
        ({"attempts": "no"}, "The setting `attempts` must be one of True, False, not 'no'"),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(bad: dict[str, object], why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_gpu(monkeypatch)
    with pytest.raises(ValueError, match=rf"{why}.*\.$"):
        batch(GAMES[0], **{"tables": 2, **bad})  # type: ignore[arg-type]


def test_bad_actions_and_arrays_are_refused_in_a_sentence() -> None:
    env = batch(GAMES[0], 2, 2)
    with pytest.raises(ValueError, match=r"^Call reset"):
        env.step([0, 0])
    env.reset()
    with pytest.raises(ValueError, match=r"^A step needs one action, a whole number, for each of the 2 tables"):
        env.step([1, 2, 3])
    with pytest.raises(ValueError, match=r"^The arrays must be on the same device as the tables"):
        env.step([0, 0], into=Arrays.empty(GAMES[0], 3))


@pytest.mark.parametrize(
    "bad",
    [None, "ab", [1.7, 0.2], [float("nan")] * 2, [None, None], [2**70, 1], [[1], [1, 2]], np.zeros((2, 1), int), object()],
)
def test_actions_that_are_no_whole_numbers_are_refused_and_change_nothing(bad: object) -> None:
    env = batch(GAMES[0], 2, 2)
    before = env.reset().observations.copy()
    with pytest.raises(ValueError, match=r"^A step needs one action, a whole number, for each of the 2 tables, not .*\.$"):
        env.step(bad)
    assert (env.arrays.observations == before).all() and not env.arrays.ends.any()


def test_masks_that_are_too_short_are_not_read_beyond_their_end() -> None:
    env, twin = (batch(GAMES[0], 3, 2) for _ in range(2))
    env.reset(), twin.reset()
    for bad in (np.zeros(0, np.int8), np.zeros((1, 63), np.int8), np.ones((3, 63)), env.arrays.masks[:, ::-1], [[1] * 63] * 3):
        with pytest.raises(ValueError, match=r"and be masks int8\[3, 63\]\.$"):
            env.random_actions(bad)
    assert (env.random_actions() == twin.random_actions()).all()


def test_a_refused_reset_leaves_every_game_as_it_was() -> None:
    env = batch(GAMES[0], 3, 2)
    env.reset()
    seeds = env.seeds()
    for into in (Arrays.empty(GAMES[0], 2), tuple(env.arrays), 5):
        with pytest.raises(ValueError, match=r"^The arrays must be on the same device as the tables"):
            env.reset(seed=9, into=into)  # type: ignore[arg-type]
    bad: Any
    for bad in ([1, 2, "a"], [1, 2, 1.5], [1, 2, True]):
        with pytest.raises(ValueError, match=r"^An environment's seed must be a whole number"):
            env.reset_tables(bad)
    with pytest.raises(ValueError, match=r"^The setting `seeds` must have one entry for each of the 3 tables, not 7\.$"):
        env.reset_tables(7)  # type: ignore[arg-type]
    assert (env.seeds() == seeds).all() and env.seed == 0
    assert not env.step(env.random_actions()).ends.any()


def test_counts_of_numpy_are_counts() -> None:
    assert batch(GAMES[0], np.int64(3), np.int64(2)).table_seats.tolist() == [2, 2, 2]  # type: ignore[arg-type]
