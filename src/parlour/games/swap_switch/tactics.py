"""The ideas behind the moves of Swap Switch, in sentences. They use only what the seat knows."""

from ...core.bits import bit_count
from ...core.cards import ACE, JACK, KING, QUEEN, STANDARD_PACK, rank_of
from ...core.seats import seat_after
from ...core.sentence import Sentence
from ...core.texts import OwnTexts, called, counted
from ...core.view import Choice
from ...kit.tactics import (
    again,
    draws,
    ideas,
    keeps,
    last_card,
    last_fits,
    nothing_fits,
    others_fit,
    passes_on,
    skips,
    turns_round,
)
from .advice import best_partner
from .rules import fitting, legal
from .state import CARDS, SWAP, WILD, SwapSwitch

say = OwnTexts(__name__)
PACK = STANDARD_PACK


def tactics(s: SwapSwitch, seat: int, choice: Choice) -> list[str]:
    """Return the ideas behind a move, the main one first."""
    verb, _, rest = choice.words.partition(" ")
    if verb == "play":
        return play_ideas(s, seat, PACK.number(choice.picks[0]))
    if verb == "swap":
        return ideas(swapping(s, seat, int(rest)))
    return ideas(staying(s, seat) if s.phase == SWAP else drawing(s, seat))


def play_ideas(s: SwapSwitch, seat: int, card: int) -> list[str]:
    """Return what a card does to the others, and what it leaves."""
    rest = s.hands[seat] & ~(1 << card)
    if rest == 0:
        return ideas(last_card())
    rank = rank_of(card)
    if rank == JACK:
        return ideas(jack(s, seat, rest))
    following = next_on(s, seat, rank)
    kept = None if WILD >> card & 1 else keeps(PACK, rest & WILD)
    own = last_fits(PACK, rest, fitting(card)) or kept or others_fit(rest, fitting(card) & ~WILD)
    return ideas(power(s, seat, rank), stuck(s, seat, following, card), own)


def next_on(s: SwapSwitch, seat: int, rank: int) -> int:
    """SS-3.3, SS-3.5: return the seat that plays next after a card of this rank."""
    if rank == KING:
        return seat_after(s, seat, s.seats - 1)
    return seat_after(s, seat, 2 if rank == 8 else 1)


def power(s: SwapSwitch, seat: int, rank: int) -> Sentence | None:
    """SS-3.1, SS-3.2, SS-3.3, SS-3.5: say what the card does to the others."""
    following = seat_after(s, seat, 1)
    if rank in (2, QUEEN):
        more = 2 if rank == 2 else 4
        return passes_on(following, s.penalty + more) if s.penalty else draws(following, more)
    if rank == 8:
        return again() if s.seats == 2 else skips([(following, bit_count(s.hands[following]))])
    if rank == KING and s.seats > 2:
        return turns_round(seat_after(s, seat, s.seats - 1), following, bit_count(s.hands[following]))
    return say("tactic.ace") if rank == ACE else None


def stuck(s: SwapSwitch, seat: int, other: int, card: int) -> Sentence | None:
    """Say that the next seat is known to hold no card that fits: none at all, or none among the cards seen in its hand."""
    theirs = s.hands[other]
    seen = theirs & s.known[seat]
    if other == seat or not seen or seen & fitting(card) or rank_of(card) in (2, QUEEN):
        return None
    return say("tactic.cannotPlay" if seen == theirs else "tactic.knownDoNotFit", who=called(other))


def jack(s: SwapSwitch, seat: int, rest: int) -> Sentence | None:
    """SS-3.4: say that the hand that is left is swapped for a smaller one."""
    partner = best_partner(s, seat, rest)
    mine, theirs = bit_count(rest), bit_count(s.hands[partner])
    if theirs >= mine:
        return None
    parts = {"mine": counted("table.cards", mine), "theirs": counted("table.cards", theirs)}
    return say("tactic.jack", who=called(partner), **parts)


def swapping(s: SwapSwitch, seat: int, partner: int) -> Sentence | None:
    """SS-3.4: say that the partner has fewer cards, or a good one that the seat has seen."""
    mine, theirs = bit_count(s.hands[seat]), bit_count(s.hands[partner])
    if theirs < mine:
        return say("tactic.swap", who=called(partner), mine=mine, theirs=counted("table.cards", theirs))
    good = s.hands[partner] & s.known[seat] & WILD
    if theirs == mine and good:
        return say("tactic.swapWild", who=called(partner), card=PACK.sign(good.bit_length() - 1))
    smallest = min(bit_count(s.hands[other]) for other in range(s.seats) if other != seat)
    return say("tactic.swapSmallest", who=called(partner)) if theirs == smallest and s.seats > 2 else None


def staying(s: SwapSwitch, seat: int) -> Sentence | None:
    """SS-3.4, option `swap_is_optional`: say that nobody has fewer cards."""
    mine = bit_count(s.hands[seat])
    is_smallest = all(bit_count(s.hands[other]) >= mine for other in range(s.seats))
    return say("tactic.stay") if is_smallest else None


def drawing(s: SwapSwitch, seat: int) -> Sentence | None:
    """SS-2.3, options `must_discard`, `stacking`: say that nothing can be played, or that a good card is kept."""
    cards = legal(s, seat) & CARDS
    if not cards:
        return say("tactic.noAnswer") if s.penalty else nothing_fits()
    return keeps(PACK, cards & WILD) if not cards & ~WILD else None
