"""The folder of a player's files: reads and writes them so that a crash or a second Parlour process does no harm."""

import os
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from ..core.sentence import shortened
from ..system import BINARY, lock

LONGEST_WAIT = 5.0
"""Seconds to wait for another Parlour process that is writing."""
LONGEST_PATH = 200


class NoFile(ValueError):
    """Raised when a path is not a readable file, but a folder or a device."""


def home_folder() -> Path:
    """Return PARLOUR_HOME, else the user's data folder."""
    chosen = os.environ.get("PARLOUR_HOME")
    if chosen:
        return Path(chosen)
    data = os.environ.get("XDG_DATA_HOME", "")
    if os.path.isabs(data):
        return Path(data) / "parlour"
    try:
        return Path.home() / ".local" / "share" / "parlour"
    except RuntimeError:
        raise ValueError("There is no home folder for Parlour's files: choose one with PARLOUR_HOME.") from None


def shown(path: Path) -> str:
    """Return a path as part of a sentence."""
    return shortened(str(path), LONGEST_PATH)


# ---- reading ------------------------------------------------------------------------------------------------------


def read(path: Path) -> bytes:
    """Return the content of a file, empty if there is none; raise ValueError if it cannot be read."""
    with _sentence("read", path):
        try:
            kind = path.stat().st_mode
        except FileNotFoundError:
            return b""
        if not stat.S_ISREG(kind):
            raise NoFile(f"{shown(path)} is not a file.")
        return path.read_bytes()


# ---- writing, always while the folder is locked -------------------------------------------------------------------


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder for writing, and create it if necessary. The lock of a killed program disappears with it."""
    with _sentence("write in", folder):
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with _sentence("lock", folder):
            _wait_for(handle, folder)
        yield
    finally:
        os.close(handle)


def _wait_for(handle: int, folder: Path) -> None:
    deadline = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            return lock(handle, wait=False)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise ValueError(f"Another Parlour has been writing in {shown(folder)} for too long.") from None
            time.sleep(0.01)


def write(path: Path, data: bytes) -> None:
    """Replace a file with a whole new one; a link stays a link."""
    with _sentence("write", path):
        target = Path(os.path.realpath(path))
        draft = target.with_name(target.name + ".new")
        with _opened(draft, os.O_TRUNC) as handle:
            _write_all(handle, data)
        os.replace(draft, target)


def append(path: Path, line: bytes) -> None:
    """Append a line or nothing at all; an earlier incomplete line stays separate."""
    with _sentence("write", path), _opened(path, os.O_APPEND) as handle:
        size = os.fstat(handle).st_size
        begun = size > 0 and _last_byte(handle) != b"\n"
        try:
            _write_all(handle, b"\n" * begun + line + b"\n")
        except OSError:
            with suppress(OSError):
                os.ftruncate(handle, size)
            raise


def _last_byte(handle: int) -> bytes:
    os.lseek(handle, -1, os.SEEK_END)
    return os.read(handle, 1)


@contextmanager
def _opened(path: Path, how: int) -> Iterator[int]:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | BINARY | how, 0o600)
    try:
        yield handle
    finally:
        os.close(handle)


def _write_all(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


# ---- setting aside ------------------------------------------------------------------------------------------------


def keep_copy(path: Path, data: bytes, word: str) -> Path:
    """Write the content of a damaged file under an unused name."""
    aside = free_name(path, word)
    write(aside, data)
    return aside


def move_away(path: Path, word: str) -> Path:
    """Rename a file to an unused name; nothing is ever deleted."""
    aside = free_name(path, word)
    with _sentence("set aside", path):
        os.rename(path, aside)
    return aside


def free_name(path: Path, word: str) -> Path:
    """Return an unused name: `games.damaged-1.jsonl`, or with the first number that is not taken."""
    names = (path.with_name(f"{path.stem}.{word}-{number}{path.suffix}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


@contextmanager
def _sentence(doing: str, path: Path) -> Iterator[None]:
    """Report a system error in one sentence."""
    try:
        yield
    except OSError as error:
        raise ValueError(f"Cannot {doing} {shown(path)}: {(error.strerror or 'something went wrong').lower()}.") from None
