"""Inferences about hidden cards from the play so far.

A seat that draws or spends a Wild most likely had nothing else to play, and one that names a colour holds it. For each colour
and face, the marks count how many cards have come to a hand since it lacked them. A card of that colour or face must then be
one of these, or the seat drew although it could play, which is rare. The marks move with a hand.
"""

from collections.abc import Sequence

from ...core.events import DREW, PASSED, PLAYED, SHUFFLED, TURNED
from ...core.evidence import WHOLE, Seen, lacks
from ...core.rule import rule
from ...core.state import NONE, Record, numbers
from ...core.texts import seat_name, sentence
from . import events
from .cards import COLOURS, WILD, WILD_FOUR, colour_word, face_word, kind_of
from .hands import cards_of_colour
from .knowledge import is_hidden
from .options import DECK, NO_COLOUR
from .state import SEATS, MatchMania

SLIP = 12
"""The chance (of 256) that a hand had a card it could have played instead. Skilled bots never draw then; people sometimes do.
"""
NAMED_WITH = (16, 98, 195, 226, 256)
"""The chance (of 256) that a seat named a colour of which it had no card, one, two …, measured among skilled bots."""
LASTS = 3
"""After this many new cards, a named colour no longer says anything about the hand."""
FACES_FROM, MARKS = 4, 17
"""A hand has marks for four colours, then for thirteen faces."""
ENDS_SUM = (events.TOOK_PENALTY, PASSED, events.WAS_GUILTY)
"""Events after which no sum is open."""


class Evidence(Record):
    """The marks of each hand. A mark counts the cards that came to the hand since it lacked something, plus one."""

    marks: list[int] = numbers(SEATS * MARKS)  # seat * 17 + colour, or seat * 17 + 4 + face; 0 if nothing was noted
    hidden: list[int] = numbers(SEATS)  # the cards of the hand that this seat does not know
    named: list[int] = numbers(SEATS)  # the colour its holder named last, plus one; 0 if none, or long ago
    spent: list[int] = numbers(SEATS)  # cards of that colour that were played from it since


