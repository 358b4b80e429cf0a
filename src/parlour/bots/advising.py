"""What to do and why: the moves of a seat ranked by how often they win, and the reasons in sentences.

    from parlour.bots import advise
    advice = advise(table.view(seat), names=["Ana", "Ben"])
    advice.best, advice.why

All of it comes from games that were played on from worlds the seat could be in: what wins how often, who wins instead after
another move, and what the others' doings tell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from ..core.mind import Mind
from ..core.table import Table
from ..core.texts import called, few, listed, seat_name, sentence, text, voice
from ..core.view import View
from .border import check_asked
from .readiness import can_search, is_ready, make_ready, prepare
from .searching import LET_GO, Candidates, candidates

PLAYOUTS = 6000
SURE = 1.96
"""Standard errors on each side of a 95 % interval."""
EQUAL = 0.01
"""Win chances that differ by no more than this are called equal."""
ROUGH = 0.15
"""An interval that is wider makes an advice a rough one."""
TELLING = 0.02
"""By so much another seat must win more after another move before that is given as a reason."""
MOST_BELIEFS = 2
MOST_EQUAL = 4


@dataclass(frozen=True, slots=True)
class Rated:
    """A move: the share of the games played on from it that it wins, a 95 % interval, and how many those were."""

    words: str
    chance: float
    low: float
    high: float
    playouts: int


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat had better do. `moves` are ranked, the best first; what was dropped as clearly behind comes after all others.

    Without a search there is only the best.

    Words are empty for a seat that may cut in and had better let it go.
    """

    best: str
    moves: tuple[Rated, ...]
    equal: tuple[str, ...]
    """The moves that win as often as the best, within a point; the best is one of them."""
    why: tuple[str, ...]
    """The reasons, a sentence each."""
    is_searched: bool
    """Whether games were played on for it; if not, it is the word of the rule of thumb."""

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
    """The moves of the seat of a view, ranked, and why; a ValueError in a sentence if it has none.

    With `seconds` the clock ends the search. Without `wait` the rule of thumb answers as long as the rules are not compiled.
    """
    mind = _checked_mind(view)
    check_asked(seed, playouts, seconds)
    found = candidates(mind, seed)
    if can_search() and wait:
        make_ready(mind.game)
    if not is_ready(mind.game):
        prepare(mind.game)
        return _by_rule_of_thumb(found)
    return _searched(mind, found, names or (), seed, playouts, seconds)


def _checked_mind(view: View) -> Mind:
    mind = getattr(view, "mind", None)
    if not isinstance(mind, Mind):
        raise ValueError(sentence("refusal.advised"))
    if not Table(mind.game, mind.world(0), 0).moves(mind.seat):
        raise ValueError(sentence("refusal.noMove", seat=mind.seat))
    return mind


def _by_rule_of_thumb(found: Candidates) -> Advice:
    best = found.words[found.usual]
    if len(found.words) == 1:
        return Advice(best, (), (best,), (sentence("advice.onlyMove", move=_said(best)),), is_searched=False)
    why_not = sentence("advice.notReady" if can_search() else "advice.notInstalled")
    return Advice(best, (), (best,), (sentence("advice.byThumb", move=_said(best)), why_not), is_searched=False)


def _searched(mind: Mind, found: Candidates, names: Sequence[str], seed: int, playouts: int, seconds: float) -> Advice:
    from ..fast.search import rate_moves

    ratings = rate_moves(mind, found.actions, found.usual, seed, playouts, seconds, halving=False)
    chosen = ratings.best(doubt=0.0)
    rated = [_rated(words, ratings.fair_chance(i), int(ratings.played[i])) for i, words in enumerate(found.words)]
    # What was clearly behind was dropped early: it comes after what stayed in, which was all seen in the same worlds.
    order = sorted(range(len(rated)), key=lambda i: (i == chosen, ratings.played[i], rated[i].chance), reverse=True)
    moves = tuple(rated[i] for i in order)
    best = moves[0]
    equal = tuple(one.words for one in moves if one.playouts == best.playouts and best.chance - one.chance <= EQUAL)
    why = [_ranking(moves, equal)]
    if best.high - best.low > ROUGH:
        why.append(sentence("advice.rough", count=ratings.playouts))
    if len(found.words) < found.of:
        why.append(sentence("advice.some", tried=len(found.words), count=found.of))
    if len(equal) < len(moves) and len(ratings.winners[0]) > 2:
        shares = ratings.winners / ratings.played.clip(1)[:, None]
        rival = next(i for i in order if found.words[i] not in equal)
        why += _instead(found.words[rival], mind.seat, shares[chosen], shares[rival], names)
    why += mind.game.believe(mind.evidence(seed), mind.world(seed), mind.seat, names)[:MOST_BELIEFS]
    return Advice(best.words, moves, equal, tuple(why), is_searched=True)


def _rated(words: str, chance: float, playouts: int) -> Rated:
    """With the interval of Wilson, which stays between 0 and 1."""
    n = max(playouts, 1)
    middle = (chance + SURE**2 / (2 * n)) / (1 + SURE**2 / n)
    half = SURE * sqrt(chance * (1 - chance) / n + SURE**2 / (4 * n * n)) / (1 + SURE**2 / n)
    return Rated(words, chance, max(min(middle - half, chance), 0.0), min(max(middle + half, chance), 1.0), playouts)


def _said(words: str) -> str:
    return text("advice.move", words=words) if words != LET_GO else text("advice.letGo")


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _ranking(moves: Sequence[Rated], equal: Sequence[str]) -> str:
    """How often the best move wins, and the next one."""
    best = moves[0]
    share = {"chance": _percent(best.chance), "low": _percent(best.low), "high": _percent(best.high)}
    if len(moves) == 1:
        return sentence("advice.only", move=_said(best.words), **share)
    if len(equal) == len(moves):
        return sentence("advice.allEqual", **share)
    if len(equal) > 1:
        return sentence("advice.equal", moves=listed(few([_said(words) for words in equal], MOST_EQUAL)), **share)
    following = {"other": _said(moves[1].words), "others": _percent(moves[1].chance)}
    return sentence("advice.best", move=_said(best.words), **share, **following)


def _instead(words: str, seat: int, best: Sequence[float], rival: Sequence[float], names: Sequence[str]) -> list[str]:
    """Who wins instead after another move: the seat that gains most by it. The shares are each seat's wins after the two."""
    gain, other = max((rival[other] - best[other], other) for other in range(len(best)) if other != seat)
    if gain < TELLING:
        return []
    who = seat_name(other, names) if names or not voice().names else called(other)
    return [sentence("advice.instead", move=_said(words), who=who, more=_percent(rival[other]), less=_percent(best[other]))]
