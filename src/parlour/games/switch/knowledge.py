"""Hidden information of Switch."""

from ...core.rule import large_rule, rule
from ...core.state import TOGETHER
from ...kit.seats import everyone
from ...kit.stock import in_deck, map_deck, mapped, scramble
from .state import OVER, PLAY, Switch


@rule
def unseen(s: Switch, seat: int) -> int:
    """ALL-3: return the cards whose place this viewer cannot know (-1: a spectator)."""
    cards = in_deck(s)
    if s.phase != OVER and seat != TOGETHER:
        for other in range(s.seats):
            if other != seat:
                cards |= s.hands[other] & ~s.shown
    return cards


@large_rule
def redeal(s: Switch, seat: int) -> None:
    """Redeal everything that this seat cannot know."""
    hidden = unseen(s, seat)
    scramble(s, hidden)
    for other in range(s.seats):
        if other != seat:
            s.hands[other] = mapped(s, s.hands[other], hidden)
    map_deck(s)


def window(s: Switch) -> int:
    """Return the seats that may cut in as far as anybody can tell: naming only those that can would reveal their cards."""
    is_open = s.played >= 0 or (s.interrupts and not s.penalty and not s.run)
    return everyone(s) & ~(1 << s.turn) if s.phase == PLAY and is_open else 0
