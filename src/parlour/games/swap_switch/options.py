"""The house rules of Swap Switch."""

from ...core.options import ON, Preset, between, choice, toggle
from ...kit.stock import Stock

DEAD, ACTIVE = range(2)


class Options(Stock):
    """Every option of the sheet, as fields of the state. All combinations are possible."""

    hand_size: int = between(3, 10, 7)
    must_discard: int = toggle(ON)
    stacking: int = toggle()
    swap_is_optional: int = toggle()
    start_card: int = choice("dead active")
    max_turns: int = between(100, 5000, 1000)


PRESETS = (
    Preset("family", {"swap_is_optional": True, "stacking": True}),
    Preset("quick", {"hand_size": 5, "start_card": "active"}),
)
