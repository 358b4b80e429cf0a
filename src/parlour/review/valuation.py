"""The chances of all seats after every move, with all hands open, and what each move changed.

The chance in a position is the share of the win that a seat gets on average when the rule of thumb plays every seat from there.
The cards that no seat knows are drawn again in every simulated game. A move is compared with what the rule of thumb would have
done in the same simulated games. The rest of a change in the chances is luck: cards that somebody saw for the first
time.
"""

from collections.abc import Sequence
from itertools import accumulate
from operator import add, sub

from ..core.chance import bytes_used
from ..core.seats import seat_after
from ..core.state import TOGETHER, State
from ..core.table import TIME_UP, Table
from ..fast.search import AFTER, BEFORE_DEAL, CLOCK, NO_MOVE, rate_openly
from .model import Chances, Choice, Line, Stage

STRIDE = 1_000_003
"""Distance between the seeds of two moves: more than any number of worlds."""
LINE_PLAYOUTS, MOST_WORLDS, FEWEST_WORLDS = 60_000, 400, 48
"""Simulated games for the chances of a whole game, and the bounds of those for one move."""
DEAL_WORLDS = 3_000
"""Simulated games for the chances before the deal."""


def value_line(table: Table, seed: int, effort: float = 1.0) -> Line:
    """The line of a finished game; `effort` multiplies the number of simulated games."""
    result = shares(table)
    worlds = min(MOST_WORLDS, max(FEWEST_WORLDS, LINE_PLAYOUTS // (2 * max(len(table.log), 1))))
    worlds = max(1, int(worlds * effort))
    stages = []
    now = table.at(0)
    for number, (seat, words) in enumerate(table.log):
        before = now.copy()
        now.repeat(seat, words)
        stages.append(_stage(before, seat, words, now, seed + number * STRIDE, worlds))
    after = _joined(stages, result)
    luck = [_minus(_minus(after[i + 1], after[i]), stage.effect) for i, stage in enumerate(stages)]
    before_deal = after[0] if table.origin else chances_before_deal(table, seed, effort)  # a position was never dealt
    return Line(before_deal, after, luck, tuple(stages))


def shares(table: Table) -> Chances:
    """Each seat's share of the win in a finished game."""
    winners = table.result.winners if table.result else []
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(table.seats)]


def chances_before_deal(table: Table, seed: int, effort: float = 1.0) -> Chances:
    """The chance of each seat before a card is dealt, under the house rules of this table."""
    state = table.game.fresh(table.seats, table.game.checked_options(table.options, table.seats), table.version)
    state.first = table.first
    worlds = max(1, int(DEAL_WORLDS * effort))
    return rate_openly(table.game, state, 0, [(NO_MOVE,)], seed, worlds, BEFORE_DEAL).shares(0)


def reference_move(state: State, seat: int) -> tuple[int]:
    """The rule of thumb's own choice for a seat, once the seats before it have let their chance to cut in go by."""
    return (AFTER - seat_after(state, seat, -1),)


def _stage(before: Table, seat: int, words: str, after: Table, seed: int, worlds: int) -> Stage:
    game, state = before.game, before._state
    order = before.asking_order
    passed = order[: order.index(seat)]
    actions = (CLOCK,) if words == TIME_UP else tuple(before.actions(words, seat))
    moves = [(NO_MOVE,), *((AFTER - other,) for other in passed), actions]
    ratings = rate_openly(game, state, seat, moves, seed, worlds)
    values = [ratings.shares(move) for move in range(len(moves))]
    words_of = [*((other, "") for other in passed), (seat, words)]
    choices = tuple(Choice(who, said, _minus(values[i + 1], values[i])) for i, (who, said) in enumerate(words_of))
    return Stage(before, values[0], choices, _has_chance(before, after))


def _has_chance(before: Table, after: Table) -> bool:
    """Whether somebody saw a card that no seat knew, or something was drawn at random."""
    unseen = before.game.unseen
    if unseen(before._state, TOGETHER) != unseen(after._state, TOGETHER):
        return True
    return bytes_used(before._state) != bytes_used(after._state)


def _joined(stages: Sequence[Stage], result: Chances) -> list[Chances]:
    """The chances after every move. Between two chance events they change by the moves alone.

    So all estimates of one such stretch are brought to its first position and averaged. The stretch that reaches the end
    without a chance event follows from the result.
    """
    after: list[Chances] = []
    start = 0
    for i, stage in enumerate(stages):
        is_last = i + 1 == len(stages)
        if not (stage.has_chance or is_last):
            continue
        part = stages[start : i + 1]
        moved = list(accumulate((one.effect for one in part), _plus, initial=[0.0] * len(result)))
        level = _minus(result, moved[-1]) if is_last and not stage.has_chance else _level(part, moved)
        after += [_plus(level, change) for change in moved[:-1]]
        start = i + 1
    return [*after, result]


def _level(part: Sequence[Stage], moved: Sequence[Chances]) -> Chances:
    """The chances at the start of a stretch: the mean of the estimates at its positions."""
    said = [_minus(stage.chances, change) for stage, change in zip(part, moved, strict=False)]
    return [sum(each) / len(part) for each in zip(*said, strict=True)]


def _plus(one: Chances, other: Chances) -> Chances:
    return list(map(add, one, other))


def _minus(one: Chances, other: Chances) -> Chances:
    return list(map(sub, one, other))
