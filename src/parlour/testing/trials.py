"""Random games: options over their whole range, random decisions, and how to reproduce them."""

import importlib.util
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from ..core.bits import members_of
from ..core.cards import EMPTY, HIDDEN
from ..core.events import SHUFFLED
from ..core.game import Game, Illegal
from ..core.options import Option
from ..core.state import NONE
from ..core.table import Table
from .sentences import flaw_of

BOUND = 200_000
"""The number of decisions by which every game must have ended."""
MOST_TOLD = 150
TRIES = 1000
LIKED = 0.7
RISKY_VERBS = ("attempt", "play")


def is_available(module: str) -> bool:
    """Whether a module is installed."""
    return importlib.util.find_spec(module) is not None


# ---- saying what is broken ---------------------------------------------------------------------------------------


def story(table: Table) -> str:
    """Return how to reproduce a table's position, as text."""
    options = {name: value for name, value in table.options.items() if value != _default(table.game, name)}
    lines = [f"Repeat: Table.new({table.game.id!r}, seats={table.seats}, seed={table.seed}, options={options})"]
    lines.append(f"after {len(table.log)} moves (seat: words)")
    if len(table.log) <= MOST_TOLD:
        lines.append("; ".join(f"{seat}: {words}" for seat, words in table.log))
    else:
        lines.append("… " + "; ".join(f"{seat}: {words}" for seat, words in table.log[-20:]))
    lines.append("Position:\n" + table.position())
    return "\n".join(lines)


def _default(game: Game, name: str) -> bool | int | str:
    option = game.options[name]
    return option.python(option.start)


def fail(table: Table, sentence: str) -> NoReturn:
    """Raise an AssertionError with a sentence and how to reproduce the position."""
    raise AssertionError(f"{table.game.id}: {sentence}\n{story(table)}")


def expect(holds: object, table: Table, sentence: str) -> None:
    """Fail unless something holds."""
    if not holds:
        fail(table, sentence)


# ---- options ------------------------------------------------------------------------------------------------------


def random_options(game: Game, seats: int, rng: random.Random) -> dict[str, bool | int | str]:
    """Return random compatible options, over their whole range; incompatible ones must be refused in a sentence."""
    for _ in range(TRIES):
        few = rng.random() < 0.5
        given = {
            name: option.python(_random_value(option, rng))
            for name, option in game.options.items()
            if not few or rng.random() < 0.3
        }
        try:
            game.checked_options(given, seats)
        except ValueError as error:
            flaw = flaw_of(str(error))
            if flaw:
                raise AssertionError(
                    f"{game.id}: the refusal of the options {given} at {seats} seats is not a sentence, {flaw}: {error}"
                ) from None
            continue
        return given
    raise AssertionError(f"{game.id}: no combination of options out of {TRIES} was allowed at {seats} seats.")


def _random_value(option: Option, rng: random.Random) -> int:
    if option.values:
        return rng.randrange(len(option.values))
    if option.nothing and rng.random() < 0.25:
        return option.nothing_value
    edge = rng.random()
    return option.low if edge < 0.2 else option.high if edge < 0.4 else rng.randint(option.low, option.high)


def random_seed(rng: random.Random) -> int | str:
    """Return a small seed, a 256-bit one, or a text."""
    return rng.choice((rng.randrange(1000), rng.getrandbits(256), f"text {rng.randrange(1000)}"))


def random_table(game: Game, rng: random.Random, *, seats: int | None = None, usual: bool = False) -> Table:
    """Return a fresh deal with a random number of seats, seed and options (or, with `usual`, the default options)."""
    count = rng.randint(game.least_seats, game.most_seats) if seats is None else seats
    options = {} if usual and _goes_together(game, count) else random_options(game, count, rng)
    return Table.new(game.id, count, random_seed(rng), options, first=rng.randrange(count))


def _goes_together(game: Game, seats: int) -> bool:
    """Whether the default options can be played with this many seats."""
    try:
        game.checked_options({}, seats)
    except ValueError:
        return False
    return True


# ---- random decisions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RandomMove:
    """A seat's move in words, or the clock's."""

    seat: int
    words: str


def random_decision(
    table: Table,
    rng: random.Random,
    *,
    clock: float = 0.01,
    risk: float = 0.1,
    tastes: dict[str, bool] | None = None,
) -> RandomMove:
    """Return a decision for a running game: mostly a listed move, sometimes the clock's or an unlisted one.

    `tastes` remembers, by the first word of a move, whether this game's players like it: they make a move they don't like only
    if there is no other, so that games differ and don't all end early.
    """
    must = table.must
    assert must is not None
    if rng.random() < clock:
        return RandomMove(must, "time up")
    may = table.may
    seat = rng.choice(may) if may and rng.random() < 0.3 else must
    if rng.random() < risk:
        words = risky_words(table, seat, rng)
        if words:
            return RandomMove(seat, words)
    moves = table.moves(seat)
    if not moves:
        fail(table, f"Seat {seat} is asked and has no move.")
    return RandomMove(seat, rng.choice(_liked(moves, rng, tastes)))


def _liked(moves: list[str], rng: random.Random, tastes: dict[str, bool] | None) -> list[str]:
    if tastes is None:
        return moves
    for words in moves:
        verb = words.partition(" ")[0]
        if verb not in tastes:
            tastes[verb] = rng.random() < LIKED
    return [words for words in moves if tastes[words.partition(" ")[0]]] or moves


