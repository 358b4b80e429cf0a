"""Errors that tell the person who made a request what is wrong with it, in one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager

from ..core.remedy import Clash
from ..core.texts import text as part


class Refusal(Exception):
    """A request that cannot be met; the message is a sentence."""


class Failed(Refusal):
    """Raised for a valid request that failed."""

    status = 1


class OutputLost(Exception):
    """Raised when the output can't be written any more; the message says why."""


class NobodyReads(OutputLost):
    """Raised when the other end of the pipe is closed, so that nobody reads the output."""


@contextmanager
def refusals() -> Iterator[None]:
    """Turn a ValueError of the library into a Refusal with the same sentence."""
    try:
        yield
    except ValueError as error:
        raise Refusal(*error.args) from None


@contextmanager
def refusals_with_remedy() -> Iterator[None]:
    """Do the same as `refusals` for a command with --set: the refusal of a clash also says what to add to the command."""
    with refusals():
        try:
            yield
        except Clash as clash:
            remedy = clash.remedy()
            raise ValueError(f"{clash} {remedy.text}" if remedy else clash.sentence) from None


def printable(text: str, length: int = 400) -> str:
    """Return a text of unknown origin on one line, without control codes and shortened."""
    clean = "".join(letter if letter.isprintable() else "·" for letter in text)
    return clean if len(clean) <= length else clean[: length - 1] + "…"


def reason(error: OSError) -> str:
    """Return the reason that the operating system gave, as the end of a sentence."""
    return (error.strerror or part("terminal.wrong")).lower()
