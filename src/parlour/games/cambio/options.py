"""The house rules of Cambio."""

from collections.abc import Mapping

from ...core.options import ON, Preset, between, choice, toggle
from ...kit.stock import Stock

OFF_MATCHING, OWN_TURN, SNAP_OWN, SNAP_ANY = 1, 0, 2, 3
KEEPS_PLAYING, ENDS_ROUND = range(2)


class Options(Stock):
    """Every option of the sheet, as fields of the state."""

    start_discard: int = toggle("A card is turned up as the start of the discard pile.", ON)
    memory_cards: int = between(0, 4, 2, "How many of their own cards everybody looks at before the first turn.")
    jokers: int = between(0, 2, 2, "How many jokers are in the pack.")
    draw_from_discard: int = toggle("The top discard may be taken instead of a card from the deck.", ON)
    wrong_call_penalty: int = between(0, 20, 10, "Points added to a caller who does not have the lowest total alone.")
    caller_locked: int = toggle("After the call nobody may look at, swap, switch or match the caller's cards.")
    matching: int = choice(
        "own_turn off snap_own snap_any",
        "Whether a card of the same rank may be put on a discard: after one's own turn, not at all, "
        "at any moment from one's own cards, or from anyone's.",
    )
    match_penalty_cards: int = between(0, 3, 1, "Unseen cards added to the grid of a seat that matches wrongly.")
    empty_grid: int = choice(
        "keeps_playing ends_round", "Whether a seat without cards plays on with nothing or ends the round as a caller."
    )
    max_turns_each: int = between(10, 200, 60, "Turns of each seat after which the round is scored without a caller.")
    look_seconds: int = between(1, 30, 4, "Seconds a card stays face up for the player who may look at it.")
    memory_aid: int = toggle("Cards that you have seen and still know stay marked for you.")


def clash(values: Mapping[str, int], seats: int) -> str:
    """Which two settings make no sense together, in a sentence."""
    if values["matching"] == OFF_MATCHING and values["empty_grid"] == ENDS_ROUND:
        return "The option empty_grid ends_round clashes with matching off: without matching nobody runs out of cards."
    return ""


PRESETS = (
    Preset(
        "Family", "What you have seen stays marked, and a wrong call costs less.", {"memory_aid": True, "wrong_call_penalty": 5}
    ),
    Preset("Snap", "Anybody may match anybody's card at any moment.", {"matching": "snap_any", "caller_locked": True}),
)
