"""Games of bots that answer in words. They are played at a table, which is slower, from the same deals and with the same
figures.
"""

from contextlib import ExitStack
from typing import Any

import numpy as np

from ..core.bits import members_of
from ..core.chance import Dice, plant_dice, reseed, roll, seed_number
from ..core.game import Game, Illegal
from ..core.sentence import shortened
from ..core.table import Table
from ..fast.matches import Results, totals_of
from ..fast.playout import CUT_OFF
from ..fast.tally import PASS, Counter, Observer, chained, counting, fresh, nothing_ended, placed
from .players import Player, Seated

SEED = (1 << 61) - 1


class ObservedGame:
    """One game: the table that the bots see, and the state that the observers watch, step by step."""

    def __init__(self, game: Game, seats: int, values: dict[str, int], seed: int) -> None:
        self.game = game
        self.dice = Dice()
        plant_dice(self.dice, seed)
        self.state = fresh(counting(game), seats, values)
        self.state.log = Counter(self.state)
        reseed(self.state, self.dice)
        state = fresh(game.state, seats, values)
        state.key[:] = self.state.key
        state.quick, state.blocks, state.used = self.state.quick, self.state.blocks, self.state.used
        game.setup(self.state)
        self.deal = self.state.copy()
        self.steps: list[tuple[int, int]] = []
        self.table = Table.dealt(game, state, seed)

    def number(self) -> int:
        """Return a seed for a bot's decision."""
        return (roll(self.dice) << 29 ^ roll(self.dice)) & SEED

    def move(self, seat: int, words: str) -> list[int]:
        """Make a move at the table; return its steps."""
        actions = self.table.actions(words, seat)
        self.table.play(words, seat)
        return actions

    def act(self, seat: int, action: int) -> None:
        """Take a step in the watched state."""
        self.game.act(self.state, seat, action)
        self.steps.append((seat, action))

    def half_time(self) -> Any:
        """Return the state when half of the turns, rounded down, had ended, by repeating the same steps from the same deal."""
        state, half = self.deal, self.state.turns // 2
        state.log = Counter(state)
        for seat, action in self.steps:
            if state.turns >= half:
                break
            self.game.act(state, seat, action)
        return state


def play_at_tables(
    game: Game,
    seats: int,
    values: dict[str, int],
    seed: int,
    line_up: tuple[Player, ...],
    seatings: tuple[tuple[int, ...], ...],
    observers: tuple[Observer, ...],
    start: int,
    games: int,
) -> Results:
    """Play the games with these numbers; the deals are those of compiled play."""
    places = placed(observers, game)
    hooks = chained(places)
    notes = np.zeros(places[-1].notes_end if places else 0, np.int64)
    table = np.zeros((games, places[-1].end if places else 0), np.int64)
    wins = np.zeros((seats + 1, len(line_up)), np.int64)
    total = 0
    for number in range(start, start + games):
        seating = seatings[number % len(seatings)]
        deal = seed + number // len(seatings)
        sitting = ObservedGame(game, seats, values, deal)
        memories = [seed_number(f"{deal} {number % len(seatings)} {seat}") & SEED for seat in range(seats)]
        with ExitStack() as party:
            bots = []
            for seat, entry in enumerate(seating):
                bots.append(line_up[entry].sit(sitting.table, seat, memories[seat]))
                party.callback(bots[-1].leave)
            total += _play(sitting, bots, hooks, table[number - start], notes)
        winners = list(members_of(sitting.state.winners))
        for seat in winners:
            wins[len(winners), seating[seat]] += 1
    return Results(games, total, wins, table, totals_of(table))


def _play(sitting: ObservedGame, bots: list[Seated], hooks: Any, row: Any, notes: Any) -> int:
    """Play one game to its end; return the number of decisions."""
    dealt, asked, decided, ended, halved = hooks
    game, state = sitting.game, sitting.state
    dealt(state, row, notes)
    decisions = 0
    while game.must(state) >= 0 and decisions < CUT_OFF:
        seat, words, passed = _answer(sitting, bots)
        for other in passed:
            asked(state, other, game.legal(state, other) | 1 << PASS, row, notes)
        decisions += len(passed)
        is_free = seat != game.must(state)
        for action in _made(sitting, seat, words):
            decisions += 1
            asked(state, seat, game.legal(state, seat) | (1 << PASS if is_free else 0), row, notes)
            is_free = False
            sitting.act(seat, action)
            decided(state, seat, action, row, notes)
    ended(state, decisions, row, notes)
    if halved is not nothing_ended:
        halved(sitting.half_time(), state.winners, row, notes)
    return decisions


def _answer(sitting: ObservedGame, bots: list[Seated]) -> tuple[int, str, list[int]]:
    """Return the seat that moves, the words of its move, and the seats that passed before it."""
    table = sitting.table
    passed: list[int] = []
    for seat in table.asking_order:
        words = bots[seat].choose(sitting.number())
        if words is not None:
            return seat, words, passed
        passed.append(seat)
    raise RuntimeError(f"The bot in seat {table.must} passed although the game waits for it (seed {table.seed}).")


def _made(sitting: ObservedGame, seat: int, words: str) -> list[int]:
    """Return the steps of a bot's move, made at the table."""
    try:
        actions = sitting.move(seat, words)
    except Illegal as error:
        seed = sitting.table.seed
        raise RuntimeError(
            f"The bot in seat {seat} made an illegal move (seed {seed}, “{shortened(words)}”): {error}"
        ) from None
    probe = sitting.state.copy()
    for action in actions:
        sitting.game.act(probe, seat, action)
    return [*actions, sitting.game.done] if sitting.game.laying(probe) else actions
