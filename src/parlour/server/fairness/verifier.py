"""Verifies files in a separate process, because replaying a stranger's file must not slow down any table.

The process reads the file from standard input: `python -m parlour.server.fairness.verifier < FILE`.
"""

import asyncio
import json
import sys
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from dataclasses import dataclass, field

from ...system import limit_memory, lower_priority
from .deal import Contribution
from .verification import verify

SECONDS = 15.0
AT_ONCE = 1
MOST_WAITING = 8
NICE = 10
MEMORY = 1 << 30
_ELSEWHERE = "To verify it on your own machine, run `parlour verify FILE`."
TOO_LONG = f"Verifying this file takes too long for this server. {_ELSEWHERE}"
TOO_MUCH = f"Verifying this file needs more memory than this server allows. {_ELSEWHERE}"


class VerifierBusy(Exception):
    """Raised when too many files are waiting to be verified."""


@dataclass(frozen=True, kw_only=True)
class Verification:
    """The result of verifying a file: `why` it proves nothing, or else what it proves and what the reader has to compare.

    `title` says it in one sentence. If it is not `fair`, the file is valid but only the server added randomness.
    """

    proved: bool
    fair: bool = False
    title: str = ""
    why: str = ""
    commitment: str = ""
    additions: list[str] = field(default_factory=list)
    numbers: list[Contribution] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    compare: list[str] = field(default_factory=list)


class Verifier:
    """Verifies one file at a time; a few more may wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def verify(self, save: bytes, shown: str, number: str = "") -> Verification:
        """Verify a file. `shown` is the commitment that the table showed and `number` the reader's own one, if known."""
        if self._waiting >= MOST_WAITING:
            raise VerifierBusy
        self._waiting += 1
        try:
            async with self._turn:
                return await _verify_in_process(save, shown, number)
        finally:
            self._waiting -= 1


async def _verify_in_process(save: bytes, shown: str, number: str) -> Verification:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", __name__), stdin=PIPE, stdout=PIPE, stderr=DEVNULL
    )
    try:
        async with asyncio.timeout(SECONDS):
            head = [" ".join(given.split()).encode() for given in (shown, number)]
            output, _ = await process.communicate(b"\n".join([*head, save]))
    except TimeoutError:
        return Verification(proved=False, why=TOO_LONG)
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode:
        return Verification(proved=False, why=TOO_MUCH)
    return Verification(**json.loads(output))


def verify_file(save: bytes, shown: str, number: str = "") -> Verification:
    """Verify a file in this process."""
    try:
        verdict = verify(save.decode("utf-8"), shown, number)
    except UnicodeDecodeError:
        return Verification(proved=False, why="This is not a saved game: it is not UTF-8 text.")
    except ValueError as error:
        return Verification(proved=False, why=str(error))
    claim = verdict.claim
    return Verification(
        proved=True,
        fair=claim.is_fair,
        title=claim.title,
        commitment=claim.commitment,
        additions=claim.additions,
        numbers=claim.numbers,
        sentences=verdict.proved,
        compare=claim.compare,
    )


def main() -> None:
    """Read the commitment that was shown, the reader's number and the file; write the result as JSON."""
    lower_priority(NICE)
    limit_memory(MEMORY)
    shown, number, save = sys.stdin.buffer.read().split(b"\n", 2)
    given = (part.decode("utf-8", "replace") for part in (shown, number))
    sys.stdout.write(json.dumps(vars(verify_file(save, *given))))


if __name__ == "__main__":
    main()
