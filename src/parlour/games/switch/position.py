"""Positions of Switch: what follows from the cards, and what cannot be."""

from ...core.bits import bit_count
from ...core.cards import rank_of, suit_of
from ...core.state import NONE
from ...kit.stock import top
from .options import CASUAL, dealt
from .state import NAME, OVER, PLAY, Switch

derived = ("rank", "suit", "answer")


def settle(s: Switch, said: set[str]) -> None:
    """What no line says follows from the pile: a 7 mirrors the card under it, a 5 on top wants the two of hearts."""
    if s.pile_size:
        rank, suit = effective(s)
        if "rank" not in said:
            s.rank = rank
        if "suit" not in said:
            s.suit = suit
    if "answer" not in said and s.penalty:
        s.answer = 5 if s.pile_size and rank_of(top(s)) == 5 else 2


def effective(s: Switch) -> tuple[int, int]:
    """SW-5.1, SW-5.4: what the top counts as."""
    at = s.pile_size - 1
    while at > 0 and not s.run and rank_of(s.pile[at]) == 7:
        at -= 1
    return rank_of(s.pile[at]), suit_of(s.pile[at])


def deal_size(s: Switch, name: str) -> int:
    """How many cards a place gets that no line names."""
    return 1 if name == "pile" else dealt(s.hand_size, s.seats)


def flaw(s: Switch) -> str:
    """Why this cannot be a position, or nothing."""
    if not s.pile_size:
        return "A position of Switch has a card on the pile."
    if s.phase != OVER and any(s.hands[seat] == 0 for seat in range(s.seats)):
        return "A seat without cards has won: say so with 'phase: over' and 'winners: …', or give it a card."
    if (s.phase == OVER) != (s.winners > 0):
        return "A game that is over has winners, and only such a game."
    if s.run == 2 or s.run == 14 or (s.run and s.penalty):
        return "A run is on at a rank of 3 to K, and there is no penalty during a run."
    if s.answer not in (0, 2, 5) or bool(s.answer) != bool(s.penalty):
        return "A penalty is answered by any 2 ('answer: 2') or, after the five of hearts, by the two of hearts ('answer: 5')."
    if s.phase == NAME and rank_of(top(s)) != 14:
        return "A suit is named only with an Ace on the pile."
    if s.played != NONE and (not s.laid or s.mode != CASUAL or (s.wrong and (s.laid >= s.pile_size or not s.turns))):
        return "The last play, where it may be challenged, has cards on the pile and was a turn."
    if s.phase == PLAY and s.played == NONE and (s.laid or s.eights or s.jacks or s.wrong or s.unsaid or s.spared):
        return "Lines about the last play need 'played: …'."
    if s.phase != OVER and s.turns >= s.max_turns:
        return "The turns of this position have run out."
    if bit_count(s.announced) and s.mode == 0:
        return "Nothing is announced in the standard mode."
    return ""
