"""Search: how good each move of a seat is, by playing the game on from worlds that the seat could be in.

All moves are tried in the same worlds with the same random numbers, so that luck falls on all of them alike. Worlds are
drawn by the game's redeal and taken by how well they fit what the others did (`weigh`). From the move on every seat is
played by the game's rule of thumb, which uses only what that seat knows in that world. By sequential halving most of the
play-outs go to the moves that may be the best. The rule of thumb's own move, the usual one, is in to the end.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, log2, sqrt
from typing import Any, NamedTuple

import numpy as np

from ..core.bits import bit_count
from ..core.chance import Dice, plant_dice, reseed, roll
from ..core.game import Game
from ..core.mind import Mind
from ..core.rule import large_rule, rule
from ..core.state import assign
from .compiler import compiled, rows, to_row

MOST_STEPS = 24
"""Actions in one move: laying a long climb takes a step for each card."""
LONGEST = 1200
"""Decisions after which a play-out is given up; nobody counts as its winner."""
TRIES = 48
"""Draws for one world that fits what was done; after so many the best of them is taken."""
CHUNK = 256
"""Play-outs between two looks at the clock: there is none inside compiled code."""


class Loops(NamedTuple):
    """The loops of a search in one game."""

    draw_world: Any
    play_on: Any
    rate: Any


def make_search(game: Game) -> Loops:
    """The loops of a search, for this game; they run interpreted and compiled."""
    must, may, act, legal, laying, done = game.must, game.may, game.act, game.legal, game.laying, game.done
    redeal, weigh, advise = game.redeal, game.weigh, game.advise

    @rule
    def draw_world(world: Any, best: Any, root: Any, evidence: Any, seat: int, dice: Any) -> int:
        """A world this seat could be in, by how well it fits what was done; how many draws that took."""
        highest = 0
        for i in range(TRIES):
            assign(world, root)
            reseed(world, dice)
            redeal(world, seat)
            weight = weigh(world, evidence, seat)
            if roll(dice) & 0xFFFF < weight:
                return i + 1
            if weight > highest:
                highest = weight
                assign(best, world)
        if highest > 0:
            assign(world, best)
        return TRIES

    @large_rule
    def decide(s: Any, waiting: int, dice: Any) -> None:
        """One action by the rule of thumb: of a seat that cuts in, else of the seat the game waits for."""
        cutters = may(s)
        if cutters:
            for i in range(1, s.seats):
                seat = (waiting + i) % s.seats
                if cutters >> seat & 1:
                    action = advise(s, seat, dice)
                    if action >= 0:
                        act(s, seat, action)
                        return
        act(s, waiting, advise(s, waiting, dice))

    @rule
    def play_on(s: Any, seat: int, dice: Any) -> float:
        """Play to the end by the rule of thumb; this seat's part of the win."""
        decisions = 0
        waiting = must(s)
        while waiting >= 0 and decisions < LONGEST:
            decide(s, waiting, dice)
            decisions += 1
            waiting = must(s)
        if waiting >= 0:
            return 1.0 / s.seats
        return 1.0 / bit_count(s.winners) if s.winners >> seat & 1 else 0.0

    @rule
    def make_move(s: Any, seat: int, steps: Any) -> None:
        """The actions of one move, laid to the end. What a hidden card stops is left undone."""
        for i in range(len(steps)):
            if steps[i] < 0 or not legal(s, seat) >> steps[i] & 1:
                break
            act(s, seat, steps[i])
        if laying(s):
            act(s, seat, done)

    @rule
    def rate(
        root: Any,
        evidence: Any,
        seat: int,
        moves: Any,
        active: Any,
        usual: int,
        start: int,
        worlds: int,
        seed: int,
        states: Any,
        dice: Any,
        played: Any,
        won: Any,
        gain: Any,
        squares: Any,
    ) -> None:
        """Play the active moves on in worlds by number. `won` sums a move's wins, `gain` how much more than the usual move's."""
        world = states[0]
        s = states[2]
        values = np.zeros(len(moves))
        for number in range(start, start + worlds):
            plant_dice(dice, seed + number)
            draw_world(world, states[1], root, evidence, seat, dice)
            future = roll(dice)
            for i in range(len(active)):
                move = active[i]
                assign(s, world)
                plant_dice(dice, future)
                make_move(s, seat, moves[move])
                values[move] = play_on(s, seat, dice)
            for i in range(len(active)):
                move = active[i]
                more = values[move] - values[usual]
                played[move] += 1
                won[move] += values[move]
                gain[move] += more
                squares[move] += more * more

    return Loops(draw_world, play_on, rate)


