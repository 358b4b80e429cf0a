"""The rules of Swap Switch, in the order of its sheet. Each function names the statements it enforces."""

from ...core.bits import lowest_bit
from ...core.cards import ACE, JACK, KING, QUEEN, of_rank, of_suit, rank_of, suit_of
from ...core.events import BLOCKED, DREW, PASSED, PLAYED, TIME_RAN_OUT, TURNED, TURNS_RAN_OUT, tell
from ...core.rule import large_rule, rule
from ...core.seats import seat_after
from ...core.state import NONE
from ...kit.hands import deal_hand, smallest_hands
from ...kit.scores import points_of_losers
from ...kit.seats import choose_first_seat, declare_winners, everyone
from ...kit.stock import drawable, fill_deck, next_card, put_on_pile, top
from . import events, state
from .options import ACTIVE
from .state import SwapSwitch

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@rule
def setup(s: SwapSwitch) -> None:
    """SS-1.1, ALL-6: deal and turn up a card; the first seat begins, and play goes in ascending order."""
    fill_deck(s, 52)
    choose_first_seat(s)
    for seat in range(s.seats):
        deal_hand(s, seat, s.hand_size)
    card = next_card(s)
    put_on_pile(s, card)
    tell(s, TURNED, NONE, card)
    if s.start_card == ACTIVE:
        wake(s, rank_of(card))


@rule
def wake(s: SwapSwitch, rank: int) -> None:
    """SS-1.1, option `start_card`: apply the start card: 2 and Q hit the first seat, 8 skips it, K reverses, J does nothing."""
    if rank == 2 or rank == QUEEN:
        raise_penalty(s, rank)
        meet_penalty(s)
    elif rank == 8:
        tell(s, events.SKIPPED, s.turn)
        s.turn = seat_after(s, s.turn, 1)
    elif rank == KING:
        s.direction = -1
        tell(s, events.REVERSED, NONE)


# ---- who moves, and the legal moves -------------------------------------------------------------------------------


@rule
def legal(s: SwapSwitch, seat: int) -> int:
    """SS-2.2, SS-2.3, SS-3.4, options `must_discard`, `stacking`, `swap_is_optional`: return a seat's legal actions."""
    if seat != s.turn or s.phase == state.OVER:
        return 0
    if s.phase == state.SWAP:
        return partners(s, seat) << state.SWAPS | (state.DECLINE_BIT if s.swap_is_optional else 0)
    if s.penalty:
        return s.hands[seat] & of_rank(rank_of(top(s))) | state.DRAW_BIT
    cards = s.hands[seat] & fitting(top(s))
    return cards if cards and s.must_discard else cards | state.DRAW_BIT


@rule
def partners(s: SwapSwitch, seat: int) -> int:
    """SS-3.4, ALL-10: return the seats to swap with, even if there is only one."""
    return everyone(s) & ~(1 << seat)


@rule
def act(s: SwapSwitch, seat: int, action: int) -> None:
    """Make a move."""
    if action < state.DRAW:
        play_card(s, seat, action)
    elif action == state.DRAW:
        give_in(s, seat)
    elif action == state.DECLINE:
        tell(s, events.KEPT_HAND, seat)
        end_turn(s, seat, 1)
    else:
        swap_hands(s, seat, action - state.SWAPS)


# ---- 2 a turn -----------------------------------------------------------------------------------------------------


@rule
def fitting(card: int) -> int:
    """SS-2.1: return the cards that may be discarded on a card: those of its suit or rank, Aces and Queens."""
    return of_rank(rank_of(card)) | of_suit(suit_of(card)) | state.WILD


@rule
def play_card(s: SwapSwitch, seat: int, card: int) -> None:
    """SS-2.2, SS-4.1: discard one card from the hand; the last one wins before it has any effect."""
    s.hands[seat] &= ~(1 << card)
    if s.hands[seat] == 0:
        lay(s, seat, card)
        s.turns += 1
        win(s, 1 << seat)
    else:
        discard(s, seat, card)


