"""Hidden information of Swap Switch."""

from ...core.rule import large_rule, rule
from ...core.state import TOGETHER
from ...kit.stock import in_deck, map_deck, mapped, scramble
from .state import OVER, SwapSwitch


@rule
def unseen(s: SwapSwitch, seat: int) -> int:
    """ALL-3: return the cards whose place this viewer cannot know (-1: a spectator); at the end all hands are laid open."""
    cards = in_deck(s)
    if s.phase != OVER and seat != TOGETHER:
        known = s.known[seat] if seat >= 0 else 0
        for other in range(s.seats):
            if other != seat:
                cards |= s.hands[other] & ~known
    return cards


@large_rule
def redeal(s: SwapSwitch, seat: int) -> None:
    """Redeal all cards that this seat cannot know; what others know of them applies to the cards that take their place."""
    hidden = unseen(s, seat)
    scramble(s, hidden)
    for other in range(s.seats):
        s.hands[other] = mapped(s, s.hands[other], hidden)
        s.known[other] = mapped(s, s.known[other], hidden)
    map_deck(s)
