"""The house rules of Swap Switch."""

from ...core.options import ON, Preset, between, choice, toggle
from ...kit.stock import Stock

DEAD, ACTIVE = range(2)


class Options(Stock):
    """Every option of the sheet, as fields of the state. They all go together."""

    hand_size: int = between(3, 10, 7, "Cards dealt to each seat.")
    must_discard: int = toggle("A seat that can discard must; off: it may draw instead.", ON)
    stacking: int = toggle("A 2 or a Queen that waits may be answered with the same rank: the cards to draw add up.")
    swap_is_optional: int = toggle("After a Jack you may keep your hand.")
    start_card: int = choice("dead active", "Whether the card turned up at the start has its effect.")
    max_turns: int = between(100, 5000, 1000, "Turns after which the game ends and the fewest cards win.")


PRESETS = (
    Preset("Family", "Nobody has to swap, and a 2 or a Queen can be passed on.", {"swap_is_optional": True, "stacking": True}),
    Preset("Quick", "Five cards each, and the first card counts.", {"hand_size": 5, "start_card": "active"}),
)
