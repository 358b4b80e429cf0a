"""The events of Swish besides those that all games share."""

from ...core.events import Kinds

kinds = Kinds()

DEALT_DOWN = kinds.add("dealt_down", "deck", "grid", is_told=False)
RESET = kinds.add("reset")
DESTROYED = kinds.add("destroyed", "pile")
FOUR_OF_A_KIND = kinds.add("four_of_a_kind")
PLAYS_AGAIN = kinds.add("plays_again")
PICKED_UP = kinds.add("picked_up", "pile", "hand", "penalty")
FLIPPED = kinds.add("flipped", "grid", "pile", "played")
FLIP_FAILED = kinds.add("flip_failed", "pile", "hand", "taken back", is_wrong=True)
WENT_OUT = kinds.add("went_out")
