"""The observation of Match Mania: what a seat knows, as numbers for programs that learn (`core/observation.py`).

Copies of a card look alike, so cards are counted by kind.
"""

from ...core.bits import lowest_bit
from ...core.observation import (
    Features,
    Row,
    begin,
    put,
    put_one,
    put_seat,
    put_turns_left,
    relative,
    seat_at,
)
from ...core.rule import rule
from ...core.state import NONE
from .cards import COLOURS, FACES, KINDS, WILD, WILD_FOUR, copies_in_deck, kind_name, kind_of, of_colour, of_face
from .options import DECK as CARDS_IN_DECK
from .options import MOST_CARDS
from .state import DRAWN, OVER, PHASES, MatchMania
from .state import SEATS as MOST

features = Features(MatchMania, version=2)
KIND = bytes(kind_of(card) for card in range(MOST_CARDS))
COPIES = bytes(copies_in_deck(kind) for kind in range(KINDS))
HALF = CARDS_IN_DECK // 2  # fits into a set
MARKS = (*COLOURS, *FACES, "W", "W+4")
NAMES = [kind_name(kind) for kind in range(KINDS)]

SEATS = features.one_of("seats", range(2, MOST + 1))
PHASE = features.one_of("phase", PHASES)
TO_MOVE = features.seat("to move", MOST)
DIRECTION = features.flag("ascending")
TURNS_LEFT = features.number("turns left")

HAND = features.counts("hand", NAMES)
TOP = features.one_of("top", NAMES)
COLOUR = features.one_of("colour", COLOURS)
PILE = features.counts("pile", NAMES)
HIDDEN = features.counts("hidden", NAMES)  # in the deck or in another hand
HELD = features.counts("hidden in hands", NAMES)  # hidden, but not in the deck: from before the last shuffle
KNOWN = features.counts("known in the hand", [f"+{place} {name}" for place in range(1, MOST) for name in NAMES])
LACKS = features.set_of_each_seat("lacks", MARKS, MOST, first=1)  # what no card of the hand can be
SIZES = features.each_seat("cards", MOST)
OLD = features.each_seat("cards from before the shuffle", MOST)
DECK = features.number("deck")
FOURS = features.number("deck in fours", scale=4)
SHUFFLES = features.number("shuffles")

PENALTY = features.number("penalty")
BEFORE = features.one_of("colour before the Wild +4", COLOURS)
DREW = features.one_of("drawn", NAMES)
WINDOW = features.flag("may be jumped in on")
CATCH = features.seat("has not called", MOST)
CALLED = features.flag("called")
PASSES = features.number("passes")

WIDTH = features.width
put_house_rules = features.put_house_rules


@rule
def observe(s: MatchMania, seat: int, out: Row) -> None:
    """Write what a seat knows: the table, its hand, cards in hands that it has seen, and what draws and shuffles tell."""
    begin(out, WIDTH)
    put_house_rules(s, out)
    put_one(out, SEATS, s.seats - 2)
    put_one(out, PHASE, s.phase)
    put_seat(s, out, TO_MOVE, seat, s.turn if s.phase != OVER else NONE)
    out[DIRECTION] = 1 if s.direction > 0 else 0
    put_turns_left(s, out, TURNS_LEFT, s.max_turns, s.turns)
    put_hands(s, seat, out)
    put_stock(s, seat, out)
    put(out, PENALTY, s.penalty)
    put_one(out, BEFORE, s.before)
    if s.phase == DRAWN and seat == s.turn:
        out[DREW + kind_of(s.drawn)] = 1
    out[WINDOW] = s.window
    put_seat(s, out, CATCH, seat, s.catch)
    out[CALLED] = s.called
    put(out, PASSES, s.passes)


@rule
def put_hands(s: MatchMania, seat: int, out: Row) -> None:
    """Write the hands: the observer's own, and how many cards the others hold."""
    for kind in range(KINDS):
        out[HAND + kind] = s.copies[seat * KINDS + kind]
        out[HIDDEN + kind] = COPIES[kind] * s.decks - s.copies[seat * KINDS + kind]
    for place in range(s.seats):
        put(out, SIZES + place, s.sizes[seat_at(s, seat, place)])


@rule
def put_stock(s: MatchMania, seat: int, out: Row) -> None:
    """Write the pile and the deck, and what the observer knows of the cards in other hands."""
    out[TOP + s.kind] = 1
    put_one(out, COLOUR, s.colour)
    for i in range(s.pile_size):
        kind = KIND[s.pile[i]]
        out[PILE + kind] += 1
        out[HIDDEN + kind] -= 1
    if s.seven_o or s.challenge:  # without these options, nobody ever sees another hand
        put_known(s, seat, out)
    for place in range(1, s.seats):
        lacks = s.lacks[seat_at(s, seat, place)]
        if lacks:
            put_lacks(out, LACKS + len(MARKS) * (place - 1), lacks)
    if s.shuffles:
        put_old(s, seat, out)
    put(out, DECK, s.deck_size)
    put(out, FOURS, s.deck_size // 4)
    put(out, SHUFFLES, s.shuffles)


@rule
def put_lacks(out: Row, start: int, lacks: int) -> None:
    """Write the colours, faces and Wilds all of whose kinds are in this set."""
    for colour in range(len(COLOURS)):
        out[start + colour] = 1 if of_colour(colour) & ~lacks == 0 else 0
    for face in range(len(FACES)):
        out[start + len(COLOURS) + face] = 1 if of_face(face) & ~lacks == 0 else 0
    out[start + len(MARKS) - 2] = lacks >> WILD & 1
    out[start + len(MARKS) - 1] = lacks >> WILD_FOUR & 1


@rule
def put_known(s: MatchMania, seat: int, out: Row) -> None:
    """Write the cards that the observer knows to be in other hands."""
    for card in range(s.decks * CARDS_IN_DECK):
        if s.knowers[card] >> seat & 1:
            kind = KIND[card]
            out[KNOWN + (relative(s, seat, s.holder[card]) - 1) * KINDS + kind] += 1
            out[HIDDEN + kind] -= 1


@rule
def put_old(s: MatchMania, seat: int, out: Row) -> None:
    """Write the hidden cards that were not in the last shuffle: they are in hands."""
    for first in range(0, s.decks * CARDS_IN_DECK, HALF):
        old = 0
        for i in range(HALF):
            old |= is_old(s, seat, first + i) << i
        while old:
            card = first + lowest_bit(old)
            old &= old - 1
            out[HELD + KIND[card]] += 1
            out[OLD + relative(s, seat, s.holder[card])] += 1


@rule
def is_old(s: MatchMania, seat: int, card: int) -> int:
    """Whether a card is in another hand, not known to be there, and was not in the last shuffle."""
    holder = s.holder[card]  # no `and`: without branches the compiler tests several cards at once
    return (s.since[card] != s.shuffles) & (holder >= 0) & (holder != seat) & (1 - (s.knowers[card] >> seat & 1))
