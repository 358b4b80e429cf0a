"""Saved house rules: `parlour house`, and how --house and the rules in use apply to a new game."""

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import click

from ..core.game import Game, find_game, found_ids
from ..core.options import Option
from ..core.texts import sentence
from ..core.texts import text as part
from ..home.houses import Houses, SavedRules
from .prose import table_lines
from .refusal import Refusal, printable, refusals
from .requests import chosen_game, new_sitting, read_settings
from .screen import Screen
from .sheet import COLUMNS
from .sitting import Sitting

IN_USE = "*"
NO_HOUSE = "--no-house"
SAVED_COLUMNS = ("terminal.column.name", "terminal.column.game", "terminal.column.rules")
"""The keys of the column headings in the table of saved house rules."""
NOTHING_ASKED: Mapping[str, Any] = {"settings": (), "seats": None, "seed": None, "rounds": None, "target": None}
"""The options of `parlour play` when none are given."""


# ---- for a new game -----------------------------------------------------------------------------------------------


def asked_house(name: str | None, game: str | None, *, none: bool) -> SavedRules | None:
    """Return the rules that --house names; raise a Refusal if there are none, or they are for another game."""
    if name is None:
        return None
    if none:
        raise Refusal(sentence("terminal.house.both", option=NO_HOUSE))
    houses = Houses()
    try:
        with refusals():
            house = houses.find(name)
            found = find_game(house.game)
    except Refusal as error:
        raise Refusal(" ".join(part for part in (str(error), houses.notice) if part)) from None
    if game is not None and chosen_game(game) is not found:
        raise Refusal(sentence("terminal.house.otherGame", house=house.name, game=found.name, other=chosen_game(game).name))
    return house


def house_in_use(game: Game, screen: Screen) -> SavedRules | None:
    """Return the saved rules that new games use. A file that cannot be read doesn't stop anybody from playing."""
    try:
        houses = Houses()
        house = houses.used(game.id)
    except ValueError as error:
        screen.say(sentence("terminal.house.usualPlayed", why=printable(str(error))))
        return None
    if houses.notice:
        screen.say(printable(houses.notice))
    return house


def joined(house: SavedRules | None, settings: tuple[str, ...]) -> tuple[str, ...]:
    """Return saved rules as values of --set, followed by the settings given, which override them."""
    if house is None:
        return settings
    given = read_settings(settings)
    return (*(f"{name}={value}" for name, value in house.options.items() if name not in given), *settings)


def in_force(house: SavedRules, settings: tuple[str, ...]) -> str:
    """Return a sentence about which house rules apply."""
    given = read_settings(settings)
    rules = {name: value for name, value in house.options.items() if name not in given}
    return sentence("terminal.house.inForce", house=house.name, rules=_rules(rules))


def deal(game: Game, house: SavedRules | None, people: int, names: str, asked: Mapping[str, Any], screen: Screen) -> Sitting:
    """Deal a new game under saved rules and the given options."""
    try:
        sitting = new_sitting(game, people, names, {**asked, "settings": joined(house, asked["settings"])})
    except Refusal as error:
        raise Refusal(f"{error} {in_force(house, asked['settings'])}" if house else str(error)) from None
    if house is not None:
        screen.say(in_force(house, asked["settings"]))
    with suppress(ValueError):
        if Houses().used(game.id) is not None:
            # the command names the rules itself, so it must deal the same game whatever rules are in use by then
            sitting.command += f" {NO_HOUSE}"
    return sitting


def asked_again(sitting: Sitting) -> dict[str, Any]:
    """Return the command-line options that deal a new game with the same rules."""
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
    """Save house rules by name, and choose which ones new games use.

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
    """Save house rules for GAME as NAME, replacing any saved under that name."""
    found, settings = chosen_game(game), read_settings(rules)
    with _shelf() as houses:
        saved = houses.save(name, found.id, settings)
    screen = Screen()
    screen.say(sentence("terminal.house.saved", house=saved.name, game=found.name, rules=_rules(saved.options)))
    screen.lines([f"  parlour play --house {shlex.quote(saved.name)}"])


@house.command("list")
def list_houses() -> None:
    """List the saved house rules."""
    with _shelf() as houses:
        found = houses.all()
        used = {one.name for one in found if houses.used(one.game) == one}
    screen = Screen()
    if not found:
        screen.say(sentence("terminal.house.none"))
        return
    rows = [[one.name + f" {IN_USE}" * (one.name in used), _game_name(one.game), _rules(one.options)] for one in found]
    screen.lines(table_lines([[part(key) for key in SAVED_COLUMNS], *rows], screen.width, screen.ink))
    if used:
        screen.say(sentence("terminal.house.inUse", mark=IN_USE))


@house.command()
@click.argument("name")
def show(name: str) -> None:
    """Show the house rules saved as NAME."""
    with _shelf() as houses:
        found = houses.find(name)
        is_used = houses.used(found.game) == found
    screen = Screen()
    screen.say(sentence("terminal.house.shownInUse" if is_used else "terminal.house.shown", **_face(found)))
    options = find_game(found.game).options if found.game in found_ids() else {}
    rows = [[rule, value, _meaning(options.get(rule))] for rule, value in found.options.items()]
    if rows:
        screen.lines(table_lines([[part(key) for key in COLUMNS], *rows], screen.width, screen.ink))
    else:
        screen.say(sentence("terminal.house.usual"))


@house.command()
@click.argument("name")
def delete(name: str) -> None:
    """Delete the house rules saved as NAME."""
    with _shelf() as houses:
        found = houses.delete(name)
    Screen().say(sentence("terminal.house.deleted", house=found.name))


@house.command()
@click.argument("name", required=False)
@click.option("--none", "game", metavar="GAME", help="Use the standard rules for new games of GAME again.")
def use(name: str | None, game: str | None) -> None:
    """Use the house rules saved as NAME for all new games."""
    if (name is None) == (game is None):
        raise Refusal(sentence("terminal.house.which"))
    with _shelf() as houses:
        if name is not None:
            found = houses.use(name)
            told = sentence("terminal.house.use", game=_game_name(found.game), house=found.name)
        else:
            rules = chosen_game(game or "")
            key = "terminal.house.useNone" if houses.use_none(rules.id) else "terminal.house.useNoneYet"
            told = sentence(key, game=rules.name)
    Screen().say(told)


@contextmanager
def _shelf() -> Iterator[Houses]:
    """Open the saved house rules; problems with the file are reported, refusals are passed on."""
    with refusals():
        houses = Houses()
        yield houses
    if houses.notice:
        click.echo(printable(houses.notice), err=True)


def _face(house: SavedRules) -> dict[str, str]:
    return {"house": house.name, "game": _game_name(house.game)}


def _meaning(option: Option | None) -> str:
    return f"{option.says} ({option.range_text})" if option else sentence("terminal.house.gone")


def _rules(options: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in options.items()) or part("terminal.house.theUsual")


def _game_name(game_id: str) -> str:
    return find_game(game_id).name if game_id in found_ids() else game_id
