"""The state of a round of Cambio, and its action numbers."""

from ...core.state import NONE, card, card_set, card_sets, number, numbers, rules_version, slots
from .options import Options

SLOTS = 12
JOKER = 52
CARDS = 54

# Up to OVER, a phase is a moment at which a seat chooses a move; in the later ones, a move is being picked step by step.
(
    START,
    DRAWN,
    TAKEN,
    PEEK,
    SPY,
    SWITCH,
    KING,
    MATCH,
    GIVE,
    OVER,
    LOOK_SLOT,
    FIRST_SLOT,
    SECOND_SEAT,
    SECOND_SLOT,
    MATCH_SLOT,
) = range(15)
PHASES = (
    "start",
    "drawn",
    "taken",
    "peek",
    "spy",
    "switch",
    "king",
    "match",
    "give",
    "over",
    "look slot",
    "first slot",
    "second seat",
    "second slot",
    "match slot",
)
PICKING = tuple(range(LOOK_SLOT, MATCH_SLOT + 1))

# actions: 0 to 11 is a slot; where any seat's card may be chosen, a seat is picked first
LOOK_AT, CALL, DRAW, TAKE, DISCARD, DECLINE, MATCH_OWN, MATCH_AT, SWITCH_AT = 12, 20, 21, 22, 23, 24, 25, 37, 45
SLOT_BITS = (1 << SLOTS) - 1


class Cambio(Options):
    """The state of a round; `grid[seat * SLOTS + slot]` is the card in a seat's slot."""

    rules: int = rules_version(2)
    grid: list[int] = slots(8, SLOTS)
    filled: list[int] = numbers(8)  # the slots of a seat that hold a card, as a set
    held: int = card()  # the card that was drawn or taken and is not yet placed
    known: list[int] = card_sets(8, word="knows", reads="places")  # cards whose place a seat has seen
    shown: int = card_set()  # cards in grids whose place everybody has seen
    peek: list[int] = card_sets(8)  # cards a seat is looking at until the next move
    peeks: int = number(reads="flag")  # whether any seat is looking
    flash: int = card_set()  # cards everybody sees until the next move

    caller: int = number(NONE, reads="seat")
    owed: int = number(reads="seats")  # seats that still have a turn after the call
    uncounted: int = number(reads="flag")  # the turn in progress had drawn before the call, so it is not the last one
    turns_each: list[int] = numbers(8, word="turns")

    looked: int = number(NONE, reads="place")  # the place of the card that a black king last looked at
    looks: int = number(high=2)
    open: int = number(reads="flag")  # the top discard may be snapped
    tried: int = number(reads="seats")  # seats that have tried to match the top discard
    resume: int = number(reads="phase")  # the phase a snap interrupts
    actor: int = number(NONE, reads="seat")  # the seat that picks or gives out of turn
    gift: int = number(NONE, reads="place")  # the place a gift goes to

    at_seat: int = number(NONE, reads="seat")  # the picks so far in a move of several steps
    at_place: int = number(NONE, reads="place")
