"""Gymnasium: one learner against bots, at one table or at many at once."""

from collections.abc import Sequence
from typing import Any

from ..core.chance import Dice
from ..core.default_observation import observation_of
from ..core.game import Game
from ..core.observation import ACTIONS, PASS, Features
from ..core.sentence import Invalid, quoted
from ..core.table import Table
from ..core.texts import sentence
from .company import Company, line_up, rule_of
from .drawing import MODES, drawn
from .setups import (
    ADVICE,
    OPPONENTS,
    ROTATE,
    Options,
    checked_action,
    checked_settings,
    chosen,
    needed,
    one_setup,
    wrapped_seed,
)
from .stepping import (
    CUT_OFF,
    ENDED,
    FORFEIT,
    PLAYING,
    RUNNING,
    STRIDE,
    UNDEALT,
    Desk,
    make_stepping,
)

np: Any = needed("numpy", "envs")
gymnasium: Any = needed("gymnasium", "envs")
spaces: Any = needed("gymnasium.spaces", "envs")
vectors: Any = needed("gymnasium.vector", "envs")
utils: Any = needed("gymnasium.vector.utils", "envs")

LONGEST = 100_000


def observation_space(game: Game) -> Any:
    """Return the space of a learner's observations: the features, and a mask of its actions."""
    width = observation_of(game).features.width
    return spaces.Dict(
        {
            "observation": spaces.Box(-128, 127, (width,), np.int8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


class SoloEnv(gymnasium.Env):  # type: ignore[misc]
    """One learner at a table of bots. Make one with `parlour.envs.solo`.

    An observation is a dict of `observation` (int8, what the learner's seat knows) and `action_mask` (int8, a 1 for each legal
    action); `info` also has the mask, and the seat. The reward comes at the end of the game. An action that is not legal costs
    `illegal` and ends the game.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Options | None = None,
        *,
        opponents: Any = ADVICE,
        learner: int | str = 0,
        rewards: str = "win",
        illegal: float = -1.0,
        attempts: bool = False,
        longest: int = LONGEST,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.seats, values = one_setup(game, seats, options)
        self.metadata = {"render_modes": [*MODES], "render_fps": 2, "name": versioned_name(self.game)}
        if render_mode is not None:
            chosen("render_mode", render_mode, MODES)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = spaces.Discrete(ACTIONS)
        bots = line_up(opponents, self.seats)
        rule = rule_of(bots)
        self._policy = OPPONENTS.index(rule) if rule else 0
        self._first = _checked_learner(learner, self.seats)
        self._settings, self._penalty = checked_settings(rewards, illegal, attempts, longest)
        self._blank = self.game.fresh(self.seats, values)
        self._state, self._desk, self._dice = self._blank.copy(), Desk(), Dice()
        self._desk.policy = self._policy
        self._desk.rotates = int(learner == ROTATE and bool(rule))
        self._rotates, self._learner = learner == ROTATE, self._first
        self._company = None if rule else Company(self.game, self.seats, values, bots)
        self._row = [0.0] * self.game.most_seats

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game with this seed, or with the one that follows the last. `options` is ignored."""
        super().reset(seed=seed)
        if seed is not None or self._desk.stands == UNDEALT:
            self._desk.seed = int(self.np_random.integers(STRIDE)) if seed is None else wrapped_seed(seed)
            self._desk.learners = 1 << self._first
            self._desk.stands = UNDEALT
            self._learner = self._first
        elif self._desk.stands == PLAYING:  # an abandoned game counts as ended
            self._desk.stands = UNDEALT
            self._desk.seed += STRIDE
        found, _ = self._step(0) if self._company is None else self._dealt(self._company)
        return found, self._info(found)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take the learner's action, then those of the others until the learner is asked again."""
        if self._desk.stands == UNDEALT:
            raise Invalid(sentence("envs.reset"))
        if self._desk.stands != PLAYING:
            raise Invalid(sentence("envs.over"))
        seat = self._desk.seat
        found, end = self._step(checked_action(action))
        if self._company is not None:
            found, end = self._answered(self._company, seat, int(action), found, end)
        return found, float(np.float32(self._row[seat])), end not in (RUNNING, CUT_OFF), end == CUT_OFF, self._info(found)

    def _step(self, action: int) -> tuple[dict[str, Any], int]:
        found = {"observation": np.zeros(self.features.width, np.int8), "action_mask": np.zeros(ACTIONS, np.int8)}
        end = make_stepping(self.game, self._policy == OPPONENTS.index(ADVICE)).step(
            self._state, self._blank, self._desk, self._dice, action, *self._settings, self._penalty,
            found["observation"], found["action_mask"], self._row,
        )  # fmt: skip
        return found, end

    def _dealt(self, company: Company) -> tuple[dict[str, Any], int]:
        """Deal a game to the learner and its bots, and another one if it ends before the learner is asked."""
        desk = self._desk
        while True:
            if desk.stands == ENDED:
                desk.seed += STRIDE
                self._learner = (self._learner + 1) % self.seats if self._rotates else self._learner
            desk.stands, desk.learners = UNDEALT, (1 << self.seats) - 1
            found, end = self._step(0)
            company.sit_down(desk.seed, self._learner)
            found, end = self._waited(company, found, end)
            if end == RUNNING:
                return found, end

    def _answered(
        self, company: Company, seat: int, action: int, found: dict[str, Any], end: int
    ) -> tuple[dict[str, Any], int]:
        """Tell the bots what the learner did, and let them move."""
        if end != FORFEIT and action != PASS:
            company.hear(seat, action, self._state)
        return self._waited(company, found, end)

    def _waited(self, company: Company, found: dict[str, Any], end: int) -> tuple[dict[str, Any], int]:
        """Let the bots move until the learner is asked or the game has ended."""
        desk = self._desk
        while end == RUNNING and desk.seat != self._learner:
            seat, actions = desk.seat, company.move(desk.seat)
            for action in [PASS] if actions is None else actions:
                found, end = self._step(action)
            if end == RUNNING and desk.seat == seat and self.game.laying(self._state):
                found, end = self._step(self.game.done)
        if end != RUNNING:
            company.leave()
            desk.seat = self._learner
            observation_of(self.game).observe(self._state, self._learner, found["observation"])
            found["action_mask"][:] = 0
        return found, end

    def _info(self, found: dict[str, Any]) -> dict[str, Any]:
        return {"action_mask": found["action_mask"].copy(), "seat": self._desk.seat}

    @property
    def features(self) -> Features:
        """The names of the numbers in an observation."""
        return observation_of(self.game).features

    def describe(self, observation: dict[str, Any]) -> str:
        """Return an observation in words."""
        return self.features.describe(observation["observation"])

    def render(self) -> Any:
        """Return the table as the learner sees it: text, or a picture."""
        if self.render_mode is None or self._desk.stands == UNDEALT:
            return None
        return drawn(Table(self.game, self._state.copy(), 0).view(self._desk.seat), self.game, self.render_mode)


class TableVectorEnv(vectors.VectorEnv):  # type: ignore[misc]
    """Many tables with one learner each, stepped together, compiled. Make one with `parlour.envs.vector`.

    It behaves like as many `SoloEnv`s in a `SyncVectorEnv` with autoreset mode NEXT_STEP: the step after the end of a game
    deals the next one, and its action is ignored.
    """

    def __init__(
        self,
        game: str | Game,
        tables: int,
        seats: Any = None,
        options: Any = None,
        *,
        opponents: str = ADVICE,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        from .tables import BatchEnv

        if render_mode is not None:
            chosen("render_mode", render_mode, MODES)
        self._tables = BatchEnv(game, tables, seats, options, opponents=opponents, autoreset="next_step", **settings)
        rules = self._tables.game
        self.game, self.features, self.num_envs, self.render_mode = rules, self._tables.features, tables, render_mode
        self.metadata = {"autoreset_mode": vectors.AutoresetMode.NEXT_STEP, "render_modes": [*MODES], "render_fps": 2}
        self.single_observation_space = observation_space(rules)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = utils.batch_space(self.single_observation_space, tables)
        self.action_space = utils.batch_space(self.single_action_space, tables)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a new game at every table; table t gets the seed `seed + t`. Without a seed, every table gets its next game."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        tables = self._tables
        if isinstance(seed, list):
            tables.reset_tables(seed)
        elif seed is not None:
            tables.reset(wrapped_seed(seed))
        elif tables.is_dealt:
            tables.reset_tables([None] * self.num_envs)
        else:
            tables.reset(int(self.np_random.integers(STRIDE - self.num_envs)))
        return self._given()

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Take the action of every learner."""
        if not self._tables.is_dealt:
            raise Invalid(sentence("envs.reset"))
        asked = self._tables.arrays.seats.copy()
        out = self._tables.step(actions)
        found, info = self._given()
        rewards = out.rewards[np.arange(self.num_envs), asked].astype(np.float64)
        cut_off = out.ends == CUT_OFF
        return found, rewards, (out.ends != RUNNING) & ~cut_off, cut_off, info

    def _given(self) -> tuple[dict[str, Any], dict[str, Any]]:
        out = self._tables.arrays
        every = np.ones(self.num_envs, bool)
        info = {"action_mask": out.masks.copy(), "_action_mask": every, "seat": out.seats.copy(), "_seat": every.copy()}
        return {"observation": out.observations.copy(), "action_mask": out.masks.copy()}, info

    def render(self) -> tuple[Any, ...] | None:
        """Return every table as its learner sees it: texts, or pictures."""
        if self.render_mode is None:
            return None
        seats = self._tables.arrays.seats.tolist()
        views = [Table(self.game, self._tables.state(t), 0).view(seats[t]) for t in range(self.num_envs)]
        return tuple(drawn(view, self.game, self.render_mode) for view in views)

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self._tables.close()


def _checked_learner(learner: int | str, seats: int) -> int:
    if learner == ROTATE:
        return 0
    if isinstance(learner, bool) or not isinstance(learner, int) or not 0 <= learner < seats:
        raise Invalid(sentence("envs.learner", most=seats - 1, given=quoted(learner)))
    return learner


def versioned_name(game: Game) -> str:
    """Return the name of a game's environment: its version changes with the rules or the observation."""
    return f"parlour/{game.id}-v{game.version * 100 + observation_of(game).features.version}"


def solo(game: str | Game, seats: int | None = None, options: Options | None = None, **settings: Any) -> SoloEnv:
    """Return a Gymnasium environment: one learner at a table of bots.

    `opponents` is "advice" (the rule of thumb) or "random", which are fast; a level, `file.py:Class`, `cmd:program` or a
    subclass of `parlour.bots.Bot`; or a list of these, from the seat after the learner on.
    """
    return SoloEnv(game, seats, options, **settings)


def vector(game: str | Game, tables: int, seats: Any = None, options: Any = None, **settings: Any) -> TableVectorEnv:
    """Return a Gymnasium VectorEnv: one learner at each of many tables, compiled; `seats` and `options` as in `batch`."""
    return TableVectorEnv(game, tables, seats, options, **settings)


def register(games: Sequence[str] | None = None) -> list[str]:
    """Register the games with Gymnasium, so that `gymnasium.make` finds them; return their names."""
    from ..core.game import find_game, game_ids

    names = []
    for game_id in game_ids() if games is None else games:
        name = versioned_name(find_game(game_id))
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="parlour.envs.learner:solo",
                vector_entry_point="parlour.envs.learner:registered_vector",
                kwargs={"game": game_id},
            )
        names.append(name)
    return names


def registered_vector(game: str, num_envs: int = 1, **settings: Any) -> TableVectorEnv:
    """Return the VectorEnv that `gymnasium.make_vec` asks for."""
    return vector(game, num_envs, **settings)
