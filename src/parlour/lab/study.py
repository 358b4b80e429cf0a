"""A study: what is played, as plain data, so that any process on any machine can play any part of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..core.chance import seed_number
from ..core.game import Game, find_game
from ..core.sentence import quoted
from ..core.texts import sentence
from ..fast.batch import CHUNK
from ..fast.matches import Part, Plan, play_part
from ..fast.tally import Observer
from .observers import STANDARD
from .players import player
from .tables import SEED, play_at_tables

AT_TABLES = 10
"""Games in a piece of work where bots sit at tables, which takes thousands of times as long."""
MOST_GAMES = 10**12


@dataclass(frozen=True)
class Study:
    """Games of one kind. Every result follows from these fields and the numbers of the games."""

    game_id: str
    seats: int
    options: tuple[tuple[str, int], ...]
    seed: int
    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    observers: tuple[Observer, ...] = STANDARD

    @property
    def game(self) -> Game:
        """The game that is played."""
        return find_game(self.game_id)

    @property
    def is_compiled(self) -> bool:
        """Whether all bots are rules, so that whole games run as machine code."""
        return all(player(name).policy >= 0 for name in self.bots)

    @property
    def piece(self) -> int:
        """How many games make a good piece of work: whole deals, each with every seating."""
        each = len(self.seatings)
        return max((CHUNK if self.is_compiled else AT_TABLES) // each, 1) * each

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers noted of each game."""
        return tuple(name for observer in self.observers for name in observer.columns(self.game))

    @property
    def house_rules(self) -> dict[str, bool | int | str]:
        """The options as people write them."""
        options = self.game.options
        return {name: options[name].python(value) for name, value in self.options}

    def play(self, start: int, games: int, *, interpreted: bool = False) -> Part:
        """Play the games of these numbers."""
        if self.is_compiled:
            return play_part(_plan(self), start, games, interpreted=interpreted)
        line_up = tuple(player(name) for name in self.bots)
        return play_at_tables(
            self.game, self.seats, dict(self.options), self.seed, line_up, self.seatings, self.observers, start, games
        )


@cache
def _plan(study: Study) -> Plan:
    policies = tuple(player(name).policy for name in study.bots)
    return Plan(study.game, study.seats, dict(study.options), study.seed, policies, study.seatings, study.observers)


def make_study(
    game: str | Game,
    seats: int,
    bots: tuple[str, ...],
    options: Mapping[str, object] | None,
    seed: int | str,
    seatings: tuple[tuple[int, ...], ...] | None = None,
    observers: Sequence[Observer] = (),
) -> Study:
    """A study, checked: a ValueError says in a sentence what is wrong."""
    rules = find_game(game) if isinstance(game, str) else game
    count = rules.checked_seats(seats)
    values = rules.checked_options(options or {}, count)
    own = tuple(observers)
    for observer in own:
        if not isinstance(observer, Observer):
            raise ValueError(sentence("lab.refusal.observer", given=quoted(observer)))
    study = Study(
        rules.id, count, tuple(values.items()), base(seed), bots, seatings or (tuple(range(count)),), (*STANDARD, *own)
    )
    doubled = sorted({name for name in study.columns if study.columns.count(name) > 1})
    if doubled:
        raise ValueError(sentence("lab.refusal.observedTwice", name=quoted(doubled[0])))
    return study


def base(seed: int | str) -> int:
    """The number of the first deal. Seeds next to each other have no deal in common, though deals are numbered from here."""
    return seed_number(f"laboratory {seed_number(seed)}") & SEED


def checked_games(games: object) -> int:
    """A number of games, or a ValueError in a sentence."""
    if isinstance(games, bool) or not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise ValueError(sentence("lab.refusal.games", most=f"{MOST_GAMES:,}", given=quoted(games)))
    return games
