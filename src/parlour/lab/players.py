"""Players: bots by name. A bot that is a rule of its game is compiled; any other sits at a table and answers in words."""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from ..bots import LEVELS, Bot, BotFailed, can_search, choose, is_own, load_bot, will_search
from ..core.chance import Dice, pick, plant_dice
from ..core.sentence import quoted, shortened
from ..core.table import Table
from ..core.texts import sentence

say = logging.getLogger("parlour.lab")

RANDOM, ADVICE, SKILLED = "random", "advice", "skilled"
RULES = {RANDOM: 0, ADVICE: 1, SKILLED: 1}
"""Bots that are rules, with their number in compiled play (`parlour.fast.matches`)."""
PASS = 62


class Seated(Protocol):
    """A bot in one seat for one game."""

    def choose(self, seed: int) -> str | None:
        """Return the words of its move, from a seed for this decision; None if it does not cut in."""

    def leave(self) -> None:
        """Leave the table: the game is over."""


Sit = Callable[[Table, int, int], Seated]
"""Takes a seat at a table, given the table, the seat, and a seed for the whole game."""


@dataclass(frozen=True, slots=True)
class Player:
    """A bot: its name, its policy in compiled play if it has one (else −1), and how it sits down at a table."""

    name: str
    policy: int
    sit: Sit


def player(name: str) -> Player:
    """Return a bot by name, or a user's own (`file.py:Class`, `cmd:program`), or raise ValueError."""
    if isinstance(name, str) and is_own(name):
        return Player(name, -1, partial(OwnBot, name))
    if not isinstance(name, str) or name not in (RANDOM, ADVICE, *LEVELS):
        known = ", ".join((RANDOM, ADVICE, *LEVELS))
        raise ValueError(sentence("lab.refusal.noBot", name=quoted(name), known=known))
    if name in LEVELS and LEVELS[name].playouts and not can_search():
        # letting the rule of thumb play under the name of a better bot would falsify that bot's figures
        raise ValueError(sentence("lab.refusal.noSearch", level=name))
    if name == RANDOM:
        return Player(name, RULES[name], RandomBot)
    return Player(name, RULES.get(name, -1), partial(LevelBot, SKILLED if name == ADVICE else name))


def is_compiled(names: Sequence[str]) -> bool:
    """Whether rules are compiled for these bots: for games of rule bots only, and for every bot that searches."""
    known = [name.strip() for name in names]
    return all(name in RULES for name in known) or any(name in LEVELS and LEVELS[name].playouts for name in known)


def checked_player(name: str) -> str:
    """Return the name of an existing bot; a user's own is created once to check that it works."""
    found = player(name)
    if isinstance(found.sit, partial) and found.sit.func is OwnBot:
        made = load_bot(name)
        with suppress(BotFailed):  # failing to close is no problem, since no game has begun
            asked(name, "close", made.close)
    return found.name


class LevelBot:
    """A bot of a level, the same one that people play against."""

    def __init__(self, level: str, table: Table, seat: int, memory_seed: int) -> None:
        if LEVELS[level].playouts and not will_search(table.game):
            raise ValueError(sentence("lab.refusal.noSearch", level=level))
        self._level, self._table, self._seat, self._memory = level, table, seat, memory_seed

    def choose(self, seed: int) -> str | None:
        """Return the level's choice."""
        return choose(self._table, self._seat, self._level, seed, self._memory)

    def leave(self) -> None:
        """Do nothing: no state is kept."""


class OwnBot:
    """A user's own bot, created for each game, so that no game depends on earlier ones."""

    def __init__(self, name: str, table: Table, seat: int, seed: int, make: Callable[[], Bot] | None = None) -> None:
        self._name = name
        self._bot, self._table, self._seat = make() if make else load_bot(name), table, seat
        self._heard = 0
        asked(name, "begin", self._bot.begin, table.game.id, seat, table.seats, table.options, seed)

    def _tell(self) -> None:
        events = self._table.events_for(self._seat, self._heard)
        self._heard = self._table.told
        if events:
            asked(self._name, "told", self._bot.told, events)

    def choose(self, seed: int) -> str | None:
        """Tell it what happened and ask for a move."""
        self._tell()
        view = self._table.view(self._seat)
        words = asked(self._name, "choose", self._bot.choose, view.minded(view.mind.sealed(seed)))
        if words is not None and not isinstance(words, str):
            raise BotFailed(f"The bot {short_name(self._name)} answered {described(words)}, which isn't a move in words.")
        return words

    def leave(self) -> None:
        """Tell it how the game ended."""
        try:
            self._tell()
            if self._table.result is not None:
                asked(self._name, "end", self._bot.end, self._table.result)
        finally:
            self._close()

    def _close(self) -> None:
        """Close a bot after a game; the game counts even if closing fails, which is reported once."""
        try:
            asked(self._name, "close", self._bot.close)
        except BotFailed as error:
            if self._name not in _badly_closed:
                _badly_closed.add(self._name)
                say.warning("%s The games count anyway.", error)


_badly_closed: set[str] = set()
"""The bots whose failure to close has been reported."""


def asked(name: str, what: str, call: Callable[..., Any], *details: Any) -> Any:
    """Call a user's bot; report any error in a sentence that names the bot."""
    try:
        return call(*details)
    except (BotFailed, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise BotFailed(f"The bot {short_name(name)} failed in `{what}`: {described(error)}.") from None


def short_name(name: str) -> str:
    """Return a bot's file and class, without its folder."""
    return quoted(name.rpartition("/")[2])


def described(thing: object) -> str:
    """Return an object that a user's code returned or raised, as text; even printing it may fail."""
    try:
        said = str(thing)
    except Exception:
        said = ""
    kind = type(thing).__name__
    return f"{kind} ({shortened(' '.join(said.split()), 100)})" if said.strip() else kind


class RandomBot:
    """Moves at random."""

    def __init__(self, table: Table, seat: int, memory_seed: int) -> None:
        self._table, self._seat = table, seat

    def choose(self, seed: int) -> str | None:
        """Choose each step with equal probability, as in compiled play; a seat that need not act may pass."""
        table, seat, game = self._table, self._seat, self._table.game
        state, dice = table.world(seat, seed), Dice()
        plant_dice(dice, seed + 1)
        actions: list[int] = []
        while True:
            free = 1 << PASS if seat != table.must and not actions else 0
            action = pick(dice, game.legal(state, seat) | free)
            if action == PASS and free:
                return None
            actions.append(action)
            game.act(state, seat, action)
            if not game.laying(state):
                return table.spoken(seat, actions)

    def leave(self) -> None:
        """Do nothing: no state is kept."""


def players(names: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the bots of a line-up by seat; the last one named fills the remaining seats. Raise ValueError if one is wrong."""
    listed = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
    checked = [checked_player(name) for name in (listed if isinstance(listed, Sequence) else [listed])]
    if not 1 <= len(checked) <= seats:
        raise ValueError(sentence("lab.refusal.lineUp", seats=seats, given=len(checked)))
    return (*checked, *checked[-1:] * (seats - len(checked)))
