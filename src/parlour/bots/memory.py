"""The cards that a bot remembers having seen.

A card is remembered or forgotten as a whole: that depends on the bot's memory seed, the card, and when it was last seen. So a
forgotten card stays forgotten, however often the bot is asked, until it is seen again.
"""

from ..core.cards import HIDDEN
from ..core.chance import seed_number
from ..core.table import Table

FINE = 1 << 32


def as_remembered(table: Table, seat: int, share: float, memory_seed: int) -> Table:
    """Return the table as a seat imagines it if it remembers this share of what it has seen; the real table is unchanged.

    A forgotten card counts as never seen: a world drawn from this table redraws it as well.
    """
    if table.game.forget is None or share >= 1:
        return table
    return table.forgetting(seat, faded(table, seat, share, memory_seed))


def faded(table: Table, seat: int, share: float, memory_seed: int) -> int:
    """Return the cards whose places a seat would have forgotten, as a set; what it saw this turn is still fresh."""
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
        # a card that no event mentions was seen before the table was set up: at moment 0
        roll = seed_number(f"{memory_seed}/{seat}/{card}/{seen.get(card, 0)}") % FINE
        lost |= (roll >= share * FINE) << card
    return lost & ~fresh


def _before_turn(table: Table, seat: int) -> int:
    """Return the number of another seat's last move, as viewers count moves: this seat's turn began after it."""
    movers = [mover for mover, words in table.log if words not in table.game.silent_moves]
    return max((number for number, mover in enumerate(movers, 1) if mover != seat), default=0)
