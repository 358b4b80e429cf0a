"""The rules of Switch, in the order of its sheet. Each function names the statements it enforces."""

from ...core.bits import bit_count
from ...core.cards import ACE, JACK, of_rank, rank_of, suit_of
from ...core.chance import below
from ...core.events import (
    DEALT,
    PLAYED,
    TIME_RAN_OUT,
    TURNED,
    tell,
)
from ...core.options import RANDOM
from ...core.rule import rule
from ...core.state import NONE
from ...kit.seats import seat_after
from ...kit.stock import fill_deck, next_card, put_on_pile, top
from .fits import following, playable
from .happenings import (
    CUT_IN,
    ENDED_RUN,
    GAVE_UP_RUN,
    MISSED_FINISH,
    NAMED,
    PLAYS_AGAIN,
    RAISED_PENALTY,
    REVERSED,
    SKIPPED,
    STARTED_RUN,
    TOOK_PENALTY,
    TRIED,
)
from .modes import announce, challenge, check_last_card, judge, judgement, punish, take_back
from .options import ACTIVE, CASUAL, CUTTHROAT, STANDARD
from .state import (
    ANNOUNCE,
    ANNOUNCE_BIT,
    ATTEMPT,
    ATTEMPT_BIT,
    CHALLENGE,
    DONE,
    DONE_BIT,
    DRAW,
    DRAW_BIT,
    FIVE_OF_HEARTS,
    LAY,
    NAME,
    NAME_BITS,
    NAMES,
    OVER,
    PLAY,
    TAKE_BACK,
    TRICKS,
    TRY,
    Switch,
)
from .turns import draw, end_turn, forget_play, is_blocked, win

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@rule
def setup(s: Switch) -> None:
    """SW-1.1, SW-1.2, SW-1.4, ALL-6: deal, turn up a card, the first seat begins, ascending."""
    fill_deck(s, 52)
    if s.first_seat == RANDOM:
        s.first = below(s, s.seats)
    s.turn = s.first
    count = s.hand_size
    if count == 0:
        count = 5 if s.seats >= 4 else 7
    for seat in range(s.seats):
        for _ in range(count):
            card = next_card(s)
            s.hands[seat] |= 1 << card
            tell(s, DEALT, seat, card, 0, 1 << seat)
    card = next_card(s)
    put_on_pile(s, card)
    s.rank = rank_of(card)
    s.suit = suit_of(card)
    tell(s, TURNED, NONE, card)
    if s.start_card == ACTIVE:
        wake(s, card)


@rule
def wake(s: Switch, card: int) -> None:
    """SW-1.3: the turned-up card has its power."""
    rank = rank_of(card)
    if rank == 2:
        s.penalty = 2
        s.answer = 2
        tell(s, RAISED_PENALTY, s.turn, NONE, 2)
    elif card == FIVE_OF_HEARTS:
        s.penalty = 5
        s.answer = 5
        tell(s, RAISED_PENALTY, s.turn, NONE, 5)
    elif rank == 3:
        s.run = 3
        tell(s, STARTED_RUN, NONE)
    elif rank == JACK:
        tell(s, SKIPPED, s.turn)
        s.turn = seat_after(s, s.turn, 1)
    elif rank == 8:
        s.direction = -s.direction
        tell(s, REVERSED, NONE)


# ---- who moves, and what may be done ------------------------------------------------------------------------------


@rule
def must(s: Switch) -> int:
    """The seat in turn; nobody at the end."""
    return NONE if s.phase == OVER else s.turn


@rule
def may(s: Switch) -> int:
    """SW-11.3, SW-11.4: the seats that can challenge, take back, announce late or cut in now."""
    seats = 0
    if s.phase != PLAY or (s.played < 0 and s.interrupts == 0):
        return seats
    for seat in range(s.seats):
        if seat != s.turn and out_of_turn(s, seat):
            seats |= 1 << seat
    return seats


