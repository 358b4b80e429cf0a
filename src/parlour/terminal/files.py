"""Files: saved games on disk, read and written safely."""

import contextlib
import os
import secrets
from itertools import count
from pathlib import Path

from ..core import saves
from ..core.match import Match
from ..core.sentence import shortened
from ..core.table import Table
from ..core.texts import sentence
from ..core.texts import text as part
from .refusal import Refusal, printable, reason, refusals
from .seats import YOU


def read_text(path: str) -> str:
    """Return the text of a file, or raise a Refusal that says why it can't be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(saves.LARGEST + 1)
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal(sentence("terminal.file.noText", file=shown(path))) from None
    except (OSError, ValueError) as error:
        raise Refusal(sentence("terminal.file.noReading", file=shown(path), why=_why(error))) from None


def load(path: str) -> Table | Match:
    """Return the game or the match in a file."""
    text = read_text(path)
    with refusals():
        return Match.load(text) if saves.kind_of(text) == "match" else Table.load(text)


def tables_in(path: str) -> list[Table]:
    """Return the game in a file, or all rounds of its match."""
    text = read_text(path)
    with refusals():
        return Match.load(text).tables() if saves.kind_of(text) == "match" else [Table.load(text)]


def is_practice(path: str) -> bool:
    """Whether the game in a file is practice, which is left out of the statistics."""
    return bool(noted_in(path, "practice"))


def noted_in(path: str, name: str) -> object:
    """Return what a file notes under a name, if anything. It is unverified and may be of any type."""
    text = read_text(path)
    with refusals():
        return saves.read(saves.kind_of(text), text).get(name)


def names_in(path: str) -> list[str]:
    """Return the names of the seats in a file, if it notes any; "" for a seat without one. They are unverified."""
    names = noted_in(path, "names")
    if not isinstance(names, list):
        return []
    # a person who gave no name was noted as "You", which is no name for sentences about somebody
    return [shortened(name) if isinstance(name, str) and name != YOU else "" for name in names]


def free_name(game: str) -> str:
    """Return a name for a new file in the current folder."""
    return next(name for name in (f"{game}-{number}.json" for number in count(1)) if not os.path.lexists(name))


def is_taken(path: str) -> bool:
    """Whether there is something at this path already; raise a Refusal if it may not be replaced."""
    if not os.path.lexists(path):
        return False
    if not os.path.isfile(path):
        key = "terminal.file.folder" if os.path.isdir(path) else "terminal.file.odd"
        raise Refusal(sentence(key, file=shown(path)))
    if not os.access(path, os.W_OK):
        raise Refusal(sentence("terminal.file.locked", file=shown(path)))
    return True


def check_writable(path: str) -> None:
    """Raise a Refusal if a file can't be written, before the work starts whose result goes into it."""
    was_there = os.path.lexists(path)
    try:
        open(path, "ab").close()
        if not was_there:
            os.unlink(path)
    except (OSError, ValueError) as error:
        raise Refusal(sentence("terminal.file.noWriting", file=shown(path), why=_why(error))) from None


def write_text(path: str, text: str) -> None:
    """Write a whole file or nothing, or raise a Refusal that says why. A device or a pipe is written to, not replaced."""
    draft = ""
    try:
        target = os.path.realpath(path)
        if os.path.exists(target) and not os.path.isfile(target):
            with open(target, "w", encoding="utf-8") as file:
                file.write(text)
            return
        draft = f"{target}.{secrets.token_hex(4)}"
        with open(draft, "x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except (OSError, ValueError) as error:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise Refusal(sentence("terminal.file.noWriting", file=shown(path), why=_why(error))) from None


def full_path(text: str) -> str:
    """Return a path as a person types it, with the home folder spelt out."""
    try:
        return str(Path(text).expanduser()) if text else text
    except RuntimeError:
        return text


def shown(path: str) -> str:
    """Return a path as part of a sentence."""
    return f"'{printable(path, 120)}'"


def _why(error: Exception) -> str:
    return reason(error) if isinstance(error, OSError) else part("terminal.file.noPath")
