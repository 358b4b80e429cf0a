"""Search: rates each move of a seat by playing on from worlds that the seat could be in.

All moves are tried in the same worlds with the same random numbers, so that luck affects all of them equally. Worlds are drawn
by the game's redeal and accepted by how well they fit the others' moves (`weigh`). After the move, every seat is played by the
game's rule of thumb, which uses only what that seat knows in that world. Sequential halving spends most of the play-outs on the
moves that may be best; clearly worse moves are dropped earlier, and the search ends when nothing is left to compare. The rule
of thumb's own move, called the usual one, is never dropped.
"""

import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, log2, sqrt
from typing import Any, NamedTuple

from ..core.bits import bit_count, lowest_bit
from ..core.chance import Dice, plant_dice, reseed, roll
from ..core.game import Game
from ..core.mind import Mind
from ..core.rule import large_rule, rule
from ..core.seats import seat_after
from ..core.state import TOGETHER, Record, State, assign
from ..core.table import Table
from .kernels import RATE, Function, function
from .layout import Records, floats, integers

MOST_STEPS = 24
"""The most actions in one move: a long climb takes one step per card."""
LONGEST = 1200
"""Decisions after which a play-out is abandoned; all seats then share the win."""
TRIES = 48
"""Attempts to draw a world that fits the evidence; if none is accepted, one of these is chosen by weight."""
CLEAR = 3.0
"""Standard errors by which a move must be behind to be dropped at once: many moves are tested many times."""
LOOKS = 4
"""How often per round moves are tested for being clearly behind."""
EVEN_LOOKS = 10
"""The number of such tests in a search without rounds."""
FEWEST = 24
"""Worlds needed before any move can be clearly behind."""
CHECKED = 0.003
"""Seconds between two checks of the clock."""


BEFORE_DEAL = -3
"""The viewer before the deal, when nobody has seen a card: its worlds are dealt from the start."""
LET_GO, NO_MOVE, AFTER, CLOCK = -1, -2, -3, -100
"""Moves without actions: pass up a chance to cut in; leave everything to the rule of thumb; the same once the seats up to
seat k have been asked (AFTER - k); the clock's move."""


class Loops(NamedTuple):
    """The loops of a search in one game."""

    draw_world: Any
    play_on: Any
    rate: Any


