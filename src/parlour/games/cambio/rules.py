"""The rules of Cambio, in the order of its sheet. Each function names the statements it enforces.

`grid` deals, shows and counts cards, `targets` lists the choices of a seat, and `knowledge` has the hidden information.
"""

from ...core.bits import lowest_bit
from ...core.events import NOBODY, PLACES, TIME_RAN_OUT, TURNED, tell
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.seats import choose_first_seat, declare_winners, everyone, seats_that_cut_in
from ...kit.stock import deal_card, drawable, fill_deck, next_card, put_on_pile, top
from . import events, grid, state, targets
from .cards import EFFECTS, alike
from .options import ENDS_ROUND, OWN_TURN, SNAP_OWN
from .state import Cambio

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@large_rule
def setup(s: Cambio) -> None:
    """CA-1.1, CA-1.2, CA-1.3, CA-1.4, ALL-6: deal the grids, turn up a discard, look at the closest cards."""
    fill_deck(s, state.JOKER + s.jokers)
    choose_first_seat(s)
    for seat in range(s.seats):
        for slot in range(4):
            card = deal_card(s)
            s.grid[seat * state.SLOTS + slot] = card
            tell(s, events.DEALT, seat, card, seat * 16 + slot, NOBODY)
        s.filled[seat] = 15
    if s.start_discard:
        card = deal_card(s)
        lay_discard(s, card)
        tell(s, TURNED, NONE, card)
    for seat in range(s.seats):
        for i in range(s.memory_cards):
            grid.look(s, seat, seat, (i + 2) % 4)


# ---- who moves, and the legal moves -------------------------------------------------------------------------------


@rule
def must(s: Cambio) -> int:
    """Return the seat in turn, or the one that owes a gift; NONE at the end."""
    if s.phase == state.OVER:
        return NONE
    return s.actor if s.actor >= 0 else s.turn


@rule
def may(s: Cambio) -> int:
    """CA-5.1: return the other seats that can snap the top discard now."""
    if s.open == 0 or s.phase >= state.GIVE:
        return 0
    return seats_that_cut_in(s, targets.snaps)


@large_rule
def legal(s: Cambio, seat: int) -> int:
    """CA-2.3, CA-2.4, CA-5.1: return what this seat may do now, as a set of actions."""
    if seat != (s.actor if s.actor >= 0 else s.turn):
        return targets.snaps(s, seat)
    phase = s.phase
    if phase > state.MATCH:
        return 0 if phase == state.OVER else targets.picks(s, seat)
    if phase == state.MATCH:
        return s.filled[seat] << state.MATCH_OWN | 1 << state.DECLINE
    if phase == state.START:
        actions = targets.start_moves(s, seat)
    elif phase == state.DRAWN:
        actions = s.filled[seat] | 1 << state.DISCARD
    elif phase == state.TAKEN:
        actions = s.filled[seat]
    else:
        actions = targets.effect_moves(s, seat) | 1 << state.DECLINE
    return actions | targets.snaps(s, seat) if s.open else actions


@rule
def laying(s: Cambio) -> int:
    """Whether a move of several steps is half made."""
    return 1 if s.phase > state.OVER else 0


@large_rule
def act(s: Cambio, seat: int, action: int) -> None:
    """Make one step of a move."""
    if (s.peeks or s.flash) and s.phase <= state.OVER:
        grid.clear_peeks(s)
    if action < state.LOOK_AT:
        choose_slot(s, seat, action)
    elif action < state.CALL:
        s.at_seat = action - state.LOOK_AT
        s.resume = s.phase
        s.phase = state.LOOK_SLOT
    elif action == state.DRAW:
        draw(s, seat)
    elif action == state.DISCARD:
        discard(s, seat)
    elif action == state.DECLINE:
        decline(s, seat)
    elif action == state.CALL:
        tell(s, events.CALLED, seat)
        call(s, seat)
        end_turn(s)
    elif action == state.TAKE:
        take(s, seat)
    elif action < state.MATCH_AT:
        match(s, seat, seat, action - state.MATCH_OWN)
    elif action < state.SWITCH_AT:
        s.at_seat = action - state.MATCH_AT
        s.resume = s.phase
        s.actor = seat
        s.phase = state.MATCH_SLOT
    else:
        s.at_seat = action - state.SWITCH_AT
        if s.phase == state.SECOND_SEAT:
            s.phase = state.SECOND_SLOT
        else:
            s.phase = state.FIRST_SLOT


