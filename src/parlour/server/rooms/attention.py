"""Makes bots wait until people have seen what happened: people read every event and memorise cards shown for a moment."""

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .keeper import Keeper

USUAL_PAUSE = 0.9
"""The pause in seconds before a bot's move that gives people the full time to read."""
LONGEST_READING = 4.0
LOOK_MARGIN = 3.0
"""Extra seconds for a look: the page first shows cards being dealt or moved, and reports when the look is over."""


class Attention:
    """Tracks the events that the people at one table still have to read or look at."""

    def __init__(self, keeper: "Keeper") -> None:
        self._keeper = keeper
        self._looks: dict[int, float] = {}
        """The latest time at which the look of the person on each seat ends."""

    def follow(self) -> None:
        """Note who looks at cards after the last move."""
        table = self._keeper.room.table
        self._looks.clear()
        if table.look_seconds is None:
            return
        until = time.monotonic() + table.look_seconds + LOOK_MARGIN
        for kind, seat in table.last_told:
            if kind.looks:
                lookers = [other for other in range(table.seats) if self._is_person(other)] if kind.is_wrong else [seat]
                self._looks.update({looker: until for looker in lookers if self._is_person(looker)})

    def end_look(self, seat: int) -> None:
        """Note that the cards that a person looked at have been turned back."""
        self._looks.pop(seat, None)

    def due(self, began: float, pause: float) -> float:
        """Return when a bot with this usual pause may move: the longer the pause, the more time there is to read."""
        if not pause:
            return began
        told = sum(kind.seconds for kind, _ in self._keeper.room.table.last_told)
        reading = min(told, LONGEST_READING) * min(pause / USUAL_PAUSE, 1)
        return max(began + pause, began + reading, *self._looks.values())

    def _is_person(self, seat: int) -> bool:
        place = self._keeper.room.places[seat]
        return bool(place.person) and not place.bot and self._keeper.presence.is_present(place.person)
