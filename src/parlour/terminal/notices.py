"""What is said beside a game, on standard error: in a pipe standard output is the game and nothing else."""

from contextlib import suppress
from threading import Timer
from types import TracebackType

import click

from .refusal import printable

MOMENT = 2.0
"""Seconds after which people wonder whether anything happens at all."""


def say_aside(said: str) -> None:
    """Say something on standard error, where there is one: the game goes on where nobody can be told."""
    with suppress(OSError, ValueError):
        click.echo(printable(said), err=True)


class Patience:
    """Says a sentence aside if what is done meanwhile takes more than a moment."""

    def __init__(self, said: str) -> None:
        self._timer = Timer(MOMENT, say_aside, (said,))
        self._timer.daemon = True

    def __enter__(self) -> None:
        self._timer.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._timer.cancel()
