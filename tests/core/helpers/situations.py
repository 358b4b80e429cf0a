"""Tables of the first game found, for the core tests."""

import random

from parlour import Table, game_ids
from parlour.testing.clock import finish
from parlour.testing.trials import make, random_decision

GAME = game_ids()[0]


def table_after(moves: int, seed: int = 1, game_id: str = GAME, seats: int | None = None) -> Table:
    """Return a table in the middle of a random game that is not over."""
    for number in range(seed, seed + 1000):
        table = Table.new(game_id, seats, number)
        rng = random.Random(number)
        for _ in range(moves):
            if table.must is not None:
                make(table, random_decision(table, rng, clock=0, risk=0))
        if table.must is not None:
            return table
    raise AssertionError(f"No game of {game_id} lasts {moves} moves.")


def finish_round(table: Table, seed: int = 1) -> None:
    """Play a table to its end."""
    finish(table, random.Random(seed))
