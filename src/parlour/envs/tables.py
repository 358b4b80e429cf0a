"""Many tables at once: one call steps all of them, compiled, and writes into arrays that the caller owns."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from ..core.chance import Dice
from ..core.default_observation import observation_of
from ..core.game import Game, find_game
from ..core.observation import ACTIONS, Features
from ..core.sentence import Invalid, quoted
from ..core.texts import sentence
from .setups import (
    ADVICE,
    OPPONENTS,
    REWARDS,
    ROTATE,
    Options,
    blank_states,
    checked_count,
    checked_seed,
    chosen,
    needed,
)
from .stepping import NEXT_STEP, PLAYING, SAME_STEP, STRIDE, UNDEALT, Desk, make_steps

np: Any = needed("numpy", "fast")
compiler: Any = needed("parlour.fast.compiler", "fast")

CPU, CUDA = "cpu", "cuda"
DEVICES = (CPU, CUDA)
AUTORESET = {"next_step": NEXT_STEP, "same_step": SAME_STEP}
MOST_TABLES = 1 << 24
EVERYONE = -1


class Arrays(NamedTuple):
    """What a step writes, a row for each table."""

    observations: Any
    """int8, a number for each feature: what the asked seat knows."""
    masks: Any
    """int8, 1 for each of the 63 actions that the asked seat may take."""
    seats: Any
    """int32, the seat that is asked."""
    rewards: Any
    """float32, the reward of every seat; 0 until the game ends."""
    ends: Any
    """int8: 0 running, 1 over, 2 forfeited by an action that is not legal, 3 cut off."""

    @classmethod
    def empty(cls, game: str | Game, tables: int) -> "Arrays":
        """Return new arrays for this many tables."""
        rules = find_game(game) if isinstance(game, str) else game
        width = observation_of(rules).features.width
        return cls(
            np.zeros((tables, width), np.int8),
            np.zeros((tables, ACTIONS), np.int8),
            np.zeros(tables, np.int32),
            np.zeros((tables, rules.most_seats), np.float32),
            np.zeros(tables, np.int8),
        )


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
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.tables = checked_count("tables", tables, MOST_TABLES)
        self.seed = checked_seed(seed)
        self.opponents = opponents
        self._numbers = (
            [*AUTORESET.values()][chosen("autoreset", autoreset, [*AUTORESET])],
            [*REWARDS.values()][chosen("rewards", rewards, [*REWARDS])],
            int(attempts),
            checked_count("longest", longest, 1 << 30),
            float(illegal),
        )
        policy = 0 if opponents is None else chosen("opponents", opponents, OPPONENTS)
        blanks, which = blank_states(self.game, self.tables, seats, options, self.seed)
        self._blanks = compiler.rows(self.game.state, len(blanks))
        for row, blank in zip(self._blanks, blanks, strict=True):
            compiler.to_row(blank, row)
        self._which = np.array(which, np.int64)
        self.table_seats = self._blanks["seats"][self._which].astype(np.int32)
        """How many seats each table has."""
        self._states = compiler.rows(self.game.state, self.tables)
        self._desks = compiler.rows(Desk, self.tables)
        self._dice = compiler.rows(Dice, self.tables)
        self._desks["policy"] = policy
        self._learner = self._checked_learner(learner)
        steps = make_steps(self.game, opponents == ADVICE)
        self._steps = compiler.compiled(steps, self.game, beside=[steps], is_plain=True, _nrt=False)
        self._picks: Any = None
        self._idle = np.zeros(self.tables, np.int64)
        self._parts = _parts(self.tables, checked_count("threads", threads, 1024))
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.arrays = Arrays.empty(self.game, self.tables)
        self._fresh(self.seed)

    @property
    def features(self) -> Features:
        """The names of the numbers in an observation."""
        return observation_of(self.game).features

    def _checked_learner(self, learner: int | str) -> int:
        """Return the seat that the caller plays in the first games; -1: all of them."""
        if self.opponents is None:
            return EVERYONE
        fewest = int(self.table_seats.min())
        if learner == ROTATE:
            self._desks["rotates"] = 1
            return 0
        if isinstance(learner, bool) or not isinstance(learner, int) or not 0 <= learner < fewest:
            raise Invalid(sentence("envs.learner", most=fewest - 1, given=quoted(learner)))
        return learner

    def _fresh(self, seed: int) -> None:
        everyone = (1 << self.table_seats.astype(np.int64)) - 1
        self._desks["stands"] = UNDEALT
        self._desks["seed"] = (seed + np.arange(self.tables)) % STRIDE
        self._desks["learners"] = everyone if self._learner == EVERYONE else 1 << self._learner
        self._desks["games"] = 0
        self.is_dealt = False

    # ---- playing -------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, into: Arrays | None = None) -> Arrays:
        """Deal a new game at every table: table t gets the seed `seed + t`, and its k-th next game 2³² k more."""
        if seed is not None:
            self.seed = checked_seed(seed)
        self._fresh(self.seed)
        return self._run(self._idle, into)

    def reset_tables(self, seeds: Sequence[int | None]) -> Arrays:
        """Deal a new game at every table, of these seeds; None: the table's next game."""
        if len(seeds) != self.tables:
            raise Invalid(sentence("envs.each", name="seeds", tables=self.tables, given=len(seeds)))
        desks = self._desks
        left = desks["stands"] == PLAYING
        desks["seed"][left] += STRIDE
        desks["stands"][left] = UNDEALT
        for t, seed in enumerate(seeds):
            if seed is not None:
                desks["seed"][t], desks["stands"][t] = seed % STRIDE, UNDEALT
                if self._learner != EVERYONE:
                    desks["learners"][t] = 1 << self._learner
        return self._run(self._idle, None)

    def step(self, actions: Any, into: Arrays | None = None) -> Arrays:
        """Make the action of the asked seat at every table; return the arrays that were written (`into`, else its own).

        Where a game ends, `rewards` and `ends` are those of its end. With autoreset `same_step`, observation and mask are
        already those of the next game; with `next_step`, they are the last of this game, and the next step deals.
        """
        if not self.is_dealt:
            raise Invalid(sentence("envs.reset"))
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (self.tables,):
            raise Invalid(sentence("envs.actions", tables=self.tables, given=quoted(tuple(np.shape(actions)))))
        return self._run(given, into)

    def _run(self, actions: Any, into: Arrays | None) -> Arrays:
        out = self.arrays if into is None else self._checked_arrays(into)
        given = (self._states, self._blanks, self._desks, self._dice, self._which, actions, *self._numbers)
        written = (out.observations, out.masks, out.seats, out.rewards, out.ends)
        if self._pool is None:
            self._steps(*given, *written, 0, self.tables)
        else:
            for done in [self._pool.submit(self._steps, *given, *written, *part) for part in self._parts]:
                done.result()
        self.is_dealt = True
        return out

    def _checked_arrays(self, into: Arrays) -> Arrays:
        for name, own, other in zip(Arrays._fields, self.arrays, into, strict=True):
            if other.shape != own.shape or other.dtype != own.dtype or not other.flags.c_contiguous:
                raise Invalid(sentence("envs.array", name=name, shape=str(own.shape), kind=str(own.dtype)))
        return into

    def random_actions(self, masks: Any = None) -> Any:
        """Return a random legal action for each table, as a random player would choose."""
        if self._picks is None:
            self._picks = compiler.compiled(_pick_actions, self.game, beside=[_pick_actions], is_plain=True, _nrt=False)
            self._chooser = np.array([self.seed * 2 + 1], np.uint64)
            self._chosen = np.zeros(self.tables, np.int64)
        self._picks(self.arrays.masks if masks is None else masks, self._chooser, self._chosen)
        return self._chosen

    # ---- looking -------------------------------------------------------------------------------------------------

    def state(self, table: int) -> Any:
        """Return a copy of the state of a table, as the rules have it: hidden cards included."""
        state = self.game.state()
        compiler.from_row(self._states[table], state)
        return state

    def seeds(self) -> Any:
        """Return the seed of the game that is on each table: `Table.new` with the same seed deals the same cards."""
        return self._desks["seed"].copy()

    def learners(self) -> Any:
        """Return the seats that the caller plays at each table, as sets."""
        return self._desks["learners"].copy()

    def describe(self, table: int) -> str:
        """Return what the asked seat of a table knows, in words."""
        return self.features.describe(self.arrays.observations[table])

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _parts(tables: int, threads: int) -> list[tuple[int, int]]:
    each = -(-tables // threads)
    return [(start, min(start + each, tables)) for start in range(0, tables, each)]


def _pick_actions(masks, chooser, actions):  # type: ignore[no-untyped-def]
    """Choose one of the actions in each row of masks, each equally likely (xorshift64*)."""
    x = chooser[0]
    for t in range(len(actions)):
        count = 0
        for i in range(ACTIONS):
            count += masks[t, i]
        x ^= x >> np.uint64(12)
        x ^= x << np.uint64(25)
        x ^= x >> np.uint64(27)
        left = np.int64((x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(33)) % max(count, 1)
        for i in range(ACTIONS):
            if masks[t, i]:
                if left == 0:
                    actions[t] = i
                left -= 1
    chooser[0] = x


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

    `seats`: a number, a range such as (2, 6), one for each table, or "any". `options`: house rules for all tables, some for
    each table, or "random". `opponents`: "advice" or "random" play all seats but that of the `learner` (a seat, or "rotate");
    without opponents the caller plays every seat. `rewards`: "win" shares 1 among the winners and -1 among the others; "score"
    pays the points of the game, less the mean of the others. An action that is not legal costs `illegal` and ends the game.
    """
    if chosen("device", device, DEVICES):
        raise Invalid(sentence("envs.noDevice"))
    return BatchEnv(game, tables, seats, options, **settings)