@rule
def legal(s: Switch, seat: int) -> int:
    """What this seat may do now, as a set of actions."""
    if seat != s.turn:
        return out_of_turn(s, seat)
    if s.phase == PLAY:
        actions = playable(s, seat) | DRAW_BIT
        if s.mode != STANDARD:
            if not s.announced >> seat & 1:
                actions |= ANNOUNCE_BIT
            actions |= judgement(s, seat)
        return actions
    if s.phase == LAY:
        return following(s, seat) | DONE_BIT
    if s.phase == NAME:
        return NAME_BITS
    if s.phase == TRY:
        return s.hands[seat] | (DONE_BIT if s.laid else 0)
    return 0


@rule
def risky(s: Switch, seat: int) -> int:
    """SW-11.2: where mistakes can be made any cards may be tried; this is never listed."""
    return ATTEMPT_BIT if s.mode != STANDARD and s.phase == PLAY and seat == s.turn else 0


@rule
def out_of_turn(s: Switch, seat: int) -> int:
    """SW-11.3, SW-11.4: what a seat may do while another is to move."""
    if s.phase != PLAY:
        return 0
    actions = judgement(s, seat)
    if s.interrupts and s.penalty == 0 and s.run == 0:
        quick = s.hands[seat] & of_rank(s.rank)
        if quick:
            actions |= quick
            if s.mode != STANDARD and not s.announced >> seat & 1:
                actions |= ANNOUNCE_BIT
    return actions


@rule
def act(s: Switch, seat: int, action: int) -> None:
    """Make one step of a move."""
    if action < DRAW:
        play_card(s, seat, action)
    elif action == DRAW:
        close_window(s, seat)
        give_in(s, seat, 0)
    elif action == DONE:
        finish_play(s, seat)
    elif action < ANNOUNCE:
        name_suit(s, seat, action - NAMES)
    elif action == ANNOUNCE:
        announce(s, seat)
    elif action == CHALLENGE:
        challenge(s, seat)
    elif action == TAKE_BACK:
        take_back(s, seat)
    elif action == ATTEMPT:
        begin_play(s, seat)
        s.phase = TRY
        tell(s, TRIED, seat)


@rule
def laying(s: Switch) -> int:
    """Whether a play is half made: cards are on the table and more may follow."""
    return 1 if s.phase == LAY or s.phase == TRY else 0


# ---- 2 a turn in normal play --------------------------------------------------------------------------------------


@rule
def play_card(s: Switch, seat: int, card: int) -> None:
    """SW-2.1, SW-2.3, SW-11.4: lay a card; further ones may follow, but not when cutting in."""
    quick = 0
    if s.phase == PLAY:
        if seat != s.turn:
            quick = 1
            tell(s, CUT_IN, seat)
        begin_play(s, seat)
        s.phase = LAY
    elif s.phase == TRY and s.wrong == 0:
        judge(s, seat, card)
    lay(s, seat, card)
    more = s.hands[seat] if s.phase == TRY else following(s, seat)
    if quick or more == 0:
        finish_play(s, seat)


@rule
def close_window(s: Switch, seat: int) -> None:
    """SW-11.3: a seat moves, so the last play stands."""
    if s.mode == STANDARD:
        return
    if s.forgiven != seat or s.played >= 0:
        s.forgiven = NONE
    forget_play(s)


@rule
def begin_play(s: Switch, seat: int) -> None:
    """Remember the table as it is, in case the play is wrong, and let this seat play."""
    close_window(s, seat)
    if seat != s.turn and s.owing:
        check_last_card(s, s.turn, 1)
    s.owing = 0
    said = s.announced
    s.announced &= 1 << seat
    s.turn = seat
    s.was_run = s.run
    if s.mode != STANDARD:
        s.was_rank = s.rank
        s.was_suit = s.suit
        s.was_penalty = s.penalty
        s.was_answer = s.answer
        s.was_direction = 1 if s.direction > 0 else 0
        s.was_announced = said
        s.was_passes = s.passes


@rule
def lay(s: Switch, seat: int, card: int) -> None:
    """SW-2.4, SW-3.1, SW-4.1, SW-5.1, SW-5.3, SW-5.4, SW-9.1, SW-9.3: put one card on the pile with its power."""
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
        s.penalty += 2
        s.answer = 2
        tell(s, RAISED_PENALTY, seat, NONE, s.penalty)
    elif card == FIVE_OF_HEARTS:
        s.penalty += 5
        s.answer = 5
        tell(s, RAISED_PENALTY, seat, NONE, s.penalty)
    elif rank == 3 and s.penalty == 0:
        s.run = 3
        tell(s, STARTED_RUN, seat)
    elif rank == 8:
        s.eights += 1
    elif rank == JACK:
        s.jacks += 1


