"""Levels: how often a bot makes mistakes, how much it remembers, and how often and how deeply it searches."""

from dataclasses import dataclass

from ..core.sentence import quoted
from ..core.texts import likeness, sentence, text


@dataclass(frozen=True, slots=True)
class Level:
    """A level, which says how well a bot plays."""

    name: str
    slip: float = 0.0
    """The share of decisions in which it makes another sensible move instead of the advised one."""
    memory: float = 1.0
    """The share of what it has seen that it remembers."""
    playouts: int = 0
    """Games simulated per decision, multiplied by the game's `thinking`; 0 if it uses the rule of thumb."""
    haste: float = 0.0
    """The share of decisions in which it uses the rule of thumb anyway."""
    doubt: float = 1.0
    """By how many standard errors another move must look better before the bot departs from the rule of thumb."""

    @property
    def label(self) -> str:
        """The name of the level."""
        return text(f"level.{self.name}")

    @property
    def says(self) -> str:
        """A sentence that tells players what to expect."""
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
"""Every level by name, weakest first. To add one, add an entry here and its texts to the catalogue.

The mistake rates were tuned in arenas of thousands of games with two and four seats, before the rules of thumb were retuned.
The first mistakes cost most, so the rates are not evenly spaced. Less doubt made the expert stronger, most of all in games with
many close decisions; below 0.3 nothing more was gained (`make bots`). Strong searches as deeply as Expert, but only for half
of its decisions: with fewer play-outs instead, it was nearly an expert in one game and worse than skilled in another.
"""

usual_level = "skilled"
"""The default level of a bot."""


def find_level(name: str) -> Level:
    """Return the level with this name, or raise ValueError."""
    if not isinstance(name, str) or name not in LEVELS:
        raise ValueError(sentence("refusal.noLevel", level=quoted(name), like=likeness(name, LEVELS), levels=", ".join(LEVELS)))
    return LEVELS[name]
