"""The observation of Switch: what a seat knows, as numbers for programs that learn (`core/observation.py`)."""

from ...core.bits import bit_count
from ...core.cards import RANKS, STANDARD, SUIT_NAMES
from ...core.observation import (
    Features,
    Row,
    begin,
    put,
    put_one,
    put_seat,
    put_seats,
    put_set,
    put_turns_left,
    seat_at,
)
from ...core.rule import rule
from ...core.state import NONE
from ...kit.observing import from_before, in_pile, put_hand_sizes
from ...kit.stock import top
from .options import STANDARD as NO_MISTAKES
from .state import CARDS, OVER, PHASES, Switch

MOST = 8
ANSWERS = ("any 2", "2h")

features = Features(Switch, version=1)

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
SHOWN = features.set_of_each_seat("seen in the hand", STANDARD, MOST)
SIZES = features.each_seat("cards", MOST)
OLD = features.each_seat("cards from before the shuffle", MOST)
DECK = features.number("deck")
SHUFFLES = features.number("shuffles")

RANK = features.one_of("rank to match", RANKS)
SUIT = features.one_of("suit to match", SUIT_NAMES)
PENALTY = features.number("penalty")
ANSWER = features.one_of("answered by", ANSWERS)
RUN = features.one_of("run", RANKS)
PASSES = features.number("passes")

LAID = features.number("laid")
EIGHTS = features.number("eights laid")
JACKS = features.number("jacks laid")
ANNOUNCED = features.seats("announced", MOST)
OWING = features.flag("owes an announcement")
SPARED = features.flag("spared the announcement")
PLAYED = features.seat("may be challenged", MOST)
WRONG = features.flag("last play was wrong")
FINE = features.number("fine")
UNSAID = features.flag("last card not announced")
FORGIVEN = features.seat("took a mistake back", MOST)

WAS_RANK = features.one_of("rank before the play", RANKS)
WAS_SUIT = features.one_of("suit before the play", SUIT_NAMES)
WAS_PENALTY = features.number("penalty before the play")
WAS_ANSWER = features.one_of("answered before the play by", ANSWERS)
WAS_RUN = features.one_of("run before the play", RANKS)
WAS_DIRECTION = features.flag("ascending before the play")

WIDTH = features.width
put_house_rules = features.put_house_rules


@rule
def observe(s: Switch, seat: int, out: Row) -> None:
    """Write what a seat knows: the table, its hand, cards that came back to a hand, and what the shuffles tell."""
    begin(out, WIDTH)
    put_house_rules(s, out)
    put_one(out, SEATS, s.seats - 2)
    put_one(out, PHASE, s.phase)
    put_seat(s, out, TO_MOVE, seat, s.turn if s.phase != OVER else NONE)
    out[DIRECTION] = 1 if s.direction > 0 else 0
    put_turns_left(s, out, TURNS_LEFT, s.max_turns, s.turns)
    put_cards(s, seat, out)
    put_table(s, out)
    if s.laid or s.mode != NO_MISTAKES:
        put_play(s, seat, out)


@rule
def put_cards(s: Switch, seat: int, out: Row) -> None:
    """Write where the cards are."""
    pile = in_pile(s)
    hidden = CARDS & ~(pile | s.hands[seat] | s.shown)
    held = from_before(s, hidden)
    put_set(out, HAND, s.hands[seat], 52)
    out[TOP + top(s)] = 1
    put_set(out, PILE, pile, 52)
    put_set(out, HIDDEN, hidden, 52)
    put_set(out, HELD, held, 52)
    put_hand_sizes(s, out, SIZES, seat)
    if s.shown:
        for place in range(s.seats):
            put_set(out, SHOWN + 52 * place, s.shown & s.hands[seat_at(s, seat, place)], 52)
    if held:
        for place in range(1, s.seats):
            put(out, OLD + place, bit_count(held & s.hands[seat_at(s, seat, place)]))
    put(out, DECK, s.deck_size)
    put(out, SHUFFLES, s.shuffles)


@rule
def put_table(s: Switch, out: Row) -> None:
    """Write what has to be matched or answered."""
    put_one(out, RANK, s.rank - 2)
    put_one(out, SUIT, s.suit)
    put(out, PENALTY, s.penalty)
    if s.answer:
        out[ANSWER + (s.answer == 5)] = 1
    put_one(out, RUN, s.run - 2)
    put(out, PASSES, s.passes)


@rule
def put_play(s: Switch, seat: int, out: Row) -> None:
    """Write the play in progress or the last one, which may still be challenged or taken back."""
    put(out, LAID, s.laid)
    put(out, EIGHTS, s.eights)
    put(out, JACKS, s.jacks)
    put_seats(s, out, ANNOUNCED, seat, s.announced)
    out[OWING] = s.owing
    out[SPARED] = s.spared
    put_seat(s, out, PLAYED, seat, s.played)
    out[WRONG] = s.wrong
    put(out, FINE, s.fine)
    out[UNSAID] = s.unsaid
    put_seat(s, out, FORGIVEN, seat, s.forgiven)
    put_one(out, WAS_RUN, s.was_run - 2)
    if s.was_rank:
        put_one(out, WAS_RANK, s.was_rank - 2)
        put_one(out, WAS_SUIT, s.was_suit)
        put(out, WAS_PENALTY, s.was_penalty)
        if s.was_answer:
            out[WAS_ANSWER + (s.was_answer == 5)] = 1
        out[WAS_DIRECTION] = s.was_direction
