"""Matching in Match Mania: the kinds that match, the cards that answer a penalty, and when a Wild +4 may be played."""

from ...core.rule import large_rule, rule
from . import state
from .cards import ALL_TWOS, WILD, WILD_FOUR, WILD_FOUR_BIT, face_of, of_colour, of_face
from .options import ALL, ANYTIME, NO_COLOUR, NO_STACKING, TWOS_AND_FOURS
from .state import MatchMania


@rule
def matching_kinds(s: MatchMania) -> int:
    """MM-2.1: return the kinds that match by colour, number or action, and the Wild; on a Wild only the colour counts."""
    kinds = of_colour(s.colour) | 1 << WILD
    if s.kind < WILD:
        kinds |= of_face(face_of(s.kind))
    return kinds


@rule
def kinds_that_go(s: MatchMania) -> int:
    """MM-2.4: return the kinds that can be played; a seat that has to draw holds none of them."""
    return matching_kinds(s) | WILD_FOUR_BIT


@large_rule
def rule_out(s: MatchMania, seat: int, kind: int) -> None:
    """MM-2.4, MM-3.5, MM-7.2, MM-7.3: note the kinds that a seat playing this one can't hold, since it had to draw or has
    nothing else.
    """
    if s.phase == state.DRAWN and s.draw_to_match:
        s.lacks[seat] |= kinds_that_go(s)
    if kind == WILD_FOUR and s.wild_four != ANYTIME and s.challenge == 0:
        if s.wild_four == NO_COLOUR:
            s.lacks[seat] |= of_colour(s.colour)
        elif s.penalty and s.rules > 1:
            s.lacks[seat] |= stacking_twos(s)
        else:
            s.lacks[seat] |= matching_kinds(s)


@rule
def playable(s: MatchMania, seat: int) -> int:
    """MM-2.1, MM-3.4, MM-3.5: return the kinds this seat may play while no penalty is open."""
    hand = s.kinds[seat]
    kinds = hand & matching_kinds(s)
    if hand & WILD_FOUR_BIT and four_goes(s, hand):
        kinds |= WILD_FOUR_BIT
    return kinds


@rule
def stacking_twos(s: MatchMania) -> int:
    """MM-3.3: return the +2s that may be laid on an open sum."""
    if s.kind == WILD_FOUR:
        return ALL_TWOS & of_colour(s.colour) if s.stacking == ALL else 0
    return ALL_TWOS if s.stacking != NO_STACKING else 0


@rule
def stacks_fours(s: MatchMania) -> int:
    """MM-3.3: whether the options let a Wild +4 be laid on an open sum."""
    return 1 if s.stacking == ALL or (s.kind == WILD_FOUR and s.stacking == TWOS_AND_FOURS) else 0


@rule
def is_answerable(s: MatchMania) -> int:
    """MM-7.1: whether the options let the seat hit by the top card stack or challenge; its hand does not matter."""
    if s.kind == WILD_FOUR and s.challenge:
        return 1
    return 1 if stacks_fours(s) or stacking_twos(s) else 0


@rule
def answers(s: MatchMania, seat: int) -> int:
    """MM-3.3, MM-3.6, MM-7.1, MM-7.3: return what may be done about an open penalty."""
    hand = s.kinds[seat]
    actions = state.DRAW_BIT | hand & stacking_twos(s)
    if s.kind == WILD_FOUR and s.challenge:
        actions |= state.CHALLENGE_BIT
    if hand & WILD_FOUR_BIT and stacks_fours(s) and four_goes(s, hand):
        actions |= WILD_FOUR_BIT
    return actions


@rule
def four_goes(s: MatchMania, hand: int) -> int:
    """MM-3.5, MM-7.2, MM-7.3: whether a Wild +4 may be played from this hand; one that can be challenged always may."""
    if s.wild_four == ANYTIME or s.challenge:
        return 1
    if s.wild_four == NO_COLOUR:
        return 0 if hand & of_colour(s.colour) else 1
    # version 1 asked what would fit without the sum
    if s.penalty and s.rules > 1:
        return 0 if hand & stacking_twos(s) else 1
    return 0 if hand & matching_kinds(s) else 1
