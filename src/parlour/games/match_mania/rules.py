"""The rules of Match Mania, in the order of its sheet. Each function names the statements it enforces."""

from ...core.bits import lowest_bit
from ...core.chance import below
from ...core.events import DEALT, DREW, PLAYED, TIME_RAN_OUT, TURNED, tell
from ...core.options import RANDOM
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.seats import seat_after
from ...kit.stock import deal_card, fill_deck, next_card, put_on_pile
from .cards import DRAW_TWO, KINDS, REVERSE, SKIP, WILD, WILD_FOUR, kind_of, of_colour, penalty_of
from .fits import answers, is_answerable, playable
from .hands import draw_cards, exchange_hands, leave, look_at_hand, only_card, pass_hands_on, take
from .happenings import (
    CALLED,
    CAUGHT,
    CHALLENGED,
    JUMPED_IN,
    KEPT,
    NAMED,
    ON_LAST_CARD,
    OPENED_PENALTY,
    PASSED_HANDS_ON,
    PUT_BACK,
    SWAPPED,
    WAS_GUILTY,
    WAS_INNOCENT,
)
from .options import AUTO, DECK, MANUAL, NUMBER
from .state import (
    CALL,
    CALL_BIT,
    CATCH,
    CATCH_BIT,
    CHALLENGE,
    DRAW,
    DRAW_BIT,
    DRAWN,
    NAME,
    NAME_BITS,
    NAMES,
    OVER,
    PLAY,
    START,
    SWAP,
    MatchMania,
    judge,
    layer,
)
from .turns import check_limit, close_windows, end_turn, forget_guilt, pay_at_once, reverse, skip, take_penalty, win

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@rule
def setup(s: MatchMania) -> None:
    """MM-1.1, MM-1.2, MM-4.3, MM-7.9, ALL-6: shuffle until a card may start, deal, turn that card up."""
    cards = s.decks * DECK
    while True:
        fill_deck(s, cards)
        if has_starter(s, cards - s.seats * s.hand_size):
            break
    if s.first_seat == RANDOM:
        s.first = below(s, s.seats)
    s.turn = s.first
    for seat in range(s.seats):
        for _ in range(s.hand_size):
            card = deal_card(s)
            take(s, seat, card)
            tell(s, DEALT, seat, card, 0, 1 << seat)
    turn_up(s)
    if s.kind >= SKIP:
        wake(s)


@rule
def may_start(s: MatchMania, card: int) -> int:
    """MM-1.2: no Wild +4 starts a game, and with `start_card` number only a number does."""
    kind = kind_of(card)
    if s.start_card == NUMBER:
        return 1 if kind < WILD and kind % 13 < SKIP else 0
    return 1 if kind != WILD_FOUR else 0


@rule
def has_starter(s: MatchMania, left: int) -> int:
    """MM-7.9: whether one of the cards that will be left may start; the next of them usually does."""
    for i in range(left):
        if may_start(s, s.deck[left - 1 - i]):
            return 1
    return 0


@rule
def turn_up(s: MatchMania) -> None:
    """MM-1.2: turn up a card; one that may not start goes back anywhere into the deck."""
    last = s.deck_size - 1
    while not may_start(s, s.deck[last]):
        other = below(s, s.deck_size)
        card = s.deck[last]
        s.deck[last] = s.deck[other]
        s.deck[other] = card
        tell(s, PUT_BACK, NONE)
    card = deal_card(s)
    put_on_pile(s, card)
    s.kind = kind_of(card)
    s.colour = s.kind // 13 if s.kind < WILD else NONE
    tell(s, TURNED, NONE, card)


@rule
def wake(s: MatchMania) -> None:
    """MM-1.2, MM-7.9: a start card that is an action hits the first seat; a Wild lets it name the colour."""
    face = s.kind % 13
    if s.kind == WILD:
        s.phase = START
    elif face == SKIP or (face == REVERSE and s.seats == 2):
        skip(s, s.turn)
    elif face == REVERSE:
        reverse(s)
        s.turn = seat_after(s, s.turn, 1)
    elif face == DRAW_TWO:
        s.penalty = 2
        tell(s, OPENED_PENALTY, s.turn, NONE, 2)
        if not is_answerable(s):
            pay_at_once(s, s.turn)


# ---- who moves, and what may be done ------------------------------------------------------------------------------


@rule
def must(s: MatchMania) -> int:
    """The seat in turn; nobody at the end."""
    return NONE if s.phase == OVER else s.turn


@rule
def may(s: MatchMania) -> int:
    """MM-4.1, MM-4.4, MM-7.5: the seats that can jump in, catch or call now."""
    seats = 0
    if s.window == 0 and s.catch < 0:
        return seats
    for seat in range(s.seats):
        if seat != s.turn and out_of_turn(s, seat):
            seats |= 1 << seat
    return seats


