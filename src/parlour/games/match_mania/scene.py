"""The table of Match Mania as a viewer sees it."""

from ...core.texts import OwnTexts, counted
from ...core.view import Badge, Scene, Zone, direction_badge, hand_zone
from ...kit.stock import drawable
from ...kit.zones import made_once, pile_and_deck, said_once
from .cards import COLOURS, KINDS, PACK, WILD, colour_word, face_word
from .knowledge import is_hidden
from .options import DECK
from .rules import legal
from .state import CHALLENGE_BIT, DRAW_BIT, DRAWN, NAME, OVER, START, SWAP, MatchMania

say = OwnTexts(__name__)
CARDS = (1 << KINDS) - 1


def scene(s: MatchMania, viewer: int) -> Scene:
    """Return the table as this viewer (-1: a spectator) may see it."""
    zones = [hand(s, seat, viewer) for seat in range(s.seats)]
    zones += pile_and_deck(s, PACK)
    return Scene(tuple(zones), said_once(s, "badges", lambda: tuple(badges(s))), prompt(s) if viewer == s.turn else "")


def hand(s: MatchMania, seat: int, viewer: int) -> Zone:
    """Return a hand: the viewer's own, or what the viewer knows of another; at the end all are open."""
    cards = made_once(s, "hands", lambda: hands(s))[seat]
    is_open = seat == viewer or s.phase == OVER
    known = tuple(card for card in cards if is_open or (s.knowers[card] and not is_hidden(s, viewer, card)))
    return made_once(s, (seat, known), lambda: hand_zone(seat, [PACK.name(card) for card in known], s.sizes[seat]))


def hands(s: MatchMania) -> list[list[int]]:
    """Return the cards of every seat, in the order in which hands are sorted."""
    found: list[list[int]] = [[] for _ in range(s.seats)]
    for card in range(s.decks * DECK):
        if s.holder[card] >= 0:
            found[s.holder[card]].append(card)
    return [sorted(cards, key=PACK.order) for cards in found]


def badges(s: MatchMania) -> list[Badge]:
    """Return the badges: direction, the named colour, the open sum, and who has called or can be caught."""
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
    """Return the prompt for the seat in turn: exactly what it may do."""
    if s.phase in (NAME, START):
        return say("prompt.name")
    if s.phase == SWAP:
        return say("prompt.swap")
    actions = legal(s, s.turn)
    can_play, can_draw = actions & CARDS, actions & DRAW_BIT
    if s.phase == DRAWN:
        return say("prompt.playOrKeep" if can_draw else "prompt.playDrawn")
    if s.penalty:
        return penalty_prompt(s, can_play, actions & CHALLENGE_BIT)
    if not can_draw:
        return say("prompt.play")
    how = "draw" if drawable(s) else "pass"
    return say(f"prompt.{how}Or" if can_play else f"prompt.{how}")


def penalty_prompt(s: MatchMania, can_play: int, can_challenge: int) -> str:
    """MM-3.3, MM-3.6: return what may be done about an open penalty."""
    cards = counted("table.cards", min(s.penalty, drawable(s)))
    if can_challenge:
        return say("prompt.challengeOr" if can_play else "prompt.challenge", cards=cards)
    if drawable(s):
        return say("prompt.penaltyOr" if can_play else "prompt.penalty", cards=cards)
    return say("prompt.penaltyOrPass" if can_play else "prompt.nothingLeft")


def tip(s: MatchMania) -> str:
    """Return a tip that tells a beginner what the seat in turn can do."""
    if s.phase in (NAME, START):
        return say("tip.name")
    actions = legal(s, s.turn)
    if s.phase == DRAWN or s.phase == SWAP or s.penalty or not actions & DRAW_BIT or not drawable(s):
        return ""
    if s.kind >= WILD:
        return say("tip.colour" if actions & CARDS else "tip.colourNot", colour=colour_word(s.colour))
    what = "tip.match" if actions & CARDS else "tip.matchNot"
    return say(what, colour=colour_word(s.colour), face=face_word(s.kind % 13))
