"""What a viewer of Switch sees."""

from ...core.bits import bit_count, members_of
from ...core.cards import RANKS, STANDARD_PACK, SUIT_NAMES, SUIT_SIGNS, rank_of, suit_of
from ...core.texts import OwnTexts
from ...core.view import Badge, Scene, Zone, direction_badge, hand_zone
from ...kit.stock import drawable, top
from .rules import legal, risky
from .state import CARDS, NAME, OVER, Switch

say = OwnTexts(__name__)
PACK = STANDARD_PACK


def scene(s: Switch, viewer: int) -> Scene:
    """The table as this viewer (-1: a spectator) may see it."""
    zones = [hand(s, seat, viewer) for seat in range(s.seats)]
    pile = tuple(PACK.name(card) for card in s.value("pile"))
    zones += [Zone("pile", None, pile, len(pile)), Zone("deck", None, (), s.deck_size)]
    return Scene(tuple(zones), tuple(badges(s)), prompt(s))


def hand(s: Switch, seat: int, viewer: int) -> Zone:
    """A hand: all of one's own, of the others only what everybody has seen; at the end all are laid open."""
    known = s.hands[seat] if seat == viewer or s.phase == OVER else s.hands[seat] & s.shown
    return hand_zone(seat, [PACK.name(card) for card in members_of(known)], bit_count(s.hands[seat]))


def badges(s: Switch) -> list[Badge]:
    """Direction, penalty, run, and what the top counts as where it is not itself."""
    found = [direction_badge(s.direction)]
    if s.penalty:
        found.append(Badge("penalty", str(s.penalty), say("badge.penalty", count=s.penalty)))
    if s.run:
        found.append(Badge("run", RANKS[s.run - 2], say("badge.run", rank=RANKS[s.run - 2].replace("T", "10"))))
    if s.phase != NAME and not s.run and (s.rank, s.suit) != (rank_of(top(s)), suit_of(top(s))):
        name = RANKS[s.rank - 2] + SUIT_NAMES[s.suit][0]
        found.append(Badge("top", name, say("badge.top", card=SUIT_SIGNS[s.suit] + name[0].replace("T", "10"))))
    return found


def prompt(s: Switch) -> str:
    """What is asked of the seat in turn: exactly what it may do."""
    if s.phase == NAME:
        return say("prompt.name")
    can_play = legal(s, s.turn) & CARDS or risky(s, s.turn)
    if s.penalty:
        return say("prompt.penaltyOr" if can_play else "prompt.penalty", count=min(s.penalty, drawable(s)))
    if s.run:
        return say("prompt.runOr" if can_play else "prompt.run", count=min(s.run, drawable(s)))
    how = "draw" if drawable(s) else "pass"
    return say(f"prompt.{how}Or" if can_play else f"prompt.{how}")
