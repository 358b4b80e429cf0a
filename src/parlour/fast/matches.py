"""Whole games of bots that are rules: any line-up in one compiled loop, with observers beside it.

    from parlour.fast.matches import play_matches
    play_matches(game_id, ["advice", "random"], games=100_000, seats=2, seed=1, jobs="all").shares

A policy is a number: 0 moves at random, k ≥ 1 is the k-th adviser, the game's own rule of thumb being the first.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np

from ..core.bits import bit_count, lowest_bit
from ..core.chance import Dice, pick, plant_dice, reseed
from ..core.game import Game, find_game
from ..core.rule import large_rule, rule
from ..core.seats import seat_after
from ..core.sentence import quoted
from ..core.state import NONE, assign
from .batch import CHUNK, _threads
from .compiler import compiled, rows, to_row
from .playout import CUT_OFF
from .tally import Counter, Observer, chained, counting, fresh, placed

RANDOM, ADVICE = 0, 1
POLICIES = {"random": RANDOM, "advice": ADVICE, "skilled": ADVICE}
"""The policies that every game has, by name."""

PASS = 62
"""The action of a random seat that may cut in but doesn't."""

Adviser = Callable[[Any, int, Any], int]


# ---- the loops ------------------------------------------------------------------------------------------------------


class Loop(NamedTuple):
    """The loop over whole games; `columns` and `notes` are how many numbers its observers need."""

    play: Callable[..., Any]
    columns: int
    notes: int


