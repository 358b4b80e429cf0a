"""Events: what happened, as reported by the rules.

A rule says `tell(s, DREW, seat, card, 0, 1 << seat)`: who, which card, a number, and who may see the card. Interpreted, this is
recorded; compiled, it does nothing. The kinds here are common to all games; a game declares its own in `events.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from .cards import HIDDEN, RANKS, SUIT_NAMES, Pack
from .state import NONE, State
from .texts import PART, TextCatalogue, capital, catalogue, counted, seat_name, slot_number, text

EVERYONE = -1
"""The viewers of something that every seat and all spectators see: the set with all members."""
NOBODY = 0

OWN = 32
"""The number of a game's first own event kind."""


class Kind(int):
    """A kind of event: the number that rules report, with its name and traits.

    `source` and `target` say where the card comes from and goes to. `counts` says how statistics count it: played (a card),
    taken back (a card played before), penalty (cards that another seat gave), catch (this seat caused the cards drawn next),
    fine (cards for a mistake), fine card (one of them), reversal (of the direction of play), end (why a game that nobody
    finished is over, or what changes its points). `is_told`: it is narrated. `looks`: somebody looks at the card, which
    stays face down. `exchanges`: what changes places unseen: cards (of two grids, reported by two such events in a row, each
    with a place) or hands (of the seat and the seat in the number). `is_alone`: it gets a sentence of its own.
    `is_wrong`: the seat made a mistake, which should be emphasised. `reveals`: what is counted at the end of a game, seat by
    seat: card (with its place) or total (the number).

    Its text is in the catalogue under `event.` and its name; the variant with `.you` is for the seat itself. In these texts
    {who} is the seat, {card} the card, {number} the plain number, and the other parts read the number as one of `PARTS`.
    Compiled rules only see the number.
    """

    name: str
    source: str
    target: str
    counts: str
    is_told: bool
    looks: bool
    exchanges: str
    is_alone: bool
    is_wrong: bool
    reveals: str

    @property
    def seconds(self) -> float:
        """How long somebody needs to notice and understand such an event."""
        if self.is_wrong or self.exchanges:
            return 1.4
        if self.counts in ("penalty", "fine", "catch", "end") or (self.source == "pile" and self.target != "deck"):
            return 1.1
        if self.source or self.target:
            return 0.3 if self.target == "pile" else 0.15
        return 0.5 if self.is_told else 0.0

    @property
    def is_glimpse(self) -> bool:
        """Whether the card is face down afterwards, because it was only looked at, goes into a grid or is held by a player."""
        return self.looks or self.target in ("grid", "held")


class Kinds(dict[int, Kind]):
    """Kinds of events by number. The numbers follow the order of declaration: add a new kind at the end."""

    def __init__(self, first: int = OWN) -> None:
        super().__init__()
        self._next = first

    def add(
        self,
        name: str,
        source: str = "",
        target: str = "",
        counts: str = "",
        *,
        is_told: bool = True,
        looks: bool = False,
        exchanges: str = "",
        is_alone: bool = False,
        is_wrong: bool = False,
        reveals: str = "",
        replaces: Kind | None = None,
    ) -> Kind:
        """Declare the next kind, or a game's own version of a common kind, named in `replaces`."""
        if replaces is None:
            number = self._next
            self._next += 1
        else:
            number = int(replaces)
        kind = self[number] = Kind(number)
        kind.name, kind.source, kind.target, kind.counts = name, source, target, counts
        kind.is_told, kind.looks, kind.exchanges, kind.is_alone = is_told, looks, exchanges, is_alone
        kind.is_wrong, kind.reveals = is_wrong, reveals
        return kind


COMMON = Kinds(0)
DEALT = COMMON.add("dealt", "deck", "hand", is_told=False)
TURNED = COMMON.add("turned", "deck", "pile")
SHUFFLED = COMMON.add("shuffled", "pile", "deck")
DREW = COMMON.add("drew", "deck", "hand")
PLAYED = COMMON.add("played", "hand", "pile", "played")
PASSED = COMMON.add("passed")
WON = COMMON.add("won")
TIME_RAN_OUT = COMMON.add("time_ran_out", is_alone=True)
BLOCKED = COMMON.add("blocked", counts="end")
TURNS_RAN_OUT = COMMON.add("turns_ran_out", counts="end")