@cache
def compiled_rate(game: Game) -> Any:
    """The compiled search of a game, made or loaded from disk at its first call."""
    return compiled(make_search(game).rate, game)


@dataclass(frozen=True)
class Ratings:
    """What a search found out of each move: how often it was played on and won, and its gain over the usual move."""

    usual: int
    played: Any
    won: Any
    gain: Any
    squares: Any

    @property
    def playouts(self) -> int:
        """How many games were played on in all."""
        return int(self.played.sum())

    def chance(self, move: int) -> float:
        """The win chance of a move."""
        return float(self.won[move] / max(self.played[move], 1))

    def mean_gain(self, move: int) -> float:
        """How much more than the usual move it wins, in the worlds in which both were tried."""
        return float(self.gain[move] / max(self.played[move], 1))

    def noise(self, move: int) -> float:
        """The standard error of the gain."""
        n = int(self.played[move])
        if n < 2:
            return 1.0
        mean = self.mean_gain(move)
        return sqrt(max(float(self.squares[move]) / n - mean * mean, 0.25 / n) / (n - 1))

    def best(self, doubt: float) -> int:
        """The best move, or the usual one unless another is better by more than `doubt` times the noise."""
        most = self.played.max()
        finalists = [move for move in range(len(self.played)) if self.played[move] == most]
        best = max(finalists, key=lambda move: (self.mean_gain(move), move == self.usual))
        return best if self.mean_gain(best) > doubt * self.noise(best) else self.usual


def rate_moves(
    mind: Mind,
    moves: Sequence[Sequence[int]],
    usual: int,
    seed: int,
    playouts: int,
    seconds: float = 0.0,
    *,
    halving: bool = True,
) -> Ratings:
    """Rate moves given as actions, with about so many play-outs; with `seconds` the clock may end it earlier.

    Without `seconds` the same seed gives the same ratings. Without `halving` all moves are played on equally often.
    """
    game = mind.game
    root, states = rows(game.state, 1), rows(game.state, 3)
    to_row(mind.world(seed), root[0])  # nothing but a world of the seat ever enters the search
    evidence = rows(game.evidence, 1)
    to_row(mind.evidence(seed), evidence[0])
    steps = np.full((len(moves), MOST_STEPS), -1, np.int64)
    for i, actions in enumerate(moves):
        steps[i, : len(actions)] = actions[:MOST_STEPS]
    count = len(moves)
    found = Ratings(usual, np.zeros(count, np.int64), np.zeros(count), np.zeros(count), np.zeros(count))
    rate, dice = compiled_rate(game), rows(Dice, 1)[0]
    active = [usual, *(i for i in range(count) if i != usual)]
    rounds = max(1, ceil(log2(count))) if halving else 1
    ends = time.perf_counter() + seconds if seconds else 0.0
    world = 0
    for number in range(rounds):
        left = max(1, playouts // rounds // len(active))
        until = ends - seconds * (rounds - 1 - number) / rounds if seconds else 0.0
        chosen = np.array(active, np.int64)
        while left > 0 and not (until and time.perf_counter() > until):
            some = min(left, max(1, CHUNK // len(active)))
            rate(
                root[0], evidence[0], mind.seat, steps, chosen, usual, world, some, seed, states, dice,
                found.played, found.won, found.gain, found.squares,
            )  # fmt: skip
            world += some
            left -= some
        if number < rounds - 1:
            others = sorted(active[1:], key=found.mean_gain, reverse=True)
            active = [usual, *others[: max(1, ceil(len(active) / 2) - 1)]]
    return found
