"""Deals shared by link, and logs in which moves are undone and deals repeated."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the tables. An earlier version would not understand the new log entries, and refuses a database of this revision."""
    op.create_index("ix_games_room", "games", ["room", "number"])
    op.create_table(
        "challenges",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("made_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_challenges"),
    )
    op.create_index("ix_challenges_game", "challenges", ["game", "seat"], unique=True)
    op.create_index("ix_challenges_person", "challenges", ["person"])
    op.create_index("ix_challenges_made_at", "challenges", ["made_at"])
    op.create_table(
        "attempts",
        sa.Column("challenge", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("room", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("begun_at", sa.Double, nullable=False),
        sa.Column("play", sa.Double),
        sa.Column("guesses", sa.Double),
        sa.PrimaryKeyConstraint("challenge", "person", name="pk_attempts"),
        sa.ForeignKeyConstraint(["challenge"], ["challenges.id"], name="fk_attempts_challenge", ondelete="CASCADE"),
    )
    op.create_index("ix_attempts_person", "attempts", ["person"])
