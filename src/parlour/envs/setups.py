"""Checks and reads the settings of environments: games, seats, house rules, opponents and seeds."""

import importlib
import math
import operator
import random
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from ..core.game import Game, find_game
from ..core.sentence import Invalid, quoted
from ..core.texts import sentence
from .stepping import BY_SCORES, BY_WINS, NEXT_STEP, SAME_STEP, STRIDE, StepSettings

RANDOM, ADVICE = "random", "advice"
OPPONENTS = (RANDOM, ADVICE)
"""The policies of the seats that the caller doesn't play: any legal action, or the rule of thumb."""
REWARDS = {"win": BY_WINS, "score": BY_SCORES}
AUTORESET = {"next_step": NEXT_STEP, "same_step": SAME_STEP}
ROTATE = "rotate"
ANY = "any"
TRIES = 1000

Options = Mapping[str, object]


def needed(module: str, extra: str) -> ModuleType:
    """Return a module that an extra installs, or raise an ImportError that names the extra."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(sentence("envs.packages", module=module, extra=extra)) from error


def chosen(name: str, value: object, among: Sequence[str]) -> int:
    """Return the index of a named choice, or raise ValueError."""
    if not isinstance(value, str) or value not in among:
        raise Invalid(sentence("envs.choice", name=name, known=", ".join(map(repr, among)), given=quoted(value)))
    return [*among].index(value)


def checked_seed(seed: object) -> int:
    """Return a seed that leaves room for the seeds of later games, or raise ValueError."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed.__index__()) < STRIDE:
        raise Invalid(sentence("envs.seed", most=STRIDE - 1, given=quoted(seed)))
    return int(seed.__index__())


def wrapped_seed(seed: object) -> int:
    """Return a seed for Gymnasium or PettingZoo, which may be too large (it is reduced), or raise ValueError."""
    return checked_seed(seed % STRIDE if isinstance(seed, int) and not isinstance(seed, bool) else seed)


def checked_count(name: str, value: object, most: int) -> int:
    """Return a whole number from 1 on, or raise ValueError."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not 1 <= int(value.__index__()) <= most:
        raise Invalid(sentence("envs.count", name=name, most=most, given=quoted(value)))
    return int(value.__index__())


def checked_action(action: Any) -> int:
    """Return an action of a single table, legal or not, or raise ValueError: 1.7 is not an action."""
    try:
        return operator.index(action)
    except TypeError:
        raise Invalid(sentence("envs.action", given=quoted(action))) from None


def checked_flag(name: str, value: object) -> int:
    """Return a setting that is on or off as 1 or 0, or raise ValueError."""
    if type(value) is not bool and (type(value) is not int or value not in (0, 1)):
        raise Invalid(sentence("envs.choice", name=name, known="True, False", given=quoted(value)))
    return int(value)


def checked_reward(name: str, value: object) -> float:
    """Return a reward, or raise ValueError."""
    if isinstance(value, bool) or not hasattr(value, "__float__") or not math.isfinite(float(value)):
        raise Invalid(sentence("envs.number", name=name, given=quoted(value)))
    return float(value)


def checked_settings(
    rewards: object, illegal: object, attempts: object, longest: object, autoreset: object = "next_step"
) -> tuple[StepSettings, float]:
    """Return the settings that all tables share, and the reward of an illegal action; or raise ValueError."""
    settings = StepSettings(
        [*AUTORESET.values()][chosen("autoreset", autoreset, [*AUTORESET])],
        [*REWARDS.values()][chosen("rewards", rewards, [*REWARDS])],
        checked_flag("attempts", attempts),
        checked_count("longest", longest, 1 << 30),
    )
    return settings, checked_reward("illegal", illegal)


def rules_of(game: str | Game) -> Game:
    """Return a game, which may be given by its id."""
    return game if isinstance(game, Game) else find_game(game)


def one_setup(game: str | Game, seats: int | None, options: Options | None) -> tuple[Game, int, dict[str, int]]:
    """Return a game, the number of seats and the value of every house rule."""
    rules = rules_of(game)
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    return rules, count, rules.checked_options(options or {}, count)


def blank_states(
    game: Game, tables: int, seats: Any, options: Options | Sequence[Options] | str | None, seed: int
) -> tuple[list[Any], list[int]]:
    """Return the different states before the deal, and which of them each table uses.

    `seats` is one number, a range (least, most), one number per table, or "any". `options` is one set of house rules for all
    tables, a list with house rules for each table, or "random".
    """
    rng = random.Random(f"house rules {seed}")
    counts = _seat_counts(game, tables, seats)
    blanks: list[Any] = []
    found: dict[tuple[int, ...], int] = {}
    which = []
    for t in range(tables):
        count = game.checked_seats(counts[t] if counts[t] else rng.randint(*_range(game, seats)))
        if options == RANDOM:
            values = random_house_rules(game, count, rng)
        elif isinstance(options, Sequence) and not isinstance(options, str):
            if len(options) != tables:
                raise Invalid(sentence("envs.each", name="options", tables=tables, given=len(options)))
            values = game.checked_options(options[t], count)
        else:
            values = game.checked_options(options or {}, count)  # type: ignore[arg-type]
        key = (count, *values.values())
        if key not in found:
            found[key] = len(blanks)
            blanks.append(game.fresh(count, values))
        which.append(found[key])
    return blanks, which


def _seat_counts(game: Game, tables: int, seats: Any) -> list[Any]:
    """Return the number of seats of each table, or 0 where it is chosen at random."""
    if seats is None:
        return [game.usual_seats] * tables
    if isinstance(seats, str | tuple):
        _range(game, seats)
        return [0] * tables
    if hasattr(seats, "__index__") and not getattr(seats, "shape", ()):
        return [seats.__index__()] * tables
    try:
        counts = [operator.index(count) for count in seats]
    except TypeError:
        raise Invalid(sentence("envs.seats", given=quoted(seats))) from None
    if len(counts) != tables:
        raise Invalid(sentence("envs.each", name="seats", tables=tables, given=len(counts)))
    return counts


def _range(game: Game, seats: Any) -> tuple[int, int]:
    if isinstance(seats, str) and seats == ANY:
        return game.least_seats, game.most_seats
    if isinstance(seats, tuple) and len(seats) == 2 and all(isinstance(one, int) for one in seats) and seats[0] <= seats[1]:
        return game.checked_seats(seats[0]), game.checked_seats(seats[1])
    raise Invalid(sentence("envs.seats", given=quoted(seats)))


def whole_numbers(given: object) -> Any:
    """Return an array of whole numbers as int64; None if it holds anything else: 1.7 is not an action."""
    np = needed("numpy", "fast")
    try:
        found = np.asarray(given)
    except ValueError:  # rows of several lengths
        return None
    return np.ascontiguousarray(found, np.int64) if found.dtype.kind in "iu" else None


def random_house_rules(game: Game, seats: int, rng: random.Random) -> dict[str, int]:
    """Return compatible house rules, each chosen at random from all its values."""
    for _ in range(TRIES):
        values = {name: rng.choice(option.all_values) for name, option in game.options.items()}
        if not game.clash(values, seats):
            return values
    raise Invalid(sentence("envs.noRules", game=game.name, seats=seats))
