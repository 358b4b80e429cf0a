"""Presence: who is connected to a room, who may come in and stay, who is missing, and whether there is anybody to play with."""

from typing import TYPE_CHECKING, Protocol

from ..people.people import Person
from ..store.rows import CLOSED, PLAYING, SCORED
from .names import Participant
from .refusals import REMOVED
from .room import Room

if TYPE_CHECKING:
    from .keeper import Keeper
    from .registry import Rooms

MOST_WATCHERS = 100
NO_WATCHERS = "refusal.noWatchers"
SEAT_AT_DOOR = "refusal.seatAtDoor"
"""The reason why a person may not watch, although they may come in by taking the seat of a bot."""
SHUT = "refusal.doorShut"


class Viewer(Protocol):
    """A client's connection as rooms see it. `keeper` is that of the room it is in."""

    person: Person
    keeper: "Keeper | None"

    @property
    def rooms(self) -> "Rooms":
        """All rooms of the server."""

    @property
    def address(self) -> str:
        """The address of the client, as a key for rate limits."""

    @property
    def seat(self) -> int | None:
        """The person's seat in the room."""

    @property
    def round_trip(self) -> float:
        """The round trip to the client in seconds."""

    def show(self, keeper: "Keeper", seen: int) -> None:
        """Start sending the room of this keeper to a client that has the events up to `seen`."""

    def leave(self, why: str = "") -> None:
        """Stop sending the room; `why` is the key of a sentence if the person did not ask to leave."""

    def follow(self, url: str) -> None:
        """Tell the client that another server runs the room now."""

    def wake(self) -> None:
        """Check whether there is anything new to send."""

    def drop(self) -> None:
        """Cut the connection."""


class Presence:
    """The viewers of one room, in the order in which they came."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.viewers: dict[Viewer, None] = {}

    def is_present(self, person: str) -> bool:
        """Whether a person has a connection to this room."""
        return person in self.ids

    @property
    def ids(self) -> set[str]:
        """The ids of the people who are connected."""
        return {viewer.person.id for viewer in self.viewers}

    def address_of(self, person: str) -> str:
        """Return the address from which a person is connected; empty if they are not."""
        return next((viewer.address for viewer in self.viewers if viewer.person.id == person), "")

    @property
    def watchers(self) -> list[Participant]:
        """The people who watch, each once."""
        return list({viewer.person.id: viewer.person for viewer in self.viewers if viewer.seat is None}.values())

    # ---- coming in and staying -------------------------------------------------------------------------------------

    def why_not_enter(self, person: str) -> str:
        """Return the key of the reason why a person may not come in; empty if they may."""
        if why := self._why_private(person):
            return why
        is_guest = self.room.seat_of(person) is None and person != self.room.host
        return "refusal.manyWatch" if is_guest and len(self.watchers) >= MOST_WATCHERS else ""

    def is_marked(self, person: Person, mark: str) -> bool:
        """Whether this may be a removed person under a new cookie: a guest newer than the removal, from the same address."""
        room = self.room
        if person.id == room.host or room.seat_of(person.id) is not None or person.id in room.inside:
            return False
        return any(mark == found and person.made_at >= at for found, at in room.removed_marks.values())

    def may_see(self, person: str) -> bool:
        """Whether a person may know what goes on in this room."""
        return not self._why_private(person)

    def is_shut_out(self, person: str) -> bool:
        """Whether a person is kept out because the host has closed the table to newcomers."""
        room = self.room
        belongs = room.seat_of(person) is not None or person == room.host or person in room.inside
        return room.is_shut and not belongs

    def _why_private(self, person: str) -> str:
        room = self.room
        if room.phase == CLOSED:
            return "refusal.noTable"
        if person in room.removed:
            return REMOVED
        if room.seat_of(person) is not None or person == room.host:
            return ""
        if self.is_shut_out(person):
            return SHUT
        if room.plan.watchers or (room.is_open and room.free_seat() is not None):
            return ""
        return SEAT_AT_DOOR if room.bots_seats_for(person) else NO_WATCHERS

    def why_leave(self, person: str) -> str:
        """Return the key of the reason why a person may not stay; empty if they may."""
        room = self.room
        if room.phase == CLOSED:
            return "refusal.hostClosed"
        if person in room.removed:
            return REMOVED
        may_stay = room.plan.watchers or room.is_open or room.seat_of(person) is not None or person == room.host
        return "" if may_stay else NO_WATCHERS

    # ---- playing together ------------------------------------------------------------------------------------------

    @property
    def has_company(self) -> bool:
        """Whether there is anybody to play with: a seated person who is present, or any viewer where only bots sit."""
        people = self.room.people
        return not people.isdisjoint(self.ids) if people else bool(self.viewers)

    @property
    def missing(self) -> set[str]:
        """The absent people for whom a bot will have to play because others are waiting."""
        if self.room.phase not in (PLAYING, SCORED) or not self.has_company:
            return set()
        present = self.ids
        return {person for person in self.room.players_now if person not in present}

    @property
    def heir(self) -> str:
        """The person who should replace an absent host; empty if the host is present or nobody else is."""
        if self.is_present(self.room.host):
            return ""
        return next((place.person for place in self.room.places if place.person and self.is_present(place.person)), "")
