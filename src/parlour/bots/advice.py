"""Advice: the moves of a seat ranked by how often they win, and the reasons in sentences.

    from parlour.bots import advise
    advice = advise(table.view(seat), names=["Ana", "Ben"])
    advice.best, advice.why

It comes from games simulated from worlds the seat could be in: how often each move wins, who wins instead after another
move, and what the others' moves reveal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ..core.game import Game
from ..core.mind import Mind
from ..core.sentence import MOVE, Part, Sentence
from ..core.table import Table
from ..core.texts import called, few, listed, seat_name, sentence, text, voice
from ..core.typing import typed_move
from ..core.view import Choice, View, move_said
from .candidates import LET_GO, Candidates, candidates
from .checks import check_asked
from .readiness import is_ready, make_ready, prepare, will_search

PLAYOUTS = 6000
SURE = 1.96
"""Standard errors on each side of a 95% confidence interval."""
EQUAL = 0.01
"""Win chances that differ by at most this much are called equal."""
ROUGH = 0.15
"""If the interval is wider than this, the hint is called a rough estimate."""
TELLING = 0.02
"""Another seat's win chance must rise by at least this much after a move to be given as a reason."""
MOST_BELIEFS = 2
MOST_EQUAL = 4


@dataclass(frozen=True, slots=True)
class Rated:
    """A move: the share of simulated games it wins, a 95% confidence interval, and the number of games."""

    words: str
    chance: float
    low: float
    high: float
    playouts: int


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice for a seat. `moves` are ranked, best first; moves dropped as clearly worse come last.

    Without a search there is only the best move. Words are empty if the seat may cut in but should not.
    """

    best: str
    moves: tuple[Rated, ...]
    equal: tuple[str, ...]
    """The moves that win as often as the best, within one percentage point, including the best."""
    why: tuple[Sentence, ...]
    """The reasons, one sentence each, with key and parts."""
    is_searched: bool
    """Whether games were simulated; if not, the rule of thumb answered."""

    @property
    def text(self) -> str:
        """The reasons in one line."""
        return " ".join(self.why)


def advise(
    view: View,
    *,
    names: Sequence[str] | None = (),
    seed: int = 0,
    playouts: int = PLAYOUTS,
    seconds: float = 0.0,
    wait: bool = True,
) -> Advice:
    """Rank the moves of the view's seat and explain them; raise ValueError if it has none.

    With `seconds` the clock may end the search. Without `wait` the rule of thumb answers until the rules are compiled.
    """
    mind = _checked_mind(view)
    check_asked(seed, playouts, seconds)
    found = candidates(mind, seed)
    if wait and will_search(mind.game):
        make_ready(mind.game)
    if not is_ready(mind.game):
        prepare(mind.game)
        return _by_rule_of_thumb(mind.game, found)
    return _searched(mind, found, names or (), seed, playouts, seconds)


def _checked_mind(view: View) -> Mind:
    mind = getattr(view, "mind", None)
    if not isinstance(mind, Mind):
        raise ValueError(sentence("refusal.advised"))
    if not Table(mind.game, mind.world(0), 0).moves(mind.seat):
        raise ValueError(sentence("refusal.nothingToMove", seat=mind.seat))
    return mind


def _by_rule_of_thumb(game: Game, found: Candidates) -> Advice:
    best = found.words[found.usual]
    if len(found.words) == 1:
        return Advice(best, (), (best,), (sentence("advice.onlyMove"),), is_searched=False)
    why_not = sentence("advice.notReady" if will_search(game) else "advice.notInstalled")
    return Advice(best, (), (best,), (sentence("advice.byThumb"), why_not), is_searched=False)


def _searched(mind: Mind, found: Candidates, names: Sequence[str], seed: int, playouts: int, seconds: float) -> Advice:
    from ..fast.search import rate_moves

    ratings = rate_moves(mind, found.actions, found.usual, seed, playouts, seconds, halving=False)
    chosen = ratings.best(doubt=0.0)
    ranked = [rated(words, ratings.fair_chance(i), ratings.played[i]) for i, words in enumerate(found.words)]
    # Clearly worse moves were dropped early. They come after the others, which were all tried in the same worlds.
    order = sorted(range(len(ranked)), key=lambda i: (i == chosen, ratings.played[i], ranked[i].chance), reverse=True)
    moves = tuple(ranked[i] for i in order)
    best = moves[0]
    equal = tuple(one.words for one in moves if one.playouts == best.playouts and best.chance - one.chance <= EQUAL)
    said = SpokenMoves(mind)
    why = [_ranking(moves, equal, said)]
    if best.high - best.low > ROUGH:
        why.append(sentence("advice.rough", count=ratings.playouts))
    if len(found.words) < found.of:
        why.append(sentence("advice.some", tried=len(found.words), count=found.of))
    if len(equal) < len(moves) and len(ratings.shares(chosen)) > 2:
        rival = next(i for i in order if found.words[i] not in equal)
        why += _instead(said(found.words[rival]), mind.seat, ratings.shares(chosen), ratings.shares(rival), names)
    beliefs = mind.game.believe(mind.evidence(seed), mind.world(seed), mind.seat, names)[:MOST_BELIEFS]
    why += [belief if isinstance(belief, Sentence) else Sentence(belief) for belief in beliefs]
    return Advice(best.words, moves, equal, tuple(why), is_searched=True)


def rated(words: str, chance: float, playouts: int) -> Rated:
    """A move with its chance and the interval of Wilson, which stays between 0 and 1."""
    n = max(playouts, 1)
    middle = (chance + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
    half = SURE * sqrt(chance * (1 - chance) / n + SURE**2 / (4 * n * n)) / (1 + SURE**2 / n)
    return Rated(words, chance, max(min(middle - half, chance), 0.0), min(max(middle + half, chance), 1.0), playouts)


class SpokenMoves:
    """Writes the moves of a seat as its player makes them: typed, or with cards and buttons."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._table = Table(mind.game, mind.world(0), 0)
        self._choices = {choice.words: choice for choice in self._table.view(mind.seat).moves}

    def __call__(self, words: str) -> Part:
        if words == LET_GO:
            return Part(text("advice.letGo"), MOVE, words)
        game, seat = self._mind.game, self._mind.seat
        said = typed_move(game, words, seat) if voice().typed else move_said(game, self._choices.get(words, Choice(words, ())))
        return Part(said, MOVE, words)

    def win_at_once(self, words: str) -> bool:
        """Whether this move wins the game at once."""
        if words == LET_GO:
            return False
        after = self._table.copy()
        after.play(words, self._mind.seat)
        return after.result is not None and self._mind.seat in after.result.winners


