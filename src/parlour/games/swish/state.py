"""The state of a game of Swish, and its action numbers."""

from ...core.bits import set_of
from ...core.cards import of_rank
from ...core.state import NONE, card_sets, hands, heard, number, row_that_follows, rules_version, slots
from .options import Options

# Play: a turn begins. Lay: a set is laid card by card. Again: the duty to play on after a 2, a 10 or four of a kind.
PLAY, LAY, AGAIN, OVER = range(4)
PHASES = ("play", "lay", "again", "over")

SEATS, SLOTS = 4, 6
TEN = 10

# actions: 0 to 51 is a card
PICK_UP, DONE, FLIPS = 52, 53, 54
PICK_UP_BIT, DONE_BIT = 1 << PICK_UP, 1 << DONE
CARDS = (1 << 52) - 1

ALL_TWOS = of_rank(2)
FREE_OF_COUNT = ALL_TWOS | of_rank(TEN)  # they can be played on anything, in any number


class Swish(Options):
    """The state of a game; `down[seat * SLOTS + slot]` is the face-down card in a seat's slot."""

    rules: int = rules_version(2)  # version 1: under match_count the clock laid a single 2 or 10 before any set

    hands: list[int] = hands(SEATS)
    down: list[int] = slots(SEATS, SLOTS)  # face down, known to nobody
    filled: list[int] = row_that_follows(SEATS)  # the slots of a seat that hold a card, as a set
    known: list[int] = card_sets(SEATS, word="knows")  # cards in a hand that everybody knows: they were picked up

    lacks: list[int] = heard(SEATS)  # cards that a hand can't hold besides the known ones, since its seat had to pick up

    last: int = number(NONE, reads="seat")  # the seat that laid the top card; NONE without a pile
    count: int = number(high=4)  # match_count: the size of the set to beat, 0 when any number will do
    laid: int = number(high=4)  # cards of the play in progress
    places: int = number(reads="order")  # play_on: the seats that are out, in the order in which they went out

    def recount(self) -> None:
        """Recompute which slots hold a card."""
        for seat in range(self.seats):
            row = self.down[seat * SLOTS : (seat + 1) * SLOTS]
            self.filled[seat] = set_of(slot for slot, card in enumerate(row) if card >= 0)
