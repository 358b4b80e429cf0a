"""What happened, as one viewer saw it, in as few sentences as possible."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from ..core.cards import HIDDEN
from ..core.events import Event
from ..core.narration import masked, narrate
from ..core.table import Table
from ..core.texts import text as part


@dataclass(frozen=True, slots=True)
class News:
    """A paragraph for each move, and the cards in them that only this viewer was shown.

    `fleeting` are cards that did not come into the hand and so may be hidden again, `public` those that now lie face up,
    `flashed` those that everybody was shown for a moment, `open` the paragraphs without a card that only this viewer was shown.
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
    """Return what happened after event `since`.

    With `known`, a card that only this viewer was shown (with `flashes_too`, also one that everybody was shown for a moment)
    is named only if it is among the known ones.
    """
    called = named_for(seat, names)
    events = table.events_for(seat, since, called)
    public = table.events_for(None, since)
    private = [event for event, seen in zip(events, public, strict=True) if event.card not in (None, seen.card)]
    flashes = [event for event in public if event.looks and event.card not in (None, HIDDEN)]
    if known is not None:
        passing = private + (flashes if flashes_too else [])
        forgotten = {event.number for event in passing if event.card not in known}
        events = [masked(event) if event.number in forgotten else event for event in events]
    told = narrate(table.game, events, seat, called)
    secret = {event.move for event in private}
    return News(
        [paragraph.text for paragraph in told],
        secrets={event.card for event in private if event.card},
        fleeting={event.card for event in private if event.card and event.target != "hand"},
        public={event.card for event in public if event.card and event.target == "pile"} - {HIDDEN},
        flashed={event.card for event in flashes if event.card},
        open=[paragraph.text for paragraph in told if paragraph.move not in secret],
    )


def named_for(seat: int | None, names: Sequence[str]) -> list[str]:
    """Return the names as one seat uses them: it calls itself `you`."""
    return [part("part.you") if number == seat else name for number, name in enumerate(names)]


def told_once(table: Table, events: Sequence[Event], seat: int | None, names: Sequence[str]) -> str:
    """Return the sentences about some events, in one paragraph."""
    return " ".join(paragraph.text for paragraph in narrate(table.game, events, seat, names))
