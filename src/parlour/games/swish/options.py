"""The house rules of Swish."""

from ...core.options import Preset, between, choice, toggle
from ...kit.stock import DeckAndPile

LAST_PLAYER, NEXT_PLAYER = range(2)


class Options(DeckAndPile):
    """Every option of the sheet, as fields of the state. The pile never becomes a deck (SH-1.2)."""

    hand_size: int = between(3, 7, 5, "Cards dealt to each hand, and what a hand is drawn up to.")
    face_down: int = choice("6 4 2", "Cards dealt face down to each seat.")
    match_count: int = toggle("A set must have at least as many cards as the set it beats; 2s and 10s need no count.")
    after_pickup: int = choice(
        "last_player next_player", "Who starts after a pick-up: the seat that played last, or the one after the pick-up."
    )
    voluntary_pickup: int = toggle("The pile may be picked up by choice at the start of a turn.")
    play_on: int = toggle("When a seat is out the others play on for places.")
    max_turns: int = between(100, 5000, 1000, "Turns after which the game ends and the fewest cards win.")


PRESETS = (
    Preset(
        "Family", "Four cards face down, and whoever is out first lets the others play on.", {"face_down": "4", "play_on": True}
    ),
    Preset(
        "Strict",
        "A set must be beaten by as many cards, and the pile may be taken by choice.",
        {"match_count": True, "voluntary_pickup": True},
    ),
)
