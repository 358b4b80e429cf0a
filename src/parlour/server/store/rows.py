"""What the store returns and takes, as plain values. All times are Unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass

GATHERING, PLAYING, SCORED, OVER, CLOSED = "gathering", "playing", "scored", "over", "closed"
"""The phases of a room: before the deal, in a game, between two rounds, after the game, and closed for good."""
RUNNING = (PLAYING, SCORED)


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """What the lobby shows of a room. `watchers`: whether others may watch."""

    public: bool
    phase: str
    game: str
    seats: int
    taken: int
    watchers: bool
    host_name: str


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room without its log. `owner` is the name of the server that runs it."""

    id: int
    code: str
    owner: str | None
    summary: RoomSummary
    made_at: float
    changed_at: float


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that has just ended. `people` are its players as pairs of person and seat.

    `id` identifies the replay and must not be guessable; `save` is the saved game, `entry` its line in the statistics.
    """

    id: str
    number: int
    game: str
    save: str
    entry: str
    people: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game with everything a replay needs."""

    id: str
    room: int
    number: int
    game: str
    ended_at: float
    save: str
    entry: str


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A finished game of a person, who sat on `seat`; `id` identifies the replay."""

    id: str
    game: str
    ended_at: float
    seat: int
    entry: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A guest."""

    id: str
    name: str
    colour: str
    made_at: float
    seen_at: float


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep did: the number of codes and people deleted, rooms closed, and closed rooms compacted or deleted."""

    codes: int
    closed: int
    compacted: int
    forgotten: int
    people: int
