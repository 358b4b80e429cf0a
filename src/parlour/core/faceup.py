"""Views that show more than a game does: all cards of a game that is no longer secret, and all cards that a seat has seen."""

from collections.abc import Sequence
from dataclasses import replace
from typing import get_args

from .bits import members_of
from .cards import EMPTY, HIDDEN
from .state import S
from .table import Table
from .view import View, Zone, ZoneKind

Lines = dict[str, list[str]]


def open_view(table: Table[S], names: Sequence[str] = ()) -> View:
    """Return a spectator's view, with the hidden cards filled in from the position of the table."""
    lines, view = _lines(table), table.view(None, names)
    return replace(view, zones=tuple(_open_zone(zone, lines) for zone in view.zones))


def known_view(table: Table[S], seat: int, names: Sequence[str] = ()) -> View:
    """Return a seat's view, with every card whose place it knows face up, so that the player doesn't have to remember what was
    seen earlier.

    A card counts as known if no card of its name is among those that the seat cannot place. In a hand, known cards come first,
    so that their order says nothing about the others.
    """
    lines, view, pack = _lines(table), table.view(seat, names), table.game.pack
    secret = {HIDDEN, *(pack.name(card) for card in members_of(table.game.unseen(table._state, seat)))}
    zones = tuple(_known_zone(zone, _open_zone(zone, lines), secret) for zone in view.zones)
    return replace(view, zones=zones, look_seconds=None)


def _lines(table: Table[S]) -> Lines:
    """Return the cards in each line of a position."""
    facts = dict(line.split(":", 1) for line in table.position().splitlines() if ":" in line)
    return {key: cards.split() for key, cards in facts.items()}


def _known_zone(zone: Zone, opened: Zone, secret: set[str]) -> Zone:
    cards = tuple(HIDDEN if card in secret else card for card in opened.cards)
    if HIDDEN not in zone.cards:
        return zone
    return replace(zone, cards=tuple(sorted(cards, key=HIDDEN.__eq__)) if zone.kind == "hand" else cards)


def _open_zone(zone: Zone, lines: Lines) -> Zone:
    """Return a zone with the cards of the position: from the line of the same name, or from a matching line of its owner."""
    if HIDDEN not in zone.cards:
        return zone
    whose = f" {zone.owner}"
    found = lines.get(zone.kind + whose, lines.get(zone.kind))
    if found is None:
        others = {kind + whose for kind in get_args(ZoneKind)}
        rows = (cards for key, cards in lines.items() if key.endswith(whose) and key not in others)
        found = next((cards for cards in rows if _fits(zone, cards)), [])
    return replace(zone, cards=(*found, *zone.cards[len(found) :]))


def _fits(zone: Zone, cards: list[str]) -> bool:
    """Whether these can be the cards of a zone: empty and face-up slots must agree."""
    full = cards + [EMPTY] * (len(zone.cards) - len(cards))
    pairs = zip(zone.cards, full, strict=False)
    return len(full) == len(zone.cards) and all(card != EMPTY if seen == HIDDEN else card == seen for seen, card in pairs)
