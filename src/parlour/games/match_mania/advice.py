"""A rule-of-thumb player of Match Mania, written as rules (MM-6.2).

Every legal card gets a price; the cheapest is played, unless it is a Wild that should be kept for later. The player saves
action cards for a neighbour who is about to win, and names and keeps the colours it holds most of. With two seats there is
time to play first the cards that will be hardest to play later. It uses only what the seat knows: its own hand, the table, how
many cards the others hold, and hands it has seen.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.chance import Dice, roll
from ...core.rule import large_rule, rule
from ...core.seats import seat_after
from ...core.state import NONE
from .cards import KINDS, REVERSE, SKIP, WILD, WILD_FOUR, kind_of, of_colour, of_face
from .hands import cards_of_colour, commonest_colour
from .options import DECK
from .rules import legal
from .state import CALL, CARDS, CATCH, CHALLENGE, DRAW, NAME, NAMES, START, SWAP, MatchMania, layer

CLOSE = 3
"""A seat with this few cards is about to win."""
MANY = 4
"""The number of cards above which a Wild is kept, even at the cost of drawing."""
SUSPECT = 4
"""With this many cards left, the seat that played a Wild +4 most likely had a card of the colour."""

# With two seats, tuned by self-play:
FOR_COLOUR, FOR_FACE = 10, 18
"""Added to the price of a card for each other card of its colour or face, so that cards that match are kept."""
ACTIONS, LAST_ACTIONS = (-7, -9, -15), (-74, -22, -86)
"""The price of a Skip, a Reverse and a +2, and their price while the other seat has one card left."""
FOR_WILD, FOR_WILD_FOUR, FOR_LAST_WILD_FOUR = 140, 116, 22


@large_rule
def advise(s: MatchMania, seat: int, dice: Dice) -> int:
    """MM-6.2: return the action this player takes; NONE if it should not cut in."""
    if s.phase == NAME or s.phase == START:
        return NAMES + commonest_colour(s, seat)
    if s.phase == SWAP:
        return smallest_other(s, seat)
    actions = legal(s, seat)
    if actions >> CATCH & 1:
        return CATCH
    if actions >> CALL & 1 and seat == s.catch:
        return CALL
    if actions >> CHALLENGE & 1 and is_suspect(s, seat):
        return CHALLENGE
    kind = cheapest(s, seat, actions & CARDS, dice)
    if kind < 0:
        return DRAW if seat == s.turn else NONE
    if seat != s.turn:
        return kind if swing(s, seat, kind) >= 0 else NONE
    if actions >> DRAW & 1 and s.penalty == 0 and not is_worth_it(s, seat, kind):
        return DRAW
    return CALL if actions >> CALL & 1 else kind


@rule
def smallest_other(s: MatchMania, seat: int) -> int:
    """Return the other seat with the fewest cards."""
    best = seat_after(s, seat, 1)
    for other in range(s.seats):
        if other != seat and s.sizes[other] < s.sizes[best]:
            best = other
    return best


@rule
def is_suspect(s: MatchMania, seat: int) -> int:
    """Whether the Wild +4 on top was probably illegal, judged by the known cards of the hand or else by its size."""
    other = layer(s)
    known = 0
    for card in range(s.decks * DECK):
        if s.holder[card] == other and s.knowers[card] >> seat & 1:
            known += 1
            if s.before >= 0 and of_colour(s.before) >> kind_of(card) & 1:
                return 1
    return 1 if s.sizes[other] - known >= SUSPECT else 0


@rule
def cheapest(s: MatchMania, seat: int, kinds: int, dice: Dice) -> int:
    """Return the kind with the lowest price, ties decided by the dice; NONE if there is none."""
    best = NONE
    lowest = 1 << 20
    while kinds:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        cost = (price(s, seat, kind) << 4) + (roll(dice) & 15)
        if cost < lowest:
            lowest = cost
            best = kind
    return best


@large_rule
def price(s: MatchMania, seat: int, kind: int) -> int:
    """Return the price of playing a card now: low is good. A Reverse is judged by the seat that would be next after it."""
    if s.seats == 2:
        return price_for_two(s, seat, kind) - 16 * swing(s, seat, kind)
    is_close = s.sizes[seat_after(s, seat, 1)] <= CLOSE
    cost = 100 - 8 * swing(s, seat, kind)
    if kind == WILD_FOUR:
        return cost + (25 if is_close else 45)
    if kind == WILD:
        return cost + 40
    face = kind % 13
    cost -= 4 * cards_of_colour(s, seat, kind // 13) + 2 * bit_count(s.kinds[seat] & of_face(face))
    if face < SKIP:
        return cost - face // 3
    if face == REVERSE and s.sizes[(seat - s.direction + s.seats) % s.seats] <= CLOSE:
        return cost + 30
    return cost - 20 if is_close else cost - 2


@rule
def price_for_two(s: MatchMania, seat: int, kind: int) -> int:
    """Return the price with two seats: a card that goes with few others is played first."""
    is_last = s.sizes[1 - seat] == 1
    if kind == WILD_FOUR:
        return FOR_LAST_WILD_FOUR if is_last else FOR_WILD_FOUR
    if kind == WILD:
        return FOR_WILD
    face = kind % 13
    hand = s.kinds[seat]
    cost = FOR_COLOUR * bit_count(hand & of_colour(kind // 13)) + FOR_FACE * bit_count(hand & of_face(face))
    if s.copies[seat * KINDS + kind] > 1:
        cost += FOR_COLOUR
    if face < SKIP:
        return cost
    return cost + (LAST_ACTIONS[face - SKIP] if is_last else ACTIONS[face - SKIP])


@rule
def swing(s: MatchMania, seat: int, kind: int) -> int:
    """MM-4.2: return how many cards the hand loses by a 7 or a 0; negative if it gains cards."""
    if s.seven_o == 0 or kind >= WILD or s.sizes[seat] == 1:
        return 0
    left = s.sizes[seat] - 1
    if kind % 13 == 7:
        return left - s.sizes[smallest_other(s, seat)]
    if kind % 13 == 0:
        return left - s.sizes[(seat - s.direction + s.seats) % s.seats]
    return 0


@rule
def is_worth_it(s: MatchMania, seat: int, kind: int) -> int:
    """Whether to play the card rather than draw, or keep what was drawn."""
    left = s.sizes[seat]
    if left == 1:
        return 1
    if kind >= WILD:
        return 1 if left <= MANY or s.sizes[smallest_other(s, seat)] <= CLOSE - 1 else 0
    return 1 if swing(s, seat, kind) >= -2 else 0
