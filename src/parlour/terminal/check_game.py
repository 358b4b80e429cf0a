"""`parlour check-game`: checks the whole contract of a game and prints one report."""

import click

from . import completion
from .refusal import Failed
from .requests import chosen_game


@click.command("check-game")
@click.argument("game", shell_complete=completion.games)
@click.option("--games", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Random games per check.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first game.")
def check_game(game: str, games: int, seed: int) -> None:
    """Check a game that you are writing: rules, texts, hidden cards, bots, compiled rules and everything else.

    Prints a line for each check, with what is wrong and how to repeat it. Ends with status 1 if anything is wrong.
    """
    from ..testing.__main__ import report

    try:
        report(chosen_game(game).id, games, seed)
    except AssertionError as error:
        raise Failed(str(error)) from None
