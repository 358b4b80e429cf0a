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
from .model import ChanceLine, Chances, SeatChoice, ValuedMove

STRIDE = 1_000_003
"""Distance between the seeds of two moves: more than any number of worlds."""
LINE_PLAYOUTS, MOST_WORLDS, FEWEST_WORLDS = 60_000, 400, 48
"""Simulated games for the chances of a whole game, and the bounds of those for one move."""
DEAL_WORLDS = 3_000
"""Simulated games for the chances before the deal."""


def value_line(table: Table, seed: int, effort: float = 1.0) -> ChanceLine:
    """The line of a finished game; `effort` multiplies the number of simulated games."""
    result = shares(table)
    worlds = min(MOST_WORLDS, max(FEWEST_WORLDS, LINE_PLAYOUTS // (2 * max(len(table.log), 1))))
    worlds = max(1, int(worlds * effort))
    moves = []
    now = table.at(0)
    for number, (seat, words) in enumerate(table.log):
        before = now.copy()
        now.repeat(seat, words)
        moves.append(_valued(before, seat, words, now, seed + number * STRIDE, worlds))
    after = _joined(moves, result)
    luck = [_minus(_minus(after[i + 1], after[i]), valued.effect) for i, valued in enumerate(moves)]
    before_deal = after[0] if table.origin else chances_before_deal(table, seed, effort)  # a position was never dealt
    return ChanceLine(before_deal, after, luck, tuple(moves))


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


def _valued(before: Table, seat: int, words: str, after: Table, seed: int, worlds: int) -> ValuedMove:
    game, state = before.game, before.open_state()
    order = before.asking_order
    passed = order[: order.index(seat)]
    actions = (CLOCK,) if words == TIME_UP else tuple(before.actions(words, seat))
    moves = [(NO_MOVE,), *((AFTER - other,) for other in passed), actions]
    ratings = rate_openly(game, state, seat, moves, seed, worlds)
    values = [ratings.shares(move) for move in range(len(moves))]
    words_of = [*((other, "") for other in passed), (seat, words)]
    choices = tuple(SeatChoice(who, said, _minus(values[i + 1], values[i])) for i, (who, said) in enumerate(words_of))
    return ValuedMove(before, values[0], choices, _has_chance(before, after))


def _has_chance(before: Table, after: Table) -> bool:
    """Whether somebody saw a card that no seat knew, or something was drawn at random."""
    then, now, unseen = before.open_state(), after.open_state(), before.game.unseen
    return unseen(then, TOGETHER) != unseen(now, TOGETHER) or bytes_used(then) != bytes_used(now)


def _joined(moves: Sequence[ValuedMove], result: Chances) -> list[Chances]:
    """The chances after every move. Between two chance events they change by the moves alone.

    So all estimates of one such stretch are brought to its first position and averaged. The stretch that reaches the end
    without a chance event follows from the result.
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
    """The chances at the start of a stretch: the mean of the estimates at its positions."""
    said = [_minus(valued.chances, change) for valued, change in zip(part, moved, strict=False)]
    return [sum(each) / len(part) for each in zip(*said, strict=True)]


def _plus(one: Chances, other: Chances) -> Chances:
    return list(map(add, one, other))


def _minus(one: Chances, other: Chances) -> Chances:
    return list(map(sub, one, other))
