"""The table of Cambio as a viewer sees it."""

from ...core.bits import set_of
from ...core.cards import EMPTY, HIDDEN
from ...core.texts import OwnTexts, counted, listed, signed
from ...core.view import Badge, Scene, Zone
from ...kit.stock import top
from ...kit.zones import made_once, pile_and_deck, said_once
from .cards import PACK, effect, points
from .grid import hand_points
from .rules import must, score
from .state import CALL, DRAW, DRAWN, GIVE, KING, MATCH, OVER, PEEK, SLOTS, SPY, START, SWITCH, TAKE, TAKEN, Cambio
from .targets import is_locked, snaps, start_moves, switch_seats

say = OwnTexts(__name__)

PROMPTS = {
    TAKEN: "prompt.taken",
    PEEK: "prompt.peek",
    SPY: "prompt.spy",
    SWITCH: "prompt.switch",
    MATCH: "prompt.match",
    GIVE: "prompt.give",
}
KING_PROMPTS = ("prompt.king", "prompt.kingAgain", "prompt.switch")
STARTS = {"prompt.start.draw": DRAW, "prompt.start.take": TAKE, "prompt.start.call": CALL}


def scene(s: Cambio, viewer: int) -> Scene:
    """Return the table as this viewer (-1: a spectator) may see it."""
    visible = visible_cards(s, viewer)
    zones = [grid(s, seat, visible & cards) for seat, cards in enumerate(made_once(s, "grids", lambda: grids(s)))]
    if s.held >= 0:
        seen = viewer == s.turn or s.phase == TAKEN
        zones.append(Zone("held", s.turn, (PACK.name(s.held) if seen else HIDDEN,), 1))
    zones += pile_and_deck(s, PACK)
    shown = said_once(s, "badges", lambda: tuple(badges(s)))
    return Scene(tuple(zones), shown, prompt(s) if viewer == must(s) else "", say("prompt.mayMatch"))


def prompt(s: Cambio) -> str:
    """Return the prompt for the seat that the game waits for: exactly what it may do."""
    asked = turn_prompt(s)
    return f"{asked} {say('prompt.mayMatch')}" if snaps(s, s.turn) else asked


def turn_prompt(s: Cambio) -> str:
    """Return what the turn itself lets the seat do."""
    if s.phase == START:
        moves = start_moves(s, s.turn)
        what = [say.part(key) for key, action in STARTS.items() if moves >> action & 1]
        return say("prompt.start", what=listed(what, "list.or"))
    if s.phase == DRAWN:
        return say("prompt.drawn" if s.filled[s.turn] else "prompt.drawnOnly")
    if s.phase in (SPY, SWITCH, KING) and s.caller >= 0 and is_locked(s, s.caller) and s.filled[s.caller]:
        return say("prompt.locked", what=effect_prompt(s))
    return effect_prompt(s)


def effect_prompt(s: Cambio) -> str:
    """Return what an effect or a match lets the seat do."""
    if s.phase == KING:
        return say(KING_PROMPTS[s.looks] if switch_seats(s) else "prompt.kingOne")
    return say(PROMPTS[s.phase]) if s.phase in PROMPTS else ""


def grids(s: Cambio) -> list[int]:
    """Return the cards in each seat's grid."""
    rows = (s.grid[seat * SLOTS : (seat + 1) * SLOTS] for seat in range(s.seats))
    return [set_of(card for card in row if card >= 0) for row in rows]


def grid(s: Cambio, seat: int, visible: int) -> Zone:
    """CA-7.1: return a grid; a card is face up only while the viewer may look at it."""
    return made_once(s, (seat, visible), lambda: _grid(s, seat, visible))


def _grid(s: Cambio, seat: int, visible: int) -> Zone:
    row = s.grid[seat * SLOTS : (seat + 1) * SLOTS]
    while len(row) > 4 and row[-1] < 0:
        row.pop()
    cards = tuple(EMPTY if card < 0 else PACK.name(card) if visible >> card & 1 else HIDDEN for card in row)
    return Zone("grid", seat, cards, sum(card >= 0 for card in row), columns=2)


def visible_cards(s: Cambio, viewer: int) -> int:
    """Return the cards in grids that are face up for a viewer now."""
    if s.phase == OVER:
        return -1
    if viewer < 0:
        return s.flash | (s.shown if s.memory_aid else 0)
    return s.flash | s.peek[viewer] | (s.known[viewer] if s.memory_aid else 0)


def badges(s: Cambio) -> list[Badge]:
    """Return the badges: the call, and at the end the totals."""
    found = []
    if s.caller >= 0:
        found.append(Badge("caller", str(s.caller), say("badge.caller"), s.caller))
    if s.phase == OVER:
        found += [Badge("total", str(hand_points(s, seat)), total(s, seat), seat) for seat in range(s.seats)]
    return found


def total(s: Cambio, seat: int) -> str:
    """CA-4.3: return the points of the cards, and the penalty for a wrong call."""
    cards = hand_points(s, seat)
    more = score(s, seat) - cards
    return say("badge.wrong", cards=signed(cards), more=more) if more else counted("played.points", cards)


TIPS = {PEEK: "tip.peek", SPY: "tip.spy", SWITCH: "tip.switch", KING: "tip.king"}
"""The tip for each effect of a drawn card, as the key of a text."""


def tip(s: Cambio) -> str:
    """Return a tip that tells a beginner what the seat in turn can do."""
    if snaps(s, s.turn):
        return ""  # the prompt says that the seat may also match
    if s.phase == START and start_moves(s, s.turn) >> TAKE & 1:
        return say("tip.start", card=PACK.sign(top(s)), points=counted("played.points", points(top(s))))
    if s.phase == DRAWN and s.filled[s.turn]:
        worth = counted("played.points", points(s.held))
        return say(TIPS.get(effect(s.held), "tip.drawn"), card=PACK.sign(s.held), points=worth)
    return say("tip.match") if s.phase == MATCH else ""
