"""Bots of your own at a table with people: each in a process of its own, with a time limit, and replaced if it fails."""

import threading
from contextlib import suppress
from typing import ClassVar

from ..core.sentence import quoted
from ..core.table import Table
from ..core.texts import sentence
from .levels import find_level, usual_level
from .process import ProcessBot
from .seeds import decision_seed
from .user_bots import COMMAND, Bot, BotFailed, load_bot, short_name

OWN_SECONDS = 5.0
"""Seconds that a bot of your own may think about a move while people wait."""
MOST_PROCESSES = 32
"""The most bots of this kind that run at the same time."""


class OwnPlayer:
    """A bot of your own on one seat. It follows its table, and starts again after an undo and in a new game."""

    def __init__(self, name: str, seconds: float) -> None:
        self._name, self._seconds = name, seconds
        self._bot: Bot | None = None
        self._key: tuple[object, ...] = ()
        self._log: list[tuple[int, str]] = []
        self._heard = 0

    def choose(self, table: Table, seat: int) -> str | None:
        """Return its move, or None if it doesn't cut in; raise BotFailed if its answer isn't legal."""
        bot = self._following(table, seat)
        if events := table.events_for(seat, self._heard):
            bot.told(events)
        self._heard, self._log = table.told, table.log[:]
        view = table.view(seat)
        words = bot.choose(view.minded(view.mind.sealed(decision_seed(table, seat))))
        if words is None and seat != table.must:
            return None
        try:
            return table.trial(words or "", seat).words
        except ValueError as error:
            raise BotFailed(f"The bot {quoted(short_name(self._name))} answered {quoted(words)}: {error}") from None

    def _following(self, table: Table, seat: int) -> Bot:
        key = (table.game.id, table.seed, table.origin, seat)
        if self._bot is not None and key == self._key and table.log[: len(self._log)] == self._log:
            return self._bot
        self.close()
        is_program = self._name.startswith(COMMAND)
        self._bot = load_bot(self._name, self._seconds) if is_program else ProcessBot(self._name, self._seconds)
        self._key, self._log, self._heard = key, [], 0
        self._bot.begin(table.game.id, seat, table.seats, table.options, decision_seed(table, seat))
        return self._bot

    def close(self) -> None:
        """End the bot."""
        if self._bot is not None:
            with suppress(BotFailed, OSError):
                self._bot.close()
        self._bot = None


class OwnSeats:
    """The bots of your own at one table, by seat. After a failure the usual level plays the seat."""

    _running: ClassVar[int] = 0
    _lock: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, seconds: float = OWN_SECONDS) -> None:
        self._seconds = seconds
        self._players: dict[tuple[int, str], OwnPlayer] = {}
        self.replaced: set[tuple[int, str]] = set()
        """The seat and the name of each bot that failed."""
        self._failures: list[tuple[int, str, str]] = []

    def choose(self, table: Table, seat: int, name: str) -> str | None:
        """Return the move of a seat's bot; raise BotFailed if it failed, now or earlier."""
        key = (seat, name)
        if key in self.replaced:
            raise BotFailed(sentence("level.own.gone", bot=short_name(name)))
        try:
            return self._player(key).choose(table, seat)
        except ValueError as error:
            self.replaced.add(key)
            self._leave(key)
            level = find_level(usual_level).label
            told = sentence("level.own.replaced", why=error, level=level)
            self._failures.append((seat, name, told))
            raise BotFailed(told) from None

    def take_failures(self) -> list[tuple[int, str, str]]:
        """Return the seat, the name and a sentence for each bot that failed since the last call."""
        found, self._failures = self._failures, []
        return found

    def _player(self, key: tuple[int, str]) -> OwnPlayer:
        if key not in self._players:
            with self._lock:
                if OwnSeats._running >= MOST_PROCESSES:
                    raise BotFailed(sentence("level.own.many", most=MOST_PROCESSES))
                OwnSeats._running += 1
            self._players[key] = OwnPlayer(key[1], self._seconds)
        return self._players[key]

    def _leave(self, key: tuple[int, str]) -> None:
        player = self._players.pop(key, None)
        if player is not None:
            player.close()
            with self._lock:
                OwnSeats._running -= 1

    def close(self) -> None:
        """End all bots."""
        for key in list(self._players):
            self._leave(key)
