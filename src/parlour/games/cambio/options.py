"""The house rules of Cambio."""

from collections.abc import Mapping

from ...core.options import ON, Preset, between, choice, toggle
from ...core.texts import OwnTexts
from ...kit.stock import Stock

say = OwnTexts(__name__)

OFF_MATCHING, OWN_TURN, SNAP_OWN, SNAP_ANY = 1, 0, 2, 3
KEEPS_PLAYING, ENDS_ROUND = range(2)


class Options(Stock):
    """Every option of the sheet, as fields of the state."""

    start_discard: int = toggle(ON)
    memory_cards: int = between(0, 4, 2)
    jokers: int = between(0, 2, 2)
    draw_from_discard: int = toggle(ON)
    wrong_call_penalty: int = between(0, 20, 10)
    caller_locked: int = toggle()
    matching: int = choice("own_turn off snap_own snap_any")
    match_penalty_cards: int = between(0, 3, 1)
    empty_grid: int = choice("keeps_playing ends_round")
    max_turns_each: int = between(10, 200, 60)
    look_seconds: int = between(1, 30, 4)
    memory_aid: int = toggle()


def clash(values: Mapping[str, int], seats: int) -> str:
    """Return a sentence that names two incompatible settings; empty if there are none."""
    if values["matching"] == OFF_MATCHING and values["empty_grid"] == ENDS_ROUND:
        return say("clash.empty", empty=say.setting("empty_grid", "ends_round"), matching=say.setting("matching", "off"))
    return ""


PRESETS = (
    Preset("family", {"memory_aid": True, "wrong_call_penalty": 5}),
    Preset("snap", {"matching": "snap_any", "caller_locked": True}),
)
