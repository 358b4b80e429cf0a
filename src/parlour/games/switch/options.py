"""The house rules of Switch."""

from collections.abc import Mapping

from ...core.options import MOST_TURNS, Preset, between, choice, toggle
from ...core.rule import rule
from ...core.texts import OwnTexts
from ...kit.stock import Stock

say = OwnTexts(__name__)

STANDARD, CUTTHROAT, CASUAL = range(3)
DEAD, ACTIVE = range(2)
AUTO = 0


class Options(Stock):
    """Every option of the sheet, as fields of the state."""

    hand_size: int = between(3, 10, AUTO, nothing="auto")
    finish_on_trick: int = toggle()
    mode: int = choice("standard cutthroat casual")
    interrupts: int = toggle()
    chains: int = toggle()
    start_card: int = choice("dead active")
    last_card_penalty: int = between(0, 5, 2)
    timeout_penalty: int = between(0, 5, 1)
    max_turns: int = between(100, 5000, 1000, role=MOST_TURNS)


@rule
def dealt(hand_size: int, seats: int) -> int:
    """SW-1.1: return the cards for each seat: 7, or 5 with 4 or more seats, unless the house rules say otherwise."""
    return hand_size or (5 if seats >= 4 else 7)


def clash(values: Mapping[str, int], seats: int) -> str:
    """Return a sentence that names two incompatible settings; empty if there are none."""
    needed = seats * dealt(values["hand_size"], seats) + 1
    if needed > 52:
        return say("clash.cards", hand=say.setting("hand_size", values["hand_size"]), seats=seats, needed=needed)
    return ""


PRESETS = (
    Preset("family", {"mode": "casual", "finish_on_trick": True}),
    Preset("wild", {"mode": "cutthroat", "chains": True, "interrupts": True, "start_card": "active"}),
)
