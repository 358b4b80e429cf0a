"""PettingZoo: every seat of a table is an agent (AEC)."""

from typing import Any

from ..core.chance import Dice
from ..core.default_observation import observation_of
from ..core.game import Game
from ..core.observation import ACTIONS, Features, put_set
from ..core.sentence import Invalid
from ..core.table import Table
from ..core.texts import sentence
from .drawing import MODES, drawn
from .learner import LONGEST, observation_space, versioned_name
from .setups import (
    Options,
    checked_action,
    checked_settings,
    chosen,
    needed,
    one_setup,
    wrapped_seed,
)
from .stepping import CUT_OFF, ENDED, RUNNING, STRIDE, UNDEALT, Desk, make_stepping

np: Any = needed("numpy", "envs")
pettingzoo: Any = needed("pettingzoo", "envs")
spaces: Any = needed("gymnasium.spaces", "envs")
seeding: Any = needed("gymnasium.utils.seeding", "envs")


class TableEnv(pettingzoo.AECEnv):  # type: ignore[misc]
    """One table; agent `seat_2` plays seat 2. Make one with `parlour.envs.aec`.

    An observation is a dict of `observation` (int8, what the seat knows) and `action_mask` (int8, all 0 unless the seat is
    asked); `infos` also have the mask. A seat that may cut in is asked before the one the game waits for, and may pass (62).
    All rewards come at the end. An action that is not legal costs `illegal` and ends the game; the others get nothing.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Options | None = None,
        *,
        rewards: str = "win",
        illegal: float = -1.0,
        attempts: bool = False,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.game, self.seats, self._values = one_setup(game, seats, options)
        if render_mode is not None:
            chosen("render_mode", render_mode, MODES)
        self.render_mode = render_mode
        self.metadata = {
            "name": versioned_name(self.game),
            "render_modes": [*MODES],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        space = observation_space(self.game)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._settings, self._penalty = checked_settings(rewards, illegal, attempts, longest)
        self._blank = self.game.fresh(self.seats, self._values)
        self._state, self._desk, self._dice = self._blank.copy(), Desk(), Dice()
        self._row = [0.0] * self.game.most_seats
        self._spare = np.zeros(self.features.width, np.int8), np.zeros(ACTIONS, np.int8)

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    # ---- playing -------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game with this seed, or with the one that follows the last. `options` is ignored."""
        desk = self._desk
        if seed is not None:
            desk.seed = wrapped_seed(seed)
        elif desk.stands == UNDEALT:
            desk.seed = int(seeding.np_random(None)[0].integers(STRIDE))
        else:
            desk.seed += STRIDE
        desk.learners = (1 << self.seats) - 1
        desk.stands = UNDEALT
        self._run(0)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def step(self, action: Any) -> None:
        """Take the action of the selected agent."""
        if not hasattr(self, "agent_selection"):
            raise Invalid(sentence("envs.reset"))
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = -1 if action is None else checked_action(action)
        self._cumulative_rewards[agent] = 0.0
        end = self._run(number)
        self.rewards = {name: float(np.float32(self._row[self._seat(name)])) for name in self.agents}
        if end != RUNNING:
            self.truncations = dict.fromkeys(self.agents, end == CUT_OFF)
            self.terminations = dict.fromkeys(self.agents, end != CUT_OFF)
        self._ask()
        self._accumulate_rewards()

    def _run(self, action: int) -> int:
        observation, mask = self._spare
        run = make_stepping(self.game, False).step
        return run(
            self._state, self._blank, self._desk, self._dice, action, *self._settings, self._penalty,
            observation, mask, self._row,
        )  # fmt: skip

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[self._desk.seat]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _seat(self, agent: str) -> int:
        return int(agent.removeprefix("seat_"))

    # ---- looking -------------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent knows, and its actions."""
        row = np.zeros(self.features.width, np.int8)
        observation_of(self.game).observe(self._state, self._seat(agent), row)
        return {"observation": row, "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> Any:
        mask = np.zeros(ACTIONS, np.int8)
        mask_of = make_stepping(self.game, False).mask
        put_set(mask, 0, mask_of(self._state, self._desk, self._seat(agent), self._settings.attempts), ACTIONS)
        return mask

    @property
    def features(self) -> Features:
        """The names of the numbers in an observation."""
        return observation_of(self.game).features

    def describe(self, observation: dict[str, Any]) -> str:
        """Return an observation in words."""
        return self.features.describe(observation["observation"])

    def render(self) -> Any:
        """Return the table as the selected agent sees it: text, or a picture."""
        if self.render_mode is None or self._desk.stands == UNDEALT:
            return None
        viewer = None if self._desk.stands == ENDED else self._desk.seat
        return drawn(Table(self.game, self._state.copy(), 0).view(viewer), self.game, self.render_mode)

    def close(self) -> None:
        """Do nothing: nothing stays open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def aec(game: str | Game, seats: int | None = None, options: Options | None = None, **settings: Any) -> TableEnv:
    """Return a PettingZoo environment (AEC) in which every seat is an agent."""
    return TableEnv(game, seats, options, **settings)
