"""The review of a finished game: the chance of winning after every move, each decision judged by what its player knew, and the
result taken apart into cards, play, guesses and the others' play (docs/how/review.md).

    from parlour.review import review
    found = review(table, seat=0)

What lives here: `model` (what a review consists of), `valuation` (chances with all hands open), `judgement` (one decision by
what its seat knew) and `report` (both put together). It stands on the compiled search of `fast` and on the candidates and
sentences of `bots`. What must not live here: rules of a game, and anything that looks at a game before it is over.
"""

from .model import LABELS, Decision, Parts, Review, TurningPoint
from .report import review, why_not

__all__ = ["LABELS", "Decision", "Parts", "Review", "TurningPoint", "review", "why_not"]
