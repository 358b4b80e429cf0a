"""Requests: command-line options turned into a table."""

import math
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from ..bots import LEVELS, usual_level
from ..core.game import Game, find_game, found_ids, game_ids
from ..core.match import Match
from ..core.table import Table
from ..core.texts import sentence
from . import files
from .layout import wrapped
from .reader import Reader
from .refusal import Refusal, printable, refusals, refusals_with_remedy
from .screen import Screen
from .seats import Party, make_party, seats_for
from .sitting import Sitting, command_for

LONGEST_DELAY = 60
USUAL_DELAY = 0.6
SEED_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits that are not easily confused."""


def read_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """Return `name=value` pairs as a mapping."""
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise Refusal(sentence("terminal.rule.form", text=printable(pair, 40)))
        if name.strip() in settings:
            raise Refusal(sentence("terminal.rule.twice", name=printable(name.strip(), 40)))
        settings[name.strip()] = value.strip()
    return settings


def read_seed(text: str | None) -> int | str:
    """Return a seed as a number or as text; without one, a fresh text."""
    if text is None:
        return fresh_seed()
    digits = text.strip().removeprefix("-").removeprefix("+")
    if digits.isdecimal() and digits.isascii():
        if len(digits) > 78 or text.strip().startswith("-"):
            raise Refusal(sentence("refusal.seed.number"))
        return int(digits)
    if not text.strip() or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refusal(sentence("terminal.seed.empty"))
    return text


def fresh_seed() -> str:
    """Return a seed of 60 random bits that is easy to read and to type."""
    return "-".join("".join(secrets.choice(SEED_LETTERS) for _ in range(4)) for _ in range(3))


def chosen_game(name: str) -> Game:
    """Return the game with an id or a name, ignoring case and spacing."""
    plain = "_".join(name.lower().replace("-", " ").split())
    if plain in found_ids():
        return find_game(plain)
    for game in map(find_game, found_ids()):
        if plain == game.name.lower().replace(" ", "_"):
            return game
    with refusals():
        return find_game(name)


def asked_game(screen: Screen, reader: Reader) -> Game:
    """Let a person choose a game from the list."""
    games = [find_game(game_id) for game_id in game_ids()]
    screen.say(sentence("terminal.whichGame"))
    for number, game in enumerate(games, 1):
        front = f"  {number}) {screen.ink.bold(game.name)}: "
        screen.lines(wrapped(f"{game.pitch} {seats_text(game)}", screen.width, "     ", front))
    while True:
        answer = reader.line(sentence("terminal.numberOrName") + " ")
        if answer.isdecimal() and answer.isascii() and 1 <= int(answer[:6]) <= len(games):
            return games[int(answer[:6]) - 1]
        try:
            return chosen_game(answer)
        except Refusal as error:
            screen.say(sentence("terminal.typeNumber", last=len(games)) if answer.isdecimal() or not answer else str(error))


def seats_text(game: Game) -> str:
    """Return a sentence about how many players a game is for."""
    return sentence("terminal.seats", least=game.least_seats, most=game.most_seats)


def checked_delay(delay: float | None, screen: Screen) -> float:
    """Return how many seconds a bot takes for a move."""
    if delay is None:
        return USUAL_DELAY if screen.is_terminal else 0.0
    if not 0 <= delay <= LONGEST_DELAY or math.isnan(delay):
        raise Refusal(sentence("terminal.delay", most=LONGEST_DELAY, delay=delay))
    return delay


def loaded_sitting(path: str, game: str | None, asked: Mapping[str, Any]) -> Sitting:
    """Return the game or match in a file. It has its own settings: raise a Refusal if any were asked for."""
    for name, value in asked.items():
        if value not in (None, ()):
            option = "set" if name == "settings" else name
            raise Refusal(sentence("terminal.ownSettings", option=option))
    path = files.full_path(path)
    sitting = Sitting(files.load(path), path=path, is_practice=files.is_practice(path))
    if game is not None and chosen_game(game) is not sitting.table.game:
        raise Refusal(sentence("terminal.otherGame", file=files.shown(path), game=sitting.table.game.name))
    return sitting


def saved_party(path: str, seats: int) -> Party | None:
    """Return the people and bots noted in a saved game; None if they are missing or invalid."""
    path = files.full_path(path)
    people, names, levels = (files.noted_in(path, name) for name in ("people", "names", "levels"))
    if type(people) is not int or not isinstance(names, list) or not isinstance(levels, list) or len(names) != seats:
        return None
    try:
        usual = make_party(seats, people, "")
        given = "" if list(usual.names) == names else ",".join(map(str, names))
        return make_party(seats, people, given, _known_levels(levels[people:seats]))
    except Refusal:
        return None


def _known_levels(levels: Sequence[object]) -> str:
    """Return levels as `--bots` gives them; unknown ones are replaced by the usual one."""
    known = [level if isinstance(level, str) and level in LEVELS else usual_level for level in levels]
    return ",".join(known) if any(level != usual_level for level in known) else ""


def repeated_sitting(path: str, game: str | None, asked: Mapping[str, Any], people: int) -> tuple[Sitting, str]:
    """Deal the cards of a saved game or match again; return it with the levels of its bots, as `--bots` gives them."""
    loaded = loaded_sitting(path, game, asked)
    match = loaded.match
    first = (match.tables()[0] if match is not None else loaded.table).at(0)
    played = first if match is None else Match(first, match.seed, match.rounds, match.target)
    noted = files.noted_in(files.full_path(path), "levels")
    levels = noted[people:] if isinstance(noted, list) else []
    return Sitting(played, is_practice=True), _known_levels(levels[: first.seats - people])


def new_sitting(game: Game, people: int, names: str, asked: Mapping[str, Any]) -> Sitting:
    """Deal a new game with the requested settings."""
    settings, seed = read_settings(asked["settings"]), read_seed(asked["seed"])
    with refusals_with_remedy():
        bots = asked.get("bots", "")
        seats = game.checked_seats(seats_for(game, asked["seats"], people, names, bots))
        party = make_party(seats, people, names, bots)
        played: Table | Match
        if asked["rounds"] is None and asked["target"] is None:
            played = Table.new(game.id, seats, seed, settings)
        else:
            played = Match.new(game.id, seats, seed, settings, rounds=asked["rounds"], target=asked["target"])
    sitting = Sitting(played)
    sitting.command = command_for(sitting.table, str(seed), sitting.match, party.options)
    return sitting
