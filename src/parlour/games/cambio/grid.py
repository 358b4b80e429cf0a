"""Grids of Cambio: how cards are added, removed and shown, who knows them, and how many points a grid has."""

from ...core.bits import lowest_bit
from ...core.events import NOBODY, tell
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.stock import next_card
from . import events, state
from .cards import points
from .state import Cambio


@rule
def look(s: Cambio, seat: int, owner: int, slot: int) -> None:
    """CA-1.3, CA-3.1, CA-7.1: let a seat look at a card; from now on it knows where it is."""
    card = s.grid[owner * state.SLOTS + slot]
    s.known[seat] |= 1 << card
    s.peek[seat] |= 1 << card
    s.peeks = 1
    tell(s, events.LOOKED, seat, card, owner * 16 + slot, 1 << seat)


@large_rule
def show(s: Cambio, card: int) -> None:
    """CA-3.6, CA-5.2: record that everybody knows where this card is."""
    only = 1 << card
    s.shown |= only
    for seat in range(s.seats):
        s.known[seat] |= only


@rule
def take_out(s: Cambio, card: int) -> None:
    """Forget the place of a card that has left the grids."""
    rest = ~(1 << card)
    s.shown &= rest
    for seat in range(s.seats):
        s.known[seat] &= rest


@rule
def clear_peeks(s: Cambio) -> None:
    """CA-7.1: at a new move, turn back the cards that were shown for a moment."""
    s.flash = 0
    if s.peeks:
        s.peeks = 0
        for seat in range(s.seats):
            s.peek[seat] = 0


@rule
def add_penalty_cards(s: Cambio, seat: int) -> None:
    """CA-5.2: deal unseen cards into the lowest empty slots, up to twelve slots."""
    for _ in range(s.match_penalty_cards):
        free = ~s.filled[seat] & state.SLOT_BITS
        if free == 0:
            return
        card = next_card(s)
        if card == NONE:
            return
        slot = lowest_bit(free)
        s.grid[seat * state.SLOTS + slot] = card
        s.filled[seat] |= 1 << slot
        tell(s, events.PENALTY_DEALT, seat, card, seat * 16 + slot, NOBODY)


@rule
def hand_points(s: Cambio, seat: int) -> int:
    """CA-1.4: return the points of a grid; they may be negative."""
    total = 0
    slots = s.filled[seat]
    while slots:
        total += points(s.grid[seat * state.SLOTS + lowest_bit(slots)])
        slots &= slots - 1
    return total


@rule
def show_grid(s: Cambio, seat: int) -> None:
    """CA-4.1: turn up a grid and report its total."""
    slots = s.filled[seat]
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        tell(s, events.SHOWED, seat, s.grid[seat * state.SLOTS + slot], seat * 16 + slot)
    tell(s, events.TOTALLED, seat, NONE, hand_points(s, seat))
