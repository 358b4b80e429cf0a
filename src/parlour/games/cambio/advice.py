"""A rule-of-thumb player of Cambio, written as rules: it remembers, gets rid of high cards and pairs, and calls when low.

Values are in tenths of a point. A card the seat has not seen counts as the mean of all unseen cards; one that an opponent knows
and has kept counts less. The constants were tuned by self-play at two, three and four seats, except LOCKED_MORE.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import JACK, KING, QUEEN
from ...core.chance import Dice
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.stock import top
from . import state
from .cards import POINTS, RANKS, points
from .options import OFF_MATCHING
from .state import Cambio
from .targets import picks, reachable, slots_looked, snaps

PACK_TENTHS = 10 * sum(POINTS[card] - 1 for card in range(state.JOKER))
KEPT = bytes((50, 37, 30, 26, 24, 22, 20, 18, 17, 16, 15, 14, 13, 12, 11, 10))
"""The assumed value of a card that its owner knows, by how many turns the owner has had."""
SURE = bytes((0, 0, 6, 9, 4))
"""The total, by number of seats, at which to call whatever the others seem to have."""
LOW = bytes((0, 0, 60, 50, 60))
"""The total, by number of seats, at which to call if the others seem to have at least `MARGIN` more."""
MARGIN = bytes((0, 0, 20, 31, 42))
"""The lead, by number of seats, that the seat must seem to have in order to call at `LOW`."""
FALL = 2
"""How much `LOW` falls with each turn: the longer the round, the lower the total must be."""
LOCKED_MORE = 10
"""How much higher the total for calling may be if nobody can touch a caller's cards."""
LEARNT = 30
"""The extra value of replacing an unseen card: afterwards it is known."""
LOOK_OWN, LOOK_OTHER = 22, 3
"""The value of looking at a card."""
ONE_FEWER = 24
"""The value of having one card fewer, besides its points."""
LUCK = 35
"""The extra value of replacing an unseen card, because it may match a known one, in twentieths per point of the known cards."""
TAKE_GAIN, TAKE_RISE = 50, 13
"""How much the top discard must gain to be taken, and how much more for each of its points."""


@rule
def advise(s: Cambio, seat: int, dice: Dice) -> int:
    """Return the action this player takes; NONE if it should not cut in."""
    if seat != (s.actor if s.actor >= 0 else s.turn):
        return snap(s, seat)
    phase = s.phase
    if s.open and phase < state.MATCH:
        snapped = snap(s, seat)
        if snapped >= 0:
            return snapped
    if phase == state.START:
        return start(s, seat)
    if phase == state.DRAWN or phase == state.TAKEN:
        return place_held(s, seat)
    if phase == state.PEEK:
        slots = unknown_slots(s, seat, seat)
        return lowest_bit(slots) if slots else state.DECLINE
    if phase == state.MATCH:
        return match_own(s, seat)
    if phase == state.SPY or phase == state.KING or phase == state.SWITCH:
        return use_effect(s, seat)
    return pick_step(s, seat)


# ---- what cards are worth -----------------------------------------------------------------------------------------


@large_rule
def mean_unseen(s: Cambio, seat: int) -> int:
    """Return the mean of all cards that this seat has not seen."""
    total = PACK_TENTHS
    for i in range(s.pile_size):
        total -= points(s.pile[i]) * 10
    cards = s.known[seat]
    if s.held >= 0 and (seat == s.turn or s.phase == state.TAKEN):
        cards |= 1 << s.held
    count = state.JOKER + s.jokers - s.pile_size - bit_count(cards)
    while cards:
        total -= points(lowest_bit(cards)) * 10
        cards &= cards - 1
    return total // count if count > 0 else 0


