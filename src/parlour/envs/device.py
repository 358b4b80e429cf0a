"""The tables of a batch in the memory of a GPU, each stepped by one thread.

Nothing is copied: the arrays of a step lie on the device, and PyTorch, JAX and CuPy take them through DLPack. A call only
starts a step; reading the arrays waits for its end.
"""

from collections.abc import Callable, Sequence
from typing import Any

from ..core.chance import Dice
from ..core.game import Game
from ..core.sentence import Invalid
from ..core.texts import sentence
from ..fast.dlpack import Borrowed, borrowed, is_on_device
from ..fast.driver import DeviceArray, device, kernel_arguments
from ..fast.entries import BYTES, FLOATS, INTS, NUMBER, SINGLES, WORDS, KernelEntry
from ..fast.fitting import AS_DECLARED, Fit, dtype_of, fitted, record_of, rows_of
from ..fast.gpu import loaded
from ..fast.parts import COUNT, FIRST, SHARED, Divided
from .setups import needed, whole_numbers
from .stepping import Desk, make_steps, pick_actions
from .tables import Arrays

np: Any = needed("numpy", "fast")

ACTIONS = {"i4": 1, "i8": 2}
"""The number of 32-bit words in an action, by the kind of its array."""
STEPS, ADVISED_STEPS, PICKS = "steps", "advised_steps", "picks"


def steps_of(game: Game, has_advice: bool) -> Divided:
    """Return the loop over the tables, divided among threads."""
    steps = make_steps(game, has_advice)
    takes = (
        game.state, game.state, Desk, Dice, INTS, WORDS, *(NUMBER,) * 5, FLOATS, BYTES, BYTES, WORDS, SINGLES, BYTES, NUMBER,
        NUMBER,
    )  # fmt: skip
    return _divided(KernelEntry(game, ADVISED_STEPS if has_advice else STEPS, steps, takes, (steps,)))


def picks_of(game: Game) -> Divided:
    """Return the random choice of actions, divided among threads."""
    return _divided(KernelEntry(game, PICKS, pick_actions, (BYTES, NUMBER, NUMBER, INTS, NUMBER, NUMBER), (pick_actions,)))


def _divided(entry: KernelEntry) -> Divided:
    return Divided(entry, (*(SHARED,) * (len(entry.takes) - 2), FIRST, COUNT), 0)


class OnDevice:
    """The tables, and the kernels that step them. Tests pass `on` and `load` to replace the GPU of this machine."""

    def __init__(
        self, game: Game, has_advice: bool, blanks: Sequence[Any], which: Sequence[int], numbers: tuple[int, ...],
        penalty: float, on: Any = None, load: Callable[[Divided, Fit], Any] = loaded,
    ) -> None:  # fmt: skip
        self._on = device() if on is None else on
        self._game, self._tables, self._numbers = game, len(which), numbers
        fit = fitted(game, *blanks)
        self._steps, self._picks = load(steps_of(game, has_advice), fit), load(picks_of(game), AS_DECLARED)
        self._blanks = self._placed(rows_of(game.state, list(blanks), fit))
        self._states = DeviceArray(self._on, (self._tables,), dtype_of(game.state, fit))
        self._desks = self._placed(np.repeat(rows_of(Desk, [Desk()]), self._tables))
        self._dice = self._placed(np.repeat(rows_of(Dice, [Dice()]), self._tables))
        self._which = self._placed(np.array(which, np.int64))
        self._penalty = self._placed(np.array([penalty]))
        self._given = DeviceArray(self._on, (self._tables,), np.int64)
        self._chosen = DeviceArray(self._on, (self._tables,), np.int64)
        self._in_use: tuple[Any, ...] = ()

    def _placed(self, values: Any) -> DeviceArray:
        return DeviceArray.of(self._on, values)

    @property
    def desks(self) -> Any:
        """A copy of the desks, on the host."""
        return self._desks.host()

    @desks.setter
    def desks(self, values: Any) -> None:
        self._on.write(self._desks.address, values)

    def empty(self) -> Arrays:
        """Return new arrays."""
        return Arrays(*(DeviceArray(self._on, shape, kind) for shape, kind in Arrays.shapes(self._game, self._tables)))

    def taken(self, into: Arrays) -> Arrays | None:
        """Return the memory of the caller's arrays if they fit."""
        found = [self._memory(one) for one in into]
        forms = Arrays.shapes(self._game, self._tables)
        fits = (one is not None and (one.shape, one.dtype) == form for one, form in zip(found, forms, strict=True))
        return Arrays(*found) if all(fits) else None

    def _memory(self, given: Any) -> Any:
        if isinstance(given, DeviceArray):
            return given
        return borrowed(given) if is_on_device(given) else None

    def actions(self, given: Any) -> Any:
        """Return the caller's actions on the device: an array that is there, or a copy of one on the host."""
        if isinstance(given, DeviceArray) or is_on_device(given):
            found = self._memory(given)
            if found is None or found.dtype.str[1:] not in ACTIONS:
                raise Invalid(sentence("envs.kinds"))
            return found if found.shape == (self._tables,) else None
        host = whole_numbers(given)
        if host is None or host.shape != (self._tables,):
            return None
        self._on.write(self._given.address, host)
        return self._given

    def step(self, actions: Any, out: Arrays) -> None:
        """Start a step at every table."""
        if actions is None:
            self._given.clear()
            actions = self._given
        words = ACTIONS[actions.dtype.str[1:]]
        read = Borrowed(actions, actions.address, (self._tables * words,), np.dtype(np.int32))
        for row in (out.observations, out.masks):  # kernels rely on memory that is already zero (`fast/ptx.py`)
            self._on.clear(row.address, int(np.prod(row.shape)))
        given = (self._states, self._blanks, self._desks, self._dice, self._which, read, words, *self._numbers)
        self._launch(self._steps, (*given, self._penalty, *out, 0, 0))
        self._in_use = (read, out)  # memory of other libraries must live while the kernel runs

    def _launch(self, kernel: Any, given: Sequence[Any]) -> None:
        self._on.launch(kernel, self._tables, kernel_arguments((self._tables, 1, self._tables, *given)))

    def picks(self, masks: Any, seed: int, turn: int) -> Any:
        """Start the choice of a random action for each table."""
        allowed = self._memory(masks)
        if allowed is None or (allowed.shape, allowed.dtype) != Arrays.shapes(self._game, self._tables)[1]:
            raise Invalid(sentence("envs.kinds"))
        self._launch(self._picks, (allowed, seed, turn, self._chosen, 0, 0))
        return self._chosen

    def state(self, table: int) -> Any:
        """Return a copy of the state of a table."""
        return record_of(self._game.state, self._states.row(table))

    def observation(self, out: Arrays, table: int) -> Any:
        """Return a copy of an observation."""
        return out.observations.row(table)

    def close(self) -> None:
        """Wait for the last step."""
        self._on.wait()
