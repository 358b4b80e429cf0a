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
"""The latest steps of a game that are recorded: more than any game has between a state that is kept and half-time."""
FIRST_MARK = 2
"""Turns after which a state is kept for the first time since the deal; then whenever the turns have doubled."""
SPARE = STEPS + 3
"""Numbers of working space that the loop needs after those of the observers.

They are the steps, how many came before each kept state, and how many there were.
"""

Adviser = Callable[[Any, int, Any], int]


def make_loop(game: Game, advisers: Sequence[Adviser], observers: Sequence[Observer] = ()) -> Any:
    """Return the loop over whole games of bots, for this game. Policy k ≥ 1 is advisers[k − 1]; 0 is random."""
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

        For half-time, the state is kept at the deal and whenever the turns have doubled, in the last two states by turns.
        """
        s = states[0]
        decisions = 0
        step = 0
        mark = FIRST_MARK
        kept = 1
        waiting = must(s)
        while waiting >= 0 and decisions < CUT_OFF:
            made = decide(s, waiting, policies, seating, dice, row, notes, step)
            if made < 0:
                return NONE
            decisions += made
            step += 1
            waiting = must(s)
            if has_half and s.turns >= mark:
                assign(states[2 + kept], s)
                notes[steps_start + STEPS + kept] = step
                kept = 1 - kept
                mark = 2 * s.turns
        if has_half:
            notes[steps_start + STEPS + 2] = step
        return decisions

    # As a separate function, so that the rules are not compiled into the loop twice.
    @large_rule
    def go_back(states: Any, notes: Any) -> int:
        """Lead the latest state that was kept up to half-time on to it; return its place.

        If its steps are no longer all recorded, it stays where it is.
        """
        half = states[0].turns // 2
        place = 2 if states[2].turns <= half and (states[3].turns > half or states[2].turns > states[3].turns) else 3
        step = notes[steps_start + STEPS + place - 2]
        s = states[place]
        if step + STEPS < notes[steps_start + STEPS + 2]:
            return int(place)
        while s.turns < half:
            taken = notes[steps_start + step % STEPS]
            act(s, taken >> 6, taken & 63)
            step += 1
        return int(place)

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
    ) -> tuple[int, int]:
        """Play games by number from `start` on. Return the decisions, and a game in which a bot broke the rules or NONE.

        `seatings` has an entry of the line-up for each seat, seating after seating: game n is deal n // seatings with seating
        n % seatings. `wins` counts the wins of each entry, first those of nobody, then those alone, then those shared by two …
        `table` has a row for each game. `states` are the one that is played, a blank one, and two kept on the way to half-time.
        """
        s = states[0]
        total = 0
        seats = states[1].seats
        orders = len(seatings) // seats
        for number in range(start, start + games):
            order = number % orders
            seating = seatings[order * seats : (order + 1) * seats]
            row = table[(number - start) * columns : (number - start + 1) * columns]
            plant_dice(dice, seed + number // orders)
            assign(s, states[1])
            reseed(s, dice)
            setup(s)
            dealt(s, row, notes)
            if has_half:
                assign(states[2], s)
                notes[steps_start + STEPS] = 0
                states[3].turns = NONE  # no other state is kept yet
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
                place = go_back(states, notes)
                halved(states[place], s.winners, row, notes)
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