@rule
def lay(s: SwapSwitch, seat: int, card: int) -> None:
    """Put a card on the pile, where everybody sees it."""
    put_on_pile(s, card)
    others = ~(1 << card)
    s.known[0] &= others
    s.known[1] &= others
    s.known[2] &= others
    s.known[3] &= others
    s.passes = 0
    tell(s, PLAYED, seat, card)


@large_rule
def discard(s: SwapSwitch, seat: int, card: int) -> None:
    """SS-3.1, SS-3.2, SS-3.3, SS-3.4, SS-3.5, SS-3.6, SS-4.2: play a card and apply its effect."""
    lay(s, seat, card)
    rank = rank_of(card)
    steps = 1
    if rank == JACK:
        s.phase = state.SWAP
        return
    if rank == 2 or rank == QUEEN:
        raise_penalty(s, rank)
    elif rank == 8:
        tell(s, events.SKIPPED, seat_after(s, seat, 1))
        steps = 2
    elif rank == KING:
        s.direction = -s.direction
        tell(s, events.REVERSED, seat)
    end_turn(s, seat, steps)


@rule
def give_in(s: SwapSwitch, seat: int) -> None:
    """SS-2.3, SS-3.1, SS-7.2: draw the penalty or one card, or pass if there is nothing to draw."""
    if s.penalty == 0:
        draw_one(s, seat)
    elif s.deck_size == 0 and s.pile_size == 1:
        s.penalty = 0
        tell(s, PASSED, seat)
    else:
        take_penalty(s, seat)


@large_rule
def draw_one(s: SwapSwitch, seat: int) -> None:
    """SS-2.3: draw a card; if it fits, it is discarded at once, otherwise the turn ends. With nothing to draw, pass."""
    on = top(s)
    seen = witnesses(s, seat)
    if s.must_discard:
        s.lacks[seat] |= fitting(on)
    card = next_card(s)
    if card == NONE:
        pass_turn(s, seat)
        return
    tell(s, DREW, seat, card, 0, seen)
    if fitting(on) >> card & 1:
        discard(s, seat, card)
        return
    take(s, seat, card, seen)
    if s.must_discard:
        s.lacks[seat] = fitting(on)  # the new card doesn't fit either
    s.passes = 0
    end_turn(s, seat, 1)


@rule
def end_turn(s: SwapSwitch, seat: int, steps: int) -> None:
    """ALL-9, SS-4.2: end the turn and go on to the next seat and its penalty, or end the game."""
    s.phase = state.PLAY
    s.turns += 1
    if s.turns >= s.max_turns:
        tell(s, TURNS_RAN_OUT, NONE)
        win(s, smallest_hands(s))
        return
    s.turn = seat_after(s, seat, steps)
    if s.penalty:
        meet_penalty(s)


# ---- 3 effects ----------------------------------------------------------------------------------------------------


@rule
def raise_penalty(s: SwapSwitch, rank: int) -> None:
    """SS-3.1, SS-3.2, option `stacking`: add two cards for a 2, four for a Queen, to the penalty that was answered."""
    s.penalty += 2 if rank == 2 else 4
    if s.stacking:
        tell(s, events.RAISED_PENALTY, NONE, NONE, s.penalty)


@rule
def meet_penalty(s: SwapSwitch) -> None:
    """SS-3.1, SS-3.2: draw the penalty automatically when the turn starts, unless it may be answered."""
    if s.stacking == 0:
        take_penalty(s, s.turn)


@large_rule
def take_penalty(s: SwapSwitch, seat: int) -> None:
    """SS-3.1, SS-3.2, SS-5.1, ALL-2: draw the penalty, or as much as there is; the seat then plays its turn."""
    left = drawable(s)
    is_short = s.penalty > left
    count = left if is_short else s.penalty
    s.penalty = 0
    s.passes = 0
    tell(s, events.TOOK_PENALTY, seat, NONE, count)
    for _ in range(count):
        seen = witnesses(s, seat)
        card = next_card(s)
        tell(s, DREW, seat, card, 0, seen)
        take(s, seat, card, seen)
    if is_short:
        tell(s, events.RAN_SHORT, NONE)


@rule
def witnesses(s: SwapSwitch, seat: int) -> int:
    """ALL-3: return the seats that see the next card drawn: its drawer, or everybody if it is the only one under the pile's
    top.
    """
    return everyone(s) if s.deck_size == 0 and s.pile_size == 2 else 1 << seat


