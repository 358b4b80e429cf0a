"""Matching discards in Cambio: CA-5."""

from ...core.bits import lowest_bit
from ...core.events import NOBODY, tell
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.stock import drawable, next_card, put_on_pile, top
from .fits import alike
from .happenings import EMPTIED, GAVE, MATCHED, MISMATCHED, NOTHING_TO_DRAW, PENALTY_DEALT
from .knowledge import show, take_out
from .options import ENDS_ROUND
from .state import (
    GIVE,
    MATCH,
    SLOT_BITS,
    SLOTS,
    START,
    Cambio,
)
from .turns import call, end_turn, score_round


@large_rule
def match(s: Cambio, seat: int, owner: int, slot: int) -> int:
    """CA-5.1, CA-5.2: put a card on the discard it is believed to match; 1 if it does."""
    place = owner * SLOTS + slot
    card = s.grid[place]
    s.tried |= 1 << seat
    right = alike(card, top(s))
    if right:
        s.grid[place] = NONE
        s.filled[owner] &= ~(1 << slot)
        if place == s.looked:
            s.looked = NONE
        take_out(s, card)
        s.open = 0
        s.tried = 0
        put_on_pile(s, card)
        tell(s, MATCHED, seat, card, owner * 16 + slot)
    else:
        show(s, card)
        s.flash |= 1 << card
        tell(s, MISMATCHED, seat, card, owner * 16 + slot)
        add_penalty_cards(s, seat)
    if s.phase == MATCH:
        s.tried = 0
        if right and s.filled[seat] == 0:
            run_out(s, seat)
        end_turn(s)
    elif owner == seat:
        if right and s.filled[seat] == 0:
            run_out(s, seat)
        check_stock(s)
    return right


@large_rule
def match_other(s: Cambio, seat: int, slot: int) -> None:
    """CA-5.1: a match of an opponent's card, who gets one of the matcher's own in its place."""
    owner = s.at_seat
    s.phase = s.resume
    s.resume = START
    s.at_seat = NONE
    s.actor = NONE
    if match(s, seat, owner, slot) == 0:
        check_stock(s)
    elif s.filled[seat]:
        s.resume = s.phase
        s.phase = GIVE
        s.actor = seat
        s.gift = owner * SLOTS + slot
    else:
        if s.filled[owner] == 0:
            run_out(s, owner)
        check_stock(s)


@large_rule
def give(s: Cambio, seat: int, slot: int) -> None:
    """CA-5.1, CA-3.6: the gift goes into the emptied slot, unseen."""
    s.grid[s.gift] = s.grid[seat * SLOTS + slot]
    s.grid[seat * SLOTS + slot] = NONE
    s.filled[s.gift // SLOTS] |= 1 << s.gift % SLOTS
    s.filled[seat] &= ~(1 << slot)
    if s.looked == seat * SLOTS + slot:
        s.looked = s.gift
    tell(s, GAVE, seat, NONE, s.gift // SLOTS * 16 + s.gift % SLOTS)
    s.phase = s.resume
    s.resume = START
    s.actor = NONE
    s.gift = NONE
    if s.filled[seat] == 0:
        run_out(s, seat)
    check_stock(s)


@rule
def add_penalty_cards(s: Cambio, seat: int) -> None:
    """CA-5.2: unseen cards into the lowest empty slots, twelve slots at most."""
    for _ in range(s.match_penalty_cards):
        free = ~s.filled[seat] & SLOT_BITS
        if free == 0:
            return
        card = next_card(s)
        if card == NONE:
            return
        slot = lowest_bit(free)
        s.grid[seat * SLOTS + slot] = card
        s.filled[seat] |= 1 << slot
        tell(s, PENALTY_DEALT, seat, card, seat * 16 + slot, NOBODY)


@large_rule
def run_out(s: Cambio, seat: int) -> None:
    """CA-5.3: a seat without cards plays on, or counts as calling at this moment."""
    tell(s, EMPTIED, seat)
    if s.empty_grid != ENDS_ROUND or s.caller >= 0:
        return
    call(s, seat)
    if s.phase != START:
        s.uncounted = 1
    elif seat == s.turn:
        end_turn(s)


@rule
def check_stock(s: Cambio) -> None:
    """CA-6.1: snaps before the draw may have used up the last card."""
    if s.phase == START and drawable(s) == 0:
        tell(s, NOTHING_TO_DRAW, NONE)
        score_round(s)
