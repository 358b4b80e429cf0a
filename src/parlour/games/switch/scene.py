"""The table of Switch as a viewer sees it."""

from ...core.cards import ACE, RANKS, STANDARD_PACK, SUIT_NAMES, SUIT_SIGNS, of_rank, rank_of, rank_sign, suit_of
from ...core.texts import OwnTexts
from ...core.view import Badge, Scene, Zone, direction_badge
from ...kit.stock import drawable, top
from ...kit.zones import hand_of, pile_and_deck, said_once
from .rules import is_on_two_of_hearts, legal, risky
from .state import CARDS, NAME, OVER, Switch

say = OwnTexts(__name__)
PACK = STANDARD_PACK


def scene(s: Switch, viewer: int) -> Scene:
    """Return the table as this viewer (-1: a spectator) may see it."""
    zones = [hand(s, seat, viewer) for seat in range(s.seats)]
    zones += pile_and_deck(s, PACK)
    return Scene(tuple(zones), said_once(s, "badges", lambda: tuple(badges(s))), prompt(s) if viewer == s.turn else "")


def hand(s: Switch, seat: int, viewer: int) -> Zone:
    """Return a hand: the viewer's own, or the cards of another that everybody has seen; at the end all are open."""
    known = s.hands[seat] if seat == viewer or s.phase == OVER else s.hands[seat] & s.shown
    return hand_of(s, seat, known, PACK)


def badges(s: Switch) -> list[Badge]:
    """Return the badges: direction, penalty, run, and what the top counts as, unless it counts as itself."""
    found = [direction_badge(s.direction)]
    if s.penalty:
        found.append(Badge("penalty", str(s.penalty), say("badge.penalty", count=s.penalty)))
    if s.run:
        found.append(Badge("run", RANKS[s.run - 2], say("badge.run", rank=rank_sign(s.run))))
    if s.phase != NAME and not s.run and (s.rank, s.suit) != (rank_of(top(s)), suit_of(top(s))):
        name = RANKS[s.rank - 2] + SUIT_NAMES[s.suit][0]
        found.append(Badge("top", name, say("badge.top", card=SUIT_SIGNS[s.suit] + rank_sign(s.rank))))
    return found


def prompt(s: Switch) -> str:
    """Return the prompt for the seat in turn: exactly what it may do."""
    if s.phase == NAME:
        return say("prompt.name")
    can_play = legal(s, s.turn) & CARDS or risky(s, s.turn)
    if s.penalty:
        return say("prompt.penaltyOr" if can_play else "prompt.penalty", count=min(s.penalty, drawable(s)))
    if s.run:
        return say("prompt.runOr" if can_play else "prompt.run", count=min(s.run, drawable(s)))
    how = "draw" if drawable(s) else "pass"
    return say(f"prompt.{how}Or" if can_play else f"prompt.{how}")


def tip(s: Switch) -> str:
    """Return a tip that tells a beginner what the seat in turn can do."""
    if s.phase == NAME:
        return say("tip.name")
    can_play = legal(s, s.turn) & CARDS
    if s.penalty:
        answer = "five" if s.answer == 5 else "twoOfHearts" if is_on_two_of_hearts(s) else "two"
        return say(f"tip.{answer}" if can_play else f"tip.{answer}Not", count=min(s.penalty, drawable(s)))
    if s.run:
        parts = {"rank": rank_sign(s.run), "next": rank_sign(s.run + 1), "count": min(s.run, drawable(s))}
        return say("tip.run" if can_play else "tip.runNot", **parts)
    if not drawable(s):
        return ""
    has_any = s.hands[s.turn] & (of_rank(7) | of_rank(ACE))
    what = ("tip.matchOrAny" if has_any else "tip.match") if can_play else "tip.draw"
    return say(what, suit=SUIT_SIGNS[s.suit], rank=rank_sign(s.rank))
