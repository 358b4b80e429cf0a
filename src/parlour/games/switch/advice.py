"""A rule-of-thumb player of Switch, written as rules.

It avoids being left with a trick card, takes turns from the others with Jacks, 8s, 2s and runs, and spends Aces and 7s late.
The value of a play is that of the hand it leaves plus its effect on the next seat; the play with the highest value is made. It
uses only what the seat knows: its own hand, the table, and how many cards the others hold. The numbers were tuned by self-play.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, JACK, of_rank, of_suit, rank_of, suit_of
from ...core.chance import Dice
from ...core.rule import large_rule, rule
from ...core.seats import seat_after
from ...core.state import NONE
from ...kit.stock import top
from . import state
from .cards import FIVE_OF_HEARTS, TRICKS, UNIVERSAL
from .options import STANDARD
from .rules import legal
from .state import Switch

WINS = 1 << 18
NEVER = -(1 << 18)

# values for a hand
NO_FINISH = 86  # only trick cards are left
TRICK_LEFT = 3  # a trick card is among the last three

# values for the seats
ONE_CARD, TWO_CARDS, THREE_CARDS = 87, 14, 23  # the next seat has only this many cards
HOLD = 96  # draw if playing would lose more than this
CUT = 110  # don't cut in if it would lose more than this

# values for a play
EACH = -20  # a played card: sets are good to have, and kept while a single card fits
FITS, ANY_FITS, LAST_FITS = 4, 5, 9  # remaining cards fit the new top; the only remaining one does
ACE_SPENT, SEVEN_SPENT = 67, 27
AGAIN, SKIP, TURN = 10, 33, 37  # playing again; a Jack; an 8
TWO, EACH_TWO, TWO_MENACE = 25, -12, -3  # a menace is how dangerous the next seat still is then, of 16
FIVE, FIVE_MENACE = 6, 4
RUN, FOUR_LEFT, RUN_MENACE = 20, 35, -9

# values for continuing a run
SAME_LEFT, NEXT_LEFT, HIGHER = 10, 7, -3


@rule
def advise(s: Switch, seat: int, dice: Dice) -> int:
    """Return the action this player takes; NONE if it should not cut in."""
    actions = legal(s, seat)
    if s.phase == state.NAME:
        return state.NAMES + best_suit(s.hands[seat])
    if actions >> state.TAKE_BACK & 1:
        return state.TAKE_BACK
    if s.unsaid and seat == s.played:
        return state.ANNOUNCE
    if actions >> state.CHALLENGE & 1 and (s.wrong or s.unsaid):
        return state.CHALLENGE
    if s.phase == state.LAY or s.phase == state.TRY:
        return next_of_set(s, seat, actions & state.CARDS)
    card = best_card(s, seat, actions & state.CARDS)
    if card == NONE:
        return state.DRAW if seat == s.turn else NONE
    return state.ANNOUNCE if actions >> state.ANNOUNCE & 1 and leaves_one(s, seat, card) else card


@rule
def best_card(s: Switch, seat: int, cards: int) -> int:
    """Return the best first card; NONE if it is better to draw, or not to cut in."""
    best = NONE
    most = NEVER
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = worth(s, seat, card)
        if value > most:
            most = value
            best = card
    if best == NONE or s.penalty or s.run:
        return best
    least = hand_worth(s, s.hands[seat])
    least -= HOLD + danger(s, seat_after(s, seat, 1)) if seat == s.turn else CUT
    return best if most >= least else NONE


# ---- the cards of a play ---------------------------------------------------------------------------------------------


@rule
def laid_with(s: Switch, seat: int, card: int) -> int:
    """Return the cards that go with this one: all of its rank, but one Ace at a time, and one card when cutting in."""
    same = s.hands[seat] & of_rank(rank_of(card))
    if seat != s.turn or (rank_of(card) == ACE and s.run == 0 and s.hands[seat] != same):
        return 1 << card
    return same


@rule
def climbs(s: Switch, rank: int) -> int:
    """Whether the next ranks can be played on this one in the same play."""
    return 1 if (s.run or (rank == 3 and s.penalty == 0)) and (s.chains or s.mode != STANDARD) else 0


@rule
def left_after(s: Switch, rank: int, rest: int) -> int:
    """Return the hand that is left when a run is climbed as far as it goes."""
    while rank < ACE and rest & of_rank(rank + 1):
        rank += 1
        rest &= ~of_rank(rank)
    return rest


@rule
def leaves_one(s: Switch, seat: int, card: int) -> int:
    """Whether the play that begins with this card leaves exactly one card."""
    rest = s.hands[seat] & ~laid_with(s, seat, card)
    if seat == s.turn and climbs(s, rank_of(card)):
        rest = left_after(s, rank_of(card), rest)
    return 1 if bit_count(rest) == 1 else 0


@rule
def next_of_set(s: Switch, seat: int, cards: int) -> int:
    """Play the rest of a set, ending with the card that most others fit; then climb if allowed. A second Ace is kept."""
    if cards == 0 or (s.phase == state.TRY and s.laid):
        return state.DONE
    rank = rank_of(top(s))
    same = cards & of_rank(rank)
    if same == 0 or s.phase == state.TRY:
        return lowest_bit(cards)
    rest = s.hands[seat] & ~same
    if rank == ACE and s.was_run == 0 and rest:
        return state.DONE
    is_last = same & (same - 1) == 0
    best = NONE
    least = 99
    while same and not is_last:
        card = lowest_bit(same)
        same &= same - 1
        fits = bit_count(rest & of_suit(suit_of(card)))
        if card == FIVE_OF_HEARTS:
            fits = -1  # it is a trick card only on top
        if fits < least:
            least = fits
            best = card
    return lowest_bit(same) if is_last else best


@rule
def best_suit(hand: int) -> int:
    """Return the suit the seat holds most of, without universals, preferring cards it may finish on."""
    best = 0
    most = -1
    for suit in range(4):
        cards = hand & of_suit(suit) & ~UNIVERSAL
        count = 4 * bit_count(cards) + bit_count(cards & ~TRICKS)
        if count > most:
            most = count
            best = suit
    return best


# ---- the value of a play ---------------------------------------------------------------------------------------------


@large_rule
def worth(s: Switch, seat: int, card: int) -> int:
    """Return the value of playing this card and those that go with it."""
    rank = rank_of(card)
    laid = laid_with(s, seat, card)
    rest = s.hands[seat] & ~laid
    last = laid & ~(1 << card) if laid & (laid - 1) else laid
    if seat == s.turn and climbs(s, rank):
        rest = left_after(s, rank, rest)
    if rest == 0 and (s.finish_on_trick or (s.run == 0 and last & ~TRICKS)):
        return WINS
    value = hand_worth(s, rest) + EACH * bit_count(laid)
    if s.run:
        return value + worth_in_run(rank, rest)
    return value + worth_of_top(s, rank, last, rest) + worth_of_power(s, seat, card, bit_count(laid), rest)


@rule
def hand_worth(s: Switch, hand: int) -> int:
    """Return the value of the hand left after a play."""
    if s.finish_on_trick or hand == 0:
        return 0
    value = 0 if hand & ~TRICKS else -NO_FINISH
    return value - TRICK_LEFT * bit_count(hand & TRICKS) if bit_count(hand) <= 3 else value


@rule
def worth_of_top(s: Switch, rank: int, last: int, rest: int) -> int:
    """Return how well the rest fits the new top, which is one of these last cards."""
    plain = rest & ~UNIVERSAL
    if rank == ACE:
        fits = bit_count(plain & of_suit(best_suit(rest)))
    elif rank == 7:
        fits = bit_count(plain & (of_rank(s.rank) | of_suit(s.suit)))
    else:
        fits = 0
        while last:
            found = bit_count(plain & (of_rank(rank) | of_suit(suit_of(lowest_bit(last)))))
            last &= last - 1
            if found > fits:
                fits = found
    value = FITS * fits
    if fits:
        value += ANY_FITS + (LAST_FITS if rest & (rest - 1) == 0 else 0)
    return value


@rule
def worth_of_power(s: Switch, seat: int, card: int, count: int, rest: int) -> int:
    """Return the effect of these cards of one rank: who is next, how dangerous that seat is, and what it faces."""
    rank = rank_of(card)
    if rank == JACK:
        return AGAIN if count >= s.seats - 1 else SKIP - danger(s, seat_after(s, seat, 1 + count))
    if rank == 8:
        return AGAIN if count & 1 == 0 else TURN - danger(s, seat_after(s, seat, s.seats - 1))
    threat = danger(s, seat_after(s, seat, 1))
    if rank == 2:
        return TWO + EACH_TWO * count - threat * TWO_MENACE // 16
    if rank == 3:
        return RUN + (FOUR_LEFT if rest & of_rank(4) else 0) - threat * RUN_MENACE // 16
    if rank == 5 and not rest >> FIVE_OF_HEARTS & 1 and s.hands[seat] >> FIVE_OF_HEARTS & 1:
        return FIVE - threat * FIVE_MENACE // 16
    if rank == ACE:
        return -ACE_SPENT - threat
    if rank == 7:
        return -SEVEN_SPENT - threat
    return -threat


@rule
def danger(s: Switch, seat: int) -> int:
    """Return the threat of this seat being next."""
    count = bit_count(s.hands[seat])
    return ONE_CARD if count == 1 else TWO_CARDS if count == 2 else THREE_CARDS if count == 3 else 0


@rule
def worth_in_run(rank: int, rest: int) -> int:
    """Return the value of continuing with this rank: can the seat answer it again?"""
    value = HIGHER * rank
    if rest & of_rank(rank):
        value += SAME_LEFT
    if rank < ACE and rest & of_rank(rank + 1):
        value += NEXT_LEFT
    return value