def tell(s: State, kind: int, seat: int, card: int = NONE, number: int = 0, seen: int = EVERYONE) -> None:
    """Report an event about a seat; `seen` is the set of seats that saw the card. (Compiled: nothing.)"""
    if s.log is not None:
        s.log.append((kind, seat, card, number, seen))


def recorded(s: State) -> list[tuple[int, int, int, int, int]]:
    """Return the events that a state has recorded, and stop recording."""
    events = s.log or []
    s.log = None
    return events


SLOTS = 16
"""Events encode a place in a grid as seat * SLOTS + slot."""
PLACES = 256
"""Events encode a card that moves from one grid to another as source * PLACES + target."""
LATER = ".later"
"""Suffix of the catalogue key for what an event says once its card no longer lies face up."""


@dataclass(frozen=True, slots=True, repr=False)
class Event:
    """One event. `number` counts from 1; `move` is the number of the move that caused it (0: the deal).

    `text` is a sentence in the viewer's language, and `key` is its key in the catalogue. `fleeting`: the viewer sees the card
    only for a moment, because it lies face down again. `counts`, `looks`, `exchanges`, `reveals` and `wrong` come
    from its kind. `value` is the number that the rules reported: for a card in a grid the place, seat * 16 + slot; for one
    that moves between grids, source * 256 + target.
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
    looks: bool = False
    exchanges: str = ""
    wrong: bool = False
    reveals: str = ""

    def __repr__(self) -> str:
        """The event in one line, as its viewer saw it."""
        where = f"{'' if self.seat is None else f', seat {self.seat}'}{'' if self.card is None else f', card {self.card}'}"
        return f"<Event {self.number}: {self.kind}{where}: {self.text!r}>"

    def __str__(self) -> str:
        """The sentence."""
        return self.text

    def _repr_html_(self) -> str:
        return f"<span>{escape(self.text)}</span>"

    @property
    def is_shuffle(self) -> bool:
        """Whether the pile becomes the deck."""
        return self.source == "pile" and self.target == "deck"

    @property
    def is_draw(self) -> bool:
        """Whether a seat gets a card from the deck after the deal."""
        return self.move > 0 and self.source == "deck" and self.target != "pile" and self.seat is not None


# ---- what an event says -------------------------------------------------------------------------------------------


class EventContext(NamedTuple):
    """The facts of an event, its reader and the names of the seats: everything its sentence is made from."""

    seat: int
    card: int
    value: int
    pack: Pack
    viewer: int | None
    names: Sequence[str]


def _named(event: EventContext, seat: int) -> str:
    return text("part.you") if seat == event.viewer else seat_name(seat, event.names)


def _owner(event: EventContext, seat: int) -> str:
    """Return the possessive of a seat: `your` or `Ada's`."""
    return text("part.whose.you") if seat == event.viewer else text("part.whose", who=seat_name(seat, event.names))


def _whose(event: EventContext, place: int) -> str:
    """Return the owner and the number of the card: `your card 2`, `Ada's card 0`."""
    owner, slot = divmod(place, SLOTS)
    number = slot_number(slot)
    if owner == event.viewer:
        return text("part.place.you", slot=number)
    if owner == event.seat:
        return text("part.place.own", slot=number)
    return text("part.place", who=seat_name(owner, event.names), slot=number)


PARTS: Mapping[str, Callable[[EventContext], str]] = {
    "who": lambda event: seat_name(event.seat, event.names),
    "card": lambda event: event.pack.sign(event.card),
    "number": lambda event: str(event.value),
    "rank": lambda event: rank_word(event.value),
    "suit": lambda event: suit_word(event.value & 3),
    "seat": lambda event: _named(event, event.value) if event.value >= 0 else text("part.nobody"),
    "whose": lambda event: _owner(event, event.value),
    "place": lambda event: _whose(event, event.value % PLACES),
    "from": lambda event: _whose(event, event.value // PLACES),
    "slot": lambda event: str(slot_number(event.value % SLOTS)),
    "cards": lambda event: counted("table.cards", event.value),
    "points": lambda event: counted("played.points", event.value),
}
"""The parts that the text of an event may contain."""

SEATS: Mapping[str, Callable[[int], int]] = {
    "seat": lambda value: value,
    "whose": lambda value: value,
    "place": lambda value: value % PLACES // SLOTS,
    "from": lambda value: value // PLACES // SLOTS,
}
"""For each part that names a seat, a function that takes the seat from the event's number. That seat reads "your" instead of
its name.
"""


def rank_word(rank: int) -> str:
    """Return the word for a rank (2 to 14): `10`, `Jack`."""
    letter = RANKS[rank - 2] if 2 <= rank <= 14 else str(rank)
    return text(f"rank.{letter}") if letter in "AJQK" else letter.replace("T", "10")


def suit_word(suit: int) -> str:
    """Return the word for a suit: `hearts`."""
    return text(f"suit.{SUIT_NAMES[suit]}")


class Saying:
    """The text of an event, split once so that filling it in is fast."""

    __slots__ = ("_begins", "_is_named", "_rest", "key")

    def __init__(self, key: str, said: str) -> None:
        self.key = key
        begins, *rest = PART.split(said)
        self._begins = capital(begins)
        self._is_named = not begins and rest[:1] == ["who"]
        self._rest = [(PARTS[part], after) for part, after in zip(rest[::2], rest[1::2], strict=True)]

    def filled(self, event: EventContext) -> str:
        """Return the sentence."""
        said = self._begins
        for part, after in self._rest:
            said += part(event) + after
        # a name keeps its own capitals
        return said if self._begins or (self._is_named and event.names) else capital(said)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A kind of event with its texts: about another seat, and about the reader. The functions in `seats` find the seats that
    its texts name.
    """

    kind: Kind
    other: Saying
    you: Saying
    seats: tuple[Callable[[int], int], ...] = ()


