"""The review of a finished game: the chance of winning after every move, each decision judged by what its player knew, and the
result broken down into cards, play, guesses and the others' play (docs/how/review.md).

    from parlour.review import review
    found = review(table, seat=0)

This package holds `model` (the parts of a review), `valuation` (chances with all hands open), `judgement` (one decision by
what its seat knew) and `report` (both put together). It uses the compiled search of `fast` and the candidates and
sentences of `bots`. It must not contain rules of a game, or anything that looks at a game before it is over.
"""

from .model import LABELS, Decision, Parts, Review, TurningPoint
from .report import review, why_not

__all__ = ["LABELS", "Decision", "Parts", "Review", "TurningPoint", "review", "why_not"]
