"""Advice: the moves of a seat ranked by how often they win, and the reasons in sentences.

    from parlour.bots import advise
    advice = advise(table.view(seat), names=["Ana", "Ben"])
    advice.best, advice.why

Reasons come in this order: the ideas behind the move, which the game names (`Game.tactics`); how often it wins, from games
simulated in worlds the seat could be in; and what the others' moves reveal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from ..core.mind import Mind
from ..core.sentence import MOVE, Part, Sentence
from ..core.table import Table
from ..core.texts import called, few, listed, seat_name, sentence, speaking, text, voice
from ..core.typing import typed_move
from ..core.view import Choice, View, move_said
from .candidates import LET_GO, Candidates, candidates
from .checks import check_asked
from .readiness import is_ready, is_turned_off, make_ready, prepare, will_search

if TYPE_CHECKING:
    from .comparison import Compared

PLAYOUTS = 40_000
"""The most play-outs of a search; it ends earlier once it is clear which moves are best."""
SURE = 1.96
"""The half-width of a 95% confidence interval, in standard errors."""
ROUGH = 0.15
"""If the interval is wider than this, the hint is called a rough estimate."""
TELLING = 0.02
"""Another seat's win chance must rise by at least this much after a move to be given as a reason."""
MOST_BELIEFS = 2
MOST_EQUAL = 4
SAME_DICE = 0
"""The seed of the rule of thumb, always the same: hints in one position start from the same move."""
RANKING = ("advice.best", "advice.equal", "advice.allEqual")
"""The keys of the sentences that say how often the best moves win."""
WORLDS = 24
"""A move counts as winning at once if it does so in this many random worlds."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A move: the share of simulated games it wins, a 95% confidence interval, the number of games, and its main idea."""

    words: str
    chance: float
    low: float
    high: float
    playouts: int
    idea: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """The advice for a seat. `moves` are ranked, best first; moves dropped as clearly worse come last.

    Without a search there is only the best move. Its words are empty if the seat may cut in but should not.
    """

    best: str
    moves: tuple[Rated, ...]
    equal: tuple[str, ...]
    """The moves that can't be told apart from the best one, the best first."""
    why: tuple[Sentence, ...]
    """The reasons, one sentence each, with key and parts."""
    is_searched: bool
    """Whether games were simulated; if not, the rule of thumb answered."""
    has_idea: bool = False
    """Whether the first reason is the main idea behind the best move."""

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
    found = candidates(mind, SAME_DICE)
    if wait and will_search(mind.game):
        make_ready(mind.game)
    if not is_ready(mind.game):
        prepare(mind.game)
        return _by_rule_of_thumb(mind, found, names or ())
    return _searched(mind, found, names or (), seed, playouts, seconds)


def _checked_mind(view: View) -> Mind:
    mind = getattr(view, "mind", None)
    if not isinstance(mind, Mind):
        raise ValueError(sentence("refusal.advised"))
    if not Table(mind.game, mind.world(0), 0).moves(mind.seat):
        raise ValueError(sentence("refusal.nothingToMove", seat=mind.seat))
    return mind


def _by_rule_of_thumb(mind: Mind, found: Candidates, names: Sequence[str]) -> Advice:
    best = found.words[found.usual]
    if len(found.words) == 1:
        why_this = "advice.onlyMove" if len(found.numbers) == 1 else "advice.alike"
        return Advice(best, (), (best,), (sentence(why_this),), is_searched=False)
    cannot = "advice.turnedOff" if is_turned_off() else "advice.notInstalled"
    why_not = sentence("advice.notReady" if will_search(mind.game) else cannot)
    why = (*SpokenMoves(mind, names).tactics(best), sentence("advice.byThumb"), why_not)
    return Advice(best, (), (best,), why, is_searched=False, has_idea=len(why) > 2)


def _searched(mind: Mind, found: Candidates, names: Sequence[str], seed: int, playouts: int, seconds: float) -> Advice:
    from .comparison import compare_moves

    said = SpokenMoves(mind, names)
    winner = next((i for i, words in enumerate(found.words) if said.wins_at_once(words)), None)
    usual = found.usual if winner is None else winner
    compared = compare_moves(mind, found.actions, usual, seed, playouts, seconds)
    moves = tuple(rated(found.words[i], compared.chance(i), compared.playouts(i), said) for i in compared.ranked)
    best = moves[0]
    equal = tuple(found.words[i] for i in compared.equal)
    if compared.best == winner:
        return Advice(best.words, moves, equal, (sentence("advice.winsAtOnce", move=said(best.words)),), is_searched=True)
    why = [*said.tactics(best.words), _ranking(moves, equal, said, is_only=len(found.numbers) == 1)]
    if best.high - best.low > ROUGH:
        why.append(sentence("advice.rough", count=compared.total))
    if len(found.words) < found.of:
        why.append(sentence("advice.some", tried=len(found.words), count=found.of))
    why += _instead(compared, found, mind.seat, said)
    beliefs = mind.game.believe(mind.evidence(seed), mind.world(seed), mind.seat, names)[:MOST_BELIEFS]
    why += [belief if isinstance(belief, Sentence) else Sentence(belief) for belief in beliefs]
    return Advice(best.words, moves, equal, tuple(why), is_searched=True, has_idea=bool(best.idea))


