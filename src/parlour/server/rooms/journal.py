"""Writes the log of one room: entries are committed to the store first and applied to the room afterwards.

Therefore the room never shows anything that is not in its log.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from enum import Flag

from ...core.trial import Trial
from ..fairness import deal
from ..ops.metrics import Metrics
from ..store import log
from ..store.errors import CommitUncertain, LogConflict, StoreError
from ..store.rows import FinishedGame, RoomSummary
from ..store.store import Store
from .finished import finished_game
from .lobby import summary, summary_after
from .mailbox import Mailbox
from .room import Room

RETRY_SECONDS = 1.0
"""Seconds after which a failed write by the server itself is retried."""
logger = logging.getLogger("parlour.server")


class Changed(Flag):
    """Flags for what has changed since viewers were last updated."""

    NOTHING = 0
    ROOM = 1
    GAME = 2


class Journal:
    """The log of one room in the store. `on_lost` is called when only the store knows what the log contains."""

    def __init__(
        self, room: Room, id: int, length: int, *, store: Store, metrics: Metrics, mailbox: Mailbox, on_lost: Callable[[], None]
    ) -> None:
        self.room = room
        self.id = id
        """The id of the room in the store."""
        self.length = length
        """The number of entries in the log."""
        self.changed = Changed.NOTHING
        self.is_lost = False
        """Whether the log may be ahead of the room, so that it has to be read again."""
        self._store = store
        self._metrics = metrics
        self._mailbox = mailbox
        self._on_lost = on_lost

    async def write(self, entries: Sequence[log.Entry], *trials: Trial) -> None:
        """Commit entries to the log and apply them. `trials` are the results of the last ones, if those are moves."""
        if not entries:
            return
        at = self._store.now()
        await self._append(entries, at, summary_after(self.room, entries))
        first = len(entries) - len(trials)
        for i, entry in enumerate(entries):
            self.room.apply(entry, at, trials[i - first] if i >= first else None)
        self.changed |= Changed.ROOM if isinstance(entries[0], log.Said) else Changed.ROOM | Changed.GAME
        if not self.room.is_saved:
            # evaluating a long match takes a while: the last move is answered and told first
            self._mailbox.post_next(self.save_game)

    async def save_game(self) -> None:
        """Save the game that has just ended, now or as soon as the store works again."""
        try:
            await self._save_game()
        except StoreError as error:
            logger.warning("%s", error)
            self._mailbox.post_later("save", RETRY_SECONDS, self.save_game)

    async def _save_game(self) -> None:
        """Save a finished game for replay and statistics, and commit to the secret of the next one."""
        room = self.room
        if room.is_saved:
            return
        # a long match takes a while to evaluate, so this runs in a thread; nothing changes the room in the meantime
        game = await asyncio.to_thread(finished_game, room)
        at = self._store.now()
        entries: list[log.Entry] = [log.Ended(game.id), log.Committed(deal.new_secret())]
        await self._append(entries, at, summary(room), game)
        for entry in entries:
            room.apply(entry, at)
        self._metrics.count("parlour_games_total", game=room.plan.game)
        self.changed |= Changed.ROOM | Changed.GAME

    async def _append(
        self, entries: Sequence[log.Entry], at: float, summary: RoomSummary | None, game: FinishedGame | None = None
    ) -> None:
        timed = [(at, entry) for entry in entries]
        try:
            await self._store.append(self.id, self.length, timed, summary, game)
        except (LogConflict, CommitUncertain):
            self.is_lost = True
            self._on_lost()
            raise
        self.length += len(entries)
