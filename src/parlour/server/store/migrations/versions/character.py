"""The character that a person has chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the column. It is null until a person chooses a character."""
    op.add_column("people", sa.Column("character", sa.String))
