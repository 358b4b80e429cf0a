"""Evidence: what the other players' moves reveal about hidden cards.

A redeal draws any world that is consistent with what a seat knows. A game may also say how well such a world fits the players'
*moves*: it collects `Evidence` from the events a seat saw, and weighs worlds by it. Without evidence all worlds weigh the same.
"""

from collections.abc import Sequence

from .rule import rule
from .state import Record, State, number
from .texts import few, listed, sentence

WHOLE = 1 << 16
"""The weight of a world that no evidence speaks against."""

MOST_SAID = 6
"""The most missing kinds of card that a sentence names."""

Seen = tuple[int, int, int, int]
"""An event as a seat saw it: kind, seat, card (−1: not seen), number."""


class NoEvidence(Record):
    """Empty evidence."""

    nothing: int = number()


def gather_nothing(s: State, seat: int, seen: Sequence[Seen]) -> NoEvidence:
    """Observe nothing: for a game in which moves reveal nothing."""
    return NoEvidence()


@rule
def weigh_nothing(s: State, evidence: Record, seat: int) -> int:
    """Give every world the same weight."""
    return WHOLE


def lacks(who: str, what: Sequence[str], key: str = "belief.lacksIfWise") -> str:
    """Return a sentence saying that a hand lacks all of these; names only the first few."""
    return sentence(key, who=who, what=listed(few(what, MOST_SAID), "list.or"))


def believe_nothing(evidence: Record, s: State, seat: int, names: Sequence[str]) -> list[str]:
    """Return no beliefs."""
    return []
