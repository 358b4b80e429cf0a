"""Checks whether a bot uses cards that it cannot see: compares its decisions in the real world and in a redealt one."""

import random
from collections.abc import Callable, Iterator
from math import sqrt

from parlour import Table, find_game
from parlour.testing import situations

Decide = Callable[[Table, int, int], str]
"""A function that chooses a move at a table for a seat, with a seed."""


def positions(game_id: str, games: int, seed: int) -> Iterator[tuple[Table, int, random.Random]]:
    """Yield positions from random games under random house rules in which the seat to move has a choice."""
    for now in situations(find_game(game_id), games, seed=seed, moments=12, stride=9):
        if now.table.must is not None and len(now.table.moves()) > 1:
            yield now.table, now.table.must, now.rng


def peeks(game_id: str, count: int, decide: Decide) -> bool:
    """Whether two seeds disagree more or less often across two worlds than within one, by at least four standard errors."""
    within, across = disagreements(game_id, count, decide)
    return abs(within - across) >= 4 * sqrt(max(within + across, 1))


def disagreements(game_id: str, count: int, decide: Decide) -> tuple[int, int]:
    """Count the positions in which two seeds disagree: both in the real world, and one of them in a redealt one."""
    within = across = seen = 0
    seed = 20
    while seen < count:
        seed += 1
        for table, seat, rng in positions(game_id, 40, seed=seed):
            other = Table(table.game, table.world(seat, rng.getrandbits(60)), table.seed)
            other._raw, other._heard, other.log = table._raw, table._heard, table.log
            first, second, third = (rng.getrandbits(60) for _ in range(3))
            mine = decide(table, seat, first)
            within += mine != decide(table, seat, second)
            across += mine != decide(other, seat, third)
            seen += 1
            if seen == count:
                break
    return within, across