def make_search(game: Game) -> Loops:
    """Return this game's loops of a search; they run interpreted and compiled."""
    must, may, legal, risky, laying, done = game.must, game.may, game.legal, game.risky, game.laying, game.done
    redeal, weigh, rules_act, rules_advise = game.redeal, game.weigh, game.act, game.advise
    setup, clock = game.setup, game.time_up or _first_legal(game)

    # Called from several places: as separate functions they are compiled only once.
    @large_rule
    def act(s: Any, seat: int, action: int) -> None:
        rules_act(s, seat, action)

    @large_rule
    def advise(s: Any, seat: int, dice: Any) -> int:
        return rules_advise(s, seat, dice)

    @rule
    def draw_world(world: Any, kept: Any, root: Any, evidence: Any, seat: int, dice: Any) -> int:
        """Draw a world this seat could be in, weighted by the evidence; return how many draws that took."""
        total = 0
        for i in range(TRIES):
            assign(world, root)
            reseed(world, dice)
            redeal(world, seat)
            weight = weigh(world, evidence, seat)
            if roll(dice) & 0xFFFF < weight:
                return i + 1
            total += weight
            if roll(dice) * total >> 32 < weight:
                assign(kept, world)
        if total > 0:
            assign(world, kept)
        return TRIES

    @rule
    def draw_open_world(world: Any, root: Any, viewer: int, dice: Any) -> None:
        """Draw a world for all seats together, or one that is dealt from the start. Neither has to be weighed."""
        assign(world, root)
        reseed(world, dice)
        if viewer == BEFORE_DEAL:
            setup(world)
        else:
            redeal(world, viewer)

    @large_rule
    def decide(s: Any, waiting: int, asked: int, dice: Any) -> None:
        """Take one action by the rule of thumb: for a seat that cuts in, else for the seat the game waits for.

        The seats that may cut in are asked in the direction of play, starting after `asked`.
        """
        cutters = may(s)
        if cutters:
            for i in range(1, s.seats):
                seat = seat_after(s, asked, i)
                if seat == waiting:
                    break
                if cutters >> seat & 1:
                    action = advise(s, seat, dice)
                    if action >= 0:
                        act(s, seat, action)
                        return
        act(s, waiting, advise(s, waiting, dice))

    @rule
    def play_on(s: Any, seat: int, dice: Any, winners: Any) -> Any:
        """Play to the end by the rule of thumb; return this seat's share of the win. `winners` adds up every seat's."""
        decisions = 0
        waiting = must(s)
        while waiting >= 0 and decisions < LONGEST:
            decide(s, waiting, waiting, dice)
            decisions += 1
            waiting = must(s)
        if waiting >= 0:
            for other in range(s.seats):
                winners[other] += 1.0 / s.seats
            return 1.0 / s.seats
        part = 1.0 / bit_count(s.winners) if s.winners else 0.0
        for other in range(s.seats):
            if s.winners >> other & 1:
                winners[other] += part
        return part if s.winners >> seat & 1 else 0.0

    @rule
    def make_move(s: Any, seat: int, steps: Any, dice: Any) -> None:
        """Take all actions of one move. Actions that a hidden card prevents are skipped.

        If this seat passes up a chance to cut in, the seats after it are asked.
        """
        if steps[0] == CLOCK:
            clock(s)
            return
        if steps[0] < 0:
            if steps[0] != NO_MOVE:
                decide(s, must(s), seat if steps[0] == LET_GO else AFTER - steps[0], dice)
            elif must(s) >= 0:
                decide(s, must(s), must(s), dice)
            while laying(s):
                decide(s, must(s), must(s), dice)
            return
        for i in range(len(steps)):
            if steps[i] < 0 or not (legal(s, seat) | risky(s, seat)) >> steps[i] & 1:
                break
            act(s, seat, steps[i])
        if laying(s):
            act(s, seat, done)

    @rule
    def rate(
        root: Any,
        evidence: Any,
        viewer: int,
        seat: int,
        moves: Any,
        active: Any,
        usual: int,
        start: int,
        worlds: int,
        seed: int,
        states: Any,
        dice: Any,
        values: Any,
        played: Any,
        won: Any,
        gain: Any,
        squares: Any,
        winners: Any,
    ) -> None:
        """Play games on from each active move of a seat, in numbered worlds of a viewer.

        `moves` has MOST_STEPS actions for each move and `winners` a number for each seat, move after move. `won` sums a move's
        wins, `gain` what it wins beyond the usual one. After a move the dice are reset, so that two moves that lead to the same
        position are followed by the same play. `values` is working space, a number for each move.
        """
        world = states[0]
        s = states[2]
        seats = root.seats
        for number in range(start, start + worlds):
            plant_dice(dice, seed + number)
            if viewer < 0:
                draw_open_world(world, root, viewer, dice)
            else:
                draw_world(world, states[1], root, evidence, viewer, dice)
            future = roll(dice)
            for i in range(len(active)):
                move = active[i]
                assign(s, world)
                plant_dice(dice, future)
                make_move(s, seat, moves[move * MOST_STEPS : (move + 1) * MOST_STEPS], dice)
                plant_dice(dice, future + 1)
                values[move] = play_on(s, seat, dice, winners[move * seats : (move + 1) * seats])
            for i in range(len(active)):
                move = active[i]
                more = values[move] - values[usual]
                played[move] += 1
                won[move] += values[move]
                gain[move] += more
                squares[move] += more * more

    return Loops(draw_world, play_on, rate)


