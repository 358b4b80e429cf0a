"""Many tables in one call: exactly the games that `Table` plays, with the observations that the rules write."""

import numpy as np
import pytest

from parlour import Table, find_game, game_ids

pytest.importorskip("numba")

from parlour.core.default_observation import observation_of
from parlour.core.observation import PASS
from parlour.envs import batch
from parlour.envs.stepping import STRIDE
from parlour.envs.tables import Arrays
from tests.helpers import SOAK

GAMES = game_ids() if SOAK else sorted(game_ids(), key=lambda game_id: observation_of(find_game(game_id)).features.width)[:1]
"""Compiling costs most: `make test` compiles the smallest game, and `check_parity` the observations of all."""
TABLES = 24
STEPS = 1_500 if SOAK else 250


@pytest.mark.parametrize("game_id", GAMES)
def test_a_batch_plays_the_games_that_tables_play(game_id: str) -> None:
    """Mixed numbers of seats, random house rules: the same seeds and actions give the same states at a table."""
    env = batch(game_id, TABLES, "any", "random", seed=3)
    game, rng = env.game, np.random.default_rng(2)
    out = env.reset()
    assert len(set(env.table_seats.tolist())) > 1 and len(env._blanks) > TABLES // 2
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
    "bad",
    [
        {"device": "cuda"},
        {"device": "abacus"},
        {"tables": 0},
        {"seats": 99},
        {"seats": "some"},
        {"seats": [2]},
        {"options": {"no": 1}},
        {"options": [{}]},
        {"opponents": "ghosts"},
        {"opponents": "random", "learner": 7},
        {"autoreset": "never"},
        {"rewards": "fame"},
        {"seed": -1},
        {"seed": "one"},
        {"threads": 0},
    ],
)
def test_bad_settings_are_refused_in_a_sentence(bad: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
        batch(GAMES[0], **{"tables": 2, **bad})  # type: ignore[arg-type]


def test_bad_actions_and_arrays_are_refused_in_a_sentence() -> None:
    env = batch(GAMES[0], 2, 2)
    with pytest.raises(ValueError, match=r"^Call reset"):
        env.step([0, 0])
    env.reset()
    with pytest.raises(ValueError, match=r"^A step takes one action for each of the 2 tables"):
        env.step([1, 2, 3])
    with pytest.raises(ValueError, match=r"^The array observations must be contiguous"):
        env.step([0, 0], into=Arrays.empty(GAMES[0], 3))
