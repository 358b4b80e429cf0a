"""Hints: what the server would do in a person's place, computed in a thread so that nobody else waits."""

from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from ...bots import Advice
from ...core.texts import text
from .. import wire
from ..store import log
from ..store.rows import PLAYING
from .bots import advice_for
from .handlers import PendingRequest
from .refusals import refused

if TYPE_CHECKING:
    from .keeper import Keeper


class Hints:
    """Gives hints at one table, to each person one at a time."""

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper
        self._waiting: set[str] = set()
        """The people whose hint is being computed."""

    async def give(self, pending: PendingRequest[wire.Hint]) -> None:
        """Tell everybody that a hint was asked for, and start computing it; the request is answered when it is ready."""
        keeper, room, person = self._keeper, self._keeper.room, pending.person.id
        keeper.check_usable()
        seat = room.seat_of(person)
        if seat is None or room.phase != PLAYING:
            raise refused("refusal.hintForPlayers")
        if not room.allows_hints:
            raise refused("refusal.hint.challenge" if room.challenge else "refusal.hintsOff")
        table = keeper.updates.table_for(person).copy()
        if seat != table.must and seat not in table.window:
            raise refused("refusal.nothingToDecide")
        if person in self._waiting:
            raise refused("refusal.notSoFast")
        # others are told even if there is no move: whether a seat can cut in gives away what it holds
        if room.is_shared and not room.has_asked(seat):
            await keeper.journal.write([log.Said(room.places[seat].name, seat, hint=True, person=person)])
        if not table.moves(seat):
            raise refused("refusal.nothingToDecide")
        self._waiting.add(person)
        then = partial(self._answer, pending, keeper.updates.number_for(person), text("table.letPass"))
        keeper.rooms.threads.run(person, partial(advice_for, table, seat, room.names, pending.voice), then)

    def _answer(self, pending: PendingRequest[wire.Hint], number: int, otherwise: str, advice: Advice | None) -> None:
        self._waiting.discard(pending.person.id)
        done = wire.Done(id=pending.request.id, number=number, hint=otherwise)
        if advice:
            best, reasons = advice.best or otherwise, wire.reasons(advice)
            done = structs.replace(done, hint=best, why=advice.text, reasons=reasons, rated=advice.moves)
        pending.answer(done)
