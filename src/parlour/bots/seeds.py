"""The seed of a bot's decision. It follows from the deal and the moves so far, so that a deal can be played again."""

from ..core.chance import seed_number
from ..core.table import Table

DICE_BITS = 62


def decision_seed(table: Table, seat: int) -> int:
    """Return the seed of the decision that a seat has to make now. Nobody who does not know the deal can predict it."""
    return seed_number(f"{table.seed}/{len(table.log)}/{seat}") >> (256 - DICE_BITS)
