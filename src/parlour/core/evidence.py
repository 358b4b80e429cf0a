"""Evidence: what others did tells something about the cards nobody sees.

A redeal draws any world that fits what a seat knows. A game may also say how well such a world fits what was *done*: it
gathers `Evidence` from the events a seat saw, and weighs a world by it. A game without evidence finds every world equal.
"""

from collections.abc import Sequence

from .rule import rule
from .state import Record, State, number
from .texts import few, listed, sentence

WHOLE = 1 << 16
"""The weight of a world that nothing speaks against."""

MOST_SAID = 6
"""So many things that a hand lacks are named in a sentence."""

Seen = tuple[int, int, int, int]
"""An event as a seat saw it: kind, seat, card (−1: not seen), number."""


class NoEvidence(Record):
    """Nothing was gathered."""

    nothing: int = number()


def gather_nothing(s: State, seat: int, seen: Sequence[Seen]) -> NoEvidence:
    """For a game in which what is done tells nothing."""
    return NoEvidence()


@rule
def weigh_nothing(s: State, evidence: Record, seat: int) -> int:
    """Every world is as likely as the other."""
    return WHOLE


def lacks(who: str, what: Sequence[str], key: str = "belief.lacksIfWise") -> str:
    """A sentence that a hand lacks all of these; not too many of them are named."""
    return sentence(key, who=who, what=listed(few(what, MOST_SAID), "list.or"))


def believe_nothing(evidence: Record, s: State, seat: int, names: Sequence[str]) -> list[str]:
    """There is nothing to say."""
    return []
