"""Many tables at once: one call steps all of them, compiled, and writes into arrays that the caller owns."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from ..core.default_observation import observation_of
from ..core.game import Game
from ..core.observation import ACTIONS, Features
from ..core.sentence import Invalid, quoted
from ..core.texts import sentence
from .setups import (
    ADVICE,
    OPPONENTS,
    ROTATE,
    Options,
    blank_states,
    checked_count,
    checked_seed,
    checked_settings,
    chosen,
    needed,
    rules_of,
    wrapped_seed,
)
from .stepping import PLAYING, STRIDE, UNDEALT

np: Any = needed("numpy", "fast")

CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)
MOST_TABLES = 1 << 24
EVERYONE = -1


class Arrays(NamedTuple):
    """The arrays that a step writes, with a row for each table."""

    observations: Any
    """int8: what the asked seat knows, a number for each feature."""
    masks: Any
    """int8: for each of the 63 actions, 1 if the asked seat may take it."""
    seats: Any
    """int32: the seat that is asked."""
    rewards: Any
    """float32: the reward of every seat; 0 until the game ends."""
    ends: Any
    """int8: 0 running, 1 over, 2 forfeited by an illegal action, 3 cut off."""

    @classmethod
    def empty(cls, game: str | Game, tables: int, device: str = CPU) -> "Arrays":
        """Return new arrays for this many tables, in the memory of this device."""
        rules = rules_of(game)
        shapes = cls.shapes(rules, checked_count("tables", tables, MOST_TABLES))
        if chosen("device", device, DEVICES):
            from ..fast.driver import DeviceArray
            from ..fast.driver import device as gpu

            return cls(*(DeviceArray(gpu(), shape, kind) for shape, kind in shapes))
        return cls(*(np.zeros(shape, kind) for shape, kind in shapes))

    @staticmethod
    def shapes(game: Game, tables: int) -> list[tuple[tuple[int, ...], Any]]:
        """Return the shape and the kind of each array."""
        wide = (tables, observation_of(game).features.width)
        kinds = map(np.dtype, (np.int8, np.int8, np.int32, np.float32, np.int8))
        return [*zip((wide, (tables, ACTIONS), (tables,), (tables, game.most_seats), (tables,)), kinds, strict=True)]


class TableEngine(Protocol):
    """The tables, in the memory of the CPU or of a device, and the loop that steps them."""

    desks: Any
    """A copy of the desks, on the host; assign to it to change them."""

    def empty(self) -> Arrays:
        """Return new arrays."""

    def taken(self, into: Arrays) -> Arrays | None:
        """Return the caller's arrays in the form used here; None if one does not fit."""

    def actions(self, given: Any) -> Any:
        """Return the caller's actions in the form used here; None if there is not one for each table."""

    def step(self, actions: Any, out: Arrays) -> None:
        """Take a step at every table; without actions, all are 0."""

    def picks(self, masks: Any, seed: int, turn: int) -> Any:
        """Return a random action for each table; None if the masks do not fit."""

    def state(self, table: int) -> Any:
        """Return a copy of the state of a table."""

    def observation(self, out: Arrays, table: int) -> Any:
        """Return a copy of an observation, on the host."""

    def close(self) -> None:
        """Stop the threads."""


