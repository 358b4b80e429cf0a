"""The table of Swish as a viewer sees it."""

from ...core.bits import bit_count
from ...core.cards import ACE, EMPTY, HIDDEN, STANDARD_PACK, rank_of, rank_sign
from ...core.position import seats_in_order
from ...core.texts import OwnTexts
from ...core.view import Badge, Scene, Zone
from ...kit.stock import top
from ...kit.zones import hand_of, made_once, pile_and_deck, said_once
from .rules import legal, slots_each
from .state import AGAIN, CARDS, OVER, PICK_UP_BIT, SLOTS, Swish

say = OwnTexts(__name__)
PACK = STANDARD_PACK


def scene(s: Swish, viewer: int) -> Scene:
    """Return the table as this viewer (-1: a spectator) may see it."""
    zones = [hand(s, seat, viewer) for seat in range(s.seats)]
    zones += made_once(s, "face down", lambda: [face_down(s, seat) for seat in range(s.seats)])
    zones += pile_and_deck(s, PACK)
    return Scene(tuple(zones), said_once(s, "badges", lambda: tuple(badges(s))), prompt(s) if viewer == s.turn else "")


def hand(s: Swish, seat: int, viewer: int) -> Zone:
    """Return a hand: the viewer's own, or the cards that another picked up; at the end all are open."""
    shown = s.hands[seat] if seat == viewer or s.phase == OVER else s.known[seat]
    return hand_of(s, seat, shown, PACK)


def face_down(s: Swish, seat: int) -> Zone:
    """SH-1.1: return the face-down cards, which nobody sees before they are flipped, not even at the end."""
    row = s.down[seat * SLOTS : seat * SLOTS + slots_each(s)]
    cards = tuple(EMPTY if card < 0 else HIDDEN for card in row)
    return Zone("grid", seat, cards, bit_count(s.filled[seat]), columns=slots_each(s) // 2)


def badges(s: Swish) -> list[Badge]:
    """Return the badges: the size of the set to beat, and the places of those who are out."""
    found = []
    if s.count > 1:
        found.append(Badge("count", str(s.count), say("badge.count", count=s.count)))
    for place, seat in enumerate(seats_in_order(s.places), 1):
        found.append(Badge("place", str(place), say(f"badge.place.{place}"), seat))
    return found


def prompt(s: Swish) -> str:
    """Return the prompt for the seat in turn: exactly what it may do."""
    can_pick_up = legal(s, s.turn) & PICK_UP_BIT
    if s.hands[s.turn] == 0:
        return say("prompt.flipAgain" if s.phase == AGAIN else "prompt.flipOrPickUp" if can_pick_up else "prompt.flip")
    if s.phase == AGAIN:
        return say("prompt.again")
    if can_pick_up and not legal(s, s.turn) & CARDS:
        return say("prompt.pickUp")
    what = "anything" if s.pile_size == 0 or rank_of(top(s)) == 2 else "beat"
    card = PACK.sign(top(s)) if what == "beat" else ""
    return say(f"prompt.{what}OrPickUp" if can_pick_up else f"prompt.{what}", card=card)


def tip(s: Swish) -> str:
    """Return a tip that tells a beginner what the seat in turn can do."""
    actions = legal(s, s.turn)
    anything = s.phase == AGAIN or s.pile_size == 0 or rank_of(top(s)) == 2
    if s.hands[s.turn] == 0:
        return say("tip.flipAnything" if anything else "tip.flip")
    if anything:
        return say("tip.anything")
    if not actions & CARDS:
        return say("tip.pickUp", card=PACK.sign(top(s)))
    if s.count > 1:
        return ""
    return say("tip.ace") if rank_of(top(s)) == ACE else say("tip.beat", rank=rank_sign(rank_of(top(s))))
