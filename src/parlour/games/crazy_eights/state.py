"""The state of Crazy Eights: its house rules, fields and action numbers."""

from ...core.cards import of_rank
from ...core.options import Preset, between, toggle
from ...core.state import number
from ...kit.shedding import SheddingState

PLAY, NAME = range(2)
PHASES = ("play", "name")

# actions: 0 to 51 is a card, NAMES + suit a suit
DRAW, PASS, NAMES = 52, 53, 54
CARDS = (1 << 52) - 1
EIGHTS = of_rank(8)


class CrazyEights(SheddingState):
    """The state of a game. In phase play, the seat in turn plays, draws or passes; in phase name, it names the suit of an 8."""

    hand_size: int = between(3, 8, 5)
    draw_until_playable: int = toggle()

    suit: int = number(reads="suit")  # the suit to match: the top card's, or the named one


PRESETS = (Preset("long", {"hand_size": 8, "draw_until_playable": True}),)
