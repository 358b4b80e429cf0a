"""The ideas behind the moves of Match Mania, in sentences. They use only what the seat knows."""

from ...core.bits import bit_count
from ...core.seats import seat_after
from ...core.sentence import Sentence
from ...core.texts import OwnTexts, called, counted
from ...core.view import Choice
from ...kit.tactics import again, draws, ideas, last_card, nothing_fits, passes_on, skips, turns_round
from .advice import is_suspect, smallest_other, swing
from .cards import COLOURS, NUMBERS, REVERSE, SKIP, WILD, WILD_FOUR, colour_word, kind_sign, of_colour, of_face, penalty_of
from .hands import cards_of_colour, commonest_colour
from .rules import legal
from .state import CARDS, DRAWN, MatchMania, layer

say = OwnTexts(__name__)
WILDS = 1 << WILD | 1 << WILD_FOUR


def tactics(s: MatchMania, seat: int, choice: Choice) -> list[str]:
    """Return the ideas behind a move, the main one first."""
    verb, _, rest = choice.words.partition(" ")
    if verb == "play":
        return play_ideas(s, seat, NUMBERS[rest])
    if verb == "name":
        return ideas(naming(s, seat, COLOURS.index(rest)))
    if verb == "swap":
        return ideas(swapping(s, seat, int(rest)))
    if verb in ("challenge", "call", "catch"):
        return ideas(calling(s, seat, verb))
    return ideas(doing_without(s, seat))


# ---- a play -------------------------------------------------------------------------------------------------------


def play_ideas(s: MatchMania, seat: int, kind: int) -> list[str]:
    """Return what a card does to the others, and what it leaves."""
    if s.sizes[seat] == 1:
        return ideas(last_card())
    if kind >= WILD:
        return ideas(power(s, seat, kind), wild(s, seat))
    return ideas(power(s, seat, kind), colour_left(s, seat, kind), keeps_wild(s, seat))


def power(s: MatchMania, seat: int, kind: int) -> Sentence | None:
    """MM-3.1 to MM-3.5, MM-4.2: say what the card does to the others."""
    following, face = seat_after(s, seat, 1), kind % 13
    if penalty_of(kind):
        return passes_on(following, s.penalty + penalty_of(kind)) if s.penalty else draws(following, penalty_of(kind))
    if kind >= WILD:
        return None
    if face == SKIP or (face == REVERSE and s.seats == 2):
        return again() if s.seats == 2 else skips([(following, s.sizes[following])])
    if face == REVERSE:
        return turns_round(seat_after(s, seat, s.seats - 1), following, s.sizes[following])
    if swing(s, seat, kind) <= 0:
        return None
    giver = smallest_other(s, seat) if face == 7 else seat_after(s, seat, s.seats - 1)
    parts = {"mine": s.sizes[seat] - 1, "theirs": counted("table.cards", s.sizes[giver])}
    return say("tactic.seven" if face == 7 else "tactic.zero", who=called(giver), **parts)


def wild(s: MatchMania, seat: int) -> Sentence | None:
    """MM-3.4: say that the colour of which the seat holds most can be named."""
    colour = commonest_colour(s, seat)
    count = cards_of_colour(s, seat, colour)
    return say("tactic.wild", colour=colour_word(colour), cards=counted("table.cards", count)) if count else None


def colour_left(s: MatchMania, seat: int, kind: int) -> Sentence | None:
    """MM-2.1: say how well the cards that are left fit the new top."""
    colour, left = kind // 13, s.sizes[seat] - 1
    count = cards_of_colour(s, seat, colour) - 1
    word, cards = colour_word(colour), counted("table.cards", count)
    if count == left:
        return say("tactic.allFit", colour=word) if left > 1 else say("tactic.lastColour", colour=word)
    if count > 1 and colour != s.colour:
        return say("tactic.changes", colour=word, cards=cards)
    faces = bit_count(s.kinds[seat] & of_face(kind % 13) & ~of_colour(colour))
    if count == 0 and not faces:
        return say("tactic.lone", colour=word)
    return say("tactic.stays", colour=word, cards=cards) if count > 1 else None


def keeps_wild(s: MatchMania, seat: int) -> Sentence | None:
    """Say that a Wild is kept for later."""
    wilds = s.kinds[seat] & WILDS
    return say("tactic.keepsWild", card=kind_sign(wilds.bit_length() - 1)) if wilds else None


# ---- other moves --------------------------------------------------------------------------------------------------


def naming(s: MatchMania, seat: int, colour: int) -> Sentence | None:
    """MM-3.4: say how many cards of the named colour the seat holds, if it has no more of any other."""
    count = cards_of_colour(s, seat, colour)
    if not count or count < max(cards_of_colour(s, seat, other) for other in range(len(COLOURS))):
        return None
    return say("tactic.names", colour=colour_word(colour), cards=counted("table.cards", count))


def swapping(s: MatchMania, seat: int, other: int) -> Sentence | None:
    """MM-4.2: say that the partner has the fewest cards."""
    if s.sizes[other] > s.sizes[smallest_other(s, seat)]:
        return None
    return say("tactic.swap", who=called(other), theirs=counted("table.cards", s.sizes[other]), mine=s.sizes[seat])


def calling(s: MatchMania, seat: int, verb: str) -> Sentence | None:
    """MM-3.6, MM-7.5: say that a Wild +4 looks illegal, or that a last card is or was not called."""
    if verb == "challenge":
        who, cards = called(layer(s)), counted("table.cards", s.sizes[layer(s)])
        return say("tactic.challenge", who=who, cards=cards) if is_suspect(s, seat) else None
    return say("tactic.call") if verb == "call" else say("tactic.catch", who=called(s.catch))


def doing_without(s: MatchMania, seat: int) -> Sentence | None:
    """MM-2.2, MM-7.8: say that nothing can be played, or that a Wild is kept."""
    kinds = legal(s, seat) & CARDS
    if not kinds:
        return say("tactic.noAnswer") if s.penalty else nothing_fits()
    if kinds & ~WILDS or s.penalty:
        return None
    return say("tactic.keepsDrawn" if s.phase == DRAWN else "tactic.keepsWild", card=kind_sign(kinds.bit_length() - 1))
