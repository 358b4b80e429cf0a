"""The rules of Cambio, in the order of its sheet. Each function names the statements it enforces."""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import DIAMONDS, HEARTS, JACK, QUEEN, rank_of, suit_of
from ...core.cards import KING as KING_RANK
from ...core.chance import below
from ...core.events import DEALT, DREW, NOBODY, OWN, TIME_RAN_OUT, TURNED, TURNS_RAN_OUT, WON, tell
from ...core.options import RANDOM
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.seats import everyone
from ...kit.stock import deal_card, drawable, fill_deck, in_deck, map_deck, mapped, next_card, put_on_pile, scramble, top
from .options import ENDS_ROUND, OWN_TURN, SNAP_ANY, SNAP_OWN
from .state import (
    CALL,
    CARDS,
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
    SLOT_BITS,
    SLOTS,
    SPY,
    START,
    SWITCH,
    SWITCH_AT,
    TAKE,
    TAKEN,
    Cambio,
)

(
    LOOKED,
    CALLED,
    TOOK,
    SWAPPED_IN,
    SWAPPED_OUT,
    DISCARDED,
    DECLINED,
    SWITCHED,
    SWITCHED_WITH,
    MATCHED,
    MISMATCHED,
    PENALTY_DEALT,
    GAVE,
    EMPTIED,
    SHOWED,
    TOTALLED,
    WRONG_CALL,
    NOTHING_TO_DRAW,
    LEFT_IT,
) = range(OWN, OWN + 19)


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


def worth(card: int) -> int:
    """CA-1.4: A 1, 2 to 10 face value, J, Q and black K 10, red K -1, joker 0."""
    if card >= JOKER:
        return 0
    rank = rank_of(card)
    if rank == 14:
        return 1
    if rank == KING_RANK and (suit_of(card) == DIAMONDS or suit_of(card) == HEARTS):
        return -1
    return rank if rank < 10 else 10


POINTS = bytes(worth(card) + 1 for card in range(CARDS))
"""The worth of each card and 1 more, since a byte is never negative."""
RANKS = bytes(rank_of(card) if card < JOKER else 0 for card in range(CARDS))
"""The rank of each card; the jokers have one of their own."""


@rule
def points(card: int) -> int:
    """CA-1.4: what a card is worth."""
    return POINTS[card] - 1


@rule
def burden(s: Cambio, seat: int) -> int:
    """CA-1.4: the points of a grid; they may be negative."""
    total = 0
    slots = s.filled[seat]
    while slots:
        total += points(s.grid[seat * SLOTS + lowest_bit(slots)])
        slots &= slots - 1
    return total


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
def effect_moves(s: Cambio, seat: int) -> int:
    """CA-3.1 to CA-3.4: what an effect lets a seat do."""
    if s.phase == PEEK:
        return reachable(s, seat)
    if s.phase == SPY:
        return others(s, seat) << LOOK_AT
    switches = switch_seats(s) << SWITCH_AT
    if s.phase == KING:
        return switches | look_seats(s) << LOOK_AT
    return switches


@rule
def start_moves(s: Cambio, seat: int) -> int:
    """CA-2.1, CA-2.2, CA-4.1: call, draw or take the top discard."""
    actions = 1 << DRAW
    if s.caller < 0:
        actions |= 1 << CALL
    if s.draw_from_discard and s.pile_size and s.filled[seat]:
        actions |= 1 << TAKE
    return actions


@large_rule
def picks(s: Cambio, seat: int) -> int:
    """The next step of a move that takes several, and the gift."""
    if s.phase == GIVE:
        return s.filled[seat]
    if s.phase == LOOK_SLOT:
        return reachable(s, s.at_seat) & ~slots_looked(s, s.at_seat)
    if s.phase == SECOND_SEAT:
        seats = 0
        for other in range(s.seats):
            if reachable(s, other) & ~own_place(s, other):
                seats |= 1 << other
        return seats << SWITCH_AT
    if s.phase == SECOND_SLOT:
        return reachable(s, s.at_seat) & ~own_place(s, s.at_seat)
    return reachable(s, s.at_seat)


@rule
def own_place(s: Cambio, seat: int) -> int:
    """The slot of this seat that is the first card of a switch, as a set."""
    return 1 << (s.at_place % SLOTS) if s.at_place // SLOTS == seat else 0


@rule
def reachable(s: Cambio, seat: int) -> int:
    """CA-2.6, CA-4.4: the slots of a seat that may be looked at, switched or matched."""
    return 0 if s.caller_locked and s.caller == seat else s.filled[seat]


@large_rule
def others(s: Cambio, seat: int) -> int:
    """CA-3.2: the opponents that have a card to look at."""
    seats = 0
    for other in range(s.seats):
        if other != seat and reachable(s, other):
            seats |= 1 << other
    return seats


@large_rule
def look_seats(s: Cambio) -> int:
    """CA-3.4: the seats with a card that a black king may still look at."""
    seats = 0
    if s.looks < 2:
        for seat in range(s.seats):
            if reachable(s, seat) & ~slots_looked(s, seat):
                seats |= 1 << seat
    return seats


@rule
def slots_looked(s: Cambio, seat: int) -> int:
    """CA-3.4: the slot of this seat that the black king has looked at already, as a set."""
    return 1 << (s.looked % SLOTS) if s.looked >= 0 and s.looked // SLOTS == seat else 0


