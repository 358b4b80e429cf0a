"""The house rules of Switch."""

from collections.abc import Mapping

from ...core.options import Preset, between, choice, toggle
from ...kit.stock import Stock

STANDARD, CUTTHROAT, CASUAL = range(3)
DEAD, ACTIVE = range(2)
AUTO = 0


class Options(Stock):
    """Every option of the sheet, as fields of the state."""

    hand_size: int = between(
        3, 10, AUTO, "Cards dealt to each seat; auto deals 7, or 5 to four and more seats.", nothing="auto"
    )
    finish_on_trick: int = toggle("A trick card may be the last card you play.")
    mode: int = choice(
        "standard cutthroat casual",
        "Whether only legal cards can be played, mistakes are punished at once, or only when someone challenges.",
    )
    interrupts: int = toggle("A card of the same rank as the top may be played out of turn while nothing is active.")
    chains: int = toggle("A play in a run may climb several ranks in one turn.")
    start_card: int = choice("dead active", "Whether the card turned up at the start has its power.")
    last_card_penalty: int = between(0, 5, 2, "Cards drawn for going to one card without announcing it.")
    timeout_penalty: int = between(0, 5, 1, "Extra cards drawn when the clock runs out.")
    max_turns: int = between(100, 5000, 1000, "Turns after which the game ends and the fewest cards win.")


def dealt(hand_size: int, seats: int) -> int:
    """SW-1.1: 7 cards to each seat, 5 when there are 4 or more, unless the house says otherwise."""
    return hand_size or (5 if seats >= 4 else 7)


def clash(values: Mapping[str, int], seats: int) -> str:
    """Which two settings make no sense together, in a sentence."""
    needed = seats * dealt(values["hand_size"], seats) + 1
    if needed > 52:
        return f"The option hand_size {values['hand_size']} clashes with {seats} seats: that needs {needed} of 52 cards."
    return ""


PRESETS = (
    Preset(
        "Family",
        "Mistakes are allowed until somebody notices, and any card may be your last.",
        {"mode": "casual", "finish_on_trick": True},
    ),
    Preset(
        "Wild",
        "Long runs, cards out of turn, and mistakes cost at once.",
        {"mode": "cutthroat", "chains": True, "interrupts": True, "start_card": "active"},
    ),
)
