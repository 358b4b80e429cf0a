"""The rules of Swish, in the order of its sheet. Each function names the statements it enforces."""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import CLUB_CARDS, TWOS, of_rank, rank_of
from ...core.events import DREW, NOBODY, PLAYED, TIME_RAN_OUT, TURNS_RAN_OUT, tell
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.hands import deal_hand
from ...kit.seats import choose_first_seat, declare_winners
from ...kit.stock import deal_card, fill_deck, put_on_pile, top
from . import events, state
from .options import LAST_PLAYER
from .state import Swish

# ---- 1 setup ------------------------------------------------------------------------------------------------------


@rule
def setup(s: Swish) -> None:
    """SH-1.1, SH-1.2, ALL-6: deal face down and into the hands; the pile is empty and the first seat leads."""
    fill_deck(s, 52)
    choose_first_seat(s)
    slots = slots_each(s)
    for seat in range(s.seats):
        for slot in range(slots):
            card = deal_card(s)
            s.down[seat * state.SLOTS + slot] = card
            tell(s, events.DEALT_DOWN, seat, card, seat * 16 + slot, NOBODY)
        s.filled[seat] = (1 << slots) - 1
        deal_hand(s, seat, s.hand_size)


@rule
def slots_each(s: Swish) -> int:
    """SH-1.1: return how many cards lie face down before each seat: 6, 4 or 2."""
    return state.SLOTS - 2 * s.face_down


# ---- who moves, and the legal moves -------------------------------------------------------------------------------


@rule
def legal(s: Swish, seat: int) -> int:
    """SH-2.3, SH-4.1, SH-4.2, SH-5.1: return what this seat may do now, as a set of actions."""
    if seat != s.turn or s.phase == state.OVER:
        return 0
    if s.phase == state.LAY:
        return following(s, seat) | (state.DONE_BIT if is_enough(s) else 0)
    actions = playable(s, seat) if s.hands[seat] else s.filled[seat] << state.FLIPS
    if actions == 0 or (s.voluntary_pickup and s.pile_size and s.phase == state.PLAY):
        actions |= state.PICK_UP_BIT
    return actions


@rule
def act(s: Swish, seat: int, action: int) -> None:
    """Make one step of a move."""
    if action < state.PICK_UP:
        play_card(s, seat, action)
    elif action == state.DONE:
        finish_play(s, seat)
    elif action == state.PICK_UP:
        pick_up(s, seat)
    else:
        flip(s, seat, action - state.FLIPS)


@rule
def laying(s: Swish) -> int:
    """Whether a play is half made: cards are on the table and more may follow."""
    return 1 if s.phase == state.LAY else 0


# ---- 2 ranks and turns --------------------------------------------------------------------------------------------


@rule
def beating(s: Swish) -> int:
    """SH-2.1, SH-2.2, SH-3.1, SH-3.2, SH-3.3: return the cards whose rank beats the top; all if anything goes."""
    if s.pile_size == 0 or s.phase == state.AGAIN:
        return state.CARDS
    below_top = rank_of(top(s)) - 2
    return TWOS * (CLUB_CARDS >> below_top << below_top) | state.FREE_OF_COUNT


@rule
def playable(s: Swish, seat: int) -> int:
    """SH-2.2, SH-2.3, match_count: return the cards with which a play may begin."""
    cards = s.hands[seat] & beating(s)
    if s.count > 1:
        cards &= at_least(cards, s.count) | state.FREE_OF_COUNT
    return cards


@rule
def at_least(cards: int, count: int) -> int:
    """Return the cards of every rank of which the set holds at least this many (2 to 4)."""
    clubs = cards & CLUB_CARDS
    diamonds = cards >> 13 & CLUB_CARDS
    hearts = cards >> 26 & CLUB_CARDS
    spades = cards >> 39
    if count == 2:
        ranks = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    elif count == 3:
        ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    else:
        ranks = clubs & diamonds & hearts & spades
    return TWOS * ranks


@rule
def following(s: Swish, seat: int) -> int:
    """SH-2.3: return the cards that may be laid on those of the same play."""
    return s.hands[seat] & of_rank(rank_of(top(s)))


@rule
def is_enough(s: Swish) -> int:
    """match_count: whether the cards laid so far are a large enough set."""
    return 1 if s.laid >= s.count or state.FREE_OF_COUNT >> top(s) & 1 else 0


@rule
def play_card(s: Swish, seat: int, card: int) -> None:
    """SH-2.3: lay a card; others of its rank may follow."""
    lay(s, seat, card)
    s.phase = state.LAY
    if following(s, seat) == 0:
        finish_play(s, seat)


