"""What a viewer of Match Mania sees."""

from ...core.texts import OwnTexts, counted
from ...core.view import Badge, Scene, Zone, direction_badge, hand_zone
from .cards import COLOURS, PACK, WILD, WILD_FOUR, colour_word
from .fits import is_answerable
from .hidden import is_hidden
from .options import DECK
from .state import DRAWN, NAME, OVER, START, SWAP, MatchMania

say = OwnTexts(__name__)


def scene(s: MatchMania, viewer: int) -> Scene:
    """The table as this viewer (-1: a spectator) may see it."""
    zones = [hand(s, seat, viewer) for seat in range(s.seats)]
    pile = tuple(PACK.name(card) for card in s.value("pile"))
    zones += [Zone("pile", None, pile, len(pile)), Zone("deck", None, (), s.deck_size)]
    return Scene(tuple(zones), tuple(badges(s)), prompt(s))


def hand(s: MatchMania, seat: int, viewer: int) -> Zone:
    """A hand: one's own, of the others what one knows of them; at the end all are laid open."""
    cards = (card for card in range(s.decks * DECK) if s.holder[card] == seat)
    known = sorted((card for card in cards if s.phase == OVER or not is_hidden(s, viewer, card)), key=PACK.order)
    return hand_zone(seat, [PACK.name(card) for card in known], s.sizes[seat])


def badges(s: MatchMania) -> list[Badge]:
    """Direction, the named colour, the open sum, and who has called or can be caught."""
    found = [direction_badge(s.direction)]
    if s.kind >= WILD and s.colour >= 0:
        found.append(Badge("colour", COLOURS[s.colour], say("badge.colour", colour=colour_word(s.colour))))
    if s.penalty:
        found.append(Badge("penalty", str(s.penalty), say("badge.penalty", cards=counted("table.cards", s.penalty))))
    if s.catch >= 0:
        found.append(Badge("catch", str(s.catch), say("badge.catch"), s.catch))
    if s.called:
        found.append(Badge("called", str(s.turn), say("badge.called"), s.turn))
    return found


def prompt(s: MatchMania) -> str:
    """What is asked of the seat in turn."""
    if s.phase in (NAME, START):
        return say("prompt.name")
    if s.phase == SWAP:
        return say("prompt.swap")
    if s.phase == DRAWN:
        is_forced = s.force_play or s.draw_to_match
        return say("prompt.playDrawn" if is_forced else "prompt.playOrKeep")
    if s.penalty and s.kind == WILD_FOUR and s.challenge:
        return say("prompt.challenge", count=s.penalty)
    if s.penalty and is_answerable(s):
        return say("prompt.passOn", count=s.penalty)
    if s.penalty:
        return say("prompt.draw", count=s.penalty)
    return say("prompt.play")
