"""Positions of Switch: what follows from the cards, and what is impossible."""

from collections.abc import Iterator

from ...core.bits import bit_count, set_of
from ...core.cards import ACE, rank_of, suit_of
from ...core.state import NONE
from ...core.texts import sentence
from ...kit.hands import smallest_hands
from ...kit.positions import shuffles_flaw
from ...kit.stock import drawable, top
from .cards import FIVE_OF_HEARTS
from .options import CASUAL, CUTTHROAT, STANDARD, dealt
from .state import NAME, OVER, PLAY, Switch

derived = ("rank", "suit", "answer")
OF_THE_PLAY = (
    *("laid", "eights", "jacks", "wrong", "fine", "unsaid"),
    *("was_rank", "was_suit", "was_penalty", "was_answer", "was_run", "was_direction", "was_announced", "was_passes"),
)
"""The lines that only a play in progress or the last play can have."""


def settle(s: Switch, said: set[str]) -> None:
    """Fill in what no line says from the pile: a 7 mirrors the card under it, a 5 on top needs the two of hearts."""
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
    """Return how many cards a place gets if no line names it."""
    return 1 if name == "pile" else dealt(s.hand_size, s.seats)


# ---- what cannot be a position ------------------------------------------------------------------------------------


def flaw(s: Switch) -> str:
    """Return why this position is impossible; empty if it is possible."""
    if not s.pile_size:
        return sentence("position.noPile")
    found = (end_flaws, penalty_flaws, name_flaws, play_flaws, mistake_flaws)
    return next((why for flaws in found for why in flaws(s)), "") or shuffles_flaw(s)


def end_flaws(s: Switch) -> Iterator[str]:
    """SW-10.1, ALL-5, ALL-9: what does not fit the end of the game, or a game that is on."""
    if s.phase != OVER and any(s.hands[seat] == 0 for seat in range(s.seats)):
        yield "A seat without cards has won: say so with 'phase: over' and 'winners: …', or give it a card."
    if (s.phase == OVER) != (s.winners > 0):
        yield "A game that is over has winners, and only such a game."
    if s.phase != OVER and s.turns >= s.max_turns:
        yield "This position is beyond the turn limit."
    if s.turns > s.max_turns:
        yield sentence("position.turns", most=s.max_turns, turns=s.turns)
    if s.passes and (drawable(s) or s.passes > s.seats or (s.passes == s.seats and s.phase != OVER)):
        yield "Seats can pass in a row only if nothing can be drawn; once all have passed, the game is over."
    if s.phase == OVER and s.winners != won(s):
        yield "The winner is the one seat without cards, or, once all have passed or the turns have run out, the fewest cards."


def won(s: Switch) -> int:
    """SW-10.1, ALL-5, ALL-9: the seats that have won in this position, as a set; nobody where nothing has ended the game."""
    empty = set_of(seat for seat in range(s.seats) if s.hands[seat] == 0)
    if empty:
        return empty if bit_count(empty) == 1 else 0
    return smallest_hands(s) if s.passes == s.seats or s.turns >= s.max_turns else 0


def penalty_flaws(s: Switch) -> Iterator[str]:
    """SW-3.1, SW-4.1, SW-9.1: what cannot be a penalty or a run."""
    if s.run == 2 or s.run == ACE or (s.run and s.penalty):
        yield "A run is on at a rank of 3 to K, and there is no penalty during a run."
    if s.answer not in (0, 2, 5) or bool(s.answer) != bool(s.penalty):
        yield "A penalty is answered by any 2 ('answer: 2') or, after the five of hearts, by the two of hearts ('answer: 5')."
    if s.penalty in (1, 3):
        yield f"No 2s and five of hearts make a penalty of {s.penalty}."
    if s.penalty and ((rank_of(top(s)) == 2 and s.answer != 2) or (top(s) == FIVE_OF_HEARTS and s.answer != 5)):
        yield "The card on top says what answers the penalty: any 2 after a 2, the two of hearts after the five of hearts."


def name_flaws(s: Switch) -> Iterator[str]:
    """SW-8.1, SW-9.4, SW-10.2: what does not fit the naming of a suit."""
    if s.phase != NAME:
        if s.spared:
            yield "A card drawn for a trick card ('spared') matters only while a suit is to be named."
        return
    if rank_of(top(s)) != ACE:
        yield "A suit is named only with an Ace on the pile."
    if s.run or (s.penalty and not s.wrong):
        yield "No suit is named in a run, nor under a penalty unless the Ace was a mistake ('wrong: yes')."
    if s.spared and (s.finish_on_trick or bit_count(s.hands[s.turn]) != 1):
        yield "A seat that drew for finishing on a trick card ('spared') has that one card."


def play_flaws(s: Switch) -> Iterator[str]:
    """SW-11.3: what does not fit the play in progress or the last one."""
    if s.played != NONE and (s.phase != PLAY or not s.laid or s.mode != CASUAL):
        yield "The last play, where it may be challenged, has cards on the pile and was a turn."
    if s.wrong and (s.laid >= s.pile_size or (s.phase == PLAY and not s.turns)):
        yield "The last play, where it may be challenged, has cards on the pile and was a turn."
    if s.phase != NAME and s.played == NONE and any(getattr(s, name) for name in OF_THE_PLAY):
        yield "Lines about the last play need 'played: …'."
    if s.eights + s.jacks > s.laid:
        yield "The 8s and Jacks of a play are among the cards laid ('laid')."
    if s.unsaid and (s.played == s.turn or bit_count(s.hands[s.played]) != 1):
        yield "A last card is 'unsaid' when the turn has passed and the seat that played has one card."


def mistake_flaws(s: Switch) -> Iterator[str]:
    """SW-11.1, SW-11.2, SW-11.3: what does not fit the mode."""
    if s.announced and s.mode == STANDARD:
        yield "Nothing is announced in the standard mode."
    if (s.wrong or s.forgiven != NONE) and s.mode != CASUAL:
        yield "A mistake stays on the pile ('wrong') or is taken back ('forgiven') only in the casual mode."
    if bool(s.wrong) != bool(s.fine):
        yield "A mistake ('wrong: yes') has its price ('fine: 2'), and only a mistake."
    if s.owing and not (s.mode == CUTTHROAT and s.phase == PLAY and bit_count(s.hands[s.turn]) == 1):
        yield "A seat owes an announcement ('owing') only in the cutthroat mode, in turn and with one card."
    if s.shown & ~(in_hands(s) if s.mode != STANDARD else 0):
        yield "Cards that everyone has seen ('shown') are in hands, after a mistake."


def in_hands(s: Switch) -> int:
    """The cards in all hands, as a set."""
    return sum(s.hands[seat] for seat in range(s.seats))
