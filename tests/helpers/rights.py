"""Gives up the rights of root for a while: in a container, tests often run as root, who may read and write every file."""

import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager

VERSION = 0x20080522
"""_LINUX_CAPABILITY_VERSION_3."""
ANY_FILE = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH."""


class _Whose(ctypes.Structure):
    _fields_ = [("version", ctypes.c_uint32), ("process", ctypes.c_int)]


class _Rights(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint32) for name in ("effective", "permitted", "inheritable")]


@contextmanager
def like_anybody() -> Iterator[None]:
    """Make file permissions apply to this thread, even if it runs as root."""
    if os.geteuid() != 0:
        yield
        return
    system, whose, rights = ctypes.CDLL(None, use_errno=True), _Whose(VERSION, 0), (_Rights * 2)()
    if system.capget(ctypes.byref(whose), rights):
        raise OSError(ctypes.get_errno(), "capget")
    before = rights[0].effective
    _set_effective(system, whose, rights, before & ~ANY_FILE)
    try:
        yield
    finally:
        _set_effective(system, whose, rights, before)


def _set_effective(system: ctypes.CDLL, whose: _Whose, rights: "ctypes.Array[_Rights]", effective: int) -> None:
    rights[0].effective = effective
    if system.capset(ctypes.byref(whose), rights):
        raise OSError(ctypes.get_errno(), "capset")
