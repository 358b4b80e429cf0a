"""The ideas behind the moves of Swish, in sentences. They use only what the seat knows."""

from ...core.bits import bit_count
from ...core.cards import STANDARD_PACK, rank_of
from ...core.sentence import Sentence
from ...core.texts import OwnTexts, called, counted
from ...core.view import Choice
from ...kit.stock import top
from ...kit.tactics import ideas, keeps, last_card, several
from .advice import CERTAIN, is_safe_from, on_top
from .knowledge import unseen
from .rules import next_in, playable
from .state import FREE_OF_COUNT, TEN, Swish

say = OwnTexts(__name__)
PACK = STANDARD_PACK
LIKELY = CERTAIN * 2 // 3
"""The chance (of 256) from which the next seat probably can't beat a card."""


def tactics(s: Swish, seat: int, choice: Choice) -> list[str]:
    """Return the ideas behind a move, the main one first."""
    if choice.words.startswith("play "):
        return play_ideas(s, seat, [PACK.number(pick) for pick in choice.picks])
    if choice.words.startswith("flip "):
        return ideas(say("tactic.flip") if bit_count(s.filled[seat]) > 1 else say("tactic.lastFlip"))
    return ideas(say("tactic.pickUp", top=PACK.sign(top(s))) if s.pile_size and not playable(s, seat) else None)


def play_ideas(s: Swish, seat: int, cards: list[int]) -> list[str]:
    """Return what a play does, and what it leaves."""
    rank, count = rank_of(cards[0]), len(cards)
    rest = s.hands[seat]
    for card in cards:
        rest &= ~(1 << card)
    if not rest and not s.deck_size and not s.filled[seat]:
        return ideas(last_card())
    if count + on_top(s, rank) == 4:
        return ideas(say("tactic.four"))
    if rank == TEN:
        return ideas(say("tactic.ten", cards=counted("table.cards", s.pile_size)) if s.pile_size else say("tactic.emptyTen"))
    if rank == 2:
        return ideas(say("tactic.two"))
    high = [rank_of(card) for card in STANDARD_CARDS if rest >> card & 1 and not FREE_OF_COUNT >> card & 1]
    is_low = bool(high) and rank <= min(high) and rank < max(high)
    low = say("tactic.low") if is_low else None
    return ideas(unbeatable(s, seat, rank), several(count), low, keeps_power(rest))


STANDARD_CARDS = range(len(PACK))


def unbeatable(s: Swish, seat: int, rank: int) -> Sentence | None:
    """Say that the next seat can't beat this rank, or probably can't."""
    other = next_in(s, seat)
    if other == seat:
        return None
    chance = is_safe_from(s, other, rank, unseen(s, seat))
    if chance < LIKELY:
        return None
    return say("tactic.unbeatable" if chance == CERTAIN else "tactic.hardToBeat", who=called(other))


def keeps_power(rest: int) -> Sentence | None:
    """Say that a 2 or a 10 is kept."""
    return keeps(PACK, rest & FREE_OF_COUNT)
