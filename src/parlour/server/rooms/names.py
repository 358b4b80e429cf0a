"""Names at a table: no two people or bots have the same one."""

from collections.abc import Sequence, Set
from typing import Protocol

from ...bots.names import BOT_NAMES
from .room import Room


class Participant(Protocol):
    """A person as far as a room is concerned."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def colour(self) -> str: ...


def name_in(room: Room, person: Participant) -> str:
    """Return the name of a person at a table, with a number if somebody else there has the same name."""
    others = (place for place in room.places if not place.is_free and place.person != person.id)
    return _distinct(person.name, {place.name.casefold() for place in others})


def watcher_names(room: Room, watchers: Sequence[Participant]) -> list[str]:
    """Return the names of the watchers, distinct from each other and from everybody at the table."""
    names: list[str] = []
    taken = {name.casefold() for name in room.names}
    for watcher in watchers:
        names.append(_distinct(watcher.name, taken))
        taken.add(names[-1].casefold())
    return names


def bot_name(taken: Sequence[str]) -> str:
    """Return a name for a bot that nobody at the table has."""
    others = {name.casefold() for name in taken}
    return next((name for name in BOT_NAMES if name.casefold() not in others), f"Bot {len(taken)}")


def _distinct(name: str, taken: Set[str]) -> str:
    """Return a name, with a number if it is among those taken, which are case-folded."""
    names = (f"{name} ({number})" if number > 1 else name for number in range(1, len(taken) + 2))
    return next(name for name in names if name.casefold() not in taken)
