"""Which cards go on the top, and which answer a penalty."""

from ...core.rule import rule
from .cards import ALL_TWOS, WILD, WILD_BIT, WILD_FOUR, WILD_FOUR_BIT, of_colour, of_face
from .options import ALL, ANYTIME, NO_COLOUR, NO_STACKING, TWOS_AND_FOURS
from .state import CHALLENGE_BIT, DRAW_BIT, MatchMania


@rule
def matching(s: MatchMania) -> int:
    """MM-2.1: the kinds that go by colour, number or action, and the Wild; on a Wild only the colour counts."""
    kinds = of_colour(s.colour) | WILD_BIT
    if s.kind < WILD:
        kinds |= of_face(s.kind % 13)
    return kinds


@rule
def playable(s: MatchMania, seat: int) -> int:
    """MM-2.1, MM-3.4, MM-3.5: the kinds this seat may play while no penalty is open."""
    hand = s.kinds[seat]
    kinds = hand & matching(s)
    if hand & WILD_FOUR_BIT and four_goes(s, hand):
        kinds |= WILD_FOUR_BIT
    return kinds


@rule
def four_goes(s: MatchMania, hand: int) -> int:
    """MM-3.5, MM-7.2, MM-7.3: whether a Wild +4 may be played from this hand; one that can be challenged always may."""
    if s.wild_four == ANYTIME or s.challenge:
        return 1
    better = of_colour(s.colour) if s.wild_four == NO_COLOUR else matching(s)
    return 0 if hand & better else 1


@rule
def is_answerable(s: MatchMania) -> int:
    """MM-7.1: whether the options let the victim of the top stack or challenge; its hand does not matter."""
    if s.kind == WILD_FOUR:
        return 1 if s.challenge or s.stacking >= TWOS_AND_FOURS else 0
    return 1 if s.stacking != NO_STACKING else 0


@rule
def answers(s: MatchMania, seat: int) -> int:
    """MM-3.3, MM-3.6, MM-7.1, MM-7.3: what may be done about an open penalty."""
    hand = s.kinds[seat]
    actions = DRAW_BIT
    if s.kind == WILD_FOUR:
        fours = s.stacking >= TWOS_AND_FOURS
        if s.stacking == ALL:
            actions |= hand & ALL_TWOS & of_colour(s.colour)
        if s.challenge:
            actions |= CHALLENGE_BIT
    else:
        fours = s.stacking == ALL
        if s.stacking != NO_STACKING:
            actions |= hand & ALL_TWOS
    if fours and hand & WILD_FOUR_BIT and four_goes(s, hand):
        actions |= WILD_FOUR_BIT
    return actions
