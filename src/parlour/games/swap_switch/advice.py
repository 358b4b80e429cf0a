"""A rule-of-thumb player of Swap Switch, written as rules: it swaps when that pays and keeps Aces and Queens for need.

Every legal card gets a price; the cheapest is played. Only what the seat knows is used: its own hand, the table, how many
cards the others hold, and the cards it has seen in their hands. The numbers were tuned by self-play.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, JACK, KING, QUEEN, rank_of
from ...core.chance import Dice, roll
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.seats import seat_after
from .rules import fitting, legal
from .state import CARDS, DECLINE, DRAW, DRAW_BIT, SWAP, SWAPS, WILD, SwapSwitch

TOO_DEAR = 60
"""Above this price it is better to draw, where the house allows that."""


@rule
def advise(s: SwapSwitch, seat: int, dice: Dice) -> int:
    """The action this player takes."""
    if s.phase == SWAP:
        partner = best_partner(s, seat)
        if s.swap_is_optional and gain(s, seat, partner, s.hands[seat]) <= 0:
            return DECLINE
        return SWAPS + partner
    actions = legal(s, seat)
    card = cheapest(s, seat, actions & CARDS, dice)
    if card == NONE:
        return DRAW
    if actions & DRAW_BIT and s.penalty == 0 and price(s, seat, card) > TOO_DEAR:
        return DRAW
    return card


@rule
def best_partner(s: SwapSwitch, seat: int) -> int:
    """The seat whose hand is most worth having; of equal ones the next in turn."""
    best = NONE
    most = -(1 << 20)
    for steps in range(1, s.seats):
        partner = seat_after(s, seat, steps)
        value = gain(s, seat, partner, s.hands[seat]) - 3 * steps
        if value > most:
            most = value
            best = partner
    return best


@rule
def gain(s: SwapSwitch, seat: int, partner: int, hand: int) -> int:
    """What it is worth to give this hand for the partner's: fewer cards, and good ones where they are known."""
    theirs = s.hands[partner]
    good = bit_count(theirs & s.known[seat] & WILD) - bit_count(hand & WILD)
    return 14 * (bit_count(hand) - bit_count(theirs)) + 9 * good


@large_rule
def cheapest(s: SwapSwitch, seat: int, cards: int, dice: Dice) -> int:
    """The card with the lowest price, ties by the dice; NONE of none."""
    best = NONE
    lowest = 1 << 20
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        cost = (price(s, seat, card) << 4) + (roll(dice) & 15)
        if cost < lowest:
            lowest = cost
            best = card
    return best


@large_rule
def price(s: SwapSwitch, seat: int, card: int) -> int:
    """How dear a card is to play now: low is good."""
    hand = s.hands[seat] & ~(1 << card)
    if hand == 0:
        return -1000
    rank = rank_of(card)
    cost = 30 - 2 * bit_count(hand & fitting(card) & ~WILD)
    following = seat_after(s, seat, 1)
    if rank == JACK:
        return cost + price_of_swap(s, seat, hand)
    if rank == ACE:
        cost += 17
    elif rank == QUEEN:
        cost += 14 - 2 * pressure(s, following)
    elif rank == 2:
        cost -= 3 + 2 * pressure(s, following)
    elif rank == 8:
        cost -= 2 * pressure(s, following)
        if s.seats == 2:
            cost += -12 if hand & fitting(card) else 6
    elif rank == KING:
        before = seat_after(s, seat, s.seats - 1)
        cost += (pressure(s, before) - pressure(s, following)) // 4
        following = before
    if rank != 2 and rank != QUEEN and rank != 8:
        cost += danger(s, seat, following, card)
    return cost


@rule
def price_of_swap(s: SwapSwitch, seat: int, hand: int) -> int:
    """A Jack is as good as the best exchange of the hand it leaves."""
    best = -(1 << 20)
    for other in range(s.seats):
        if other != seat:
            value = gain(s, seat, other, hand)
            if value > best:
                best = value
    return 0 if s.swap_is_optional and best < 0 else -best


@rule
def pressure(s: SwapSwitch, following: int) -> int:
    """How much the next seat needs to be stopped."""
    return 12 if bit_count(s.hands[following]) == 1 else 3


@rule
def danger(s: SwapSwitch, seat: int, following: int, card: int) -> int:
    """The next seat has one card left, and it is known to fit or not to fit what is laid now."""
    last = s.hands[following]
    if bit_count(last) > 1 or not last & s.known[seat]:
        return 0
    return 40 if last & fitting(card) else -10
