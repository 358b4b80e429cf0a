"""The players of the seats: people, who have names and share the keyboard, and bots."""

from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from ..bots import LEVELS, BotFailed, choose, find_level, is_own, load_bot, usual_level
from ..bots.names import BOT_NAMES
from ..bots.seeds import decision_seed
from ..bots.user_bots import short_name
from ..bots.user_seats import OwnSeats
from ..core.game import Game
from ..core.table import Table
from ..core.texts import capital, listed, sentence
from ..core.texts import text as part
from ..core.writing import characters, columns, invisible
from .refusal import Refusal, printable, refusals

LONGEST_NAME = 16
YOU = "You"


@dataclass(frozen=True)
class Party:
    """The seats of a table: the first `people` seats are people, the others are bots."""

    people: int
    names: tuple[str, ...]
    given: str = ""
    """The names as they were given."""
    levels: tuple[str, ...] = ()
    """The levels of the bots, if given; the last one applies to the remaining bots."""

    @property
    def options(self) -> list[str]:
        """Return the command-line options that put these people and bots at the table."""
        people = [] if self.people == 1 else ["--people", str(self.people)]
        names = ["--names", self.given] if self.given else []
        return people + names + (["--bots", ",".join(self.levels)] if self.has_unusual_bots else [])

    @property
    def noted(self) -> dict[str, object]:
        """Return what a save notes about the players: the names and levels of all seats, and how many are people."""
        levels = ["" if self.is_person(seat) else self.level_of(seat) for seat in range(len(self.names))]
        return {"names": list(self.names), "levels": levels, "people": self.people}

    @property
    def has_unusual_bots(self) -> bool:
        """Whether a bot plays at a level other than the default."""
        return any(level != usual_level for level in self.levels)

    def level_of(self, seat: int) -> str:
        """Return the level of a seat's bot."""
        return self.levels[min(seat - self.people, len(self.levels) - 1)] if self.levels else usual_level

    @property
    def introduction(self) -> str:
        """Return who plays which seat, in a sentence."""
        numbers = [part("part.seat", seat=seat) for seat in range(len(self.names))]
        seats = [number if name == YOU else f"{number} ({name})" for number, name in zip(numbers, self.names, strict=True)]
        people, bots = seats[: self.people], seats[self.people :]
        if self.has_unusual_bots:
            bots = [f"{bot[:-1]}, {_shown(self.level_of(seat))})" for seat, bot in enumerate(bots, self.people)]
        who = "terminal.party.you" if self.people == 1 else "terminal.party.they"
        parts = [part(who, seats=listed(people))] if people else []
        key = "terminal.party.bot" if len(bots) == 1 else "terminal.party.bots"
        parts += [part(key, seats=listed(bots))] if bots else []
        return capital("; ".join(parts)) + "."

    @property
    def is_shared(self) -> bool:
        """Whether several people share the keyboard."""
        return self.people > 1

    @property
    def only_person(self) -> int | None:
        """The seat of the only person at the keyboard, if there is just one."""
        return 0 if self.people == 1 else None

    def is_person(self, seat: int) -> bool:
        """Whether a person plays this seat."""
        return seat < self.people

    def seat_called(self, text: str) -> int | None:
        """Return the seat of the person with this name or number, if there is one."""
        for seat in range(self.people):
            if text.lower() in (self.names[seat].lower(), str(seat)):
                return seat
        return None


def make_party(seats: int, people: int, names: str, bots: str = "") -> Party:
    """Return the party of a table; `names` and `bots` are the option values, separated by commas."""
    if not 0 <= people <= seats:
        raise Refusal(sentence("terminal.party.people", seats=seats, people=people))
    given = checked_names(names, seats)
    unnamed = [YOU] if people == 1 else [part("terminal.party.player", letter=chr(ord("A") + i)) for i in range(people)]
    chosen = given + unnamed[len(given) :]
    taken = {name.lower() for name in chosen}
    free = [name for name in BOT_NAMES if name.lower() not in taken]
    levels = checked_levels(bots)
    if len(levels) > seats - people:
        raise Refusal(sentence("terminal.party.levels", levels=len(levels), bots=seats - people))
    return Party(people, tuple((chosen + free)[:seats]), names if given else "", tuple(levels))


def checked_names(names: str, seats: int) -> list[str]:
    """Return the names between the commas, or raise a Refusal."""
    given = [" ".join(name.split()) for name in names.split(",")] if names.strip() else []
    for name in given:
        if not name or characters(name) > LONGEST_NAME or columns(name) > 2 * LONGEST_NAME or invisible(name) or name.isdigit():
            raise Refusal(sentence("terminal.party.name", most=LONGEST_NAME, name=printable(name, 24)))
    if len({name.lower() for name in given}) < len(given):
        raise Refusal(sentence("terminal.party.sameName"))
    if len(given) > seats:
        raise Refusal(sentence("terminal.party.names", names=len(given), seats=seats))
    return given


def checked_levels(bots: str) -> list[str]:
    """Return the levels between the commas, or raise a Refusal."""
    given = [level.strip() for level in bots.split(",")] if bots.strip() else []
    with refusals():
        return [_checked_level(name) for name in given]


@cache
def _checked_level(name: str) -> str:
    """Return the name of a level or of a bot of your own, which is created once to check that this works."""
    if is_own(name):
        load_bot(name).close()
        return name
    return find_level(name.lower() if name.lower() in LEVELS else name).name


def seats_for(game: Game, seats: int | None, people: int, names: str, bots: str = "") -> int | None:
    """Return how many seats the table has: as given, the default, or enough for everybody named."""
    if seats is not None:
        return seats
    return max(game.usual_seats, people + len(checked_levels(bots)), len(checked_names(names, 1 << 20)))


def _shown(level: str) -> str:
    return printable(short_name(level), LONGEST_NAME) if is_own(level) else level


def bot_move(
    table: Table, seat: int, level: str = usual_level, *, own: OwnSeats | None = None, wait: bool = True
) -> str | None:
    """Return a bot's move, which follows from the seed, the moves so far and the seat, so that a game can be repeated.

    Without `wait`, a bot that searches uses the rule of thumb until the rules are compiled. `own` plays for bots of your own;
    where one has failed, the usual level plays.
    """
    if own is not None and is_own(level):
        with suppress(BotFailed):
            return own.choose(table, seat, level)
        level = usual_level
    return choose(table, seat, level, decision_seed(table, seat), memory_seed=table.seed, wait=wait)
