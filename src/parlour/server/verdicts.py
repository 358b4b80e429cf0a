"""Verdicts on saved games, worked out in a process of their own: replaying a stranger's file must not hold up a table.

It reads the file from standard input: `python -m parlour.server.verdicts < FILE`.
"""

import asyncio
import json
import os
import resource
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from .fair import verify

SECONDS = 15.0
AT_ONCE = 1
MOST_WAITING = 8
NICE = 10
MEMORY = 1 << 30
TOO_LONG = "This file takes too long to verify here: `parlour verify FILE` does it on your own machine."
TOO_MUCH = "This file is too much to verify here: `parlour verify FILE` does it on your own machine."


class Busy(Exception):
    """Too many files wait for their verdict."""


class Judge:
    """Verifies one file at a time; a few more may wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def verdict(self, save: bytes, shown: str) -> dict[str, Any]:
        """The verdict on a file as plain data."""
        if self._waiting >= MOST_WAITING:
            raise Busy
        self._waiting += 1
        try:
            async with self._turn:
                return await _judged(save, shown)
        finally:
            self._waiting -= 1


async def _judged(save: bytes, shown: str) -> dict[str, Any]:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", __name__), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    try:
        async with asyncio.timeout(SECONDS):
            said, _ = await process.communicate(" ".join(shown.split()).encode() + b"\n" + save)
    except TimeoutError:
        return {"proved": False, "why": TOO_LONG}
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        return {"proved": False, "why": TOO_MUCH}
    verdict: dict[str, Any] = json.loads(said)
    return verdict


def verdict_on(save: bytes, shown: str) -> dict[str, Any]:
    """The verdict on a file: whether it proves its deal, and why not or what is proved."""
    try:
        verdict = verify(save.decode("utf-8"), shown)
    except UnicodeDecodeError:
        return {"proved": False, "why": "This is no saved game: it is not a text."}
    except ValueError as error:
        return {"proved": False, "why": str(error)}
    told = asdict(verdict)
    return {"proved": True, "sentences": told.pop("proved"), **told}


def main() -> None:
    """Read the commitment that was shown and the file, write the verdict."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    shown, _, save = sys.stdin.buffer.read().partition(b"\n")
    sys.stdout.write(json.dumps(verdict_on(save, shown.decode("utf-8", "replace"))))


if __name__ == "__main__":
    main()
