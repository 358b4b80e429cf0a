"""Cards in grids that lie face up for a moment, by place, and when they are turned back (CA-7.1).

Full screen and guests use them to follow the events of a table, as the pages do: a look lasts a fixed time, no matter what
the others do, and looking at the same card again is another look.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ..core.cards import EMPTY, HIDDEN
from ..core.events import PLACES, SLOTS, Event
from ..core.view import View, Zone
from .looks import SLACK

Place = tuple[int, int]
"""A seat and a slot of its grid."""


class Sightings:
    """The cards that one viewer is looking at."""

    def __init__(self) -> None:
        self._seconds: int | None = None
        self._looks: dict[Place, tuple[str, float]] = {}
        """The card that is being looked at in each place, and until when."""
        self._over: set[tuple[Place, str]] = set()
        """Looks that are over although the table still shows the card."""

    def take(self, view: View, events: Iterable[Event] = (), *, live: bool = True) -> None:
        """Update from what the viewer sees now and what has happened; `live` means that it has only just happened."""
        self._seconds = None if view.result is not None else view.look_seconds
        if self._seconds is None:
            self._looks.clear()
            self._over.clear()
            return
        for event in events:
            self._follow(event, live=live)
        for place, card in _shown(view):
            if card == EMPTY:
                self._forget(place)
            elif card != HIDDEN and (place, card) not in self._over and self._looks.get(place, ("", 0))[0] != card:
                self._look(place, card)

    def _follow(self, event: Event, *, live: bool) -> None:
        is_touched = "grid" in (event.source, event.target) or event.exchanges == "cards"
        card = event.card if event.looks else None
        is_look = live and card is not None and card != HIDDEN
        if not is_touched and not is_look:
            return
        for place in _places(event):
            self._forget(place)  # another card may lie there now, or the same one is looked at again
            if is_look and card is not None:
                self._look(place, card)

    def _look(self, place: Place, card: str) -> None:
        self._looks[place] = card, time.monotonic() + (self._seconds or 0)

    def _forget(self, place: Place) -> None:
        self._looks.pop(place, None)
        self._over = {mark for mark in self._over if mark[0] != place}

    @property
    def open(self) -> dict[Place, str]:
        """The cards that are looked at now, by place."""
        now = time.monotonic()
        for place, (card, until) in list(self._looks.items()):
            if until - now <= SLACK:
                self._end(place, card)
        return {place: card for place, (card, _) in self._looks.items()}

    def end(self) -> None:
        """Turn all cards back: the viewer has seen enough."""
        for place, card in self.open.items():
            self._end(place, card)

    def _end(self, place: Place, card: str) -> None:
        del self._looks[place]
        self._over.add((place, card))

    @property
    def seconds_left(self) -> list[float]:
        """How long each of these cards may still be looked at, the shortest time first."""
        now = time.monotonic()
        return sorted(self._looks[place][1] - now for place in self.open)

    def seen(self, view: View) -> View:
        """Return a view as the viewer sees it now: with the cards that are looked at, without those whose time is up."""
        if self._seconds is None:
            return view
        looks = self.open
        return replace(view, zones=tuple(self._turned(zone, looks) if zone.kind == "grid" else zone for zone in view.zones))

    def _turned(self, zone: Zone, looks: dict[Place, str]) -> Zone:
        owner = -1 if zone.owner is None else zone.owner
        faces = []
        for slot, card in enumerate(zone.cards):
            place = owner, slot
            shown = looks.get(place, card) if card == HIDDEN else card
            faces.append(HIDDEN if (place, card) in self._over else shown)
        return replace(zone, cards=tuple(faces))

    def names(self, event: Event, view: View) -> bool:
        """Whether the card of an event still lies face up for the viewer, so that sentences may name it."""
        if event.looks:
            return any(self.open.get(place) == event.card for place in _places(event))
        held = next((zone for zone in view.zones if zone.kind == "held" and zone.owner == event.seat), None)
        return event.target == "held" and held is not None and event.card in held.cards[:1]


def _places(event: Event) -> list[Place]:
    """Return the places in grids that an event is about: one, or the source and the target of a card."""
    values = [event.value]
    if event.source == event.target == "grid":
        values = list(divmod(event.value, PLACES))
    return [divmod(value, SLOTS) for value in values]


def _shown(view: View) -> Iterator[tuple[Place, str]]:
    for zone in view.zones:
        if zone.kind == "grid" and zone.owner is not None:
            for slot, card in enumerate(zone.cards):
                yield (zone.owner, slot), card