@rule
def choose_slot(s: Cambio, seat: int, slot: int) -> None:
    """Use a slot for what the phase asks for."""
    phase = s.phase
    if phase == state.DRAWN or phase == state.TAKEN:
        swap(s, seat, slot)
    elif phase == state.PEEK:
        grid.look(s, seat, seat, slot)
        after_discard(s, seat)
    elif phase == state.LOOK_SLOT:
        look_at(s, seat, s.at_seat, slot)
    elif phase == state.FIRST_SLOT:
        s.at_place = s.at_seat * state.SLOTS + slot
        s.phase = state.SECOND_SEAT
    elif phase == state.SECOND_SLOT:
        switch(s, seat, s.at_place, s.at_seat * state.SLOTS + slot)
    elif phase == state.MATCH_SLOT:
        match_other(s, seat, slot)
    elif phase == state.GIVE:
        give(s, seat, slot)


# ---- 2 a turn -----------------------------------------------------------------------------------------------------


@rule
def draw(s: Cambio, seat: int) -> None:
    """CA-2.2: draw and look at the card."""
    s.held = next_card(s)
    s.phase = state.DRAWN
    tell(s, events.DREW, seat, s.held, 0, 1 << seat)


@rule
def take(s: Cambio, seat: int) -> None:
    """CA-2.2, CA-2.4, CA-5.1: take the top discard, which nobody can snap any more."""
    s.pile_size -= 1
    s.held = s.pile[s.pile_size]
    s.open = 0
    s.tried = 0
    s.phase = state.TAKEN
    tell(s, events.TOOK, seat, s.held)


@rule
def swap(s: Cambio, seat: int, slot: int) -> None:
    """CA-2.3, CA-2.4, CA-3.6: put the card into a slot, and the replaced one on the discard pile without effect."""
    place = seat * state.SLOTS + slot
    old = s.grid[place]
    new = s.held
    taken = s.phase == state.TAKEN
    s.held = NONE
    s.grid[place] = new
    if taken:
        grid.show(s, new)
        tell(s, events.SWAPPED_IN, seat, new, seat * 16 + slot)
    else:
        s.known[seat] |= 1 << new
        tell(s, events.SWAPPED_IN, seat, new, seat * 16 + slot, 1 << seat)
    grid.take_out(s, old)
    tell(s, events.SWAPPED_OUT, seat, old, seat * 16 + slot)
    lay_discard(s, old)
    if taken:
        end_turn(s)
    else:
        after_discard(s, seat)


@rule
def discard(s: Cambio, seat: int) -> None:
    """CA-2.3, CA-2.5, CA-2.6, CA-3: discard the drawn card; its effect triggers if it has a target."""
    card = s.held
    s.held = NONE
    tell(s, events.DISCARDED, seat, card)
    lay_discard(s, card)
    s.phase = EFFECTS[card]
    if s.phase == state.START or targets.effect_moves(s, seat) == 0:
        after_discard(s, seat)


@rule
def lay_discard(s: Cambio, card: int) -> None:
    """CA-5.1: lay a new top discard; where snapping is played, each seat has one try at it."""
    put_on_pile(s, card)
    if s.matching >= SNAP_OWN:
        s.open = 1
        s.tried = 0


@large_rule
def after_discard(s: Cambio, seat: int) -> None:
    """CA-5.1: finish the turn's discard; with `own_turn` the seat may match it."""
    s.looked = NONE
    s.looks = 0
    if s.matching == OWN_TURN and s.filled[seat]:
        s.phase = state.MATCH
    else:
        end_turn(s)


@large_rule
def end_turn(s: Cambio) -> None:
    """CA-4.1, CA-6.1, CA-6.2: move on to the next seat that has a turn, or to the scoring."""
    s.phase = state.START
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
    """Return the seat after this one."""
    return seat + 1 if seat + 1 < s.seats else 0


# ---- 3 effects ----------------------------------------------------------------------------------------------------


