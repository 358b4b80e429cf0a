"""One table of an environment, step by step: plain rules that run interpreted, compiled, and on a GPU.

The caller plays some seats, and rules play the others. A step is an action of the seat that was asked; then others act until a
seat of the caller is asked again, or the game is over. Seats that may cut in are asked first, in the direction of play, and may
pass (`core/seats.py`), as in `Table.asking_order`.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from ..core.bits import bit_count, lowest_bit
from ..core.chance import BYTES, pick, plant_dice, spread
from ..core.default_observation import observation_of
from ..core.game import Game
from ..core.observation import ACTIONS, PASS, get_set, put_set
from ..core.rule import large_rule, rule
from ..core.seats import seat_after
from ..core.state import NONE, WORD, Record, State, assign, number

STRIDE = 1 << 32
"""A table's next game has the seed of the last one plus this, so tables with neighbouring seeds never play the same game."""

RUNNING, OVER, FORFEIT, CUT_OFF = range(4)
"""The result of a step: the game continues; somebody has won; an illegal action ended it; it took too long."""

PLAYING, ENDED, UNDEALT = range(3)
"""The state of a table between two steps."""

BY_WINS, BY_SCORES = range(2)
"""The kinds of rewards: for winning, or the points of the game."""

NEXT_STEP, SAME_STEP = range(2)
"""When the next game is dealt: by the step after the end, whose action is ignored, or by the step that ends the game."""


class Desk(Record):
    """The progress of one table, in addition to the state of its game and its dice."""

    seed: int = number(bits=64)  # of the game being played
    stands: int = number(UNDEALT)
    learners: int = number()  # the seats that the caller plays, as a set
    rotates: int = number()  # whether the caller's one seat moves on by one each game
    policy: int = number()  # how the other seats choose: 0 is random, 1 the rule of thumb
    seat: int = number()  # the seat that is asked, or was asked last
    place: int = number()  # its place in the asking order; the seat that the game waits for comes last
    decisions: int = number()  # the decisions of all seats in this game
    games: int = number()  # the games that have ended


class StepSettings(NamedTuple):
    """The settings that all tables of an environment share, as numbers for its rules."""

    autoreset: int = SAME_STEP
    rewards: int = BY_WINS
    attempts: int = 0
    longest: int = 100_000


class Stepping(NamedTuple):
    """The rules that step a table of one game."""

    step: Callable[..., int]
    mask: Callable[..., int]
    take: Callable[..., int]
    advance: Callable[..., int]


@rule
def plant_number(s: State, seed: int) -> None:
    """Start the stream of a seed below 1 << 62, as `plant` does."""
    for i in range(8):
        s.key[i] = 0
    s.key[0] = seed & WORD
    s.key[1] = seed >> 32
    s.quick = 0
    s.blocks = 0
    s.used = BYTES


@rule
def next_game(s: State, desk: Desk) -> None:
    """Move on to the seed and the seat of the next game."""
    desk.seed += STRIDE
    if desk.rotates:
        seat = lowest_bit(desk.learners) + 1
        desk.learners = 1 << (seat if seat < s.seats else 0)


@rule
def pay_winners(s: State, row: Any) -> None:
    """Share 1 among the winners and -1 among the others; nobody gets anything if all have won, or nobody has."""
    winners = bit_count(s.winners)
    losers = s.seats - winners
    if winners == 0 or losers == 0:
        return
    for seat in range(s.seats):
        row[seat] = 1 / winners if s.winners >> seat & 1 else -1 / losers


