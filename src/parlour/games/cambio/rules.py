"""The rules of Cambio, in the order of its sheet. Each function names the statements it enforces."""

from ...core.bits import lowest_bit
from ...core.cards import JACK, QUEEN
from ...core.cards import KING as KING_RANK
from ...core.chance import below
from ...core.events import DEALT, DREW, NOBODY, TIME_RAN_OUT, TURNED, tell
from ...core.options import RANDOM
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.stock import deal_card, fill_deck, next_card, put_on_pile
from .fits import RANKS, effect_moves, look_seats, others, picks, reachable, snaps, start_moves, switch_seats
from .happenings import CALLED, DECLINED, DISCARDED, LEFT_IT, SWAPPED_IN, SWAPPED_OUT, SWITCHED, SWITCHED_WITH, TOOK
from .knowledge import clear_peeks, look, show, take_out
from .matching import give, match, match_other
from .options import OWN_TURN, SNAP_OWN
from .scores import points
from .state import (
    CALL,
    DECLINE,
    DISCARD,
    DRAW,
    DRAWN,
    FIRST_SLOT,
    GIVE,
    JOKER,
    KING,
    LOOK_AT,
    LOOK_SLOT,
    MATCH,
    MATCH_AT,
    MATCH_OWN,
    MATCH_SLOT,
    OVER,
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
from .turns import call, end_turn

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@large_rule
def setup(s: Cambio) -> None:
    """CA-1.1, CA-1.2, CA-1.3, CA-1.4, ALL-6: deal the grids, turn up a discard, look at the closest cards."""
    fill_deck(s, JOKER + s.jokers)
    if s.first_seat == RANDOM:
        s.first = below(s, s.seats)
    s.turn = s.first
    for seat in range(s.seats):
        for slot in range(4):
            card = deal_card(s)
            s.grid[seat * SLOTS + slot] = card
            tell(s, DEALT, seat, card, seat * 16 + slot, NOBODY)
        s.filled[seat] = 15
    if s.start_discard:
        card = deal_card(s)
        lay_discard(s, card)
        tell(s, TURNED, NONE, card)
    for seat in range(s.seats):
        for i in range(s.memory_cards):
            look(s, seat, seat, (i + 2) % 4)


# ---- who moves, and what may be done ------------------------------------------------------------------------------


@rule
def must(s: Cambio) -> int:
    """The seat in turn, or the one that owes a gift; nobody at the end."""
    if s.phase == OVER:
        return NONE
    return s.actor if s.actor >= 0 else s.turn


@rule
def may(s: Cambio) -> int:
    """CA-5.1: the other seats that can snap the top discard now."""
    if s.open == 0 or s.phase >= GIVE:
        return 0
    seats = 0
    for seat in range(s.seats):
        if seat != s.turn and snaps(s, seat):
            seats |= 1 << seat
    return seats


@large_rule
def legal(s: Cambio, seat: int) -> int:
    """CA-2.3, CA-2.4, CA-5.1: what this seat may do now, as a set of actions."""
    if seat != (s.actor if s.actor >= 0 else s.turn):
        return snaps(s, seat)
    phase = s.phase
    if phase > MATCH:
        return 0 if phase == OVER else picks(s, seat)
    if phase == MATCH:
        return s.filled[seat] << MATCH_OWN | 1 << DECLINE
    if phase == START:
        actions = start_moves(s, seat)
    elif phase == DRAWN:
        actions = s.filled[seat] | 1 << DISCARD
    elif phase == TAKEN:
        actions = s.filled[seat]
    else:
        actions = effect_moves(s, seat) | 1 << DECLINE
    return actions | snaps(s, seat) if s.open else actions


@rule
def laying(s: Cambio) -> int:
    """Whether a move of several steps is half made."""
    return 1 if s.phase > OVER else 0


@large_rule
def act(s: Cambio, seat: int, action: int) -> None:
    """Make one step of a move."""
    if (s.peeks or s.flash) and s.phase <= OVER:
        clear_peeks(s)
    if action < LOOK_AT:
        choose_slot(s, seat, action)
    elif action < CALL:
        s.at_seat = action - LOOK_AT
        s.resume = s.phase
        s.phase = LOOK_SLOT
    elif action == DRAW:
        draw(s, seat)
    elif action == DISCARD:
        discard(s, seat)
    elif action == DECLINE:
        decline(s, seat)
    elif action == CALL:
        tell(s, CALLED, seat)
        call(s, seat)
        end_turn(s)
    elif action == TAKE:
        take(s, seat)
    elif action < MATCH_AT:
        match(s, seat, seat, action - MATCH_OWN)
    elif action < SWITCH_AT:
        s.at_seat = action - MATCH_AT
        s.resume = s.phase
        s.actor = seat
        s.phase = MATCH_SLOT
    else:
        s.at_seat = action - SWITCH_AT
        if s.phase == SECOND_SEAT:
            s.phase = SECOND_SLOT
        else:
            s.phase = FIRST_SLOT


@rule
def choose_slot(s: Cambio, seat: int, slot: int) -> None:
    """A slot means what the phase asks for."""
    phase = s.phase
    if phase == DRAWN or phase == TAKEN:
        swap(s, seat, slot)
    elif phase == PEEK:
        look(s, seat, seat, slot)
        after_discard(s, seat)
    elif phase == LOOK_SLOT:
        look_at(s, seat, s.at_seat, slot)
    elif phase == FIRST_SLOT:
        s.at_place = s.at_seat * SLOTS + slot
        s.phase = SECOND_SEAT
    elif phase == SECOND_SLOT:
        switch(s, seat, s.at_place, s.at_seat * SLOTS + slot)
    elif phase == MATCH_SLOT:
        match_other(s, seat, slot)
    elif phase == GIVE:
        give(s, seat, slot)


# ---- 2 a turn -----------------------------------------------------------------------------------------------------


@rule
def draw(s: Cambio, seat: int) -> None:
    """CA-2.2: draw and look at the card."""
    s.held = next_card(s)
    s.phase = DRAWN
    tell(s, DREW, seat, s.held, 0, 1 << seat)


@rule
def take(s: Cambio, seat: int) -> None:
    """CA-2.2, CA-2.4, CA-5.1: take the top discard, which nobody can snap any more."""
    s.pile_size -= 1
    s.held = s.pile[s.pile_size]
    s.open = 0
    s.tried = 0
    s.phase = TAKEN
    tell(s, TOOK, seat, s.held)


@rule
def swap(s: Cambio, seat: int, slot: int) -> None:
    """CA-2.3, CA-2.4, CA-3.6: the card goes into a slot, the replaced one on the discard pile without effect."""
    place = seat * SLOTS + slot
    old = s.grid[place]
    new = s.held
    taken = s.phase == TAKEN
    s.held = NONE
    s.grid[place] = new
    if taken:
        show(s, new)
        tell(s, SWAPPED_IN, seat, new, seat * 16 + slot)
    else:
        s.known[seat] |= 1 << new
        tell(s, SWAPPED_IN, seat, new, seat * 16 + slot, 1 << seat)
    take_out(s, old)
    tell(s, SWAPPED_OUT, seat, old, seat * 16 + slot)
    lay_discard(s, old)
    if taken:
        end_turn(s)
    else:
        after_discard(s, seat)


@rule
def discard(s: Cambio, seat: int) -> None:
    """CA-2.3, CA-2.5, CA-2.6: discard the drawn card; its effect triggers if it has a target."""
    card = s.held
    s.held = NONE
    tell(s, DISCARDED, seat, card)
    lay_discard(s, card)
    phase = effect(s, seat, card)
    if phase == START:
        after_discard(s, seat)
    else:
        s.phase = phase


@rule
def lay_discard(s: Cambio, card: int) -> None:
    """CA-5.1: a new top discard; each seat has one try at it where snapping is played."""
    put_on_pile(s, card)
    if s.matching >= SNAP_OWN:
        s.open = 1
        s.tried = 0


@large_rule
def after_discard(s: Cambio, seat: int) -> None:
    """CA-5.1: the turn's discard is done; in `own_turn` the seat may match it."""
    s.looked = NONE
    s.looks = 0
    if s.matching == OWN_TURN and s.filled[seat]:
        s.phase = MATCH
    else:
        end_turn(s)


# ---- 3 effects ----------------------------------------------------------------------------------------------------


@large_rule
def effect(s: Cambio, seat: int, card: int) -> int:
    """CA-3.1 to CA-3.5: the phase that a discarded card leads to; START if it has no effect or no target."""
    rank = RANKS[card]
    if rank == 7 or rank == 8:
        return PEEK if reachable(s, seat) else START
    if rank == 9 or rank == 10:
        return SPY if others(s, seat) else START
    if rank == JACK or rank == QUEEN:
        return SWITCH if switch_seats(s) else START
    if rank == KING_RANK and points(card) == 10:
        return KING if look_seats(s) else START
    return START


@rule
def look_at(s: Cambio, seat: int, owner: int, slot: int) -> None:
    """CA-3.2, CA-3.4: look at a card of anyone; a black king goes on."""
    s.phase = s.resume
    s.at_seat = NONE
    s.resume = START
    look(s, seat, owner, slot)
    if s.phase == SPY:
        after_discard(s, seat)
        return
    s.looks += 1
    s.looked = owner * SLOTS + slot
    if look_seats(s) == 0 and switch_seats(s) == 0:
        after_discard(s, seat)


@rule
def switch(s: Cambio, seat: int, first: int, second: int) -> None:
    """CA-3.3, CA-3.6: two cards change places unseen; what is known of a card stays known."""
    card = s.grid[first]
    s.grid[first] = s.grid[second]
    s.grid[second] = card
    s.at_seat = NONE
    s.at_place = NONE
    tell(s, SWITCHED, seat, NONE, first // SLOTS * 16 + first % SLOTS)
    tell(s, SWITCHED_WITH, seat, NONE, second // SLOTS * 16 + second % SLOTS)
    after_discard(s, seat)


@rule
def decline(s: Cambio, seat: int) -> None:
    """CA-3, CA-5.1: use no effect, or match nothing."""
    if s.phase == MATCH:
        tell(s, LEFT_IT, seat)
        end_turn(s)
    else:
        tell(s, DECLINED, seat)
        after_discard(s, seat)


# ---- 6 the clock --------------------------------------------------------------------------------------------------


@large_rule
def time_up(s: Cambio) -> None:
    """CA-6.4: draw and discard without the effect; place a taken card; decline; give the lowest slot."""
    clear_peeks(s)
    seat = must(s)
    tell(s, TIME_RAN_OUT, seat)
    if s.phase == GIVE:
        give(s, seat, lowest_bit(s.filled[seat]))
        return
    if s.phase > OVER:
        drop_picks(s)
    if s.phase == START:
        draw(s, seat)
    if s.phase == TAKEN:
        swap(s, seat, lowest_bit(s.filled[seat]))
        return
    if s.phase == DRAWN:
        tell(s, DISCARDED, seat, s.held)
        lay_discard(s, s.held)
        s.held = NONE
    s.looked = NONE
    s.looks = 0
    end_turn(s)


@rule
def drop_picks(s: Cambio) -> None:
    """Give up a move of several steps that is half made."""
    if s.phase == FIRST_SLOT or s.phase == SECOND_SEAT or s.phase == SECOND_SLOT:
        s.phase = SWITCH
    else:
        s.phase = s.resume
    s.resume = START
    s.actor = NONE
    s.at_seat = NONE
    s.at_place = NONE
