"""The house rules of Swish."""

from ...core.options import MOST_TURNS, Preset, between, choice, toggle
from ...kit.stock import DeckAndPile

LAST_PLAYER, NEXT_PLAYER = range(2)


class Options(DeckAndPile):
    """Every option of the sheet, as fields of the state. The pile never becomes a deck (SH-1.2)."""

    hand_size: int = between(3, 7, 5)
    face_down: int = choice("6 4 2")
    match_count: int = toggle()
    after_pickup: int = choice("last_player next_player")
    voluntary_pickup: int = toggle()
    play_on: int = toggle()
    max_turns: int = between(100, 5000, 1000, role=MOST_TURNS)


PRESETS = (
    Preset("family", {"face_down": 4, "play_on": True}),
    Preset("strict", {"match_count": True, "voluntary_pickup": True}),
)
