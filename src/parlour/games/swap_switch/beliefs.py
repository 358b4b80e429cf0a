"""Inferences about hidden cards from the play so far.

A seat that draws had nothing that fits, and one that spends an Ace or a Queen most likely had nothing else. What was noticed
about a hand moves with it when hands are swapped.
"""

from collections.abc import Sequence

from ...core.bits import bit_count, lowest_bit
from ...core.cards import JACK, of_rank
from ...core.events import DREW, PLAYED, SHUFFLED, TURNED
from ...core.evidence import WHOLE, Seen, lacks
from ...core.rule import rule
from ...core.state import NONE, Record, numbers
from ...core.texts import seat_name
from ...kit.signs import PACK, HandSigns, lacking
from . import events
from .knowledge import unseen
from .rules import fitting
from .state import CARDS, WILD, SwapSwitch

SEATS = 4
NOTHING_FITTED, SPENT = 8, 24
"""The chance (of 256) that a hand had a card that should have been played instead.

The first is for a seat that had to play if anything fitted. It should be zero, but is a little higher, so that the nearest
world is chosen when none fits. The second is for a seat that spent a wild card, or drew where that is free: measured among
skilled bots.
"""
PLAIN = CARDS & ~WILD & ~of_rank(JACK)
"""Cards that are usually played before a wild one."""


class Evidence(Record):
    """How likely each card is to be in each hand, of 256."""

    odds: list[int] = numbers(SEATS * PACK)


class Watch:
    """Follows the table from event to event."""

    def __init__(self, s: SwapSwitch, seat: int) -> None:
        self.seat = seat
        self.hands = [HandSigns() for _ in range(s.seats)]
        self.must_discard = s.must_discard
        self.top = NONE  # NONE until it is known
        self.known = 0  # cards in other hands that this seat has seen
        self.owed = 0  # cards still to be drawn for a penalty
        self.drawer = NONE  # the seat that has just drawn because nothing fitted

    def note(self, kind: int, who: int, card: int, number: int) -> None:
        """Process one event."""
        if kind == DREW:
            self.drew(who, card)
            return
        if kind == PLAYED:
            self.played(who, card)
        elif kind == TURNED:
            self.top = card
        elif kind == events.SWAPPED:
            self.hands[who], self.hands[number] = self.hands[number], self.hands[who]
        elif kind == events.GOT and card != NONE:
            if who == self.seat:
                self.known &= ~(1 << card)
            else:
                self.known |= 1 << card
        if kind != SHUFFLED:
            self.owed = number if kind == events.TOOK_PENALTY else 0
            self.drawer = NONE

    def drew(self, who: int, card: int) -> None:
        """Process a draw. A penalty reveals nothing; otherwise nothing in the hand fitted, nor did a new card that stays."""
        hand = self.hands[who]
        if card == NONE or who == self.seat:
            hand.gains()
        else:
            self.known |= 1 << card
        if self.owed:
            self.owed -= 1
            return
        if self.top != NONE and self.must_discard:
            hand.lacks(fitting(self.top), NOTHING_FITTED)
        elif self.top != NONE:
            hand.lacks(fitting(self.top) & PLAIN, SPENT)
        self.drawer = who

    def played(self, who: int, card: int) -> None:
        """Process a play: after a draw it is the drawn card; otherwise a wild card was the last resort."""
        hand = self.hands[who]
        if who == self.drawer:
            hand.plays_drawn()
        else:
            if not self.known >> card & 1:
                hand.loses(card)
            if WILD >> card & 1 and self.top != NONE:
                hand.lacks(fitting(self.top) & PLAIN, SPENT)
        self.known &= ~(1 << card)
        self.top = card


def gather(s: SwapSwitch, seat: int, seen: Sequence[Seen]) -> Evidence:
    """Return what this seat can infer from everything it saw."""
    watch = Watch(s, seat)
    for kind, who, card, number in seen:
        watch.note(kind, who, card, number)
    evidence = Evidence()
    for other, hand in enumerate(watch.hands):
        hidden = bit_count(s.hands[other] & ~s.known[seat])
        evidence.odds[other * PACK : (other + 1) * PACK] = hand.odds(hidden)
    return evidence


@rule
def weigh(s: SwapSwitch, evidence: Evidence, seat: int) -> int:
    """Return how likely it is that the others played as they did from the hands of this world, 0 to 1 << 16."""
    weight = WHOLE
    for other in range(s.seats):
        if other != seat:
            cards = s.hands[other] & ~s.known[seat]
            while cards:
                weight = weight * evidence.odds[other * PACK + lowest_bit(cards)] >> 8
                cards &= cards - 1
    return weight


def sentences(evidence: Evidence, s: SwapSwitch, seat: int, names: Sequence[str]) -> list[str]:
    """Return what a seat may believe about the others' hidden cards, the most informative first."""
    hidden = unseen(s, seat)
    found = []
    for other in range(s.seats):
        if other != seat and s.hands[other] & hidden:
            words = lacking(evidence.odds[other * PACK : (other + 1) * PACK], hidden, WILD, s.hands[other] & ~hidden)
            if words:
                who = seat_name(other, names)
                found.append((len(words), lacks(who, words, "belief.lacks")))
    return [text for _, text in sorted(found, key=lambda entry: -entry[0])]