class BatchEnv:
    """Many tables of one game. Make one with `parlour.envs.batch`."""

    def __init__(
        self,
        game: str | Game,
        tables: int,
        seats: Any = None,
        options: Options | Sequence[Options] | str | None = None,
        *,
        opponents: str | None = None,
        learner: int | str = 0,
        rewards: str = "win",
        illegal: float = -1.0,
        attempts: bool = False,
        autoreset: str = "same_step",
        longest: int = 100_000,
        seed: int = 0,
        threads: int = 1,
        device: str = CPU,
    ) -> None:
        self.game = rules_of(game)
        self.tables = checked_count("tables", tables, MOST_TABLES)
        self.seed = checked_seed(seed)
        self.opponents = opponents
        numbers, penalty = checked_settings(rewards, illegal, attempts, longest, autoreset)
        policy = 0 if opponents is None else chosen("opponents", opponents, OPPONENTS)
        chosen("device", device, DEVICES)
        checked_count("threads", threads, 1024)
        blanks, which = blank_states(self.game, self.tables, seats, options, self.seed)
        self.table_seats = np.array([blanks[i].seats for i in which], np.int32)
        """How many seats each table has."""
        self._learner = self._checked_learner(learner)
        if device == CUDA:
            if threads != 1:
                raise Invalid(sentence("envs.threads"))
            from .device import OnDevice

            self._engine: TableEngine = OnDevice(self.game, opponents == ADVICE, blanks, which, numbers, penalty)
        else:
            from .processor import OnProcessor

            self._engine = OnProcessor(self.game, opponents == ADVICE, blanks, which, numbers, penalty, threads)
        desks = self._engine.desks
        desks["policy"], desks["rotates"] = policy, int(opponents is not None and learner == ROTATE)
        self._engine.desks = desks
        self._turn = 0
        self.arrays = self._engine.empty()
        self._fresh(self.seed)

    @property
    def features(self) -> Features:
        """The names of the numbers in an observation."""
        return observation_of(self.game).features

    def _checked_learner(self, learner: int | str) -> int:
        """Return the seat that the caller plays in the first games; -1 for all seats."""
        if self.opponents is None:
            return EVERYONE
        fewest = int(self.table_seats.min())
        if learner == ROTATE:
            return 0
        if isinstance(learner, bool) or not isinstance(learner, int) or not 0 <= learner < fewest:
            raise Invalid(sentence("envs.learner", most=fewest - 1, given=quoted(learner)))
        return learner

    def _fresh(self, seed: int) -> None:
        everyone = (1 << self.table_seats.astype(np.int64)) - 1
        desks = self._engine.desks
        desks["stands"] = UNDEALT
        desks["seed"] = (seed + np.arange(self.tables)) % STRIDE
        desks["learners"] = everyone if self._learner == EVERYONE else 1 << self._learner
        desks["games"] = 0
        self._engine.desks = desks
        self._turn = 0
        self.is_dealt = False

    # ---- playing -------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, into: Arrays | None = None) -> Arrays:
        """Deal a new game at every table: table t gets the seed `seed + t`, and 2³² more for each game after it."""
        if seed is not None:
            seed = checked_seed(seed)
        out = self._out(into)
        self.seed = self.seed if seed is None else seed
        self._fresh(self.seed)
        return self._run(None, out, into)

    def reset_tables(self, seeds: Sequence[int | None]) -> Arrays:
        """Deal a new game at every table, with these seeds; without them, each table's next game."""
        if not hasattr(seeds, "__len__") or len(seeds) != self.tables:
            given = len(seeds) if hasattr(seeds, "__len__") else quoted(seeds)
            raise Invalid(sentence("envs.each", name="seeds", tables=self.tables, given=given))
        wrapped = [None if seed is None else wrapped_seed(seed) for seed in seeds]
        desks = self._engine.desks
        left = desks["stands"] == PLAYING
        desks["seed"][left] += STRIDE
        desks["stands"][left] = UNDEALT
        for t, seed in enumerate(wrapped):
            if seed is not None:
                desks["seed"][t], desks["stands"][t] = seed, UNDEALT
                if self._learner != EVERYONE:
                    desks["learners"][t] = 1 << self._learner
        self._engine.desks = desks
        return self._run(None, self.arrays, None)

    def step(self, actions: Any, into: Arrays | None = None) -> Arrays:
        """Take the action of the asked seat at every table; return the arrays that were written (`into`, else its own).

        When a game ends, its rows of `rewards` and `ends` give the result. With autoreset `same_step`, observation and mask are
        already those of the next game; with `next_step`, they are the last of this game, and the next step deals.
        """
        if not self.is_dealt:
            raise Invalid(sentence("envs.reset"))
        given = self._engine.actions(actions)
        if given is None:
            raise Invalid(sentence("envs.actions", tables=self.tables, given=_form(actions)))
        return self._run(given, self._out(into), into)

    def _out(self, into: Arrays | None) -> Arrays:
        """Return the arrays to write into; raise ValueError if one does not fit."""
        if into is None:
            return self.arrays
        out = self._engine.taken(into) if isinstance(into, Arrays) else None
        if out is None:
            raise Invalid(sentence("envs.array", form=self._forms(Arrays._fields)))
        return out

    def _run(self, actions: Any, out: Arrays, into: Arrays | None) -> Arrays:
        self._engine.step(actions, out)
        self.is_dealt = True
        return self.arrays if into is None else into

    def _forms(self, names: Sequence[str]) -> str:
        shapes = dict(zip(Arrays._fields, Arrays.shapes(self.game, self.tables), strict=True))
        return ", ".join(f"{name} {kind}{[*shape]}" for name in names for shape, kind in (shapes[name],))

    def random_actions(self, masks: Any = None) -> Any:
        """Return a random legal action for each table, as a random player would choose.

        The choice depends on the seed and on the number of calls since the reset.
        """
        picked = self._engine.picks(self.arrays.masks if masks is None else masks, self.seed, self._turn + 1)
        if picked is None:
            raise Invalid(sentence("envs.array", form=self._forms(["masks"])))
        self._turn += 1
        return picked

    # ---- looking -------------------------------------------------------------------------------------------------

    def state(self, table: int) -> Any:
        """Return a copy of the state of a table, including the hidden cards."""
        return self._engine.state(table)

    def seeds(self) -> Any:
        """Return the seed of each table's current game: `Table.new` with the same seed deals the same cards."""
        return self._engine.desks["seed"].copy()

    def learners(self) -> Any:
        """Return the seats that the caller plays at each table, as sets."""
        return self._engine.desks["learners"].copy()

    def describe(self, table: int) -> str:
        """Return what the asked seat of a table knows, in words."""
        return self.features.describe(self._engine.observation(self.arrays, table))

    def close(self) -> None:
        """Stop the threads."""
        self._engine.close()


def _form(given: Any) -> str:
    """Return the kind and the shape of an argument given as an array."""
    try:
        array = given if hasattr(given, "shape") and hasattr(given, "dtype") else np.asarray(given)
    except ValueError:
        return quoted(given)
    return type(given).__name__ if array.dtype == object else f"{array.dtype}{[*array.shape]}"


def batch(
    game: str | Game,
    tables: int,
    seats: Any = None,
    options: Options | Sequence[Options] | str | None = None,
    *,
    device: str = CPU,
    **settings: Any,
) -> BatchEnv:
    """Return many tables of a game that are stepped together, compiled.

    `seats` is a number, a range such as (2, 6), one number per table, or "any". `options` are house rules for all tables, or
    for each table, or "random". `opponents` ("advice" or "random") play all seats but that of the `learner` (a seat, or
    "rotate"); without opponents the caller plays every seat. With `rewards` "win", the winners share 1 and the others share -1;
    "score" pays the points of the game, less the mean of the others. An action that is not legal costs `illegal` and ends the
    game. `device` is "cpu", or "cuda" for a GPU, which then also holds all arrays.
    """
    return BatchEnv(game, tables, seats, options, device=device, **settings)