@rule
def legal(s: MatchMania, seat: int) -> int:
    """What this seat may do now, as a set of actions."""
    if seat != s.turn:
        return out_of_turn(s, seat)
    if s.phase == PLAY:
        if s.penalty:
            return answers(s, seat) | calls(s, seat)
        actions = playable(s, seat)
        if actions == 0 or s.draw_to_match == 0:
            actions |= DRAW_BIT
        if s.call_out == MANUAL:
            actions |= calls(s, seat)
        return actions
    if s.phase == DRAWN:
        actions = 1 << kind_of(s.drawn) | calls(s, seat)
        return actions if s.force_play or s.draw_to_match else actions | DRAW_BIT
    if s.phase == NAME or s.phase == START:
        return NAME_BITS
    if s.phase == SWAP:
        return (1 << s.seats) - 1 & ~(1 << seat)
    return 0


@rule
def out_of_turn(s: MatchMania, seat: int) -> int:
    """MM-4.1, MM-7.4, MM-7.5: the identical card, a catch or a late call, while the windows are open."""
    actions = 0
    if s.window:
        actions = s.kinds[seat] & 1 << s.kind
    if s.catch >= 0:
        actions |= CALL_BIT if seat == s.catch else CATCH_BIT
    return actions


@rule
def calls(s: MatchMania, seat: int) -> int:
    """MM-4.4, MM-7.6: call with two cards in turn or while one can be caught; catch another."""
    if s.call_out == AUTO:
        return 0
    actions = 0
    if seat == s.catch or (s.sizes[seat] == 2 and s.called == 0):
        actions = CALL_BIT
    if s.catch >= 0 and seat != s.catch:
        actions |= CATCH_BIT
    return actions


@large_rule
def act(s: MatchMania, seat: int, action: int) -> None:
    """Make a move."""
    if s.phase == SWAP:
        swap(s, seat, action)
    elif action < DRAW:
        play(s, seat, action)
    elif action == DRAW:
        do_without(s, seat)
    elif action < CHALLENGE:
        name_colour(s, seat, action - NAMES)
    elif action == CHALLENGE:
        challenge(s, seat)
    elif action == CALL:
        call(s, seat)
    elif action == CATCH:
        catch_out(s, seat)


# ---- 2 a turn -----------------------------------------------------------------------------------------------------


@large_rule
def play(s: MatchMania, seat: int, kind: int) -> None:
    """MM-2.1, MM-5.1, MM-7.4, MM-7.7: lay a card, in turn or jumping in; the last one wins at once."""
    close_windows(s)
    if seat != s.turn:
        s.turn = seat
        s.called = 0
        tell(s, JUMPED_IN, seat)
    s.passes = 0
    s.phase = PLAY
    s.drawn = NONE
    card = leave(s, seat, kind)
    put_on_pile(s, card)
    tell(s, PLAYED, seat, card)
    was = s.colour
    s.kind = kind
    s.colour = kind // 13 if kind < WILD else NONE
    forget_guilt(s)
    if s.sizes[seat] == 0:
        finish(s, seat)
    elif kind >= WILD:
        s.phase = NAME
        if kind == WILD_FOUR and s.challenge:
            s.before = was
            judge(s)
    elif s.seven_o and kind % 13 == 7:
        s.phase = SWAP
    else:
        complete(s, seat, s.sizes[seat])


@large_rule
def complete(s: MatchMania, seat: int, left: int) -> None:
    """MM-3.1 to MM-3.5, MM-7.5, MM-7.6, ALL-9: the play takes effect; then one may jump in on it or be caught.

    `left` is the number of cards the seat had left when it had laid its card.
    """
    s.phase = PLAY
    s.turns += 1
    take_effect(s, seat)
    if s.jump_in and s.kind < WILD:
        s.window = 1
    if left == 1 and s.sizes[seat] == 1:
        if s.call_out == AUTO:
            tell(s, ON_LAST_CARD, seat)
        elif s.called == 0:
            s.catch = seat
    s.called = 0
    check_limit(s)


@rule
def take_effect(s: MatchMania, seat: int) -> None:
    """MM-3.1, MM-3.2, MM-3.3, MM-3.5, MM-4.2: what the card on top does, and who is next."""
    following = seat_after(s, seat, 1)
    face = s.kind % 13
    if penalty_of(s.kind):
        s.penalty += penalty_of(s.kind)
        tell(s, OPENED_PENALTY, following, NONE, s.penalty)
        s.turn = following
        if not is_answerable(s):
            pay_at_once(s, following)
    elif s.kind == WILD or face < SKIP:
        if face == 0 and s.seven_o and s.kind != WILD:
            tell(s, PASSED_HANDS_ON, seat)
            pass_hands_on(s)
        s.turn = following
    elif face == SKIP or s.seats == 2:
        skip(s, following)
    else:
        reverse(s)
        s.turn = seat_after(s, seat, 1)


@rule
def do_without(s: MatchMania, seat: int) -> None:
    """MM-2.2, MM-7.1, MM-7.8: not play: keep the drawn card, take the penalty, draw, or pass when nothing is left."""
    close_windows(s)
    if s.phase == DRAWN:
        tell(s, KEPT, seat)
        end_turn(s, seat, 1)
    elif s.penalty:
        end_turn(s, seat, take_penalty(s, seat))
    else:
        draw(s, seat)


