"""What environments are set up with: games, seats, house rules, opponents and seeds, checked and read."""

import importlib
import random
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from ..core.game import Game, find_game
from ..core.sentence import Invalid, quoted
from ..core.texts import sentence
from .stepping import BY_SCORES, BY_WINS, GAMES_PER_RESET, STRIDE

RANDOM, ADVICE = "random", "advice"
OPPONENTS = (RANDOM, ADVICE)
"""How the seats that the caller doesn't play choose: any legal action, or the rule of thumb."""
REWARDS = {"win": BY_WINS, "score": BY_SCORES}
ROTATE = "rotate"
ANY = "any"
TRIES = 1000
HIGHEST_SEED = STRIDE * GAMES_PER_RESET

Options = Mapping[str, object]


def needed(module: str, extra: str) -> ModuleType:
    """Return a module that an extra installs, or raise an ImportError that names the extra."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(sentence("envs.packages", module=module, extra=extra)) from error


def chosen(name: str, value: object, among: Sequence[str]) -> int:
    """Return the place of a named choice, or raise ValueError."""
    if value not in among:
        raise Invalid(sentence("envs.choice", name=name, known=", ".join(map(repr, among)), given=quoted(value)))
    return [*among].index(str(value))


def checked_seed(seed: object) -> int:
    """Return a seed that leaves room for the games after it, or raise ValueError."""
    if isinstance(seed, bool) or not hasattr(seed, "__index__") or not 0 <= int(seed.__index__()) < STRIDE:
        raise Invalid(sentence("envs.seed", most=STRIDE - 1, given=quoted(seed)))
    return int(seed.__index__())


def checked_count(name: str, value: object, most: int) -> int:
    """Return a whole number from 1 on, or raise ValueError."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise Invalid(sentence("envs.count", name=name, most=most, given=quoted(value)))
    return value


def one_setup(game: str | Game, seats: int | None, options: Options | None) -> tuple[Game, int, dict[str, int]]:
    """Return a game, its number of seats and the value of every house rule."""
    rules = find_game(game) if isinstance(game, str) else game
    count = rules.checked_seats(rules.usual_seats if seats is None else seats)
    return rules, count, rules.checked_options(options or {}, count)


def blank_states(
    game: Game, tables: int, seats: Any, options: Options | Sequence[Options] | str | None, seed: int
) -> tuple[list[Any], list[int]]:
    """Return the different states before the deal, and which of them each table uses.

    `seats`: one number, a range (least, most), one for each table, or "any". `options`: the same house rules for all tables,
    some for each table, or "random".
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
    """Return the number of seats of each table; 0 where it is drawn."""
    if seats is None:
        return [game.usual_seats] * tables
    if isinstance(seats, str | tuple):
        _range(game, seats)
        return [0] * tables
    if isinstance(seats, int):
        return [seats] * tables
    counts = [int(count) for count in seats]
    if len(counts) != tables:
        raise Invalid(sentence("envs.each", name="seats", tables=tables, given=len(counts)))
    return counts


def _range(game: Game, seats: Any) -> tuple[int, int]:
    if seats == ANY:
        return game.least_seats, game.most_seats
    if isinstance(seats, tuple) and len(seats) == 2 and seats[0] <= seats[1]:
        return game.checked_seats(seats[0]), game.checked_seats(seats[1])
    raise Invalid(sentence("envs.seats", given=quoted(seats)))


def random_house_rules(game: Game, seats: int, rng: random.Random) -> dict[str, int]:
    """Return house rules that go together, each drawn from all its values."""
    for _ in range(TRIES):
        values = {name: rng.choice(option.all_values) for name, option in game.options.items()}
        if not game.clash(values, seats):
            return values
    raise Invalid(sentence("envs.noRules", game=game.name, seats=seats))
