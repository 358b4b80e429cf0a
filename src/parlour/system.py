"""Features that operating systems offer in different ways or not at all: locks, limits on files and memory, priority, consoles.

On Windows some of these modules are missing. The functions here then do the closest equivalent, or nothing.
"""

import os
import socket
import sys
from contextlib import suppress
from types import ModuleType
from typing import Any

fcntl: ModuleType | None = None
resource: ModuleType | None = None
msvcrt: ModuleType | None = None
with suppress(ImportError):
    import fcntl
with suppress(ImportError):
    import resource
with suppress(ImportError):
    import msvcrt

BINARY: int = getattr(os, "O_BINARY", 0)
"""The flag that opens a file as bytes, since Windows would translate line ends."""
ALONE: int = getattr(socket, "SO_EXCLUSIVEADDRUSE", getattr(socket, "SO_REUSEADDR", 0))
"""The option that frees the port of a listening socket as soon as it is closed, and lets nobody else use it before that. Python
in browsers has no such option, since nothing listens there.
"""
STANDARD_OUTPUT, SHOWS_CODES = -11, 0x0004
"""The number of the console's output, and the bit of its mode that makes it understand codes."""


def lock(handle: int, *, wait: bool) -> None:
    """Lock an open file; the system unlocks it when it is closed. Without `wait`, raise BlockingIOError if it is locked."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    elif msvcrt is not None:
        _lock_on_windows(msvcrt, handle, wait=wait)


def _lock_on_windows(locks: ModuleType, handle: int, *, wait: bool) -> None:
    """Lock the first byte. Windows reports a locked file as PermissionError, and after ten seconds of waiting as OSError."""
    while True:
        os.lseek(handle, 0, os.SEEK_SET)
        try:
            locks.locking(handle, locks.LK_LOCK if wait else locks.LK_NBLCK, 1)
            return
        except OSError as error:
            if not wait:
                raise BlockingIOError(error.errno, error.strerror) from None


def knows_codes() -> bool:
    """Whether a terminal understands the codes for colours and for clearing the screen."""
    if sys.platform == "win32":
        import ctypes

        return _switch_codes_on(ctypes.windll.kernel32)
    return os.environ.get("TERM", "") not in ("", "dumb")


def _switch_codes_on(kernel: Any) -> bool:
    """Make the console of Windows understand codes, from Windows 10 on; return whether it does."""
    from ctypes import byref, c_uint32  # imported here because it takes time to load

    console, mode = kernel.GetStdHandle(STANDARD_OUTPUT), c_uint32()
    return bool(kernel.GetConsoleMode(console, byref(mode)) and kernel.SetConsoleMode(console, mode.value | SHOWS_CODES))


def file_limit() -> int | None:
    """Return the most files that this process may open; None if unlimited or unknown."""
    if resource is None:
        return None
    hard = int(resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    return None if hard == resource.RLIM_INFINITY else hard


def allow_files(count: int) -> None:
    """Raise the limit on open files, as far as the system allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit_memory(size: int) -> None:
    """Limit the memory of this process, where the system supports that."""
    if resource is not None:
        with suppress(ValueError, OSError):  # macOS knows the limit but refuses to set it
            resource.setrlimit(resource.RLIMIT_AS, (size, size))


def lower_priority(by: int) -> None:
    """Lower the priority of this process, where the system allows it."""
    if hasattr(os, "nice"):
        os.nice(by)


def lower_thread_priority(by: int) -> None:
    """Let other threads go first, including those of this process. Only Linux has priorities for single threads."""
    if sys.platform == "linux":
        os.nice(by)
