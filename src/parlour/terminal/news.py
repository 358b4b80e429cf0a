"""News: what happened, as one viewer saw it, in as few sentences as tell it all."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import groupby

from ..core.cards import HIDDEN, Pack
from ..core.events import Event
from ..core.table import Table
from ..core.texts import capital, counted, listed
from ..core.texts import text as part
from .ink import sign_of

CARD = "\x00"
"""Where the card stands in the pattern of a sentence."""
UNTOLD = ("dealt",)
"""Every game is dealt before it is played; the hand tells that better."""


@dataclass(frozen=True, slots=True)
class News:
    """A paragraph for each move, and the cards in them that only this viewer was shown.

    `fleeting` are those that did not come into the hand and so may be hidden again, `public` those that came to lie
    face up, `flashed` those that everybody was shown for a moment, `open` the paragraphs that tell nothing of which only
    this viewer was shown.
    """

    paragraphs: list[str]
    secrets: set[str]
    fleeting: set[str]
    public: set[str]
    flashed: set[str]
    open: list[str]


def news(
    table: Table,
    seat: int | None,
    since: int,
    names: Sequence[str],
    known: AbstractSet[str] | None = None,
    *,
    flashes_too: bool = False,
) -> News:
    """What happened after event `since`.

    With `known`, a card that only this viewer was shown (and with `flashes_too` one that everybody was shown for a
    moment) and that is not among these is not repeated.
    """
    events = table.events_for(seat, since, named_for(seat, names))
    public = table.events_for(None, since)
    private = [event for event, seen in zip(events, public, strict=True) if event.card not in (None, seen.card)]
    numbers = {event.number for event in private}
    flashes = [event for event in public if _is_flash(event)]
    if known is not None:
        passing = private + (flashes if flashes_too else [])
        forgotten = {event.number for event in passing if event.card not in known}
        shown = {event.number for event in flashes}
        said = {number: part("part.otherCard" if number in shown else "part.card") for number in forgotten}
        events = [_forgotten(event, table.game.pack, said[event.number]) if event.number in said else event for event in events]
    # by the numbers of the moves as the viewer heard them: where a silent move ends is nobody's business
    moves = [list(move) for _, move in groupby(filter(is_told, events), key=lambda event: event.move)]
    texts = [paragraph(move, table.game.pack) for move in moves]
    return News(
        texts,
        secrets={event.card for event in private if event.card},
        fleeting={event.card for event in private if event.card and event.target != "hand"},
        public={event.card for event in public if event.card and event.target == "pile"} - {HIDDEN},
        flashed={event.card for event in flashes if event.card},
        open=[text for text, move in zip(texts, moves, strict=True) if numbers.isdisjoint(event.number for event in move)],
    )


def is_told(event: Event) -> bool:
    """Whether an event is worth a sentence: of the deal only what turned up."""
    return event.kind not in UNTOLD and not (event.move == 0 and event.card == HIDDEN)


def _is_flash(event: Event) -> bool:
    """Whether an event shows a card that goes nowhere: it lies face down again after it."""
    return event.card not in (None, HIDDEN) and not event.source and not event.target


def named_for(seat: int | None, names: Sequence[str]) -> list[str]:
    """The names as one seat says them: it calls itself `you`."""
    return [part("part.you") if number == seat else name for number, name in enumerate(names)]


def _forgotten(event: Event, pack: Pack, word: str) -> Event:
    return replace(event, card=HIDDEN, text=capital(_pattern(event, pack).replace(CARD, word)))


def paragraph(events: Iterable[Event], pack: Pack) -> str:
    """The sentences of a move; those that differ in the card alone become one."""
    alike = groupby(events, key=lambda event: (event.kind, event.seat, _pattern(event, pack)))
    told: list[tuple[Event, str]] = []
    for (_, _, pattern), group in alike:
        found = list(group)
        told[-1:] = _once(told[-1:], found, pack) or [*told[-1:], (found[0], _sentence(pattern, found, pack))]
    # a sentence that ends with dots and one that begins with dots are halves of one
    return " ".join(sentence for _, sentence in told).replace(" … … ", " ")


def _once(last: list[tuple[Event, str]], found: list[Event], pack: Pack) -> list[tuple[Event, str]]:
    """The last sentence and these events as one, if it says how many cards they are about; else nothing."""
    event, sentence = last[0] if last else (found[0], "")
    count = counted("table.cards", event.value)
    if event.seat != found[0].seat or event.value <= 0 or count not in sentence:
        return []
    if count in found[0].text:
        # what is due and done at once is told once
        return [(found[0], found[0].text)]
    is_drawn = found[0].source == "deck" and len(found) <= event.value
    return [(found[0], sentence.replace(count, _cards(found, pack)))] if is_drawn else []


def _cards(events: list[Event], pack: Pack) -> str:
    """Cards in words: unseen ones are counted."""
    if all(event.card == HIDDEN for event in events):
        return counted("table.cards", len(events))
    return listed([_sign(event, pack) for event in events])


def _sign(event: Event, pack: Pack) -> str:
    return pack.sign(-1) if event.card in (None, HIDDEN) else sign_of(event.card or "", pack)


def _pattern(event: Event, pack: Pack) -> str:
    """The sentence of an event with a mark in the place of the card, which has a capital where the sentence begins with it."""
    sign = _sign(event, pack)
    if not event.card:
        return event.text
    if event.text.startswith(capital(sign)):
        return CARD + event.text[len(sign) :]
    return event.text.replace(sign, CARD, 1)


def _sentence(pattern: str, events: list[Event], pack: Pack) -> str:
    if CARD not in pattern:
        text = pattern if len(events) == 1 else part("terminal.times", sentence=pattern, count=len(events))
    else:
        text = pattern.replace(CARD, _cards(events, pack) if len(events) > 1 else _sign(events[0], pack))
    return capital(text)