@large_rule
def draw(s: MatchMania, seat: int) -> None:
    """MM-2.2, MM-2.3, MM-2.4, MM-2.5, MM-7.8: one card, or until one can be played; then it may be, or the turn passes."""
    drawn = 0
    while True:
        card = next_card(s)
        if card == NONE:
            break
        drawn += 1
        take(s, seat, card)
        tell(s, DREW, seat, card, 0, 1 << seat)
        if playable(s, seat) >> kind_of(card) & 1:
            if s.play_drawn:
                s.phase = DRAWN
                s.drawn = card
                s.passes = 0
                return
        if s.draw_to_match == 0:
            break
    if drawn:
        tell(s, KEPT, seat)
    end_turn(s, seat, drawn)


# ---- 3 actions ----------------------------------------------------------------------------------------------------


@rule
def name_colour(s: MatchMania, seat: int, colour: int) -> None:
    """MM-3.4, MM-3.5, MM-1.2: the colour of a Wild; after a Wild turned up at the start the same seat has its turn."""
    s.colour = colour
    tell(s, NAMED + colour, seat)
    if s.phase == START:
        s.phase = PLAY
    else:
        complete(s, seat, s.sizes[seat])


@large_rule
def challenge(s: MatchMania, seat: int) -> None:
    """MM-3.6, MM-7.2: look at the hand of the Wild +4; the guilty draws the sum, a wrong challenger two more."""
    close_windows(s)
    offender = layer(s)
    tell(s, CHALLENGED, seat, NONE, offender)
    look_at_hand(s, seat, offender)
    if s.guilty:
        tell(s, WAS_GUILTY, offender)
        take_penalty(s, offender)
    else:
        tell(s, WAS_INNOCENT, offender)
        s.penalty += 2
        end_turn(s, seat, take_penalty(s, seat))


# ---- 4 planned rules ----------------------------------------------------------------------------------------------


@rule
def swap(s: MatchMania, seat: int, other: int) -> None:
    """MM-4.2: a 7 swaps hands."""
    left = s.sizes[seat]
    tell(s, SWAPPED, seat, NONE, other)
    exchange_hands(s, seat, other)
    complete(s, seat, left)


@rule
def call(s: MatchMania, seat: int) -> None:
    """MM-4.4, MM-7.6: the last card, before playing or while one can still be caught."""
    tell(s, CALLED, seat)
    if seat == s.catch:
        s.catch = NONE
    else:
        s.called = 1


@large_rule
def catch_out(s: MatchMania, seat: int) -> None:
    """MM-4.4, MM-7.5: the seat that did not call draws two; nothing else changes."""
    caught = s.catch
    s.catch = NONE
    tell(s, CAUGHT, seat, NONE, caught)
    if s.before >= 0 and caught == layer(s):
        s.alone = only_card(s, caught)
    draw_cards(s, caught, 2)


# ---- 5 winning and score ------------------------------------------------------------------------------------------


@rule
def finish(s: MatchMania, seat: int) -> None:
    """MM-5.1, MM-7.7: no cards left: the seat has won; a pending sum is still drawn, because points are counted."""
    if penalty_of(s.kind):
        s.penalty += penalty_of(s.kind)
        take_penalty(s, seat_after(s, seat, 1))
    win(s, 1 << seat)


# ---- 6 the clock --------------------------------------------------------------------------------------------------


@large_rule
def time_up(s: MatchMania) -> None:
    """MM-6.5: draw and keep, or take the penalty; what is forced is played; a choice that is due is made simply."""
    seat = s.turn
    tell(s, TIME_RAN_OUT, seat)
    if s.phase == PLAY:
        if s.penalty == 0 and s.draw_to_match and playable(s, seat):
            play(s, seat, lowest_bit(playable(s, seat)))
        else:
            do_without(s, seat)
    elif s.phase == START:
        name_colour(s, seat, commonest_colour(s, seat))
        return
    if s.phase == DRAWN:
        if s.force_play or s.draw_to_match:
            play(s, seat, kind_of(s.drawn))
        else:
            do_without(s, seat)
    if s.phase == NAME:
        name_colour(s, seat, commonest_colour(s, seat))
    elif s.phase == SWAP:
        swap(s, seat, seat_after(s, seat, 1))


@rule
def cards_of_colour(s: MatchMania, seat: int, colour: int) -> int:
    """How many cards of a colour a seat holds."""
    count = 0
    kinds = s.kinds[seat] & of_colour(colour)
    while kinds:
        count += s.copies[seat * KINDS + lowest_bit(kinds)]
        kinds &= kinds - 1
    return count


@rule
def commonest_colour(s: MatchMania, seat: int) -> int:
    """MM-6.5: the commonest colour of a hand; of several the first of red, yellow, green, blue."""
    best = 0
    for colour in range(1, 4):
        if cards_of_colour(s, seat, colour) > cards_of_colour(s, seat, best):
            best = colour
    return best
