"""Bots that search: the moves of a seat in words, each rated by playing the game on."""

from dataclasses import dataclass
from typing import Any

from ..core.mind import Mind
from ..core.table import Table

MOST_MOVES = 40
"""Moves that are rated; where more are listed, the shortest ones, which come first."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The moves that are looked at: in words and as actions; `usual` is that of the rule of thumb."""

    words: tuple[str, ...]
    actions: tuple[tuple[int, ...], ...]
    usual: int


def candidates(mind: Mind, seed: int) -> Candidates:
    """The moves of a seat the game waits for."""
    table = Table(mind.game, mind.world(seed), 0)
    advised = table.advice(mind.seat, seed)
    moves = table.moves(mind.seat)[:MOST_MOVES]
    assert advised is not None
    if advised not in moves:
        moves.append(advised)
    steps: list[Any] = [mind.game.parse(table._state, mind.seat, words)[0] for words in moves]
    return Candidates(tuple(moves), tuple(tuple(actions) for actions in steps), moves.index(advised))


def searched(mind: Mind, seed: int, playouts: int, seconds: float = 0.0, doubt: float = 1.0) -> str:
    """The words of the best move found."""
    from ..fast.search import rate_moves

    found = candidates(mind, seed)
    if len(found.words) == 1:
        return found.words[0]
    ratings = rate_moves(mind, found.actions, found.usual, seed, playouts, seconds)
    return found.words[ratings.best(doubt)]
