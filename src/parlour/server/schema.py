"""The tables of the store, and their rows as the rest of the house sees them. All times are unix seconds."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, String, Table

GATHERING, PLAYING, SCORED, OVER, CLOSED = "gathering", "playing", "scored", "over", "closed"
RUNNING = (PLAYING, SCORED)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

meta = Table(
    "meta",
    metadata,
    Column("key", String, primary_key=True),
    Column("value", String, nullable=False),
)
servers = Table(
    "servers",
    metadata,
    Column("name", String, primary_key=True),
    Column("epoch", Integer, nullable=False),
    Column("alive_at", Double, nullable=False),
)
people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("colour", String, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Index("ix_people_seen_at", "seen_at"),
)
codes = Table(
    "codes",
    metadata,
    Column("hash", String, primary_key=True),
    Column("person", String, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("until", Double, nullable=False),
    Index("ix_codes_person", "person"),
)
rooms = Table(
    "rooms",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("code", String, nullable=False, unique=True),
    Column("owner", String),
    Column("public", Boolean, nullable=False),
    Column("phase", String, nullable=False),
    Column("game", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("taken", Integer, nullable=False),
    Column("watchers", Boolean, nullable=False),
    Column("host_name", String, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("changed_at", Double, nullable=False),
    Index("ix_rooms_lobby", "public", "phase", "made_at"),
    Index("ix_rooms_phase", "phase", "owner"),
)
log = Table(
    "log",
    metadata,
    Column("room", Integer, ForeignKey("rooms.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("entry", String, nullable=False),
)
# A finished game outlives its room, and a person's record must never hold up the last move of a game: no keys to those.
games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("room", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("game", String, nullable=False),
    Column("ended_at", Double, nullable=False),
    Column("save", String, nullable=False),
    Column("entry", String, nullable=False),
)
played = Table(
    "played",
    metadata,
    Column("game", String, ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("person", String, nullable=False),
    Column("ended_at", Double, nullable=False),
    Index("ix_played_person", "person", "ended_at", "game"),
)


@dataclass(frozen=True, slots=True)
class RoomFace:
    """What the lobby shows of a room. `watchers`: others may watch."""

    public: bool
    phase: str
    game: str
    seats: int
    taken: int
    watchers: bool
    host_name: str


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room without its log. `owner` is the name of the server that keeps it."""

    id: int
    code: str
    owner: str | None
    face: RoomFace
    made_at: float
    changed_at: float


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that ended with the entries it is appended with. `people`: who of them sat where, as (person, seat).

    `id` is what a replay is found by, so nobody may guess it; `save` is the file, `entry` the line for the statistics.
    """

    id: str
    number: int
    game: str
    save: str
    entry: str
    people: Sequence[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class GameRow:
    """A finished game, for its replay."""

    id: str
    room: int
    number: int
    game: str
    ended_at: float
    save: str
    entry: str


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """A finished game of a person, who sat on `seat`; `id` is that of the replay."""

    id: str
    game: str
    ended_at: float
    seat: int
    entry: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person, as the store knows it."""

    id: str
    name: str
    colour: str
    made_at: float
    seen_at: float


@dataclass(frozen=True, slots=True)
class Swept:
    """How many things a sweep found too old: codes and people deleted, rooms closed, closed rooms deleted."""

    codes: int
    closed: int
    forgotten: int
    people: int
