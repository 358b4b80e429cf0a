"""Hidden information of Cambio, and what a seat forgets."""

from ...core.rule import large_rule, rule
from ...core.state import TOGETHER
from ...kit.stock import in_deck, map_deck, mapped, scramble
from .state import OVER, SLOTS, TAKEN, Cambio


@rule
def unseen(s: Cambio, seat: int) -> int:
    """ALL-3: return the cards whose place this viewer cannot know (-1: a spectator)."""
    cards = in_deck(s)
    if s.phase == OVER:
        return cards
    known = s.known[seat] if seat >= 0 else s.shown
    if seat == TOGETHER:
        for other in range(s.seats):
            known |= s.known[other]
    for place in range(s.seats * SLOTS):
        card = s.grid[place]
        if card >= 0 and not known >> card & 1:
            cards |= 1 << card
    if s.held >= 0 and s.phase != TAKEN and seat != s.turn and seat != TOGETHER:
        cards |= 1 << s.held
    return cards


@large_rule
def redeal(s: Cambio, seat: int) -> None:
    """Redeal everything that this seat cannot know; the other seats still know the cards in the same places."""
    hidden = unseen(s, seat)
    scramble(s, hidden)
    for place in range(s.seats * SLOTS):
        card = s.grid[place]
        if card >= 0 and hidden >> card & 1:
            s.grid[place] = s.mapping[card]
    if s.held >= 0 and hidden >> s.held & 1:
        s.held = s.mapping[s.held]
    for other in range(s.seats):
        s.known[other] = mapped(s, s.known[other], hidden)
        s.peek[other] = mapped(s, s.peek[other], hidden)
    map_deck(s)


@rule
def forget(s: Cambio, seat: int, cards: int) -> None:
    """CA-7.2: make a seat forget where these cards are; CA-7.1: except cards it is looking at or has marked.

    It also remembers what everybody was shown: forgetting that would surprise the whole table.
    """
    if s.memory_aid == 0:
        s.known[seat] &= ~cards | s.peek[seat] | s.flash | s.shown


def look_time(s: Cambio) -> int:
    """Options `look_seconds`, `memory_aid`: return the seconds until a card that is looked at is turned back; 0 if it stays
    face up.
    """
    return 0 if s.memory_aid else s.look_seconds
