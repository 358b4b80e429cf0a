"""A table with all cards face up, for those who look back at a game that is no secret any more."""

from dataclasses import replace

from ..core.cards import HIDDEN
from ..core.table import Table
from ..core.view import View, Zone


def open_view(table: Table) -> View:
    """What a spectator sees, with the hidden cards filled in from the position of the table."""
    facts = dict(line.split(":", 1) for line in table.position().splitlines() if ":" in line)
    view = table.view(None)
    return replace(view, zones=tuple(_open_zone(zone, facts) for zone in view.zones))


def _open_zone(zone: Zone, facts: dict[str, str]) -> Zone:
    """A zone whose line in the position is named like it; one that has none stays as it is."""
    cards = facts.get(f"{zone.kind} {zone.owner}", facts.get(zone.kind, "")).split()
    if HIDDEN not in zone.cards or len(cards) > len(zone.cards):
        return zone
    return replace(zone, cards=(*cards, *zone.cards[len(cards) :]))
