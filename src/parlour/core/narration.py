"""Narration: events as sentences, the same for every reader.

The text of an event is a template with named parts. Events of one move that belong together become one sentence: a seat is
named once, consecutive cards are listed, and a number of cards is merged with the draws that follow.

    for move in table.narrate(seat, names=names):
        print(move.text)

A card that a viewer may only see for a moment is named while it lies face up (`NarratedMove.lines`) and left out afterwards
(`NarratedMove.later`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Generic

from .cards import HIDDEN, Pack
from .events import LATER, PARTS, PLACES, SLOTS, Event, EventContext
from .game import Game
from .state import NONE, S
from .texts import PART, capital, catalogue, counted, has_text, listed, seat_name, slot_number, text

CONTINUES = "…"
"""A template that ends with this continues in the next template, which starts with it."""


# ---- what a reader gets -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that a sentence names: `text` lists them; `count` is how many, for a reader with little room."""

    cards: tuple[str, ...]
    text: str
    count: str


Part = str | Cards


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence, about the events `first` to `last`; `seat` is the seat it begins with."""

    first: int
    last: int
    seat: int | None
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The sentence as text."""
        return "".join(part if isinstance(part, str) else part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class NarratedMove:
    """The sentences of one move. `later` replaces `lines` when cards shown for a moment are turned back."""

    move: int
    lines: tuple[Line, ...]
    later: tuple[Line, ...] | None = None

    @property
    def text(self) -> str:
        """All its sentences as one text."""
        return " ".join(line.text for line in self.lines)


def narrate(game: Game[S], events: Iterable[Event], viewer: int | None, names: Sequence[str] = ()) -> list[NarratedMove]:
    """Narrate the events that a viewer received, move by move; a move with nothing to say is left out."""
    narrator = _Narrator(game, viewer, names)
    told = (event for event in events if is_told(game, event))
    return [narrator.paragraph(move, list(group)) for move, group in groupby(told, key=lambda event: event.move)]


def is_told(game: Game[S], event: Event) -> bool:
    """Whether an event is worth a sentence; hidden cards in the deal are not."""
    return game.kind_named(event.kind).is_told and not (event.move == 0 and event.card == HIDDEN)


def masked(event: Event) -> Event:
    """Return the event as it reads once its card no longer lies face up."""
    key = event.key + LATER
    return replace(event, card=HIDDEN, key=key if has_text(key) else event.key, fleeting=False)


# ---- clauses ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _CardList:
    """Cards, with `??` for those the viewer does not see."""

    cards: tuple[str, ...]

    @property
    def is_list(self) -> bool:
        return len(self.cards) > 1 and HIDDEN not in self.cards


@dataclass(frozen=True, slots=True)
class _Places:
    """Slots of one seat's grid, named from the acting seat's point of view."""

    owner: int
    actor: int | None
    slots: tuple[int, ...]

    @property
    def is_list(self) -> bool:
        return len(self.slots) > 1


@dataclass(frozen=True, slots=True)
class _Count:
    """A number of cards."""

    count: int
    is_list = False


_Token = str | _CardList | _Places | _Count


@dataclass(slots=True)
class _Clause:
    """A predicate, `draws ♥7`; without a subject it is a whole sentence. Never changed, but not frozen, which would be slow.

    `got` are the clauses about cards that passed from another hand because of it.
    """

    first: Event
    last: Event
    subject: str
    tokens: tuple[_Token, ...]
    times: int = 1
    is_alone: bool = False
    got: tuple["_Clause", ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether it needs a sentence of its own: it has a comma or a colon, or no shared subject."""
        words = [token for token in self.tokens if isinstance(token, str)]
        return not self.subject or self.is_alone or bool(self.got) or any(mark in word for word in words for mark in ",:;")

    @property
    def has_list(self) -> bool:
        """Whether it lists several things, so that the “and” after it needs a comma."""
        return any(not isinstance(token, str) and token.is_list for token in self.tokens)

    @property
    def count(self) -> int:
        """The number of cards it states; 0 if it states none."""
        return next((token.count for token in self.tokens if isinstance(token, _Count)), 0)


class _Narrator(Generic[S]):
    """Narrates the events of a game to one viewer."""

    def __init__(self, game: Game[S], viewer: int | None, names: Sequence[str]) -> None:
        self.game = game
        self.viewer = viewer
        self.names = names
        self.pack: Pack = game.pack
        self.you = capital(text("part.you"))

    def paragraph(self, move: int, events: list[Event]) -> NarratedMove:
        """Return the sentences of one move."""
        later = None
        if any(event.fleeting for event in events):
            later = self._lines([masked(event) if event.fleeting else event for event in events])
        return NarratedMove(move, self._lines(events), later)

    def _lines(self, events: Sequence[Event]) -> tuple[Line, ...]:
        clauses = [self._clause(event) for event in events]
        if len(clauses) == 1:
            return (self._line(clauses),)
        clauses = _merged(_with_cards_drawn(_continued(self._with_cards_got(clauses))))
        return tuple(self._line(sentence) for sentence in _sentences(clauses))

    # ---- one event ----------------------------------------------------------------------------------------------------

    def _clause(self, event: Event) -> _Clause:
        """Return the event's template with its parts, without subject and full stop where it has them."""
        template, subject = _template(event.key), ""
        pieces = template.whole
        if template.after_you and event.seat == self.viewer:
            subject, pieces = self.you, template.after_you
        elif template.after_who:
            subject, pieces = seat_name(NONE if event.seat is None else event.seat, self.names), template.after_who
            if subject not in self.names:
                subject = capital(subject)  # a name keeps its own capitals
        tokens = [self._token(piece, event) if isinstance(piece, _Hole) else piece for piece in pieces]
        said = tuple(token for token in tokens if token != "")
        return _Clause(event, event, subject, said, is_alone=self.game.kind_named(event.kind).is_alone)

    def _token(self, hole: "_Hole", event: Event) -> _Token:
        part = hole.part
        if part == "card" and event.card is not None:
            return _CardList((event.card,))
        if part == "place":
            owner, slot = divmod(event.value % PLACES, SLOTS)
            return _Places(owner, event.seat, (slot,))
        if part == "cards":
            return _Count(event.value)
        seat = NONE if event.seat is None else event.seat
        return PARTS[part](EventContext(seat, NONE, event.value, self.pack, self.viewer, self.names))

    # ---- several events -----------------------------------------------------------------------------------------------

    def _with_cards_got(self, clauses: Sequence[_Clause]) -> list[_Clause]:
        """Attach cards that pass from hand to hand to the clause that caused this; only those the viewer gets are named."""
        found: list[_Clause] = []
        for clause in clauses:
            if not found or (clause.first.source, clause.first.target) != ("hand", "hand"):
                found.append(clause)
            elif clause.first.seat == self.viewer:
                before = found[-1]
                tokens = _without_stop(before.tokens)
                found[-1] = replace(before, last=clause.last, tokens=tokens, got=(*before.got, clause))
        return found

    def _line(self, clauses: Sequence[_Clause]) -> Line:
        parts = self._sentence(clauses)
        return Line(clauses[0].first.number, clauses[-1].last.number, clauses[0].first.seat, _compact(parts))

    def _sentence(self, clauses: Sequence[_Clause]) -> list[Part]:
        """Join the clauses about one subject."""
        said = [self._said(clause) for clause in clauses]
        subject = clauses[0].subject
        if not subject:
            return _capitalised([*said[0], *(["."] if clauses[0].got else [])])
        if len(said) == 1:
            return [f"{subject} ", *said[0], "."]
        comma = any(clause.has_list for clause in clauses[:-1])
        _, glue, _ = text("list.and", first="\n", last="\n").split("\n")
        parts: list[Part] = [f"{subject} "]
        for i, clause in enumerate(said):
            if i:
                parts.append(", " if i < len(said) - 1 else f",{glue}" if comma else glue)
            parts += clause
        return [*parts, "."]

    def _said(self, clause: _Clause) -> list[Part]:
        parts = [self._part(token) for token in clause.tokens]
        if clause.times > 1:
            parts.append(text("sentence.times", count=clause.times))
        if clause.got:
            parts += [": ", *self._got(clause.got)]
        return parts

    def _got(self, clauses: Sequence[_Clause]) -> list[Part]:
        """Return `you get ♥7 from Ada`; several cards are only counted, since the viewer sees them in the hand."""
        only = clauses[0]
        counted_cards = _Count(len(clauses))
        tokens = [counted_cards if isinstance(token, _CardList) and len(clauses) > 1 else token for token in only.tokens]
        return [f"{text('part.you')} ", *map(self._part, tokens)]

    def _part(self, token: _Token) -> Part:
        if isinstance(token, str):
            return token
        match token:
            case _CardList(cards):
                return self._cards(cards)
            case _Places(owner, actor, slots):
                return self._places(owner, actor, slots)
            case _Count(count):
                return counted("table.cards", count)

    def _cards(self, cards: tuple[str, ...]) -> Part:
        count = counted("table.cards", len(cards))
        if HIDDEN in cards:
            return count if len(cards) > 1 else text("part.card")
        return Cards(cards, listed([self.pack.sign_of(card) for card in cards]), count)

    def _places(self, owner: int, actor: int | None, slots: tuple[int, ...]) -> str:
        """Return the words for these slots: `your card 2`, `Ada's cards 0 and 1`."""
        what = "place" if len(slots) == 1 else "places"
        which = listed([str(slot_number(slot)) for slot in slots])
        if owner == self.viewer:
            return text(f"part.{what}.you", slot=which)
        if owner == actor:
            return text(f"part.{what}.own", slot=which)
        return text(f"part.{what}", who=seat_name(owner, self.names), slot=which)


@dataclass(frozen=True, slots=True)
class _Hole:
    """The place of a part in a template."""

    part: str


_Pieces = tuple[str | _Hole, ...]


@dataclass(frozen=True, slots=True)
class _Template:
    """The text of an event in pieces: all of it, and what follows `You` or a name as its subject, without full stop."""

    whole: _Pieces
    after_you: _Pieces = ()
    after_who: _Pieces = ()


def _template(key: str) -> _Template:
    """Return the text of a key in pieces, split once per language."""
    made: dict[object, _Template] = catalogue().made
    mark = "template", key
    found = made.get(mark)
    if found is None:
        found = made[mark] = _split(catalogue().texts[key])
    return found


def _split(said: str) -> _Template:
    split = PART.split(said)
    whole = _pieces(split)
    if not split[-1].endswith((".", CONTINUES)):
        return _Template(whole)
    you = f"{capital(text('part.you'))} "
    first, *rest = [*split[:-1], split[-1].removesuffix(".")]
    after_you = _pieces([first.removeprefix(you), *rest]) if split[0].startswith(you) else ()
    has_who = split[:2] == ["", "who"] and split[2].startswith(" ")
    return _Template(whole, after_you, _pieces([rest[1].removeprefix(" "), *rest[2:]]) if has_who else ())


def _pieces(split: Sequence[str]) -> _Pieces:
    """Return the pieces of a split text, in which words and the names of parts alternate."""
    return tuple(_Hole(piece) if i % 2 else piece for i, piece in enumerate(split) if piece or i % 2)


def _without_stop(tokens: Sequence[_Token]) -> tuple[_Token, ...]:
    """Return the tokens of a clause that others may follow: without full stop and empty tokens."""
    *before, last = tokens
    end = last.removesuffix(".") if isinstance(last, str) else last
    return tuple(token for token in (*before, end) if token != "")


# ---- joining ----------------------------------------------------------------------------------------------------------


def _continued(clauses: Sequence[_Clause]) -> list[_Clause]:
    """Join pairs of clauses that are the halves of one sentence."""
    found: list[_Clause] = []
    for clause in clauses:
        opening = clause.tokens[0] if clause.tokens else ""
        if found and isinstance(opening, str) and opening.startswith(f"{CONTINUES} "):
            before = found[-1]
            *tokens, ending = before.tokens
            start = str(ending).removesuffix(CONTINUES) + opening.removeprefix(f"{CONTINUES} ")
            rest = _without_stop(clause.tokens[1:]) if before.subject else clause.tokens[1:]
            found[-1] = replace(before, last=clause.last, tokens=(*tokens, start, *rest))
        else:
            found.append(clause)
    return found


def _with_cards_drawn(clauses: Sequence[_Clause]) -> list[_Clause]:
    """Merge a number of cards with the draws that follow it, and don't repeat a penalty that is paid at once."""
    found: list[_Clause] = []
    i = 0
    while i < len(clauses):
        clause = clauses[i]
        drawn, shuffles = _drawn_after(clauses, i)
        i += 1 + len(drawn) + len(shuffles)
        if drawn:
            found += [_naming(clause, drawn), *shuffles]
        elif not _is_repeated(clause, clauses[i : i + 1]):
            found.append(clause)
    return found


def _drawn_after(clauses: Sequence[_Clause], at: int) -> tuple[list[_Clause], list[_Clause]]:
    """Return the draws of the same seat after a clause that announces a number of cards, and the shuffles between them."""
    count, seat = clauses[at].count, clauses[at].first.seat
    drawn: list[_Clause] = []
    shuffles: list[_Clause] = []
    for clause in clauses[at + 1 :]:
        if clause.first.seat == seat and clause.first.is_draw and len(drawn) < count:
            drawn.append(clause)
        elif clause.first.is_shuffle and len(drawn) < count:
            shuffles.append(clause)
        else:
            break
    return (drawn, shuffles) if drawn else ([], [])


def _naming(clause: _Clause, drawn: Sequence[_Clause]) -> _Clause:
    """Return the clause with the cards in place of their number."""
    cards = _CardList(tuple(draw.first.card or HIDDEN for draw in drawn))
    tokens = tuple(cards if isinstance(token, _Count) else token for token in clause.tokens)
    return replace(clause, last=drawn[-1].last, tokens=tokens)


def _is_repeated(clause: _Clause, following: Sequence[_Clause]) -> bool:
    """Whether the next clause names the same number of cards for the same seat."""
    return bool(clause.count) and any(
        other.count == clause.count and other.first.seat == clause.first.seat for other in following
    )


def _merged(clauses: Sequence[_Clause]) -> list[_Clause]:
    """Join clauses that differ only in their cards or places, and count identical ones."""
    found: list[_Clause] = []
    for clause in clauses:
        both = _one_of(found[-1], clause) if found else None
        found[-1:] = [both] if both else [*found[-1:], clause]
    return found


def _one_of(one: _Clause, other: _Clause) -> _Clause | None:
    """Merge two clauses, or return None if they say different things."""
    alike = (one.first.key, one.first.seat, len(one.tokens)) == (other.first.key, other.first.seat, len(other.tokens))
    if not alike or one.got or other.got:
        return None
    different = [i for i, (a, b) in enumerate(zip(one.tokens, other.tokens, strict=True)) if a != b]
    listable = [i for i, token in enumerate(one.tokens) if isinstance(token, _CardList)]
    if not different and not listable:
        return replace(one, last=other.last, times=one.times + other.times)
    places = different or listable
    if len(places) != 1:
        return None
    token = _both(one.tokens[places[0]], other.tokens[places[0]])
    if token is None:
        return None
    return replace(one, last=other.last, tokens=(*one.tokens[: places[0]], token, *one.tokens[places[0] + 1 :]))


def _both(one: _Token, other: _Token) -> _Token | None:
    match one, other:
        case _CardList(cards), _CardList(more):
            return _CardList((*cards, *more))
        case _Places(owner, actor, slots), _Places(same, _, more) if owner == same:
            return _Places(owner, actor, (*slots, *more))
    return None


def _sentences(clauses: Sequence[_Clause]) -> list[list[_Clause]]:
    """Group clauses about the same subject, except closed ones."""
    found: list[list[_Clause]] = []
    for clause in clauses:
        before = found[-1][-1] if found else None
        if before and not (before.is_closed or clause.is_closed) and before.subject == clause.subject:
            found[-1].append(clause)
        else:
            found.append([clause])
    return found


# ---- parts ------------------------------------------------------------------------------------------------------------


def _capitalised(parts: list[Part]) -> list[Part]:
    """Capitalise the start of a sentence, even if it starts with a card."""
    if not parts:
        return parts
    first, *rest = parts
    return [capital(first) if isinstance(first, str) else replace(first, text=capital(first.text)), *rest]


def _compact(parts: Sequence[Part]) -> tuple[Part, ...]:
    """Return the same parts, with neighbouring words merged."""
    found: list[Part] = []
    for part in parts:
        last = found[-1] if found else None
        if isinstance(part, str) and isinstance(last, str):
            found[-1] = last + part
        elif part != "":
            found.append(part)
    return tuple(found)
