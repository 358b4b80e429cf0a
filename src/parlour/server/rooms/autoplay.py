"""The moves that the server makes by itself: those of bots and those of the clock."""

import logging
import time
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from ...bots import find_level, usual_level
from ...bots.house_bots import offered_bots
from ...bots.user_seats import OwnSeats
from ...core.table import TIME_UP
from ...core.texts import text
from ..store import log
from ..store.rows import PLAYING
from .attention import Attention
from .bots import choose_moves

if TYPE_CHECKING:
    from .keeper import Keeper

logger = logging.getLogger("parlour.server")
CUT_IN_PAUSE = 0.6
"""The share of the usual pause that a bot takes before it cuts in."""
LEAST_PAUSE_ALONE = 0.25
"""The least time between two moves at a table where only bots play, in seconds."""
RACE_SECONDS = 0.01
"""How often the server checks whether a race is over, before it makes a move of its own."""
Outlook = tuple[int, int, int, Mapping[int, str], float]
"""The state that a planned move depends on: if any of it changes, the move is planned again."""


class Autoplay:
    """Plans the next move of a bot and of the clock at one table, once for each position."""

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper
        self._outlook: Outlook | None = None
        self._must_plan = True
        self._attention = Attention(keeper)
        self._own = OwnSeats(keeper.rooms.settings.bots_seconds)
        self._chosen: tuple[Outlook, float, tuple[int, list[str]]] | None = None
        """A bot's planned move: the position it is for, when the bot began to think, and its seat and moves."""

    def end_look(self, seat: int) -> None:
        """Note that a person has seen the cards they looked at; a bot that waits only for this moves sooner."""
        self._attention.end_look(seat)
        if self._chosen is not None and self._keeper.mailbox.is_scheduled("bot"):
            self._pause(*self._chosen)

    def plan_again(self) -> None:
        """Drop the planned moves, because one of them could not be written to the log."""
        self._outlook, self._must_plan = None, True

    def plan(self) -> None:
        """Start the clock and let the bots think. Nobody moves while there is no company to play with."""
        keeper, room = self._keeper, self._keeper.room
        bots = {seat: place.bot for seat, place in enumerate(room.places) if place.bot}
        hidden = keeper.veil.hidden
        if hidden is not None:  # the others have not been told yet whose turn it is
            bots = {seat: level for seat, level in bots.items() if seat == hidden.seat}
        goes_on = room.phase == PLAYING and keeper.presence.has_company and not keeper.mailbox.is_closing
        outlook = (room.games, room.number, len(room.table.log), bots, room.decision_at) if goes_on else None
        if outlook == self._outlook and not self._must_plan:
            return
        self._outlook, self._must_plan, self._chosen = outlook, False, None
        keeper.mailbox.cancel("clock")
        keeper.mailbox.cancel("bot")
        if outlook is None:
            return
        self._attention.follow()
        if room.table.must in bots or any(seat in bots for seat in room.table.may):
            then = partial(self._pause, outlook, time.monotonic())
            think = partial(choose_moves, room.table.copy(), bots, self._own, exact=bool(room.repeats))
            keeper.rooms.threads.run(room.host, think, then)
        left = room.clock_left(keeper.rooms.store.now())
        if left is not None and (hidden is None or room.table.must == hidden.seat):
            keeper.mailbox.post_later("clock", left, self._time_up, outlook)

    def _pause(self, outlook: Outlook, began: float, chosen: tuple[int, list[str]] | None) -> None:
        """Schedule a bot's move so that people can see what happened before it."""
        keeper = self._keeper
        if failures := self._own.take_failures():
            keeper.mailbox.post_later("bot", 0, self._replace, failures)
            return
        if chosen is None or outlook is not self._outlook:
            return
        self._chosen = outlook, began, chosen
        seat, moves = chosen
        pause = self._bot_pause * (1 if seat == keeper.room.table.must else CUT_IN_PAUSE)
        due = self._attention.due(began, pause) + keeper.moves.race_wait("")
        keeper.mailbox.post_later("bot", due - time.monotonic(), self._make_bot_moves, outlook, seat, moves)

    async def _replace(self, failures: list[tuple[int, str, str]]) -> None:
        """Let the usual level play the seats of bots that failed, and tell the table."""
        keeper, room, entries = self._keeper, self._keeper.room, list[log.Entry]()
        for seat, name, why in failures:
            logger.warning("Room %s, seat %s: %s", room.code, seat, why)
            place = room.places[seat]
            if offered_bots().get(place.bot or "") == name:
                told = text("level.own.table", name=place.name, level=find_level(usual_level).label)
                entries += [log.BotSat(seat, usual_level, place.name), log.Said(place.name, seat, text=told)]
        self.plan_again()
        if entries:
            await keeper.journal.write(entries)
        else:
            self.plan()

    def close(self) -> None:
        """End the bots that the house has added."""
        self._own.close()

    @property
    def _bot_pause(self) -> float:
        """The seconds before a bot moves. Where bots play alone, nothing else would slow them down."""
        room = self._keeper.room
        return room.bot_pause if any(not place.bot for place in room.places) else max(room.bot_pause, LEAST_PAUSE_ALONE)

    async def _make_bot_moves(self, outlook: Outlook, seat: int, moves: list[str]) -> None:
        """Make a bot's move. A silent one that follows is written along with it, so that both look like one move."""
        keeper = self._keeper
        if outlook is not self._outlook:
            return
        if keeper.moves.are_held:  # a person was first; their move is held back for somebody with a slower connection
            keeper.mailbox.post_later("bot", RACE_SECONDS, self._make_bot_moves, outlook, seat, moves)
            return
        table, trials = keeper.room.table.copy(), []
        for words in moves:
            trials.append(table.trial(words, seat))
            table.accept(trials[-1])
        await keeper.journal.write([log.Moved(seat, trial.words, "bot") for trial in trials], *trials)
        keeper.veil.follow(seat, trials[-1].words)
        keeper.rooms.metrics.count("parlour_moves_total", by="bot")

    async def _time_up(self, outlook: Outlook) -> None:
        """Make the clock's move (ALL-8)."""
        keeper = self._keeper
        if outlook is not self._outlook:
            return
        if keeper.moves.are_held:
            keeper.mailbox.post_later("clock", RACE_SECONDS, self._time_up, outlook)
            return
        trial = keeper.room.table.trial_of_clock()
        await keeper.journal.write([log.Moved(trial.seat, TIME_UP, "clock")], trial)
        keeper.veil.follow(trial.seat, TIME_UP)
        keeper.rooms.metrics.count("parlour_moves_total", by="clock")
