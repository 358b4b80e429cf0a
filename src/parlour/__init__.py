"""Parlour: a house of card games with your own rules.

>>> from parlour import Table, games
>>> table = Table.new(games.ids()[0], seats=3, seed=7)
>>> table.must
0

`Table` is one game in play, `Match` several rounds, `Outcome` their result. A `View` is what one seat sees, with its `Move`s;
an `Event` is something that happened. `Illegal` is a move that is refused, `Invalid` anything else that is refused. `games`
lists the available games, and `rule` marks the rules of a game of your own.
"""

from . import games
from .core.events import Event
from .core.game import Game, Illegal, find_game, game_ids
from .core.match import Match
from .core.rule import rule
from .core.sentence import Invalid
from .core.table import Table
from .core.view import Choice as Move
from .core.view import Outcome, View

__all__ = [
    "Event",
    "Game",
    "Illegal",
    "Invalid",
    "Match",
    "Move",
    "Outcome",
    "Table",
    "View",
    "find_game",
    "game_ids",
    "games",
    "rule",
]
__version__ = "0.1.0"
