"""A rule-of-thumb player of Swap Switch, written as rules.

It swaps when that pays, keeps Aces and Queens in reserve, and plays cards that the next seat is known to have no match for.
Each card is valued by its effect on the next seat and on the player's own hand; the best one is played. The player uses only
what the seat knows: its own hand, the table, how many cards the others hold, and the cards it has seen in their hands. The
numbers were tuned by self-play.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, JACK, KING, QUEEN, of_rank, rank_of
from ...core.chance import Dice
from ...core.rule import large_rule, rule
from ...core.seats import seat_after
from ...core.state import NONE
from ...kit.stock import top
from .rules import fitting, legal
from .state import CARDS, DECLINE, DRAW, DRAW_BIT, SWAP, SWAPS, WILD, SwapSwitch

WINS = 1 << 18
NEVER = -(1 << 18)
JACKS = of_rank(JACK)

# values for a swap
CARD_LESS, WILD_MORE, JACK_MORE, STEP = 24, 29, -8, 2  # STEP: for each place that the partner is further away

# values for the seat that is next
ONE_CARD, TWO_CARDS, FEW_CARDS = 39, 9, 4  # it has this many cards; few: three or four
SURELY, NOT_AT_ALL = 12, 25  # of 16: more if one of its cards is known to fit, less if none can
NO_FIT = 1  # for each of its cards known not to fit

# values for a play
HOLD = -42  # draw rather than get less than this, if the house rules allow it
ANY_FITS = 3  # the player's own hand has a card for the new top
ACE_SPENT, LATE_ACE, QUEEN_SPENT, LATE_QUEEN = 15, 5, 25, 8  # late: one or two cards are left
TWO, SKIP, AGAIN, AGAIN_IN_VAIN = 15, 4, 13, -4  # again: an 8 with two seats


@rule
def advise(s: SwapSwitch, seat: int, dice: Dice) -> int:
    """Return the action this player takes."""
    if s.phase == SWAP:
        return swap_or_decline(s, seat)
    actions = legal(s, seat)
    cards = actions & CARDS
    if cards == 0:
        return DRAW
    if cards & (cards - 1) == 0 and not actions & DRAW_BIT:
        return lowest_bit(cards)
    best = NONE
    most = NEVER
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = worth(s, seat, card)
        if value > most:
            most = value
            best = card
    if actions & DRAW_BIT and s.penalty == 0 and most < HOLD + worth_of_staying(s, seat):
        return DRAW
    return best


# ---- swaps --------------------------------------------------------------------------------------------------------


@rule
def swap_or_decline(s: SwapSwitch, seat: int) -> int:
    """Return the best swap, or none if that is allowed and better."""
    partner = best_partner(s, seat, s.hands[seat])
    if s.swap_is_optional and worth_of_swap(s, seat, partner, s.hands[seat]) <= worth_of_staying(s, seat):
        return DECLINE
    return SWAPS + partner


@rule
def best_partner(s: SwapSwitch, seat: int, hand: int) -> int:
    """Return the seat whose hand is most worth having instead of this one."""
    best = NONE
    most = NEVER
    for steps in range(1, s.seats):
        partner = seat_after(s, seat, steps)
        value = worth_of_swap(s, seat, partner, hand) - STEP * steps
        if value > most:
            most = value
            best = partner
    return best


@rule
def worth_of_swap(s: SwapSwitch, seat: int, partner: int, hand: int) -> int:
    """Return the value of swapping this hand for the partner's: fewer cards, good known cards, and who is next."""
    theirs = s.hands[partner]
    seen = theirs & s.known[seat]
    following = seat_after(s, seat, 1)
    value = CARD_LESS * (bit_count(hand) - bit_count(theirs))
    value += WILD_MORE * (bit_count(seen & WILD) - bit_count(hand & WILD))
    value += JACK_MORE * (bit_count(seen & JACKS) - bit_count(hand & JACKS))
    return value - danger_of(bit_count(hand if partner == following else s.hands[following]))


@rule
def worth_of_staying(s: SwapSwitch, seat: int) -> int:
    """Return the value of leaving the top and the hands as they are."""
    return -danger(s, seat, seat_after(s, seat, 1), 0, top(s))


# ---- plays --------------------------------------------------------------------------------------------------------


@large_rule
def worth(s: SwapSwitch, seat: int, card: int) -> int:
    """Return the value of playing a card."""
    hand = s.hands[seat] & ~(1 << card)
    if hand == 0:
        return WINS
    value = ANY_FITS if hand & fitting(card) & ~WILD else 0
    rank = rank_of(card)
    is_late = bit_count(hand) <= 2
    following = seat_after(s, seat, 1)
    more = 0
    if rank == JACK:
        return value + worth_of_jack(s, seat, hand)
    if rank == ACE:
        value -= ACE_SPENT + (LATE_ACE if is_late else 0)
    elif rank == QUEEN:
        value -= QUEEN_SPENT + (LATE_QUEEN if is_late else 0)
        more = 4
    elif rank == 2:
        value += TWO
        more = 2
    elif rank == 8:
        if s.seats == 2:
            return value + (AGAIN if hand & fitting(card) else AGAIN_IN_VAIN)
        value += SKIP
        following = seat_after(s, seat, 2)
    elif rank == KING:
        following = seat_after(s, seat, s.seats - 1)
    return value - danger(s, seat, following, more, card)


@rule
def worth_of_jack(s: SwapSwitch, seat: int, hand: int) -> int:
    """Return the value of a Jack: the best swap of the hand it leaves."""
    best = worth_of_swap(s, seat, best_partner(s, seat, hand), hand)
    if s.swap_is_optional:
        stay = worth_of_staying(s, seat)
        return best if best > stay else stay
    return best


@rule
def danger_of(count: int) -> int:
    """Return the threat of a next seat with this many cards."""
    return ONE_CARD if count == 1 else TWO_CARDS if count == 2 else FEW_CARDS if count <= 4 else 0


@rule
def danger(s: SwapSwitch, seat: int, target: int, more: int, card: int) -> int:
    """Return the threat if this seat is next on this card, after drawing this many more cards."""
    theirs = s.hands[target]
    value = danger_of(bit_count(theirs) + more)
    seen = theirs & s.known[seat]
    if seen == 0:
        return value
    if seen & fitting(card):
        return value if more else value + value * SURELY // 16
    if more == 0 and seen == theirs:
        value -= value * NOT_AT_ALL // 16
    return value - NO_FIT * bit_count(seen)
