"""The state of a game of Match Mania, and its action numbers."""

from ...core.rule import large_rule, rule
from ...core.state import NONE, SEAT, card, follows, heard, number, owners, row_that_follows, rules_version, secret, tally
from .cards import KINDS, kind_of, of_colour
from .options import DECK, MOST_CARDS, Options

PLAY, NAME, START, SWAP, DRAWN, OVER = range(6)
PHASES = ("play", "name", "start", "swap", "drawn", "over")

# actions: 0 to 53 plays a kind; while hands are swapped 0 to 19 is a seat
DRAW, NAMES, CHALLENGE, CALL, CATCH = 54, 55, 59, 60, 61
DRAW_BIT, NAME_BITS, CHALLENGE_BIT, CALL_BIT, CATCH_BIT = 1 << DRAW, 15 << NAMES, 1 << CHALLENGE, 1 << CALL, 1 << CATCH
CARDS = (1 << KINDS) - 1
SEATS = 20


class MatchMania(Options):
    """The state of a game. The action DRAW stands for any way of not playing: draw, take the sum, accept, keep or pass."""

    rules: int = rules_version(2)
    holder: list[int] = owners(MOST_CARDS)
    knowers: list[int] = tally(MOST_CARDS, bits=32, reads="own", of=SEAT)  # seats besides its holder that know where a card is
    sizes: list[int] = row_that_follows(SEATS)
    kinds: list[int] = row_that_follows(SEATS, bits=64)  # the set of the kinds a seat holds
    copies: list[int] = row_that_follows(SEATS * KINDS, bits=8)  # how many cards of each kind a seat holds: seat * 54 + kind
    lacks: list[int] = heard(SEATS)  # kinds that a hand can't hold: its seat had to draw, or laid a Wild +4
    kind: int = follows()  # the kind of the top card

    colour: int = number(NONE, reads="own")  # the valid colour, NONE while it has to be named
    penalty: int = number()  # the open sum: the seat in turn takes or answers it
    guilty: int = secret()  # the Wild +4 on top was laid by a hand with a card of the previous colour
    before: int = number(NONE, reads="own")  # that colour, for as long as the Wild +4 can be challenged
    alone: int = card(place=False, reads="own")  # the one card its player had left, if that player has been caught since
    drawn: int = card(place=False, reads="own")  # the drawn card that may be played now

    window: int = number(reads="own")  # a seat may jump in on the top
    catch: int = number(NONE, reads="seat")  # the seat that has not called its last card
    called: int = number(reads="flag")  # the seat in turn has called before playing
    passes: int = number()  # consecutive turns in which nothing was played and nothing drawn

    def recount(self) -> None:
        """Recompute the hands by seat and kind, and whether the Wild +4 on top was laid in guilt."""
        count_hands(self)
        judge(self)


@large_rule
def count_hands(s: MatchMania) -> None:
    """Recompute `sizes`, `kinds` and `copies` from where the cards are."""
    for seat in range(s.seats):
        s.sizes[seat] = 0
        s.kinds[seat] = 0
    for i in range(s.seats * KINDS):
        s.copies[i] = 0
    for i in range(s.decks * DECK):
        seat = s.holder[i]
        if seat >= 0:
            kind = kind_of(i)
            s.sizes[seat] += 1
            s.kinds[seat] |= 1 << kind
            s.copies[seat * KINDS + kind] += 1


@rule
def layer(s: MatchMania) -> int:
    """Return the seat that laid the Wild +4 on top: the one before the seat that has to answer it."""
    return s.turn if s.phase == NAME else (s.turn - s.direction + s.seats) % s.seats


@rule
def judge(s: MatchMania) -> None:
    """MM-7.2: decide on guilt, if the colour that was valid before the Wild +4 is known."""
    if s.before >= 0:
        s.guilty = is_guilty(s)


@rule
def is_guilty(s: MatchMania) -> int:
    """MM-7.2: whether the rest of the hand had a card of the colour that was valid before the Wild +4."""
    rest = s.kinds[layer(s)] if s.alone < 0 else 1 << kind_of(s.alone)
    return 1 if rest & of_colour(s.before) else 0
