"""The chances of all seats after every move, with all hands open, and what each move changed.

The chance in a position is the share of the win that a seat gets on average when the rule of thumb plays every seat from there.
The cards that no seat knows are drawn again in every simulated game. A move is compared with what the rule of thumb would have
done in the same simulated games. The rest of a change in the chances is luck: cards that somebody saw for the first
time.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from operator import add, sub

from ..core.chance import bytes_used
from ..core.seats import seat_after
from ..core.state import TOGETHER, State
from ..core.table import TIME_UP, Table
from ..fast.search import AFTER, BEFORE_DEAL, CLOCK, NO_MOVE, rate_openly
from .model import ChanceLine, Chances, SeatChoice, ValuedMove

STRIDE = 1_000_003
"""The distance between the seeds of two moves, which is more than the worlds of any search."""
LINE_PLAYOUTS, MOST_WORLDS, FEWEST_WORLDS = 60_000, 400, 48
"""Simulated games for the chances of a whole game, and the most and the fewest for one move."""
CHOICE_PLAYOUTS, MOST_CHOICE_WORLDS = 180_000, 4_000
"""Simulated games for the moves that the rule of thumb would not have made, and the most worlds for one of them."""
BATCHES = 4
"""The number of batches in which these are simulated. The spread between them shows how far a mean can be trusted."""
DEAL_WORLDS = 6_000
"""Simulated games for the chances before the deal."""


def value_line(table: Table, seed: int, effort: float = 1.0) -> ChanceLine:
    """Return the chances and luck in a finished game; `effort` multiplies the number of simulated games."""
    result = shares(table)
    worlds = min(MOST_WORLDS, max(FEWEST_WORLDS, LINE_PLAYOUTS // (2 * max(len(table.log), 1))))
    worlds = max(1, int(worlds * effort))
    asked = []
    now = table.at(0)
    for number, (seat, words) in enumerate(table.log):
        before = now.copy()
        now.repeat(seat, words)
        asked.append(_Asked(before, seat, words, _has_chance(before, now), seed + number * STRIDE))
    moves = _chosen([_valued(one, worlds) for one in asked], asked, effort)
    if moves:
        moves[0] = _after_deal(moves[0], seed, effort)
    after = _joined(moves, result)
    luck = [_minus(_minus(after[i + 1], after[i]), valued.effect) for i, valued in enumerate(moves)]
    nothing = [0.0] * table.seats
    deal = _deal_variance(moves) if moves else nothing
    if table.origin:  # a position was never dealt
        return ChanceLine(after[0], after, luck, tuple(moves), deal, nothing)
    before_deal = chances_before_deal(table, seed, effort)
    variance = [_spread(share, max(1, int(DEAL_WORLDS * effort))) for share in before_deal]
    return ChanceLine(before_deal, after, luck, tuple(moves), variance, deal)


def shares(table: Table) -> Chances:
    """Return each seat's share of the win in a finished game."""
    winners = table.result.winners if table.result else []
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(table.seats)]


def chances_before_deal(table: Table, seed: int, effort: float = 1.0) -> Chances:
    """Return the chance of each seat before a card is dealt, under the house rules of this table."""
    state = table.game.fresh(table.seats, table.game.checked_options(table.options, table.seats), table.version)
    state.first = table.first
    worlds = max(1, int(DEAL_WORLDS * effort))
    return rate_openly(table.game, state, 0, [(NO_MOVE,)], seed, worlds, BEFORE_DEAL).shares(0)


def reference_move(state: State, seat: int) -> tuple[int]:
    """Return the rule of thumb's own choice for a seat, once the seats before it have decided not to cut in."""
    return (AFTER - seat_after(state, seat, -1),)


@dataclass(frozen=True, slots=True)
class _Asked:
    """One move of the log: the table before it, the mover, and the seats that decided not to cut in."""

    table: Table
    seat: int
    words: str
    has_chance: bool
    seed: int

    @property
    def passed(self) -> list[int]:
        """The seats that were asked before the mover."""
        order = self.table.asking_order
        return order[: order.index(self.seat)]

    @property
    def chosen(self) -> list[tuple[int, str]]:
        """The choices of the seats."""
        return [*((other, "") for other in self.passed), (self.seat, self.words)]

    def values(self, seed: int, worlds: int) -> list[Chances]:
        """Return the chances of all seats if the rule of thumb plays on from here, and after each choice."""
        actions = (CLOCK,) if self.words == TIME_UP else tuple(self.table.actions(self.words, self.seat))
        moves = [(NO_MOVE,), *((AFTER - other,) for other in self.passed), actions]
        ratings = rate_openly(self.table.game, self.table.open_state(), self.seat, moves, seed, worlds)
        return [ratings.shares(move) for move in range(len(moves))]


def _valued(asked: _Asked, worlds: int) -> ValuedMove:
    values = asked.values(asked.seed, worlds)
    nothing = [0.0] * len(values[0])
    choices = [
        SeatChoice(who, said, change, nothing) for (who, said), change in zip(asked.chosen, _changes(values), strict=True)
    ]
    return ValuedMove(asked.table, values[0], tuple(choices), asked.has_chance, worlds)


