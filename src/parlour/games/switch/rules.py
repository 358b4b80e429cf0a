"""The rules of Switch, in the order of its sheet. Each function names the statements it enforces.

Mistakes and announcements are in `modes`, and hidden information is in `knowledge`.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, HEARTS, JACK, of_rank, of_suit, rank_of, suit_of
from ...core.events import BLOCKED, PASSED, PLAYED, TIME_RAN_OUT, TURNED, TURNS_RAN_OUT, tell
from ...core.rule import large_rule, rule
from ...core.seats import seat_after
from ...core.state import NONE
from ...kit.hands import deal_hand, draw, smallest_hands
from ...kit.scores import points_of_losers
from ...kit.seats import choose_first_seat, declare_winners, seats_that_cut_in
from ...kit.stock import drawable, fill_deck, next_card, put_on_pile, top
from . import events, modes, state
from .cards import ALL_TWOS, FIVE_OF_HEARTS, TRICKS, TWO_OF_HEARTS, UNIVERSAL, card_points
from .options import ACTIVE, CASUAL, CUTTHROAT, STANDARD, dealt
from .state import Switch

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@rule
def setup(s: Switch) -> None:
    """SW-1.1, SW-1.2, SW-1.4, ALL-6: deal and turn up a card; the first seat begins, and play goes in ascending order."""
    fill_deck(s, 52)
    choose_first_seat(s)
    for seat in range(s.seats):
        deal_hand(s, seat, dealt(s.hand_size, s.seats))
    card = next_card(s)
    put_on_pile(s, card)
    s.rank = rank_of(card)
    s.suit = suit_of(card)
    tell(s, TURNED, NONE, card)
    if s.start_card == ACTIVE:
        wake(s, card)


@large_rule
def wake(s: Switch, card: int) -> None:
    """SW-1.3: apply the power of the turned-up card."""
    rank = rank_of(card)
    if rank == 2:
        raise_penalty(s, s.turn, 2, 2)
    elif card == FIVE_OF_HEARTS:
        raise_penalty(s, s.turn, 5, 5)
    elif rank == 3:
        start_run(s, NONE)
    elif rank == JACK:
        tell(s, events.SKIPPED, s.turn)
        s.turn = seat_after(s, s.turn, 1)
    elif rank == 8:
        reverse(s, NONE)


# ---- who moves, and the legal moves -------------------------------------------------------------------------------


@rule
def may(s: Switch) -> int:
    """SW-11.3, SW-11.4: return the seats that can challenge, take back, announce late or cut in now."""
    if s.phase != state.PLAY or (s.played < 0 and s.interrupts == 0):
        return 0
    return seats_that_cut_in(s, out_of_turn)


@rule
def legal(s: Switch, seat: int) -> int:
    """Return what this seat may do now, as a set of actions."""
    if seat != s.turn:
        return out_of_turn(s, seat)
    if s.phase == state.PLAY:
        actions = playable(s, seat) | state.DRAW_BIT
        if s.mode != STANDARD:
            if not s.announced >> seat & 1:
                actions |= state.ANNOUNCE_BIT
            actions |= modes.judgement(s, seat)
        return actions
    if s.phase == state.LAY:
        return following(s, seat) | state.DONE_BIT
    if s.phase == state.NAME:
        return state.NAME_BITS
    if s.phase == state.TRY:
        return s.hands[seat] | (state.DONE_BIT if s.laid else 0)
    return 0


@rule
def risky(s: Switch, seat: int) -> int:
    """SW-11.2: return the unlisted actions: where mistakes are possible, a seat may attempt any cards."""
    return state.ATTEMPT_BIT if s.mode != STANDARD and s.phase == state.PLAY and seat == s.turn else 0


@rule
def out_of_turn(s: Switch, seat: int) -> int:
    """SW-11.3, SW-11.4: return what a seat may do while another is to move."""
    if s.phase != state.PLAY:
        return 0
    actions = modes.judgement(s, seat)
    if s.interrupts and s.penalty == 0 and s.run == 0 and not modes.has_open_mistake(s, seat):
        quick = s.hands[seat] & of_rank(s.rank)
        if quick:
            actions |= quick
            if s.mode != STANDARD and not s.announced >> seat & 1:
                actions |= state.ANNOUNCE_BIT
    return actions


@rule
def act(s: Switch, seat: int, action: int) -> None:
    """Make one step of a move."""
    if action < state.DRAW:
        play_card(s, seat, action)
    elif action == state.DRAW:
        modes.close_window(s, seat)
        give_in(s, seat, 0)
    elif action == state.DONE:
        finish_play(s, seat)
    elif action < state.ANNOUNCE:
        name_suit(s, seat, action - state.NAMES)
    elif action == state.ANNOUNCE:
        modes.announce(s, seat)
    elif action == state.CHALLENGE:
        challenge(s, seat)
    elif action == state.TAKE_BACK:
        modes.take_back(s, seat)
    elif action == state.ATTEMPT:
        begin_play(s, seat)
        s.phase = state.TRY
        tell(s, events.TRIED, seat)


@rule
def laying(s: Switch) -> int:
    """Whether a play is half made: cards are on the table and more may follow."""
    return 1 if s.phase == state.LAY or s.phase == state.TRY else 0


# ---- 2 a turn in normal play --------------------------------------------------------------------------------------


@rule
def playable(s: Switch, seat: int) -> int:
    """SW-2.2, SW-3.1, SW-3.3, SW-4.1, SW-4.2, SW-4.3, SW-5.1, SW-5.2, SW-8.1, SW-9.2: return the cards that may come first."""
    hand = s.hands[seat]
    if s.penalty:
        if s.answer == 5:
            return hand & 1 << TWO_OF_HEARTS
        if is_on_two_of_hearts(s):
            return hand & (ALL_TWOS | 1 << FIVE_OF_HEARTS)
        return hand & ALL_TWOS
    if s.run:
        return hand & (of_rank(s.run) | of_rank(s.run + 1))
    return hand & (of_rank(s.rank) | of_suit(s.suit) | UNIVERSAL)


@rule
def following(s: Switch, seat: int) -> int:
    """SW-2.3, SW-9.2, SW-9.4, SW-9.6: return the cards that may be laid on those of the same play."""
    hand = s.hands[seat]
    cards = hand & of_rank(rank_of(top(s)))
    if s.run and s.run < ACE and (s.chains or s.mode != STANDARD):
        cards |= hand & of_rank(s.run + 1)
    return cards


@rule
def play_card(s: Switch, seat: int, card: int) -> None:
    """SW-2.1, SW-2.3, SW-11.4: lay a card; further ones may follow, but not when cutting in."""
    quick = 0
    if s.phase == state.PLAY:
        if seat != s.turn:
            quick = 1
            tell(s, events.CUT_IN, seat)
        begin_play(s, seat)
        s.phase = state.LAY
    elif s.phase == state.TRY and s.wrong == 0:
        judge(s, seat, card)
    lay(s, seat, card)
    more = s.hands[seat] if s.phase == state.TRY else following(s, seat)
    if quick or more == 0:
        finish_play(s, seat)


@rule
def begin_play(s: Switch, seat: int) -> None:
    """Record the table in case the play turns out to be wrong, and let this seat play."""
    modes.close_window(s, seat)
    if seat != s.turn and s.owing:
        modes.check_last_card(s, s.turn, 1)
    s.owing = 0
    s.was_run = s.run
    if s.mode != STANDARD:
        modes.remember(s)
    s.announced &= 1 << seat
    s.turn = seat


@rule
def lay(s: Switch, seat: int, card: int) -> None:
    """SW-2.4, SW-5.1, SW-5.3, SW-5.4, SW-9.1, SW-9.3: put one card on the pile with its power."""
    s.hands[seat] &= ~(1 << card)
    s.shown &= ~(1 << card)
    put_on_pile(s, card)
    s.laid += 1
    tell(s, PLAYED, seat, card)
    rank = rank_of(card)
    if s.run:
        s.run = rank
        s.rank = rank
        s.suit = suit_of(card)
        return
    if rank != 7:
        s.rank = rank
        s.suit = suit_of(card)
    if rank == 2:
        raise_penalty(s, seat, 2, 2)
    elif card == FIVE_OF_HEARTS:
        raise_penalty(s, seat, 5, 5)
    elif rank == 3 and s.penalty == 0:
        start_run(s, seat)
    elif rank == 8:
        s.eights += 1
    elif rank == JACK:
        s.jacks += 1


@rule
def finish_play(s: Switch, seat: int) -> None:
    """SW-10.1, SW-10.2, SW-8.1, SW-11.3: complete a play: it may be judged, win, cost a card, or need a suit."""
    # version 1 let a mistake in the last turn stand
    if s.wrong and (s.mode == CUTTHROAT or s.hands[seat] == 0 or (s.rules > 1 and is_last_turn(s))):
        drawn = modes.punish(s, seat)
        if not is_blocked(s, drawn):
            end_turn(s, seat, 1)
        return
    s.passes = 0
    in_run = s.was_run or s.run
    if s.run == ACE or s.run == 2:
        s.run = 0
        tell(s, events.ENDED_RUN, seat)
    if s.hands[seat] == 0:
        if s.finish_on_trick or (in_run == 0 and TRICKS >> top(s) & 1 == 0):
            win(s, 1 << seat)
            return
        tell(s, events.MISSED_FINISH, seat)
        draw(s, seat, 1)
        s.spared = 1
    if in_run == 0 and rank_of(top(s)) == ACE:
        s.phase = state.NAME
    else:
        conclude(s, seat)


@rule
def conclude(s: Switch, seat: int) -> None:
    """SW-11.1, SW-11.2, SW-11.3: finish the turn: decide who is next, and check the last-card announcement.

    An announcement is void unless one card is left; the card drawn under SW-10.2 needs none.
    """
    steps = steps_on(s, seat)
    if s.mode == CASUAL:
        s.played = seat
    else:
        modes.forget_play(s)
    lone = bit_count(s.hands[seat]) == 1 and s.spared == 0
    s.spared = 0
    if lone:
        modes.check_last_card(s, seat, steps)
    if steps or not lone:
        s.announced = 0
    elif s.mode == CUTTHROAT:
        s.owing = 1
    if steps == 0:
        tell(s, events.PLAYS_AGAIN, seat)
    end_turn(s, seat, steps)


@rule
def give_in(s: Switch, seat: int, extra: int) -> None:
    """SW-2.1, SW-3.2, SW-4.4, SW-9.5: draw one, take the penalty or give up the run, whichever is due."""
    count = 1
    if s.run:
        count = s.run
        s.run = 0
        tell(s, events.GAVE_UP_RUN, seat, NONE, min(count, drawable(s)))
    elif s.penalty:
        count = s.penalty
        s.penalty = 0
        s.answer = 0
        tell(s, events.TOOK_PENALTY, seat, NONE, min(count, drawable(s)))
    drawn = draw(s, seat, count + extra)
    s.announced = 0
    s.owing = 0
    if not is_blocked(s, drawn):
        end_turn(s, seat, 1)


@rule
def end_turn(s: Switch, seat: int, steps: int) -> None:
    """SW-1.4, ALL-9: go on to the next seat, or end the game when the turns have run out."""
    s.phase = state.PLAY
    s.turn = seat_after(s, seat, steps)
    s.turns += 1
    if s.turns >= s.max_turns:
        tell(s, TURNS_RAN_OUT, NONE)
        win(s, smallest_hands(s))


# ---- 3 twos, 4 the five of hearts ---------------------------------------------------------------------------------


@rule
def raise_penalty(s: Switch, seat: int, count: int, answer: int) -> None:
    """SW-3.1, SW-4.1: add a 2 or the five of hearts to the penalty, and set what answers it."""
    s.penalty += count
    s.answer = answer
    tell(s, events.RAISED_PENALTY, seat, NONE, s.penalty)


@rule
def is_on_two_of_hearts(s: Switch) -> int:
    """SW-4.3: whether the top counts as the two of hearts."""
    if s.rules == 1:  # version 1 looked at the card itself, although a 7 played by mistake may lie on it
        return 1 if top(s) == TWO_OF_HEARTS else 0
    return 1 if s.rank == 2 and s.suit == HEARTS else 0


# ---- 6 eights, 7 jacks --------------------------------------------------------------------------------------------


@rule
def reverse(s: Switch, seat: int) -> None:
    """SW-6.1: reverse the direction of play."""
    s.direction = -s.direction
    tell(s, events.REVERSED, seat)


@rule
def steps_on(s: Switch, seat: int) -> int:
    """SW-6.1, SW-7.1: return by how many seats the turn moves on; 0 if the same seat plays again."""
    steps = 1
    if s.eights & 1:
        reverse(s, seat)
    elif s.eights and s.jacks == 0:
        steps = 0
    if s.jacks >= s.seats - 1:
        steps = 0
    elif s.jacks:
        steps += s.jacks
        for i in range(1, steps):
            tell(s, events.SKIPPED, seat_after(s, seat, i))
    return steps


# ---- 8 aces -------------------------------------------------------------------------------------------------------


@rule
def name_suit(s: Switch, seat: int, suit: int) -> None:
    """SW-8.1: give the Ace the named suit."""
    s.suit = suit
    tell(s, events.NAMED, seat, NONE, suit)
    conclude(s, seat)


# ---- 9 runs -------------------------------------------------------------------------------------------------------


@rule
def start_run(s: Switch, seat: int) -> None:
    """SW-9.1: start a run at rank 3."""
    s.run = 3
    tell(s, events.STARTED_RUN, seat)


@large_rule
def judge(s: Switch, seat: int, card: int) -> None:
    """SW-9.6, SW-9.7, SW-11.2: decide whether this card of an attempt is wrong, and what that costs."""
    allowed = following(s, seat) if s.laid else playable(s, seat)
    if allowed >> card & 1:
        return
    s.wrong = 1
    if s.run == 0:
        s.fine = s.was_penalty + 2
    elif rank_of(card) == ACE:
        s.fine = 13 + 2 + s.run
    else:
        s.fine = (s.run + 1 if s.run < ACE else ACE) + 2


# ---- 10 winning ---------------------------------------------------------------------------------------------------


@rule
def is_blocked(s: Switch, drawn: int) -> int:
    """ALL-5: whether every seat in turn has passed because nothing is left to draw; then the game ends."""
    if drawn:
        s.passes = 0
        return 0
    s.passes += 1
    tell(s, PASSED, s.turn)
    if s.passes < s.seats:
        return 0
    tell(s, BLOCKED, NONE)
    win(s, smallest_hands(s))
    return 1


@rule
def is_last_turn(s: Switch) -> int:
    """ALL-9: whether the game ends with this turn if nobody wins before."""
    return 1 if s.turns + 1 >= s.max_turns else 0


@large_rule
def win(s: Switch, seats: int) -> None:
    """SW-10.1, ALL-5, ALL-9: end the game with these winners."""
    modes.forget_play(s)
    s.announced = 0
    s.owing = 0
    s.forgiven = NONE
    s.phase = state.OVER
    declare_winners(s, seats)


@rule
def score(s: Switch, seat: int) -> int:
    """SW-10.3: return a seat's score: a winner gets the sum of the hands of those that did not win."""
    return points_of_losers(s, seat, hand_points)


