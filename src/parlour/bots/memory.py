"""What a bot still has in mind of what it has seen.

A card that was seen is kept or forgotten as a whole: that follows from the bot's memory seed, the card and the moment it was
last seen. So what is forgotten stays forgotten, however often the bot is asked, until the card is seen again.
"""

from ..core.cards import HIDDEN
from ..core.chance import seed_number
from ..core.table import Table

FINE = 1 << 32


def as_remembered(table: Table, seat: int, share: float, memory_seed: int) -> Table:
    """The table as a seat has it in mind that keeps this share of what it has seen; the real one is left as it is.

    What is forgotten counts as never seen: whoever draws a world from this table draws these cards anew as well.
    """
    if table.game.forget is None or share >= 1:
        return table
    return table.forgetting(seat, faded(table, seat, share, memory_seed))


def faded(table: Table, seat: int, share: float, memory_seed: int) -> int:
    """The cards of which a seat would have forgotten where they are, as a set; what it saw in this turn is fresh."""
    turn = _before_turn(table, seat)
    number = {name: card for card, name in enumerate(table.game.pack.names)}
    seen: dict[int, int] = {}
    fresh = 0
    for event in table.events_for(seat):
        if event.card is not None and event.card != HIDDEN:
            seen[number[event.card]] = event.number
            fresh |= (event.move > turn) << number[event.card]
    lost = 0
    for card in range(len(table.game.pack)):
        # a card of which no event tells was seen before the table was set up: at the moment 0
        roll = seed_number(f"{memory_seed}/{seat}/{card}/{seen.get(card, 0)}") % FINE
        lost |= (roll >= share * FINE) << card
    return lost & ~fresh


def _before_turn(table: Table, seat: int) -> int:
    """The number of the last move of another seat, as viewers count moves: all behind it is this seat's turn so far."""
    movers = [mover for mover, words in table.log if words not in table.game.silent_moves]
    return max((number for number, mover in enumerate(movers, 1) if mover != seat), default=0)
