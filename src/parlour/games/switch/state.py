"""The state of a game of Switch, and its action numbers."""

from ...core.state import NONE, card_set, hands, number, rules_version
from .options import Options

PLAY, LAY, TRY, NAME, OVER = range(5)
PHASES = ("play", "lay", "try", "name", "over")

# actions: 0 to 51 is a card
DRAW, DONE, NAMES, ANNOUNCE, CHALLENGE, TAKE_BACK, ATTEMPT = 52, 53, 54, 58, 59, 60, 61
DRAW_BIT, DONE_BIT, NAME_BITS = 1 << DRAW, 1 << DONE, 15 << NAMES
ANNOUNCE_BIT, CHALLENGE_BIT, TAKE_BACK_BIT, ATTEMPT_BIT = 1 << ANNOUNCE, 1 << CHALLENGE, 1 << TAKE_BACK, 1 << ATTEMPT
CARDS = (1 << 52) - 1


class Switch(Options):
    """The state of a game. Phases: play (a turn begins), lay (a set is laid card by card), try (an attempt is laid), and name
    (a suit).
    """

    rules: int = rules_version(2)
    hands: list[int] = hands(8)
    shown: int = card_set()  # cards in hands that everybody has seen

    rank: int = number(reads="rank")  # the rank and suit that the top counts as
    suit: int = number(reads="suit")
    penalty: int = number()  # cards that the next seat must take or answer
    answer: int = number(reads="rank")  # 2: any 2 answers the penalty; 5: only the two of hearts
    run: int = number(reads="rank")  # the rank that a run has reached; 0 without a run
    passes: int = number()  # consecutive turns in which nothing could be drawn

    laid: int = number()  # cards of the play in progress, or of the last one
    eights: int = number()
    jacks: int = number()
    announced: int = number(reads="seats")  # seats that have announced "last card" for the coming play
    owing: int = number(reads="flag")  # the seat in turn plays again and has one card to announce
    spared: int = number(reads="flag")  # the seat's one card was drawn for a trick card, so it needs no announcement

    # the last play, for as long as it may be challenged or taken back (casual)
    played: int = number(NONE, reads="seat")
    wrong: int = number(reads="flag")
    fine: int = number()  # cards that a wrong play costs
    unsaid: int = number(reads="flag")  # the play left one card, and that was not announced
    forgiven: int = number(NONE, reads="seat")  # the seat that has taken a mistake back in its turn

    # the table before the play in progress or the last one
    was_rank: int = number(reads="rank")
    was_suit: int = number(reads="suit")
    was_penalty: int = number()
    was_answer: int = number(reads="rank")
    was_run: int = number(reads="rank")
    was_direction: int = number(high=1)
    was_announced: int = number(reads="seats")
    was_passes: int = number()
