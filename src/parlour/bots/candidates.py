"""Bots that search: a seat's moves in words, each rated by playing the game on."""

import random
from dataclasses import dataclass

from ..core.mind import Mind
from ..core.table import Table

MOST_MOVES = 40
"""The number of moves rated at most; if there are more, a random sample and the rule of thumb's move."""
LET_GO = ""
"""The words of a seat that may cut in but doesn't."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The moves examined: as words and as actions. `usual` is the rule of thumb's move; `of` is the number of all moves."""

    words: tuple[str, ...]
    actions: tuple[tuple[int, ...], ...]
    usual: int
    of: int


def candidates(mind: Mind, seed: int) -> Candidates:
    """Return the moves of a seat, including to do nothing if the seat may only cut in."""
    table = Table(mind.game, mind.world(seed), 0)
    advised = table.advice(mind.seat, seed) or LET_GO
    listed = table.moves(mind.seat)
    moves = random.Random(seed).sample(listed, MOST_MOVES) if len(listed) > MOST_MOVES else listed[:]
    if table.must != mind.seat:
        moves.append(LET_GO)
    if advised not in moves:
        moves.append(advised)
    actions = [tuple(table.actions(words, mind.seat)) if words else () for words in moves]
    return Candidates(tuple(moves), tuple(actions), moves.index(advised), len({*listed, *moves}))


def searched(mind: Mind, seed: int, playouts: int, seconds: float, doubt: float) -> str | None:
    """Return the best move found; None: the seat should not cut in."""
    from ..fast.search import rate_moves

    found = candidates(mind, seed)
    # Out of turn, only check whether the rule of thumb is right to cut in: cutting in is rarely good if it says no.
    if len(found.words) == 1 or found.words[found.usual] == LET_GO:
        return found.words[found.usual] or None
    ratings = rate_moves(mind, found.actions, found.usual, seed, playouts, seconds)
    return found.words[ratings.best(doubt)] or None
