"""A study: the games to play, as plain data, so that any process on any machine can play any part of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..core.chance import seed_number
from ..core.game import Game, find_game
from ..core.rule import RULES
from ..core.sentence import quoted
from ..core.texts import sentence
from ..fast.batch import CHUNK
from ..fast.matches import MatchPlan, Results, play_part
from ..fast.observers import STANDARD
from ..fast.tally import Observer, placed
from .players import RANDOM, described, player
from .tables import SEED, play_at_tables

AT_TABLES = 10
"""Games per piece of work when bots sit at tables, which takes thousands of times as long."""
MOST_GAMES = 10**12


@dataclass(frozen=True)
class Study(MatchPlan):
    """A plan whose bots may also sit at a table and answer in words."""

    bots: tuple[str, ...]

    @property
    def is_compiled(self) -> bool:
        """Whether all bots are rules, so that whole games run as machine code."""
        return all(player(name).policy >= 0 for name in self.bots)

    @property
    def piece(self) -> int:
        """Return how many games one piece of work should have: whole deals, each with every seating."""
        each = len(self.seatings)
        return max((CHUNK if self.is_compiled else AT_TABLES) // each, 1) * each

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers recorded for each game."""
        return tuple(name for observer in self.observers for name in observer.columns(self.game))

    @property
    def house_rules(self) -> dict[str, bool | int | str]:
        """The options as people write them."""
        options = self.game.options
        return {name: options[name].python(value) for name, value in self.options}

    def play(self, start: int, games: int, *, interpreted: bool = False) -> Results:
        """Play the games with these numbers."""
        if self.is_compiled:
            return play_part(self, start, games, interpreted=interpreted)
        line_up = tuple(player(name) for name in self.bots)
        return play_at_tables(
            self.game, self.seats, dict(self.options), self.seed, line_up, self.seatings, self.observers, start, games
        )


def make_study(
    game: str | Game,
    seats: int,
    bots: tuple[str, ...],
    options: Mapping[str, object] | None,
    seed: int | str,
    seatings: tuple[tuple[int, ...], ...] | None = None,
    observers: Sequence[Observer] = (),
) -> Study:
    """Return a checked study, or raise a ValueError that says what is wrong."""
    rules = game if isinstance(game, Game) else find_game(game)
    count = rules.checked_seats(seats)
    values = rules.checked_options(options or {}, count)
    own = tuple(observers) if isinstance(observers, Sequence) else (observers,)
    if own:
        _check_observers(rules, own)
    study = Study(rules, count, tuple(values.items()), base(seed), bots, seatings or (tuple(range(count)),), (*STANDARD, *own))
    doubled = sorted({name for name in study.columns if study.columns.count(name) > 1})
    if doubled:
        raise ValueError(sentence("lab.refusal.observedTwice", name=quoted(doubled[0])))
    return study


def _check_observers(game: Game, own: tuple[Observer, ...]) -> None:
    """Refuse anything that is not an observer or cannot be compiled: the compiler would report that in a hundred lines, or not
    at all.
    """
    for observer in own:
        if not isinstance(observer, Observer):
            raise ValueError(sentence("lab.refusal.observer", given=quoted(observer)))
        name, columns = quoted(type(observer).__name__), observer.columns(game)
        if not isinstance(columns, tuple) or not all(isinstance(column, str) and column for column in columns):
            raise ValueError(sentence("lab.refusal.observerColumns", observer=name))
        try:
            no_rule = _tried(game, observer)
        except Exception as error:  # any error in a user's code is reported in a sentence
            raise ValueError(sentence("lab.refusal.observerFailed", observer=name, why=described(error))) from None
        if no_rule:
            raise ValueError(sentence("lab.refusal.observerHook", observer=name, hook=no_rule))


@cache
def _tried(game: Game, observer: Observer) -> str:
    """Return the first hook of an observer that isn't a rule. Playing an interpreted game reveals writes outside its row."""
    hooks = placed((observer,), game)[0].hooks._asdict()
    seats, values = game.usual_seats, game.checked_options({}, game.usual_seats)
    trial = Study(game, seats, tuple(values.items()), 0, (RANDOM,) * seats, (tuple(range(seats)),), (observer,))
    trial.play(0, 1, interpreted=True)
    return next((name for name, hook in hooks.items() if hook is not None and hook not in RULES), "")


def base(seed: int | str) -> int:
    """Return the number of the first deal. Seeds are hashed, so that neighbouring ones share no deals."""
    return seed_number(f"laboratory {seed_number(seed)}") & SEED


def checked_games(games: object) -> int:
    """Return a number of games, or raise ValueError."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise ValueError(sentence("lab.refusal.games", most=f"{MOST_GAMES:,}", given=quoted(games)))
    return games
