"""Compiled statistics beside interpreted ones."""

import random

import numpy as np

from parlour import find_game
from parlour.lab.simulation import summary
from parlour.lab.study import make_study
from parlour.testing import random_options

BOTS = ("advice", "random")


def check_statistics(game_id: str, seats: int, games: int, rng: random.Random) -> None:
    """Check that all numbers of all games are the same in both forms, under random house rules and with random bots."""
    game = find_game(game_id)
    options = random_options(game, seats, rng)
    study = make_study(game, seats, tuple(rng.choice(BOTS) for _ in range(seats)), options, rng.getrandbits(40))
    start = rng.randrange(10**6)
    fast, plain = (study.play(start, games, interpreted=way) for way in (False, True))
    assert np.array_equal(fast.table, plain.table), f"{options}: {study}"
    assert np.array_equal(fast.wins, plain.wins) and fast.decisions == plain.decisions
    assert fast.table[:, study.columns.index("decisions")].sum() == fast.decisions
    sums = [summary(study, start, games, interpreted=way) for way in (False, True)]
    assert sums[0].histograms["turns"].counts == sums[1].histograms["turns"].counts
