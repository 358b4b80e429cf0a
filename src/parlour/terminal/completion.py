"""Shell completion: games, levels, installed bots, house rules and saved houses for the options of commands."""

from collections.abc import Iterable

from click import Context, Parameter
from click.shell_completion import CompletionItem

from ..bots import LEVELS
from ..bots.user_bots import installed_bots
from ..core.game import Game, find_game, game_ids
from ..home.houses import Houses, SavedRules


def games(context: Context, parameter: Parameter, begun: str) -> list[CompletionItem]:
    """Complete the id of a game."""
    return [CompletionItem(name, help=find_game(name).pitch) for name in _starting(game_ids(), begun)]


def levels(context: Context, parameter: Parameter, begun: str) -> list[str]:
    """Complete the last of several levels or installed bots."""
    before, comma, last = begun.rpartition(",")
    return [before + comma + name for name in _starting((*LEVELS, *installed_bots()), last)]


def settings(context: Context, parameter: Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of a house rule, then its value."""
    game = _game(context)
    if game is None:
        return []
    name, equals, value = begun.partition("=")
    if not equals:
        return [CompletionItem(f"{rule}=", help=game.options[rule].says) for rule in _starting(game.options, name)]
    option = game.options.get(name)
    values = (option.text(number) for number in option.all_values) if option else ()
    return [CompletionItem(f"{name}={text}") for text in _starting(values, value)]


def houses(context: Context, parameter: Parameter, begun: str) -> list[CompletionItem]:
    """Complete the name of saved house rules."""
    found = {house.name: house for house in _saved()}
    return [CompletionItem(name, help=found[name].game) for name in _starting(found, begun)]


def _game(context: Context) -> Game | None:
    """Return the game that the command line names, directly or through saved rules."""
    # the command line isn't finished yet, so click may leave the game among the unparsed words
    given = context.params.get("game") or next(iter(context.args), None)
    wanted = context.params.get("house_name")
    given = next((house.game for house in _saved() if house.name == wanted), given)
    return find_game(given) if given in game_ids() else None


def _saved() -> list[SavedRules]:
    try:
        return Houses().all()
    except ValueError:
        return []


def _starting(words: Iterable[str], begun: str) -> list[str]:
    return [word for word in words if word.startswith(begun)]
