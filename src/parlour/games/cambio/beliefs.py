"""Inferences about cards from the other players' moves.

A seat that knows a card and keeps it, while it gives up others of its own or discards a drawn card, considers it low. So each
card on the table that its owner knows has a sign: how it came there, and a bound, the lowest card that its owner gave up while
keeping this one. The values of cards with each sign were measured in games of skilled bots.
"""

from collections.abc import Iterable, Sequence
from math import log2

from ...core.bits import lowest_bit
from ...core.events import DREW, PLACES, TIME_RAN_OUT
from ...core.evidence import WHOLE, Seen
from ...core.rule import rule
from ...core.state import NONE, Record, number, numbers
from ...core.texts import OwnTexts, place_name, seat_name, speaking
from ...core.view import Choice
from . import events
from .cards import points
from .state import SLOTS, Cambio

say = OwnTexts(__name__)

KEPT, DRAWN_IN, GIVEN, WANTED = range(4)
BOUNDS = 11
"""The number of bounds that each way in which a card came to its place can have.

`KEPT`: its owner has seen it there; `DRAWN_IN`: it was drawn; `GIVEN`, `WANTED`: someone who knew it switched it away, or in.

A sign is 1 + how * BOUNDS + bound; the bound, 0 to 10, is the value of the lowest card that its owner gave up instead.
"""
NO_BOUND = 10
UNSEEN = 8
"""The bound of a drawn card that replaced one its owner did not know."""
MEAN = 6
"""The assumed value of a card for a seat that does not know it."""

VALUES = 12
"""The number of different values a card can have: -1 to 10."""
LIKELY_KEPT = (
    "990000000000",
    "999000000000",
    "999700000000",
    "999650000000",
    "999865000000",
    "999875400000",
    "999987540000",
    "999997754000",
    "999887643211",
    "999998765322",
    "999999877665",
)
LIKELY_DRAWN = (
    "990000000000",
    "999000000000",
    "999600000000",
    "999650000000",
    "999865000000",
    "999876400000",
    "999988650000",
    "999988864000",
    "999998875411",
    "999998777530",
    "999999877632",
)
LIKELY_GIVEN, LIKELY_WANTED = "001345589897", "996310000000"
"""How likely each value of a card is, measured in games of skilled bots: a row per bound, with a digit for each value from -1
to 10.

The digit says how much more often such a card has this value than an arbitrary unseen card, in ninths of the maximum.
"""
LIKELY_CALLS = "976543221111"
"""How likely a seat is to call if it estimates its grid at 0, 1, 2 …; measured among bots, and raised to allow for people."""
LIKELY_CALL = 5
"""The total with which most calls were made."""
MOST_SIGNS = 6
"""With more signs than this, each is given less weight: otherwise hardly one world in fifty would be accepted."""
STEPS = 16
"""The number of steps of doubt that halve the likelihood of a world."""


def doubts(row: str) -> bytes:
    """Convert digits of likelihood to doubts: logarithms, in sixteenths of a halving."""
    return bytes(round(-STEPS * log2(max(int(digit), 0.3) / 9)) for digit in row)


SIGNS = ("9" * VALUES, *LIKELY_KEPT, *LIKELY_DRAWN, *[LIKELY_GIVEN] * BOUNDS, *[LIKELY_WANTED] * BOUNDS)
DOUBTS = b"".join(doubts(row) for row in SIGNS)
CALL_DOUBTS = doubts(LIKELY_CALLS)
PARTS = b"".join(round(255 * 2 ** (-i / STEPS)).to_bytes() for i in range(STEPS))


class Evidence(Record):
    """The sign of each place, and the seat whose call still says something about its grid."""

    signs: list[int] = numbers(8 * SLOTS)
    caller: int = number(NONE)


