"""The command line: `parlour`, `parlour play`, `parlour games`, `parlour rules`, `parlour replay`."""

import math
import os
import secrets
import sys
from collections.abc import Mapping
from typing import Any

import click

from . import Match, Table, __version__, find_game, game_ids
from .core.chance import SEED_BITS
from .core.game import Game
from .terminal import files
from .terminal.ask import EndOfInput, Reader
from .terminal.layout import wrapped
from .terminal.line import LineMode
from .terminal.refusal import Refusal, printable, reason, refusals
from .terminal.replay import Reel, Replay
from .terminal.screen import Screen, make_streams_forgiving
from .terminal.seats import make_party, seats_for
from .terminal.sheet import sheet
from .terminal.sitting import Sitting, command_for

BAD_REQUEST, BROKEN_OUTPUT, INTERRUPTED = 2, 1, 130
LONGEST_DELAY = 60
USUAL_DELAY = 0.6
HOUSE_RULES = "A house rule, as in mode=casual; may be given several times. `parlour rules GAME` lists them."


class House(click.Group):
    """The commands of the house: whatever goes wrong at its border is told in one sentence."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave with its status."""
        make_streams_forgiving()
        kwargs["standalone_mode"] = False
        kwargs.setdefault("prog_name", "parlour")
        try:
            status = super().main(*args, **kwargs)
            if sys.stdout is not None:
                sys.stdout.flush()
        except (Refusal, click.ClickException) as error:
            status = complain(_message(error), BAD_REQUEST)
        except (KeyboardInterrupt, click.Abort):
            status = complain("Stopped.", INTERRUPTED)
        except OSError as error:
            _forget_output()
            status = complain(f"The output cannot be written: {reason(error)}.", BROKEN_OUTPUT)
        sys.exit(status if isinstance(status, int) else 0)


def complain(sentence: str, status: int) -> int:
    """Say on standard error what is wrong; the exit status for it."""
    click.echo(printable(sentence), err=True)
    return status


