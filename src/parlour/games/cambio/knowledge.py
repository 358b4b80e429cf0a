"""What the seats of Cambio have seen, and what a viewer cannot know."""

from ...core.events import tell
from ...core.rule import large_rule, rule
from ...kit.stock import in_deck, map_deck, mapped, scramble
from .happenings import LOOKED
from .state import (
    OVER,
    SLOTS,
    TAKEN,
    Cambio,
)


@rule
def look(s: Cambio, seat: int, owner: int, slot: int) -> None:
    """CA-1.3, CA-3.1, CA-7.1: a seat looks at a card and from now on knows where it is."""
    card = s.grid[owner * SLOTS + slot]
    s.known[seat] |= 1 << card
    s.peek[seat] |= 1 << card
    s.peeks = 1
    tell(s, LOOKED, seat, card, owner * 16 + slot, 1 << seat)


@large_rule
def show(s: Cambio, card: int) -> None:
    """CA-3.6, CA-5.2: everybody knows where this card is."""
    only = 1 << card
    s.shown |= only
    for seat in range(s.seats):
        s.known[seat] |= only


@rule
def take_out(s: Cambio, card: int) -> None:
    """A card has left the grids."""
    rest = ~(1 << card)
    s.shown &= rest
    for seat in range(s.seats):
        s.known[seat] &= rest


@rule
def forget(s: Cambio, seat: int, cards: int) -> None:
    """CA-7.2: a seat no longer knows where these cards are; CA-7.1: what it is looking at, or finds marked, it does.

    What everybody was shown it keeps in mind as well: the whole table would wonder at who forgets that.
    """
    if s.memory_aid == 0:
        s.known[seat] &= ~cards | s.peek[seat] | s.flash | s.shown


@rule
def clear_peeks(s: Cambio) -> None:
    """CA-7.1: a new move: cards that were shown for a moment are turned back."""
    s.flash = 0
    if s.peeks:
        s.peeks = 0
        for seat in range(s.seats):
            s.peek[seat] = 0


@rule
def unseen(s: Cambio, seat: int) -> int:
    """ALL-3: the cards whose place this viewer cannot know (-1: a spectator)."""
    cards = in_deck(s)
    if s.phase == OVER:
        return cards
    known = s.known[seat] if seat >= 0 else s.shown
    for place in range(s.seats * SLOTS):
        card = s.grid[place]
        if card >= 0 and not known >> card & 1:
            cards |= 1 << card
    if s.held >= 0 and s.phase != TAKEN and seat != s.turn:
        cards |= 1 << s.held
    return cards


@large_rule
def redeal(s: Cambio, seat: int) -> None:
    """Draw anew all that this seat cannot know; what others know of these cards moves with their places."""
    hidden = unseen(s, seat)
    scramble(s, hidden)
    for place in range(s.seats * SLOTS):
        card = s.grid[place]
        if card >= 0 and hidden >> card & 1:
            s.grid[place] = s.mapping[card]
    if s.held >= 0 and hidden >> s.held & 1:
        s.held = s.mapping[s.held]
    for other in range(s.seats):
        s.known[other] = mapped(s, s.known[other], hidden)
        s.peek[other] = mapped(s, s.peek[other], hidden)
    map_deck(s)