@rule
def hand_points(s: Switch, seat: int) -> int:
    """SW-10.3: return the points of a hand."""
    points = 0
    hand = s.hands[seat]
    while hand:
        points += card_points(lowest_bit(hand))
        hand &= hand - 1
    return points


# ---- 11 modes -----------------------------------------------------------------------------------------------------


@large_rule
def challenge(s: Switch, seat: int) -> None:
    """SW-11.3: judge the last play; the side that is wrong pays."""
    offender = s.played
    tell(s, events.CHALLENGED, seat, NONE, offender)
    if s.wrong:
        tell(s, events.WAS_WRONG, offender)
        drawn = modes.punish(s, offender)
        s.turn = offender
        if not is_blocked(s, drawn):
            s.turn = seat_after(s, offender, 1)
        return
    if s.unsaid:
        modes.pay_for_silence(s, offender)
    else:
        tell(s, events.WAS_RIGHT, offender)
        draw(s, seat, 1)
    modes.let_stand(s)


@rule
def time_up(s: Switch) -> None:
    """SW-11.5: make the clock's move: draw for the seat in turn, with a penalty; an Ace keeps its own suit."""
    seat = s.turn
    tell(s, TIME_RAN_OUT, seat)
    if s.phase == state.NAME:
        name_by_clock(s, seat)
    elif s.phase == state.PLAY:
        modes.close_window(s, seat)
        give_in(s, seat, s.timeout_penalty)
    else:
        finish_play(s, seat)


@rule
def name_by_clock(s: Switch, seat: int) -> None:
    """SW-11.5, ALL-2: draw the penalty and name the Ace's own suit; a mistake stands once the pile under it is reshuffled."""
    count = s.timeout_penalty
    if s.rules == 1 and s.wrong and count > s.deck_size:
        count = s.deck_size  # version 1 did not reshuffle the pile under a mistake
    shuffles = s.shuffles
    draw(s, seat, count)
    name_suit(s, seat, suit_of(top(s)))
    if s.wrong and s.shuffles > shuffles:
        modes.let_stand(s)
