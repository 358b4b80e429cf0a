"""The rules of Crazy Eights, in the order of RULES.md. Each function names the statements it enforces."""

from ...core.bits import lowest_bit
from ...core.cards import ACE, of_rank, of_suit, rank_of, suit_of
from ...core.events import PASSED, tell
from ...core.rule import rule
from ...kit import shedding
from ...kit.stock import drawable, top
from .events import NAMED
from .state import DRAW, EIGHTS, NAME, NAMES, PASS, PLAY, CrazyEights

# ---- the deal -----------------------------------------------------------------------------------------------------


@rule
def setup(s: CrazyEights) -> None:
    """CE-1.1, CE-1.2: deal, and turn up a card that sets the suit."""
    shedding.deal(s, 52)
    s.suit = suit_of(top(s))


# ---- your turn ----------------------------------------------------------------------------------------------------


@rule
def fitting(s: CrazyEights) -> int:
    """CE-2.1, CE-2.2: return the cards that go on the pile."""
    return of_suit(s.suit) | of_rank(rank_of(top(s))) | EIGHTS


@rule
def legal(s: CrazyEights, seat: int) -> int:
    """CE-2.1, CE-2.3, CE-2.5: return what a seat may do now, as a set of actions."""
    if seat != s.turn or s.winners:
        return 0
    if s.phase == NAME:
        return 15 << NAMES
    cards = s.hands[seat] & fitting(s)
    return cards if cards else 1 << DRAW if drawable(s) else 1 << PASS


@rule
def act(s: CrazyEights, seat: int, action: int) -> None:
    """Make a move."""
    if action < DRAW:
        play(s, seat, action)
    elif action == DRAW:
        draw(s, seat)
    elif action == PASS:
        pass_turn(s, seat)
    else:
        name_suit(s, seat, action - NAMES)


@rule
def play(s: CrazyEights, seat: int, card: int) -> None:
    """CE-2.1, CE-2.2, CE-3.1: play a card; a suit is named after an 8, unless it was the last card."""
    shedding.play_card(s, seat, card)
    s.suit = suit_of(card)
    if rank_of(card) == 8 and s.hands[seat]:
        s.phase = NAME
    else:
        shedding.end_turn(s, seat)


@rule
def name_suit(s: CrazyEights, seat: int, suit: int) -> None:
    """CE-2.2: name the suit that the next seat has to match."""
    s.suit = suit
    s.phase = PLAY
    tell(s, NAMED, seat, -1, suit)
    shedding.end_turn(s, seat)


@rule
def draw(s: CrazyEights, seat: int) -> None:
    """CE-2.3, CE-2.4: draw a card; with `draw_until_playable` the turn goes on."""
    shedding.draw_card(s, seat)
    if not s.draw_until_playable:
        shedding.end_turn(s, seat)


@rule
def pass_turn(s: CrazyEights, seat: int) -> None:
    """CE-2.5: pass, because nothing is left to draw."""
    s.passes += 1
    tell(s, PASSED, seat)
    shedding.end_turn(s, seat)


# ---- the score ----------------------------------------------------------------------------------------------------


@rule
def card_points(card: int) -> int:
    """CE-3.2: return a card's points: 50 for an 8, 10 for a court card, 1 for an Ace, otherwise its rank."""
    rank = rank_of(card)
    if rank == 8:
        return 50
    return 1 if rank == ACE else 10 if rank > 10 else rank


@rule
def hand_points(s: CrazyEights, seat: int) -> int:
    """CE-3.2: return the points of a hand."""
    points = 0
    cards = s.hands[seat]
    while cards:
        points += card_points(lowest_bit(cards))
        cards &= cards - 1
    return points
