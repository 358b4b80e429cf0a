"""Events: what happened, told by the rules.

A rule says `tell(s, DREW, seat, card, 0, 1 << seat)`: who, which card, a number, and who may see the card. Interpreted
this is written down, compiled it is nothing. The kinds here are common to all games; a game adds its own from `OWN` on.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .cards import HIDDEN, RANKS, SUIT_NAMES, Pack
from .state import NONE, State
from .texts import PART, Catalogue, capital, catalogue, counted, seat_name, slot_number, text

EVERYONE = -1
"""Seen by every seat and by spectators: the set with all members."""
NOBODY = 0

DEALT, TURNED, SHUFFLED, DREW, PLAYED, PASSED, WON, TIME_RAN_OUT, BLOCKED, TURNS_RAN_OUT = range(10)
OWN = 32


def tell(s: State, kind: int, seat: int, card: int = NONE, number: int = 0, seen: int = EVERYONE) -> None:
    """Something happened to a seat; `seen` is the set of the seats that saw the card. (Compiled: nothing.)"""
    if s.log is not None:
        s.log.append((kind, seat, card, number, seen))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of event: its name, and the way of the card.

    `counts` says what a statistic makes of it: played (a card), taken back (a card played before), penalty (so many cards
    that another seat gave), catch (the cards drawn next were given by this seat), fine (so many for a mistake), fine card
    (one of them), end (why a game is over that nobody has finished, or what changes its points).
    What it says is in the catalogue, under `event.` and its name: of another seat, and with `.you` of oneself. In these
    texts {who} is the seat, {card} the card, {number} the number as such, and the other parts the number read as one
    of `PARTS`.
    """

    name: str
    source: str = ""
    target: str = ""
    counts: str = ""

    @property
    def is_glimpse(self) -> bool:
        """Whether the card lies face down afterwards: it stays where it is, or goes into a grid or somebody's fingers."""
        return self.target in ("grid", "held") or not (self.source or self.target)


COMMON = {
    DEALT: Kind("dealt", "deck", "hand"),
    TURNED: Kind("turned", "deck", "pile"),
    SHUFFLED: Kind("shuffled", "pile", "deck"),
    DREW: Kind("drew", "deck", "hand"),
    PLAYED: Kind("played", "hand", "pile", "played"),
    PASSED: Kind("passed"),
    WON: Kind("won"),
    TIME_RAN_OUT: Kind("time_ran_out"),
    BLOCKED: Kind("blocked", counts="end"),
    TURNS_RAN_OUT: Kind("turns_ran_out", counts="end"),
}

SLOTS = 16
"""A place in a grid is told as seat * SLOTS + slot."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened: `number` counts from 1, `move` is the number of the move that caused it (0: the deal).

    `text` is a sentence in the language of the viewer, `key` where it stands in the catalogue. `fleeting`: the viewer is shown
    the card for a moment only, since it lies face down again. `counts` is that of its kind.
    """

    number: int
    move: int
    kind: str
    seat: int | None
    card: str | None
    value: int
    text: str
    source: str = ""
    target: str = ""
    key: str = ""
    fleeting: bool = False
    counts: str = ""


# ---- what an event says -------------------------------------------------------------------------------------------


class Happening(NamedTuple):
    """An event that is about to be told: who listens, and what the seats are called."""

    seat: int
    card: int
    value: int
    pack: Pack
    viewer: int | None
    names: Sequence[str]


def _named(h: Happening, seat: int) -> str:
    return text("part.you") if seat == h.viewer else seat_name(seat, h.names)


def _owner(h: Happening, seat: int) -> str:
    """`your`, `Ada's`."""
    return text("part.whose.you") if seat == h.viewer else text("part.whose", who=seat_name(seat, h.names))


def _whose(h: Happening) -> str:
    """Whose card it is, and which: `your card 2`, `Ada's card 0`."""
    owner, slot = divmod(h.value, SLOTS)
    number = slot_number(slot)
    if owner == h.viewer:
        return text("part.place.you", slot=number)
    if owner == h.seat:
        return text("part.place.own", slot=number)
    return text("part.place", who=seat_name(owner, h.names), slot=number)


