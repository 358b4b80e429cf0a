"""The summary of a room for the lobby."""

from collections.abc import Sequence

from ..store import log
from ..store.rows import PLAYING, RoomSummary
from .room import Room


def summary(room: Room) -> RoomSummary:
    """Return the summary of a room for the lobby."""
    host = room.seat_of(room.host)
    return RoomSummary(
        public=room.plan.public and not room.is_shut,
        phase=room.phase,
        game=room.plan.game,
        seats=room.plan.seats,
        taken=sum(not place.is_free for place in room.places),
        watchers=room.plan.watchers,
        host_name=room.places[host].name if host is not None else "",
        host=room.host,
    )


def summary_after(room: Room, entries: Sequence[log.Entry]) -> RoomSummary | None:
    """Return the summary of a room after these entries; None if they do not change it.

    A move that ends the game changes it later, when the finished game is saved.
    """
    if all(isinstance(entry, log.Moved | log.Undone | log.Said | log.Pledged | log.Revealed) for entry in entries):
        return None
    later = Room(room.code)
    later.plan, later.host, later.places, later.phase = room.plan, room.host, room.places[:], room.phase
    later.is_shut = room.is_shut
    for entry in entries:
        if isinstance(entry, log.Dealt | log.Repeated | log.NextRound):
            later.phase = PLAYING
        elif not isinstance(entry, log.Moved | log.Undone | log.Returned | log.Ended | log.LeftOut):
            later.apply(entry, 0.0)
    return summary(later)
