"""Cards that a person may look at for some seconds before they are turned back (CA-7.1).

A card in the hand, in the fingers or on a pile stays where it is. A card that lies face up in a grid during the game, or that a
sentence mentions although it lies face down, is only shown for that time.
"""

import time
from collections import defaultdict
from collections.abc import Set as AbstractSet
from dataclasses import replace

from ..core.cards import EMPTY, HIDDEN
from ..core.view import View, Zone
from .drawing import cards_in

SLACK = 0.05
"""Seconds by which a timer may fire early."""


class Looks:
    """Records when each viewer was shown each card."""

    def __init__(self) -> None:
        self._since: defaultdict[int | None, dict[str, float]] = defaultdict(dict)

    def begin(self, viewer: int | None, cards: AbstractSet[str]) -> None:
        """Note that a viewer is shown these cards, perhaps not for the first time."""
        self._since[viewer].update(dict.fromkeys(cards, time.monotonic()))

    def notice(self, viewer: int | None, cards: AbstractSet[str]) -> None:
        """Note that these cards are in view. The time starts now for those not noted before, for example in a saved game."""
        self.begin(viewer, cards - self._since[viewer].keys())

    def left(self, viewer: int | None, cards: AbstractSet[str], seconds: float) -> list[float]:
        """Return how long each of these cards may still be seen, of `seconds` in total."""
        now = time.monotonic()
        return [self._since[viewer].get(card, now) + seconds - now for card in cards]

    def over(self, viewer: int | None, cards: AbstractSet[str], seconds: float) -> set[str]:
        """Return the cards among these whose time is up."""
        return {card for card in cards if self.left(viewer, {card}, seconds)[0] <= SLACK}


def lying(view: View) -> set[str]:
    """Return the cards that lie face up in grids, where cards usually lie face down."""
    return {card for zone in view.zones if zone.kind == "grid" for card in zone.cards} - {HIDDEN, EMPTY}


def staying(view: View) -> set[str]:
    """Return the cards that the viewer may look at as long as they stay where they are."""
    return cards_in(replace(view, zones=tuple(zone for zone in view.zones if zone.kind != "grid")))


def turned_back(view: View, cards: AbstractSet[str]) -> View:
    """Return the same view with these cards face down."""
    return replace(view, zones=tuple(_turned_back(zone, cards) if zone.kind == "grid" else zone for zone in view.zones))


def _turned_back(zone: Zone, cards: AbstractSet[str]) -> Zone:
    return replace(zone, cards=tuple(HIDDEN if card in cards else card for card in zone.cards))
