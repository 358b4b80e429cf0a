"""Finished games to review."""

import random

from parlour import Table, find_game
from parlour.bots import choose

SHORT = {"max_turns": 100}


def finished_game(game_id: str, seed: int, *, seats: int | None = None, careless: float = 0.2, clock: float = 0.02) -> Table:
    """Return a game of bots that make a random move now and then, and sometimes run out of time."""
    rng, game = random.Random(f"{game_id} {seed}"), find_game(game_id)
    options = {name: value for name, value in SHORT.items() if name in game.options}
    table = Table.new(
        game_id, seats=seats or rng.randint(game.least_seats, min(game.most_seats, 4)), seed=seed, options=options
    )
    while table.must is not None:
        if rng.random() < clock:
            table.time_up()
            continue
        for seat in table.asking_order:
            words = choose(table, seat, "skilled", seed=rng.getrandbits(60))
            if rng.random() < careless:
                words = rng.choice(table.moves(seat) + ([None] if seat != table.must else []))
            if words is not None:
                table.play(words, seat)
                break
    return table
