"""The commands of the laboratory: `parlour simulate`, `parlour compare` and `parlour arena`.

What they need is imported when they run: line mode must start at once.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..core.game import Game
from ..terminal.layout import wrapped
from ..terminal.refusal import Refusal, printable, reason, refusals
from ..terminal.requests import chosen_game, read_seed, read_settings
from ..terminal.screen import Screen, is_terminal

if TYPE_CHECKING:
    from .progress import Progress

F = TypeVar("F", bound=Callable[..., Any])

PACKAGES = "The laboratory needs packages that are not installed here: install parlour[lab]."
INTERRUPTED = 130
SENTENCE = "  "
"""How a line begins that is no part of a table, and so may be broken."""


class Failed(Refusal):
    """Something that was understood but did not work."""

    status = 1


class Stopped(Refusal):
    """Somebody pressed Ctrl-C."""

    status = INTERRUPTED


def shared(*, usual_games: str) -> Callable[[F], F]:
    """The options that all three commands have."""
    options = [
        click.option("--games", type=int, metavar="N", help=f"How many games to play ({usual_games})."),
        click.option("--seats", type=int, metavar="N", help="How many sit at the table; the game has a usual number."),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A house rule; may be given several times."
        ),
        click.option("--seed", metavar="SEED", help="A number or a text: the same seed, the same result."),
        click.option("--jobs", default="all", metavar="N", help="How many cores to use: a number, or all (all)."),
        click.option("--cluster", metavar="ADDRESS", help="Run on the Ray cluster at this address; `local` starts one here."),
        click.option("--progress/--no-progress", default=None, help="Show how far it is (at a terminal it is shown)."),
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option("--csv", "as_table", is_flag=True, help="Print the figures as comma-separated values."),
    ]

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


BOTS = "Who plays, one for all seats or one each: random, advice, a level, file.py:Class or cmd:program (advice)."


@click.command()
@click.argument("game")
@shared(usual_games="100000")
@click.option("--bots", default="advice", metavar="BOT,BOT", help=BOTS)
def simulate(game: str, bots: str, **asked: Any) -> None:
    """Play very many games, and say what they are like.

    \b
    parlour simulate GAME --games 1000000 --seats 4 --bots advice,random,advice,random
    """
    from_here = Request(game, asked)
    with failures():
        from .printing import simulation_text
        from .simulation import USUAL_GAMES
        from .simulation import simulate as run

        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        found = run(from_here.game, games, bots=bots, **from_here.arguments)
        from_here.tell(found, simulation_text)


@click.command()
@click.argument("game")
@shared(usual_games="20000 with each set of house rules")
@click.option("--bots", default="advice", metavar="BOT,BOT", help=BOTS)
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME=VALUE,VALUE",
    help="A house rule and the values to compare, the first being the yardstick; several make a grid.",
)
@click.option("--out", metavar="FILE.html", help="Also write a page with charts that explains itself.")
def compare(game: str, bots: str, vary: tuple[str, ...], out: str | None, **asked: Any) -> None:
    """Play the same deals under several house rules, and say what changes.

    \b
    parlour compare GAME --vary hand_size=5,7 --vary first_seat=seat0,random --out report.html
    """
    from_here = Request(game, asked)
    varied = read_varied(vary)
    check_writable(out)
    with failures():
        from .comparing import USUAL_GAMES
        from .comparing import compare as run
        from .printing import comparison_text

        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        found = run(from_here.game, varied, games, bots=bots, **from_here.arguments)
        if out is not None:
            from .report import report

            write_page(out, report(found))
        from_here.tell(found, comparison_text)


@click.command()
@click.argument("game")
@click.argument("bots", nargs=-1, metavar="BOT BOT …")
@shared(usual_games="20000, rounded up to whole deals")
@click.option("--stop-when-clear", is_flag=True, help="Stop as soon as one bot is better than each of the others.")
def arena(game: str, bots: tuple[str, ...], stop_when_clear: bool, **asked: Any) -> None:
    """Let bots play each other: every deal from every seating.

    \b
    parlour arena GAME advice random casual
    """
    from_here = Request(game, asked)
    with failures():
        from .contests import USUAL_GAMES
        from .contests import arena as run
        from .printing import arena_text

        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        found = run(from_here.game, bots, games, stop_when_clear=stop_when_clear, **from_here.arguments)
        from_here.tell(found, arena_text)


class Request:
    """What was asked for on the command line, in the words of the library."""

    def __init__(self, game: str, asked: dict[str, Any]) -> None:
        self.game: Game = chosen_game(game)
        if asked["as_json"] and asked["as_table"]:
            raise Refusal("Ask for --json or for --csv, not for both.")
        self._asked = asked

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments that all three functions of the library have."""
        return {
            "seats": self._asked["seats"],
            "options": read_settings(self._asked["settings"]),
            "seed": read_seed(self._asked["seed"]),
            "jobs": read_jobs(self._asked["jobs"]),
            "cluster": self._asked["cluster"],
            "progress": self._progress(),
        }

    def _progress(self) -> "Progress":
        from .progress import SILENT, Line

        wanted = self._asked["progress"]
        if wanted or (wanted is None and is_terminal(sys.stderr)):
            return Line(first=f"Getting {self.game.name} ready; the first time that takes a while …")
        return SILENT

    def tell(self, found: Any, text: Callable[[Any], list[str]]) -> None:
        """Print the result in the form that was asked for."""
        from .printing import as_csv

        screen = Screen()
        if self._asked["as_json"]:
            screen.lines([json.dumps(found.data(), indent=2)])
        elif self._asked["as_table"]:
            screen.write(as_csv(found.rows()))
        else:
            for line in text(found):
                is_sentence = screen.is_terminal and line.startswith(SENTENCE) and len(line) > screen.width
                screen.lines(wrapped(line.strip(), screen.width, 2 * SENTENCE, SENTENCE) if is_sentence else [line])


