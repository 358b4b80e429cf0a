"""Positions of Switch: fills in what follows from the cards, and finds what is impossible."""

from collections.abc import Iterator

from ...core.bits import bit_count, set_of
from ...core.cards import ACE, rank_of, suit_of
from ...core.state import NONE
from ...core.texts import OwnTexts, sentence
from ...kit.hands import smallest_hands
from ...kit.positions import shuffles_flaw
from ...kit.stock import drawable, top
from .cards import FIVE_OF_HEARTS
from .options import CASUAL, CUTTHROAT, STANDARD, dealt
from .state import NAME, OVER, PLAY, Switch

say = OwnTexts(__name__)

derived = ("rank", "suit", "answer")
OF_THE_PLAY = (
    *("laid", "eights", "jacks", "wrong", "fine", "unsaid"),
    *("was_rank", "was_suit", "was_penalty", "was_answer", "was_run", "was_direction", "was_announced", "was_passes"),
)
"""The lines that are allowed only while a play is in progress or can still be challenged."""


def settle(s: Switch, said: set[str]) -> None:
    """Fill in from the pile what the lines leave out: a 7 mirrors the card under it, a 5 on top needs the two of hearts."""
    if s.pile_size:
        rank, suit = effective(s)
        if "rank" not in said:
            s.rank = rank
        if "suit" not in said:
            s.suit = suit
    if "answer" not in said and s.penalty:
        s.answer = 5 if s.pile_size and rank_of(top(s)) == 5 else 2


def effective(s: Switch) -> tuple[int, int]:
    """SW-5.1, SW-5.4: return what the top counts as."""
    at = s.pile_size - 1
    while at > 0 and not s.run and rank_of(s.pile[at]) == 7:
        at -= 1
    return rank_of(s.pile[at]), suit_of(s.pile[at])


def deal_size(s: Switch, name: str) -> int:
    """Return how many cards a place gets if no line names it."""
    return 1 if name == "pile" else dealt(s.hand_size, s.seats)


# ---- impossible positions ------------------------------------------------------------------------------------


def flaw(s: Switch) -> str:
    """Return why this position is impossible; empty if it is possible."""
    if not s.pile_size:
        return sentence("position.noPile")
    found = (end_flaws, penalty_flaws, name_flaws, play_flaws, mistake_flaws)
    return next((why for flaws in found for why in flaws(s)), "") or shuffles_flaw(s)


def end_flaws(s: Switch) -> Iterator[str]:
    """SW-10.1, ALL-5, ALL-9: return what is inconsistent with the end of the game, or with a game in progress."""
    if s.phase != OVER and any(s.hands[seat] == 0 for seat in range(s.seats)):
        yield say("position.emptyHand")
    if (s.phase == OVER) != (s.winners > 0):
        yield say("position.winners")
    if s.phase != OVER and s.turns >= s.max_turns:
        yield say("position.turnLimit")
    if s.turns > s.max_turns:
        yield sentence("position.turns", most=s.max_turns, turns=s.turns)
    if s.passes and (drawable(s) or s.passes > s.seats or (s.passes == s.seats and s.phase != OVER)):
        yield say("position.passes")
    if s.phase == OVER and s.winners != won(s):
        yield say("position.winner")


def won(s: Switch) -> int:
    """SW-10.1, ALL-5, ALL-9: return the seats that have won in this position, as a set; none if nothing has ended the game."""
    empty = set_of(seat for seat in range(s.seats) if s.hands[seat] == 0)
    if empty:
        return empty if bit_count(empty) == 1 else 0
    return smallest_hands(s) if s.passes == s.seats or s.turns >= s.max_turns else 0


def penalty_flaws(s: Switch) -> Iterator[str]:
    """SW-3.1, SW-4.1, SW-9.1: return what is impossible about the penalty or the run."""
    if s.run == 2 or s.run == ACE or (s.run and s.penalty):
        yield say("position.run")
    if s.answer not in (0, 2, 5) or bool(s.answer) != bool(s.penalty):
        yield say("position.answer")
    if s.penalty in (1, 3):
        yield say("position.penalty", penalty=s.penalty)
    if s.penalty and ((rank_of(top(s)) == 2 and s.answer != 2) or (top(s) == FIVE_OF_HEARTS and s.answer != 5)):
        yield say("position.answerTop")


def name_flaws(s: Switch) -> Iterator[str]:
    """SW-8.1, SW-9.4, SW-10.2: return what is inconsistent with the naming of a suit."""
    if s.phase != NAME:
        if s.spared:
            yield say("position.spared")
        return
    if rank_of(top(s)) != ACE:
        yield say("position.name")
    if s.run or (s.penalty and not s.wrong):
        yield say("position.nameActive")
    if s.spared and (s.finish_on_trick or bit_count(s.hands[s.turn]) != 1):
        yield say("position.sparedCard")


def play_flaws(s: Switch) -> Iterator[str]:
    """SW-11.3: return what is inconsistent with the play in progress or the last one."""
    if s.played != NONE and (s.phase != PLAY or not s.laid or s.mode != CASUAL):
        yield say("position.lastPlay")
    if s.wrong and (s.laid >= s.pile_size or (s.phase == PLAY and not s.turns)):
        yield say("position.lastPlay")
    if s.phase != NAME and s.played == NONE and any(getattr(s, name) for name in OF_THE_PLAY):
        yield say("position.played")
    if s.eights + s.jacks > s.laid:
        yield say("position.laid")
    if s.unsaid and (s.played == s.turn or bit_count(s.hands[s.played]) != 1):
        yield say("position.unsaid")


def mistake_flaws(s: Switch) -> Iterator[str]:
    """SW-11.1, SW-11.2, SW-11.3: return what is inconsistent with the mode."""
    if s.announced and s.mode == STANDARD:
        yield say("position.announced")
    if (s.wrong or s.forgiven != NONE) and s.mode != CASUAL:
        yield say("position.casual")
    if bool(s.wrong) != bool(s.fine):
        yield say("position.fine")
    if s.owing and not (s.mode == CUTTHROAT and s.phase == PLAY and bit_count(s.hands[s.turn]) == 1):
        yield say("position.owing")
    if s.shown & ~(in_hands(s) if s.mode != STANDARD else 0):
        yield say("position.shown")


def in_hands(s: Switch) -> int:
    """Return the cards in all hands, as a set."""
    return sum(s.hands[seat] for seat in range(s.seats))