def _first_legal(game: Game) -> Any:
    """Return the clock's move for a game that declares none: the first legal action, until the move is complete."""
    must, legal, laying, act = game.must, game.legal, game.laying, game.act

    @rule
    def clock(s: Any) -> None:
        seat = must(s)
        act(s, seat, lowest_bit(legal(s, seat)))
        while laying(s):
            act(s, seat, lowest_bit(legal(s, seat)))

    return clock


@dataclass(frozen=True)
class Ratings:
    """The findings of a search about each move: how often it was played and won, and its gain over the usual move.

    `winners` are the wins of every seat after it, move after move; `squares` are the squared gains, for the standard error.
    """

    usual: int
    played: "array[int]"
    won: "array[float]"
    gain: "array[float]"
    squares: "array[float]"
    winners: "array[float]"

    @classmethod
    def blank(cls, usual: int, moves: int, seats: int) -> "Ratings":
        """Return ratings with no games played yet."""
        return cls(usual, integers(moves), floats(moves), floats(moves), floats(moves), floats(moves * seats))

    @property
    def playouts(self) -> int:
        """The number of games played in total."""
        return sum(self.played)

    def chance(self, move: int) -> float:
        """Return the win chance of a move."""
        return self.won[move] / max(self.played[move], 1)

    def shares(self, move: int) -> list[float]:
        """Return the win chance of every seat after a move."""
        seats, played = len(self.winners) // len(self.played), max(self.played[move], 1)
        return [wins / played for wins in self.winners[move * seats : (move + 1) * seats]]

    def fair_chance(self, move: int) -> float:
        """Return a move's win chance as if it had been tried in all worlds: that of the usual move plus its gain."""
        return min(max(self.chance(self.usual) + self.mean_gain(move), 0.0), 1.0)

    def mean_gain(self, move: int) -> float:
        """Return how much more a move wins than the usual move, in the worlds where both were tried."""
        return self.gain[move] / max(self.played[move], 1)

    def noise(self, move: int) -> float:
        """Return the standard error of the gain."""
        n = self.played[move]
        if n < 2:
            return 1.0
        mean = self.mean_gain(move)
        return sqrt(max(self.squares[move] / n - mean * mean, 0.25 / n) / (n - 1))

    def hopeful(self, moves: Sequence[int], clear: float = CLEAR) -> list[int]:
        """Return the usual move, followed by the others that may still be best."""
        usual, *others = moves
        if self.played[usual] < FEWEST:
            return list(moves)
        least = max([0.0, *(self.mean_gain(move) - clear * self.noise(move) for move in others)])
        return [usual, *(move for move in others if self.mean_gain(move) + clear * self.noise(move) > least)]

    def is_clear(self, moves: Sequence[int]) -> bool:
        """Whether there is nothing left to find out: only the usual move is left, or one other that is clearly better."""
        _, *others = moves
        if len(others) > 1 or max(self.played) < FEWEST:
            return False
        return all(self.mean_gain(move) > CLEAR * self.noise(move) for move in others)

    def best(self, doubt: float) -> int:
        """Return the best move, or the usual one unless another is better by more than `doubt` times the noise."""
        most = max(self.played)
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
    dropping: bool = True,
    clear: float = CLEAR,
    enough: Callable[[Ratings], bool] | None = None,
    rate: Function | None = None,
) -> Ratings:
    """Rate moves given as actions, with at most this many play-outs but at least one each.

    With `seconds` the clock may end the search; otherwise the same seed gives the same ratings. Without `halving` the search
    measures how good the moves are, not only which is best: it drops only clearly worse moves and plays all others to the end,
    equally often. Without `dropping` as well, it plays all moves equally often. `clear` is the number of standard errors by
    which a move must be behind to be dropped at once. `enough` says whether the search may end now. `rate` replaces the loop
    over worlds, for instance by that of a GPU (`gpu.rating`).
    """
    world, evidence = mind.world(seed), mind.evidence(seed)  # only a world that the seat could be in ever enters the search
    search = _Search(mind.game, world, evidence, mind.seat, mind.seat, moves, usual, seed, rate)
    rounds, looks = (max(1, ceil(log2(len(moves)))), LOOKS) if halving else (1, EVEN_LOOKS)
    began = time.perf_counter()
    active = [usual, *(move for move in range(len(moves)) if move != usual)]
    for number in range(1, rounds * looks + 1):
        part = number / (rounds * looks)
        is_round_over = number % looks == 0
        # a remainder too small for all moves waits for the next check; each move is played at least once
        worlds = int(playouts * part - search.found.playouts) // len(active) or (is_round_over and not search.found.playouts)
        search.play(active, worlds, began + seconds * part if seconds else 0.0)
        active = search.found.hopeful(active, clear) if dropping else active
        if is_round_over and halving:
            others = sorted(active[1:], key=search.found.mean_gain, reverse=True)
            active = [usual, *others[: max(1, ceil(len(active) / 2) - 1)]]
        if (halving and search.found.is_clear(active)) or (enough is not None and enough(search.found)):
            break
    return search.found


