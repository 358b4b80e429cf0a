"""Migrations of the database (Alembic), one revision after the other; `Store.open` runs the missing ones.

After a change in `schema.py`, `python -m parlour.server.store.migrations "what it changes"` drafts the next revision.
"""

from pathlib import Path

from alembic.config import Config
from sqlalchemy import Connection


def alembic_config(connection: Connection) -> Config:
    """Return Alembic's configuration for a connection whose transaction the caller commits."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(slug)s")
    config.attributes["connection"] = connection
    return config
