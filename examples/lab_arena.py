"""Which bot is better?  python examples/lab_arena.py [GAME [GAMES]]"""

import sys

from parlour import game_ids
from parlour.lab import arena


def main(game: str = game_ids()[-1], games: str = "20000") -> None:
    """Let the rule of thumb play somebody who moves at random, from every seat of every deal."""
    found = arena(game, ["advice", "random"], games=int(games), seats=2, seed=1)
    for bot in found.bots:
        print(f"{bot.name} wins {bot.share.value:.1%} ({bot.share.low:.1%} to {bot.share.high:.1%})")


if __name__ == "__main__":
    main(*sys.argv[1:])