class PlaceHistory:
    """A record of what happened to each place, as one seat saw it."""

    def __init__(self, seats: int) -> None:
        self.everyone = (1 << seats) - 1
        self.knowers: dict[int, int] = {}
        self.signs: dict[int, tuple[int, int]] = {}
        self.caller = NONE
        self.taken = False
        self.hurried = NONE
        self.first = NONE
        self.choice: tuple[int, int, int] | None = None  # seat, bound, place: what the turn reveals if no match follows

    def hear(self, kind: int, seat: int, card: int, value: int) -> None:
        """Process one event."""
        place = placed(value % PLACES)
        if kind in (DREW, events.TOOK, events.CALLED):
            self.conclude()
            self.taken = kind == events.TOOK
            self.hurried = seat if self.hurried == seat else NONE
        if kind == TIME_RAN_OUT:
            self.hurried = seat
        elif kind == events.CALLED:
            self.caller = seat
        elif kind == events.LOOKED:
            self.look(seat, place)
        elif kind == events.DISCARDED:
            self.choice = None if self.hurried == seat else (seat, discard_bound(card), NONE)
        elif kind == events.SWAPPED_OUT:
            self.swap(seat, card, place)
        elif kind == events.SWITCHED:
            self.first = place
        elif kind == events.SWITCHED_WITH:
            self.switch(seat, self.first, place)
        elif kind == events.MATCHED:
            self.match(seat, place)
        elif kind == events.MISMATCHED:
            self.knowers[place] = self.everyone
        elif kind == events.PENALTY_DEALT:
            self.blank(place)
        elif kind == events.GAVE:
            self.exchange(placed(value // PLACES), place)

    def knows(self, seat: int, place: int) -> bool:
        """Whether a seat knows the card in a place."""
        return self.knowers.get(place, 0) >> seat & 1 == 1

    def blank(self, place: int) -> None:
        """Note a card that nobody knows anything about."""
        self.knowers.pop(place, None)
        self.signs.pop(place, None)
        if place // SLOTS == self.caller:
            self.caller = NONE

    def exchange(self, one: int, other: int) -> None:
        """Exchange the cards of two places, or move a card to an empty place, along with what is known of them.

        A gift reveals nothing more: in games of skilled bots, cards that the giver knew were worth anything from 1 to 10.
        """
        for row in (self.knowers, self.signs):
            first, second = row.pop(one, None), row.pop(other, None)
            if second is not None:
                row[one] = second  # type: ignore[assignment]
            if first is not None:
                row[other] = first  # type: ignore[assignment]
        if self.caller in (one // SLOTS, other // SLOTS):
            self.caller = NONE

    def look(self, seat: int, place: int) -> None:
        """Note that a seat has looked at a card: only an owner's look matters, once it keeps the card."""
        self.knowers[place] = self.knowers.get(place, 0) | 1 << seat
        if place // SLOTS == seat:
            self.signs.setdefault(place, (KEPT, NO_BOUND))

    def swap(self, seat: int, old: int, place: int) -> None:
        """Note that a card was replaced: if its owner knew it, the known cards that the owner keeps are no worse."""
        was_known = self.knows(seat, place)
        bound = max(points(old), 0)
        self.blank(place)
        self.knowers[place] = self.everyone if self.taken else 1 << seat
        self.signs[place] = (DRAWN_IN, bound if was_known else UNSEEN)  # the clock only swaps in cards seen by all
        self.choice = None if self.hurried == seat else (seat, bound if was_known else NO_BOUND, place)

    def conclude(self) -> None:
        """End the turn: the choice made in it shows how low the other cards of that seat are."""
        if self.choice is None:
            return
        seat, bound, _ = self.choice
        self.choice = None
        for place in range(seat * SLOTS, seat * SLOTS + SLOTS):
            if place in self.signs and self.knows(seat, place):
                how, before = self.signs[place]
                kept = bound < NO_BOUND and how == GIVEN  # the new owner has seen it and disagrees
                self.signs[place] = (KEPT if kept else how, min(before, bound))

    def switch(self, seat: int, one: int, other: int) -> None:
        """Exchange two cards; a seat that knows what it switches gives a high card for a low one."""
        self.exchange(one, other)
        if (one // SLOTS == seat) != (other // SLOTS == seat):
            own, far = (one, other) if one // SLOTS == seat else (other, one)
            if self.knows(seat, far):
                self.signs[far] = (GIVEN, NO_BOUND)
            if self.knows(seat, own):
                self.signs[own] = (WANTED, NO_BOUND)

    def match(self, seat: int, place: int) -> None:
        """Note a match: it explains the choice of the turn, which then reveals nothing about other cards."""
        if self.choice is not None and self.choice[0] == seat:
            if self.choice[2] >= 0:
                self.signs[self.choice[2]] = (DRAWN_IN, NO_BOUND)
            self.choice = None
        self.blank(place)


def discard_bound(card: int) -> int:
    """Return the bound that a discarded card sets for the cards kept: they are no worse, unless its effect was wanted."""
    counted = max(points(card), 0)
    return counted if counted < 7 else min(counted + 1, NO_BOUND)


def placed(value: int) -> int:
    """Return the place an event names; events count sixteen slots per seat."""
    return value // 16 * SLOTS + value % 16


def gather(s: Cambio, seat: int, seen: Iterable[Seen]) -> Evidence:
    """Return the signs of all cards that this seat does not know."""
    past = PlaceHistory(s.seats)
    for kind, actor, card, value in seen:
        past.hear(kind, actor, card, value)
    past.conclude()
    evidence = Evidence()
    for place, (how, bound) in past.signs.items():
        if s.grid[place] >= 0 and not s.known[seat] >> s.grid[place] & 1:
            evidence.signs[place] = 1 + how * BOUNDS + bound
    evidence.caller = past.caller if past.caller != seat else NONE
    return evidence


@rule
def weigh(s: Cambio, evidence: Evidence, seat: int) -> int:
    """Return how well a world fits the signs of its cards and the call, from 0 to WHOLE.

    With many signs hardly any world fits them all, so each counts for less.
    """
    doubt = 0
    signs = 0
    for place in range(s.seats * SLOTS):
        sign = evidence.signs[place]
        if sign:
            doubt += DOUBTS[sign * VALUES + points(s.grid[place]) + 1]
            signs += 1
    if signs > MOST_SIGNS:
        doubt = doubt * MOST_SIGNS // signs
    if evidence.caller >= 0:
        doubt += CALL_DOUBTS[min(max(thought_total(s, evidence.caller), 0), len(CALL_DOUBTS) - 1)]
    return (WHOLE >> doubt // STEPS) * (PARTS[doubt % STEPS] + 1) >> 8


@rule
def thought_total(s: Cambio, seat: int) -> int:
    """Return a grid's total as its owner estimates it."""
    total = 0
    slots = s.filled[seat]
    while slots:
        card = s.grid[seat * SLOTS + lowest_bit(slots)]
        slots &= slots - 1
        total += points(card) if s.known[seat] >> card & 1 else MEAN
    return total


def alike(s: Cambio, evidence: Evidence, seat: int, choice: Choice) -> str:
    """Return a key of the move in which cards of one owner that this seat can't tell apart look the same."""
    verb = choice.words.split()[0]
    places = [pick for pick in choice.picks if ":" in pick]
    return " ".join([verb, *sorted(kind_of_place(s, evidence, seat, pick) for pick in places)]) if places else choice.words


def kind_of_place(s: Cambio, evidence: Evidence, seat: int, pick: str) -> str:
    """Return the owner of a place and what is known of its card: the card's slot, or who knows it, its sign and its shuffle."""
    owner, slot = map(int, pick.split(":"))
    place = owner * SLOTS + slot
    card = s.grid[place]
    if s.known[seat] >> card & 1:
        return pick
    knowers = [other for other in range(s.seats) if s.known[other] >> card & 1]
    return f"{owner}:{knowers}:{evidence.signs[place]}:{s.since[card]}".replace(" ", "")


def sentences(evidence: Evidence, s: Cambio, seat: int, names: Sequence[str]) -> list[str]:
    """Return beliefs about the cards on the table, the most informative first."""
    found: list[tuple[int, str]] = []
    if evidence.caller >= 0:
        who = seat_name(evidence.caller, names)
        found.append((-1, say("belief.called", who=who, points=LIKELY_CALL)))
    for place, sign in enumerate(evidence.signs):
        if sign:
            with speaking(names=names, listener=seat):
                name = place_name(place // SLOTS, place % SLOTS)
            found += told(name, *divmod(sign - 1, BOUNDS))
    return [text for _, text in sorted(found, key=lambda pair: pair[0])]


def told(place: str, how: int, bound: int) -> list[tuple[int, str]]:
    """Return what a sign means, with a number that is lower the more it reveals; empty if it reveals little."""
    if how == WANTED:
        return [(1, say("belief.wanted", place=place))]
    if how == GIVEN:
        return [(5, say("belief.given", place=place))]
    if bound < UNSEEN:
        return [(2 + bound, say("belief.drawn" if how == DRAWN_IN else "belief.kept", place=place, points=bound))]
    return []
