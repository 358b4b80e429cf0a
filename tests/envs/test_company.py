"""A learner against bots that sit at a table: levels, and bots of your own."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour import Table, find_game, game_ids
from parlour.bots import Bot, View
from parlour.core.events import Event
from parlour.core.view import View as Sight
from parlour.envs import solo
from parlour.envs.learner import SoloEnv

MOVES = 25
FIRST = """
from parlour.bots import Bot

class First(Bot):
    def choose(self, view):
        return view.moves[0].words
"""


class Careful(Bot):
    """Plays the last move of its list, and keeps what it is told."""

    heard: list[Event]
    made: int

    def begin(self, game: str, seat: int, seats: int, options: Any, seed: int) -> None:
        """Sit down."""
        self.seat, self.heard, self.made = seat, [], 0
        TABLES.append(self)

    def told(self, events: Sequence[Event]) -> None:
        """Listen."""
        self.heard += events

    def choose(self, view: View) -> str | None:
        """Choose."""
        assert view.viewer == self.seat
        self.made += 1
        return view.moves[-1].words if view.must == self.seat else None

    def end(self, result: Any) -> None:
        """Note that the game is over."""
        self.made += 1000


TABLES: list[Careful] = []


def played(env: SoloEnv, seed: int, steps: int, rng: random.Random) -> list[Any]:
    """Return everything that a random learner is given in some steps."""
    found, info = env.reset(seed=seed)
    told: list[Any] = []
    for _ in range(steps):
        told.append((found["observation"].tolist(), found["action_mask"].tolist(), info["seat"]))
        found, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(found["action_mask"]).tolist()))
        assert (info["action_mask"] == found["action_mask"]).all() and found["action_mask"].any() != (over or cut)
        told.append((reward, over, cut))
        if over or cut:
            found, info = env.reset()
    return told


def state_of(table: Table) -> Any:
    return table._state


@pytest.mark.parametrize("game_id", game_ids())
def test_bots_at_a_table_play_the_game_that_the_environment_steps(game_id: str) -> None:
    """After each step of the learner, the bots' table is in the same position as the state of the environment."""
    TABLES.clear()
    env, rng = solo(game_id, 3, opponents=[Careful, "beginner"], learner="rotate", rewards="score"), random.Random(1)
    found, info = env.reset(seed=7)
    expected = Table.new(game_id, 3, seed=7)
    assert env._company is not None and env._company.table.seed == expected.seed == 7
    games, seats = 1, {info["seat"]}
    for _ in range(MOVES):
        assert found["action_mask"].any()
        found, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(found["action_mask"]).tolist()))
        if not find_game(game_id).laying(env._state):
            assert state_of(env._company.table) == env._state
        assert reward == 0 or over
        if over or cut:
            found, info = env.reset()
            games += 1
            seats.add(info["seat"])
    assert len(TABLES) == games and all(one.heard and one.made for one in TABLES[:-1])
    assert len(seats) == min(games, 3)


def test_the_same_seed_gives_the_same_games_against_a_level() -> None:
    one, two = (played(solo(game_ids()[-1], 2, opponents="casual"), 3, 40, random.Random(2)) for _ in range(2))
    assert one == two


def test_rules_of_the_game_stay_fast() -> None:
    assert solo(game_ids()[0], 4, opponents="skilled")._company is None
    assert solo(game_ids()[0], 4, opponents=["random"])._company is None
    assert solo(game_ids()[0], 4, opponents="advice,random")._company is not None


def test_a_bot_from_a_file_plays_too(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(FIRST)
    env = solo(game_ids()[0], 2, opponents=f"{path}:First")
    assert len(played(env, 5, 8, random.Random(1))) == 16


class Cheat(Bot):
    """Makes a move that doesn't exist."""

    def choose(self, view: Sight) -> str | None:
        """Choose."""
        return "win at once"


@pytest.mark.parametrize(
    ("opponents", "why"),
    [
        ("nobody", "Unknown bot 'nobody'"),
        ([Careful, Careful], "Name 1 to 1 bots, not 2"),
        (int, "Your own bot must be a subclass of parlour.bots.Bot, and 'int' isn't one."),
        ("nowhere.py:First", "There is no file 'nowhere.py'"),
    ],
)
def test_bots_that_there_are_not_are_refused_in_a_sentence(opponents: Any, why: str) -> None:
    with pytest.raises(ValueError, match=rf"^{why}"):
        solo(game_ids()[0], 2, opponents=opponents)


def test_a_bot_that_cheats_is_named() -> None:
    env = solo(game_ids()[0], 2, opponents=Cheat, learner=1)
    with pytest.raises(ValueError, match=r"^The bot in seat 0 made an illegal move, 'win at once': "):
        env.reset(seed=1)
