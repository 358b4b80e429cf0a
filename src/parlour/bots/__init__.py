"""Bots: their levels, memory, moves and reasons. Nothing here depends on a particular game.

    from parlour.bots import advise, choose
    words = choose(table, seat, "expert", seed=7)
    advise(table.view(seat)).why

A bot knows what its seat knows and nothing else. `skilled` is the game's own rule of thumb. Weaker levels forget
cards and sometimes make a worse move; stronger ones simulate the rest of the game (`fast/search.py`).
Write your own with `Bot`.
"""

from ..core.view import View
from .advice import Advice, Rated, advise
from .choice import choose
from .levels import LEVELS, Level, find_level, usual_level
from .readiness import can_search, cannot_sentence, is_ready, make_ready, prepare, ready_games, waiting_sentence, will_search
from .user_bots import Bot, BotFailed, installed_bots, is_own, load_bot

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
    "installed_bots",
    "is_own",
    "is_ready",
    "load_bot",
    "make_ready",
    "prepare",
    "ready_games",
    "usual_level",
    "waiting_sentence",
    "will_search",
]
