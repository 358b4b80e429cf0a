"""The rules of Match Mania, in the order of its sheet. Each function names the statements it enforces.

`matching` says which cards match, `hands` adds cards to hands and removes them, and `knowledge` has the hidden information.
"""

from ...core.bits import lowest_bit
from ...core.chance import below
from ...core.events import BLOCKED, DEALT, DREW, PASSED, PLAYED, TIME_RAN_OUT, TURNED, TURNS_RAN_OUT, tell
from ...core.rule import large_rule, rule
from ...core.seats import seat_after
from ...core.state import NONE
from ...kit.scores import points_of_losers
from ...kit.seats import choose_first_seat, declare_winners, seats_that_cut_in
from ...kit.stock import deal_card, drawable, fill_deck, next_card, put_on_pile
from . import events, hands, matching, state
from .cards import DRAW_TWO, REVERSE, SKIP, WILD, WILD_FOUR, colour_of, face_of, kind_of, of_colour, penalty_of
from .options import AUTO, DECK, MANUAL, NUMBER
from .state import MatchMania, judge, layer

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@rule
def setup(s: MatchMania) -> None:
    """MM-1.1, MM-1.2, MM-4.3, MM-7.9, ALL-6: shuffle until a card may start, deal, turn that card up."""
    cards = s.decks * DECK
    while True:
        fill_deck(s, cards)
        if has_starter(s, cards - s.seats * s.hand_size):
            break
    choose_first_seat(s)
    for seat in range(s.seats):
        for _ in range(s.hand_size):
            card = deal_card(s)
            hands.take(s, seat, card)
            tell(s, DEALT, seat, card, 0, 1 << seat)
    turn_up(s)
    if s.kind >= SKIP:
        wake(s)


@rule
def may_start(s: MatchMania, card: int) -> int:
    """MM-1.2: whether a card may start a game: never a Wild +4, and with `start_card` number only a number."""
    kind = kind_of(card)
    if s.start_card == NUMBER:
        return 1 if kind < WILD and face_of(kind) < SKIP else 0
    return 1 if kind != WILD_FOUR else 0


@rule
def has_starter(s: MatchMania, left: int) -> int:
    """MM-7.9: whether one of the cards that will be left may start; the first one checked usually may."""
    for i in range(left):
        if may_start(s, s.deck[left - 1 - i]):
            return 1
    return 0


@rule
def turn_up(s: MatchMania) -> None:
    """MM-1.2: turn up a card; one that may not start goes back into the deck at a random place."""
    last = s.deck_size - 1
    while not may_start(s, s.deck[last]):
        other = below(s, s.deck_size)
        card = s.deck[last]
        s.deck[last] = s.deck[other]
        s.deck[other] = card
        tell(s, events.PUT_BACK, NONE)
    card = deal_card(s)
    put_on_pile(s, card)
    s.kind = kind_of(card)
    s.colour = colour_of(s.kind)
    tell(s, TURNED, NONE, card)


@rule
def wake(s: MatchMania) -> None:
    """MM-1.2, MM-7.9: apply an action card turned up at the start to the first seat; a Wild lets that seat name the colour."""
    face = face_of(s.kind)
    if s.kind == WILD:
        s.phase = state.START
    elif face == SKIP or (face == REVERSE and s.seats == 2):
        skip(s, s.turn)
    elif face == REVERSE:
        reverse(s)
        s.turn = seat_after(s, s.turn, 1)
    elif face == DRAW_TWO:
        s.penalty = 2
        tell(s, events.OPENED_PENALTY, s.turn, NONE, 2)
        if not matching.is_answerable(s):
            pay_at_once(s, s.turn)


# ---- who moves, and the legal moves -------------------------------------------------------------------------------


@rule
def may(s: MatchMania) -> int:
    """MM-4.1, MM-4.4, MM-7.5: return the seats that can jump in, catch or call now."""
    if s.window == 0 and s.catch < 0:
        return 0
    return seats_that_cut_in(s, out_of_turn)