@rule
def value(s: Cambio, seat: int, place: int, mean: int) -> int:
    """Return a card's value as far as this seat knows; everybody knows who has seen which card."""
    card = s.grid[place]
    if s.known[seat] >> card & 1:
        return points(card) * 10
    if s.known[place // state.SLOTS] >> card & 1:
        return min(mean, KEPT[min(s.turns_each[place // state.SLOTS], len(KEPT) - 1)])
    return mean


@large_rule
def estimate(s: Cambio, seat: int, owner: int, mean: int) -> int:
    """Return a grid's total as far as this seat knows."""
    total = 0
    slots = s.filled[owner]
    while slots:
        total += value(s, seat, owner * state.SLOTS + lowest_bit(slots), mean)
        slots &= slots - 1
    return total


@large_rule
def highest_slot(s: Cambio, seat: int, slots: int, mean: int) -> int:
    """Return the slot with the highest value, among some slots of the seat itself."""
    best = lowest_bit(slots)
    high = value(s, seat, seat * state.SLOTS + best, mean)
    slots &= slots - 1
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        now = value(s, seat, seat * state.SLOTS + slot, mean)
        if now > high:
            best = slot
            high = now
    return best


@large_rule
def lowest_slot(s: Cambio, seat: int, owner: int, slots: int, mean: int) -> int:
    """Return the slot with the lowest value, among some slots of a seat."""
    best = lowest_bit(slots)
    low = value(s, seat, owner * state.SLOTS + best, mean)
    slots &= slots - 1
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        now = value(s, seat, owner * state.SLOTS + slot, mean)
        if now < low:
            best = slot
            low = now
    return best


@rule
def unknown_slots(s: Cambio, seat: int, owner: int) -> int:
    """Return the slots of a seat whose cards this seat does not know and may look at."""
    unknown = 0
    slots = reachable(s, owner) & ~slots_looked(s, owner)
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        if not s.known[seat] >> s.grid[owner * state.SLOTS + slot] & 1:
            unknown |= 1 << slot
    return unknown


# ---- a turn -------------------------------------------------------------------------------------------------------


@rule
def start(s: Cambio, seat: int) -> int:
    """Call, take a good discard, or draw."""
    mean = mean_unseen(s, seat)
    if s.caller < 0 and is_low(s, seat, mean):
        return state.CALL
    if s.draw_from_discard and s.pile_size and s.filled[seat]:
        card = top(s)
        need = TAKE_GAIN + TAKE_RISE * points(card)
        if need <= 100 - 10 * points(card) and best_swap(s, seat, card, mean, 0) >> 8 >= need:
            return state.TAKE
    return state.DRAW


@rule
def is_low(s: Cambio, seat: int, mean: int) -> int:
    """Whether this seat should call: it has next to nothing, or little and less than the others seem to have."""
    seats = min(s.seats, len(SURE) - 1)
    own = estimate(s, seat, seat, mean)
    if own <= SURE[seats] + (LOCKED_MORE if s.caller_locked else 0):
        return 1
    if own > LOW[seats] - FALL * s.turns_each[seat]:
        return 0
    for other in range(s.seats):
        if other != seat and estimate(s, seat, other, mean) < own + MARGIN[seats]:
            return 0
    return 1


@rule
def place_held(s: Cambio, seat: int) -> int:
    """Swap the card in hand or discard it, whichever gains more."""
    if s.filled[seat] == 0:
        return state.DISCARD
    mean = mean_unseen(s, seat)
    may_match = s.phase == state.DRAWN and s.matching != OFF_MATCHING
    best = best_swap(s, seat, s.held, mean, may_match)
    if s.phase == state.TAKEN:
        return best & 255
    gain = effect_gain(s, seat, s.held, mean)
    if may_match:
        gain += match_gain(s, seat, s.held, 0)
    return best & 255 if best >> 8 > gain else state.DISCARD


@large_rule
def best_swap(s: Cambio, seat: int, card: int, mean: int, may_match: int) -> int:
    """Return the seat's own slot where a card gains most, and the gain: gain << 8 | slot."""
    best = -9999 << 8
    known = s.known[seat]
    slots = s.filled[seat]
    luck = LUCK * known_points(s, seat) // 20 if may_match else 0
    learnt = LEARNT if s.caller < 0 else 0
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        old = s.grid[seat * state.SLOTS + slot]
        if known >> old & 1:
            gain = points(old) * 10
            if may_match:
                gain += match_gain(s, seat, old, 1 << slot)
        else:
            gain = mean + luck + learnt
        gain -= points(card) * 10
        if gain > best >> 8:
            best = gain << 8 | slot
    return best


@rule
def known_points(s: Cambio, seat: int) -> int:
    """Return the points of its own cards that this seat knows."""
    total = 0
    slots = s.filled[seat]
    while slots:
        card = s.grid[seat * state.SLOTS + lowest_bit(slots)]
        slots &= slots - 1
        if s.known[seat] >> card & 1:
            total += points(card)
    return total


@rule
def effect_gain(s: Cambio, seat: int, card: int, mean: int) -> int:
    """Return the value of discarding a drawn card for its effect."""
    rank = RANKS[card]
    if rank == JACK or rank == QUEEN or (rank == KING and points(card) > 0):
        return max(0, switch_plan(s, seat, mean) >> 8)
    if s.caller >= 0:
        return 0
    if rank == 7 or rank == 8:
        return LOOK_OWN if unknown_slots(s, seat, seat) else 0
    return LOOK_OTHER if rank == 9 or rank == 10 else 0


# ---- effects ------------------------------------------------------------------------------------------------------


@rule
def use_effect(s: Cambio, seat: int) -> int:
    """Look at a card if there is something to learn, then switch if that helps."""
    mean = mean_unseen(s, seat)
    if s.phase != state.SWITCH:
        owner = whom_to_look_at(s, seat, mean)
        if owner >= 0:
            return state.LOOK_AT + owner
    if s.phase != state.SPY and switch_plan(s, seat, mean) >= 0:
        return state.SWITCH_AT + seat
    return state.DECLINE


@rule
def whom_to_look_at(s: Cambio, seat: int, mean: int) -> int:
    """Return the leading opponent or, for a King's second look, this seat itself; NONE if there is nothing to learn."""
    if s.looks >= 2:
        return NONE
    if s.phase == state.KING and s.looks and unknown_slots(s, seat, seat):
        return seat
    first = leader(s, seat, mean)
    if first >= 0 and unknown_slots(s, seat, first):
        return first
    for owner in range(s.seats):
        if (owner != seat or s.phase == state.KING) and unknown_slots(s, seat, owner):
            return owner
    return NONE


@large_rule
def leader(s: Cambio, seat: int, mean: int) -> int:
    """Return the opponent with the lowest total, a caller first; NONE if none of their cards can be touched."""
    if s.caller >= 0 and s.caller != seat and reachable(s, s.caller):
        return s.caller
    best = NONE
    low = 0
    for other in range(s.seats):
        if other != seat and reachable(s, other):
            now = estimate(s, seat, other, mean)
            if best < 0 or now < low:
                best = other
                low = now
    return best


@large_rule
def switch_plan(s: Cambio, seat: int, mean: int) -> int:
    """Return the opponent's card to switch for the seat's highest, and the gain: gain << 8 | place, below 0 if none."""
    best = -1
    if reachable(s, seat) == 0:
        return best
    own = value(s, seat, seat * state.SLOTS + highest_slot(s, seat, s.filled[seat], mean), mean)
    for other in range(s.seats):
        slots = reachable(s, other) if other != seat else 0
        while slots:
            place = other * state.SLOTS + lowest_bit(slots)
            slots &= slots - 1
            gain = own - value(s, seat, place, mean)
            if gain > best >> 8:
                best = gain << 8 | place
    return best


@rule
def pick_step(s: Cambio, seat: int) -> int:
    """Return the card to give, or the next step of a look, a switch or a snap."""
    slots = picks(s, seat)
    mean = mean_unseen(s, seat)
    if s.phase == state.GIVE:
        return highest_slot(s, seat, slots, mean)
    if s.phase == state.LOOK_SLOT:
        unknown = unknown_slots(s, seat, s.at_seat)
        return lowest_slot(s, seat, s.at_seat, unknown if unknown else slots, mean)
    if s.phase == state.SECOND_SEAT:
        return second_seat(s, seat, slots, mean)
    if s.phase == state.MATCH_SLOT:
        slot = matching_slot(s, seat, s.at_seat)
        return slot if slot >= 0 else lowest_bit(slots)
    if s.at_seat == seat:
        return highest_slot(s, seat, slots, mean)
    return lowest_slot(s, seat, s.at_seat, slots, mean)


@rule
def second_seat(s: Cambio, seat: int, actions: int, mean: int) -> int:
    """Return the owner of the other card of a switch."""
    if s.at_place // state.SLOTS == seat:
        plan = switch_plan(s, seat, mean)
        if plan >= 0:
            return state.SWITCH_AT + (plan & 255) // state.SLOTS
    elif actions >> (state.SWITCH_AT + seat) & 1:
        return state.SWITCH_AT + seat
    return lowest_bit(actions)


# ---- matching -----------------------------------------------------------------------------------------------------


@large_rule
def twin(s: Cambio, seat: int, card: int, but: int) -> int:
    """Return the slot of the highest own card known to match this one, except the slots in `but`; NONE if there is none."""
    best = NONE
    slots = s.filled[seat] & ~but
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        other = s.grid[seat * state.SLOTS + slot]
        if s.known[seat] >> other & 1 and RANKS[other] == RANKS[card]:
            if best < 0 or points(other) > points(s.grid[seat * state.SLOTS + best]):
                best = slot
    return best


@rule
def match_gain(s: Cambio, seat: int, card: int, but: int) -> int:
    """Return the value of also discarding the seat's own card that matches this one."""
    slot = twin(s, seat, card, but)
    return max(0, points(s.grid[seat * state.SLOTS + slot]) * 10 + ONE_FEWER) if slot >= 0 else 0


@rule
def match_own(s: Cambio, seat: int) -> int:
    """Match if it is sure to be right, but never a red king; where a wrong match costs nothing, try unknown cards."""
    slot = twin(s, seat, top(s), 0)
    if slot >= 0 and points(s.grid[seat * state.SLOTS + slot]) >= 0:
        return state.MATCH_OWN + slot
    if s.match_penalty_cards == 0:
        slots = unknown_slots(s, seat, seat)
        if slots:
            return state.MATCH_OWN + lowest_bit(slots)
    return state.DECLINE


@rule
def matching_slot(s: Cambio, seat: int, owner: int) -> int:
    """Return a slot whose card this seat knows to match the discard; NONE if there is none."""
    slots = s.filled[owner]
    rank = RANKS[top(s)]
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        card = s.grid[owner * state.SLOTS + slot]
        if s.known[seat] >> card & 1 and RANKS[card] == rank:
            return slot
    return NONE


@large_rule
def snap(s: Cambio, seat: int) -> int:
    """Return a snap that is sure to be right and worth making; NONE if there is none."""
    actions = snaps(s, seat)
    if actions >> state.MATCH_OWN & state.SLOT_BITS:
        slot = twin(s, seat, top(s), 0)
        if slot >= 0 and points(s.grid[seat * state.SLOTS + slot]) >= 0:
            return state.MATCH_OWN + slot
    owners = actions >> state.MATCH_AT
    if owners and s.filled[seat]:
        mean = mean_unseen(s, seat)
        gift = value(s, seat, seat * state.SLOTS + highest_slot(s, seat, s.filled[seat], mean), mean)
        for owner in range(s.seats):
            # This seat gets rid of the gift; the owner may gain the difference, but is only one of several rivals.
            if owners >> owner & 1 and matching_slot(s, seat, owner) >= 0:
                if gift * s.seats > points(top(s)) * 10:
                    return state.MATCH_AT + owner
    return NONE
