"""Which bot is better?  python examples/lab_arena.py [GAME [GAMES]]"""

import sys

from parlour import game_ids
from parlour.lab import arena


def main(game: str = game_ids()[-1], games: str = "20000") -> None:
    """Let the rule of thumb play against random moves, from every seat of every deal."""
    found = arena(game, ["advice", "random"], games=int(games), seats=2, seed=1)
    for bot in found.bots:
        value, low, high = (100 * part for part in (bot.share.value, bot.share.low, bot.share.high))
        print(f"{bot.name} wins {value:.1f}% ({low:.1f} to {high:.1f}%)")
    pair = found.pair(0, 1)
    print("advice is better" if pair.low > 0.5 else "random is better" if pair.high < 0.5 else "no difference seen")


if __name__ == "__main__":
    main(*sys.argv[1:])
