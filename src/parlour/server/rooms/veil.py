"""Hides the result of a person's move from the others for a while, so that they can't tell whether there was a choice (MM-7.8).

In some games a seat may make a silent move next, which looks like the end of the previous move. A person takes time for that,
and if there is nothing to decide the turn passes at once: an observer could tell the two apart. So others are shown the table
as it was before the move until the decision is made. If there is none to make, they see it for as long as a decision might
take: a random one of the times that this person took recently or that people usually take.
"""

import math
import secrets
import time
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...core.table import TIME_UP, Table
from ..store import log
from ..store.rows import PLAYING
from .journal import Changed

if TYPE_CHECKING:
    from .keeper import Keeper

USUAL_TIMES = (1.0, 1.0, 1.2, 1.5, 2.0, 3.0)
"""How long people usually take to decide, as multiples of the shortest pause. Used while little is known about a person."""
LONGEST = 4.0
"""The longest pause if there is nothing to decide, as a multiple of the shortest. Anybody who takes longer reveals a choice."""
REMEMBERED = 12
"""How many decisions of a seat are remembered."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """The state that others are shown in the meantime: the `table` before the move of a `seat`, and the version of the game
    they have."""

    seat: int
    table: Table
    version: int
    began: float
    until: float
    """The earliest time at which the result may be shown."""
    decision_at: float
    """The time from which the clock of this decision runs, even if there is none to make."""


class Veil:
    """Tracks what is hidden at one table, if anything."""

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper
        self.hidden: Hidden | None = None
        self._decided_at = 0.0
        self._times: defaultdict[int, deque[float]] = defaultdict(lambda: deque(maxlen=REMEMBERED))
        """The seconds that each seat recently took to decide on a silent move."""

    def hides_from(self, person: str) -> bool:
        """Whether a person must not be told yet what happened."""
        hidden = self.hidden
        return hidden is not None and self._keeper.room.viewer_of(person) != hidden.seat

    def begin(self, seat: int, words: str, before: Table) -> None:
        """Hide the result of a person's move in the position `before`, if it is a move of that kind and others watch."""
        room = self._keeper.room
        if self.hidden is None and words in room.table.game.veiled_moves and room.phase == PLAYING and self._is_watched(seat):
            is_over, now = room.table.must != seat, time.monotonic()
            until = now + (self._usual_time(seat) if is_over else self._keeper.rooms.settings.draw_pause)
            self.hidden = Hidden(seat, before, self._keeper.updates.game_version, now, until, room.decision_at)
            if is_over:
                self._lift_later(self.hidden)

    def _usual_time(self, seat: int) -> float:
        """Return how long this person might take to decide, at random."""
        shortest, most = self._keeper.rooms.settings.draw_pause, self._keeper.room.turn_seconds or math.inf
        times = [*(factor * shortest for factor in USUAL_TIMES), *self._times[seat], *self._times[seat]]
        return max(shortest, min(secrets.choice(times), LONGEST * shortest, most))

    def follow(self, seat: int, words: str) -> None:
        """Stop hiding after the next move: soon after a silent one, at once after any other."""
        room, hidden = self._keeper.room, self.hidden
        if hidden is not None:
            is_silent = words in room.table.game.silent_moves or words == TIME_UP
            if room.phase == PLAYING and seat == hidden.seat and is_silent:
                self._times[seat].append(time.monotonic() - hidden.began)
                self._lift_later(hidden)
            else:
                self._lift_now()

    def end(self) -> None:
        """Stop hiding, because the table went back to an earlier position."""
        if self.hidden is not None:
            self._lift_now()

    def _is_watched(self, seat: int) -> bool:
        """Whether there is anybody to hide something from; bots don't notice delays."""
        if not self._keeper.rooms.settings.draw_pause:
            return False
        return any(self._keeper.room.viewer_of(viewer.person.id) != seat for viewer in self._keeper.presence.viewers)

    def _lift_later(self, hidden: Hidden) -> None:
        self._decided_at = time.monotonic()
        self._keeper.mailbox.post_later("veil", hidden.until - self._decided_at, self._lift)

    async def _lift(self) -> None:
        """Show what happened; the next player's time begins now."""
        if self.hidden is None:
            return
        self._lift_now()
        if self._keeper.room.phase == PLAYING and self._keeper.room.turn_seconds:
            await self._keeper.journal.write([log.Resumed(time.monotonic() - self._decided_at)])

    def _lift_now(self) -> None:
        self.hidden = None
        self._keeper.mailbox.cancel("veil")
        self._keeper.autoplay.plan_again()
        self._keeper.journal.changed |= Changed.GAME
