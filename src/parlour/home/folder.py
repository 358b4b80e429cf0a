"""Where a player's files lie, and how they are written so that a crash leaves the old or the new, never half."""

import os
import tempfile
from pathlib import Path


def home_folder() -> Path:
    """PARLOUR_HOME, else the user's data folder."""
    chosen = os.environ.get("PARLOUR_HOME")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "parlour"


def read_text(path: Path) -> str:
    """What a file says, nothing if there is none; a ValueError in a sentence if it cannot be read."""
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise ValueError(f"Cannot read {path}: {error.strerror}.") from None


def write_text(path: Path, text: str) -> None:
    """Put a whole new file in the place of the old."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError as error:
        raise ValueError(f"Cannot write {path}: {error.strerror}.") from None


def append_line(path: Path, line: str) -> None:
    """Add a line in one write, so that two houses open at once do not mix theirs."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        broken = path.exists() and path.stat().st_size > 0 and not _ends_whole(path)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(handle, (("\n" if broken else "") + line + "\n").encode())
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise ValueError(f"Cannot write {path}: {error.strerror}.") from None


def _ends_whole(path: Path) -> bool:
    with path.open("rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def set_aside(path: Path) -> Path:
    """Move a damaged file out of the way under a name that is free; it is never deleted."""
    number = 1
    while (aside := path.with_name(f"{path.stem}.damaged-{number}{path.suffix}")).exists():
        number += 1
    try:
        os.replace(path, aside)
    except OSError as error:
        raise ValueError(f"Cannot set {path} aside: {error.strerror}.") from None
    return aside