@rule
def lay(s: Swish, seat: int, card: int) -> None:
    """Put one card of the hand on the pile."""
    s.hands[seat] &= ~(1 << card)
    s.known[seat] &= ~(1 << card)
    put_on_pile(s, card)
    s.laid += 1
    tell(s, PLAYED, seat, card)


@large_rule
def finish_play(s: Swish, seat: int) -> None:
    """SH-2.4, SH-3.5, SH-5.2: apply the power of the cards played, then draw; then the seat or the next one plays.

    Before playing again only an empty hand is refilled; a seat with nothing left to play is out.
    """
    again = power(s, seat)
    if again == 0 or s.hands[seat] == 0:
        draw_up(s, seat)
    if again and is_in(s, seat):
        s.phase = state.AGAIN
        tell(s, events.PLAYS_AGAIN, seat)
    else:
        end_turn(s, seat, next_in(s, seat))


@rule
def draw_up(s: Swish, seat: int) -> None:
    """SH-2.4: refill the hand while the deck lasts."""
    missing = s.hand_size - bit_count(s.hands[seat])
    while missing > 0 and s.deck_size:
        card = deal_card(s)
        s.hands[seat] |= 1 << card
        s.lacks[seat] = 0
        tell(s, DREW, seat, card, 0, 1 << seat)
        missing -= 1


# ---- 3 power cards ------------------------------------------------------------------------------------------------


@rule
def power(s: Swish, seat: int) -> int:
    """SH-3.2, SH-3.3, SH-3.4: apply the power of the cards just laid; return whether the seat must play again."""
    rank = rank_of(top(s))
    count = s.laid if s.match_count and rank != 2 else 0
    s.laid = 0
    s.last = seat
    s.count = count
    if rank == state.TEN or is_four(s):
        destroy(s, seat)
        return 1
    if rank == 2:
        tell(s, events.RESET, seat)
        return 1
    return 0


@rule
def is_four(s: Swish) -> int:
    """SH-3.4: whether the four top cards of the pile have one rank."""
    size = s.pile_size
    if size < 4:
        return 0
    rank = rank_of(s.pile[size - 1])
    for i in range(size - 4, size - 1):
        if rank_of(s.pile[i]) != rank:
            return 0
    return 1


@rule
def destroy(s: Swish, seat: int) -> None:
    """SH-3.3, SH-3.4: remove the pile from the game."""
    if rank_of(top(s)) != state.TEN:
        tell(s, events.FOUR_OF_A_KIND, seat, NONE, rank_of(top(s)))
    tell(s, events.DESTROYED, seat, NONE, s.pile_size)
    clear_pile(s)


@rule
def clear_pile(s: Swish) -> None:
    """Clear the table."""
    s.pile_size = 0
    s.last = NONE
    s.count = 0


# ---- 4 picking up -------------------------------------------------------------------------------------------------


@large_rule
def pick_up(s: Swish, seat: int) -> None:
    """SH-1.2, SH-4.1, SH-4.2: put the whole pile into the hand, known to all; nothing is drawn."""
    if s.voluntary_pickup == 0:
        s.lacks[seat] |= beating(s) if s.count < 2 else state.FREE_OF_COUNT
    cards = 0
    for i in range(s.pile_size):
        cards |= 1 << s.pile[i]
    s.hands[seat] |= cards
    s.known[seat] |= cards
    tell(s, events.PICKED_UP, seat, NONE, s.pile_size)
    starter = s.last
    clear_pile(s)
    if s.after_pickup != LAST_PLAYER or starter < 0 or not is_in(s, starter):
        starter = next_in(s, seat)
    end_turn(s, seat, starter)


# ---- 5 face-down cards --------------------------------------------------------------------------------------------


@large_rule
def flip(s: Swish, seat: int, slot: int) -> None:
    """SH-5.1, SH-5.2: turn up a card; it is played if it beats the top, else it is taken up with the pile."""
    card = s.down[seat * state.SLOTS + slot]
    s.down[seat * state.SLOTS + slot] = NONE
    s.filled[seat] &= ~(1 << slot)
    tell(s, events.FLIPPED, seat, card, seat * 16 + slot)
    good = beating(s)
    if s.count > 1:
        good = state.FREE_OF_COUNT
    if good >> card & 1:
        put_on_pile(s, card)
        s.laid = 1
        finish_play(s, seat)
    else:
        s.hands[seat] |= 1 << card
        s.known[seat] |= 1 << card
        tell(s, events.FLIP_FAILED, seat, card)
        pick_up(s, seat)


