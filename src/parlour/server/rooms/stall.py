"""The soft clock: a person who does not move for a while is asked whether they are still there.

If they do not answer, the host or the others together may let a bot play for them. Nobody is replaced automatically, and a
person alone with bots is never asked. After a game, a rematch that all the others want begins by itself if the host is slow.
"""

from typing import TYPE_CHECKING

from ..store import log
from ..store.rows import OVER, PLAYING
from . import dealing
from .company import wants_rematch
from .journal import Changed
from .room import USUAL_PATIENCE

if TYPE_CHECKING:
    from .keeper import Keeper

LONGEST_ANSWER = 20
"""The most seconds that a person who was asked has to answer."""
MISSED_TURNS = 2
"""Where turns have a clock, the consecutive turns that it has to end before a person counts as overdue."""


def answer_seconds(patience: int) -> float:
    """Return how long a person who was asked has to answer."""
    return min(patience / 3, LONGEST_ANSWER)


class Stall:
    """Tracks whether one table has waited too long for somebody."""

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper
        self.asked: int | None = None
        """The seat of the person who is asked whether they are still there."""
        self.overdue: int | None = None
        """The seat of the person who has not answered."""
        self._waits_for: tuple[int, str] | None = None
        """The seat and the person whose move others wait for."""
        self._began = self._since = self._due = 0.0
        """Times: when the others began to wait, when that person's turn began, and when to look at the table again."""

    def look(self) -> None:
        """Find out whether the table has waited too long for somebody, and look again when that may change."""
        now = self._keeper.rooms.store.now()
        waits_for = self._waited_for()
        if waits_for != self._waits_for:
            self._waits_for, self._began = waits_for, now
        self.asked = self.overdue = None
        if waits_for is None:
            self._keeper.mailbox.cancel("stall")
        else:
            self._judge(waits_for[0], now)
        self._plan_rematch(now)

    def _waited_for(self) -> tuple[int, str] | None:
        """Return the seat and the person to move, as far as everybody can tell, if another person waits for them."""
        room, presence, hidden = self._keeper.room, self._keeper.presence, self._keeper.veil.hidden
        if room.phase != PLAYING or not room.patience or room.empty_since:
            return None
        seat = room.table.must if hidden is None else hidden.seat
        if seat is None or room.places[seat].bot or not room.places[seat].person:
            return None
        person = room.places[seat].person
        present = presence.ids & room.people
        return (seat, person) if person in present and len(present) > 1 else None

    def _judge(self, seat: int, now: float) -> None:
        room = self._keeper.room
        if room.turn_seconds:
            self.overdue = seat if room.missed_turns.get(seat, 0) >= MISSED_TURNS else None
            return
        if self._keeper.veil.hidden is None:  # otherwise others could tell from the question that there was a hidden move
            self._since = room.decision_at
        waited = now - max(self._since, self._began, room.stayed_at.get(seat, 0.0))
        if waited < room.patience:
            self._look_again(now, room.patience - waited)
        elif waited < room.patience + answer_seconds(room.patience):
            self.asked = seat
            self._look_again(now, room.patience + answer_seconds(room.patience) - waited)
        else:
            self.overdue = seat

    def _look_again(self, now: float, seconds: float) -> None:
        """Look at the table again after some time. A timer that ends earlier is kept, since most people move in time."""
        if not self._keeper.mailbox.is_scheduled("stall") or now + seconds < self._due:
            self._due = now + seconds
            self._keeper.mailbox.post_later("stall", seconds, self._changed)

    async def _changed(self) -> None:
        self._keeper.journal.changed |= Changed.ROOM

    # ---- after a game ----------------------------------------------------------------------------------------------

    def _plan_rematch(self, now: float) -> None:
        """Schedule the rematch that everybody else wants, in case the host does not begin it."""
        room, mailbox = self._keeper.room, self._keeper.mailbox
        mailbox.cancel("rematch")
        if room.phase == OVER and room.is_open and wants_rematch(room, self._keeper.presence.ids):
            due = room.over_at + (room.patience or USUAL_PATIENCE)
            mailbox.post_later("rematch", due - now, self._rematch)

    async def _rematch(self) -> None:
        room = self._keeper.room
        present = self._keeper.presence.ids
        if wants_rematch(room, present) and room.is_open and room.is_saved and room.free_seat() is None:
            await self._keeper.journal.write([log.Rematched(), *dealing.begin(room, present)])