def _message(error: Refusal | click.ClickException) -> str:
    text = error.format_message() if isinstance(error, click.ClickException) else str(error)
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _forget_output() -> None:
    """Nothing more can be written: Python's own last attempt must not complain once more."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


@click.group(
    cls=House,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="parlour %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """A house of card games, with your own rules.

    Without a command it asks which game you want and plays it with you.
    """
    if context.invoked_subcommand is None:
        context.invoke(play)


# ---- what was asked for ---------------------------------------------------------------------------------------------


def read_settings(pairs: tuple[str, ...]) -> dict[str, str]:
    """`name=value` pairs as a table."""
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise Refusal(f"A house rule is set as name=value, not as '{printable(pair, 40)}'.")
        if name.strip() in settings:
            raise Refusal(f"The house rule {printable(name.strip(), 40)} is set twice.")
        settings[name.strip()] = value.strip()
    return settings


def read_seed(text: str | None) -> int | str:
    """A seed as a number or as a text; without one a fresh number of 256 bits."""
    if text is None:
        return secrets.randbits(SEED_BITS)
    digits = text.strip().removeprefix("-").removeprefix("+")
    if digits.isdecimal() and digits.isascii():
        if len(digits) > 78 or text.strip().startswith("-"):
            raise Refusal("A seed is a text, or a whole number from 0 to 2 to the 256th power.")
        return int(digits)
    if not text.strip() or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refusal("A seed is a whole number, or a text that is not empty.")
    return text


def chosen_game(name: str) -> Game:
    """The game of an id or a name, however it is written."""
    for game_id in game_ids():
        game = find_game(game_id)
        if name.strip().lower().replace("-", "_").replace(" ", "_") in (game_id, game.name.lower().replace(" ", "_")):
            return game
    with refusals():
        return find_game(name)


def asked_game(screen: Screen, reader: Reader) -> Game:
    """The game that a person chooses from the list."""
    games = [find_game(game_id) for game_id in game_ids()]
    screen.say("Which game?")
    for number, game in enumerate(games, 1):
        front = f"  {number}) {screen.ink.bold(game.name)}: "
        screen.lines(wrapped(f"{game.pitch} {seats_text(game)}", screen.width, "     ", front))
    while True:
        answer = reader.line("Number or name: ")
        if answer.isdecimal() and answer.isascii() and 1 <= int(answer[:6]) <= len(games):
            return games[int(answer[:6]) - 1]
        try:
            return chosen_game(answer)
        except Refusal as error:
            screen.say(f"Type a number from 1 to {len(games)}." if answer.isdecimal() or not answer else str(error))


def seats_text(game: Game) -> str:
    """For how many a game is."""
    return f"{game.least_seats} to {game.most_seats} seats."


# ---- play -----------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, metavar="N", help="How many sit at the table; the game has a usual number.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=HOUSE_RULES)
@click.option("--seed", metavar="SEED", help="A number or a text that decides all chance: the same seed, the same cards.")
@click.option("--people", type=int, default=1, show_default=True, metavar="N", help="How many seats are people who share this keyboard; bots play the others.")  # noqa: E501
@click.option("--names", default="", metavar="ANA,BEN", help="What the seats are called, people first.")
@click.option("--rounds", type=int, metavar="N", help="Play a match of so many rounds.")
@click.option("--target", type=int, metavar="N", help="Play a match until a seat has so many points.")
@click.option("--load", "path", metavar="FILE", help="Go on with a saved game or match.")
@click.option("--bots-delay", "delay", type=float, metavar="SECONDS", help="How long bots take for a move (0.6 at a terminal, 0 in a pipe).")  # noqa: E501
def play(game: str | None, path: str | None, people: int, names: str, delay: float | None, **asked: Any) -> None:
    """Play a game at this keyboard, alone against bots or with others.

    GAME is the name of a game, as `parlour games` lists them; without it you are asked. At the table, type `help`.

    \b
    parlour play switch
    parlour play switch --seats 4 --set mode=cutthroat --seed 12
    parlour play cambio --people 2 --names Ana,Ben --target 50
    """
    screen = Screen()
    reader = Reader(screen)
    delay = checked_delay(delay, screen)
    if path is not None:
        sitting = loaded_sitting(path, game, asked)
    else:
        try:
            chosen = chosen_game(game) if game is not None else asked_game(screen, reader)
        except EndOfInput:
            screen.say("The input has ended before a game was chosen.")
            return
        sitting = new_sitting(chosen, people, names, asked)
    party = make_party(sitting.table.seats, people, names)
    LineMode(sitting, party, screen, reader, delay).run()


def checked_delay(delay: float | None, screen: Screen) -> float:
    """The seconds a bot takes."""
    if delay is None:
        return USUAL_DELAY if screen.is_terminal else 0.0
    if not 0 <= delay <= LONGEST_DELAY or math.isnan(delay):
        raise Refusal(f"The bots' delay is 0 to {LONGEST_DELAY} seconds, not {delay}.")
    return delay


def loaded_sitting(path: str, game: str | None, asked: Mapping[str, Any]) -> Sitting:
    """The game or match of a file, which brings all its settings along."""
    for name, value in asked.items():
        if value not in (None, ()):
            option = "set" if name == "settings" else name
            raise Refusal(f"A saved game brings its own settings along: leave --{option} out.")
    path = files.full_path(path)
    sitting = Sitting(files.load(path), path=path)
    if game is not None and chosen_game(game) is not sitting.table.game:
        raise Refusal(f"{files.shown(path)} is a game of {sitting.table.game.name}.")
    return sitting


def new_sitting(game: Game, people: int, names: str, asked: Mapping[str, Any]) -> Sitting:
    """A fresh deal, as asked for."""
    settings, seed = read_settings(asked["settings"]), read_seed(asked["seed"])
    with refusals():
        seats = game.checked_seats(seats_for(game, asked["seats"], people, names))
        make_party(seats, people, names)
        played: Table | Match
        if asked["rounds"] is None and asked["target"] is None:
            played = Table.new(game.id, seats, seed, settings)
        else:
            played = Match.new(game.id, seats, seed, settings, rounds=asked["rounds"], target=asked["target"])
    sitting = Sitting(played)
    extra = [] if people == 1 else ["--people", str(people)]
    extra += ["--names", names] if names else []
    sitting.command = command_for(sitting.table, str(seed), sitting.match, extra)
    return sitting


# ---- games, rules, replay -------------------------------------------------------------------------------------------


@main.command()
def games() -> None:
    """List the games of the house."""
    screen = Screen()
    for game in map(find_game, game_ids()):
        front = f"{screen.ink.bold(game.id)}: {game.name}, {seats_text(game)} "
        screen.lines(wrapped(game.pitch, screen.width, "    ", front))


@main.command()
@click.argument("game")
@click.option("--seats", type=int, metavar="N", help="For how many seats; the game has a usual number.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=HOUSE_RULES)
def rules(game: str, seats: int | None, settings: tuple[str, ...]) -> None:
    """Explain the rules of a game, with its house rules as you set them."""
    screen = Screen()
    chosen = chosen_game(game)
    with refusals():
        count = chosen.checked_seats(chosen.usual_seats if seats is None else seats)
        values = chosen.checked_options(read_settings(settings), count)
    options = {name: option.python(values[name]) for name, option in chosen.options.items()}
    try:
        Reader(screen).page(sheet(chosen, options, screen.width, screen.ink))
    except EndOfInput:
        return


@main.command()
@click.argument("path", metavar="FILE")
@click.option("--from", "start", type=int, default=0, metavar="N", help="The first step to show; 0 is the deal.")
@click.option("--to", "end", type=int, metavar="N", help="The last step to show.")
@click.option("--seat", type=int, metavar="K", help="Show what this seat saw, instead of all cards face up.")
def replay(path: str, start: int, end: int | None, seat: int | None) -> None:
    """Look at a saved game again, move by move.

    At a terminal Enter shows the next step, a number goes to that step and q ends. In a pipe all steps are printed.
    """
    screen = Screen()
    reel = Reel(files.tables_in(files.full_path(path)))
    Replay(reel, seat, screen, Reader(screen)).run(start, end)


if __name__ == "__main__":
    main()
