"""The command line: `parlour`, `parlour play`, `parlour games`, `parlour rules`, `parlour replay`."""

import os
import sys
from typing import Any

import click

from . import __version__, find_game, game_ids
from .terminal import files
from .terminal.ask import EndOfInput, Reader
from .terminal.layout import wrapped
from .terminal.line import LineMode
from .terminal.refusal import OutputLost, Refusal, printable, reason, refusals
from .terminal.replay import Reel, Replay
from .terminal.requests import (
    asked_game,
    checked_delay,
    chosen_game,
    loaded_sitting,
    new_sitting,
    read_settings,
    seats_text,
)
from .terminal.screen import Screen, make_streams_forgiving
from .terminal.seats import make_party
from .terminal.sheet import shared_sheet, sheet

BAD_REQUEST, BROKEN_OUTPUT, INTERRUPTED = 2, 1, 130
HOUSE_RULES = "A house rule, as in first_seat=random; may be given several times. `parlour rules GAME` lists them."


class House(click.Group):
    """The commands of the house: whatever goes wrong at its border is told in one sentence."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave with its status."""
        make_streams_forgiving()
        kwargs["standalone_mode"] = False
        kwargs["prog_name"] = "parlour"
        try:
            status = super().main(*args, **kwargs)
            Screen().write("")
        except (Refusal, click.ClickException) as error:
            status = complain(_message(error), BAD_REQUEST)
        except (KeyboardInterrupt, click.Abort):
            status = complain("Stopped.", INTERRUPTED)
        except (OutputLost, OSError) as error:
            _forget_output()
            why = reason(error) if isinstance(error, OSError) else str(error)
            status = complain(f"The output cannot be written: {why}.", BROKEN_OUTPUT)
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
    "parlour",
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


# ---- play -----------------------------------------------------------------------------------------------------------


@main.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, metavar="N", help="How many sit at the table; the game has a usual number.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=HOUSE_RULES)
@click.option("--seed", metavar="SEED", help="A number or a text that decides all chance: the same seed, the same cards.")
@click.option(
    "--people",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="How many seats are people who share this keyboard; bots play the others.",
)
@click.option("--names", default="", metavar="ANA,BEN", help="What the seats are called, people first.")
@click.option("--rounds", type=int, metavar="N", help="Play a match of so many rounds.")
@click.option("--target", type=int, metavar="N", help="Play a match until a seat has so many points.")
@click.option("--load", "path", metavar="FILE", help="Go on with a saved game or match.")
@click.option(
    "--bots-delay",
    "delay",
    type=float,
    metavar="SECONDS",
    help="How long bots take for a move (0.6 at a terminal, 0 in a pipe).",
)
def play(game: str | None, path: str | None, people: int, names: str, delay: float | None, **asked: Any) -> None:
    """Play a game at this keyboard, alone against bots or with others.

    GAME is the name of a game, as `parlour games` lists them; without it you are asked. At the table, type `help`.

    \b
    parlour play GAME --seats 4 --set first_seat=random --seed 12
    parlour play GAME --people 2 --names Ana,Ben --target 100
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


# ---- games, rules, replay -------------------------------------------------------------------------------------------


@main.command()
def games() -> None:
    """List the games of the house."""
    screen = Screen()
    for game in map(find_game, game_ids()):
        front = f"{screen.ink.bold(game.id)}: {game.name}, {seats_text(game)} "
        screen.lines(wrapped(game.pitch, screen.width, "    ", front))


@main.command()
@click.argument("game", required=False)
@click.option("--seats", type=int, metavar="N", help="For how many seats; the game has a usual number.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=HOUSE_RULES)
def rules(game: str | None, seats: int | None, settings: tuple[str, ...]) -> None:
    """Explain the rules of a game, with its house rules as you set them.

    Without GAME: what all games share.
    """
    screen = Screen()
    lines = shared_sheet(screen.width, screen.ink) if game is None else game_sheet(game, seats, settings, screen)
    try:
        Reader(screen).page(lines)
    except EndOfInput:
        return


def game_sheet(name: str, seats: int | None, settings: tuple[str, ...], screen: Screen) -> list[str]:
    """The rule sheet of a game under these house rules."""
    game = chosen_game(name)
    with refusals():
        count = game.checked_seats(game.usual_seats if seats is None else seats)
        values = game.checked_options(read_settings(settings), count)
    options = {name: option.python(values[name]) for name, option in game.options.items()}
    return sheet(game, options, screen.width, screen.ink)


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
