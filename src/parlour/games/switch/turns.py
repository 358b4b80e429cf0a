"""Turns of Switch and how they end: drawing, passing on, winning."""

from ...core.events import (
    BLOCKED,
    DREW,
    PASSED,
    TURNS_RAN_OUT,
    WON,
    tell,
)
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.seats import seat_after, smallest_hands
from ...kit.stock import next_card
from .options import STANDARD
from .state import (
    OVER,
    PLAY,
    Switch,
)


@large_rule
def draw(s: Switch, seat: int, count: int) -> int:
    """ALL-2: draw so many cards or what there is; how many it was."""
    for i in range(count):
        card = next_card(s)
        if card == NONE:
            return i
        s.hands[seat] |= 1 << card
        tell(s, DREW, seat, card, 0, 1 << seat)
    return count


@rule
def is_blocked(s: Switch, drawn: int) -> int:
    """ALL-5: whether every seat in turn has passed because nothing is left to draw; then the game ends."""
    if drawn:
        s.passes = 0
        return 0
    s.passes += 1
    tell(s, PASSED, s.turn)
    if s.passes < s.seats:
        return 0
    tell(s, BLOCKED, NONE)
    win(s, smallest_hands(s))
    return 1


@rule
def end_turn(s: Switch, seat: int, steps: int) -> None:
    """SW-1.4, ALL-9: on to the next seat, or to the end when the turns have run out."""
    s.phase = PLAY
    s.turn = seat_after(s, seat, steps)
    s.turns += 1
    if s.turns >= s.max_turns:
        tell(s, TURNS_RAN_OUT, NONE)
        win(s, smallest_hands(s))


@rule
def win(s: Switch, seats: int) -> None:
    """The game is over and these seats have won."""
    forget_play(s)
    s.announced = 0
    s.owing = 0
    s.forgiven = NONE
    s.phase = OVER
    s.winners = seats
    for seat in range(s.seats):
        if seats >> seat & 1:
            tell(s, WON, seat)


@rule
def forget_play(s: Switch) -> None:
    """The last play can no longer be undone."""
    s.laid = 0
    s.eights = 0
    s.jacks = 0
    s.was_run = 0
    if s.mode != STANDARD:
        s.played = NONE
        s.wrong = 0
        s.fine = 0
        s.unsaid = 0
        s.was_rank = 0
        s.was_suit = 0
        s.was_penalty = 0
        s.was_answer = 0
        s.was_direction = 0
        s.was_announced = 0
        s.was_passes = 0
