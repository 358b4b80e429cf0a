"""The plain values that the store takes and returns. All times are Unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass

GATHERING, PLAYING, SCORED, OVER, CLOSED = "gathering", "playing", "scored", "over", "closed"
"""The phases of a room: before the deal, in a game, between two rounds, after the game, and closed for good."""
RUNNING = (PLAYING, SCORED)


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """The summary of a room for the lobby. `watchers` says whether others may watch."""

    public: bool
    phase: str
    game: str
    seats: int
    taken: int
    watchers: bool
    host_name: str
    host: str = ""


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room without its log. `owner` is the name of the server that runs it."""

    id: int
    code: str
    owner: str | None
    summary: RoomSummary
    made_at: float
    changed_at: float
    epoch: int = 0
    """A number that each new owner raises."""


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
class ChallengeRow:
    """A deal that a person shares by link: one seat of a finished game."""

    id: str
    game: str
    seat: int
    person: str
    made_at: float


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """A person's attempt at a challenge: the game `number` in the room with this id and code.

    `play` and `guesses` are results of its review, None until there is one. `game` is the id of the finished game and `entry`
    its line in the statistics; both are empty until the game is over.
    """

    challenge: str
    person: str
    room: int
    number: int
    code: str
    begun_at: float
    play: float | None = None
    guesses: float | None = None
    game: str = ""
    entry: str = ""


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
    old_cookies: bool = False
    """Whether cookies without a session are accepted."""
    character: str | None = None


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A browser of a person. `serial` is that of its newest cookie, made at `issued_at` and first used at `used_at`."""

    id: str
    person: str
    serial: int
    issued_at: float
    used_at: float


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A person whom another one has blocked, under the name they had then."""

    blocked: str
    name: str
    at: float


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report about a person for the operator.

    `said` holds the person's last chat messages, one per line; `closed_at` is 0 if the report is open.
    """

    id: int
    at: float
    room: str
    reporter: str
    person: str
    name: str
    why: str
    said: str
    closed_at: float


@dataclass(frozen=True, slots=True)
class Swept:
    """The result of a sweep: the number of codes and people deleted, rooms closed, and closed rooms compacted or deleted."""

    codes: int
    closed: int
    compacted: int
    forgotten: int
    people: int
