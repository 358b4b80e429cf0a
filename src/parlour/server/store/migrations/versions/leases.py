"""Leases of servers, and the epoch of a room, which every new owner raises."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the columns. A server of an earlier version has no lease, so its rooms can be claimed at once: stop it first."""
    op.add_column("servers", sa.Column("url", sa.String, nullable=False, server_default=sa.text("''")))
    op.add_column("servers", sa.Column("lease_until", sa.Double, nullable=False, server_default=sa.text("0")))
    op.add_column("rooms", sa.Column("epoch", sa.Integer, nullable=False, server_default=sa.text("0")))