@cache
def make_stepping(game: Game, has_advice: bool) -> Stepping:
    """Return the rules that step a table of this game; without advice the other seats play at random."""
    must, may, legal, risky, act = game.must, game.may, game.legal, game.risky, game.act
    setup, score, advise = game.setup, game.score, game.advise
    observe = observation_of(game).observe
    most, sign = game.most_seats, -1 if game.lowest_wins else 1

    @rule
    def choose_randomly(s: Any, desk: Any, seat: int, dice: Any) -> int:
        """Return any legal action; a seat that need not act may also pass."""
        return pick(dice, legal(s, seat) | (1 << PASS if desk.place < s.seats else 0))

    @rule
    def choose_by_policy(s: Any, desk: Any, seat: int, dice: Any) -> int:
        """Return an action by the policy of the other seats."""
        if desk.policy == 0:
            return choose_randomly(s, desk, seat, dice)
        action = advise(s, seat, dice)
        return PASS if action < 0 else action

    choose = choose_by_policy if has_advice else choose_randomly

    @large_rule
    def take(s: Any, desk: Any, seat: int, action: int, attempts: int) -> int:
        """Take an action for the seat that is asked, or pass; return 0 if it is not legal."""
        if action == PASS and desk.place < s.seats:
            return 1
        if action < 0 or action >= ACTIONS:
            return 0
        actions = legal(s, seat)
        if attempts:
            actions |= risky(s, seat)
        if not actions >> action & 1:
            return 0
        act(s, seat, action)
        desk.place = 0
        return 1

    @large_rule
    def advance(s: Any, desk: Any, dice: Any, longest: int) -> int:
        """Let the others act until a seat of the caller is asked; return whether the game continues, is over or was cut off."""
        while True:
            waiting = must(s)
            if waiting < 0:
                return OVER
            if desk.decisions >= longest:
                return CUT_OFF
            place = desk.place + 1
            cutters = may(s)
            if cutters == 0:
                place = s.seats
            while place < s.seats and not cutters >> seat_after(s, waiting, place) & 1:
                place += 1
            desk.place = place
            seat = seat_after(s, waiting, place) if place < s.seats else waiting
            desk.decisions += 1
            if desk.learners >> seat & 1:
                desk.seat = seat
                return RUNNING
            if not take(s, desk, seat, choose(s, desk, seat, dice), 1):
                return FORFEIT

    @large_rule
    def deal(s: Any, blank: Any, desk: Any, dice: Any, longest: int) -> None:
        """Deal, and let the others act until a seat of the caller is asked; deal again if the game ends before that."""
        while True:
            assign(s, blank)
            plant_number(s, desk.seed)
            plant_dice(dice, desk.seed)
            setup(s)
            desk.place = 0
            desk.decisions = 0
            desk.stands = PLAYING
            if advance(s, desk, dice, longest) == RUNNING:
                return
            next_game(s, desk)

    @rule
    def pay_scores(s: Any, row: Any) -> None:
        """Pay each seat its score, less the mean score of the others."""
        total = 0
        for seat in range(s.seats):
            total += score(s, seat)
        for seat in range(s.seats):
            own = score(s, seat)
            row[seat] = sign * (own - (total - own) / (s.seats - 1))

    @rule
    def mask_of(s: Any, desk: Any, seat: int, attempts: int) -> int:
        """Return the actions of a seat: none unless it is asked."""
        if desk.stands != PLAYING or seat != desk.seat:
            return 0
        actions = legal(s, seat)
        if attempts:
            actions |= risky(s, seat)
        return actions | 1 << PASS if desk.place < s.seats else actions

    @large_rule
    def look(s: Any, desk: Any, attempts: int, observation: Any, mask: Any) -> None:
        """Write what the asked seat knows, and its actions."""
        observe(s, desk.seat, observation)
        put_set(mask, 0, mask_of(s, desk, desk.seat, attempts), ACTIONS)

    @rule
    def step(
        s: Any,
        blank: Any,
        desk: Any,
        dice: Any,
        action: int,
        autoreset: int,
        rewards: int,
        attempts: int,
        longest: int,
        penalty: float,
        observation: Any,
        mask: Any,
        row: Any,
    ) -> int:
        """Take a step at a table: the action of the asked seat, or the deal of a new game. Return how it ended.

        `row` gets the reward of every seat. A seat whose action is not legal gets the penalty, and the game is over.
        """
        for seat in range(most):
            row[seat] = 0
        end = RUNNING
        if desk.stands == PLAYING:
            if take(s, desk, desk.seat, action, attempts):
                end = advance(s, desk, dice, longest)
            else:
                end = FORFEIT
                row[desk.seat] = penalty
            if end == OVER:
                if rewards == BY_WINS:
                    pay_winners(s, row)
                else:
                    pay_scores(s, row)
            if end:
                desk.stands = ENDED
                desk.games += 1
        if desk.stands == UNDEALT or (desk.stands == ENDED and (autoreset == SAME_STEP or end == RUNNING)):
            if desk.stands == ENDED:
                next_game(s, desk)
            deal(s, blank, desk, dice, longest)
        look(s, desk, attempts, observation, mask)
        return end

    return Stepping(step, mask_of, take, advance)


@cache
def make_steps(game: Game, has_advice: bool) -> Callable[..., None]:
    """Return the loop over many tables, kept in one array for each kind of record; table t uses blank state `which[t]`.

    Each table has its own part of a flat array. An action has one or two `words` of 32 bits.
    """
    step = make_stepping(game, has_advice).step
    width, most = observation_of(game).features.width, game.most_seats

    def steps(  # type: ignore[no-untyped-def]
        states, blanks, desks, dice, which, actions, words, autoreset, rewards, attempts, longest, penalty, observations, masks,
        seats, paid, ends, start, count,
    ):  # fmt: skip
        for t in range(start, start + count):
            ends[t] = step(
                states[t], blanks[which[t]], desks[t], dice[t], action_of(actions, words, t), autoreset, rewards, attempts,
                longest, penalty[0], observations[t * width : (t + 1) * width], masks[t * ACTIONS : (t + 1) * ACTIONS],
                paid[t * most : (t + 1) * most],
            )  # fmt: skip
            seats[t] = desks[t].seat

    steps.__qualname__ = "steps_with_advice" if has_advice else "steps_at_random"  # machine code is cached under this name
    return steps


@rule
def action_of(actions: Any, words: int, t: int) -> int:
    """Return the action at a table, or one that is never legal if it has more than 32 bits."""
    action = actions[t * words]
    if words == 2 and actions[t * 2 + 1] != (-1 if action < 0 else 0):
        return NONE
    return int(action)


def pick_actions(masks, seed, turn, actions, start, count):  # type: ignore[no-untyped-def]
    """Choose one of the actions in each table's mask, each equally likely; the choice follows from seed, turn and table."""
    for t in range(start, start + count):
        allowed = get_set(masks, t * ACTIONS, ACTIONS)
        number = spread(spread(seed + t & WORD) + turn & WORD)
        actions[t] = member_at(allowed, number * bit_count(allowed) >> 32) if allowed else 0


@rule
def member_at(members: int, place: int) -> int:
    """Return the member of a set that has this many members below it."""
    while place > 0:
        members &= members - 1
        place -= 1
    return lowest_bit(members)