@rule
def take(s: SwapSwitch, seat: int, card: int, seen: int) -> None:
    """Add a drawn card to the hand; the seats that saw it know that it is there."""
    s.hands[seat] |= 1 << card
    s.lacks[seat] = 0
    if seen != 1 << seat:
        for other in range(s.seats):
            if other != seat:
                s.known[other] |= 1 << card


@large_rule
def swap_hands(s: SwapSwitch, seat: int, partner: int) -> None:
    """SS-3.4: exchange whole hands; both seats know what they gave away, and the others what they knew before."""
    given = s.hands[seat]
    gained = s.hands[partner]
    s.hands[seat] = gained
    s.hands[partner] = given
    s.known[seat] = s.known[seat] & ~gained | given
    s.known[partner] = s.known[partner] & ~given | gained
    lacks = s.lacks[seat]
    s.lacks[seat] = s.lacks[partner]
    s.lacks[partner] = lacks
    tell(s, events.SWAPPED, seat, NONE, partner)
    show_hand(s, seat, partner)
    show_hand(s, partner, seat)
    end_turn(s, seat, 1)


@rule
def show_hand(s: SwapSwitch, seat: int, giver: int) -> None:
    """ALL-3: show the cards that one seat got in a swap to the two seats involved, and to nobody else."""
    cards = s.hands[seat]
    while cards:
        tell(s, events.GOT, seat, lowest_bit(cards), giver, 1 << seat | 1 << giver)
        cards &= cards - 1


# ---- 4 winning ----------------------------------------------------------------------------------------------------


@rule
def win(s: SwapSwitch, seats: int) -> None:
    """SS-4.1: end the game with these winners; no penalty remains and nothing is secret any more."""
    s.phase = state.OVER
    s.penalty = 0
    for seat in range(s.seats):
        s.known[seat] = 0
    declare_winners(s, seats)


# ---- 6 scores -----------------------------------------------------------------------------------------------------


@rule
def score(s: SwapSwitch, seat: int) -> int:
    """SS-6.1, SS-7.2: return a seat's score: a winner gets the face value of the hands of those that did not win."""
    return points_of_losers(s, seat, hand_points)


@rule
def hand_points(s: SwapSwitch, seat: int) -> int:
    """SS-6.1: return the face value of a hand: A 1, J Q K 10."""
    points = 0
    hand = s.hands[seat]
    while hand:
        rank = rank_of(lowest_bit(hand))
        points += 1 if rank == ACE else rank if rank < 10 else 10
        hand &= hand - 1
    return points


# ---- 7 the clock and blocked games --------------------------------------------------------------------------------


@rule
def time_up(s: SwapSwitch) -> None:
    """SS-7.1, ALL-8: make the clock's move: draw if allowed, else play the lowest fitting card; swap with the next seat or
    decline.
    """
    seat = s.turn
    tell(s, TIME_RAN_OUT, seat)
    actions = legal(s, seat)
    if s.phase == state.SWAP:
        act(s, seat, state.DECLINE if s.swap_is_optional else state.SWAPS + seat_after(s, seat, 1))
    elif actions & state.DRAW_BIT:
        act(s, seat, state.DRAW)
    else:
        act(s, seat, lowest_card(actions))


@rule
def lowest_card(cards: int) -> int:
    """SS-7.1: return the lowest card: Aces first, then 2 to K; within a rank clubs, diamonds, hearts, spades."""
    found = cards & of_rank(ACE)
    rank = 2
    while found == 0:
        found = cards & of_rank(rank)
        rank += 1
    return lowest_bit(found)


@rule
def pass_turn(s: SwapSwitch, seat: int) -> None:
    """SS-7.2, ALL-5: pass because nothing is left to draw; when all have passed in turn, the fewest cards win."""
    s.passes += 1
    tell(s, PASSED, seat)
    if s.passes < s.seats:
        end_turn(s, seat, 1)
        return
    s.turns += 1
    tell(s, BLOCKED, NONE)
    win(s, smallest_hands(s))
