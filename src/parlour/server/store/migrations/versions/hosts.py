"""The host of a room, so that limits count the rooms of all servers."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column. It is null for earlier rooms, and for those of a server of an earlier version on the same database."""
    op.add_column("rooms", sa.Column("host", sa.String))
    op.create_index("ix_rooms_host", "rooms", ["host"])


def downgrade() -> None:
    """Drop the column: limits count the rooms of one server again."""
    op.drop_index("ix_rooms_host", "rooms")
    with op.batch_alter_table("rooms") as rooms:
        rooms.drop_column("host")
