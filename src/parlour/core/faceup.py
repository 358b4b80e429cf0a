"""A table with all cards face up, for replays of games that are no longer secret."""

from collections.abc import Sequence
from dataclasses import replace

from .cards import EMPTY, HIDDEN
from .table import Table
from .view import View, Zone


def open_view(table: Table, names: Sequence[str] = ()) -> View:
    """Return a spectator's view, with the hidden cards filled in from the position of the table."""
    facts = dict(line.split(":", 1) for line in table.position().splitlines() if ":" in line)
    lines = {key: cards.split() for key, cards in facts.items()}
    view = table.view(None, names)
    return replace(view, zones=tuple(_open_zone(zone, lines) for zone in view.zones))


def _open_zone(zone: Zone, lines: dict[str, list[str]]) -> Zone:
    """Return a zone with the cards of the position: from the line of the same name, or from a matching line of its owner."""
    if HIDDEN not in zone.cards:
        return zone
    whose = f" {zone.owner}"
    found = lines.get(zone.kind + whose, lines.get(zone.kind))
    if found is None:
        found = next((cards for key, cards in lines.items() if key.endswith(whose) and _fits(zone, cards)), [])
    return replace(zone, cards=(*found, *zone.cards[len(found) :]))


def _fits(zone: Zone, cards: list[str]) -> bool:
    """Whether these can be the cards of a zone: empty and face-up slots must agree."""
    full = cards + [EMPTY] * (len(zone.cards) - len(cards))
    pairs = zip(zone.cards, full, strict=False)
    return len(full) == len(zone.cards) and all(card != EMPTY if seen == HIDDEN else card == seen for seen, card in pairs)
