"""What can go wrong with the store, in sentences. They never hold a password or what was to be written."""

import re
import sqlite3

import psycopg
from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

_OF_SQLITE = {
    "SQLITE_FULL": "The disk is full: the database cannot write.",
    "SQLITE_BUSY": "The database is held by another program for too long.",
    "SQLITE_LOCKED": "The database is held by another program for too long.",
    "SQLITE_NOTADB": "This file is not a database.",
    "SQLITE_CORRUPT": "The file of the database is damaged.",
    "SQLITE_READONLY": "The database may not be written to.",
    "SQLITE_CANTOPEN": "The file of the database cannot be opened.",
    "SQLITE_PERM": "The file of the database cannot be opened.",
    "SQLITE_IOERR": "The disk of the database fails.",
}
_OF_POSTGRESQL = {
    "25006": "The database may not be written to.",
    "3D000": "There is no such database on the PostgreSQL server.",
    "42501": "This user may not do what Parlour needs in the database.",
    "53100": "The disk is full: the database cannot write.",
    "53300": "The PostgreSQL server has no connection left.",
}
_REFUSED_LOGIN = ("authentication failed", "no password supplied", "no pg_hba.conf entry", "not permitted to log in")
_HOST = re.compile(r"[A-Za-z0-9_.:-]+")


class StoreFailed(ValueError):
    """The store could not do it; the text is one sentence. Nothing of it was written, and the next try may succeed."""


class Unsure(StoreFailed):
    """The database went away while it was committing: only reading it again tells whether this was written."""


class Replaced(StoreFailed):
    """A newer process runs under the name of this server: this one can never write again."""


class NumberTaken(StoreFailed):
    """The log of the room already has an entry with this number, or the room is gone: it must be read anew."""


class CodeTaken(StoreFailed):
    """There is a room with this code."""


def sentence(error: SQLAlchemyError) -> str:
    """What the database says, in words of our own: its message may quote what was to be written."""
    cause = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(cause, sqlite3.Error):
        name = getattr(cause, "sqlite_errorname", "") or type(cause).__name__
        known = [text for start, text in _OF_SQLITE.items() if name.startswith(start)]
        return known[0] if known else f"The database failed ({name})."
    if isinstance(cause, psycopg.Error):
        return _OF_POSTGRESQL.get(cause.sqlstate or "", "") or _lost(error) or f"The database failed ({_kind(cause)})."
    return f"The database failed ({type(cause or error).__name__})."


def _lost(error: SQLAlchemyError) -> str:
    """The server stopped or cut the connection. Errors on the way to it have no code either."""
    gone = isinstance(error, DBAPIError) and (error.connection_invalidated or not getattr(error.orig, "sqlstate", None))
    return "The database cannot be reached." if gone else ""


def _kind(cause: psycopg.Error) -> str:
    return " ".join(filter(None, (type(cause).__name__, cause.sqlstate)))


def opening_sentence(error: SQLAlchemyError, url: URL) -> str:
    """Why a database cannot be opened, with its place."""
    if url.get_backend_name() == "sqlite":
        return f"{url.database}: {sentence(error)}"
    text = str(error.orig) if isinstance(error, DBAPIError) else ""
    where = f"The PostgreSQL server{_place(url)}"
    if any(part in text for part in _REFUSED_LOGIN) or re.search(r'role ".*" does not exist', text):
        return f"{where} refuses this user or password."
    if re.search(r'database ".*" does not exist', text):
        return f"{where} has no database of this name."
    if "too many clients" in text or "connection slots" in text:
        return f"{where} has no connection left."
    if _lost(error):
        return f"{where} cannot be reached."
    return sentence(error)


def _place(url: URL) -> str:
    """Host and port; a password with an @ in it, not written as %40, would be read as a part of the host."""
    if not url.host or not _HOST.fullmatch(url.host):
        return ""
    return f" at {url.host}" + (f", port {url.port}," if url.port else "")
