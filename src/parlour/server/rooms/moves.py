"""People's moves. The person who acted first wins a race, however slow their connection is."""

import time
from typing import TYPE_CHECKING

from ...core.game import Illegal
from ...core.texts import in_voice, speaking
from .. import wire
from ..store import log
from ..store.rows import PLAYING
from .handlers import PendingRequest
from .refusals import STALE, RequestRefused, refused

if TYPE_CHECKING:
    from .keeper import Keeper


class MoveMaker:
    """Makes the moves of people at one table.

    Where several people may act at once, a move is held back while an earlier one from somebody with a slower connection may
    still be on its way.
    """

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper
        self._held: list[PendingRequest[wire.Move]] = []

    @property
    def are_held(self) -> bool:
        """Whether moves are being held back."""
        return bool(self._held)

    async def add(self, pending: PendingRequest[wire.Move]) -> None:
        """Make a move, now or after the race it may be part of."""
        mailbox = self._keeper.mailbox
        self._held.append(pending)
        if len(self._held) == 1 and (wait := self.race_wait(pending.person.id)):
            mailbox.post_later("race", wait, self.make_all)
        if not mailbox.is_scheduled("race"):
            await self.make_all()

    def race_wait(self, person: str) -> float:
        """Return how much longer a rival's move may take to arrive than this person's (or a bot's), in seconds.

        Rivals are all who might be able to cut in, as far as the whole table can tell, so the wait reveals nothing about a
        hand. It is never longer than the `race_window` of the settings.
        """
        room, viewers = self._keeper.room, self._keeper.presence.viewers
        if room.phase != PLAYING or not room.table.window:
            return 0.0
        rivals = {*room.table.window, room.table.must}
        theirs = [viewer.round_trip for viewer in viewers if viewer.person.id != person and viewer.seat in rivals]
        own = min((viewer.round_trip for viewer in viewers if viewer.person.id == person), default=0.0)
        longest = max(((round_trip - own) / 2 for round_trip in theirs), default=0.0)
        return min(max(longest, 0.0), self._keeper.rooms.settings.race_window / 1000)

    async def make_all(self) -> None:
        """Make the moves that were held back, in the order in which they were sent."""
        held, self._held = sorted(self._held, key=lambda pending: pending.sent_at), []
        for pending in held:
            with in_voice(pending.voice):
                try:
                    answer: wire.Answer = await self._make(pending)
                except Exception as error:
                    answer = self._keeper.refusal_of(pending.request, error)
                pending.answer(answer)
                self._keeper.rooms.metrics.observe("parlour_move_seconds", time.monotonic() - pending.sent_at)

    async def _make(self, pending: PendingRequest[wire.Move]) -> wire.Done:
        keeper, room, person, request = self._keeper, self._keeper.room, pending.person, pending.request
        keeper.check_usable()
        seat = room.seat_of(person.id)
        if seat is None:
            raise refused("refusal.notSeated")
        if room.has_made(person.id, request.id):
            return keeper.done(request, person.id)
        if room.phase != PLAYING:
            raise refused("refusal.noGameNow")
        if request.seen != keeper.updates.number_for(person.id):
            raise refused(STALE, stale=True)
        before = keeper.updates.table_for(person.id)
        try:
            with speaking(names=room.names, listener=seat):
                trial = before.trial(request.move, seat)
        except Illegal as illegal:
            raise RequestRefused(illegal.sentence) from None
        if keeper.veil.hides_from(person.id):
            raise refused(STALE, stale=True)
        if trial.words in before.game.veiled_moves:
            before = before.copy()
        back: list[log.Entry] = [log.Returned(seat)] if room.places[seat].stand_in else []
        await keeper.journal.write([*back, log.Moved(seat, trial.words, "person", person.id, request.id)], trial)
        keeper.veil.follow(seat, trial.words)
        keeper.veil.begin(seat, trial.words, before)
        keeper.rooms.metrics.count("parlour_moves_total", by="person")
        return keeper.done(request, person.id)