def make_loop(game: Game, advisers: Sequence[Adviser], observers: Sequence[Observer] = ()) -> Loop:
    """Return the loop over whole games of bots, for this game. Policy k ≥ 1 is advisers[k − 1]; 0 is random."""
    places = placed(observers, game)
    dealt, decided, ended = chained(places)
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

        Game n is deal n // len(seatings) with seating n % len(seatings): entry seatings[.][seat] of the line-up sits on `seat`.
        `wins[winners, entry]` counts wins by how many shared them. `table` has a row for each game.
        """
        total = 0
        for number in range(start, start + games):
            seating = seatings[number % len(seatings)]
            row = table[number - start]
            plant_dice(dice, seed + number // len(seatings))
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
                wins[shared, seating[lowest_bit(winners)]] += 1
                winners &= winners - 1
        return total, NONE

    columns, notes = (places[-1].end, places[-1].notes_end) if places else (0, 0)
    return Loop(play, columns, notes)


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


@cache
def compiled_loop(game: Game, advisers: tuple[Adviser, ...], observers: tuple[Observer, ...]) -> Loop:
    """The compiled loop."""
    loop = make_loop(game, advisers, observers)
    hooks = [hook for observer in observers for hook in observer.hooks(game) if hook is not None]
    return loop._replace(play=compiled(loop.play, game, beside=(*advisers, *hooks)))


# ---- a piece of work ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class MatchPlan:
    """A plan of games: every result follows from these fields and the numbers of the games.

    `bots` are the names or numbers of policies, `seatings` orders of them. `rivals` are the policies from 2 on.
    """

    game: Game
    seats: int
    options: tuple[tuple[str, int], ...]
    seed: int
    bots: tuple[str | int, ...]
    seatings: tuple[tuple[int, ...], ...]
    observers: tuple[Observer, ...] = ()
    rivals: tuple[Adviser, ...] = ()

    @property
    def advisers(self) -> tuple[Adviser, ...]:
        """The policies from 1 on."""
        return self.game.advise, *self.rivals

    @property
    def policies(self) -> tuple[int, ...]:
        """The bots by number."""
        return tuple(_policy(bot, len(self.rivals)) for bot in self.bots)


@dataclass
class Results:
    """The results of some games: decisions, `wins[winners, entry]`, and the row of each game."""

    games: int
    decisions: int
    wins: Any
    table: Any


def play_part(plan: MatchPlan, start: int, games: int, *, interpreted: bool = False) -> Results:
    """Play the games with these numbers, compiled or interpreted, with the same result."""
    loop = (_interpreted_loop if interpreted else compiled_loop)(plan.game, plan.advisers, plan.observers)
    state_class = counting(plan.game) if plan.observers else plan.game.state
    s, blank, dice = (_plain if interpreted else _packed)(state_class, fresh(state_class, plan.seats, dict(plan.options)))
    wins = np.zeros((plan.seats + 1, len(plan.bots)), np.int64)
    table = np.zeros((games, loop.columns), np.int64)
    policies, seatings = np.array(plan.policies, np.int64), np.array(plan.seatings, np.int64)
    notes = np.zeros(loop.notes, np.int64)
    decisions, fault = loop.play(s, blank, dice, plan.seed, start, games, policies, seatings, wins, table, notes)
    if fault >= 0:
        raise RuntimeError(
            f"A bot of {plan.game.name} chose an illegal action in game {fault} of seed {plan.seed} ({plan.seats} seats)."
        )
    return Results(games, int(decisions), wins, table)


def _plain(state_class: type[Any], blank: Any) -> tuple[Any, Any, Any]:
    """Return a state to play on, a blank one and dice, interpreted."""
    s = state_class()
    if "told" in s.fields:
        s.log = Counter(s)
    return s, blank, Dice()


def _packed(state_class: type[Any], blank: Any) -> tuple[Any, Any, Any]:
    """Return the same as records."""
    states = rows(state_class, 2)
    to_row(blank, states[1])
    return states[0], states[1], rows(Dice, 1)[0]


@cache
def _interpreted_loop(game: Game, advisers: tuple[Adviser, ...], observers: tuple[Observer, ...]) -> Loop:
    return make_loop(game, advisers, observers)


# ---- matches of bots ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """The results of matches: `wins[k]` counts, by entry of the line-up, the games won by k seats together."""

    games: int
    decisions: int
    wins: Any

    @property
    def shares(self) -> tuple[float, ...]:
        """The share of wins of each entry of the line-up; a shared win is divided."""
        return tuple(float(share) for share in shared_wins(self.wins) / max(self.games, 1))


def shared_wins(wins: Any) -> Any:
    """The wins by entry; a win of k seats counts 1/k for each."""
    return sum((wins[k] / k for k in range(1, len(wins))), np.zeros(wins.shape[1]))


def every_seating(entries: int) -> tuple[tuple[int, ...], ...]:
    """Return all orders in which a line-up can sit."""
    return tuple(permutations(range(entries)))


def rotations(entries: int) -> tuple[tuple[int, ...], ...]:
    """Return the rotations of a line-up."""
    return tuple(tuple((seat + i) % entries for seat in range(entries)) for i in range(entries))


def play_matches(
    game: str | Game,
    line_up: Sequence[int | str],
    games: int,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    jobs: int | str = 1,
    *,
    rivals: tuple[Adviser, ...] = (),
    rotate: bool = False,
) -> Score:
    """Play bots that are rules against each other, compiled: wins by entry of the line-up.

    A line-up names a policy for each seat: `random`, `advice`, or a number: 0, 1, and from 2 on the `rivals`, which are rules
    like a game's `advise`. With `rotate` every deal is played once from each rotation of the line-up, so that game n is deal n
    // seats: choose `games` as a multiple of the seats. The same seed gives the same result for any number of jobs.
    """
    rules = find_game(game) if isinstance(game, str) else game
    count = rules.checked_seats(len(line_up) if seats is None else seats)
    values = rules.checked_options(options or {}, count)
    policies = tuple(_policy(entry, len(rivals)) for entry in line_up)
    if len(policies) != count:
        raise ValueError(f"A line-up for {count} seats must name {count} bots, not {len(policies)}.")
    if isinstance(games, bool) or not isinstance(games, int) or games < 0:
        raise ValueError(f"The number of games must be a whole number, not {quoted(games)}.")
    seatings = rotations(count) if rotate else (tuple(range(count)),)
    plan = MatchPlan(rules, count, tuple(values.items()), seed, policies, seatings, rivals=rivals)

    def work(start: int) -> Results:
        return play_part(plan, start, min(CHUNK, games - start))

    decisions, wins = 0, np.zeros((count + 1, count), np.int64)
    with ThreadPoolExecutor(_threads(jobs)) as pool:
        for part in pool.map(work, range(0, games, CHUNK)):
            decisions += part.decisions
            wins += part.wins
    return Score(games, decisions, wins)


def _policy(entry: int | str, rivals: int) -> int:
    number = POLICIES.get(entry, -1) if isinstance(entry, str) else entry
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= ADVICE + rivals:
        raise ValueError(f"Unknown policy {quoted(entry)}. Available: random, advice and numbers up to {ADVICE + rivals}.")
    return number
