"""Prepares the migration of a database: tells the operator, and writes a backup that the earlier version can use."""

import logging
from pathlib import Path

from ...home.folder import home_folder
from ..store.database import Migration, parsed_url, pending_migration
from .snapshot import back_up

logger = logging.getLogger("parlour.server")


def prepare_migration(url: str) -> None:
    """Log what is about to be migrated, and write a backup; raise a StoreError that says in one sentence why that is not
    possible.

    The backup is a SQLite database of the present revision, so the earlier version can use it unchanged.
    """
    migration = pending_migration(url)
    if migration is None:
        return
    changes = ", ".join(migration.changes)
    logger.warning("About to migrate the database from revision %s to %s: %s.", migration.present, migration.newest, changes)
    path = _free_path(url, migration)
    contents = back_up(url, path)
    logger.warning(
        "Backed up %s to %s. The way back: stop this server and start the earlier version with --database sqlite:///%s. "
        "Anything played from now on is not in that file.",
        *(contents, path, path),
    )


def _free_path(url: str, migration: Migration) -> Path:
    """Return a path for the backup: beside a SQLite file, or in the data folder."""
    parsed = parsed_url(url)
    database = Path(str(parsed.database)) if parsed.get_backend_name() == "sqlite" else home_folder() / "house.db"
    name, number = f"{database.stem}-before-{migration.newest}", 1
    database.parent.mkdir(parents=True, exist_ok=True)
    while (path := database.with_name(f"{name}{f'-{number}' if number > 1 else ''}.db")).exists():
        number += 1
    return path