def rate_openly(
    game: Game, state: State, seat: int, moves: Sequence[Sequence[int]], seed: int, worlds: int, viewer: int = TOGETHER
) -> Ratings:
    """Rate moves in a position with all hands open, each in the same worlds. The first move is the usual one.

    Only cards that no seat knows are redrawn, so this is for games that are over.
    """
    search = _Search(game, state, game.evidence(), viewer, seat, moves, 0, seed)
    search.play(range(len(moves)), worlds, 0.0)
    return search.found


class _Search:
    """The arrays of one search, and the worlds played so far."""

    def __init__(
        self,
        game: Game,
        root: State,
        evidence: Record,
        viewer: int,
        seat: int,
        moves: Sequence[Sequence[int]],
        usual: int,
        seed: int,
        rate: Function | None = None,
    ) -> None:
        self.found = Ratings.blank(usual, len(moves), root.seats)
        self._rate = rate or function(game, RATE)
        self._root, self._evidence = Records(game.state, 1, root), Records(game.evidence, 1, evidence)
        self._steps = integers(len(moves) * MOST_STEPS, -1)
        for i, actions in enumerate(moves):
            for step, action in enumerate(actions[:MOST_STEPS]):
                self._steps[i * MOST_STEPS + step] = action
        self._states, self._dice, self._values = Records(game.state, 3), Records(Dice, 1), floats(len(moves))
        self._viewer, self._seat, self._seed, self._worlds = viewer, seat, seed, 0

    def play(self, active: Sequence[int], worlds: int, until: float) -> None:
        """Play on from these moves in this many new worlds, or in fewer if time runs out, but at least in one (unless 0)."""
        found, chosen = self.found, array("q", active)
        some = 1 if until else worlds
        while worlds > 0:
            began = time.perf_counter()
            self._rate(
                self._root, self._evidence, self._viewer, self._seat, self._steps, chosen, found.usual, self._worlds, some,
                self._seed, self._states, self._dice, self._values, found.played, found.won, found.gain, found.squares,
                found.winners,
            )  # fmt: skip
            self._worlds += some
            worlds -= some
            now = time.perf_counter()
            if until and now >= until:
                return
            # there is no clock inside compiled code: return every few milliseconds
            some = min(worlds, max(1, int(some * min(CHECKED / max(now - began, 1e-6), 8))))


def warm_up(game: Game) -> None:
    """Compile the search of a game, or load it from disk, by rating the first move of a table."""
    table = Table.new(game.id, seed=0)
    seat = table.must
    assert seat is not None
    moves = [table.actions(words, seat) for words in table.moves(seat)[:2]]
    rate_moves(table.mind(seat), moves, 0, seed=1, playouts=2)
