"""Inferences about hidden cards from the play so far.

A seat that plays high had nothing lower that beats the top, and one that picks up had nothing at all. For each rank, the marks
count how many cards a seat has drawn since it lacked the rank. A card of that rank in its hand must then be one of these, or
the seat did not play lowest first, which is rare.
"""

from collections.abc import Sequence

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, QUEEN, of_rank, rank_of
from ...core.events import DEALT, DREW, PLAYED, rank_word
from ...core.evidence import WHOLE, Seen, lacks
from ...core.rule import rule
from ...core.state import Record, numbers
from ...core.texts import seat_name
from . import events
from .state import SEATS, TEN, Swish

RANKS = 13
SLIP = 12
"""The chance (of 256) that a card should have been played before. Skilled bots hold one back in 1% of plays, people in more."""
ORDER = (3, 4, 5, 6, 7, 8, 9, 11, 12, 13, ACE)
"""The ranks in the order in which they are usually played."""
PLACE = {rank: place for place, rank in enumerate(ORDER)} | {TEN: ORDER.index(QUEEN), 2: ORDER.index(ACE)}
"""How many of them are usually played before each rank: a 2 is kept as long as an Ace, a 10 as long as a Queen."""


class Evidence(Record):
    """For each seat and rank (seat * 13 + rank - 2), the number of cards drawn since the seat lacked it, plus one; 0 if it
    never did.
    """

    lacks: list[int] = numbers(SEATS * RANKS)


class Watch:
    """Follows the table from event to event: what has to be beaten, and what the seats lack."""

    def __init__(self, s: Swish, seat: int, is_dealt: bool) -> None:
        self.evidence = Evidence()
        self.seat = seat
        self.counts = bool(s.match_count)
        self.to_beat = 0 if is_dealt else None  # the rank on top, 0 where anything goes, None while it is not known
        self.laid = 0  # cards of the play on top
        self.player = -1  # the seat whose play is being laid; -1 between plays

    def note(self, kind: int, who: int, card: int) -> None:
        """Process one event."""
        if kind == PLAYED:
            self.played(who, rank_of(card))
            return
        if self.player >= 0:
            self.ended()
        if kind == DREW:
            self.drew(who)
        elif kind in (events.PLAYS_AGAIN, events.DESTROYED):
            self.to_beat = 0
        elif kind == events.FLIPPED:
            self.to_beat, self.laid = rank_of(card), 1
        elif kind == events.FLIP_FAILED:
            self.to_beat = None
        elif kind == events.PICKED_UP:
            self.lacked(who, self.going((*ORDER, 2, TEN)))
            self.to_beat = 0

    def played(self, who: int, rank: int) -> None:
        """Process a played card: the first of a play shows that the seat had no lower one that fits."""
        if self.player != who or self.to_beat != rank:
            if self.player >= 0:
                self.ended()
            self.lacked(who, self.going(ORDER[: PLACE[rank]]))
            self.laid = 0
        self.spent(who, rank)
        self.player, self.to_beat = who, rank
        self.laid += 1

    def ended(self) -> None:
        """Process a complete play: it shows that no other card of a low rank was kept back."""
        if self.to_beat is not None and 2 < self.to_beat < TEN:
            self.lacked(self.player, [self.to_beat])
        self.player = -1

    def going(self, ranks: Sequence[int]) -> list[int]:
        """Return which of the ranks fit now; none if that is unknown, or if one card may not be enough."""
        if self.to_beat is None or (self.counts and self.to_beat and self.laid > 1):
            return []
        return [rank for rank in ranks if rank >= self.to_beat or rank in (2, TEN)]

    def lacked(self, who: int, ranks: Sequence[int]) -> None:
        """Note that a seat holds none of these now."""
        for rank in ranks:
            self.evidence.lacks[who * RANKS + rank - 2] = 1

    def drew(self, who: int) -> None:
        """Note that a seat has drawn a card that can be anything."""
        for place in range(who * RANKS, who * RANKS + RANKS):
            if self.evidence.lacks[place]:
                self.evidence.lacks[place] += 1

    def spent(self, who: int, rank: int) -> None:
        """Note that a played card of a lacking rank was one of those drawn since: one fewer is left."""
        since = self.evidence.lacks[who * RANKS + rank - 2]
        if since > 1:
            for place in range(who * RANKS, who * RANKS + RANKS):
                if self.evidence.lacks[place] >= since:
                    self.evidence.lacks[place] -= 1


def gather(s: Swish, seat: int, seen: Sequence[Seen]) -> Evidence:
    """Return what this seat can infer from everything it saw."""
    watch = Watch(s, seat, any(kind == DEALT for kind, _, _, _ in seen))
    for kind, who, card, _ in seen:
        watch.note(kind, who, card)
    if watch.player >= 0:
        watch.ended()
    return watch.evidence


@rule
def weigh(s: Swish, evidence: Evidence, seat: int) -> int:
    """Return how likely it is that the others played as they did from the hands of this world, 0 to 1 << 16."""
    weight = WHOLE
    for other in range(s.seats):
        cards = s.hands[other] & ~s.known[other]
        count = bit_count(cards)
        if other == seat:
            cards = 0
        while cards:
            fresh = evidence.lacks[other * RANKS + rank_of(lowest_bit(cards)) - 2] - 1
            cards &= cards - 1
            if 0 <= fresh < count:
                weight = weight * (SLIP + (256 - SLIP) * fresh // count) >> 8
    return weight


def sentences(evidence: Evidence, s: Swish, seat: int, names: Sequence[str]) -> list[str]:
    """Return what a seat may believe about the others' hidden cards, the most informative first."""
    said: list[tuple[int, str]] = []
    for other in range(s.seats):
        hidden = bit_count(s.hands[other] & ~s.known[other])
        row = evidence.lacks[other * RANKS : other * RANKS + RANKS]
        known = s.hands[other] & s.known[other]
        lacking = [rank for rank in (*ORDER, 2, TEN) if row[rank - 2] == 1 and not known & of_rank(rank)]
        if other != seat and hidden and lacking:
            said.append((len(lacking), lacks(seat_name(other, names), [rank_word(rank) for rank in lacking])))
    return [text for _, text in sorted(said, key=lambda entry: -entry[0])]
