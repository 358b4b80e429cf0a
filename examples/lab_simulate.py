"""How long is a game, and does it pay to begin?  python examples/lab_simulate.py [GAME [GAMES]]"""

import sys

from parlour import game_ids
from parlour.lab import simulate


def main(game: str = game_ids()[-1], games: str = "200000") -> None:
    """Simulate a game and print what it is like."""
    found = simulate(game, games=int(games), seats=4, bots="advice", seed=1, jobs="all")
    for seat in range(found.seats):
        print(f"seat {seat} wins {found.shares[seat]:.1%} ({found.lows[seat]:.1%} to {found.highs[seat]:.1%})")
    print(f"a game has {found.turns.mean.value:.1f} turns; 95 of 100 have at most {found.turns.percentiles[95]}")
    print(f"the seat that begins wins {found.first_seat.value:.1%}; fair would be {1 / found.seats:.1%}")
    print(found.frame().head())


if __name__ == "__main__":
    main(*sys.argv[1:])
