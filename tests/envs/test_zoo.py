"""PettingZoo: its own tests, on every game with the fewest and the most seats; pickling, pictures and illegal actions."""

import pickle
import random
import warnings
from collections.abc import Iterator

import pytest
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-untyped]

from parlour import Table, find_game, game_ids
from parlour.core.observation import PASS
from parlour.envs import aec
from parlour.envs.zoo import TableEnv
from tests.helpers import SOAK

CYCLES = 500
TABLES = [(game_id, most) for game_id in game_ids() for most in (False, True)]


def table_of(game_id: str, most: bool, **settings: object) -> TableEnv:
    """Return an environment with the fewest or the most seats."""
    game = find_game(game_id)
    seats = game.most_seats if most else game.least_seats
    options = {"decks": 2} if "decks" in game.options and most else {}
    return aec(game_id, seats, options, **settings)


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Ignore the warnings of PettingZoo's tests, such as the one about observations that aren't called `observation`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("game_id", "most"), TABLES)
def test_the_api(game_id: str, most: bool, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(table_of(game_id, most), num_cycles=CYCLES if SOAK else 120)


@pytest.mark.parametrize(("game_id", "most"), TABLES)
def test_seeds(game_id: str, most: bool, capsys: pytest.CaptureFixture[str]) -> None:
    seed_test(lambda: table_of(game_id, most), num_cycles=CYCLES)


@pytest.mark.parametrize("game_id", game_ids())
def test_pictures(game_id: str) -> None:
    render_test(lambda render_mode=None: table_of(game_id, False, render_mode=render_mode))


def played(env: TableEnv, seed: int, most: int = 10_000) -> list[tuple[str, int]]:
    """Play a random game; return who did what."""
    rng = random.Random(seed)
    done: list[tuple[str, int]] = []
    for agent in env.agent_iter(most):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        mask = observation["action_mask"]
        assert (mask == info["action_mask"]).all()
        action = rng.choice(mask.nonzero()[0].tolist())
        done.append((agent, action))
        env.step(action)
    return done


@pytest.mark.parametrize("game_id", game_ids())
def test_a_game_survives_pickling(game_id: str) -> None:
    env = table_of(game_id, True)
    env.reset(seed=11)
    played(env, 1, most=40)
    copy = pickle.loads(pickle.dumps(env))
    assert copy.agent_selection == env.agent_selection
    assert played(copy, 2) == played(env, 2)
    assert copy._state == env._state


@pytest.mark.parametrize("game_id", game_ids())
def test_it_plays_the_games_that_a_table_plays(game_id: str) -> None:
    """The same seed and the same actions give the same game, and the rewards fit its result."""
    env = aec(game_id, 3 if find_game(game_id).most_seats > 2 else 2)
    env.reset(seed=21)
    table = Table.new(game_id, env.seats, seed=21)
    rewards: dict[str, float] = {}
    rng, steps, mover = random.Random(3), [], -1
    for agent in env.agent_iter():
        observation, reward, terminated, _, _ = env.last()
        if terminated:
            rewards[agent] = reward
            env.step(None)
            continue
        seat, action = int(agent[-1]), rng.choice(observation["action_mask"].nonzero()[0].tolist())
        if action != PASS:
            steps.append(action)
            mover = seat
        env.step(action)
        if steps and not env.game.laying(env._state):
            table.accept(table._tried(mover, steps, table.spoken(mover, steps)))
            steps = []
            assert not [name for name in table._state.differences(env._state) if name != "block"]
    assert table.result is not None
    winners = table.result.winners
    assert all((rewards[f"seat_{seat}"] > 0) == (seat in winners) for seat in range(env.seats))
    assert sum(rewards.values()) == pytest.approx(0, abs=1e-6)


def test_an_illegal_action_costs_the_penalty_and_ends_the_game() -> None:
    env = aec(game_ids()[0], 2, illegal=-3.0)
    for action in (62, 63, -1, 1000, None):
        env.reset(seed=1)
        agent = env.agent_selection
        env.step(action)
        assert env.rewards[agent] == -3.0 and sum(env.rewards.values()) == -3.0
        assert all(env.terminations.values())


def test_the_name_has_a_version() -> None:
    name = str(aec(game_ids()[0]).metadata["name"])
    assert name.startswith("parlour/") and name.rpartition("-v")[2].isdecimal()


def test_text_shows_no_hidden_card() -> None:
    env = aec(game_ids()[-1], 2, render_mode="ansi")
    env.reset(seed=4)
    text = env.render()
    pack, seat = env.game.pack, env._desk.seat
    hidden = [pack.plain_sign(card) for card in range(len(pack)) if env.game.unseen(env._state, seat) >> card & 1]
    assert text and not [sign for sign in hidden if sign in text]


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"seats": 99}, "players, not 99"),
        ({"options": {"no": 1}}, "^Unknown option 'no'"),
        ({"render_mode": "oil"}, "^The setting `render_mode` must be one of 'ansi', 'rgb_array', 'human', not 'oil'"),
        ({"rewards": "fame"}, "^The setting `rewards` must be one of 'win', 'score', not 'fame'"),
        ({"longest": 0}, "^The setting `longest` must be a whole number from 1 to 1073741824, not 0"),
    ],
)
def test_bad_settings_are_refused_in_a_sentence(bad: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=rf"{why}.*\.$"):
        aec(game_ids()[0], **bad)  # type: ignore[arg-type]
