"""A rule-of-thumb player of Cambio, written as rules: it remembers, replaces high cards and calls at a low total.

Values are in tenths of a point. A card the seat has not seen counts as the mean of the pack.
"""

from ...core.bits import lowest_bit
from ...core.chance import Dice, pick
from ...core.rule import rule
from ...core.state import NONE
from ...kit.stock import top
from .fits import alike, others, reachable, slots_looked
from .rules import legal
from .scores import points
from .state import (
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    DRAWN,
    FIRST_SLOT,
    GIVE,
    KING,
    LOOK_AT,
    LOOK_SLOT,
    MATCH,
    MATCH_AT,
    MATCH_OWN,
    MATCH_SLOT,
    PEEK,
    SECOND_SEAT,
    SECOND_SLOT,
    SLOTS,
    SPY,
    START,
    SWITCH,
    SWITCH_AT,
    TAKE,
    TAKEN,
    Cambio,
)

MEAN = 60
CALL_AT = 60
GOOD_DISCARD = 3


@rule
def advise(s: Cambio, seat: int, dice: Dice) -> int:
    """The action this player takes; NONE when it had better not cut in."""
    if seat != (s.actor if s.actor >= 0 else s.turn):
        return snap(s, seat)
    phase = s.phase
    if phase == START:
        return start(s, seat)
    if phase == DRAWN or phase == TAKEN:
        return place_held(s, seat)
    if phase == PEEK:
        return peek(s, seat)
    if phase == SPY or phase == KING or phase == SWITCH:
        return use_effect(s, seat, dice)
    if phase == MATCH:
        return match_own(s, seat)
    if phase == GIVE:
        return worst_slot(s, seat)
    return pick_step(s, seat, dice)


@rule
def value(s: Cambio, seat: int, place: int) -> int:
    """What a card counts for as far as this seat knows, in tenths."""
    card = s.grid[place]
    if s.known[seat] >> card & 1:
        return points(card) * 10
    return MEAN


@rule
def estimate(s: Cambio, seat: int, owner: int) -> int:
    """A grid's total as far as this seat knows, in tenths."""
    total = 0
    for slot in range(SLOTS):
        if s.grid[owner * SLOTS + slot] >= 0:
            total += value(s, seat, owner * SLOTS + slot)
    return total


@rule
def worst_slot(s: Cambio, seat: int) -> int:
    """The own slot with the highest value; an unknown one before a known one of the same."""
    best = lowest_bit(s.filled[seat])
    for slot in range(SLOTS):
        if s.grid[seat * SLOTS + slot] >= 0 and value(s, seat, seat * SLOTS + slot) > value(s, seat, seat * SLOTS + best):
            best = slot
    return best


@rule
def start(s: Cambio, seat: int) -> int:
    """Call at a low total that no opponent seems to beat; take a good discard; else draw."""
    actions = legal(s, seat)
    snapped = snap(s, seat)
    if snapped >= 0:
        return snapped
    own = estimate(s, seat, seat)
    if actions >> CALL & 1 and own <= CALL_AT:
        better = 0
        for other in range(s.seats):
            if other != seat and estimate(s, seat, other) <= own:
                better = 1
        if better == 0 or own <= 20:
            return CALL
    if actions >> TAKE & 1 and points(top(s)) <= GOOD_DISCARD:
        if value(s, seat, seat * SLOTS + worst_slot(s, seat)) >= points(top(s)) * 10 + 20:
            return TAKE
    return DRAW


@rule
def place_held(s: Cambio, seat: int) -> int:
    """Swap with the worst own card if that gains, else discard."""
    snapped = snap(s, seat)
    if snapped >= 0:
        return snapped
    if s.filled[seat] == 0:
        return DISCARD
    slot = worst_slot(s, seat)
    if s.phase == TAKEN or value(s, seat, seat * SLOTS + slot) > points(s.held) * 10 + 5:
        return slot
    return DISCARD


