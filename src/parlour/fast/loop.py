"""The loop over whole games of bots that are rules, built for one game, its bots and its observers."""

from collections.abc import Callable, Sequence
from typing import Any

from ..core.bits import bit_count, lowest_bit
from ..core.chance import pick, plant_dice, reseed
from ..core.game import Game
from ..core.rule import large_rule, rule
from ..core.seats import seat_after
from ..core.state import NONE, assign
from .playout import CUT_OFF
from .tally import Observer, chained, placed, width

PASS = 62
"""The action of a random seat that may cut in but doesn't."""

Adviser = Callable[[Any, int, Any], int]


def make_loop(game: Game, advisers: Sequence[Adviser], observers: Sequence[Observer] = ()) -> Any:
    """Return the loop over whole games of bots, for this game. Policy k ≥ 1 is advisers[k − 1]; 0 is random."""
    dealt, decided, ended = chained(placed(observers, game))
    columns, _ = width(observers, game)
    must, may, legal, risky, act, setup = game.must, game.may, game.legal, game.risky, game.act, game.setup
    choose = _chooser(advisers)

    @rule
    def decide(s: Any, waiting: int, policies: Any, seating: Any, dice: Any, row: Any, notes: Any) -> int:
        """Make decisions until a seat has acted; return how many, or NONE if a bot broke the rules.

        The seats that may cut in are asked first, in the direction of play, and may pass; the seat the game waits for is last.
        """
        cutters = may(s)
        asked = 0
        for i in range(1 if cutters else s.seats, s.seats + 1):
            seat = seat_after(s, waiting, i)
            is_free = i < s.seats
            if is_free and not cutters >> seat & 1:
                continue
            actions = legal(s, seat)
            action = choose(s, seat, policies[seating[seat]], actions, is_free, dice)
            asked += 1
            if action < 0 and is_free:
                continue
            if action < 0 or action > 62 or not (actions | risky(s, seat)) >> action & 1:
                return NONE
            act(s, seat, action)
            decided(s, seat, action, row, notes)
            return asked
        return NONE

    @rule
    def finish(s: Any, policies: Any, seating: Any, dice: Any, row: Any, notes: Any) -> int:
        """Play a game to its end; return the number of decisions, or NONE if a bot broke the rules."""
        decisions = 0
        waiting = must(s)
        while waiting >= 0 and decisions < CUT_OFF:
            made = decide(s, waiting, policies, seating, dice, row, notes)
            if made < 0:
                return NONE
            decisions += made
            waiting = must(s)
        return decisions

    @rule
    def play(
        s: Any,
        blank: Any,
        dice: Any,
        seed: int,
        start: int,
        games: int,
        policies: Any,
        seatings: Any,
        wins: Any,
        table: Any,
        notes: Any,
    ) -> tuple[int, int]:
        """Play games by number from `start` on. Return the decisions, and a game in which a bot broke the rules or NONE.

        `seatings` has an entry of the line-up for each seat, seating after seating: game n is deal n // seatings with seating
        n % seatings. `wins` counts the wins of each entry, first those of nobody, then those alone, then those shared by two …
        `table` has a row for each game.
        """
        total = 0
        seats = blank.seats
        orders = len(seatings) // seats
        for number in range(start, start + games):
            order = number % orders
            seating = seatings[order * seats : (order + 1) * seats]
            row = table[(number - start) * columns : (number - start + 1) * columns]
            plant_dice(dice, seed + number // orders)
            assign(s, blank)
            reseed(s, dice)
            setup(s)
            dealt(s, row, notes)
            decisions = finish(s, policies, seating, dice, row, notes)
            if decisions < 0:
                return total, number
            ended(s, decisions, row, notes)
            total += decisions
            winners = s.winners
            shared = bit_count(winners)
            while winners:
                wins[shared * len(policies) + seating[lowest_bit(winners)]] += 1
                winners &= winners - 1
        return total, NONE

    return play


@rule
def choose_randomly(s: Any, seat: int, policy: int, actions: int, is_free: int, dice: Any) -> int:
    """Choose any action with equal probability; a seat that need not act may also pass."""
    if not is_free:
        return pick(dice, actions)
    action = pick(dice, actions | 1 << PASS)
    return NONE if action == PASS else action


def _chooser(advisers: Sequence[Adviser]) -> Any:
    """Return the choice by policy number, as a chain: Numba cannot call functions in a list."""
    choose: Any = choose_randomly
    for number, advise in enumerate(advisers, 1):
        choose = _or_advise(choose, number, advise)
    return choose


def _or_advise(others: Any, number: int, advise: Adviser) -> Any:
    @large_rule
    def choose(s: Any, seat: int, policy: int, actions: int, is_free: int, dice: Any) -> int:
        if policy == number:
            return advise(s, seat, dice)
        return int(others(s, seat, policy, actions, is_free, dice))

    return choose