@rule
def look_at(s: Cambio, seat: int, owner: int, slot: int) -> None:
    """CA-3.2, CA-3.4: look at anyone's card; with a black king the effect goes on."""
    s.phase = s.resume
    s.at_seat = NONE
    s.resume = state.START
    grid.look(s, seat, owner, slot)
    if s.phase == state.SPY:
        after_discard(s, seat)
        return
    s.looks += 1
    s.looked = owner * state.SLOTS + slot
    if targets.effect_moves(s, seat) == 0:
        after_discard(s, seat)


@rule
def switch(s: Cambio, seat: int, first: int, second: int) -> None:
    """CA-3.3, CA-3.6: exchange two cards unseen; seats that knew a card still know where it is."""
    card = s.grid[first]
    s.grid[first] = s.grid[second]
    s.grid[second] = card
    s.at_seat = NONE
    s.at_place = NONE
    tell(s, events.SWITCHED, seat, NONE, first // state.SLOTS * 16 + first % state.SLOTS)
    tell(s, events.SWITCHED_WITH, seat, NONE, second // state.SLOTS * 16 + second % state.SLOTS)
    after_discard(s, seat)


@rule
def decline(s: Cambio, seat: int) -> None:
    """CA-3, CA-5.1: use no effect, or match nothing."""
    if s.phase == state.MATCH:
        tell(s, events.LEFT_IT, seat)
        end_turn(s)
    else:
        tell(s, events.DECLINED, seat)
        after_discard(s, seat)


# ---- 4 the call ---------------------------------------------------------------------------------------------------


@rule
def call(s: Cambio, seat: int) -> None:
    """CA-4.1: call; every other seat has one more turn."""
    s.caller = seat
    s.owed = everyone(s) & ~(1 << seat)


@large_rule
def score_round(s: Cambio) -> None:
    """CA-4.1, CA-4.2, CA-4.3: show all cards; the lowest total wins."""
    grid.clear_peeks(s)
    s.open = 0
    s.tried = 0
    s.phase = state.OVER
    for seat in range(s.seats):
        grid.show_grid(s, seat)
    winners = winning_seats(s)
    if s.caller >= 0 and not winners >> s.caller & 1:
        tell(s, events.WRONG_CALL, s.caller, NONE, s.wrong_call_penalty)
    declare_winners(s, winners)


@large_rule
def winning_seats(s: Cambio) -> int:
    """CA-4.2, ALL-5: return the seats with the lowest total; a caller loses a tie."""
    lowest = grid.hand_points(s, 0)
    winners = 1
    for seat in range(1, s.seats):
        total = grid.hand_points(s, seat)
        if total < lowest:
            lowest = total
            winners = 0
        if total == lowest:
            winners |= 1 << seat
    if s.caller >= 0 and winners & ~(1 << s.caller):
        winners &= ~(1 << s.caller)
    return winners


@rule
def score(s: Cambio, seat: int) -> int:
    """CA-4.3, CA-6.3: return the total, plus the penalty of a caller who does not have the lowest total alone."""
    total = grid.hand_points(s, seat)
    if seat == s.caller and not s.winners >> seat & 1:
        total += s.wrong_call_penalty
    return total


# ---- 5 matching discards ------------------------------------------------------------------------------------------


@large_rule
def match(s: Cambio, seat: int, owner: int, slot: int) -> int:
    """CA-5.1, CA-5.2: put a card on the discard it is believed to match; 1 if it does."""
    place = owner * state.SLOTS + slot
    card = s.grid[place]
    s.tried |= 1 << seat
    right = alike(card, top(s))
    if right:
        s.grid[place] = NONE
        s.filled[owner] &= ~(1 << slot)
        if place == s.looked:
            s.looked = NONE
        grid.take_out(s, card)
        s.open = 0
        s.tried = 0
        put_on_pile(s, card)
        tell(s, events.MATCHED, seat, card, owner * 16 + slot)
    else:
        grid.show(s, card)
        s.flash |= 1 << card
        tell(s, events.MISMATCHED, seat, card, owner * 16 + slot)
        grid.add_penalty_cards(s, seat)
    if s.phase == state.MATCH:
        s.tried = 0
        if right and s.filled[seat] == 0:
            run_out(s, seat)
        end_turn(s)
    elif owner == seat:
        if right and s.filled[seat] == 0:
            run_out(s, seat)
        go_on(s)
    return right


@large_rule
def match_other(s: Cambio, seat: int, slot: int) -> None:
    """CA-5.1: match an opponent's card; the opponent gets one of the matcher's own cards in its place."""
    owner = s.at_seat
    s.phase = s.resume
    s.resume = state.START
    s.at_seat = NONE
    s.actor = NONE
    if match(s, seat, owner, slot) == 0:
        go_on(s)
    elif s.filled[seat]:
        s.resume = s.phase
        s.phase = state.GIVE
        s.actor = seat
        s.gift = owner * state.SLOTS + slot
    else:
        if s.filled[owner] == 0:
            run_out(s, owner)
        go_on(s)


@large_rule
def give(s: Cambio, seat: int, slot: int) -> None:
    """CA-5.1, CA-3.6: put the gift into the emptied slot, unseen."""
    s.grid[s.gift] = s.grid[seat * state.SLOTS + slot]
    s.grid[seat * state.SLOTS + slot] = NONE
    s.filled[s.gift // state.SLOTS] |= 1 << s.gift % state.SLOTS
    s.filled[seat] &= ~(1 << slot)
    if s.looked == seat * state.SLOTS + slot:
        s.looked = s.gift
    tell(s, events.GAVE, seat, NONE, (seat * 16 + slot) * PLACES + s.gift // state.SLOTS * 16 + s.gift % state.SLOTS)
    s.phase = s.resume
    s.resume = state.START
    s.actor = NONE
    s.gift = NONE
    if s.filled[seat] == 0:
        run_out(s, seat)
    go_on(s)


@large_rule
def run_out(s: Cambio, seat: int) -> None:
    """CA-5.3: let a seat without cards play on, or treat it as calling at this moment."""
    tell(s, events.EMPTIED, seat)
    if s.empty_grid != ENDS_ROUND or s.caller >= 0:
        return
    call(s, seat)
    if s.phase != state.START:
        s.uncounted = 1
    elif seat == s.turn:
        end_turn(s)


@large_rule
def go_on(s: Cambio) -> None:
    """CA-2.6, CA-6.1: after a snap, end the round if nothing is left to draw; skip an effect without a target."""
    if s.phase == state.START and drawable(s) == 0:
        tell(s, events.NOTHING_TO_DRAW, NONE)
        score_round(s)
    # version 1 waited for `decline`
    elif s.rules > 1 and state.PEEK <= s.phase <= state.KING and targets.effect_moves(s, s.turn) == 0:
        after_discard(s, s.turn)


# ---- 6 ends -------------------------------------------------------------------------------------------------------


@rule
def begin_turn(s: Cambio) -> None:
    """CA-6.1, CA-6.2: end the round if there is no card to draw or the seat has used up its turns."""
    if drawable(s) == 0:
        tell(s, events.NOTHING_TO_DRAW, NONE)
        score_round(s)
    elif s.caller < 0 and s.turns_each[s.turn] >= s.max_turns_each:
        tell(s, events.TURNS_RAN_OUT, NONE)
        score_round(s)


@large_rule
def time_up(s: Cambio) -> None:
    """CA-6.4: draw and discard without the effect; place a taken card; decline; give the lowest slot."""
    grid.clear_peeks(s)
    seat = must(s)
    tell(s, TIME_RAN_OUT, seat)
    if s.phase == state.GIVE:
        give(s, seat, lowest_bit(s.filled[seat]))
        return
    if s.phase > state.OVER:
        drop_picks(s)
    if s.phase == state.START:
        draw(s, seat)
    if s.phase == state.TAKEN:
        swap(s, seat, lowest_bit(s.filled[seat]))
        return
    if s.phase == state.DRAWN:
        tell(s, events.DISCARDED, seat, s.held)
        lay_discard(s, s.held)
        s.held = NONE
    s.looked = NONE
    s.looks = 0
    end_turn(s)


@rule
def drop_picks(s: Cambio) -> None:
    """Abandon a move of several steps that is half made."""
    if s.phase == state.FIRST_SLOT or s.phase == state.SECOND_SEAT or s.phase == state.SECOND_SLOT:
        s.phase = state.SWITCH
    else:
        s.phase = s.resume
    s.resume = state.START
    s.actor = NONE
    s.at_seat = NONE
    s.at_place = NONE
