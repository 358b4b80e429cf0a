"""Inferences about hidden cards from the play so far.

A seat that draws had nothing to play, one that plays a card plays all of its rank, one that spends a universal card had nothing
else that fits, and one that names a suit holds it.
"""

from collections.abc import Sequence

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, of_rank, of_suit, rank_of, suit_of
from ...core.events import DREW, PLAYED, SHUFFLED, TIME_RAN_OUT, TURNED, suit_word
from ...core.evidence import WHOLE, Seen, lacks
from ...core.rule import rule
from ...core.state import NONE, Record, numbers
from ...core.texts import seat_name, sentence
from ...kit.signs import PACK, HandSigns, lacking
from . import events
from .cards import ALL_TWOS, FIVE_OF_HEARTS, TWO_OF_HEARTS, UNIVERSAL
from .knowledge import unseen
from .state import Switch

SEATS = 8
HAD_PLAIN, HAD_UNIVERSAL, HAD_ANSWER, HAD_SAME, HAD_OTHERS, HAD_NO_SUIT = 40, 16, 8, 8, 72, 40
"""The chance (of 256) that a hand had a card that was not played, depending on what was done instead.

The cases: drawing with a card that matches, or with a universal one; taking a penalty or giving up a run with an answer;
playing others of its rank; spending a universal card; naming a suit without holding it. Measured among skilled bots, and raised
a little to allow for people.
"""
LASTS = 3
"""After this many new cards, a named suit no longer says anything about the hand."""
FORCED = (
    events.GAVE_UP_RUN,
    events.TOOK_PENALTY,
    events.MISSED_FINISH,
    events.FINED,
    events.FORGOT_TO_ANNOUNCE,
    events.WAS_RIGHT,
    TIME_RAN_OUT,
)
"""Events after which the next cards are not drawn by choice."""


class Evidence(Record):
    """How likely each card is to be in each hand, of 256."""

    odds: list[int] = numbers(SEATS * PACK)
    named: list[int] = numbers(SEATS)  # a suit that its holder named and has not played since, plus one; 0 if none


class Watch:
    """Follows the table from event to event."""

    def __init__(self, seats: int) -> None:
        self.hands = [HandSigns() for _ in range(seats)]
        self.named = [NONE] * seats
        self.came = [0] * seats
        self.rank = self.suit = NONE  # of the top; NONE if unknown
        self.run = False
        self.before = (NONE, NONE, False)  # rank, suit and run before the last attempt
        self.hit = NONE  # the last card that raised the penalty
        self.shown = 0  # cards that were taken back
        self.forced = False  # the draws in progress are not by choice
        self.drawer = NONE  # the seat that is drawing them
        self.cut_in = False  # the next card is played out of turn
        self.timed = False  # the clock makes the move

    def note(self, kind: int, who: int, card: int, number: int) -> None:
        """Process one event."""
        if kind == DREW:
            self.drew(who)
        elif kind == PLAYED:
            self.played(who, card)
        elif kind == TURNED:
            self.rank, self.suit = rank_of(card), suit_of(card)
        elif kind == events.NAMED:
            self.suit = number
            self.named[who], self.came[who] = number, 0
        elif kind == events.STARTED_RUN:
            self.run = True
        elif kind == events.ENDED_RUN:
            self.run = False
        elif kind == events.GAVE_UP_RUN:
            self.run = False
            if not self.timed and self.rank != NONE:
                self.hands[who].lacks(of_rank(self.rank) | of_rank(self.rank + 1), HAD_ANSWER)
        elif kind == events.TOOK_PENALTY and not self.timed:
            self.hands[who].lacks(self.answers(), HAD_ANSWER)
        elif kind == events.TRIED:
            self.before = (self.rank, self.suit, self.run)
        elif kind == events.TOOK_CARDS_BACK:
            self.shown |= 1 << card
            self.rank, self.suit, self.run = self.before
        if kind not in (DREW, SHUFFLED):
            self.forced = kind in FORCED
            self.drawer = NONE
            self.cut_in = kind == events.CUT_IN
            self.timed = kind == TIME_RAN_OUT

    def answers(self) -> int:
        """Return the cards that would have answered the penalty."""
        if self.hit == FIVE_OF_HEARTS:
            return 1 << TWO_OF_HEARTS
        return ALL_TWOS

    def drew(self, who: int) -> None:
        """Process a draw: if it was by choice, there was nothing to play."""
        if self.forced and self.drawer in (NONE, who):
            self.drawer = who
        else:
            self.forced = False
            if self.rank != NONE and not self.run:
                plain = of_rank(self.rank) | of_suit(self.suit)
                self.hands[who].lacks(plain & ~UNIVERSAL, HAD_PLAIN)
                self.hands[who].lacks(UNIVERSAL, HAD_UNIVERSAL)
        self.hands[who].gains()
        self.came[who] += 1

    def played(self, who: int, card: int) -> None:
        """Process a play: all cards of a rank are played together; a universal card is the last resort."""
        hand = self.hands[who]
        rank, suit = rank_of(card), suit_of(card)
        if self.shown >> card & 1:
            self.shown &= ~(1 << card)
        else:
            hand.loses(card)
        if suit == self.named[who]:
            self.named[who] = NONE
        if not self.run and rank in (7, ACE):
            if self.rank not in (NONE, rank) and not self.cut_in:
                hand.lacks((of_rank(self.rank) | of_suit(self.suit)) & ~UNIVERSAL, HAD_OTHERS)
        elif not self.cut_in:
            hand.lacks(of_rank(rank), HAD_SAME)
        if rank == 2 or card == FIVE_OF_HEARTS:
            self.hit = card
        if self.run or rank != 7:
            self.rank, self.suit = rank, suit


def gather(s: Switch, seat: int, seen: Sequence[Seen]) -> Evidence:
    """Return what this seat can infer from everything it saw."""
    watch = Watch(s.seats)
    for kind, who, card, number in seen:
        watch.note(kind, who, card, number)
    evidence = Evidence()
    for other, hand in enumerate(watch.hands):
        hidden = bit_count(s.hands[other] & ~s.shown)
        evidence.odds[other * PACK : (other + 1) * PACK] = hand.odds(hidden)
        if watch.came[other] < LASTS:
            evidence.named[other] = watch.named[other] + 1
    return evidence


@rule
def weigh(s: Switch, evidence: Evidence, seat: int) -> int:
    """Return how likely it is that the others played as they did from the hands of this world, 0 to 1 << 16."""
    weight = WHOLE
    for other in range(s.seats):
        if other != seat:
            cards = s.hands[other] & ~s.shown
            if evidence.named[other] and not s.hands[other] & of_suit(evidence.named[other] - 1):
                weight = weight * HAD_NO_SUIT >> 8
            while cards:
                weight = weight * evidence.odds[other * PACK + lowest_bit(cards)] >> 8
                cards &= cards - 1
    return weight


def sentences(evidence: Evidence, s: Switch, seat: int, names: Sequence[str]) -> list[str]:
    """Return what a seat may believe about the others' hidden cards, the most informative first."""
    hidden = unseen(s, seat)
    found, holding = [], []
    for other in range(s.seats):
        if other == seat or not s.hands[other] & hidden:
            continue
        who = seat_name(other, names)
        words = lacking(evidence.odds[other * PACK : (other + 1) * PACK], hidden, UNIVERSAL, s.hands[other] & ~hidden)
        if words:
            found.append((len(words), lacks(who, words)))
        if evidence.named[other]:
            holding.append(sentence("belief.named", who=who, what=suit_word(evidence.named[other] - 1)))
    return holding + [text for _, text in sorted(found, key=lambda entry: -entry[0])]
