"""Bots by level: who sits down with people, how well it plays, and how much it remembers. Nothing here names a game.

    from parlour.bots import choose
    words = choose(table, seat, "casual", seed=7)

A bot knows what its seat knows and nothing else. The top level that exists today, `skilled`, is the game's own rule of
thumb. Weaker ones forget, and now and then make another sensible move than the one they should.
"""

from .choice import choose
from .levels import LEVELS, Level, find_level, usual_level

__all__ = ["LEVELS", "Level", "choose", "find_level", "usual_level"]