class HandNotes:
    """The marks of one hand so far."""

    def __init__(self) -> None:
        self.marks = [0] * MARKS
        self.named = NONE
        self.spent = 0
        self.came = 0

    def gains(self) -> None:
        """Note that the hand has got a card that can be anything."""
        self.marks = [mark + 1 if mark else 0 for mark in self.marks]
        self.came += 1

    def lacks(self, places: Sequence[int]) -> None:
        """Note that the hand has nothing of this colour or face."""
        for place in places:
            self.marks[place] = 1

    def loses(self, kind: int) -> None:
        """Note that a card is played: if the hand lacked such cards, it was a newer one, and one fewer of these is left."""
        if kind >= WILD:
            return
        since = [mark for mark in (self.marks[kind // 13], self.marks[FACES_FROM + kind % 13]) if mark]
        newest = min(since, default=1)
        if newest > 1:
            self.marks = [mark - 1 if mark >= newest else mark for mark in self.marks]
        if kind // 13 == self.named:
            self.spent += 1

    def names(self, colour: int) -> None:
        """Note that its holder has named a colour."""
        self.named, self.spent, self.came = colour, 0, 0


class Watch:
    """Follows the table from event to event."""

    def __init__(self, s: MatchMania) -> None:
        self.hands = [HandNotes() for _ in range(s.seats)]
        self.before = self.hands
        self.play_drawn = s.play_drawn
        self.two = s.seats == 2
        self.is_strict = s.wild_four == NO_COLOUR and not s.challenge
        self.has_sum = False  # a sum is open
        self.going: list[int] = []  # the marks of what fits the top; empty if unknown
        self.owing, self.owed = NONE, 0  # the seat that is forced to draw, and how many more cards
        self.drawer = NONE  # the seat that has just drawn by choice

    def note(self, kind: int, who: int, card: int, number: int) -> None:
        """Process one event."""
        if kind == DREW:
            self.drew(who)
            return
        if kind == TURNED or kind == PLAYED:
            if kind == PLAYED:
                self.played(who, kind_of(card))
            self.going = _marks_of(kind_of(card))
            self.has_sum = False
        elif events.NAMED <= kind < events.NAMED + len(COLOURS):
            self.hands[who].names(kind - events.NAMED)
            self.going = [kind - events.NAMED]
        elif kind == events.TOOK_PENALTY or kind == events.CAUGHT:
            self.owing, self.owed = (who, number) if kind == events.TOOK_PENALTY else (number, 2)
        elif kind == events.OPENED_PENALTY:
            self.has_sum = True
        elif kind == events.SWAPPED or kind == events.PASSED_HANDS_ON:
            self.before = self.hands[:]
        elif kind == events.GOT:
            self.hands[who] = self.before[number]
        if kind in ENDS_SUM:
            self.has_sum = False
        if kind != SHUFFLED:
            self.drawer = NONE

    def drew(self, who: int) -> None:
        """Process a draw. A forced one reveals nothing; after a chosen one nothing fits, not even the new card if kept."""
        hand = self.hands[who]
        hand.gains()
        if who == self.owing and self.owed:
            self.owed -= 1
            return
        self.owed = 0
        hand.lacks(self.going)
        if not self.play_drawn:
            for place in self.going:
                hand.marks[place] = 2
        self.drawer = who

    def played(self, who: int, kind: int) -> None:
        """Process a play: after a draw it is the drawn card; a Wild was the last resort, except a Wild +4 with two seats."""
        hand = self.hands[who]
        self.owed = 0
        if who == self.drawer:
            hand.marks = [max(1, mark - 1) if mark else 0 for mark in hand.marks]
            hand.came -= 1
            return
        if kind == WILD or (kind == WILD_FOUR and not self.two):
            hand.lacks(self.instead())
        hand.loses(kind)

    def instead(self) -> list[int]:
        """Return the marks of what could replace a Wild: under a sum no colour can, but holding one may forbid a Wild +4."""
        if self.has_sum and not self.is_strict:
            return [mark for mark in self.going if mark >= FACES_FROM]
        return self.going


def _marks_of(kind: int) -> list[int]:
    """Return the marks of what fits a card: its colour and its face; none for a Wild until a colour is named."""
    return [kind // 13, FACES_FROM + kind % 13] if kind < WILD else []


def gather(s: MatchMania, seat: int, seen: Sequence[Seen]) -> Evidence:
    """Return what this seat can infer from everything it saw."""
    watch = Watch(s)
    for kind, who, card, number in seen:
        watch.note(kind, who, card, number)
    evidence = Evidence()
    for other, hand in enumerate(watch.hands):
        evidence.marks[other * MARKS : (other + 1) * MARKS] = hand.marks
        if hand.named >= 0 and hand.came < LASTS:
            evidence.named[other], evidence.spent[other] = hand.named + 1, hand.spent
    for card in range(s.decks * DECK):
        if is_hidden(s, seat, card):
            evidence.hidden[s.holder[card]] += 1
    return evidence


@rule
def weigh(s: MatchMania, evidence: Evidence, seat: int) -> int:
    """Return how likely it is that the others played as they did from the hands of this world, 0 to 1 << 16."""
    weight = WHOLE
    for card in range(s.decks * DECK):
        if is_hidden(s, seat, card):
            holder = s.holder[card]
            newer = newer_cards(evidence, holder, kind_of(card))
            hidden = evidence.hidden[holder]
            if newer < hidden:
                weight = weight * (SLIP + (256 - SLIP) * newer // hidden) >> 8
    for other in range(s.seats):
        if other != seat and evidence.named[other]:
            held = cards_of_colour(s, other, evidence.named[other] - 1) + evidence.spent[other]
            weight = weight * NAMED_WITH[min(held, len(NAMED_WITH) - 1)] >> 8
    return weight


@rule
def newer_cards(evidence: Evidence, seat: int, kind: int) -> int:
    """Return how many newer cards of a hand can be of this kind, according to the marks; many if there is no mark."""
    newer = 99
    if kind < WILD:
        colour = evidence.marks[seat * MARKS + kind // 13]
        face = evidence.marks[seat * MARKS + FACES_FROM + kind % 13]
        if colour:
            newer = colour - 1
        if face and face <= newer:
            newer = face - 1
    return newer


def sentences(evidence: Evidence, s: MatchMania, seat: int, names: Sequence[str]) -> list[str]:
    """Return what a seat may believe about the others' hidden cards, the most informative first."""
    lacking, holding = [], []
    for other in range(s.seats):
        if other == seat or not evidence.hidden[other]:
            continue
        row = evidence.marks[other * MARKS : (other + 1) * MARKS]
        what = [colour_word(colour) for colour in range(len(COLOURS)) if row[colour] == 1]
        what += [face_word(face) for face in range(13) if row[FACES_FROM + face] == 1]
        who = seat_name(other, names)
        if what:
            lacking.append((len(what), lacks(who, what)))
        if evidence.named[other] and not evidence.spent[other]:
            holding.append(sentence("belief.named", who=who, what=colour_word(evidence.named[other] - 1)))
    return [text for _, text in sorted(lacking, key=lambda entry: -entry[0])] + holding