@rule
def finish_play(s: Switch, seat: int) -> None:
    """SW-10.1, SW-10.2, SW-8.1: the play is laid; it may win, cost a card, or want a suit named."""
    if s.wrong and (s.mode == CUTTHROAT or s.hands[seat] == 0):
        drawn = punish(s, seat)
        if not is_blocked(s, drawn):
            end_turn(s, seat, 1)
        return
    s.passes = 0
    in_run = s.was_run or s.run
    if s.run == ACE or s.run == 2:
        s.run = 0
        tell(s, ENDED_RUN, seat)
    if s.hands[seat] == 0:
        if s.finish_on_trick or (in_run == 0 and TRICKS >> top(s) & 1 == 0):
            win(s, 1 << seat)
            return
        tell(s, MISSED_FINISH, seat)
        draw(s, seat, 1)
        s.spared = 1
    if in_run == 0 and rank_of(top(s)) == ACE:
        s.phase = NAME
    else:
        conclude(s, seat)


@rule
def conclude(s: Switch, seat: int) -> None:
    """SW-6.1, SW-7.1, SW-11.1, SW-11.2, SW-11.3: the play is complete; who is next, and was the last card announced?

    An announcement is void unless one card is left; the card drawn under SW-10.2 needs none.
    """
    steps = 1
    if s.eights & 1:
        s.direction = -s.direction
        tell(s, REVERSED, seat)
    elif s.eights and s.jacks == 0:
        steps = 0
    if s.jacks >= s.seats - 1:
        steps = 0
    elif s.jacks:
        steps += s.jacks
        for i in range(1, steps):
            tell(s, SKIPPED, seat_after(s, seat, i))
    if s.mode == CASUAL:
        s.played = seat
    else:
        forget_play(s)
    lone = bit_count(s.hands[seat]) == 1 and s.spared == 0
    s.spared = 0
    if lone:
        check_last_card(s, seat, steps)
    if steps or not lone:
        s.announced = 0
    elif s.mode == CUTTHROAT:
        s.owing = 1
    if steps == 0:
        tell(s, PLAYS_AGAIN, seat)
    end_turn(s, seat, steps)


@rule
def give_in(s: Switch, seat: int, extra: int) -> None:
    """SW-2.1, SW-3.2, SW-4.4, SW-9.5: draw one, take the penalty or give up the run, whichever is due."""
    count = 1
    if s.run:
        count = s.run
        s.run = 0
        tell(s, GAVE_UP_RUN, seat, NONE, count)
    elif s.penalty:
        count = s.penalty
        s.penalty = 0
        s.answer = 0
        tell(s, TOOK_PENALTY, seat, NONE, count)
    drawn = draw(s, seat, count + extra)
    s.announced = 0
    s.owing = 0
    if not is_blocked(s, drawn):
        end_turn(s, seat, 1)


# ---- 8 aces -------------------------------------------------------------------------------------------------------


@rule
def name_suit(s: Switch, seat: int, suit: int) -> None:
    """SW-8.1: the Ace has the named suit."""
    s.suit = suit
    tell(s, NAMED, seat, NONE, suit)
    conclude(s, seat)


# ---- 11 modes -----------------------------------------------------------------------------------------------------


@rule
def time_up(s: Switch) -> None:
    """SW-11.5: the clock draws for the seat in turn, with a penalty; an Ace keeps its own suit."""
    seat = s.turn
    tell(s, TIME_RAN_OUT, seat)
    if s.phase == NAME:
        count = s.timeout_penalty
        if s.wrong and count > s.deck_size:
            count = s.deck_size  # the cards of a mistake may still go back, so they are not shuffled away
        draw(s, seat, count)
        name_suit(s, seat, suit_of(top(s)))
    elif s.phase == PLAY:
        close_window(s, seat)
        give_in(s, seat, s.timeout_penalty)
    else:
        finish_play(s, seat)
