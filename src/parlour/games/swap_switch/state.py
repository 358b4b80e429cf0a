"""The state of a game of Swap Switch, and its action numbers."""

from ...core.cards import ACE, QUEEN, of_rank
from ...core.state import card_sets, hands, heard, number
from .options import Options

PLAY, SWAP, OVER = range(3)
PHASES = ("play", "swap", "over")

# actions: 0 to 51 is a card, SWAPS + seat is a partner
DRAW, SWAPS, DECLINE = 52, 53, 57
DRAW_BIT, DECLINE_BIT = 1 << DRAW, 1 << DECLINE
CARDS = (1 << 52) - 1

WILD = of_rank(ACE) | of_rank(QUEEN)


class SwapSwitch(Options):
    """The state of a game. In phase play, the seat in turn plays or answers a penalty; in phase swap, it chooses a partner."""

    hands: list[int] = hands(4)
    known: list[int] = card_sets(4, word="knows")  # cards in other hands that a seat has seen
    lacks: list[int] = heard(4)  # cards that a hand can't hold, since its seat drew although it had to play a card that fits
    penalty: int = number()  # penalty cards for the seat in turn
    passes: int = number()  # consecutive turns in which nothing could be drawn
