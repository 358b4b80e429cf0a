"""Turns of Cambio, the call, and the count at the end."""

from ...core.bits import lowest_bit
from ...core.events import TURNS_RAN_OUT, WON, tell
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.seats import everyone
from ...kit.stock import drawable
from .happenings import NOTHING_TO_DRAW, SHOWED, TOTALLED, WRONG_CALL
from .knowledge import clear_peeks
from .scores import points
from .state import (
    OVER,
    SLOTS,
    START,
    Cambio,
)


@rule
def call(s: Cambio, seat: int) -> None:
    """CA-4.1: every other seat has one more turn."""
    s.caller = seat
    s.owed = everyone(s) & ~(1 << seat)


@large_rule
def end_turn(s: Cambio) -> None:
    """CA-4.1, CA-6.1, CA-6.2: on to the next seat that has a turn, or to the count."""
    s.phase = START
    s.turns += 1
    s.turns_each[s.turn] += 1
    if s.caller >= 0 and s.uncounted == 0:
        s.owed &= ~(1 << s.turn)
    s.uncounted = 0
    if s.caller >= 0 and s.owed == 0:
        score_round(s)
        return
    s.turn = next_seat(s, s.turn)
    while s.caller >= 0 and not s.owed >> s.turn & 1:
        s.turn = next_seat(s, s.turn)
    begin_turn(s)


@rule
def next_seat(s: Cambio, seat: int) -> int:
    """The seat after this one."""
    return seat + 1 if seat + 1 < s.seats else 0


@rule
def begin_turn(s: Cambio) -> None:
    """CA-6.1, CA-6.2: a turn without a card to draw, or one turn too many, ends the round."""
    if drawable(s) == 0:
        tell(s, NOTHING_TO_DRAW, NONE)
        score_round(s)
    elif s.caller < 0 and s.turns_each[s.turn] >= s.max_turns_each:
        tell(s, TURNS_RAN_OUT, NONE)
        score_round(s)


@large_rule
def score_round(s: Cambio) -> None:
    """CA-4.1, CA-4.2, CA-4.3: all cards are shown; the lowest total wins, and a caller loses a tie."""
    clear_peeks(s)
    s.open = 0
    s.tried = 0
    s.phase = OVER
    lowest = 999
    for seat in range(s.seats):
        total = show_grid(s, seat)
        if total < lowest:
            lowest = total
            s.winners = 0
        if total == lowest:
            s.winners |= 1 << seat
    if s.caller >= 0 and s.winners & ~(1 << s.caller):
        s.winners &= ~(1 << s.caller)
        tell(s, WRONG_CALL, s.caller, NONE, s.wrong_call_penalty)
    for seat in range(s.seats):
        if s.winners >> seat & 1:
            tell(s, WON, seat)


@rule
def show_grid(s: Cambio, seat: int) -> int:
    """CA-4.2: turn up a grid; its total."""
    total = 0
    slots = s.filled[seat]
    while slots:
        slot = lowest_bit(slots)
        slots &= slots - 1
        card = s.grid[seat * SLOTS + slot]
        total += points(card)
        tell(s, SHOWED, seat, card, seat * 16 + slot)
    tell(s, TOTALLED, seat, NONE, total)
    return total
