"""Errors of the store, as sentences that never contain a password or the data to be written."""

import re
import sqlite3
from typing import Any

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

DAMAGED = "The database file is damaged."
DISK_FULL = "The database cannot be written: the disk is full."
_LOCKED = "The database has been locked by another program for too long."
_READ_ONLY = "The database is read-only."
_UNREADABLE = "The database file cannot be opened."
_SQLITE = {
    "SQLITE_FULL": DISK_FULL,
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_NOTADB": "This file is not a database.",
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_READONLY": _READ_ONLY,
    "SQLITE_CANTOPEN": _UNREADABLE,
    "SQLITE_PERM": _UNREADABLE,
    "SQLITE_IOERR": "The disk of the database reports errors.",
}
_POSTGRESQL = {
    "25006": _READ_ONLY,
    "3D000": "The PostgreSQL server has no such database.",
    "42501": "The database user lacks a permission that Parlour needs.",
    "53100": DISK_FULL,
    "53300": "The PostgreSQL server has no free connections.",
}
_LOGIN_REFUSED = ("authentication failed", "no password supplied", "no pg_hba.conf entry", "not permitted to log in")
_HOST = re.compile(r"[A-Za-z0-9_.:-]+")


class StoreError(ValueError):
    """An error of the store; the text is one sentence. Nothing was written, and trying again may succeed."""


class StoreUnreachable(StoreError):
    """Raised when the database does not answer now; it may still be starting."""


class CommitUncertain(StoreError):
    """Raised when the connection broke during a commit: only reading the database shows whether the data was written."""


class ServerReplaced(StoreError):
    """Raised when a newer process runs under this server's name, so that this one can never write again."""


class LogConflict(StoreError):
    """Raised when the room's log already has an entry with this number, or the room is gone: the log must be read again."""


class CodeTaken(StoreError):
    """Raised when another room has this code."""


def sentence(error: SQLAlchemyError) -> str:
    """Describe a database error in our own words: its message may quote the data to be written."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "") or type(cause).__name__
        known = [text for start, text in _SQLITE.items() if name.startswith(start)]
        return known[0] if known else f"The database failed ({name})."
    if cause is not None and hasattr(cause, "sqlstate"):  # PostgreSQL, whose driver need not be installed
        return _POSTGRESQL.get(cause.sqlstate or "", "") or _unreachable(error) or f"The database failed ({_kind(cause)})."
    return f"The database failed ({type(cause or error).__name__})."


def _unreachable(error: SQLAlchemyError) -> str:
    """Return a sentence if the connection was lost or could not be made, otherwise an empty string.

    Network errors have no SQLSTATE.
    """
    is_lost = isinstance(error, DBAPIError) and (error.connection_invalidated or not getattr(error.orig, "sqlstate", None))
    return "The database cannot be reached." if is_lost else ""


def _kind(cause: Any) -> str:
    return " ".join(filter(None, (type(cause).__name__, cause.sqlstate)))


def opening_error(error: SQLAlchemyError, url: URL) -> StoreError:
    """Return the error that says why a database cannot be opened, and where it is."""
    if url.get_backend_name() == "sqlite":
        return StoreError(f"{url.database}: {sentence(error)}")
    text = str(error.orig) if isinstance(error, DBAPIError) else ""
    where = f"The PostgreSQL server{_place(url)}"
    if any(part in text for part in _LOGIN_REFUSED) or re.search(r'role ".*" does not exist', text):
        return StoreError(f"{where} refused this user name or password.")
    if re.search(r'database ".*" does not exist', text):
        return StoreError(f"{where} has no database of this name.")
    if "too many clients" in text or "connection slots" in text:
        return StoreUnreachable(f"{where} has no free connections.")
    if _unreachable(error):
        return StoreUnreachable(f"{where} cannot be reached.")
    return StoreError(sentence(error))


def _place(url: URL) -> str:
    """Return host and port. An unescaped @ in a password would make part of the password look like the host."""
    if not url.host or not _HOST.fullmatch(url.host):
        return ""
    return f" at {url.host}" + (f", port {url.port}," if url.port else "")
