"""The laboratory: plays millions of games, and measures what a rule change does.

    from parlour.lab import arena, compare, simulate
    simulate(game_id, games=1_000_000, bots="advice,random").shares

This package holds studies, ways to run them, statistics, comparisons and reports. It must not contain rules or name a game.
Everything is imported on first use, so that starting a table does not wait for NumPy.
"""

from typing import TYPE_CHECKING

from ..core.lazy_imports import lazy_names

if TYPE_CHECKING:
    from ..core.rule import rule
    from ..fast.batch import Batch, play_random
    from ..fast.tally import Hooks, Observer
    from .comparison import Comparison, compare
    from .contests import Contest, arena
    from .luck import Skill, skill
    from .report import write_report
    from .simulation import Simulation, simulate

_HOMES = {
    "Batch": "..fast.batch",
    "Comparison": ".comparison",
    "Contest": ".contests",
    "Hooks": "..fast.tally",
    "Observer": "..fast.tally",
    "Simulation": ".simulation",
    "Skill": ".luck",
    "arena": ".contests",
    "compare": ".comparison",
    "play_random": "..fast.batch",
    "rule": "..core.rule",
    "simulate": ".simulation",
    "skill": ".luck",
    "write_report": ".report",
}

__all__ = [
    "Batch",
    "Comparison",
    "Contest",
    "Hooks",
    "Observer",
    "Simulation",
    "Skill",
    "arena",
    "compare",
    "play_random",
    "rule",
    "simulate",
    "skill",
    "write_report",
]

__getattr__ = lazy_names(__name__, _HOMES, "lab")
