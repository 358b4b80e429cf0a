"""Gymnasium: its own checks, illegal actions, and the vector environment against single ones."""

import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from parlour import find_game, game_ids
from parlour.core.default_observation import observation_of
from parlour.envs import aec, register, solo, vector
from tests.helpers import SOAK

GAMES = game_ids() if SOAK else sorted(game_ids(), key=lambda game_id: observation_of(find_game(game_id)).features.width)[:1]
"""Compiling takes most of the time: `make test` compiles the smallest game."""
TABLES = 6
STEPS = 2_000 if SOAK else 120


@pytest.mark.parametrize("most", [False, True])
@pytest.mark.parametrize("game_id", game_ids())
def test_gymnasium_finds_nothing_wrong(game_id: str, most: bool) -> None:
    """Its checks also make steps with actions that the mask doesn't allow."""
    game = find_game(game_id)
    options = {"decks": 2} if "decks" in game.options and most else {}
    env = solo(game_id, game.most_seats if most else game.least_seats, options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=True)


def test_pictures_are_checked_too() -> None:
    for mode in ("ansi", "rgb_array"):
        env = solo(game_ids()[0], render_mode=mode)
        env.reset(seed=1)
        picture = env.render()
        assert (picture.ndim, picture.dtype, picture.shape[2]) == (3, np.uint8, 3) if mode == "rgb_array" else "Seat" in picture


@pytest.mark.parametrize("action", [-5, 62, 63, 10**6])
def test_an_illegal_action_costs_the_penalty_and_ends_the_game(action: int) -> None:
    env = solo(game_ids()[0], 2, illegal=-2.0)
    env.reset(seed=3)
    observation, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (-2.0, True, False)
    assert not observation["action_mask"].any() and not info["action_mask"].any()
    with pytest.raises(ValueError, match=r"^The game is over: call reset\(\) to deal a new one\.$"):
        env.step(0)
    _, info = env.reset()
    assert info["action_mask"].any()


def test_a_game_that_takes_too_long_is_cut_off() -> None:
    env = solo(game_ids()[0], 2, longest=3, opponents="random")
    env.reset(seed=3)
    _, info = env.reset()
    terminated = truncated = False
    while not (terminated or truncated):
        _, reward, terminated, truncated, info = env.step(lowest(info))
    assert truncated and not terminated and reward == 0


def lowest(info: dict[str, Any]) -> int:
    """Return the first legal action."""
    return int(np.flatnonzero(info["action_mask"])[0])


@pytest.mark.parametrize("opponents", ["random", "advice"] if SOAK else ["random"])
@pytest.mark.parametrize("game_id", GAMES)
def test_the_vector_environment_is_that_many_single_ones(game_id: str, opponents: str) -> None:
    """Compiled and interpreted, with the same seeds and actions: observations, masks, rewards and ends are the same."""
    settings: dict[str, Any] = {"opponents": opponents, "learner": "rotate", "rewards": "score"}
    many = vector(game_id, TABLES, **settings)
    single = SyncVectorEnv([lambda: solo(game_id, **settings)] * TABLES, autoreset_mode=AutoresetMode.NEXT_STEP)
    assert many.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert many.observation_space == single.observation_space and many.action_space == single.action_space
    rng, ended = np.random.default_rng(1), 0
    one, info = many.reset(seed=5)
    two, other = single.reset(seed=5)
    for i in range(STEPS):
        _same(one, two)
        _same(info, other)
        actions = [int(rng.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in one["action_mask"]]
        if i % 40 == 39:
            actions[i % TABLES] = 62  # illegal unless the seat may cut in
        one, *rest, info = many.step(np.array(actions))
        two, *others, other = single.step(np.array(actions))
        for mine, theirs in zip(rest, others, strict=True):
            assert (mine == theirs).all() and mine.dtype == theirs.dtype
        ended += int(rest[1].sum())
        if i == STEPS // 2:
            one, info = many.reset()
            two, other = single.reset()
    assert ended >= 3
    many.close()


def _same(one: dict[str, Any], two: dict[str, Any]) -> None:
    assert one.keys() == two.keys()
    assert all((one[key] == two[key]).all() for key in one)


def test_a_single_environment_survives_pickling() -> None:
    env = solo(game_ids()[-1], 2)
    _, info = env.reset(seed=9)
    copy = pickle.loads(pickle.dumps(env))
    action = lowest(info)
    mine, theirs = env.step(action), copy.step(action)
    assert (mine[0]["observation"] == theirs[0]["observation"]).all() and mine[1:4] == theirs[1:4]


def test_gymnasium_makes_registered_games() -> None:
    names = register()
    assert len(names) == len(game_ids()) and names == register()
    env = gymnasium.make(names[0], seats=2, disable_env_checker=True)
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"opponents": "ghosts"}, "Unknown bot 'ghosts'. Available: random, advice, .*, file.py:Class and cmd:program"),
        ({"learner": 9}, "The learner must be a seat from 0 to 1, or 'rotate', not 9"),
        ({"learner": True}, "The learner must be a seat from 0 to 1, or 'rotate', not 'True'"),
        ({"render_mode": "oil"}, "The setting `render_mode` must be one of 'ansi', 'rgb_array', 'human', not 'oil'"),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(bad: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=rf"^{why}\.$"):
        solo(game_ids()[0], 2, **bad)  # type: ignore[arg-type]


def test_a_step_before_the_first_reset_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match=r"^Call reset\(\) before the first step\.$"):
        solo(game_ids()[0]).step(0)


@pytest.mark.parametrize("action", [1.7, "x", float("nan"), [1], np.array([1, 2]), {}])
def test_what_is_no_whole_number_is_no_action_and_changes_nothing(action: object) -> None:
    alone, twin, table = solo(game_ids()[0]), solo(game_ids()[0]), aec(game_ids()[0])
    found, _ = alone.reset(seed=1)
    twin.reset(seed=1)
    table.reset(seed=1)
    for env in (alone, table):
        with pytest.raises(ValueError, match=r"^An action must be a whole number, not .*\.$"):
            env.step(action)
    legal = int(found["action_mask"].argmax())
    (after, *how, _), (expected, *same, _) = alone.step(legal), twin.step(legal)
    assert how == same and (after["observation"] == expected["observation"]).all()
    assert not any(table.terminations.values())