def read_jobs(text: str) -> int | str:
    """A number of jobs, or `all`."""
    if text == "all" or not text.isdecimal() or not text.isascii() or len(text) > 6:
        if text != "all":
            raise Refusal(f"The number of jobs is a whole number or all, not '{printable(text, 40)}'.")
        return text
    return int(text)


def read_varied(pairs: tuple[str, ...]) -> dict[str, list[object]]:
    """`name=value,value` pairs as a table."""
    if not pairs:
        raise Refusal("Say what to compare, as in --vary first_seat=seat0,random.")
    varied: dict[str, list[object]] = {}
    for pair in pairs:
        name, equals, values = pair.partition("=")
        listed = [value.strip() for value in values.split(",")]
        if not equals or not name.strip() or not all(listed):
            raise Refusal(f"What varies is given as name=value,value, not as '{printable(pair, 40)}'.")
        if name.strip() in varied:
            raise Refusal(f"The house rule {printable(name.strip(), 40)} is varied twice.")
        if len(set(listed)) < len(listed):
            raise Refusal(f"A value of {printable(name.strip(), 40)} is named twice.")
        varied[name.strip()] = list(listed)
    return varied


def check_writable(path: str | None) -> None:
    """Say before the work that a report cannot be written."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if not path or os.path.isdir(path):
        raise Refusal(f"The report goes to a file, and '{printable(path, 100)}' is none.")
    if not os.path.isdir(folder):
        raise Refusal(f"There is no folder '{printable(folder, 100)}' for the report.")


def write_page(path: str, page: str) -> None:
    """Write a report, or say in a sentence why not."""
    try:
        with open(path, "w", encoding="utf-8") as file:
            file.write(page)
    except OSError as error:
        raise Failed(f"The report cannot be written to {printable(path, 100)}: {reason(error)}.") from None


@contextmanager
def failures() -> Iterator[None]:
    """Whatever goes wrong in the laboratory is told in one sentence."""
    try:
        with refusals():
            yield
    except KeyboardInterrupt:
        raise Stopped("Stopped: not all games were played, so there is no result.") from None
    except ImportError as error:
        if (error.name or "").partition(".")[0] in ("numpy", "numba", "llvmlite", "matplotlib"):
            raise Failed(PACKAGES) from None
        raise
    except RuntimeError as error:
        raise Failed(str(error)) from None
