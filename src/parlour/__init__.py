"""Parlour: a house of card games with your own rules.

>>> from parlour import Table, games
>>> table = Table.new(games.ids()[0], seats=3, seed=7)
>>> table.must
0

`Table` is one game in play, `Match` several rounds, `Illegal` a move that is refused, `Invalid` anything
else that is refused; `games` says which games there are.
"""

from . import games
from .core.game import Game, Illegal, find_game, game_ids
from .core.match import Match
from .core.sentence import Invalid
from .core.table import Table

__all__ = ["Game", "Illegal", "Invalid", "Match", "Table", "find_game", "game_ids", "games"]
__version__ = "0.1.0"
