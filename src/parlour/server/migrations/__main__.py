"""Drafts a revision from what `schema.py` says and the revisions do not yet."""

import sys

from alembic import command
from sqlalchemy import create_engine

from . import configured


def main() -> None:
    """Compare a database with all revisions to the schema, and write the difference down."""
    if len(sys.argv) != 2:
        sys.exit('Say what it changes: python -m parlour.server.migrations "what it changes"')
    with create_engine("sqlite://").begin() as connection:
        config = configured(connection)
        command.upgrade(config, "head")
        command.revision(config, sys.argv[1], autogenerate=True)


if __name__ == "__main__":
    main()