def rated(words: str, chance: float, playouts: int, said: "SpokenMoves | None" = None) -> Rated:
    """Return a move with its chance and its Wilson interval, which stays between 0 and 1; `said` gives the idea behind it."""
    n = max(playouts, 1)
    middle = (chance + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
    half = SURE * sqrt(chance * (1 - chance) / n + SURE**2 / (4 * n * n)) / (1 + SURE**2 / n)
    idea = next(iter(said.tactics(words)), "") if said else ""
    return Rated(words, chance, max(min(middle - half, chance), 0.0), min(max(middle + half, chance), 1.0), playouts, str(idea))


class SpokenMoves:
    """Writes the moves of a seat as its player makes them, typed or with cards and buttons, and the ideas behind them."""

    def __init__(self, mind: Mind, names: Sequence[str] = ()) -> None:
        self._mind, self._names = mind, names
        self._table = Table(mind.game, mind.world(0), 0)
        self._choices = {choice.words: choice for choice in self._table.view(mind.seat).moves}

    def __call__(self, words: str) -> Part:
        if words == LET_GO:
            return Part(text("advice.letGo"), MOVE, words)
        game, seat = self._mind.game, self._mind.seat
        said = typed_move(game, words, seat) if voice().typed else move_said(game, self._choices.get(words, Choice(words, ())))
        return Part(said, MOVE, words)

    def name(self, seat: int) -> str:
        """Return the name of another seat: one of those given, otherwise the one that the current voice uses."""
        return seat_name(seat, self._names) if self._names or not voice().names else called(seat)

    def tactics(self, words: str) -> list[Sentence]:
        """Return the ideas behind a move in sentences, the main one first; none if it follows none or is not listed."""
        if words not in self._choices:
            return []
        with speaking(names=self._names or voice().names, listener=self._mind.seat):
            found = self._table.tactics(self._mind.seat, self._choices[words])
        return [idea if isinstance(idea, Sentence) else Sentence(idea) for idea in found]

    def wins_at_once(self, words: str) -> bool:
        """Whether this move wins the game at once, wherever the hidden cards are."""
        return words != LET_GO and all(self._wins(words, world) for world in range(WORLDS))

    def _wins(self, words: str, world: int) -> bool:
        after = Table(self._mind.game, self._mind.world(world), 0)
        after.play(words, self._mind.seat)
        return after.result is not None and self._mind.seat in after.result.winners


def percent(share: float) -> str:
    """Return a share as a whole percentage."""
    return f"{100 * share:.0f}"


def _ranking(moves: Sequence[Rated], equal: Sequence[str], said: SpokenMoves, *, is_only: bool) -> Sentence:
    """Return how often the best move wins, and the next best. `is_only`: there is no other move."""
    best = moves[0]
    share = {"chance": percent(best.chance), "low": percent(best.low), "high": percent(best.high)}
    if is_only:
        return sentence("advice.only", move=said(best.words), **share)
    if len(equal) == len(moves):
        return sentence("advice.allEqual", **share)
    if len(equal) > 1:
        return sentence("advice.equal", moves=listed(few([said(words) for words in equal], MOST_EQUAL)), **share)
    following = {"other": said(moves[1].words), "others": percent(moves[1].chance)}
    return sentence("advice.best", move=said(best.words), **share, **following)


def _instead(compared: "Compared", found: Candidates, seat: int, said: SpokenMoves) -> list[Sentence]:
    """Return who wins more often after the next best move, if there are more than two seats."""
    rival = next((i for i in compared.ranked if i not in compared.equal), None)
    best = compared.shares(compared.best)
    other = compared.most_helped(seat, rival, TELLING) if rival is not None and len(best) > 2 else None
    if rival is None or other is None:
        return []
    more, less = percent(compared.shares(rival)[other]), percent(best[other])
    return [sentence("advice.instead", move=said(found.words[rival]), who=said.name(other), more=more, less=less)]


def most_helped(seat: int, best: Sequence[float], rival: Sequence[float]) -> int | None:
    """Return the other seat that gains most from the rival move; None if no seat gains noticeably."""
    gain, other = max((rival[other] - best[other], other) for other in range(len(best)) if other != seat)
    return other if gain >= TELLING else None
