"""The levels: how often a bot slips, how much of what it has seen it keeps in mind, and how far it thinks."""

from dataclasses import dataclass

from ..core.sentence import quoted


@dataclass(frozen=True, slots=True)
class Level:
    """How well a bot plays."""

    name: str
    says: str
    """What a player may expect, in a sentence."""
    slip: float = 0.0
    """The share of its decisions in which it makes another sensible move than the advised one."""
    memory: float = 1.0
    """The share of what it has seen that it keeps in mind."""
    playouts: int = 0
    """How many games it plays on in its head for a decision; 0: it goes by the rule of thumb."""
    doubt: float = 1.0
    """By how many standard errors another move must look better before it leaves the rule of thumb."""


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("beginner", "Plays whatever fits and forgets most of what it has seen.", slip=0.85, memory=0.35),
        Level("casual", "Mostly plays well, now and then without a thought, and forgets some of it.", slip=0.3, memory=0.75),
        Level("skilled", "Plays by good rules of thumb and remembers all it has seen."),
        Level("strong", "Thinks a few dozen games ahead before it leaves its rules of thumb.", playouts=120, doubt=1.5),
        Level("expert", "Thinks thousands of games ahead and weighs what the others' moves tell.", playouts=3000),
    )
}
"""Every level by its name, the weakest first. To add one is to add an entry.

Tuned in an arena of thousands of games, two and four seats: one bot wins clearly more than its part against bots of the level
below in every game. The first slips cost most, so that the shares are not evenly spaced.
"""

usual_level = "skilled"
"""The level of a bot of which nobody said how well it should play."""

LONGEST_THOUGHT = 0.08
"""Seconds that a bot thinks where people wait for it."""


def find_level(name: str) -> Level:
    """The level of a name, or a ValueError in a sentence."""
    if not isinstance(name, str) or name not in LEVELS:
        raise ValueError(f"There is no level {quoted(name)} for a bot; there are: {', '.join(LEVELS)}.")
    return LEVELS[name]
