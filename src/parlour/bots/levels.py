"""The levels: how often a bot slips, how much of what it has seen it keeps in mind, how often and how far it thinks."""

from dataclasses import dataclass

from ..core.sentence import quoted
from ..core.texts import sentence, text


@dataclass(frozen=True, slots=True)
class Level:
    """How well a bot plays."""

    name: str
    slip: float = 0.0
    """The share of its decisions in which it makes another sensible move than the advised one."""
    memory: float = 1.0
    """The share of what it has seen that it keeps in mind."""
    playouts: int = 0
    """How many games it plays on in its head for a decision, times the game's `thinking`; 0: it goes by the rule of thumb."""
    haste: float = 0.0
    """The share of its decisions in which it goes by the rule of thumb all the same."""
    doubt: float = 1.0
    """By how many standard errors another move must look better before it leaves the rule of thumb."""

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
        Level("skilled"),
        Level("strong", playouts=3_000, haste=0.5, doubt=0.3),
        Level("expert", playouts=3_000, doubt=0.3),
    )
}
"""Every level by its name, the weakest first. To add one is to add an entry, and its texts to the catalogue.

The slips were tuned in an arena of thousands of games, two and four seats, before the rules of thumb were tuned anew; the
first slips cost most, so that the shares are not evenly spaced. To doubt less made the expert stronger, most of all in games
with many close decisions; below 0.3 nothing more was gained (`make bots`). Strong thinks as far as Expert, but only about
every second decision: with fewer play-outs instead it was nearly an expert in one game and worse than skilled in another.
"""

usual_level = "skilled"
"""The level of a bot of which nobody said how well it should play."""


def find_level(name: str) -> Level:
    """The level of a name, or a ValueError in a sentence."""
    if not isinstance(name, str) or name not in LEVELS:
        raise ValueError(sentence("refusal.noLevel", level=quoted(name), levels=", ".join(LEVELS)))
    return LEVELS[name]
