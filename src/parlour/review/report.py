"""Makes the review of one seat from the chances after every move and the judged decisions. The search is imported only when a
review is made.
"""

import hashlib
from collections.abc import Sequence

from ..bots.readiness import make_ready, will_search
from ..core.sentence import Invalid, Sentence, quoted
from ..core.table import TIME_UP, Table
from ..core.texts import sentence
from .model import ChanceLine, Decision, Review

DECISION_PLAYOUTS, MOST_PLAYOUTS, FEWEST_PLAYOUTS = 120_000, 6_000, 600
"""The numbers of simulated games for all decisions of a seat, and the most and the fewest for one decision."""
MORE_PLAYOUTS, MOST_MORE = 180_000, 24_000
"""Simulated games added for the moves that the rule of thumb would not have made, and the most for one move."""
OPEN_WORLDS = 300
"""Simulated games with all hands open for each move of a decision."""


def review(table: Table, seat: int = 0, *, names: Sequence[str] = (), seed: int | None = None, effort: float = 1.0) -> Review:
    """Review a finished game for one seat, or raise ValueError if that is not possible.

    The same game gives the same review. Another `seed` simulates other games, which shows how much the numbers vary.
    `effort` multiplies the number of simulated games.
    """
    refusal = why_not(table)
    if refusal:
        raise Invalid(refusal)
    if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < table.seats:
        raise Invalid(sentence("refusal.noSeat", seat=quoted(seat), seats=table.seats))
    from .valuation import value_line

    make_ready(table.game)
    number = _seed_of(table) if seed is None else seed
    line = value_line(table, number, effort)
    return Review(table, seat, line, tuple(_decisions(line, seat, names, number, effort)))


def why_not(table: Table) -> Sentence | None:
    """Return why a game cannot be reviewed here and now, or None."""
    if table.result is None:
        return sentence("refusal.review.notOver")
    return None if will_search(table.game) else sentence("refusal.review.noSearch")


def _seed_of(table: Table) -> int:
    """Return the seed of the simulated games, which is derived from the game."""
    return int.from_bytes(hashlib.sha256(table.save().encode()).digest()[:6], "little")


def _decisions(line: ChanceLine, seat: int, names: Sequence[str], seed: int, effort: float) -> list[Decision]:
    """Return the decisions of a seat. Not cutting in isn't one if the rule of thumb wouldn't either."""
    from .judgement import judge
    from .valuation import STRIDE

    found = []
    own = [
        (number, valued, choice)
        for number, valued in enumerate(line.moves)
        for choice in valued.choices
        if choice.seat == seat and choice.words != TIME_UP and (choice.words or any(choice.effect))
    ]
    playouts = min(MOST_PLAYOUTS, max(FEWEST_PLAYOUTS, DECISION_PLAYOUTS // max(len(own), 1)))
    differing = sum(any(choice.effect) for _, _, choice in own)
    more = min(MOST_MORE, MORE_PLAYOUTS // max(differing, 1))
    for number, valued, choice in own:
        decision = judge(
            valued.table,
            seat,
            choice.words,
            move=number + 1,
            effect=choice.effect[seat],
            names=names,
            seed=seed + number * STRIDE,
            playouts=max(1, int(playouts * effort)),
            more=int(more * effort) if any(choice.effect) else 0,
            open_worlds=max(1, int(OPEN_WORLDS * effort)),
        )
        if decision is not None:
            found.append(decision)
    return found
