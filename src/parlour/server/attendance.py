"""Who may be in a room, who is missed in it, and whether there is anybody to play with. It does nothing by itself."""

from collections.abc import Callable

from .room import CLOSED, PLAYING, SCORED, Room

Present = Callable[[str], bool]
WATCHERS = 100
"""So many people may watch a table."""
NO_WATCHERS = "refusal.noWatchers"
NO_TABLE = "refusal.noTable"
REMOVED = "room.removed"


def why_not_in(room: Room, person: str, watchers: int) -> str:
    """The key of why somebody cannot come in; empty if it can."""
    if room.phase == CLOSED:
        return NO_TABLE
    if person in room.removed:
        return REMOVED
    if room.seat_of(person) is not None or person == room.host:
        return ""
    if not room.plan.watchers and (not room.is_open or room.free_seat() is None):
        return NO_WATCHERS
    return "refusal.manyWatch" if watchers >= WATCHERS else ""


def why_out(room: Room, person: str) -> str:
    """The key of why somebody cannot stay; empty if it can."""
    if room.phase == CLOSED:
        return "refusal.hostClosed"
    if person in room.removed:
        return REMOVED
    is_at_home = room.seat_of(person) is not None or person == room.host
    return "" if is_at_home or room.plan.watchers or room.is_open else NO_WATCHERS


def is_company(room: Room, is_present: Present, viewers: int) -> bool:
    """Whether there is somebody to play with: a person who sits here and is here, or, where only bots sit, anybody."""
    people = room.people
    return any(map(is_present, people)) if people else viewers > 0


def missed(room: Room, is_present: Present, viewers: int) -> set[str]:
    """People for whom a bot will have to play: they sit in a game with company and are not here."""
    if room.phase not in (PLAYING, SCORED) or not is_company(room, is_present, viewers):
        return set()
    return {place.person for place in room.places if place.person and not place.stand_in and not is_present(place.person)}


def heir(room: Room, is_present: Present) -> str:
    """Who is to be the host in the place of one who is not here; empty if the host is, or nobody else is."""
    if is_present(room.host):
        return ""
    return next((place.person for place in room.places if place.person and is_present(place.person)), "")
