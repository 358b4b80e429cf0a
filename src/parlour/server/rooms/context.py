"""The context of a request: who makes it, and the state of the room at that moment."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from ..store import log
from .names import Participant
from .refusals import refused
from .room import Room

Entries = list[log.Entry]


@dataclass(frozen=True, slots=True)
class Context:
    """The person who makes a request, and the room; `watchers` are in the order of the room message."""

    room: Room
    person: Participant
    watchers: Sequence[Participant] = ()
    present: Set[str] = frozenset()
    """The ids of the people who are connected to the room."""
    asked: int | None = None
    """The seat whose person is being asked whether they are still there."""
    overdue: int | None = None
    """The seat whose person has not answered."""
    stand_in_level: str = ""
    mark_of: Callable[[str], str] = lambda person: ""
    """Returns the mark of the address from which a person is connected; empty if they are not."""

    @property
    def is_host(self) -> bool:
        """Whether the person who asks is the host."""
        return self.person.id == self.room.host

    @property
    def seat(self) -> int | None:
        """The seat of the person who asks."""
        return self.room.seat_of(self.person.id)


def check_host(context: Context) -> None:
    """Raise a RequestRefused unless the person is the host."""
    if not context.is_host:
        raise refused("refusal.hostOnly")


def check_seat(room: Room, seat: int) -> None:
    """Raise a RequestRefused if there is no such seat."""
    if seat >= len(room.places):
        raise refused("refusal.noSeat", seat=seat, seats=len(room.places))


def person_named(context: Context, seat: int | None, watcher: int | None) -> str:
    """Return the id of the person whom a request names by seat or as a watcher; empty if there is none."""
    if (seat is None) == (watcher is None):
        raise refused("refusal.nameWhom")
    if seat is None:
        return next((other.id for i, other in enumerate(context.watchers) if i == watcher), "")
    check_seat(context.room, seat)
    return context.room.places[seat].person
