"""Hidden information of Swish."""

from ...core.rule import large_rule, rule
from ...core.state import TOGETHER
from ...kit.stock import in_deck, map_deck, mapped, scramble_all
from .state import OVER, SLOTS, Swish


@rule
def unseen(s: Swish, seat: int) -> int:
    """SH-1.1, SH-4.1, ALL-3: return the cards whose place a viewer (-1: a spectator) can't know, even its own face down."""
    cards = in_deck(s)
    for place in range(s.seats * SLOTS):
        if s.down[place] >= 0:
            cards |= 1 << s.down[place]
    if s.phase != OVER and seat != TOGETHER:
        for other in range(s.seats):
            if other != seat:
                cards |= s.hands[other] & ~s.known[other]
    return cards


@large_rule
def redeal(s: Swish, seat: int) -> None:
    """Redeal everything that this seat cannot know."""
    hidden = unseen(s, seat)
    scramble_all(s, hidden)
    for other in range(s.seats):
        if other != seat:
            s.hands[other] = mapped(s, s.hands[other], hidden)
    for place in range(s.seats * SLOTS):
        if s.down[place] >= 0:
            s.down[place] = s.mapping[s.down[place]]
    map_deck(s)
