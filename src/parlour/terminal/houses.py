"""House rules by name: `parlour house`, and what --house and the house rules in use mean for a new game."""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import click

from ..core.game import Game, find_game, game_ids
from ..core.options import Option
from ..home.houses import House, Houses
from .markdown import table_lines
from .refusal import Refusal, printable, refusals
from .requests import chosen_game, new_sitting, read_settings
from .screen import Screen
from .sitting import Sitting

IN_USE = "*"
NO_HOUSE = "--no-house"
NOTHING_ASKED: Mapping[str, Any] = {"settings": (), "seats": None, "seed": None, "rounds": None, "target": None}
"""What `parlour play` without options asks for."""


# ---- for a new game -----------------------------------------------------------------------------------------------


def asked_house(name: str | None, game: str | None, *, none: bool) -> House | None:
    """The house that --house names; a Refusal if there is none, or it is for another game."""
    if name is None:
        return None
    if none:
        raise Refusal(f"--house and {NO_HOUSE} do not go together.")
    houses = Houses()
    try:
        with refusals():
            house = houses.find(name)
            found = find_game(house.game)
    except Refusal as error:
        raise Refusal(" ".join(part for part in (str(error), houses.notice) if part)) from None
    if game is not None and chosen_game(game) is not found:
        raise Refusal(f"The house rules '{house.name}' are for {found.name}, not for {chosen_game(game).name}.")
    return house


def house_in_use(game: Game, screen: Screen) -> House | None:
    """The house that new games of a game are dealt with. A file that cannot be read does not keep anybody from playing."""
    try:
        houses = Houses()
        house = houses.used(game.id)
    except ValueError as error:
        screen.say(f"The usual rules are played. {printable(str(error))}")
        return None
    if houses.notice:
        screen.say(printable(houses.notice))
    return house


def joined(house: House | None, settings: tuple[str, ...]) -> tuple[str, ...]:
    """The rules of a house as --set would say them, without those that --set says otherwise, and what --set says."""
    if house is None:
        return settings
    given = read_settings(settings)
    return (*(f"{name}={value}" for name, value in house.options.items() if name not in given), *settings)


def in_force(house: House, settings: tuple[str, ...]) -> str:
    """Which house rules are played, in a sentence."""
    given = read_settings(settings)
    rules = {name: value for name, value in house.options.items() if name not in given}
    return f"House rules in force: '{house.name}', {_rules(rules)}."


def deal(game: Game, house: House | None, people: int, names: str, asked: Mapping[str, Any], screen: Screen) -> Sitting:
    """A new game under the rules of a house and under what was asked for."""
    try:
        sitting = new_sitting(game, people, names, {**asked, "settings": joined(house, asked["settings"])})
    except Refusal as error:
        raise Refusal(f"{error} {in_force(house, asked['settings'])}" if house else str(error)) from None
    if house is not None:
        screen.say(in_force(house, asked["settings"]))
    with suppress(ValueError):
        if Houses().used(game.id) is not None:
            # the command names every rule that counts, so that it deals the same game whatever is in use by then
            sitting.command += f" {NO_HOUSE}"
    return sitting


def asked_again(sitting: Sitting) -> dict[str, Any]:
    """What to ask for to play by the same rules with other cards."""
    table, match = sitting.table, sitting.match
    values = ((name, option.text(option.read(name, table.options[name]))) for name, option in table.game.options.items())
    return {
        **NOTHING_ASKED,
        "settings": tuple(f"{name}={value}" for name, value in values),
        "seats": table.seats,
        "rounds": (match and match.rounds) or None,
        "target": (match and match.target) or None,
    }


# ---- the commands -------------------------------------------------------------------------------------------------


@click.group(invoke_without_command=True)
@click.pass_context
def house(context: click.Context) -> None:
    """Save house rules by name, and choose those that new games are dealt with.

    \b
    parlour house save family GAME hand_size=9 first_seat=random
    parlour play --house family
    """
    if context.invoked_subcommand is None:
        context.invoke(list_houses)


@house.command()
@click.argument("name")
@click.argument("game")
@click.argument("rules", nargs=-1, metavar="[RULE=VALUE]...")
def save(name: str, game: str, rules: tuple[str, ...]) -> None:
    """Save house rules for a GAME under a NAME, in the place of what had that name."""
    found, settings = chosen_game(game), read_settings(rules)
    with _shelf() as houses:
        saved = houses.save(name, found.id, settings)
    screen = Screen()
    screen.say(f"Saved as '{saved.name}': {found.name}, {_rules(saved.options)}. To play:")
    screen.lines([f"  parlour play --house {shlex.quote(saved.name)}"])


@house.command("list")
def list_houses() -> None:
    """List the saved house rules."""
    with _shelf() as houses:
        found = houses.all()
        used = {one.name for one in found if houses.used(one.game) == one}
    screen = Screen()
    if not found:
        screen.say("No house rules are saved yet: `parlour house save NAME GAME rule=value` does that.")
        return
    rows = [[one.name + f" {IN_USE}" * (one.name in used), _game_name(one.game), _rules(one.options)] for one in found]
    screen.lines(table_lines([["name", "game", "house rules"], *rows], screen.width, screen.ink))
    if used:
        screen.say(f"{IN_USE} in use: new games are dealt with these.")


@house.command()
@click.argument("name")
def show(name: str) -> None:
    """Explain the house rules of a NAME."""
    with _shelf() as houses:
        found = houses.find(name)
        is_used = houses.used(found.game) == found
    screen = Screen()
    use = f", in use: new games of {_game_name(found.game)} are dealt with these" if is_used else ""
    screen.say(f"'{found.name}': {_game_name(found.game)}{use}.")
    options = find_game(found.game).options if found.game in game_ids() else {}
    rows = [[rule, value, _meaning(options.get(rule))] for rule, value in found.options.items()]
    if rows:
        screen.lines(table_lines([["rule", "set to", "what it says"], *rows], screen.width, screen.ink))
    else:
        screen.say("These are the usual rules.")


@house.command()
@click.argument("name")
def delete(name: str) -> None:
    """Forget the house rules of a NAME."""
    with _shelf() as houses:
        found = houses.delete(name)
    Screen().say(f"Deleted: '{found.name}'.")


@house.command()
@click.argument("name", required=False)
@click.option("--none", "game", metavar="GAME", help="Deal new games of GAME by the usual rules again.")
def use(name: str | None, game: str | None) -> None:
    """Deal all new games with the house rules of a NAME, until others are chosen."""
    if (name is None) == (game is None):
        raise Refusal("Say which house rules to use, or --none and a game.")
    with _shelf() as houses:
        if name is not None:
            found = houses.use(name)
            sentence = f"New games of {_game_name(found.game)} are dealt with '{found.name}' from now on."
        else:
            rules = chosen_game(game or "")
            was = "" if houses.use_none(rules.id) else "already "
            sentence = f"New games of {rules.name} are {was}dealt by the usual rules."
    Screen().say(sentence)


@contextmanager
def _shelf() -> Iterator[Houses]:
    """The saved house rules; what is wrong with the file is told, what is refused is passed on."""
    with refusals():
        houses = Houses()
        yield houses
    if houses.notice:
        click.echo(printable(houses.notice), err=True)


def _meaning(option: Option | None) -> str:
    return f"{option.says} ({option.range_text})" if option else "There is no such rule any more."


def _rules(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or "the usual rules"


def _game_name(game_id: str) -> str:
    return find_game(game_id).name if game_id in game_ids() else game_id