@rule
def legal(s: MatchMania, seat: int) -> int:
    """Return what this seat may do now, as a set of actions."""
    if seat != s.turn:
        return out_of_turn(s, seat)
    if s.phase == state.PLAY:
        if s.penalty:
            return matching.answers(s, seat) | calls(s, seat)
        actions = matching.playable(s, seat)
        if actions == 0 or s.draw_to_match == 0:
            actions |= state.DRAW_BIT
        if s.call_out == MANUAL:
            actions |= calls(s, seat)
        return actions
    if s.phase == state.DRAWN:
        actions = 1 << kind_of(s.drawn) | calls(s, seat)
        return actions if s.force_play or s.draw_to_match else actions | state.DRAW_BIT
    if s.phase == state.NAME or s.phase == state.START:
        return state.NAME_BITS
    if s.phase == state.SWAP:
        return (1 << s.seats) - 1 & ~(1 << seat)
    return 0


@rule
def out_of_turn(s: MatchMania, seat: int) -> int:
    """MM-4.1, MM-7.4, MM-7.5: return the moves out of turn whose windows are open: the identical card, a catch, a late call."""
    actions = 0
    if s.window:
        actions = s.kinds[seat] & 1 << s.kind
    if s.catch >= 0:
        actions |= state.CALL_BIT if seat == s.catch else state.CATCH_BIT
    return actions


@rule
def calls(s: MatchMania, seat: int) -> int:
    """MM-4.4, MM-7.6: call with two cards in turn or while the seat can be caught; catch another."""
    if s.call_out == AUTO:
        return 0
    actions = 0
    if seat == s.catch or (s.sizes[seat] == 2 and s.called == 0):
        actions = state.CALL_BIT
    if s.catch >= 0 and seat != s.catch:
        actions |= state.CATCH_BIT
    return actions


@large_rule
def act(s: MatchMania, seat: int, action: int) -> None:
    """Make a move."""
    if s.phase == state.SWAP:
        swap(s, seat, action)
    elif action < state.DRAW:
        play(s, seat, action)
    elif action == state.DRAW:
        do_without(s, seat)
    elif action < state.CHALLENGE:
        name_colour(s, seat, action - state.NAMES)
    elif action == state.CHALLENGE:
        challenge(s, seat)
    elif action == state.CALL:
        call(s, seat)
    elif action == state.CATCH:
        catch_out(s, seat)


# ---- 2 a turn -----------------------------------------------------------------------------------------------------


@large_rule
def play(s: MatchMania, seat: int, kind: int) -> None:
    """MM-2.1, MM-5.1, MM-7.4, MM-7.7: lay a card, in turn or jumping in; the last one wins at once."""
    close_windows(s)
    if kind == WILD_FOUR or s.draw_to_match:
        matching.rule_out(s, seat, kind)
    if seat != s.turn:
        s.turn = seat
        s.called = 0
        tell(s, events.JUMPED_IN, seat)
    s.passes = 0
    s.phase = state.PLAY
    s.drawn = NONE
    card = hands.leave(s, seat, kind)
    put_on_pile(s, card)
    tell(s, PLAYED, seat, card)
    was = s.colour
    s.kind = kind
    s.colour = colour_of(kind)
    forget_guilt(s)
    if s.sizes[seat] == 0:
        finish(s, seat)
    elif kind >= WILD:
        s.phase = state.NAME
        if kind == WILD_FOUR and s.challenge:
            s.before = was
            judge(s)
    elif s.seven_o and face_of(kind) == 7:
        s.phase = state.SWAP
    else:
        complete(s, seat, s.sizes[seat])


@large_rule
def complete(s: MatchMania, seat: int, left: int) -> None:
    """MM-3.1 to MM-3.5, MM-7.5, MM-7.6, ALL-9: apply the play; then others may jump in on it or catch the player.

    `left` is the number of cards the seat had left when it had laid its card.
    """
    s.phase = state.PLAY
    s.turns += 1
    take_effect(s, seat)
    if s.jump_in and s.kind < WILD:
        s.window = 1
    if left == 1 and s.sizes[seat] == 1:
        if s.call_out == AUTO:
            tell(s, events.ON_LAST_CARD, seat)
        elif s.called == 0:
            s.catch = seat
    s.called = 0
    check_limit(s)


