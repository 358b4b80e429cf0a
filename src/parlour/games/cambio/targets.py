"""The choices of a seat of Cambio: cards that can be looked at, switched and matched, and the moves for them."""

from ...core.bits import bit_count
from ...core.rule import large_rule, rule
from . import state
from .options import SNAP_ANY
from .state import Cambio

# ---- cards that can be chosen ------------------------------------------------------------------------------------


@rule
def is_locked(s: Cambio, seat: int) -> int:
    """CA-4.4: whether this seat has called and its cards are locked."""
    return 1 if s.caller_locked and s.caller == seat else 0


@rule
def reachable(s: Cambio, seat: int) -> int:
    """CA-2.6, CA-4.4: return the slots of a seat that may be looked at, switched or matched."""
    return 0 if is_locked(s, seat) else s.filled[seat]


@large_rule
def others(s: Cambio, seat: int) -> int:
    """CA-3.2: return the opponents that have a card to look at."""
    seats = 0
    for other in range(s.seats):
        if other != seat and reachable(s, other):
            seats |= 1 << other
    return seats


@rule
def slots_looked(s: Cambio, seat: int) -> int:
    """CA-3.4: return, as a set, the slot of this seat that the black king has already been used to look at."""
    return 1 << (s.looked % state.SLOTS) if s.looked >= 0 and s.looked // state.SLOTS == seat else 0


@large_rule
def look_seats(s: Cambio) -> int:
    """CA-3.4: return the seats with a card that a black king may still look at."""
    seats = 0
    if s.looks < 2:
        for seat in range(s.seats):
            if reachable(s, seat) & ~slots_looked(s, seat):
                seats |= 1 << seat
    return seats


@large_rule
def switch_seats(s: Cambio) -> int:
    """CA-3.3: return the seats that have a card to switch, if there are two cards at all."""
    seats = 0
    cards = 0
    for seat in range(s.seats):
        slots = reachable(s, seat)
        if slots:
            seats |= 1 << seat
            cards += bit_count(slots)
    return seats if cards >= 2 else 0


@rule
def own_place(s: Cambio, seat: int) -> int:
    """Return the slot of this seat that is the first card of a switch, as a set."""
    return 1 << (s.at_place % state.SLOTS) if s.at_place // state.SLOTS == seat else 0


# ---- moves --------------------------------------------------------------------------------------------------------


@rule
def start_moves(s: Cambio, seat: int) -> int:
    """CA-2.1, CA-2.2, CA-4.1: return the moves that begin a turn: call, draw or take the top discard."""
    actions = 1 << state.DRAW
    if s.caller < 0:
        actions |= 1 << state.CALL
    if s.draw_from_discard and s.pile_size and s.filled[seat]:
        actions |= 1 << state.TAKE
    return actions


@rule
def effect_moves(s: Cambio, seat: int) -> int:
    """CA-3.1 to CA-3.4: return what an effect lets a seat do; 0 if it has no target."""
    if s.phase == state.PEEK:
        return reachable(s, seat)
    if s.phase == state.SPY:
        return others(s, seat) << state.LOOK_AT
    switches = switch_seats(s) << state.SWITCH_AT
    if s.phase == state.KING:
        return switches | look_seats(s) << state.LOOK_AT
    return switches


@large_rule
def picks(s: Cambio, seat: int) -> int:
    """Return the next step of a move that takes several, and the gift."""
    if s.phase == state.GIVE:
        return s.filled[seat]
    if s.phase == state.LOOK_SLOT:
        return reachable(s, s.at_seat) & ~slots_looked(s, s.at_seat)
    if s.phase == state.SECOND_SEAT:
        seats = 0
        for other in range(s.seats):
            if reachable(s, other) & ~own_place(s, other):
                seats |= 1 << other
        return seats << state.SWITCH_AT
    if s.phase == state.SECOND_SLOT:
        return reachable(s, s.at_seat) & ~own_place(s, s.at_seat)
    return reachable(s, s.at_seat)


@rule
def matches_others(s: Cambio, seat: int) -> int:
    """CA-4.4, CA-5.1: whether a seat may match cards of its opponents."""
    if s.matching != SNAP_ANY:
        return 0
    return 1 if s.rules < 2 else 1 - is_locked(s, seat)  # version 1 locked only the caller's own cards


@rule
def snaps(s: Cambio, seat: int) -> int:
    """CA-5.1: return the matches a seat may try at this moment, in its turn or out of it."""
    if s.open == 0 or s.tried >> seat & 1 or s.phase >= state.GIVE:
        return 0
    actions = reachable(s, seat) << state.MATCH_OWN
    if matches_others(s, seat):
        actions |= others(s, seat) << state.MATCH_AT
    return actions
