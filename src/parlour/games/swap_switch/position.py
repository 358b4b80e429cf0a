"""Positions of Swap Switch: fills in what follows from the cards, and finds what is impossible.

Hands, piles and decks may be as short as you like, so that a position can show just what matters. The lines about the turn must
be consistent with the cards and the other lines.
"""

from ...core.bits import bit_count
from ...core.cards import JACK, QUEEN, of_rank, rank_of
from ...core.texts import OwnTexts, sentence
from ...kit.positions import deal_size, empty_hands_flaw, passes_flaw, pile_flaw, shuffles_flaw, won
from ...kit.stock import top
from .state import OVER, PLAY, SWAP, SwapSwitch

__all__ = ["deal_size", "derived", "flaw", "settle"]

say = OwnTexts(__name__)

derived = ("phase", "winners")

RANK_SIZE = 4
"""The number of cards of one rank."""


def settle(s: SwapSwitch, said: set[str]) -> None:
    """Fill in whether the game is over and who has won, as an empty hand, a round of passes or the turn limit shows."""
    winners = won(s)
    if "phase" not in said and winners:
        s.phase = OVER
    if "winners" not in said:
        s.winners = winners


def flaw(s: SwapSwitch) -> str:
    """Return why this position is impossible; empty if it is possible."""
    found = pile_flaw(s) or empty_hands_flaw(s) or end_flaw(s)
    return found or row_flaw(s) or penalty_flaw(s) or knowledge_flaw(s) or shuffles_flaw(s)


def end_flaw(s: SwapSwitch) -> str:
    """SS-4.1, SS-7.2, ALL-9: check that a game is over exactly if the cards say so, and that a Jack is on top while hands are
    swapped.
    """
    if (s.phase == OVER) != (won(s) > 0) or s.winners != won(s):
        return sentence("position.winners")
    if s.turns > s.max_turns:
        return sentence("position.turns", most=s.max_turns, turns=s.turns)
    if s.phase == SWAP and rank_of(top(s)) != JACK:
        return say("position.swap")
    return ""


def row_flaw(s: SwapSwitch) -> str:
    """SS-7.2, ALL-5: check that nothing is to be answered while passes are counted, since a play ends a series of passes."""
    found = passes_flaw(s.passes, s)
    if not found and s.passes and (s.phase == SWAP or s.penalty or not all(s.hands[: s.seats])):
        return say("position.passes")
    return found


def penalty_flaw(s: SwapSwitch) -> str:
    """Option `stacking`: check that the penalty can be due, and that the cards that raised it are on the pile, not in hands."""
    if not s.penalty:
        return ""
    rank = rank_of(top(s))
    each = {2: 2, QUEEN: 4}.get(rank, 0)
    if not (s.stacking and s.phase == PLAY and each and s.penalty in range(each, each * RANK_SIZE + 1, each)):
        return say("position.penalty")
    in_hands = sum(bit_count(s.hands[seat] & of_rank(rank)) for seat in range(s.seats))
    if s.penalty // each + in_hands > RANK_SIZE:
        return say("position.penaltySum", penalty=s.penalty)
    return ""


def knowledge_flaw(s: SwapSwitch) -> str:
    """Check that a seat knows only cards in the hands of others, and none once all hands are laid open at the end."""
    if s.phase == OVER and any(s.known):
        return say("position.open")
    for seat in range(s.seats):
        others = sum(s.hands[other] for other in range(s.seats) if other != seat)
        if s.known[seat] & ~others:
            return say("position.knows", seat=seat)
    return ""
