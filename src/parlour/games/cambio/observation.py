"""The observation of Cambio: what a seat knows, as numbers for programs that learn (`core/observation.py`).

In Cambio, suits matter only for the kings, so cards are written by their face. A place is a slot of a relative seat.
"""

from ...core.bits import bit_count, lowest_bit
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
    relative,
    relative_seats,
    seat_at,
)
from ...core.rule import rule
from ...kit.stock import top
from .cards import RANKS, worth
from .rules import must
from .state import CARDS, JOKER, PHASES, SLOTS, TAKEN, Cambio

MOST = 8
FACES = ("joker", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "black K", "red K")
KINDS = len(FACES)


def face(card: int) -> int:
    """Return the face of a card, as an index into `FACES`."""
    if card >= JOKER:
        return 0
    if RANKS[card] == 14:
        return 1
    return RANKS[card] + (worth(card) < 0)


FACE = bytes(face(card) for card in range(CARDS))

features = Features(Cambio, version=1)
WHERE = [f"{who} {slot}" for who in relative_seats(MOST) for slot in range(SLOTS)]

SEATS = features.one_of("seats", range(2, MOST + 1))
PHASE = features.one_of("phase", PHASES)
TO_MOVE = features.seat("to move", MOST)
TURN = features.seat("turn", MOST)
TURNS_LEFT = features.each_seat("turns left", MOST)

FILLED = features.set("cards at", WHERE)
KNOWN = features.set("known at", [f"{where} {name}" for where in WHERE for name in FACES])
OPEN = features.set("known to all at", WHERE)
OWNED = features.set("known to the owner at", WHERE)
KNOWERS = features.counts("seats that know", WHERE)
OLD = features.set("from before the shuffle at", WHERE)
HIDDEN = features.counts("hidden", FACES)  # in the deck, at a place that the seat hasn't seen, or held by another seat
PLACED = features.counts("hidden on the table", FACES)  # hidden, but not in the deck: from before the last shuffle
SIZES = features.each_seat("cards", MOST)

HELD = features.one_of("held", FACES)
HOLDS = features.flag("somebody holds a card")
TOP = features.one_of("top", FACES)
PILE = features.counts("pile", FACES)
DECK = features.number("deck")
SHUFFLES = features.number("shuffles")

CALLER = features.seat("caller", MOST)
OWED = features.seats("last turn to come", MOST)
UNCOUNTED = features.flag("turn not counted")
LOOKED = features.one_of("looked at", WHERE)
LOOKS = features.number("looks")
SNAPPABLE = features.flag("discard may be matched")
TRIED = features.seats("tried to match", MOST)
RESUME = features.one_of("interrupted phase", PHASES)
GIFT = features.one_of("gift to", WHERE)
AT_SEAT = features.seat("seat picked", MOST)
AT_PLACE = features.one_of("place picked", WHERE)

WIDTH = features.width
put_house_rules = features.put_house_rules


@rule
def observe(s: Cambio, seat: int, out: Row) -> None:
    """Write what a seat knows: every card it has seen, wherever it has gone since, and who has seen which place."""
    begin(out, WIDTH)
    put_house_rules(s, out)
    put_one(out, SEATS, s.seats - 2)
    put_one(out, PHASE, s.phase)
    put_seat(s, out, TO_MOVE, seat, must(s))
    put_seat(s, out, TURN, seat, s.turn)
    for place in range(s.seats):
        other = seat_at(s, seat, place)
        put_turns_left(s, out, TURNS_LEFT + place, s.max_turns_each, s.turns_each[other])
        put_grid(s, seat, other, place * SLOTS, out)
    put_stock(s, seat, out)
    put_moment(s, seat, out)


@rule
def put_grid(s: Cambio, seat: int, owner: int, start: int, out: Row) -> None:
    """Write one seat's places: which hold a card, and which card if the observer knows it."""
    slots = s.filled[owner]
    put_set(out, FILLED + start, slots, SLOTS)
    put(out, SIZES + start // SLOTS, bit_count(slots))
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        place = start + slot
        card = s.grid[owner * SLOTS + slot]
        is_old = s.since[card] != s.shuffles
        if s.known[seat] >> card & 1:
            out[KNOWN + place * KINDS + FACE[card]] = 1
        else:
            out[HIDDEN + FACE[card]] += 1
            if is_old:
                out[PLACED + FACE[card]] += 1
        if is_old:
            out[OLD + place] = 1
        out[OPEN + place] = s.shown >> card & 1
        out[OWNED + place] = s.known[owner] >> card & 1
        for other in range(s.seats):
            out[KNOWERS + place] += s.known[other] >> card & 1


@rule
def put_stock(s: Cambio, seat: int, out: Row) -> None:
    """Write the deck, the pile and the card that somebody holds."""
    for i in range(s.deck_size):
        out[HIDDEN + FACE[s.deck[i]]] += 1
    for i in range(s.pile_size):
        out[PILE + FACE[s.pile[i]]] += 1
    if s.pile_size:
        out[TOP + FACE[top(s)]] = 1
    put(out, DECK, s.deck_size)
    put(out, SHUFFLES, s.shuffles)
    if s.held >= 0:
        out[HOLDS] = 1
        if seat == s.turn or s.phase == TAKEN:
            out[HELD + FACE[s.held]] = 1
        else:
            out[HIDDEN + FACE[s.held]] += 1


@rule
def put_moment(s: Cambio, seat: int, out: Row) -> None:
    """Write the call, the snaps, and the move that is being picked."""
    put_seat(s, out, CALLER, seat, s.caller)
    put_seats(s, out, OWED, seat, s.owed)
    out[UNCOUNTED] = s.uncounted
    put_place(s, out, LOOKED, seat, s.looked)
    put(out, LOOKS, s.looks)
    out[SNAPPABLE] = s.open
    put_seats(s, out, TRIED, seat, s.tried)
    if s.resume:
        out[RESUME + s.resume] = 1
    put_place(s, out, GIFT, seat, s.gift)
    put_seat(s, out, AT_SEAT, seat, s.at_seat)
    put_place(s, out, AT_PLACE, seat, s.at_place)


@rule
def put_place(s: Cambio, out: Row, start: int, seat: int, place: int) -> None:
    """Write a place relative to this seat; a negative number stands for none."""
    if place >= 0:
        out[start + relative(s, seat, place // SLOTS) * SLOTS + place % SLOTS] = 1
