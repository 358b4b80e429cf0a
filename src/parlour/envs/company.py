"""Bots at the table of a single learner that answer in words: the levels, and bots of your own.

They run interpreted, at a real `Table` beside the state that the environment steps, so they get the same views and events as
anywhere else. Opponents that are rules of the game (`stepping.py`) are far faster.
"""

import random
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any

from ..bots import Bot, BotFailed
from ..core.chance import plant
from ..core.game import Game, Illegal
from ..core.sentence import quoted, shortened
from ..core.table import Table
from ..core.texts import sentence
from ..lab.players import ADVICE, RANDOM, SKILLED, OwnBot, Player, Seated, player, players

BITS = 60
"""The number of bits in the seeds of bots."""


def line_up(opponents: Any, seats: int) -> tuple[Player, ...]:
    """Return the bots of the other seats, the first one after the learner first; raise ValueError if one is wrong.

    `opponents` are names as in the laboratory (`casual,expert`, or a list), or subclasses of `Bot`; the last fills the rest.
    """
    listed = opponents if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
    if not any(isinstance(one, type) for one in listed):
        return tuple(player(name) for name in players(opponents, seats - 1))
    if not 1 <= len(listed) <= seats - 1:
        raise ValueError(sentence("lab.refusal.lineUp", seats=seats - 1, given=len(listed)))
    found = [_own(one) if isinstance(one, type) else player(players(one, 1)[0]) for one in listed]
    return tuple(found + found[-1:] * (seats - 1 - len(found)))


def _own(kind: type) -> Player:
    if not issubclass(kind, Bot) or kind is Bot:
        raise ValueError(sentence("envs.bot", given=quoted(kind.__name__)))
    return Player(kind.__name__, -1, partial(OwnBot, kind.__name__, make=kind))


def rule_of(bots: Sequence[Player]) -> str:
    """Return the rule by which all these bots play, random or advice; empty if they sit at a table."""
    names = {ADVICE if bot.name == SKILLED else bot.name for bot in bots}
    return names.pop() if names in ({RANDOM}, {ADVICE}) else ""


class Company:
    """The bots at a learner's table, for one game after another."""

    def __init__(self, game: Game, seats: int, values: dict[str, int], bots: Sequence[Player]) -> None:
        self._game, self._seats, self._values, self._bots = game, seats, values, bots
        self._party = ExitStack()
        self._laid: list[int] = []

    def sit_down(self, seed: int, learner: int) -> None:
        """Begin a game: the bots sit around the learner, at a table with the same cards."""
        self.leave()
        self._numbers = random.Random(f"bots {seed}")
        state = self._game.fresh(self._seats, self._values)
        plant(state, seed)
        self.table: Table = Table.dealt(self._game, state, seed)
        self._seated: dict[int, Seated] = {}
        for place, bot in enumerate(self._bots, 1):
            seat = (learner + place) % self._seats
            self._seated[seat] = bot.sit(self.table, seat, self._numbers.getrandbits(BITS))
            self._party.callback(self._seated[seat].leave)

    def leave(self) -> None:
        """End the game: the bots leave the table."""
        self._laid = []
        self._party.close()

    def hear(self, seat: int, action: int, state: Any) -> None:
        """Note the learner's action that led to this state; once its move is complete, make the move at the table."""
        self._laid.append(action)
        if not self._game.laying(state):
            self.table.play(self.table.spoken(seat, self._laid), seat)
            self._laid = []

    def move(self, seat: int) -> list[int] | None:
        """Return the actions of a bot's move, made at the table; None if it doesn't cut in."""
        words = self._seated[seat].choose(self._numbers.getrandbits(BITS))
        if words is None:
            if seat == self.table.must:
                raise BotFailed(sentence("envs.passed", seat=seat))
            return None
        try:
            actions = self.table.actions(words, seat)
            self.table.play(words, seat)
        except Illegal as error:
            raise BotFailed(sentence("envs.illegalMove", seat=seat, move=quoted(shortened(words)), why=str(error))) from None
        return actions
