"""Mistakes and announcements of Switch: SW-11.1, SW-11.2, SW-11.3, and the fines of SW-9.6 and SW-9.7."""

from ...core.cards import ACE, rank_of
from ...core.events import (
    tell,
)
from ...core.rule import rule
from ...core.state import NONE
from ...kit.seats import seat_after
from .fits import following, playable
from .happenings import (
    ANNOUNCED,
    CHALLENGED,
    FINED,
    FORGOT_TO_ANNOUNCE,
    ON_LAST_CARD,
    TOOK_BACK,
    TOOK_CARDS_BACK,
    WAS_RIGHT,
    WAS_WRONG,
)
from .options import CASUAL, STANDARD
from .state import (
    ANNOUNCE_BIT,
    CHALLENGE_BIT,
    TAKE_BACK_BIT,
    Switch,
)
from .turns import draw, forget_play, is_blocked


@rule
def judgement(s: Switch, seat: int) -> int:
    """SW-11.3: challenge the last play, or mend one's own before anyone does."""
    if s.played < 0:
        return 0
    if seat != s.played:
        return CHALLENGE_BIT
    actions = 0
    if s.wrong and s.forgiven != seat:
        actions |= TAKE_BACK_BIT
    if s.unsaid:
        actions |= ANNOUNCE_BIT
    return actions


@rule
def judge(s: Switch, seat: int, card: int) -> None:
    """SW-9.6, SW-9.7, SW-11.2: is this card of an attempt wrong, and what does that cost?"""
    allowed = following(s, seat) if s.laid else playable(s, seat)
    if allowed >> card & 1:
        return
    s.wrong = 1
    if s.run == 0:
        s.fine = s.was_penalty + 2
    elif rank_of(card) == ACE:
        s.fine = 13 + 2 + s.run
    else:
        s.fine = (s.run + 1 if s.run < ACE else ACE) + 2


@rule
def punish(s: Switch, seat: int) -> int:
    """SW-11.2: the cards come back, the table is as before, the fine is drawn; how many cards that was."""
    count = s.fine
    restore(s, seat)
    if s.run == 0:
        s.penalty = 0
        s.answer = 0
    tell(s, FINED, seat, NONE, count)
    drawn = draw(s, seat, count)
    forget_play(s)
    s.announced = 0
    s.owing = 0
    return drawn


@rule
def restore(s: Switch, seat: int) -> None:
    """Undo the last play: its cards go back to the hand, where everybody has now seen them."""
    for _ in range(s.laid):
        s.pile_size -= 1
        card = s.pile[s.pile_size]
        s.hands[seat] |= 1 << card
        s.shown |= 1 << card
        tell(s, TOOK_CARDS_BACK, seat, card)
    s.rank = s.was_rank
    s.suit = s.was_suit
    s.penalty = s.was_penalty
    s.answer = s.was_answer
    s.run = s.was_run
    s.passes = s.was_passes
    s.direction = 1 if s.was_direction else -1


@rule
def check_last_card(s: Switch, seat: int, steps: int) -> None:
    """SW-11.1, SW-11.2, SW-11.3: one card is left; the house says so, or the player must have."""
    if s.mode == STANDARD:
        tell(s, ON_LAST_CARD, seat)
    elif steps and not s.announced >> seat & 1:
        if s.mode == CASUAL:
            s.unsaid = 1
        else:
            tell(s, FORGOT_TO_ANNOUNCE, seat, NONE, s.last_card_penalty)
            draw(s, seat, s.last_card_penalty)


@rule
def announce(s: Switch, seat: int) -> None:
    """SW-11.2, SW-11.3: "last card", in time or late but before a challenge."""
    tell(s, ANNOUNCED, seat)
    if s.unsaid and seat == s.played:
        s.unsaid = 0
    else:
        s.announced |= 1 << seat


@rule
def challenge(s: Switch, seat: int) -> None:
    """SW-11.3: the last play is judged; the wrong side pays."""
    offender = s.played
    tell(s, CHALLENGED, seat, NONE, offender)
    if s.wrong:
        tell(s, WAS_WRONG, offender)
        drawn = punish(s, offender)
        s.turn = offender
        if not is_blocked(s, drawn):
            s.turn = seat_after(s, offender, 1)
        return
    if s.unsaid:
        tell(s, FORGOT_TO_ANNOUNCE, offender, NONE, s.last_card_penalty)
        draw(s, offender, s.last_card_penalty)
    else:
        tell(s, WAS_RIGHT, offender)
        draw(s, seat, 1)
    forget_play(s)
    s.forgiven = NONE


@rule
def take_back(s: Switch, seat: int) -> None:
    """SW-11.3: forgiveness, once a turn: the play is undone and the same seat is to move again."""
    tell(s, TOOK_BACK, seat)
    restore(s, seat)
    s.announced = s.was_announced
    forget_play(s)
    s.forgiven = seat
    s.turn = seat
    s.turns -= 1
