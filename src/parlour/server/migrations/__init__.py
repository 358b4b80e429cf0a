"""How the tables of the store came to be, one revision after the other (Alembic); `Store.open` runs what is missing.

After a change of `schema.py`, `python -m parlour.server.migrations "what it changes"` drafts the next revision.
"""

from pathlib import Path

from alembic.config import Config
from sqlalchemy import Connection


def configured(connection: Connection) -> Config:
    """The settings of Alembic, for a connection in a transaction that somebody else commits."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.set_main_option("file_template", "%%(slug)s")
    config.attributes["connection"] = connection
    return config
