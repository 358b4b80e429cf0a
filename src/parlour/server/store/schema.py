"""The tables of the database. After a change here, draft a migration (see `migrations`). All times are Unix seconds."""

from sqlalchemy import Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, String, Table, text, true

NEWEST = "0007"
"""The newest revision in `migrations`. It is repeated here so that a server with up-to-date tables starts without importing
Alembic.
"""

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
    Column("url", String, nullable=False, server_default=text("''")),
    Column("lease_until", Double, nullable=False, server_default=text("0")),
)
people = Table(
    "people",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("colour", String, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("old_cookies", Boolean, nullable=False, server_default=true()),
    Column("character", String),
    Index("ix_people_seen_at", "seen_at"),
)
# A session is one browser of a person. Its cookie carries the serial number, which grows when the cookie is replaced.
sessions = Table(
    "sessions",
    metadata,
    Column("id", String, primary_key=True),
    Column("person", String, ForeignKey("people.id", ondelete="CASCADE"), nullable=False),
    Column("serial", Integer, nullable=False),
    Column("issued_at", Double, nullable=False),
    Column("used_at", Double, nullable=False),
    Index("ix_sessions_person", "person"),
    Index("ix_sessions_issued_at", "issued_at"),
)
blocks = Table(
    "blocks",
    metadata,
    Column("person", String, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("at", Double, nullable=False),
)
# No foreign keys: a report outlives the room and the people in it.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("room", String, nullable=False),
    Column("reporter", String, nullable=False),
    Column("person", String, nullable=False),
    Column("name", String, nullable=False),
    Column("why", String, nullable=False),
    Column("said", String, nullable=False),
    Column("closed_at", Double, nullable=False),
    Index("ix_reports_at", "at"),
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
    Column("epoch", Integer, nullable=False, server_default=text("0")),
    Column("host", String),
    Index("ix_rooms_host", "host"),
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
# No foreign keys to rooms and people: a finished game outlives its room, and a missing guest must not block the last move.
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
    Index("ix_games_room", "room", "number"),
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
# A challenge is a deal that a player shares by link: one seat of a finished game. `game` has no foreign key, as above.
challenges = Table(
    "challenges",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String, nullable=False),
    Column("made_at", Double, nullable=False),
    Index("ix_challenges_game", "game", "seat", unique=True),
    Index("ix_challenges_person", "person"),
    Index("ix_challenges_made_at", "made_at"),
)
# Each person has one attempt: the game with this number in a room. The first attempt is that of the person who shared the deal.
# `play` and `guesses` are results of the review of the attempt, null until there is one.
attempts = Table(
    "attempts",
    metadata,
    Column("challenge", String, ForeignKey("challenges.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String, primary_key=True),
    Column("room", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("code", String, nullable=False),
    Column("begun_at", Double, nullable=False),
    Column("play", Double),
    Column("guesses", Double),
    Index("ix_attempts_person", "person"),
)