# ---- 6 the end ----------------------------------------------------------------------------------------------------


@rule
def is_in(s: Swish, seat: int) -> int:
    """SH-6.1: whether a seat still has cards."""
    return 1 if s.hands[seat] or s.filled[seat] else 0


@rule
def next_in(s: Swish, seat: int) -> int:
    """SH-6.1: return the next seat that is still in."""
    after = seat
    for _ in range(s.seats):
        after = after + 1 if after + 1 < s.seats else 0
        if is_in(s, after):
            return after
    return seat


@large_rule
def end_turn(s: Swish, seat: int, following_seat: int) -> None:
    """SH-6.1, SH-6.2, ALL-9: end the turn: the seat may be out, the turn limit may be reached, or the next seat begins."""
    s.turns += 1
    if not is_in(s, seat):
        go_out(s, seat)
    if s.phase != state.OVER and s.turns >= s.max_turns:
        tell(s, TURNS_RAN_OUT, NONE)
        finish(s)
    if s.phase != state.OVER:
        s.phase = state.PLAY
        s.turn = following_seat


@rule
def go_out(s: Swish, seat: int) -> None:
    """SH-6.1: let a seat without cards win, or take its place if the others play on."""
    if s.play_on:
        place = places_given(s)
        s.places |= seat + 1 << 4 * place
        tell(s, events.WENT_OUT, seat, NONE, place + 1)
        if place + 2 < s.seats:
            return
    finish(s)


@rule
def places_given(s: Swish) -> int:
    """SH-6.1: return how many seats are out."""
    count = 0
    while s.places >> 4 * count:
        count += 1
    return count


@rule
def finish(s: Swish) -> None:
    """End the game and clear what only a turn needs."""
    s.phase = state.OVER
    s.last = NONE
    s.count = 0
    declare_winners(s, best_seats(s))


@rule
def hand_points(s: Swish, seat: int) -> int:
    """SH-6.2: return the cards a seat is left with, in the hand and face down."""
    return bit_count(s.hands[seat]) + bit_count(s.filled[seat])


@rule
def standing(s: Swish, seat: int) -> int:
    """SH-6.1, SH-6.2: return a seat's rank, lower being better: seats that are out in the order they left, then the others by
    cards.
    """
    for place in range(s.seats):
        if s.places >> 4 * place & 15 == seat + 1:
            return place
    return s.seats + hand_points(s, seat)


@rule
def best_seats(s: Swish) -> int:
    """SH-6.1, SH-6.2: return the seats in first place."""
    best = 99
    seats = 0
    for seat in range(s.seats):
        at = standing(s, seat)
        if at < best:
            best = at
            seats = 0
        if at == best:
            seats |= 1 << seat
    return seats


@large_rule
def score(s: Swish, seat: int) -> int:
    """SH-6.3: return a seat's score: 1 for the win; where the others play on, 1 for every seat placed behind."""
    if s.play_on == 0:
        return s.winners >> seat & 1
    points = 0
    for other in range(s.seats):
        if standing(s, other) > standing(s, seat):
            points += 1
    return points


@large_rule
def time_up(s: Swish) -> None:
    """SH-6.4: play the lowest legal rank in the required number; else pick up, or flip the lowest slot."""
    seat = s.turn
    tell(s, TIME_RAN_OUT, seat)
    if s.phase == state.LAY:
        while is_enough(s) == 0:
            lay(s, seat, lowest_bit(following(s, seat)))
        finish_play(s, seat)
        return
    if s.hands[seat] == 0:
        flip(s, seat, lowest_bit(s.filled[seat]))
        return
    cards = playable(s, seat)
    if cards == 0:
        pick_up(s, seat)
        return
    if s.rules < 2 and s.count > 1 and cards & state.FREE_OF_COUNT:  # version 1 laid a single 2 or 10 before any set
        cards &= state.FREE_OF_COUNT
    lay(s, seat, lowest_card(cards))
    while is_enough(s) == 0:
        lay(s, seat, lowest_bit(following(s, seat)))
    finish_play(s, seat)


@rule
def lowest_card(cards: int) -> int:
    """SH-6.4: return a set's lowest card in the order 3 4 5 6 7 8 9 J Q K A 2 10, then clubs, diamonds, hearts, spades."""
    plain = cards & ~state.FREE_OF_COUNT
    ranks = plain | plain >> 13 | plain >> 26 | plain >> 39
    if plain:
        return lowest_bit(cards & of_rank(lowest_bit(ranks & CLUB_CARDS) + 2))
    if cards & of_rank(2):
        return lowest_bit(cards & of_rank(2))
    return lowest_bit(cards)
