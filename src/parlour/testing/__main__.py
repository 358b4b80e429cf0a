"""`python -m parlour.testing check GAME`, `… golden GAME` and `… saves GAME`."""

import argparse
import sys
from pathlib import Path

from ..core.game import find_game
from . import findings
from .golden import golden_game, golden_text, write_golden
from .saves import kept_games


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m parlour.testing", description="Check that a game keeps its contract.")
    commands = parser.add_subparsers(dest="command", required=True)
    check = commands.add_parser("check", help="run the whole contract on a game")
    check.add_argument("game")
    check.add_argument("--games", type=int, default=20)
    check.add_argument("--seed", type=int, default=1)
    golden = commands.add_parser("golden", help="write golden games; with --seats, print one")
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


def report(game_id: str, games: int, seed: int) -> None:
    """Run every check and print a line about each; raise an AssertionError if something is broken."""
    broken, missing = 0, list[str]()
    for found in findings(game_id, games=games, seed=seed):
        broken += bool(found.wrong)
        missing += [found.about] if found.missing else []
        print(f"{'✗' if found.wrong else '–' if found.missing else '✓'} {found.about}", flush=True)
        if said := found.wrong or found.missing:
            print("    " + said.replace("\n", "\n    "), flush=True)
    name = find_game(game_id).name
    assert not broken, f"{name} fails {broken} {'check' if broken == 1 else 'checks'}."
    left_out = f", but these were left out: {', '.join(missing)}" if missing else ""
    print(f"{name} passes all checks{left_out}.")


def _run(given: argparse.Namespace) -> None:
    game = find_game(given.game)
    if given.command == "check":
        report(game.id, given.games, given.seed)
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