def percent(share: float) -> str:
    """A share as a whole number of percent."""
    return f"{100 * share:.0f}"


def _ranking(moves: Sequence[Rated], equal: Sequence[str], said: SpokenMoves) -> Sentence:
    """Return how often the best move wins, and the next best."""
    best = moves[0]
    share = {"chance": percent(best.chance), "low": percent(best.low), "high": percent(best.high)}
    if best.chance == 1 and said.win_at_once(best.words):
        return sentence("advice.winsAtOnce", move=said(best.words))
    if len(moves) == 1:
        return sentence("advice.only", move=said(best.words), **share)
    if len(equal) == len(moves):
        return sentence("advice.allEqual", **share)
    if len(equal) > 1:
        return sentence("advice.equal", moves=listed(few([said(words) for words in equal], MOST_EQUAL)), **share)
    following = {"other": said(moves[1].words), "others": percent(moves[1].chance)}
    return sentence("advice.best", move=said(best.words), **share, **following)


def _instead(move: Part, seat: int, best: Sequence[float], rival: Sequence[float], names: Sequence[str]) -> list[Sentence]:
    """Return who wins instead after another move. The shares are each seat's wins after the two."""
    other = most_helped(seat, best, rival)
    if other is None:
        return []
    who = seat_name(other, names) if names or not voice().names else called(other)
    return [sentence("advice.instead", move=move, who=who, more=percent(rival[other]), less=percent(best[other]))]


def most_helped(seat: int, best: Sequence[float], rival: Sequence[float]) -> int | None:
    """The other seat that wins most beyond its share when the rival move is made; None if nobody gains noticeably."""
    gain, other = max((rival[other] - best[other], other) for other in range(len(best)) if other != seat)
    return other if gain >= TELLING else None
