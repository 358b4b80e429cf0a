"""`python -m parlour.testing check GAME`, `… golden GAME` and `… saves GAME`."""

import argparse
import sys
from pathlib import Path

from ..core.game import find_game
from . import check_game
from .golden import golden_game, golden_text, write_golden
from .kept import kept_games


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m parlour.testing", description="The contract of a game.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="run the whole contract on a game")
    check.add_argument("game")
    check.add_argument("--games", type=int, default=20)
    check.add_argument("--seed", type=int, default=1)
    golden = commands.add_parser("golden", help="write golden games; with --seats print one")
    golden.add_argument("game")
    golden.add_argument("--seed", type=int, default=1)
    golden.add_argument("--seats", type=int)
    golden.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    golden.add_argument("--risk", type=float, default=0.0, help="how often an unlisted move is tried")
    golden.add_argument("--folder", type=Path, help="folder to write to (default: the game's own)")
    saves = commands.add_parser("saves", help="print finished games to keep before a rule changes")
    saves.add_argument("game")
    saves.add_argument("--games", type=int, default=12)
    saves.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    try:
        _run(given)
    except (AssertionError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _run(given: argparse.Namespace) -> None:
    game = find_game(given.game)
    if given.command == "check":
        check_game(game.id, games=given.games, seed=given.seed)
        print(f"{game.name} passes all checks.")
    elif given.command == "saves":
        print(kept_games(game.id, given.games, given.seed))
    elif given.seats is not None:
        options = dict(pair.partition("=")[::2] for pair in given.set)
        print(golden_text(golden_game(game.id, given.seats, given.seed, options, risk=given.risk)), end="")
    else:
        for path in write_golden(game.id, given.folder or game.folder / "golden", given.seed):
            print(path.name)


if __name__ == "__main__":
    raise SystemExit(main())
