"""What a viewer of Swap Switch sees."""

from ...core.bits import bit_count, members_of
from ...core.cards import STANDARD_PACK
from ...core.view import Badge, Scene, Zone, hand_zone
from ...kit.stock import drawable
from .rules import legal
from .state import CARDS, DRAW_BIT, OVER, SWAP, SwapSwitch

PACK = STANDARD_PACK


def scene(s: SwapSwitch, viewer: int) -> Scene:
    """The table as this viewer (-1: a spectator) may see it."""
    zones = [hand(s, seat, viewer) for seat in range(s.seats)]
    pile = tuple(PACK.name(card) for card in s.value("pile"))
    zones += [Zone("pile", None, pile, len(pile)), Zone("deck", None, (), s.deck_size)]
    return Scene(tuple(zones), tuple(badges(s)), prompt(s, viewer))


def hand(s: SwapSwitch, seat: int, viewer: int) -> Zone:
    """A hand: one's own, of the others only the number; remembering is the game. At the end all are laid open."""
    visible = s.hands[seat] if seat == viewer or s.phase == OVER else 0
    return hand_zone(seat, [PACK.name(card) for card in members_of(visible)], bit_count(s.hands[seat]))


def badges(s: SwapSwitch) -> list[Badge]:
    """The direction, and what waits for the seat in turn."""
    found = [Badge("direction", "+" if s.direction > 0 else "-", "up" if s.direction > 0 else "down")]
    if s.penalty:
        found.append(Badge("penalty", str(s.penalty), f"Take {s.penalty} or answer"))
    return found


def prompt(s: SwapSwitch, viewer: int) -> str:
    """What is asked of the seat in turn; only that seat's prompt speaks of its cards."""
    if s.phase == SWAP:
        return "Choose a seat to swap hands with" + (", or pass." if s.swap_is_optional else ".")
    draw = "draw" if drawable(s) else "pass"
    if s.penalty:
        return f"Answer the penalty or draw {s.penalty}." if drawable(s) else "Answer the penalty or pass."
    actions = legal(s, viewer) if viewer >= 0 else 0
    if actions & CARDS and not actions & DRAW_BIT:
        return "Play a card."
    return f"Play or {draw}." if actions & CARDS else f"Nothing fits: {draw}."
