"""The available games: their ids, and each one as a `Game`.

>>> from parlour import games
>>> "swish" in games.ids()
True
>>> games.find("swish").name
'Swish'
>>> [game.id for game in games.all()] == games.ids()
True

`find` and `ids` are `parlour.find_game` and `parlour.game_ids` under short names. A `Game` knows its seats (`least_seats`,
`most_seats`, `usual_seats`), house rules (`options`, `presets`) and rules for players (`rules_text`); `Table.new` and
`Match.new` play it by its id.

Each folder in this package is one game, found by scanning. A game imports `core` and `kit` only, and no other game. More games
come from plug-ins: entry points of the group `parlour.games`, or the folders in PARLOUR_GAMES; `problems` says why one
of them cannot be used.
"""

from ..core.game import Game
from ..core.game import find_game as find
from ..core.game import game_ids as ids
from ..core.game import game_problems as problems

__all__ = ["all", "find", "ids", "problems"]


def all() -> list[Game]:
    """Return all games, sorted by id."""
    return [find(game_id) for game_id in ids()]
