"""Sessions of guests, blocked people and reports."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables. Existing people may have a cookie of the old kind."""
    op.add_column("people", sa.Column("old_cookies", sa.Boolean, nullable=False, server_default=sa.true()))
    op.create_table(
        "sessions",
        sa.Column("id", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("issued_at", sa.Double, nullable=False),
        sa.Column("used_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_sessions_person", ondelete="CASCADE"),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_index("ix_sessions_issued_at", "sessions", ["issued_at"])
    op.create_table(
        "blocks",
        sa.Column("person", sa.String, nullable=False),
        sa.Column("blocked", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("person", "blocked", name="pk_blocks"),
        sa.ForeignKeyConstraint(["person"], ["people.id"], name="fk_blocks_person", ondelete="CASCADE"),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("room", sa.String, nullable=False),
        sa.Column("reporter", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sa.Column("said", sa.String, nullable=False),
        sa.Column("closed_at", sa.Double, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_at", "reports", ["at"])


def downgrade() -> None:
    """Drop the tables: guests who have only a new cookie become new guests; blocks and reports are lost."""
    for table in ("reports", "blocks", "sessions"):
        op.drop_table(table)
    with op.batch_alter_table("people") as people:
        people.drop_column("old_cookies")
