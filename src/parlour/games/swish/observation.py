"""The observation of Swish: what a seat knows, as numbers for programs that learn (`core/observation.py`)."""

from ...core.cards import CLUB_CARDS, RANKS, STANDARD, rank_of
from ...core.observation import (
    Features,
    Row,
    begin,
    put,
    put_one,
    put_seat,
    put_set,
    put_turns_left,
    seat_at,
)
from ...core.rule import rule
from ...core.state import NONE
from ...kit.observing import in_pile, put_hand_sizes
from ...kit.stock import in_deck, top
from .state import OVER, PHASES, SLOTS, Swish
from .state import SEATS as MOST

features = Features(Swish, version=2)

SEATS = features.one_of("seats", range(2, MOST + 1))
PHASE = features.one_of("phase", PHASES)
TO_MOVE = features.seat("to move", MOST)
TURNS_LEFT = features.number("turns left")

HAND = features.set("hand", STANDARD)
TOP = features.one_of("top", STANDARD)
ALIKE = features.number("cards of one rank on top")
PILE = features.set("pile", STANDARD)
HIDDEN = features.set("hidden", STANDARD)  # in the deck, face down, or in another hand and never picked up
KNOWN = features.set_of_each_seat("known to all in the hand", STANDARD, MOST)
LACKS = features.set_of_each_seat("lacks", RANKS, MOST, first=1)  # ranks that the hidden cards of the hand can't have
SIZES = features.each_seat("cards", MOST)
DOWN = features.set_of_each_seat("face down", range(SLOTS), MOST)
DECK = features.number("deck")

LAST = features.seat("laid the top", MOST)
COUNT = features.number("count to beat")
LAID = features.number("laid")
PLACES = features.each_seat("place", MOST)

WIDTH = features.width
put_house_rules = features.put_house_rules


@rule
def observe(s: Swish, seat: int, out: Row) -> None:
    """Write what a seat knows: the table, its hand, the piles that were picked up, and what the seats that picked them up
    lacked.
    """
    begin(out, WIDTH)
    put_house_rules(s, out)
    put_one(out, SEATS, s.seats - 2)
    put_one(out, PHASE, s.phase)
    put_seat(s, out, TO_MOVE, seat, s.turn if s.phase != OVER else NONE)
    put_turns_left(s, out, TURNS_LEFT, s.max_turns, s.turns)
    put_set(out, HAND, s.hands[seat], 52)
    put_set(out, PILE, in_pile(s), 52)
    if s.pile_size:
        out[TOP + top(s)] = 1
        put(out, ALIKE, alike_on_top(s))
    hidden = in_deck(s)
    for place in range(s.seats):
        other = seat_at(s, seat, place)
        if place:
            hidden |= s.hands[other] & ~s.known[other]
            put_set(out, LACKS + len(RANKS) * (place - 1), s.lacks[other] & CLUB_CARDS, len(RANKS))
        put_set(out, KNOWN + 52 * place, s.known[other], 52)
        put_set(out, DOWN + SLOTS * place, s.filled[other], SLOTS)
        for slot in range(SLOTS):
            if s.filled[other] >> slot & 1:
                hidden |= 1 << s.down[other * SLOTS + slot]
        put(out, PLACES + place, place_of(s, other))
    put_set(out, HIDDEN, hidden, 52)
    put_hand_sizes(s, out, SIZES, seat)
    put(out, DECK, s.deck_size)
    put_seat(s, out, LAST, seat, s.last)
    put(out, COUNT, s.count)
    put(out, LAID, s.laid)


@rule
def alike_on_top(s: Swish) -> int:
    """Return how many cards of one rank are on top of the pile, up to 4."""
    count = 1
    rank = rank_of(top(s))
    while count < 4 and count < s.pile_size and rank_of(s.pile[s.pile_size - 1 - count]) == rank:
        count += 1
    return count


@rule
def place_of(s: Swish, seat: int) -> int:
    """Return the place of a seat that is out, from 1; 0 for a seat that is still in."""
    for place in range(s.seats):
        if s.places >> 4 * place & 15 == seat + 1:
            return place + 1
    return 0
