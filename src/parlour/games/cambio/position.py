"""Positions of Cambio: what follows from the cards, and what cannot be."""

from ...core.bits import bit_count, set_of
from ...core.state import NONE
from .options import SNAP_OWN
from .state import DRAWN, GIVE, JOKER, OVER, SLOTS, START, TAKEN, Cambio
from .turns import begin_turn

derived = ("turns", "filled", "peeks", "owed", "open")


def settle(s: Cambio, said: set[str]) -> None:
    """What no line says: what everybody knows from the start, whose turns are left after a call, what can be snapped."""
    if "phase" not in said and s.held >= 0 and s.phase == START:
        s.phase = DRAWN
    s.turns = sum(s.turns_each)
    s.peeks = int(any(s.peek))
    for seat in range(s.seats):
        s.filled[seat] = set_of(slot for slot in range(SLOTS) if s.grid[seat * SLOTS + slot] >= 0)
    for seat in range(s.seats):
        if f"knows {seat}" not in said:
            for i in range(s.memory_cards):
                card = s.grid[seat * SLOTS + (i + 2) % 4]
                if card >= 0:
                    s.known[seat] |= 1 << card
        s.known[seat] |= s.shown
    if s.caller >= 0 and "owed" not in said and s.phase != OVER:
        s.owed = 0
        seat = s.turn
        while seat != s.caller:
            s.owed |= 1 << seat
            seat = (seat + 1) % s.seats
    if "open" not in said:
        s.open = int(s.matching >= SNAP_OWN and s.pile_size > 0 and s.phase not in (TAKEN, OVER))
    if s.phase == START and not flaw(s):
        begin_turn(s)


def deal_size(s: Cambio, name: str) -> int:
    """How many cards a place gets that no line names."""
    return s.start_discard if name == "pile" else 4


def in_play(s: Cambio) -> int:
    """CA-1.4: 52 cards and so many jokers."""
    return (1 << (JOKER + s.jokers)) - 1


def flaw(s: Cambio) -> str:
    """Why this cannot be a position, or nothing."""
    if (s.held >= 0) != (s.phase in (DRAWN, TAKEN) or (s.phase == GIVE and s.resume == DRAWN)):
        return "A card is held after drawing or taking one ('phase: drawn', 'phase: taken'), and only then."
    if (s.phase == GIVE) != (s.actor >= 0) or (s.phase == GIVE) != (s.gift >= 0):
        return "A gift ('phase: give') names the seat that gives ('actor: 1') and the place it goes to ('gift: 0:2')."
    if s.phase == GIVE and (s.grid[s.gift] != NONE or not s.filled[s.actor]):
        return "A gift goes to an empty slot, from a seat that has a card."
    if s.phase == TAKEN and not s.filled[s.turn]:
        return "A seat without cards cannot take a discard."
    if (s.phase == OVER) != (s.winners > 0):
        return "A round that is over has winners, and only such a round."
    if s.direction < 0:
        return "Cambio is played in ascending direction."
    if s.at_seat >= 0 or s.at_place >= 0 or s.resume >= OVER:
        return "A position cannot be in the middle of picking a card."
    if s.open and not (s.pile_size and s.matching >= SNAP_OWN):
        return "Snapping is open only with a discard, and where snapping is played."
    if s.caller >= 0 and s.phase != OVER and not (bit_count(s.owed) and (s.owed >> s.turn & 1 or s.uncounted)):
        return "After a call the seat in turn is one that still has its turn."
    if s.caller >= 0 and s.owed >> s.caller & 1:
        return "The caller has no further turn."
    return ""
