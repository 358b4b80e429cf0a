"""How long is a game, and does it pay to begin?  python examples/lab_simulate.py [GAME [GAMES]]"""

import sys

from parlour import game_ids
from parlour.lab import simulate


def main(game: str = game_ids()[-1], games: str = "200000") -> None:
    """Simulate a game and print its statistics."""
    found = simulate(game, games=int(games), seats=4, bots="advice", seed=1, jobs="all")
    for seat, (share, low, high) in enumerate(zip(100 * found.shares, 100 * found.lows, 100 * found.highs, strict=True)):
        print(f"seat {seat} wins {share:.1f}% ({low:.1f} to {high:.1f}%)")
    print(f"turns per game: {found.turns.mean.value:.1f} on average, 95th percentile {found.turns.percentiles[95]}")
    print(f"the seat that begins wins {100 * found.first_seat.value:.1f}%; fair would be {100 / found.seats:.1f}%")
    print(found.frame().head())


if __name__ == "__main__":
    main(*sys.argv[1:])
