"""Positions of Swish: fills in what follows from the cards, and finds what is impossible.

Hands, piles and decks may be as short as you like, so that a position can show just what matters. The lines about the turn must
be consistent with the cards and the other lines.
"""

from ...core.bits import set_of
from ...core.cards import of_rank, rank_of
from ...core.position import cards_by_place, order_of, seats_in_order
from ...core.state import NONE
from ...core.texts import OwnTexts, sentence
from ...kit.stock import top
from .rules import best_seats, is_in, next_in, slots_each
from .state import AGAIN, CARDS, OVER, PLAY, TEN, Swish

say = OwnTexts(__name__)

derived = ("last", "count", "winners")


def settle(s: Swish, said: set[str]) -> None:
    """Fill in what the lines leave out: who is out, whether the game is over, who played the top card, and the set to beat."""
    s.recount()
    if s.play_on and not s.places and "places" not in said:
        s.places = order_of([seat for seat in range(s.seats) if not is_in(s, seat)])
    if "phase" not in said:
        s.phase = plain_phase(s)
    if "winners" not in said and s.phase == OVER:
        s.winners = best_seats(s)
    if "last" not in said:
        s.last = plain_last(s)
    if "count" not in said:
        s.count = 1 if counts(s) else 0


def plain_phase(s: Swish) -> int:
    """Return the phase if no line gives it: over at the end; again on a 2, unless `last` names a seat that went out on it."""
    if is_finished(s):
        return OVER
    return AGAIN if lies_two(s) and not is_out(s, s.last) else s.phase


def plain_last(s: Swish) -> int:
    """Return the seat that played the top card where no line gives it."""
    if not s.pile_size or s.phase == OVER:
        return NONE
    return s.turn if s.phase == AGAIN else seat_before(s)


def is_finished(s: Swish) -> bool:
    """SH-6.1, SH-6.2: whether somebody is out (or all but one where the others play on), or the turns have run out."""
    out = sum(not is_in(s, seat) for seat in range(s.seats))
    return out >= (s.seats - 1 if s.play_on else 1) or s.turns >= s.max_turns


def seat_before(s: Swish) -> int:
    """Return the nearest seat before the one in turn that is still in."""
    for steps in range(1, s.seats):
        if is_in(s, (s.turn - steps) % s.seats):
            return (s.turn - steps) % s.seats
    return s.turn


def is_out(s: Swish, seat: int) -> bool:
    """Whether this is a seat without cards."""
    return seat >= 0 and not is_in(s, seat)


def lies_two(s: Swish) -> bool:
    """Whether the top card is a 2."""
    return s.pile_size > 0 and rank_of(top(s)) == 2


def counts(s: Swish) -> bool:
    """Whether there is a set to beat whose size matters."""
    return bool(s.match_count and s.pile_size and s.phase == PLAY and not lies_two(s))


def deal_size(s: Swish, name: str) -> int:
    """Return how many cards a place gets if no line names it."""
    return {"hands": s.hand_size, "down": slots_each(s)}.get(name, 0)


def flaw(s: Swish) -> str:
    """Return why this position is impossible; empty if it is possible."""
    return pile_flaw(s) or seats_flaw(s) or turn_flaw(s) or again_flaw(s) or last_flaw(s) or count_flaw(s)


def pile_flaw(s: Swish) -> str:
    """SH-3.3, SH-3.4: return why the pile cannot lie there: some are destroyed at once."""
    ranks = [rank_of(card) for card in s.value("pile")]
    if TEN in ranks:
        return say("position.ten")
    if any(len(set(ranks[i : i + 4])) == 1 for i in range(len(ranks) - 3)):
        return say("position.four")
    return ""


def seats_flaw(s: Swish) -> str:
    """SH-1.1, SH-2.4, SH-4.1, SH-6.1: return why the seats cannot have these cards."""
    for seat in range(s.seats):
        if s.filled[seat] >> slots_each(s):
            return say("position.slot", seat=seat, last=slots_each(s) - 1)
        if s.known[seat] & ~s.hands[seat]:
            return say("position.knows", seat=seat)
        if s.deck_size and not s.hands[seat]:
            return say("position.emptyHand", seat=seat)
    out = [seat for seat in range(s.seats) if not is_in(s, seat)]
    if len(out) > (s.seats - 1 if s.play_on else 1):
        return say("position.tooMany")
    if sorted(seats_in_order(s.places)) != (out if s.play_on else []):
        return say("position.places")
    return ""


def turn_flaw(s: Swish) -> str:
    """SH-6.1, SH-6.2: return what is impossible about the turn, or about a game that is over."""
    if s.direction < 0:
        return say("position.direction")
    if s.laid:
        return say("position.play")
    if s.turns > s.max_turns:
        return sentence("position.turns", most=s.max_turns, turns=s.turns)
    if s.phase != OVER and is_finished(s):
        return say("position.over")
    if s.winners != (best_seats(s) if s.phase == OVER else 0):
        return say("position.winners")
    if s.phase != OVER and not is_in(s, s.turn):
        return say("position.turn", seat=s.turn)
    return ""


def again_flaw(s: Swish) -> str:
    """SH-3.2, SH-3.3, SH-3.4, SH-3.5: check that a seat must play again only on a 2 or after a pile was destroyed."""
    if s.phase == AGAIN and s.pile_size and not lies_two(s):
        return say("position.again")
    if s.phase == AGAIN and not s.pile_size and not could_be_destroyed(s):
        return say("position.againEmpty")
    if s.phase == PLAY and lies_two(s) and not is_out(s, s.last):
        return say("position.againTwo")
    return ""


def could_be_destroyed(s: Swish) -> bool:
    """Whether the cards that are out of the game include a 10 or four of a kind."""
    gone = CARDS & ~set_of(card for _, card in cards_by_place(s))
    return bool(gone & of_rank(TEN)) or any(of_rank(rank) & ~gone == 0 for rank in range(2, 15))


def last_flaw(s: Swish) -> str:
    """SH-2.3, SH-3.5, SH-6.1: check that the top card was laid by the seat that `plain_last` returns or one that went out with
    it.
    """
    if s.last == plain_last(s) or is_just_out(s):
        return ""
    if not s.pile_size or s.phase == OVER:
        return say("position.noLast")
    return say("position.last", seat=plain_last(s))


def is_just_out(s: Swish) -> bool:
    """Whether the seat that laid the top card was the last to go out, with the seat in turn as the next."""
    in_play = s.pile_size > 0 and s.phase == PLAY and s.last >= 0
    return in_play and seats_in_order(s.places)[-1:] == [s.last] and next_in(s, s.last) == s.turn


def count_flaw(s: Swish) -> str:
    """match_count: check that the set to beat lies on top of the pile."""
    if not counts(s):
        return say("position.noCount") if s.count else ""
    ranks = [rank_of(card) for card in s.value("pile")]
    alike = next((i for i, rank in enumerate(reversed(ranks)) if rank != ranks[-1]), len(ranks))
    if not 1 <= s.count <= alike:
        return say("position.count", most=alike, count=s.count)
    return ""
