"""Features that not every operating system has: file locks, limits on files and memory, and low priority.

On Windows some of these modules are missing. The functions here then do the nearest thing, or nothing.
"""

import os
import sys
from contextlib import suppress
from types import ModuleType

fcntl: ModuleType | None = None
resource: ModuleType | None = None
msvcrt: ModuleType | None = None
with suppress(ImportError):
    import fcntl
with suppress(ImportError):
    import resource
if sys.platform == "win32":
    import msvcrt


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


def file_limit() -> int | None:
    """Return how many files this process may open at most; None: without limit, or unknown."""
    if resource is None:
        return None
    hard = int(resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    return None if hard == resource.RLIM_INFINITY else hard


def allow_files(count: int) -> None:
    """Raise the limit of open files, as far as the system allows."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def limit_memory(size: int) -> None:
    """Limit the memory of this process, where the system can."""
    if resource is not None:
        with suppress(ValueError, OSError):  # macOS knows the limit but refuses to set it
            resource.setrlimit(resource.RLIMIT_AS, (size, size))


def lower_priority(by: int) -> None:
    """Let other processes go first, where the system can."""
    if hasattr(os, "nice"):
        os.nice(by)


def lower_thread_priority(by: int) -> None:
    """Let other threads go first, this process's own included. Only Linux has priorities of single threads."""
    if sys.platform == "linux":
        os.nice(by)