@rule
def unknown_slots(s: Cambio, seat: int, owner: int) -> int:
    """The slots of a seat whose cards this seat does not know and may look at."""
    slots = 0
    open_slots = reachable(s, owner) & ~slots_looked(s, owner)
    for slot in range(SLOTS):
        if open_slots >> slot & 1 and not s.known[seat] >> s.grid[owner * SLOTS + slot] & 1:
            slots |= 1 << slot
    return slots


@rule
def peek(s: Cambio, seat: int) -> int:
    """Look at an own card that is not known yet."""
    slots = unknown_slots(s, seat, seat)
    return lowest_bit(slots) if slots else DECLINE


@rule
def lowest_other(s: Cambio, seat: int) -> int:
    """The place of the lowest opponent's card this seat knows; NONE if it knows none."""
    best = NONE
    for other in range(s.seats):
        if other != seat:
            slots = reachable(s, other)
            while slots:
                place = other * SLOTS + lowest_bit(slots)
                slots &= slots - 1
                if s.known[seat] >> s.grid[place] & 1 and (best < 0 or value(s, seat, place) < value(s, seat, best)):
                    best = place
    return best


@rule
def use_effect(s: Cambio, seat: int, dice: Dice) -> int:
    """Look where something is to be learnt; switch the worst own card for the lowest known, if that gains."""
    actions = legal(s, seat)
    looks = 0
    for owner in range(s.seats):
        if actions >> (LOOK_AT + owner) & 1 and unknown_slots(s, seat, owner):
            looks |= 1 << owner
    if looks:
        if looks >> seat & 1:
            return LOOK_AT + seat
        return LOOK_AT + pick(dice, looks)
    if actions >> (SWITCH_AT + seat) & 1:
        target = lowest_other(s, seat)
        own = value(s, seat, seat * SLOTS + worst_slot(s, seat))
        if target >= 0 and value(s, seat, target) + 15 < own:
            return SWITCH_AT + seat
        if target < 0 and own >= 80 and others(s, seat):
            return SWITCH_AT + seat
    return DECLINE


@rule
def pick_step(s: Cambio, seat: int, dice: Dice) -> int:
    """The further steps of a look, a switch or a snap."""
    if s.phase == LOOK_SLOT:
        slots = unknown_slots(s, seat, s.at_seat)
        return pick(dice, slots) if slots else lowest_bit(legal(s, seat))
    if s.phase == FIRST_SLOT:
        return worst_slot(s, seat)
    target = lowest_other(s, seat)
    if s.phase == SECOND_SEAT:
        return SWITCH_AT + (target // SLOTS if target >= 0 else pick(dice, others(s, seat)))
    if s.phase == SECOND_SLOT:
        if target >= 0 and target // SLOTS == s.at_seat:
            return target % SLOTS
        return pick(dice, legal(s, seat))
    if s.phase == MATCH_SLOT:
        return matching_slot(s, seat, s.at_seat)
    return lowest_bit(legal(s, seat))


@rule
def matching_slot(s: Cambio, seat: int, owner: int) -> int:
    """A slot whose card this seat knows to match the discard; NONE if there is none."""
    for slot in range(SLOTS):
        card = s.grid[owner * SLOTS + slot]
        if card >= 0 and s.known[seat] >> card & 1 and alike(card, top(s)):
            return slot
    return NONE


@rule
def match_own(s: Cambio, seat: int) -> int:
    """Match only when sure, and never lose a red king by it."""
    slot = matching_slot(s, seat, seat)
    if slot >= 0 and points(s.grid[seat * SLOTS + slot]) >= 0:
        return MATCH_OWN + slot
    return DECLINE


@rule
def snap(s: Cambio, seat: int) -> int:
    """A snap that is sure to be right; NONE otherwise."""
    actions = legal(s, seat)
    slot = matching_slot(s, seat, seat) if s.pile_size else NONE
    if slot >= 0 and actions >> (MATCH_OWN + slot) & 1 and points(s.grid[seat * SLOTS + slot]) >= 0:
        return MATCH_OWN + slot
    if s.pile_size:
        for owner in range(s.seats):
            if actions >> (MATCH_AT + owner) & 1 and matching_slot(s, seat, owner) >= 0:
                return MATCH_AT + owner
    return NONE
