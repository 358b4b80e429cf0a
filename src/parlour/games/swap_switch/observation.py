"""The observation of Swap Switch: what a seat knows, as numbers for programs that learn (`core/observation.py`)."""

from ...core.bits import bit_count
from ...core.cards import STANDARD
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
from ...kit.observing import from_before, in_pile, put_hand_sizes
from ...kit.stock import top
from .state import CARDS, OVER, PHASES, SwapSwitch

MOST = 4

features = Features(SwapSwitch, version=2)

SEATS = features.one_of("seats", range(2, MOST + 1))
PHASE = features.one_of("phase", PHASES)
TO_MOVE = features.seat("to move", MOST)
DIRECTION = features.flag("ascending")
TURNS_LEFT = features.number("turns left")

HAND = features.set("hand", STANDARD)
TOP = features.one_of("top", STANDARD)
PILE = features.set("pile", STANDARD)
HIDDEN = features.set("hidden", STANDARD)  # in the deck or in another hand
HELD = features.set("hidden in hands", STANDARD)  # hidden, but not in the deck: from before the last shuffle
KNOWN = features.set_of_each_seat("known in the hand", STANDARD, MOST, first=1)
LACKS = features.set_of_each_seat("lacks", STANDARD, MOST, first=1)  # hidden cards that can't be in the hand
SIZES = features.each_seat("cards", MOST)
OLD = features.each_seat("cards from before the shuffle", MOST)
DECK = features.number("deck")
SHUFFLES = features.number("shuffles")
PENALTY = features.number("penalty")
PASSES = features.number("passes")

WIDTH = features.width
put_house_rules = features.put_house_rules


@rule
def observe(s: SwapSwitch, seat: int, out: Row) -> None:
    """Write what a seat knows: the table, its hand, cards that it gave away or saw, and what draws and shuffles tell."""
    begin(out, WIDTH)
    put_house_rules(s, out)
    put_one(out, SEATS, s.seats - 2)
    put_one(out, PHASE, s.phase)
    put_seat(s, out, TO_MOVE, seat, s.turn if s.phase != OVER else NONE)
    out[DIRECTION] = 1 if s.direction > 0 else 0
    put_turns_left(s, out, TURNS_LEFT, s.max_turns, s.turns)
    put(out, PENALTY, s.penalty)
    put(out, PASSES, s.passes)
    pile = in_pile(s)
    hidden = CARDS & ~(pile | s.hands[seat] | s.known[seat])
    held = from_before(s, hidden)
    put_set(out, HAND, s.hands[seat], 52)
    out[TOP + top(s)] = 1
    put_set(out, PILE, pile, 52)
    put_set(out, HIDDEN, hidden, 52)
    put_set(out, HELD, held, 52)
    put_hand_sizes(s, out, SIZES, seat)
    for place in range(1, s.seats):
        hand = s.hands[seat_at(s, seat, place)]
        put_set(out, KNOWN + 52 * (place - 1), hand & s.known[seat], 52)
        put_set(out, LACKS + 52 * (place - 1), hidden & s.lacks[seat_at(s, seat, place)], 52)
        put(out, OLD + place, bit_count(hand & held))
    put(out, DECK, s.deck_size)
    put(out, SHUFFLES, s.shuffles)
