"""Positions of Swish: what follows from the cards, and what cannot be."""

from ...core.bits import set_of
from ...core.cards import rank_of
from ...core.position import order_of, seats_in_order
from ...core.state import NONE
from ...kit.stock import top
from .rules import best_seats, is_in, slots_each
from .state import AGAIN, OVER, SLOTS, TEN, Swish

derived = ("filled", "last", "count", "winners")


def settle(s: Swish, said: set[str]) -> None:
    """What no line says: who is out, whether the game is over, who laid the top card and how many are to be beaten."""
    for seat in range(s.seats):
        s.filled[seat] = set_of(slot for slot in range(SLOTS) if s.down[seat * SLOTS + slot] >= 0)
    if s.play_on and not s.places and "places" not in said:
        s.places = order_of([seat for seat in range(s.seats) if not is_in(s, seat)])
    if is_finished(s):
        s.phase = OVER
        s.winners = best_seats(s)
    if not s.pile_size or s.phase == OVER:
        s.last = NONE
    elif "last" not in said:
        s.last = s.turn if s.phase == AGAIN else seat_before(s)
    if not counts(s):
        s.count = 0
    elif "count" not in said:
        s.count = 1


def is_finished(s: Swish) -> bool:
    """SH-6.1, SH-6.2: somebody is out, or all but one where the others play on, or the turns have run out."""
    out = sum(not is_in(s, seat) for seat in range(s.seats))
    return out >= (s.seats - 1 if s.play_on else 1) or s.turns >= s.max_turns


def seat_before(s: Swish) -> int:
    """The nearest seat before the one in turn that is still in."""
    for steps in range(1, s.seats):
        if is_in(s, (s.turn - steps) % s.seats):
            return (s.turn - steps) % s.seats
    return s.turn


def counts(s: Swish) -> bool:
    """Whether there is a set to beat whose size matters."""
    return bool(s.match_count and s.pile_size and s.phase not in (AGAIN, OVER) and rank_of(top(s)) != 2)


def deal_size(s: Swish, name: str) -> int:
    """How many cards a place gets that no line names."""
    return {"hands": s.hand_size, "down": slots_each(s)}.get(name, 0)


def flaw(s: Swish) -> str:
    """Why this cannot be a position, or nothing."""
    return pile_flaw(s) or seats_flaw(s) or turn_flaw(s)


def pile_flaw(s: Swish) -> str:
    """SH-3.3, SH-3.4: some piles are destroyed as soon as they lie there."""
    ranks = [rank_of(card) for card in s.value("pile")]
    if TEN in ranks:
        return "There is never a 10 in the pile: it destroys itself with the pile."
    if any(len(set(ranks[i : i + 4])) == 1 for i in range(len(ranks) - 3)):
        return "Four cards of one rank on each other destroy the pile: they cannot lie in it."
    return ""


def seats_flaw(s: Swish) -> str:
    """SH-1.1, SH-2.4, SH-4.1, SH-6.1: what a seat can have."""
    for seat in range(s.seats):
        if s.filled[seat] >> slots_each(s):
            return f"Seat {seat} has a face-down card beyond slot {slots_each(s) - 1}, the last one under the option face_down."
        if s.known[seat] & ~s.hands[seat]:
            return f"A line 'knows {seat}' names cards that are not in that hand."
        if s.deck_size and not s.hands[seat]:
            return f"Seat {seat} has an empty hand beside a deck: it would have drawn."
    out = [seat for seat in range(s.seats) if not is_in(s, seat)]
    if len(out) > (s.seats - 1 if s.play_on else 1):
        return "Too many seats are without cards: the game was over before."
    if sorted(seats_in_order(s.places)) != (out if s.play_on else []):
        return "The line 'places' names exactly the seats without cards, and only where the others play on."
    return ""


def turn_flaw(s: Swish) -> str:
    """What can be said of the turn."""
    if s.direction < 0:
        return "Swish is played in ascending direction."
    if s.phase != OVER and not is_in(s, s.turn):
        return f"Seat {s.turn} has no cards left and cannot be in turn."
    if s.phase != OVER and s.winners:
        return "There are winners only when the game is over."
    if counts(s) and not s.count:
        return "The set to beat has at least one card."
    if (s.pile_size and s.phase != OVER) and s.last < 0:
        return "Somebody laid the top card: 'last' names a seat."
    if s.laid:
        return "A position cannot be in the middle of a play."
    return ""
