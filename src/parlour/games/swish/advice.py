"""A rule-of-thumb player of Swish, written as rules: it plays low cards first, keeps power cards, and looks for four of a kind.

Every rank that may be played gets a price; the cheapest is played. While a draw follows each play, only the rank counts. Later,
a rank is cheaper the less likely the next seat is to beat it. It uses only what the seat knows: its own hand, the table, cards
that everybody knows, how many cards the others have, and which cards it has not seen anywhere.
"""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, CLUB_CARDS, JACK, KING, QUEEN, TWOS, of_rank, rank_of
from ...core.chance import Dice, pick
from ...core.rule import rule
from ...core.state import NONE
from ...kit.stock import top
from .knowledge import unseen
from .rules import hand_points, legal, next_in
from .state import CARDS, DONE, DONE_BIT, FLIPS, FREE_OF_COUNT, LAY, PICK_UP, TEN, Swish

# Tuned by self-play. There are four situations: two seats, or more than two; for each, while drawing and later.
PRICES = (
    *(64, -4, 5, 9, 13, 15, 20, 24, 51, 27, 34, 40, 44),
    *(62, 0, -1, 3, 8, 9, 12, 17, 36, 26, 36, 42, 51),
    *(50, 6, 8, 10, 12, 14, 16, 18, 44, 22, 24, 26, 36),
    *(38, 6, 8, 10, 12, 14, 16, 18, 44, 22, 24, 26, 36),
)
"""The prices of the ranks 2 to Ace, by situation."""
FOR_MORE = (-2, 0, -1, 1)
"""The amount that each further card of a rank adds to its price."""
POWERS = 1 << 2 | 1 << TEN
ONE_BY_ONE = (
    POWERS | 1 << JACK | 1 << QUEEN | 1 << KING | 1 << ACE,
    POWERS | 1 << ACE,
    POWERS | 1 << JACK | 1 << QUEEN | 1 << KING | 1 << ACE,
    POWERS,
)
"""The ranks that are played as single cards."""
TOO_HIGH = (0, 13, 0, 12)
"""The reduction of the price of a rank that the next seat surely cannot beat."""
AT_A_THREAT = (0, 27, 0, 12)
"""The further reduction if that seat is nearly out."""
FEW = 3
"""A seat with this many cards is nearly out."""
CERTAIN = 256


@rule
def advise(s: Swish, seat: int, dice: Dice) -> int:
    """Return the action this player takes."""
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
def plight(s: Swish, seat: int) -> int:
    """Return which of the four situations this is. Drawing ends with an empty deck or a hand that is too large."""
    is_drawing = s.deck_size and bit_count(s.hands[seat]) + s.laid <= s.hand_size
    return (0 if s.seats == 2 else 2) + (0 if is_drawing else 1)


@rule
def cheapest(s: Swish, seat: int, cards: int) -> int:
    """Return a card of the rank with the lowest price."""
    best = lowest_bit(cards)
    if cards & ~of_rank(rank_of(best)) == 0:
        return best
    now = plight(s, seat)
    following = NONE
    hidden = 0
    if TOO_HIGH[now]:
        following = next_in(s, seat)
        hidden = unseen(s, seat)
    lowest = 1 << 20
    while cards:
        card = lowest_bit(cards)
        cards &= ~of_rank(rank_of(card))
        cost = price(s, seat, rank_of(card), now, following, hidden)
        if cost < lowest:
            lowest = cost
            best = card
    return best


@rule
def price(s: Swish, seat: int, rank: int, now: int, following: int, hidden: int) -> int:
    """Return the price of playing a rank now: low is good."""
    held = bit_count(s.hands[seat] & of_rank(rank))
    if held + on_top(s, rank) == 4:
        return -1 << 16  # the pile goes and the seat plays again
    cost = PRICES[now * 13 + rank - 2]
    if rank == TEN and s.seats > 2:
        cost -= s.pile_size
    if POWERS >> rank & 1:
        return cost * CERTAIN
    cost += FOR_MORE[now] * (held - 1)
    if following < 0:
        return cost * CERTAIN
    gain = TOO_HIGH[now]
    if hand_points(s, following) <= FEW:
        gain += AT_A_THREAT[now]
    return cost * CERTAIN - gain * is_safe_from(s, following, rank, hidden)


@rule
def is_safe_from(s: Swish, other: int, rank: int, hidden: int) -> int:
    """Return the odds (of 256) that a seat cannot beat this rank; its unknown cards may be any hidden ones."""
    beaters = TWOS * (CLUB_CARDS >> (rank - 2) << (rank - 2)) | FREE_OF_COUNT
    if s.known[other] & beaters:
        return 0
    hand = bit_count(s.hands[other])
    left = bit_count(hidden)
    harmless = left - bit_count(hidden & beaters)
    chance = CERTAIN
    for _ in range(hand - bit_count(s.known[other]) if hand else 1):  # an empty hand flips a card
        if harmless <= 0:
            return 0
        chance = chance * harmless // left
        harmless -= 1
        left -= 1
    return chance


@rule
def on_top(s: Swish, rank: int) -> int:
    """Return how many cards of this rank are on top of the pile."""
    count = 0
    while count < s.pile_size and rank_of(s.pile[s.pile_size - 1 - count]) == rank:
        count += 1
    return count


@rule
def next_of_set(s: Swish, seat: int, actions: int) -> int:
    """Play the rest of a set too, but keep powers, and high cards while there is a deck, unless the set makes four or wins."""
    cards = actions & CARDS
    if cards == 0:
        return DONE
    rank = rank_of(top(s))
    is_four = bit_count(cards) + on_top(s, rank) == 4
    is_out = s.deck_size == 0 and hand_points(s, seat) == bit_count(cards)
    if actions & DONE_BIT and ONE_BY_ONE[plight(s, seat)] >> rank & 1 and not is_four and not is_out:
        return DONE
    return lowest_bit(cards)
