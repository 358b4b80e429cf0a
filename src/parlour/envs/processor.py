"""The tables of a batch in the memory of the processor, stepped by one thread or by several."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ..core.chance import Dice
from ..core.game import Game
from .setups import needed, whole_numbers
from .stepping import Desk, make_steps, pick_actions
from .tables import Arrays

np: Any = needed("numpy", "fast")
compiler: Any = needed("parlour.fast.compiler", "fast")

WORDS = 2
"""The number of words in an action of 64 bits."""


class OnProcessor:
    """The tables, and the compiled loop over them."""

    def __init__(
        self, game: Game, has_advice: bool, blanks: Sequence[Any], which: Sequence[int], numbers: tuple[int, ...],
        penalty: float, threads: int,
    ) -> None:  # fmt: skip
        self._game, self._tables, self._numbers = game, len(which), numbers
        self._penalty = np.array([penalty])
        self._blanks = compiler.rows(game.state, len(blanks))
        for row, blank in zip(self._blanks, blanks, strict=True):
            compiler.to_row(blank, row)
        self._which = np.array(which, np.int64)
        self._states = compiler.rows(game.state, self._tables)
        self.desks = compiler.rows(Desk, self._tables)
        self._dice = compiler.rows(Dice, self._tables)
        self._steps = self._compiled(make_steps(game, has_advice))
        self._picks = self._compiled(pick_actions)
        self._idle = np.zeros(self._tables, np.int64)
        self._chosen = np.zeros(self._tables, np.int64)
        each = -(-self._tables // threads)
        self._parts = [(start, min(each, self._tables - start)) for start in range(0, self._tables, each)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def _compiled(self, function: Any) -> Any:
        return compiler.compiled(function, self._game, beside=[function], is_plain=True, _nrt=False)

    def empty(self) -> Arrays:
        """Return new arrays."""
        return Arrays.empty(self._game, self._tables)

    def taken(self, into: Arrays) -> Arrays | None:
        """Return the caller's arrays if they fit."""
        forms = Arrays.shapes(self._game, self._tables)
        fits = (_fits(one, form) and one.flags.writeable for one, form in zip(into, forms, strict=True))
        return into if all(fits) else None

    def actions(self, given: Any) -> Any:
        """Return the caller's actions as words."""
        found = whole_numbers(given)
        return found if found is not None and found.shape == (self._tables,) else None

    def step(self, actions: Any, out: Arrays) -> None:
        """Take a step at every table."""
        words = (self._idle if actions is None else actions).view(np.int32)
        given = (self._states, self._blanks, self.desks, self._dice, self._which, words, WORDS, *self._numbers, self._penalty)
        written = [array.reshape(-1) for array in out]
        if self._pool is None:
            self._steps(*given, *written, 0, self._tables)
            return
        for done in [self._pool.submit(self._steps, *given, *written, *part) for part in self._parts]:
            done.result()

    def picks(self, masks: Any, seed: int, turn: int) -> Any:
        """Return a random action for each table."""
        if not _fits(masks, Arrays.shapes(self._game, self._tables)[1]):
            return None  # the compiled loop does not check where an array ends
        self._picks(masks.reshape(-1), seed, turn, self._chosen, 0, self._tables)
        return self._chosen

    def state(self, table: int) -> Any:
        """Return a copy of the state of a table."""
        state = self._game.state()
        compiler.from_row(self._states[table], state)
        return state

    def observation(self, out: Arrays, table: int) -> Any:
        """Return an observation."""
        return out.observations[table]

    def close(self) -> None:
        """Stop the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None


def _fits(array: Any, form: tuple[tuple[int, ...], Any]) -> bool:
    """Whether an array has this shape and kind, without gaps."""
    return isinstance(array, np.ndarray) and (array.shape, array.dtype) == form and array.flags.c_contiguous
