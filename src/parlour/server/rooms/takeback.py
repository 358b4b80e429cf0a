"""Taking moves back: alone against bots at once, among people if all agree and nobody has seen anything new since."""

from typing import TYPE_CHECKING

from ...core.takeback import last_decision
from .. import wire
from ..store import log
from ..store.rows import PLAYING
from .context import Entries, check_seat
from .refusals import STALE, refused
from .room import Room

if TYPE_CHECKING:
    from .handlers import PendingRequest
    from .keeper import Keeper

MOST_UNDONE = 100
"""How often moves may be taken back in a round: all of them are made again whenever the room's log is replayed."""
EVENTS_PER_MOVE = 4
"""The cost of going back, in events per move of the round: all moves up to that position are made again."""


async def undo(keeper: "Keeper", pending: "PendingRequest[wire.Undo]") -> None:
    """Take a person's last move back, or count a vote for it."""
    person, request = pending.person.id, pending.request
    keeper.check_usable()
    if keeper.room.seat_of(person) is None:
        raise refused("refusal.notSeated")
    if keeper.room.phase != PLAYING:
        raise refused("refusal.noGameNow")
    if request.seen != keeper.updates.number_for(person) or keeper.veil.hides_from(person):
        raise refused(STALE, stale=True)
    limit = keeper.rooms.limits.events_of_person
    if limit.take(person, min(EVENTS_PER_MOVE * len(keeper.room.table.log), limit.most)):
        raise refused("refusal.notSoFast")
    entries = undo_entries(keeper.room, person, request)
    keeper.check_quota(person, entries)
    await keeper.journal.write(entries)
    if any(isinstance(entry, log.Undone) for entry in entries):
        keeper.veil.end()
    pending.answer(keeper.done(request, person))


def undo_entries(room: Room, person: str, request: wire.Undo) -> Entries:
    """Return the entries that follow when a person at the table wants a move taken back."""
    own = room.seat_of(person)
    seat = own if request.seat is None else request.seat
    assert own is not None and seat is not None
    check_seat(room, seat)
    about = room.places[seat].person
    if seat != own and ("undo", about) not in room.votes:
        raise refused("refusal.undo.notAsked")
    if room.challenge:
        raise refused("refusal.undo.challenge")
    if room.undone >= MOST_UNDONE:
        raise refused("refusal.undo.many", most=MOST_UNDONE)
    moves = last_decision(room.table.log, seat)
    if moves is None:
        raise refused("refusal.notMovedYet")
    if set(room.held) | room.people == {person}:
        return [log.Undone(moves, person)] if request.on else []
    if request.on and room.table.has_shown_news(moves):
        raise refused("refusal.undo.news")
    voted: Entries = [log.Voted(person, "undo", about, request.on)]
    agreed = {person, *room.votes.get(("undo", about), {})}
    return [*voted, log.Undone(moves, about)] if request.on and room.players_now <= agreed else voted
