"""A rule-of-thumb player of Swish, written as rules: lowest first, sets together, power cards kept, four of a kind hunted.

Every rank that may be played gets a price; the cheapest is played. Only what the seat knows is used: its own hand, the
table, and how many cards the others have.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, JACK, of_rank, rank_of
from ...core.chance import Dice, pick
from ...core.rule import rule
from ...kit.stock import top
from .rules import burden, legal, next_in
from .state import CARDS, DONE, DONE_BIT, FLIPS, LAY, PICK_UP, TEN, Swish

FEW = 1  # cards with which the next seat is a threat


@rule
def advise(s: Swish, seat: int, dice: Dice) -> int:
    """The action this player takes."""
    actions = legal(s, seat)
    if s.phase == LAY:
        return next_of_set(s, seat, actions)
    cards = actions & CARDS
    if cards:
        return cheapest(s, seat, cards)
    if actions >> FLIPS:
        return FLIPS + pick(dice, actions >> FLIPS)
    return PICK_UP


@rule
def cheapest(s: Swish, seat: int, cards: int) -> int:
    """A card of the rank with the lowest price."""
    best = lowest_bit(cards)
    lowest = 1 << 20
    while cards:
        card = lowest_bit(cards)
        cards &= ~of_rank(rank_of(card))
        cost = price(s, seat, rank_of(card))
        if cost < lowest:
            lowest = cost
            best = card
    return best


@rule
def price(s: Swish, seat: int, rank: int) -> int:
    """How dear a rank is to play now: low is good."""
    held = bit_count(s.hands[seat] & of_rank(rank))
    if held + on_top(s, rank) == 4:
        return 0  # the pile goes and the seat plays again
    if rank == 2:
        return 50
    if rank == TEN:
        return 44 - s.pile_size
    if rank < ACE and burden(s, next_in(s, seat)) <= FEW:
        return 20 - rank  # make it hard for a seat that is nearly out
    return rank * 2 - held if rank < ACE else 36


@rule
def on_top(s: Swish, rank: int) -> int:
    """How many cards of this rank lie on each other on the pile."""
    count = 0
    while count < s.pile_size and rank_of(s.pile[s.pile_size - 1 - count]) == rank:
        count += 1
    return count


@rule
def next_of_set(s: Swish, seat: int, actions: int) -> int:
    """Lay the rest of a set too, but keep high cards and powers while there is a deck to draw from."""
    cards = actions & CARDS
    if cards == 0:
        return DONE
    rank = rank_of(top(s))
    if actions & DONE_BIT and bit_count(cards) + on_top(s, rank) < 4:
        if rank == 2 or rank == TEN:
            return DONE
        if rank >= JACK and s.deck_size:
            return DONE
    return lowest_bit(cards)
