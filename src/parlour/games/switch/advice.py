"""A rule-of-thumb player of Switch, written as rules: it keeps penalties and universals for need and uses sets.

Every legal card gets a price; the cheapest is played. Only what the seat knows is used: its own hand, the table, and how
many cards the others hold.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, JACK, of_rank, of_suit, rank_of, suit_of
from ...core.chance import Dice, roll
from ...core.rule import rule
from ...core.state import NONE
from ...kit.seats import seat_after
from .options import STANDARD
from .rules import legal
from .state import (
    ANNOUNCE,
    CARDS,
    CHALLENGE,
    DONE,
    DRAW,
    FIVE_OF_HEARTS,
    LAY,
    NAME,
    NAMES,
    TAKE_BACK,
    TRICKS,
    TRY,
    Switch,
)


@rule
def advise(s: Switch, seat: int, dice: Dice) -> int:
    """The action this player takes; NONE when it had better not cut in."""
    actions = legal(s, seat)
    if s.phase == NAME:
        return NAMES + best_suit(s.hands[seat])
    if actions >> TAKE_BACK & 1:
        return TAKE_BACK
    if s.unsaid and seat == s.played:
        return ANNOUNCE
    if actions >> CHALLENGE & 1 and (s.wrong or s.unsaid):
        return CHALLENGE
    if s.phase == LAY or s.phase == TRY:
        return next_of_set(s, seat, actions)
    card = cheapest(s, seat, actions & CARDS, dice)
    if card < 0 or not is_worth_it(s, seat, card):
        return DRAW if seat == s.turn else NONE
    if seat != s.turn and price(s, seat, card) >= 40:
        return NONE
    return ANNOUNCE if actions >> ANNOUNCE & 1 and leaves_one(s, seat, card) else card


@rule
def leaves_one(s: Switch, seat: int, card: int) -> int:
    """Whether one card may be left when this one is played, alone or with all of its rank."""
    count = bit_count(s.hands[seat])
    return 1 if count == 2 or count - bit_count(s.hands[seat] & of_rank(rank_of(card))) == 1 else 0


@rule
def best_suit(hand: int) -> int:
    """The suit one holds most of, universals not counted."""
    best = 0
    most = -1
    for suit in range(4):
        count = bit_count(hand & of_suit(suit) & ~of_rank(7) & ~of_rank(ACE))
        if count > most:
            most = count
            best = suit
    return best


@rule
def cheapest(s: Switch, seat: int, cards: int, dice: Dice) -> int:
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


@rule
def price(s: Switch, seat: int, card: int) -> int:
    """How dear a card is to play now: low is good."""
    hand = s.hands[seat]
    rank = rank_of(card)
    same = bit_count(hand & of_rank(rank)) - 1
    follow = bit_count(hand & of_suit(suit_of(card))) - 1
    cost = 30 - 6 * same - 2 * follow
    if s.run:
        return cost - rank
    threat = bit_count(s.hands[seat_after(s, seat, 1)]) <= 2
    if rank == ACE:
        cost += 30
    elif rank == 7:
        cost += 25
    elif rank == 2 or card == FIVE_OF_HEARTS:
        cost += -20 if threat else 12
    elif rank == JACK or rank == 8:
        cost += -12 if threat else 4
    elif rank == 3:
        cost += -8 if bit_count(hand & (of_rank(4) | of_rank(5))) else 8
    # the last cards must not be trick cards: get rid of them while others are held
    if bit_count(hand) <= 4 and TRICKS >> card & 1 and rank != 2:
        cost -= 14
    return cost


@rule
def is_worth_it(s: Switch, seat: int, card: int) -> int:
    """Whether to play the card rather than draw one."""
    hand = s.hands[seat]
    if s.penalty or s.run:
        return 1
    if bit_count(hand) == 1 and TRICKS >> card & 1 and s.finish_on_trick == 0:
        return 0  # it would only be replaced by a card from the deck
    return 1


@rule
def next_of_set(s: Switch, seat: int, actions: int) -> int:
    """Lay the rest of a set too, but keep a second Ace or 7, and stop at even Jacks and 8s that give another turn."""
    cards = actions & CARDS
    if cards == 0:
        return DONE
    card = lowest_bit(cards)
    rank = rank_of(card)
    left = s.hands[seat] & ~cards
    if s.was_run == 0 and (rank == ACE or rank == 7) and left:
        return DONE
    if s.was_run == 0 and rank == 8 and s.eights and s.eights & 1 == 0:
        return DONE
    return card if s.mode == STANDARD or s.phase == LAY else DONE
