"""A rule of thumb for Crazy Eights: keep the eights, get rid of points, and name the suit with most cards."""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import of_suit
from ...core.chance import Dice
from ...core.rule import rule
from ...core.state import NONE
from .rules import card_points, legal
from .state import CARDS, EIGHTS, NAME, NAMES, CrazyEights


@rule
def advise(s: CrazyEights, seat: int, dice: Dice) -> int:
    """Return the action that this player takes."""
    actions = legal(s, seat)
    if s.phase == NAME:
        return NAMES + longest_suit(s.hands[seat])
    if actions & CARDS & ~EIGHTS:
        return dearest(actions & ~EIGHTS)
    return lowest_bit(actions)


@rule
def longest_suit(hand: int) -> int:
    """Return the suit of which a hand has the most cards, not counting eights."""
    best = 0
    for suit in range(1, 4):
        if bit_count(hand & of_suit(suit) & ~EIGHTS) > bit_count(hand & of_suit(best) & ~EIGHTS):
            best = suit
    return best


@rule
def dearest(cards: int) -> int:
    """Return the card that would cost the most points."""
    best = NONE
    most = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if card_points(card) > most:
            most = card_points(card)
            best = card
    return best
