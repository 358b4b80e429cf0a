"""Judges one decision by what its seat knew: the possible moves, the best of them, what the chosen one cost, and why."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from ..bots.advice import SpokenMoves, most_helped, percent, rated
from ..bots.candidates import Candidates, candidates
from ..bots.comparison import EQUAL
from ..core.mind import Mind
from ..core.sentence import Sentence
from ..core.table import Table
from ..core.texts import seat_name, sentence, speaking
from ..fast.search import LET_GO as LET_GO_ACTION
from ..fast.search import Ratings, rate_moves, rate_openly
from .model import BEST, FINE, LUCKY, MISTAKE, SLIP, UNLUCKY, Decision
from .valuation import reference_move

FINE_COST, SLIP_COST = 0.03, 0.08
"""The most that a move may cost to be called fine, or a slip."""
AGAINST = 0.1
"""How much better another move must have been with all cards face up for a right move to be called unlucky."""
CLEAR = 2.0
"""Standard errors by which a cost must exceed zero before it counts against a player."""


def judge(
    table: Table,
    seat: int,
    words: str,
    *,
    move: int,
    effect: float,
    names: Sequence[str],
    seed: int,
    playouts: int,
    more: int,
    open_worlds: int,
) -> Decision | None:
    """Judge a seat's move at a table; `effect` is how much it changed the seat's chance with all hands open.

    `more` games are added for a move that the rule of thumb would not have made. Return None if the seat had no choice.
    """
    mind = table.mind(seat)
    found = candidates(mind, seed)
    if len(found.words) == 1:
        return None
    found, made = _with_move(found, table, seat, words)
    state = table.open_state()
    actions = [reference_move(state, seat), *(one or (LET_GO_ACTION,) for one in found.actions)]
    ratings = rate_moves(mind, actions, 0, seed, playouts, halving=False)
    ratings = _decided(ratings, mind, actions, made + 1, seed + playouts, more)
    open_ratings = rate_openly(table.game, state, seat, actions, seed, open_worlds)
    verdict = _Verdict(ratings, open_ratings, made + 1)
    play = ratings.mean_gain(made + 1)
    chances = [ratings.fair_chance(i + 1) for i in range(len(found.words))]
    order = sorted(range(len(chances)), key=lambda i: (i + 1 == verdict.best, ratings.played[i + 1], chances[i]), reverse=True)
    with speaking(names=names, listener=mind.seat):
        why = _reasons(verdict, mind, found, names, seed)
    return Decision(
        move=move,
        words=words,
        label=verdict.label,
        best=found.words[verdict.best - 1],
        chance=chances[made],
        best_chance=chances[verdict.best - 1],
        cost=verdict.cost,
        play=play,
        play_error=_error(ratings, made + 1),
        guess=effect - play,
        why=tuple(why),
        moves=tuple(rated(found.words[i], chances[i], ratings.played[i + 1]) for i in order),
    )


def _decided(ratings: Ratings, mind: Mind, actions: Sequence[Sequence[int]], made: int, seed: int, playouts: int) -> Ratings:
    """Return the ratings after more games of the moves that matter: the one made and the best, compared with the rule of thumb.

    If the move made is the rule of thumb's own, its gain is zero and needs no measuring.
    """
    if not playouts or not _differs(ratings, made):
        return ratings
    both = dict.fromkeys((made, _best(ratings, made)))
    decisive = [0, *(move for move in both if _differs(ratings, move))]
    more = rate_moves(mind, [actions[move] for move in decisive], 0, seed, playouts, halving=False, dropping=False)
    return _together(ratings, more, decisive)


def _together(one: Ratings, other: Ratings, moves: Sequence[int]) -> Ratings:
    """Return the combined ratings of two searches, the second of which had only these moves."""
    total = Ratings(one.usual, one.played[:], one.won[:], one.gain[:], one.squares[:], one.winners[:])
    seats = len(one.winners) // len(one.played)
    for number, move in enumerate(moves):
        total.played[move] += other.played[number]
        total.won[move] += other.won[number]
        total.gain[move] += other.gain[number]
        total.squares[move] += other.squares[number]
        for seat in range(seats):
            total.winners[move * seats + seat] += other.winners[number * seats + seat]
    return total


def _differs(ratings: Ratings, move: int) -> bool:
    """Whether a move ever led to anything other than the rule of thumb did."""
    return ratings.squares[move] > 0


def _error(ratings: Ratings, move: int) -> float:
    """Return the standard error of a move's gain."""
    return ratings.noise(move) if _differs(ratings, move) else 0.0


