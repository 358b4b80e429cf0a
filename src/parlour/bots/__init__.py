"""Bots: who sits down with people, how well it plays, how much it remembers, and why it moves. Nothing here names a game.

    from parlour.bots import advise, choose
    words = choose(table, seat, "expert", seed=7)
    advise(table.view(seat)).why

A bot knows what its seat knows and nothing else. `skilled` is the game's own rule of thumb. Weaker levels forget, and now and
then make another sensible move than the one they should; stronger ones play the game on in their heads (`fast/search.py`).
Write your own with `Bot`.
"""

from ..core.view import View
from .advice import Advice, Rated, advise
from .choice import choose
from .levels import LEVELS, Level, find_level, usual_level
from .own import Bot, BotFailed, is_own, load_bot
from .readiness import can_search, cannot_sentence, is_ready, make_ready, prepare, ready_games, waiting_sentence

__all__ = [
    "LEVELS",
    "Advice",
    "Bot",
    "BotFailed",
    "Level",
    "Rated",
    "View",
    "advise",
    "can_search",
    "cannot_sentence",
    "choose",
    "find_level",
    "is_own",
    "is_ready",
    "load_bot",
    "make_ready",
    "prepare",
    "ready_games",
    "usual_level",
    "waiting_sentence",
]