def risky_words(table: Table, seat: int, rng: random.Random) -> str:
    """Return a move that may be tried although it is never listed, or an empty text."""
    game, s = table.game, table._state
    risky = game.risky(s, seat)
    if not risky:
        return ""
    cards = own_cards(table, seat)
    rng.shuffle(cards)
    chosen = " ".join(cards[: rng.randint(1, max(1, min(4, len(cards))))])
    for verb in RISKY_VERBS:
        try:
            actions, spoken = game.parse(s, seat, f"{verb} {chosen}")
        except Illegal:
            continue
        if actions and risky >> actions[0] & 1:
            return spoken
    return ""


def own_cards(table: Table, seat: int) -> list[str]:
    """Return the cards a seat sees in its own zones."""
    return [card for zone in table.view(seat).zones if zone.owner == seat for card in zone.cards if card not in (HIDDEN, EMPTY)]


def make(table: Table, decision: RandomMove) -> None:
    """Make a decision at a table; fail if it is refused."""
    try:
        table.repeat(decision.seat, decision.words)
    except ValueError as error:
        fail(table, f"“{decision.words}” of seat {decision.seat} is offered and then refused: {error}")


@dataclass(slots=True)
class Situation:
    """A table somewhere in a random game, and the dice it is played with."""

    table: Table
    rng: random.Random
    tastes: dict[str, bool] = field(default_factory=dict)

    def go_on(self, decisions: int = 1) -> None:
        """Make this many random decisions, fewer if the game ends."""
        for _ in range(decisions):
            if self.table.must is None:
                return
            make(self.table, random_decision(self.table, self.rng, tastes=self.tastes))
            cards = [card for _, card in placed_cards(self.table._state)]
            expect(len(set(cards)) == len(cards), self.table, "After the last move a card is in two places.")


def situations(
    game: Game, games: int, seed: int, *, moments: int = 20, stride: int = 12, seats: int | None = None
) -> Iterator[Situation]:
    """Yield moments of random games, several from each, including the deal and sometimes the end."""
    for number in range(games):
        rng = random.Random(f"{game.id} {seed} {number}")
        now = Situation(random_table(game, rng, seats=seats, usual=number == 0), rng)
        yield now
        for _ in range(moments - 1):
            if now.table.must is None:
                break
            now.go_on(rng.randint(1, stride))
            yield now


def some_viewers(table: Table, rng: random.Random, most: int = 4) -> list[int | None]:
    """Return a spectator, the seat the game waits for and some others: everyone at a small table."""
    seats = list(range(table.seats))
    rng.shuffle(seats)
    chosen = [seat for seat in seats if seat == table.must] + [seat for seat in seats if seat != table.must]
    return [None, *sorted(chosen[:most])]


# ---- states -------------------------------------------------------------------------------------------------------


def placed_cards(s: Any) -> list[tuple[str, int]]:
    """Return every card that has been placed, with its place: `hands 1`, `deck 5`."""
    found = []
    for name, kind in s.fields.items():
        if not kind.place:
            continue
        value = getattr(s, name)
        if kind.holds == "stack":
            found += [(f"{name} {i}", card) for i, card in enumerate(value[: getattr(s, name + "_size")])]
        elif kind.holds == "set":
            for i, members in enumerate(value if kind.length else [value]):
                found += [(f"{name} {i}", card) for card in members_of(members)]
        elif kind.holds == "owner":
            found += [(f"{name} {seat}", card) for card, seat in enumerate(value) if seat != NONE]
        elif kind.holds == "card":
            found += [(f"{name} {i}", card) for i, card in enumerate(value if kind.length else [value]) if card != NONE]
        else:
            raise AssertionError(f"The field {name} is a place but holds no cards: {kind.holds}.")
    return found


def destroyed(table: Table, since: int) -> int:
    """Return how many cards left the game after event number `since`, counted by its events from the pile to nowhere."""
    kinds = table.game.all_kinds
    return sum(raw[3] for raw, _ in table._raw[since:] if kinds[raw[0]].source == "pile" and not kinds[raw[0]].target)


def exchanged(s: Any, a: int, b: int) -> Any:
    """Return a copy of a state with two cards exchanged everywhere."""
    return relabelled(s, {a: b, b: a})


def relabelled(s: Any, names: dict[int, int]) -> Any:
    """Return a copy of a state with cards replaced by others wherever they occur."""
    new = s.copy()
    for name, kind in s.fields.items():
        value = getattr(s, name)
        if kind.holds in ("card", "stack"):
            changed: Any = [names.get(card, card) for card in value] if kind.length else names.get(value, value)
        elif kind.holds == "set":
            changed = [_renamed(members, names) for members in value] if kind.length else _renamed(value, names)
        elif kind.holds in ("tally", "owner"):
            changed = value[:]
            for old, other in names.items():
                changed[other] = value[old]
        else:
            continue
        setattr(new, name, changed)
    new.recount()
    return new


def _renamed(members: int, names: dict[int, int]) -> int:
    result = members
    for old in names:
        result &= ~(1 << old)
    for old, new in names.items():
        if members >> old & 1:
            result |= 1 << new
    return result


def era_of(s: Any, card: int) -> int:
    """Return the shuffle in which a card last came into the deck."""
    return int(s.since[card]) if "since" in s.fields else 0


def era_start(table: Table, era: int) -> int:
    """Return how many events there were up to and including a shuffle; 0 for the deal."""
    if era:
        shuffles = 0
        for i, (raw, _) in enumerate(table._raw):
            shuffles += raw[0] == SHUFFLED
            if shuffles == era:
                return i + 1
    return 0
