"""Checks of a game's rule of thumb: it sees only what its seat knows, and plays better than chance."""

import random
from math import sqrt

from ..core.chance import Dice, plant_dice
from ..core.game import find_game
from ..core.table import Table
from .secrecy import pairs, twin
from .trials import expect, situations

LEAST_GAMES, MOST_GAMES = 20, 200
"""The fewest and the most games against random players: play stops early once the difference is beyond doubt."""
DOUBT = 3.0
"""A difference of this many standard errors is beyond doubt."""
LONGEST = 3_000
"""A game against a random player with more decisions than this is not counted."""


def check_blind_advice(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that `advise` gives the same move when two cards that its seat can't tell apart are exchanged."""
    game = find_game(game_id)
    for now in situations(game, games, seed):
        table = now.table
        for seat in [] if table.must is None else [table.must, *table.may]:
            for a, b in pairs(table, seat, now.rng, 4):
                one, two = (_advised(at, seat) for at in (table, twin(table, a, b)))
                names = game.pack.name(a), game.pack.name(b)
                said = f"The rule of thumb of seat {seat} looks at hidden cards: exchanging {' and '.join(names)} changes it."
                expect(one == two, table, said)


def _advised(table: Table, seat: int) -> int:
    dice = Dice()
    plant_dice(dice, 1)
    return int(table.game.advise(table._state.copy(), seat, dice))


def check_bot(game_id: str, *, games: int = 20, seed: int = 1) -> None:
    """Check that the rule of thumb, sitting in every seat in turn, wins more often than random players."""
    game, wins, losses = find_game(game_id), 0, 0
    for number in range(MOST_GAMES):
        rng = random.Random(f"bot {seed} {number}")
        table = Table.new(game_id, game.least_seats, rng.getrandbits(64))
        seat = number % table.seats
        _play(table, seat, rng)
        if table.result is not None and len(table.result.winners) < table.seats:
            # among equals, each wins one game in `seats`: with this weight, wins and losses balance
            if seat in table.result.winners:
                wins += table.seats - 1
            else:
                losses += 1
        if number >= LEAST_GAMES and wins - losses > DOUBT * sqrt(wins + losses):
            return
    assert wins > losses, f"{game_id}: the rule of thumb won {wins} and lost {losses} games against a random player."


def _play(table: Table, seat: int, rng: random.Random) -> None:
    for _ in range(LONGEST):
        if table.must is None:
            return
        if seat in table.may and (words := table.advice(seat, rng.getrandbits(30))) is not None:
            table.play(words, seat)
        elif table.must == seat:
            table.play(table.advice(seat, rng.getrandbits(30)) or "", seat)
        else:
            table.play(rng.choice(table.moves()))