def spoken(kinds: Mapping[int, Kind], prefix: str = "") -> dict[int, Spoken]:
    """Return event kinds with their texts in the current language, which are under this prefix in the catalogue."""
    texts = catalogue()
    return {number: _spoken(kind, f"{prefix}event.{kind.name}", texts) for number, kind in kinds.items()}


def _spoken(kind: Kind, key: str, texts: TextCatalogue) -> Spoken:
    other = Saying(key, texts.texts[key])
    own = f"{key}.you"
    all = [texts.texts[each] for each in (key, key + LATER, own, own + LATER) if each in texts.texts]
    parts = {part for said in all for part in PART.split(said)[1::2]}
    seats = tuple(named for part, named in SEATS.items() if part in parts)
    return Spoken(kind, other, Saying(own, texts.texts[own]) if own in texts.texts else other, seats)


Glance = tuple[int, int, int, int | None]
"""An event as one viewer saw it, without its sentence, which is slow to make: its move, its kind, its seat, and the
card (`NONE` if it is hidden, None if the event has no card)."""


def _shown(raw: tuple[int, int, int, int, int], pack: Pack, viewer: int | None, *, all_seen: bool = False) -> str | None:
    """Return the card of an event as one viewer sees it, if it has one."""
    _, _, card, _, seen = raw
    if card < 0:
        return None
    may_see = all_seen or seen == EVERYONE or (viewer is not None and seen >> viewer & 1 == 1)
    return pack.name(card) if may_see else HIDDEN


def sight_of(raw: tuple[int, int, int, int, int], kinds: Mapping[int, Spoken], viewer: int | None) -> int:
    """Return everything that makes an event different for this viewer: whether they see its card, are its seat, or are named.

    Two viewers with the same sight of an event get the same sentence.
    """
    number, seat, card, value, seen = raw
    if viewer is None:
        return int(card >= 0 and seen == EVERYONE)
    is_seen = card >= 0 and (seen == EVERYONE or seen >> viewer & 1 == 1)
    sight = is_seen | (seat == viewer) << 1
    for bit, named in enumerate(kinds[number].seats, 2):
        sight |= (named(value) == viewer) << bit
    return sight


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
    """Return an event as one viewer sees it: a card this viewer did not see is `??`.

    `turns_back`: at this table, a card that somebody looks at is turned back.
    """
    kind_number, seat, card, value, _ = raw
    shown = _shown(raw, pack, viewer, all_seen=all_seen)
    if shown == HIDDEN:
        card = NONE
    found = kinds[kind_number]
    kind = found.kind
    saying = found.you if viewer is not None and viewer == seat else found.other
    said = saying.filled(EventContext(seat, card, value, pack, viewer, names))
    return Event(
        number=number,
        move=move,
        kind=kind.name,
        seat=seat if seat >= 0 else None,
        card=shown,
        value=value,
        text=said,
        source=kind.source,
        target=kind.target,
        key=saying.key,
        fleeting=turns_back and card >= 0 and kind.is_glimpse,
        counts=kind.counts,
        looks=kind.looks,
        exchanges=kind.exchanges,
        wrong=kind.is_wrong,
        reveals=kind.reveals,
    )
