"""Remarks below the prompt: points, how long cards may be looked at, and messages from other parts of the terminal."""

from collections.abc import Sequence
from math import ceil

from ..core.texts import counted, sentence
from ..core.texts import text as part
from ..home.learning import Learning
from ..terminal.ink import Ink
from ..terminal.screen import Screen
from ..terminal.sightings import Sightings

PLAIN_INK = Ink(False)


class Remarks(Screen):
    """A screen that only collects what is written to it, for parts of line mode that report to a screen."""

    def __init__(self) -> None:
        super().__init__()
        self.ink = PLAIN_INK
        self.kept: list[str] = []

    def write(self, text: str) -> None:
        """Keep the lines of a text."""
        self.kept += [line for line in text.splitlines() if line.strip()]


def scores_text(names: Sequence[str], scores: Sequence[int], totals: Sequence[int] | None = None) -> str:
    """Return the points of all seats in one text, in a match with the totals of its rounds."""
    if totals is None:
        said = [part("fullscreen.score", name=name, points=points) for name, points in zip(names, scores, strict=True)]
    else:
        said = [
            part("fullscreen.scoreInAll", name=name, points=points, total=total)
            for name, points, total in zip(names, scores, totals, strict=True)
        ]
    return " · ".join(said)


def looking(sightings: Sightings) -> list[str]:
    """Return how long the cards that are looked at may still be seen."""
    left = sightings.seconds_left
    return [counted("look.remember", len(left), left=max(1, ceil(left[-1])))] if left else []


def switched_tips(*, on: bool) -> str:
    """Save whether first games are explained; return a sentence about it."""
    try:
        Learning().set_tips(on)
    except ValueError as error:
        return str(error)
    return sentence("terminal.tips.on") if on else sentence("fullscreen.tipsOff")
