"""Whose turn it is, the cards that a turn may cost, and the end."""

from ...core.events import BLOCKED, PASSED, TURNS_RAN_OUT, WON, tell
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.seats import seat_after
from .hands import draw_cards, smallest
from .happenings import REVERSED, SKIPPED, TOOK_PENALTY
from .state import OVER, PLAY, MatchMania


@rule
def close_windows(s: MatchMania) -> None:
    """MM-7.5: the next move closes what the last play has opened."""
    s.window = 0
    s.catch = NONE


@rule
def forget_guilt(s: MatchMania) -> None:
    """The Wild +4 can no longer be challenged."""
    s.guilty = 0
    s.before = NONE
    s.alone = NONE


@rule
def skip(s: MatchMania, seat: int) -> None:
    """MM-3.1: a seat loses its turn."""
    tell(s, SKIPPED, seat)
    s.turn = seat_after(s, seat, 1)


@rule
def reverse(s: MatchMania) -> None:
    """MM-3.2: the direction turns."""
    s.direction = -s.direction
    tell(s, REVERSED, NONE)


@large_rule
def take_penalty(s: MatchMania, seat: int) -> int:
    """MM-3.3, MM-3.5: a seat draws the sum, which is then gone; how many cards it was."""
    count = s.penalty
    s.penalty = 0
    forget_guilt(s)
    tell(s, TOOK_PENALTY, seat, NONE, count)
    return draw_cards(s, seat, count)


@rule
def pay_at_once(s: MatchMania, seat: int) -> None:
    """MM-7.1: a penalty without a choice is drawn as part of the play, and the turn is lost."""
    take_penalty(s, seat)
    s.turn = seat_after(s, seat, 1)


@large_rule
def end_turn(s: MatchMania, seat: int, drawn: int) -> None:
    """ALL-5, ALL-9: a turn without a play is over; so is the game when every seat in turn could do nothing."""
    s.phase = PLAY
    s.drawn = NONE
    s.called = 0
    s.turns += 1
    s.turn = seat_after(s, seat, 1)
    if drawn:
        s.passes = 0
    else:
        s.passes += 1
        tell(s, PASSED, seat)
    if s.passes >= s.seats:
        tell(s, BLOCKED, NONE)
        win(s, smallest(s))
    else:
        check_limit(s)


@rule
def check_limit(s: MatchMania) -> None:
    """ALL-9: the game ends when the turns have run out."""
    if s.turns >= s.max_turns:
        tell(s, TURNS_RAN_OUT, NONE)
        win(s, smallest(s))


@large_rule
def win(s: MatchMania, seats: int) -> None:
    """The game is over and these seats have won."""
    close_windows(s)
    forget_guilt(s)
    s.penalty = 0
    s.called = 0
    s.phase = OVER
    s.winners = seats
    for seat in range(s.seats):
        if seats >> seat & 1:
            tell(s, WON, seat)