@rule
def take_effect(s: MatchMania, seat: int) -> None:
    """MM-3.1, MM-3.2, MM-3.3, MM-3.5, MM-4.2: apply the card on top and decide who is next."""
    following = seat_after(s, seat, 1)
    face = face_of(s.kind)
    if penalty_of(s.kind):
        s.penalty += penalty_of(s.kind)
        tell(s, events.OPENED_PENALTY, following, NONE, s.penalty)
        s.turn = following
        if not matching.is_answerable(s):
            pay_at_once(s, following)
    elif s.kind == WILD or face < SKIP:
        if face == 0 and s.seven_o and s.kind != WILD:
            tell(s, events.PASSED_HANDS_ON, seat)
            hands.pass_hands_on(s)
        s.turn = following
    elif face == SKIP or s.seats == 2:
        skip(s, following)
    else:
        reverse(s)
        s.turn = seat_after(s, seat, 1)


@rule
def do_without(s: MatchMania, seat: int) -> None:
    """MM-2.2, MM-7.1, MM-7.8: don't play a card: keep the drawn one, take the penalty, draw, or pass if nothing is left."""
    close_windows(s)
    if s.phase == state.DRAWN:
        tell(s, events.KEPT, seat)
        end_turn(s, seat, 1)
    elif s.penalty:
        end_turn(s, seat, take_penalty(s, seat))
    else:
        draw(s, seat)


@large_rule
def draw(s: MatchMania, seat: int) -> None:
    """MM-2.2, MM-2.3, MM-2.4, MM-2.5, MM-7.8: draw one card, or until one fits; it may be played, or the turn passes."""
    drawn = 0
    while True:
        card = next_card(s)
        if card == NONE:
            break
        drawn += 1
        hands.take(s, seat, card)
        tell(s, DREW, seat, card, 0, 1 << seat)
        if matching.playable(s, seat) >> kind_of(card) & 1:
            if s.play_drawn:
                s.phase = state.DRAWN
                s.drawn = card
                s.passes = 0
                return
        if s.draw_to_match == 0:
            break
    if s.draw_to_match:
        s.lacks[seat] |= matching.kinds_that_go(s)
    if drawn:
        tell(s, events.KEPT, seat)
    end_turn(s, seat, drawn)


@large_rule
def end_turn(s: MatchMania, seat: int, drawn: int) -> None:
    """ALL-5, ALL-9: end a turn without a play; the game ends once every seat in a row has had to pass."""
    s.phase = state.PLAY
    s.drawn = NONE
    s.called = 0
    s.turns += 1
    s.turn = seat_after(s, seat, 1)
    if drawn:
        s.passes = 0
    else:
        s.passes += 1
        tell(s, PASSED, seat)
    if s.passes >= s.seats:
        tell(s, BLOCKED, NONE)
        win(s, hands.smallest(s))
    else:
        check_limit(s)


@rule
def close_windows(s: MatchMania) -> None:
    """MM-7.5: at the next move, close the windows that the last play opened."""
    s.window = 0
    s.catch = NONE


# ---- 3 actions ----------------------------------------------------------------------------------------------------


@rule
def skip(s: MatchMania, seat: int) -> None:
    """MM-3.1: skip a seat, which loses its turn."""
    tell(s, events.SKIPPED, seat)
    s.turn = seat_after(s, seat, 1)


@rule
def reverse(s: MatchMania) -> None:
    """MM-3.2: reverse the direction of play."""
    s.direction = -s.direction
    tell(s, events.REVERSED, NONE)


@large_rule
def take_penalty(s: MatchMania, seat: int) -> int:
    """MM-3.3, MM-3.5, ALL-2: draw the sum or what there is, and clear the sum; return how many cards it was."""
    count = min(s.penalty, drawable(s))
    s.penalty = 0
    forget_guilt(s)
    if count:
        tell(s, events.TOOK_PENALTY, seat, NONE, count)
    return hands.draw_cards(s, seat, count)


@rule
def pay_at_once(s: MatchMania, seat: int) -> None:
    """MM-7.1: draw a penalty that leaves no choice as part of the play; the turn is lost."""
    take_penalty(s, seat)
    s.turn = seat_after(s, seat, 1)


@rule
def name_colour(s: MatchMania, seat: int, colour: int) -> None:
    """MM-3.4, MM-3.5, MM-1.2: name the colour of a Wild; after a Wild turned up at the start, the same seat has its turn."""
    s.colour = colour
    tell(s, events.NAMED + colour, seat)
    if s.phase == state.START:
        s.phase = state.PLAY
    else:
        complete(s, seat, s.sizes[seat])