def _after_deal(valued: ValuedMove, seed: int, effort: float) -> ValuedMove:
    """Return the first move with its chances from more games, because the luck of the deal depends on them alone."""
    games = max(1, int(DEAL_WORLDS * effort))
    found = rate_openly(valued.table.game, valued.table.open_state(), 0, [(NO_MOVE,)], seed + STRIDE // 2, games).shares(0)
    total = games + valued.games
    chances = [(one * games + other * valued.games) / total for one, other in zip(found, valued.chances, strict=True)]
    return replace(valued, chances=chances, games=total)


def _changes(values: Sequence[Chances]) -> list[Chances]:
    """Return the effect of each choice."""
    return [_minus(later, value) for value, later in pairwise(values)]


def _chosen(moves: Sequence[ValuedMove], asked: Sequence[_Asked], effort: float) -> list[ValuedMove]:
    """Return the moves, with more games for choices that differ from the rule of thumb: only these have an effect."""
    differs = [any(any(choice.effect) for choice in valued.choices) for valued in moves]
    tried = sum(len(valued.choices) + 1 for valued, other in zip(moves, differs, strict=True) if other)
    worlds = min(MOST_CHOICE_WORLDS, CHOICE_PLAYOUTS // max(tried, 1))
    in_batch = max(1, int(worlds * effort) // BATCHES)
    return [
        _measured(valued, one, in_batch) if other else valued for valued, one, other in zip(moves, asked, differs, strict=True)
    ]


def _measured(valued: ValuedMove, asked: _Asked, worlds: int) -> ValuedMove:
    """Return a move with the effects of its choices measured in several batches of games."""
    found = [_changes(asked.values(asked.seed + number * worlds + MOST_WORLDS, worlds)) for number in range(BATCHES)]
    choices = []
    for number, choice in enumerate(valued.choices):
        batches = [changes[number] for changes in found]
        effect = [sum(each) / BATCHES for each in zip(*batches, strict=True)]
        off = [_minus(batch, effect) for batch in batches]
        variance = [sum(one * one for one in each) / (BATCHES * (BATCHES - 1)) for each in zip(*off, strict=True)]
        choices.append(replace(choice, effect=effect, variance=variance))
    return replace(valued, choices=tuple(choices))


def _deal_variance(moves: Sequence[ValuedMove]) -> Chances:
    """Return the squared standard error of the chances after the deal, which are the mean over the first stretch."""
    length = next((i for i, valued in enumerate(moves, 1) if valued.has_chance), len(moves))
    part = moves[:length]
    variances = [choice.variance for valued in part for choice in valued.choices]
    changed = [sum(each) for each in zip(*variances, strict=True)]
    if length == len(moves) and not moves[-1].has_chance:
        return changed
    games = sum(valued.games for valued in part)
    later = 1 - part[0].games / games  # the weight of the chances that depend on the measured effects of moves
    return [_spread(share, games) + later**2 * more for share, more in zip(part[0].chances, changed, strict=True)]


def _spread(share: float, games: int) -> float:
    """Return the squared standard error of a share of games."""
    return max(share * (1 - share), 0.25 / games) / games


def _has_chance(before: Table, after: Table) -> bool:
    """Whether somebody saw a card that no seat knew, or something was drawn at random."""
    then, now, unseen = before.open_state(), after.open_state(), before.game.unseen
    return unseen(then, TOGETHER) != unseen(now, TOGETHER) or bytes_used(then) != bytes_used(now)


def _joined(moves: Sequence[ValuedMove], result: Chances) -> list[Chances]:
    """Return the chances after every move. Between two chance events, only the moves change them.

    So all estimates in one such stretch are carried back to its first position and averaged. For a stretch that reaches the
    end without a chance event, they follow from the result.
    """
    after: list[Chances] = []
    start = 0
    for i, valued in enumerate(moves):
        is_last = i + 1 == len(moves)
        if not (valued.has_chance or is_last):
            continue
        part = moves[start : i + 1]
        moved = list(accumulate((one.effect for one in part), _plus, initial=[0.0] * len(result)))
        level = _minus(result, moved[-1]) if is_last and not valued.has_chance else _level(part, moved)
        after += [_plus(level, change) for change in moved[:-1]]
        start = i + 1
    return [*after, result]


def _level(part: Sequence[ValuedMove], moved: Sequence[Chances]) -> Chances:
    """Return the chances at the start of a stretch: the mean of the estimates at its positions, weighted by their games."""
    games = sum(valued.games for valued in part)
    said = [_minus(valued.chances, change) for valued, change in zip(part, moved, strict=False)]
    weighted = ([valued.games * one for one in each] for valued, each in zip(part, said, strict=True))
    return [sum(each) / games for each in zip(*weighted, strict=True)]


def _plus(one: Chances, other: Chances) -> Chances:
    return list(map(add, one, other))


def _minus(one: Chances, other: Chances) -> Chances:
    return list(map(sub, one, other))