def _best(ratings: Ratings, made: int) -> int:
    """Return the best of these: the moves tried most, the move made, and the rule of thumb's own, whose gain is zero."""
    moves = range(1, len(ratings.played))
    most = max(ratings.played[move] for move in moves)
    finalists = [move for move in moves if ratings.played[move] == most or move == made or not _differs(ratings, move)]
    return max(finalists, key=lambda move: (ratings.mean_gain(move), move == made))


def _with_move(found: Candidates, table: Table, seat: int, words: str) -> tuple[Candidates, int]:
    """Return the candidates with the move made among them, and its number."""
    if words in found.numbers:
        return found.renamed(found.numbers[words], words), found.numbers[words]
    actions = tuple(table.actions(words, seat)) if words else ()
    for i, other in enumerate(found.actions):
        if sorted(other) == sorted(actions) and other[-1:] == actions[-1:]:
            return found, i
    more = replace(found, words=(*found.words, words), actions=(*found.actions, actions))
    return more, len(found.words)


class _Verdict:
    """The judgement of the move made, from the ratings of a decision. Move 0 of the ratings is the rule of thumb."""

    def __init__(self, ratings: Ratings, open_ratings: Ratings, made: int) -> None:
        self.ratings, self.made = ratings, made
        moves = range(1, len(ratings.played))
        self.best = _best(ratings, made)
        self.cost = self._behind(ratings, self.best)
        if self.cost <= EQUAL:  # as good as the best
            self.best = made
        self.best_openly = max(moves, key=lambda move: (open_ratings.mean_gain(move), move == made))
        self.label = self._label(open_ratings)

    def _behind(self, ratings: Ratings, other: int) -> float:
        return max(0.0, ratings.mean_gain(other) - ratings.mean_gain(self.made))

    def _is_clear(self, ratings: Ratings, other: int) -> bool:
        return self._behind(ratings, other) > CLEAR * hypot(ratings.noise(other), ratings.noise(self.made))

    def _label(self, openly: Ratings) -> str:
        is_wrong = self.cost > FINE_COST and self._is_clear(self.ratings, self.best)
        if is_wrong:
            if self._behind(openly, self.best) <= EQUAL:
                return LUCKY
            return MISTAKE if self.cost > SLIP_COST else SLIP
        if self._behind(openly, self.best_openly) >= AGAINST and self._is_clear(openly, self.best_openly):
            return UNLUCKY
        return BEST if self.cost <= EQUAL else FINE


def _reasons(verdict: _Verdict, mind: Mind, found: Candidates, names: Sequence[str], seed: int) -> list[Sentence]:
    """Return the reasons for the judgement, in sentences."""
    said, ratings = SpokenMoves(mind, names), verdict.ratings
    made, best = found.words[verdict.made - 1], found.words[verdict.best - 1]
    values = {"chance": percent(ratings.fair_chance(verdict.made)), "better": percent(ratings.fair_chance(verdict.best))}
    key = f"review.why.{verdict.label}"
    if verdict.label in (BEST, UNLUCKY) or verdict.made == verdict.best:
        other = said(found.words[verdict.best_openly - 1])
        parts = {"other": other} if verdict.label == UNLUCKY else {}
        key = "review.why.best" if verdict.label == FINE else key
        return [sentence(key, move=said(made), chance=values["chance"], **parts), *said.tactics(made)]
    why = [sentence(key, move=said(made), best=said(best), **values), *said.tactics(best)]
    if verdict.label in (SLIP, MISTAKE, LUCKY):
        why += _instead(verdict, mind.seat, said(made), names)
        why += [Sentence(belief) for belief in mind.game.believe(mind.evidence(seed), mind.world(seed), mind.seat, names)[:1]]
    return why


def _instead(verdict: _Verdict, seat: int, made: object, names: Sequence[str]) -> list[Sentence]:
    """Return who gains from the move made, if there are more than two seats."""
    best, mine = verdict.ratings.shares(verdict.best), verdict.ratings.shares(verdict.made)
    if len(best) == 2:
        return []
    other = most_helped(seat, best, mine)
    if other is None:
        return []
    more, less = percent(mine[other]), percent(best[other])
    return [sentence("review.why.instead", move=made, who=seat_name(other, names), more=more, less=less)]
