"""Mistakes and announcements of Switch: SW-11.1, SW-11.2, SW-11.3."""

from ...core.events import tell
from ...core.rule import large_rule, rule
from ...core.state import NONE
from ...kit.hands import draw
from ...kit.stock import drawable
from . import events, state
from .options import CASUAL, STANDARD
from .state import Switch

# ---- the last play can be judged ----------------------------------------------------------------------------------


@rule
def judgement(s: Switch, seat: int) -> int:
    """SW-11.3: return what a seat may do about the last play: challenge it, or take its own back or announce late."""
    if s.played < 0:
        return 0
    if seat != s.played:
        return state.CHALLENGE_BIT
    actions = 0
    if s.wrong and s.forgiven != seat:
        actions |= state.TAKE_BACK_BIT
    if s.unsaid:
        actions |= state.ANNOUNCE_BIT
    return actions


@rule
def has_open_mistake(s: Switch, seat: int) -> int:
    """SW-11.4: whether this seat may not cut in, since its play can still be challenged as a mistake (in version 1 it may)."""
    return 1 if s.rules > 1 and s.wrong and seat == s.played else 0


@rule
def close_window(s: Switch, seat: int) -> None:
    """SW-11.3: let the last play stand, because a seat moves."""
    if s.mode == STANDARD:
        return
    if s.forgiven != seat or s.played >= 0:
        s.forgiven = NONE
    forget_play(s)


@rule
def let_stand(s: Switch) -> None:
    """Record that the last play can no longer be challenged or taken back."""
    forget_play(s)
    s.forgiven = NONE


# ---- undoing a play -----------------------------------------------------------------------------------------------


@large_rule
def remember(s: Switch) -> None:
    """Record the table before a play that may be undone."""
    s.was_rank = s.rank
    s.was_suit = s.suit
    s.was_penalty = s.penalty
    s.was_answer = s.answer
    s.was_direction = 1 if s.direction > 0 else 0
    s.was_announced = s.announced
    s.was_passes = s.passes


@rule
def forget_play(s: Switch) -> None:
    """Forget what is needed to undo the last play."""
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


@large_rule
def restore(s: Switch, seat: int) -> None:
    """Undo the last play: its cards go back to the hand, where everybody has now seen them."""
    for _ in range(s.laid):
        s.pile_size -= 1
        card = s.pile[s.pile_size]
        s.hands[seat] |= 1 << card
        s.shown |= 1 << card
        tell(s, events.TOOK_CARDS_BACK, seat, card)
    s.rank = s.was_rank
    s.suit = s.was_suit
    s.penalty = s.was_penalty
    s.answer = s.was_answer
    s.run = s.was_run
    s.passes = s.was_passes
    s.direction = 1 if s.was_direction else -1


@large_rule
def take_back(s: Switch, seat: int) -> None:
    """SW-11.3: undo a seat's own mistake, once a turn; the same seat is to move again."""
    tell(s, events.TOOK_BACK, seat)
    restore(s, seat)
    s.announced = s.was_announced
    forget_play(s)
    s.forgiven = seat
    s.turn = seat
    s.turns -= 1


@large_rule
def punish(s: Switch, seat: int) -> int:
    """SW-11.2: undo the play and draw the fine; return how many cards that was."""
    count = s.fine
    restore(s, seat)
    if s.run == 0:
        s.penalty = 0
        s.answer = 0
    tell(s, events.FINED, seat, NONE, min(count, drawable(s)))
    drawn = draw(s, seat, count)
    forget_play(s)
    s.announced = 0
    s.owing = 0
    return drawn


# ---- the last card ------------------------------------------------------------------------------------------------


@rule
def check_last_card(s: Switch, seat: int, steps: int) -> None:
    """SW-11.1, SW-11.2, SW-11.3: announce a last card, or, by mode, check that its player has announced it."""
    if s.mode == STANDARD:
        tell(s, events.ON_LAST_CARD, seat)
    elif steps and not s.announced >> seat & 1:
        if s.mode == CASUAL:
            s.unsaid = 1
        else:
            pay_for_silence(s, seat)


@large_rule
def pay_for_silence(s: Switch, seat: int) -> None:
    """SW-11.2: charge a seat that has not announced its last card."""
    tell(s, events.FORGOT_TO_ANNOUNCE, seat, NONE, min(s.last_card_penalty, drawable(s)))
    draw(s, seat, s.last_card_penalty)


@large_rule
def announce(s: Switch, seat: int) -> None:
    """SW-11.2, SW-11.3: announce the last card, in time or late but before a challenge."""
    tell(s, events.ANNOUNCED, seat)
    if s.unsaid and seat == s.played:
        s.unsaid = 0
    else:
        s.announced |= 1 << seat