@large_rule
def switch_seats(s: Cambio) -> int:
    """CA-3.3: the seats that have a card to switch, if there are two cards at all."""
    seats = 0
    cards = 0
    for seat in range(s.seats):
        slots = reachable(s, seat)
        if slots:
            seats |= 1 << seat
            cards += bit_count(slots)
    return seats if cards >= 2 else 0


@rule
def snaps(s: Cambio, seat: int) -> int:
    """CA-5.1: the matches a seat may try at this moment, in its turn or out of it."""
    if s.open == 0 or s.tried >> seat & 1 or s.phase >= GIVE:
        return 0
    actions = reachable(s, seat) << MATCH_OWN
    if s.matching == SNAP_ANY:
        actions |= others(s, seat) << MATCH_AT
    return actions


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
    forget(s, old)
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
def look(s: Cambio, seat: int, owner: int, slot: int) -> None:
    """CA-1.3, CA-3.1, CA-7.1: a seat looks at a card and from now on knows where it is."""
    card = s.grid[owner * SLOTS + slot]
    s.known[seat] |= 1 << card
    s.peek[seat] |= 1 << card
    s.peeks = 1
    tell(s, LOOKED, seat, card, owner * 16 + slot, 1 << seat)


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


@large_rule
def show(s: Cambio, card: int) -> None:
    """CA-3.6, CA-5.2: everybody knows where this card is."""
    only = 1 << card
    s.shown |= only
    for seat in range(s.seats):
        s.known[seat] |= only


@rule
def forget(s: Cambio, card: int) -> None:
    """A card has left the grids."""
    rest = ~(1 << card)
    s.shown &= rest
    for seat in range(s.seats):
        s.known[seat] &= rest


@rule
def clear_peeks(s: Cambio) -> None:
    """CA-7.1: a new move: cards that were shown for a moment are turned back."""
    s.flash = 0
    if s.peeks:
        s.peeks = 0
        for seat in range(s.seats):
            s.peek[seat] = 0


# ---- 4 the call ---------------------------------------------------------------------------------------------------


@rule
def call(s: Cambio, seat: int) -> None:
    """CA-4.1: every other seat has one more turn."""
    s.caller = seat
    s.owed = everyone(s) & ~(1 << seat)


@large_rule
def end_turn(s: Cambio) -> None:
    """CA-4.1, CA-6.1, CA-6.2: on to the next seat that has a turn, or to the count."""
    s.phase = START
    s.turns += 1
    s.turns_each[s.turn] += 1
    if s.caller >= 0 and s.uncounted == 0:
        s.owed &= ~(1 << s.turn)
    s.uncounted = 0
    if s.caller >= 0 and s.owed == 0:
        score_round(s)
        return
    s.turn = next_seat(s, s.turn)
    while s.caller >= 0 and not s.owed >> s.turn & 1:
        s.turn = next_seat(s, s.turn)
    begin_turn(s)


@rule
def next_seat(s: Cambio, seat: int) -> int:
    """The seat after this one."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def begin_turn(s: Cambio) -> None:
    """CA-6.1, CA-6.2: a turn without a card to draw, or one turn too many, ends the round."""
    if drawable(s) == 0:
        tell(s, NOTHING_TO_DRAW, NONE)
        score_round(s)
    elif s.caller < 0 and s.turns_each[s.turn] >= s.max_turns_each:
        tell(s, TURNS_RAN_OUT, NONE)
        score_round(s)


@large_rule
def score_round(s: Cambio) -> None:
    """CA-4.1, CA-4.2, CA-4.3: all cards are shown; the lowest total wins, and a caller loses a tie."""
    clear_peeks(s)
    s.open = 0
    s.tried = 0
    s.phase = OVER
    lowest = 999
    for seat in range(s.seats):
        total = show_grid(s, seat)
        if total < lowest:
            lowest = total
            s.winners = 0
        if total == lowest:
            s.winners |= 1 << seat
    if s.caller >= 0 and s.winners & ~(1 << s.caller):
        s.winners &= ~(1 << s.caller)
        tell(s, WRONG_CALL, s.caller, NONE, s.wrong_call_penalty)
    for seat in range(s.seats):
        if s.winners >> seat & 1:
            tell(s, WON, seat)


@rule
def show_grid(s: Cambio, seat: int) -> int:
    """CA-4.2: turn up a grid; its total."""
    total = 0
    slots = s.filled[seat]
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        card = s.grid[seat * SLOTS + slot]
        total += points(card)
        tell(s, SHOWED, seat, card, seat * 16 + slot)
    tell(s, TOTALLED, seat, NONE, total)
    return total


@rule
def score(s: Cambio, seat: int) -> int:
    """CA-4.3, CA-6.3: the total, and the penalty of a caller who is not the sole lowest."""
    total = burden(s, seat)
    if seat == s.caller and not s.winners >> seat & 1:
        total += s.wrong_call_penalty
    return total


# ---- 5 matching discards ------------------------------------------------------------------------------------------


@rule
def alike(card: int, other: int) -> int:
    """CA-5.1: the same rank; all kings share one, and so do the jokers."""
    return 1 if RANKS[card] == RANKS[other] else 0


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
        forget(s, card)
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


# ---- what is hidden -----------------------------------------------------------------------------------------------


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
