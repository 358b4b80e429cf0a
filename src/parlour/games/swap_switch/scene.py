"""The table of Swap Switch as a viewer sees it."""

from ...core.cards import ACE, QUEEN, STANDARD_PACK, SUIT_SIGNS, rank_of, rank_sign, suit_of
from ...core.texts import OwnTexts
from ...core.view import Badge, Scene, Zone, direction_badge
from ...kit.stock import drawable, top
from ...kit.zones import hand_of, pile_and_deck, said_once
from .rules import legal
from .state import CARDS, DRAW_BIT, OVER, SWAP, SwapSwitch

say = OwnTexts(__name__)
PACK = STANDARD_PACK


def scene(s: SwapSwitch, viewer: int) -> Scene:
    """Return the table as this viewer (-1: a spectator) may see it."""
    zones = [hand(s, seat, viewer) for seat in range(s.seats)]
    zones += pile_and_deck(s, PACK)
    return Scene(tuple(zones), said_once(s, "badges", lambda: tuple(badges(s))), prompt(s) if viewer == s.turn else "")


def hand(s: SwapSwitch, seat: int, viewer: int) -> Zone:
    """Return a hand: the viewer's own, or only the number of cards in another. At the end all are open."""
    visible = s.hands[seat] if seat == viewer or s.phase == OVER else 0
    return hand_of(s, seat, visible, PACK)


def badges(s: SwapSwitch) -> list[Badge]:
    """Return the badges: the direction, and the penalty for the seat in turn."""
    found = [direction_badge(s.direction)]
    if s.penalty:
        found.append(Badge("penalty", str(s.penalty), say("badge.penalty", count=s.penalty)))
    return found


def prompt(s: SwapSwitch) -> str:
    """Return the prompt for the seat in turn: exactly what it may do."""
    if s.phase == SWAP:
        return say("prompt.swapOrPass" if s.swap_is_optional else "prompt.swap")
    actions = legal(s, s.turn)
    can_play = actions & CARDS
    if can_play and not actions & DRAW_BIT:
        return say("prompt.play")
    how = "draw" if drawable(s) else "pass"
    what = f"{how}Penalty" if s.penalty else how
    return say(f"prompt.{what}Or" if can_play else f"prompt.{what}", count=min(s.penalty, drawable(s)))


def tip(s: SwapSwitch) -> str:
    """Return a tip that tells a beginner what the seat in turn can do."""
    if s.phase == SWAP:
        return say("tip.swap")
    actions = legal(s, s.turn)
    if s.penalty or not s.pile_size or not drawable(s):
        return ""
    suit, rank = SUIT_SIGNS[suit_of(top(s))], rank_sign(rank_of(top(s)))
    can = ("OrDraw" if actions & DRAW_BIT else "") if actions & CARDS else "Nothing"
    # Aces and Queens go on anything, so their own rank needs no mention
    return say(f"tip.wild{can}", suit=suit) if rank_of(top(s)) in (ACE, QUEEN) else say(f"tip.match{can}", suit=suit, rank=rank)
