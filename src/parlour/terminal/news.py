"""News: what happened, as one viewer saw it, in as few sentences as tell it all."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import groupby

from ..core.cards import HIDDEN, Pack
from ..core.events import Event
from ..core.table import Table
from .ink import sign_of
from .layout import listed

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
        events = [_forgotten(event, table.game.pack) if event.number in forgotten else event for event in events]
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
    return ["you" if number == seat else name for number, name in enumerate(names)]


def _forgotten(event: Event, pack: Pack) -> Event:
    assert event.card is not None
    return replace(event, card=HIDDEN, text=event.text.replace(sign_of(event.card, pack), pack.sign(-1)))


def paragraph(events: Iterable[Event], pack: Pack) -> str:
    """The sentences of a move; those that differ in the card alone become one."""
    alike = groupby(events, key=lambda event: (event.kind, event.seat, _pattern(event, pack)))
    sentences = [_sentence(pattern, list(group), pack) for (_, _, pattern), group in alike]
    # a sentence that ends with dots and one that begins with dots are halves of one
    return " ".join(sentences).replace(" … … ", " ")


def _sign(event: Event, pack: Pack) -> str:
    return pack.sign(-1) if event.card in (None, HIDDEN) else sign_of(event.card or "", pack)


def _pattern(event: Event, pack: Pack) -> str:
    return event.text.replace(_sign(event, pack), CARD, 1) if event.card else event.text


def _sentence(pattern: str, events: list[Event], pack: Pack) -> str:
    signs = [_sign(event, pack) for event in events]
    if CARD not in pattern:
        text = pattern if len(events) == 1 else f"{pattern} (×{len(events)})"
    elif len(events) > 1 and all(event.card == HIDDEN for event in events):
        text = pattern.replace(CARD, f"{len(events)} cards")
    else:
        text = pattern.replace(CARD, listed(signs))
    return text[:1].upper() + text[1:]
