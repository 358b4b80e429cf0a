"""The texts of Crazy Eights: moves, refusals, views and positions."""

from ...core.cards import RANKS, STANDARD_PACK, SUIT_NAMES, SUIT_SIGNS, rank_of, suit_of
from ...core.texts import OwnTexts
from ...core.view import Badge, Choice, Scene
from ...kit import shedding
from ...kit.stock import drawable, top
from .rules import legal
from .state import CARDS, DRAW, NAME, NAMES, PASS, CrazyEights

say = OwnTexts(__name__)

MOVES = {
    DRAW: Choice("draw", ("deck",)),
    PASS: Choice("pass", ("button pass",)),
    **{NAMES + suit: Choice(f"name {name}", (f"button {name}",)) for suit, name in enumerate(SUIT_NAMES)},
}


def reason(s: CrazyEights, seat: int, action: int) -> str:
    """ALL-4: return why the seat in turn cannot do this."""
    if s.phase == NAME:
        return say("refusal.nameFirst")
    if action >= NAMES:
        return say("refusal.eightOnly")
    if action >= DRAW:
        return say("refusal.canPlay" if legal(s, seat) & CARDS else "refusal.canDraw" if drawable(s) else "refusal.noDraw")
    rank = RANKS[rank_of(top(s)) - 2].replace("T", "10")
    return say("refusal.noFit", card=STANDARD_PACK.sign(action), suit=SUIT_SIGNS[s.suit], rank=rank)


def scene(s: CrazyEights, viewer: int) -> Scene:
    """Return the table as a viewer (-1: a spectator) may see it."""
    badges = []
    if s.phase != NAME and s.suit != suit_of(top(s)):
        badges.append(Badge("suit", SUIT_NAMES[s.suit], say("badge.suit", suit=SUIT_SIGNS[s.suit])))
    return Scene(shedding.zones(s, viewer, STANDARD_PACK), tuple(badges), prompt(s))


def prompt(s: CrazyEights) -> str:
    """Return the prompt for the seat in turn."""
    if s.phase == NAME:
        return say("prompt.name")
    if legal(s, s.turn) & CARDS:
        return say("prompt.play")
    return say("prompt.draw" if drawable(s) else "prompt.pass")


# ---- positions ----------------------------------------------------------------------------------------------------


def settle(s: CrazyEights, said: set[str]) -> None:
    """Fill in the suit to match from the top card if no line names one."""
    shedding.settle_winners(s, said)
    if "suit" not in said and s.pile_size:
        s.suit = suit_of(top(s))


def flaw(s: CrazyEights) -> str:
    """Return the reason why this position is impossible, or an empty string."""
    found = shedding.hands_flaw(s)
    if not found and rank_of(top(s)) != 8 and (s.phase == NAME or s.suit != suit_of(top(s))):
        found = say("position.eightOnly")
    return found or (say("position.over") if s.phase == NAME and s.winners else "")
