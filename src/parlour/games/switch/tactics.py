"""The ideas behind the moves of Switch, in sentences. They use only what the seat knows."""

from ...core.bits import bit_count, lowest_bit
from ...core.cards import ACE, JACK, STANDARD_PACK, SUIT_NAMES, of_rank, of_suit, rank_of, rank_sign, suit_of
from ...core.events import suit_word
from ...core.seats import seat_after
from ...core.sentence import Sentence
from ...core.texts import OwnTexts, called, counted
from ...core.view import Choice
from ...kit.tactics import (
    again,
    ideas,
    keeps,
    last_card,
    last_fits,
    nothing_fits,
    passes_on,
    several,
    skips,
    turns_round,
)
from . import state
from .advice import best_suit
from .cards import FIVE_OF_HEARTS, TRICKS, TWO_OF_HEARTS, UNIVERSAL
from .rules import legal
from .state import Switch

say = OwnTexts(__name__)
PACK = STANDARD_PACK
LATE = 3
"""With this many cards left, it matters which card will be the last."""


def tactics(s: Switch, seat: int, choice: Choice) -> list[str]:
    """Return the ideas behind a move, the main one first."""
    verb, _, rest = choice.words.partition(" ")
    if verb == "play":
        return play_ideas(s, seat, [PACK.number(pick) for pick in choice.picks])
    if verb == "name":
        return ideas(named(s.hands[seat], SUIT_NAMES.index(rest)))
    if verb in ("draw", "pass"):
        return ideas(drawing(s, seat))
    return ideas(judging(s, seat, choice.words))


# ---- a play -------------------------------------------------------------------------------------------------------


def play_ideas(s: Switch, seat: int, cards: list[int]) -> list[str]:
    """Return what a play does to the others, and what it leaves."""
    rest = s.hands[seat]
    for card in cards:
        rest &= ~(1 << card)
    in_run = bool(s.run) or (rank_of(cards[0]) == 3 and not s.penalty)
    if rest == 0:
        can_finish = s.finish_on_trick or (not in_run and not TRICKS >> cards[-1] & 1)
        return ideas(last_card()) if can_finish else []
    if in_run:
        return ideas(run(s, seat, rank_of(cards[-1])), run_goes_on(rank_of(cards[-1]), rest))
    return ideas(power(s, seat, cards, rest), left(s, cards, rest))


def run(s: Switch, seat: int, rank: int) -> Sentence | None:
    """SW-9.1, SW-9.5: say that a run is answered, or that one starts and doesn't end at once with an Ace (SW-9.4)."""
    if s.run:
        return say("tactic.answersRun", cards=counted("table.cards", s.run))
    if rank == ACE:
        return None
    who, cards = called(seat_after(s, seat, 1)), counted("table.cards", rank)
    return say("tactic.startsRun", who=who, rank=rank_sign(rank), next=rank_sign(rank + 1), cards=cards)


def run_goes_on(rank: int, rest: int) -> Sentence | None:
    """SW-9.2: say that the seat can answer the run again."""
    cards = rest & (of_rank(rank) | of_rank(rank + 1)) if rank < ACE else 0
    return say("tactic.runGoesOn", card=PACK.sign(lowest_bit(cards))) if cards else None


def power(s: Switch, seat: int, cards: list[int], rest: int) -> Sentence | None:
    """Say what the cards do: penalties, skips, changes of direction, suits."""
    rank, count, following = rank_of(cards[-1]), len(cards), seat_after(s, seat, 1)
    if rank == 2 or FIVE_OF_HEARTS in cards:
        return penalty(s, following, 5 if rank == 5 else 2 * count)
    if rank == JACK:
        skipped = [seat_after(s, seat, i) for i in range(1, count + 1)]
        return again() if count >= s.seats - 1 else skips((other, bit_count(s.hands[other])) for other in skipped)
    if rank == 8:
        if count % 2 == 0:
            return again()
        before = seat_after(s, seat, s.seats - 1)
        return turns_round(before, following, bit_count(s.hands[following])) if s.seats > 2 else None
    if rank == ACE:
        suit = best_suit(rest)
        held = bit_count(rest & of_suit(suit))
        return say("tactic.ace", suit=suit_word(suit), cards=counted("table.cards", held)) if held else None
    if rank == 7:
        return say("tactic.seven", suit=suit_word(s.suit), rank=rank_sign(s.rank))
    return several(count)


def penalty(s: Switch, following: int, count: int) -> Sentence:
    """SW-3.1, SW-4.1: say that the next seat gets a penalty, whether raised or new."""
    if s.penalty:
        return passes_on(following, s.penalty + count)
    if count == 5:
        return say("tactic.five", who=called(following), answer=PACK.sign(TWO_OF_HEARTS))
    return say("tactic.two", who=called(following), cards=counted("table.cards", count))


def left(s: Switch, cards: list[int], rest: int) -> Sentence | None:
    """Return what is good about the cards that are left."""
    rank, suit = rank_of(cards[-1]), suit_of(cards[-1])
    if rank == 7:
        rank, suit = s.rank, s.suit
    if rank == ACE:
        suit = best_suit(rest)
    goes_out = rest if s.finish_on_trick else rest & ~TRICKS
    if not s.finish_on_trick and bit_count(rest) <= LATE and goes_out and TRICKS >> cards[0] & 1:
        return say("tactic.noTrickLast", card=PACK.sign(lowest_bit(goes_out)))
    count, others = bit_count(rest), bit_count(rest & of_suit(suit))
    return (
        last_fits(PACK, goes_out if count == 1 else 0, of_suit(suit) | of_rank(rank))
        or (say("tactic.sameSuit", suit=suit_word(suit), cards=counted("table.cards", count)) if others == count > 1 else None)
        or (keeps(PACK, rest & UNIVERSAL) if not UNIVERSAL >> cards[0] & 1 else None)
        or (
            say("tactic.suitLeft", suit=suit_word(suit), cards=counted("table.cards", others))
            if others > 1 and rank != ACE
            else None
        )
    )


# ---- other moves --------------------------------------------------------------------------------------------------


def named(hand: int, suit: int) -> Sentence | None:
    """SW-8.1: say how many cards of the named suit the seat holds, if it has no more of any other."""
    count = bit_count(hand & of_suit(suit))
    if not count or count < max(bit_count(hand & of_suit(other)) for other in range(4)):
        return None
    return say("tactic.names", suit=suit_word(suit), cards=counted("table.cards", count))


def drawing(s: Switch, seat: int) -> Sentence | None:
    """SW-2.1, SW-3.2, SW-9.5: say that nothing can be played, or that a good card is kept."""
    cards = legal(s, seat) & state.CARDS
    if not cards:
        return say("tactic.noAnswer") if s.penalty or s.run else nothing_fits()
    return keeps(PACK, cards & UNIVERSAL) if not cards & ~UNIVERSAL else None


def judging(s: Switch, seat: int, words: str) -> Sentence | None:
    """SW-11.2, SW-11.3: say why to announce, challenge or take a mistake back."""
    if words == "announce":
        return say("tactic.announce") if s.last_card_penalty else None
    if words == "challenge" and s.played >= 0 and (s.wrong or s.unsaid):
        return say("tactic.wasWrong" if s.wrong else "tactic.unsaid", who=called(s.played))
    return say("tactic.takeBack") if words == "take back" else None
