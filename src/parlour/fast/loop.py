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
from .tally import PASS, Observer, chained, placed, width

STEPS = 1 << 16
"""How many of the latest steps of a game are recorded: more than any game has between a kept state and half-time."""
FIRST_MARK = 2
"""Turns after which a state is kept for the first time; after that, one is kept whenever the turns have doubled."""
SPARE = STEPS + 3
"""The size of the working space that the loop needs after that of the observers.

It holds the steps, the number of steps before each of the two kept states, and the number of all steps.
"""

Adviser = Callable[[Any, int, Any], int]


def make_loop(game: Game, advisers: Sequence[Adviser], observers: Sequence[Observer] = ()) -> Any:
    """Return this game's loop over whole games of bots. Policy k ≥ 1 is advisers[k − 1]; 0 is random."""
    places = placed(observers, game)
    dealt, asked, decided, ended, halved = chained(places)
    has_half = any(place.hooks.halved for place in places)
    columns, steps_start = width(observers, game)
    must, may, legal, risky, act, setup = game.must, game.may, game.legal, game.risky, game.act, game.setup
    choose = _chooser(advisers)

    @rule
    def decide(s: Any, waiting: int, policies: Any, seating: Any, dice: Any, row: Any, notes: Any, step: int) -> int:
        """Make decisions until a seat has acted; return how many, or NONE if a bot broke the rules.

        The seats that may cut in are asked first, in the direction of play, and may pass; the seat the game waits for is last.
        """
        decisions = 1
        seat = waiting
        actions = 0
        action = NONE
        cutters = may(s)
        if cutters:
            for i in range(1, s.seats):
                seat = seat_after(s, waiting, i)
                if cutters >> seat & 1:
                    actions = legal(s, seat)
                    action = choose(s, seat, policies[seating[seat]], actions, 1, dice)
                    asked(s, seat, actions | 1 << PASS, row, notes)
                    if action >= 0:
                        break
                    decisions += 1
        if action < 0:
            seat = waiting
            actions = legal(s, seat)
            action = choose(s, seat, policies[seating[seat]], actions, 0, dice)
            asked(s, seat, actions, row, notes)
        if action < 0 or action > 62 or not (actions >> action & 1 or risky(s, seat) >> action & 1):
            return NONE
        if has_half:
            notes[steps_start + step % STEPS] = seat << 6 | action
        act(s, seat, action)
        decided(s, seat, action, row, notes)
        return decisions

    @rule
    def finish(states: Any, dice: Any, policies: Any, seating: Any, row: Any, notes: Any) -> int:
        """Play a game to its end; return the number of decisions, or NONE if a bot broke the rules.

        To return to half-time later, the state is kept whenever the turns have doubled, in the last two states alternately.
        """
        s = states[0]
        decisions = 0
        step = 0
        mark = FIRST_MARK
        kept = 0
        waiting = must(s)
        while waiting >= 0 and decisions < CUT_OFF:
            made = decide(s, waiting, policies, seating, dice, row, notes, step)
            if made < 0:
                return NONE
            decisions += made
            step += 1
            waiting = must(s)
            if has_half and s.turns >= mark and waiting >= 0:
                assign(states[2 + kept], s)
                notes[steps_start + STEPS + kept] = step
                kept = 1 - kept
                mark = 2 * s.turns
        if has_half:
            notes[steps_start + STEPS + 2] = step
        return decisions

    @rule
    def deal(s: Any, blank: Any, dice: Any, seed: int) -> None:
        """Deal a game from its seed."""
        plant_dice(dice, seed)
        assign(s, blank)
        reseed(s, dice)
        setup(s)

    # A separate function, so that the rules are not compiled into the loop twice.
    @large_rule
    def go_back(states: Any, dice: Any, seed: int, notes: Any) -> int:
        """Advance to half-time from the latest state kept before it, or from the deal; return the place of that state.

        If the steps since that state are no longer all recorded, it is not advanced.
        """
        half = states[0].turns // 2
        place = 2 if states[2].turns <= half and (states[3].turns > half or states[2].turns > states[3].turns) else 3
        s = states[place]
        if s.turns < 0 or s.turns > half:  # the game was too short for a state to be kept
            deal(s, states[1], dice, seed)
            notes[steps_start + STEPS + place - 2] = 0
        step = notes[steps_start + STEPS + place - 2]
        if step + STEPS < notes[steps_start + STEPS + 2]:
            return int(place)
        while s.turns < half:
            taken = notes[steps_start + step % STEPS]
            act(s, taken >> 6, taken & 63)
            step += 1
        return int(place)

    @rule
    def add_up(row: Any, totals: Any) -> None:
        """Add a game to the totals of every column: the sum, the sum of squares, and in how many games it is not 0."""
        for i in range(columns):
            value = row[i]
            totals[i] += value
            totals[columns + i] += value * value
            totals[2 * columns + i] += value != 0

    @rule
    def play(
        states: Any,
        dice: Any,
        seed: int,
        start: int,
        games: int,
        policies: Any,
        seatings: Any,
        wins: Any,
        table: Any,
        notes: Any,
        totals: Any,
    ) -> tuple[int, int]:
        """Play games by number from `start` on. Return the decisions, and the game in which a bot broke the rules or NONE.

        `seatings` has an entry of the line-up for each seat, seating after seating: game n is deal n // seatings with seating
        n % seatings. `wins` counts the wins of each entry: first games that nobody won, then wins alone, then wins shared by
        two … `table` has a row for each game, and `totals` sums them up. `states` are the one that is played, a blank one, and
        two that are kept to find half-time.
        """
        s = states[0]
        total = 0
        seats = states[1].seats
        orders = len(seatings) // seats
        for number in range(start, start + games):
            order = number % orders
            seating = seatings[order * seats : (order + 1) * seats]
            row = table[(number - start) * columns : (number - start + 1) * columns]
            deal(s, states[1], dice, seed + number // orders)
            dealt(s, row, notes)
            if has_half:
                states[2].turns = states[3].turns = NONE  # no state is kept yet
            decisions = finish(states, dice, policies, seating, row, notes)
            if decisions < 0:
                return total, number
            ended(s, decisions, row, notes)
            total += decisions
            winners = s.winners
            shared = bit_count(winners)
            while winners:
                wins[shared * len(policies) + seating[lowest_bit(winners)]] += 1
                winners &= winners - 1
            if has_half:
                place = go_back(states, dice, seed + number // orders, notes)
                halved(states[place], s.winners, row, notes)
            add_up(row, totals)
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
    """Return a rule that chooses by policy number, as a chain of rules: Numba cannot call functions in a list.

    Advisers are called, since they are long; a random choice is inlined, because a call would take as long as the choice.
    """
    advised: Any = choose_randomly
    for number, advise in enumerate(advisers, 1):
        advised = _or_advise(advised, number, advise)

    @rule
    def choose(s: Any, seat: int, policy: int, actions: int, is_free: int, dice: Any) -> int:
        if policy == 0:
            return choose_randomly(s, seat, policy, actions, is_free, dice)
        return int(advised(s, seat, policy, actions, is_free, dice))

    return choose


def _or_advise(others: Any, number: int, advise: Adviser) -> Any:
    @large_rule
    def choose(s: Any, seat: int, policy: int, actions: int, is_free: int, dice: Any) -> int:
        if policy == number:
            return advise(s, seat, dice)
        return int(others(s, seat, policy, actions, is_free, dice))

    return choose
