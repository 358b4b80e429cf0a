"""The moves of a seat that a search compares. Moves that the seat can't tell apart count as one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ..core.mind import Mind
from ..core.moves import choices_of
from ..core.state import S
from ..core.table import Table
from ..core.view import Choice

MOST_MOVES = 40
"""The most moves that are rated; if there are more, those that follow an idea come first."""
LET_GO = ""
"""The words that stand for not cutting in."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The moves examined: as words and as actions. `usual` is the rule of thumb's move; `of` is the number of all moves.

    `numbers` has the number of every move that is examined, including moves that another one stands for.
    """

    words: tuple[str, ...]
    actions: tuple[tuple[int, ...], ...]
    usual: int
    of: int
    numbers: Mapping[str, int]

    def renamed(self, number: int, words: str) -> "Candidates":
        """Return the same candidates, with one move named by the words of an equivalent one."""
        return replace(self, words=(*self.words[:number], words, *self.words[number + 1 :]))


def candidates(mind: Mind, seed: int) -> Candidates:
    """Return the moves of a seat, including doing nothing if the seat may only cut in."""
    world = mind.world(seed)
    table = Table(mind.game, world, 0)
    advised = table.advice(mind.seat, seed) or LET_GO
    choices = {choice.words: choice for choice in choices_of(mind.game, world, mind.seat)}
    groups = _groups(mind, world, choices, seed)
    first = {key: advised if advised in group else group[0] for key, group in groups.items()}
    moves = list(first.values())
    if len(moves) > MOST_MOVES:
        moves = sorted(moves, key=lambda words: not table.tactics(mind.seat, choices[words]))[:MOST_MOVES]
    if table.must != mind.seat:
        moves.append(LET_GO)
    if advised not in moves:
        moves.append(advised)
    numbers = {words: number for number, words in enumerate(moves)}
    for key, group in groups.items():
        if first[key] in numbers:
            numbers |= dict.fromkeys(group, numbers[first[key]])
    actions = [tuple(table.actions(words, mind.seat)) if words else () for words in moves]
    return Candidates(tuple(moves), tuple(actions), moves.index(advised), len({*first.values(), *moves}), numbers)


def _groups(mind: Mind[S], world: S, choices: Mapping[str, Choice], seed: int) -> dict[str, list[str]]:
    """Return the moves in groups, each of moves that the seat can't tell apart."""
    evidence, groups = mind.evidence(seed), dict[str, list[str]]()
    for words, choice in choices.items():
        groups.setdefault(mind.game.alike(world, evidence, mind.seat, choice), []).append(words)
    return groups


def searched(mind: Mind, seed: int, playouts: int, seconds: float, doubt: float) -> str | None:
    """Return the best move found, or None if the seat should not cut in."""
    from ..fast.search import rate_moves

    found = candidates(mind, seed)
    # Out of turn, only check whether the rule of thumb is right to cut in: cutting in is rarely good if it says no.
    if len(found.words) == 1 or found.words[found.usual] == LET_GO:
        return found.words[found.usual] or None
    ratings = rate_moves(mind, found.actions, found.usual, seed, playouts, seconds)
    return found.words[ratings.best(doubt)] or None
