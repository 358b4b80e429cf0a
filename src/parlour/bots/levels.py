"""The levels: how often a bot slips and how much of what it has seen it keeps in mind."""

from dataclasses import dataclass

from ..core.sentence import quoted
from ..core.texts import sentence, text


@dataclass(frozen=True, slots=True)
class Level:
    """How well a bot plays."""

    name: str
    slip: float
    """The share of its decisions in which it makes another sensible move than the advised one."""
    memory: float
    """The share of what it has seen that it keeps in mind."""

    @property
    def label(self) -> str:
        """What it is called."""
        return text(f"level.{self.name}")

    @property
    def says(self) -> str:
        """What a player may expect, in a sentence."""
        return text(f"level.{self.name}.says")


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("beginner", slip=0.85, memory=0.35),
        Level("casual", slip=0.3, memory=0.75),
        Level("skilled", slip=0.0, memory=1.0),
    )
}
"""Every level by its name, the weakest first. To add one is to add an entry, and its texts to the catalogue.

Tuned in an arena of thousands of games, two and four seats: one bot wins clearly more than its part against bots of the level
below in every game. The first slips cost most, so that the shares are not evenly spaced.
"""

usual_level = "skilled"
"""The level of a bot of which nobody said how well it should play."""


def find_level(name: str) -> Level:
    """The level of a name, or a ValueError in a sentence."""
    if not isinstance(name, str) or name not in LEVELS:
        raise ValueError(sentence("refusal.noLevel", level=quoted(name), levels=", ".join(LEVELS)))
    return LEVELS[name]
