"""Drafts a revision from the difference between `schema.py` and the existing revisions."""

import sys

from alembic import command
from sqlalchemy import create_engine

from . import alembic_config


def main() -> None:
    """Apply all revisions to an empty database, compare it with the schema, and write a revision with the difference."""
    if len(sys.argv) != 2:
        sys.exit('Describe the change: python -m parlour.server.store.migrations "what it changes"')
    with create_engine("sqlite://").begin() as connection:
        config = alembic_config(connection)
        command.upgrade(config, "head")
        command.revision(config, sys.argv[1], autogenerate=True)


if __name__ == "__main__":
    main()
