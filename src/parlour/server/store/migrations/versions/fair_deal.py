"""Logs of rooms may contain the fair deal with numbers."""

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Change no table: an earlier version would not understand the new entries, and refuses a database of this revision."""
