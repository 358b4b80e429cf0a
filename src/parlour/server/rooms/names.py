"""Names at a table: no two people or bots have names that look the same."""

from collections.abc import Sequence, Set
from typing import Protocol

from ...bots.names import BOT_NAMES
from ...core.writing import look
from .room import Room


class Participant(Protocol):
    """The facts about a person that a room needs."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def colour(self) -> str: ...
    @property
    def character(self) -> str: ...


def name_in(room: Room, person: Participant) -> str:
    """Return the name of a person at a table, with a number if somebody else there has the same name."""
    others = (place for place in room.places if not place.is_free and place.person != person.id)
    return _distinct(person.name, {look(place.name) for place in others})


def watcher_names(room: Room, watchers: Sequence[Participant]) -> list[str]:
    """Return the names of the watchers, distinct from each other and from everybody at the table."""
    names: list[str] = []
    taken = {look(name) for name in room.names}
    for watcher in watchers:
        names.append(_distinct(watcher.name, taken))
        taken.add(look(names[-1]))
    return names


def bot_name(taken: Sequence[str]) -> str:
    """Return a name for a bot that nobody else at the table has."""
    others = {look(name) for name in taken}
    return next((name for name in BOT_NAMES if look(name) not in others), f"Bot {len(taken)}")


def _distinct(name: str, taken: Set[str]) -> str:
    """Return a name, with a number if it looks like one that is taken."""
    names = (f"{name} ({number})" if number > 1 else name for number in range(1, len(taken) + 2))
    return next(name for name in names if look(name) not in taken)
