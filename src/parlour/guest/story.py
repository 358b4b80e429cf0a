"""The events and the chat of a room, line by line."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..core.events import Event

MOST_LINES = 400
"""The number of lines that are kept."""
FIELDS = frozenset(Event.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line. `later` replaces `text` once the cards of the events `shown` no longer lie face up."""

    number: int
    text: str
    later: str = ""
    shown: tuple[Event, ...] = ()
    is_chat: bool = False


class Story:
    """The latest lines, numbered from 1."""

    def __init__(self) -> None:
        self._told: deque[StoryLine] = deque(maxlen=MOST_LINES)
        self.count = 0
        """How many lines there have been."""

    def __iter__(self) -> Iterator[StoryLine]:
        return iter(self._told)

    def since(self, number: int) -> list[StoryLine]:
        """Return the lines after the one with this number."""
        return [told for told in self._told if told.number > number]

    def add(self, text: str, later: str = "", shown: Sequence[Event] = (), *, is_chat: bool = False) -> None:
        """Add a line."""
        self.count += 1
        self._told.append(StoryLine(self.count, text, later, tuple(shown), is_chat))

    def add_move(self, move: Mapping[str, Any], events: Sequence[Event]) -> None:
        """Add the sentences of a move, with the events that came with them."""
        lines = move["lines"]
        text = _text(lines)
        if not text:
            return
        later = move.get("later")
        shown = [event for event in events if event.fleeting and _covers(lines, event)] if later is not None else []
        self.add(text, _text(later) if later is not None else "", shown)

    def forget_moves(self) -> None:
        """Drop the events, because another round begins or moves are taken back; chat messages stay."""
        self._told = deque((told for told in self._told if told.is_chat), MOST_LINES)


def said(told: StoryLine, is_open: Callable[[Event], bool]) -> str:
    """Return the text of a line that may be shown now."""
    is_whole = not told.later or (bool(told.shown) and all(map(is_open, told.shown)))
    return told.text if is_whole else told.later


def events_in(message: Mapping[str, Any]) -> list[Event]:
    """Return the events of an update; fields that this version does not know are left out."""
    return [Event(**{name: value for name, value in event.items() if name in FIELDS}) for event in message.get("events", ())]


def _covers(lines: Sequence[Mapping[str, Any]], event: Event) -> bool:
    return any(line["first"] <= event.number <= line["last"] for line in lines)


def _text(lines: Sequence[Mapping[str, Any]]) -> str:
    """Return the sentences of a move as text."""
    said = ("".join(part if isinstance(part, str) else part["text"] for part in line["parts"]) for line in lines)
    return " ".join(said)
