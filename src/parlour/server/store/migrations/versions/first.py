"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables."""
    _house()
    _people()
    _rooms()
    _games()


def _house() -> None:
    op.create_table(
        "meta",
        sa.Column("key", sa.String, nullable=False),
        sa.Column("value", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "servers",
        sa.Column("name", sa.String, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("alive_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_servers"),
    )


def _people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("colour", sa.String, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("seen_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_index("ix_people_seen_at", "people", ["seen_at"])
    op.create_table(
        "codes",
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_codes"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_codes_person", ondelete="CASCADE"),
    )
    op.create_index("ix_codes_person", "codes", ["person"])


def _rooms() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("owner", sa.String),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("taken", sa.Integer, nullable=False),
        sa.Column("watchers", sa.Boolean, nullable=False),
        sa.Column("host_name", sa.String, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.Column("changed_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("code", name="uq_rooms_code"),
    )
    op.create_index("ix_rooms_lobby", "rooms", ["public", "phase", "made_at"])
    op.create_index("ix_rooms_phase", "rooms", ["phase", "owner"])
    op.create_table(
        "log",
        sa.Column("room", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("entry", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("room", "number", name="pk_log"),
        sa.ForeignKeyConstraint(["room"], ["rooms.id"], name="fk_log_room"),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("room", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.Column("save", sa.String, nullable=False),
        sa.Column("entry", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
    )
    op.create_table(
        "played",
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("ended_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("game", "seat", name="pk_played"),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_played_game"),
    )
    op.create_index("ix_played_person", "played", ["person", "ended_at", "game"])