PARTS: Mapping[str, Callable[[Happening], str]] = {
    "who": lambda h: seat_name(h.seat, h.names),
    "card": lambda h: h.pack.sign(h.card),
    "number": lambda h: str(h.value),
    "rank": lambda h: rank_word(h.value),
    "suit": lambda h: suit_word(h.value & 3),
    "seat": lambda h: _named(h, h.value) if h.value >= 0 else text("part.nobody"),
    "whose": lambda h: _owner(h, h.value),
    "place": _whose,
    "slot": lambda h: str(slot_number(h.value % SLOTS)),
    "cards": lambda h: counted("table.cards", h.value),
    "points": lambda h: counted("played.points", h.value),
}
"""What may be filled into the text of an event."""


def rank_word(rank: int) -> str:
    """A rank (2 to 14) in a sentence: `10`, `Jack`."""
    letter = RANKS[rank - 2] if 2 <= rank <= 14 else str(rank)
    return text(f"rank.{letter}") if letter in "AJQK" else letter.replace("T", "10")


def suit_word(suit: int) -> str:
    """A suit in a sentence: `hearts`."""
    return text(f"suit.{SUIT_NAMES[suit]}")


class Saying:
    """A text of an event, taken apart once so that it is filled quickly."""

    __slots__ = ("_begins", "_is_named", "_rest", "key")

    def __init__(self, key: str, said: str) -> None:
        self.key = key
        begins, *rest = PART.split(said)
        self._begins = capital(begins)
        self._is_named = not begins and rest[:1] == ["who"]
        self._rest = [(PARTS[part], after) for part, after in zip(rest[::2], rest[1::2], strict=True)]

    def filled(self, happening: Happening) -> str:
        """The sentence."""
        said = self._begins
        for part, after in self._rest:
            said += part(happening) + after
        # a name is written as its owner does
        return said if self._begins or (self._is_named and happening.names) else capital(said)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A kind of event with what it says of another seat and of oneself."""

    kind: Kind
    other: Saying
    you: Saying


def spoken(kinds: Mapping[int, Kind], prefix: str = "") -> dict[int, Spoken]:
    """Kinds of events with their texts in the language in force, which are under this prefix in the catalogue."""
    texts = catalogue()
    return {number: _spoken(kind, f"{prefix}event.{kind.name}", texts) for number, kind in kinds.items()}


def _spoken(kind: Kind, key: str, texts: Catalogue) -> Spoken:
    other = Saying(key, texts.texts[key])
    own = f"{key}.you"
    return Spoken(kind, other, Saying(own, texts.texts[own]) if own in texts.texts else other)


def event_for(
    raw: tuple[int, int, int, int, int],
    number: int,
    move: int,
    kinds: Mapping[int, Spoken],
    pack: Pack,
    viewer: int | None,
    names: Sequence[str] = (),
    *,
    all_seen: bool = False,
    turns_back: bool = False,
) -> Event:
    """An event as one viewer gets it: a card this viewer did not see is `??`.

    `turns_back`: at this table a card that somebody looks at is turned back.
    """
    kind_number, seat, card, value, seen = raw
    may_see = all_seen or seen == EVERYONE or (viewer is not None and seen >> viewer & 1 == 1)
    if card >= 0 and not may_see:
        card = NONE
        shown: str | None = HIDDEN
    else:
        shown = pack.name(card) if card >= 0 else None
    found = kinds[kind_number]
    kind = found.kind
    saying = found.you if viewer is not None and viewer == seat else found.other
    said = saying.filled(Happening(seat, card, value, pack, viewer, names))
    whose = seat if seat >= 0 else None
    fleeting = turns_back and card >= 0 and kind.is_glimpse
    return Event(
        number, move, kind.name, whose, shown, value, said, kind.source, kind.target, saying.key, fleeting, kind.counts
    )
