"""Notices on standard error: in a pipe, standard output is only the game."""

from contextlib import suppress
from threading import Timer
from types import TracebackType

import click

from .refusal import printable

MOMENT = 2.0
"""Seconds after which a wait needs an explanation."""


def say_aside(said: str) -> None:
    """Write to standard error; if that is impossible, the game goes on without it."""
    with suppress(OSError, ValueError):
        click.echo(printable(said), err=True)


class Patience:
    """Prints a sentence to standard error if something takes more than a moment."""

    def __init__(self, said: str) -> None:
        self._timer = Timer(MOMENT, say_aside, (said,))
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._timer.cancel()