@large_rule
def challenge(s: MatchMania, seat: int) -> None:
    """MM-3.6, MM-7.2: look at the hand; a guilty player draws the sum, else the challenger draws it and two more."""
    close_windows(s)
    offender = layer(s)
    tell(s, events.CHALLENGED, seat, NONE, offender)
    hands.look_at_hand(s, seat, offender)
    if s.guilty:
        tell(s, events.WAS_GUILTY, offender)
        take_penalty(s, offender)
    else:
        tell(s, events.WAS_INNOCENT, offender)
        if s.alone < 0:
            s.lacks[offender] |= of_colour(s.before)
        s.penalty += 2
        end_turn(s, seat, take_penalty(s, seat))


@rule
def forget_guilt(s: MatchMania) -> None:
    """Record that the Wild +4 can no longer be challenged."""
    s.guilty = 0
    s.before = NONE
    s.alone = NONE


# ---- 4 planned rules ----------------------------------------------------------------------------------------------


@rule
def swap(s: MatchMania, seat: int, other: int) -> None:
    """MM-4.2: swap hands after a 7."""
    left = s.sizes[seat]
    tell(s, events.SWAPPED, seat, NONE, other)
    hands.exchange_hands(s, seat, other)
    complete(s, seat, left)


@rule
def call(s: MatchMania, seat: int) -> None:
    """MM-4.4, MM-7.6: call the last card, before playing or while the player can still be caught."""
    tell(s, events.CALLED, seat)
    if seat == s.catch:
        s.catch = NONE
    else:
        s.called = 1


@large_rule
def catch_out(s: MatchMania, seat: int) -> None:
    """MM-4.4, MM-7.5: make the seat that did not call draw two; nothing else changes."""
    caught = s.catch
    s.catch = NONE
    tell(s, events.CAUGHT, seat, NONE, caught)
    if s.before >= 0 and caught == layer(s):
        s.alone = hands.only_card(s, caught)
    hands.draw_cards(s, caught, 2)


# ---- 5 winning and score ------------------------------------------------------------------------------------------


@rule
def finish(s: MatchMania, seat: int) -> None:
    """MM-5.1, MM-7.7: let a seat with no cards left win; a pending sum is still drawn, because points are counted."""
    if penalty_of(s.kind):
        s.penalty += penalty_of(s.kind)
        take_penalty(s, seat_after(s, seat, 1))
    win(s, 1 << seat)


@rule
def check_limit(s: MatchMania) -> None:
    """ALL-9, MM-7.7: end the game when the turns have run out; an open sum is drawn before the cards are counted."""
    if s.turns >= s.max_turns:
        tell(s, TURNS_RAN_OUT, NONE)
        # in version 1 the sum was dropped
        if s.penalty and s.rules > 1:
            take_penalty(s, s.turn)
        win(s, hands.smallest(s))


@large_rule
def win(s: MatchMania, seats: int) -> None:
    """End the game with these winners."""
    close_windows(s)
    forget_guilt(s)
    s.penalty = 0
    s.called = 0
    s.phase = state.OVER
    declare_winners(s, seats)


@rule
def score(s: MatchMania, seat: int) -> int:
    """MM-5.2, MM-7.10: return a seat's score: a winner gets the points in the hands of those that did not win."""
    return points_of_losers(s, seat, hands.hand_points)


# ---- 6 for people -------------------------------------------------------------------------------------------------


@large_rule
def time_up(s: MatchMania) -> None:
    """MM-6.5: draw and keep, or take the penalty; a forced card is played; a pending choice takes the simplest option."""
    seat = s.turn
    tell(s, TIME_RAN_OUT, seat)
    if s.phase == state.PLAY:
        if s.penalty == 0 and s.draw_to_match and matching.playable(s, seat):
            play(s, seat, lowest_bit(matching.playable(s, seat)))
        else:
            do_without(s, seat)
    elif s.phase == state.START:
        name_colour(s, seat, hands.commonest_colour(s, seat))
        return
    if s.phase == state.DRAWN:
        if s.force_play or s.draw_to_match:
            play(s, seat, kind_of(s.drawn))
        else:
            do_without(s, seat)
    if s.phase == state.NAME:
        name_colour(s, seat, hands.commonest_colour(s, seat))
    elif s.phase == state.SWAP:
        swap(s, seat, seat_after(s, seat, 1))
