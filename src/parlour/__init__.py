"""Parlour: a house of card games with your own rules.

>>> from parlour import Table, game_ids
>>> table = Table.new(game_ids()[0], seats=3, seed=7)
>>> table.must
0
"""

from . import games
from .core.game import Game, Illegal, find_game, game_ids
from .core.match import Match
from .core.table import Table

__all__ = ["Game", "Illegal", "Match", "Table", "find_game", "game_ids", "games"]
__version__ = "0.1.0"
