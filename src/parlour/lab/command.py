"""The commands of the laboratory: `parlour simulate`, `parlour compare` and `parlour arena`.

They import what they need when they run, so that line mode starts at once.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..core.game import Game
from ..core.sentence import quoted
from ..core.texts import sentence
from ..core.texts import text as part
from ..terminal.layout import width_of, wrapped
from ..terminal.refusal import Refusal, printable, reason, refusals_with_remedy
from ..terminal.requests import chosen_game, read_seed, read_settings
from ..terminal.screen import Screen, is_terminal

if TYPE_CHECKING:
    from .output import Part
    from .progress import Progress

F = TypeVar("F", bound=Callable[..., Any])

INTERRUPTED = 130
INDENT = "  "


class Failed(Refusal):
    """A valid request that failed."""

    status = 1


class Stopped(Refusal):
    """The user pressed Ctrl-C."""

    status = INTERRUPTED


def shared(*, usual_games: str) -> Callable[[F], F]:
    """Add the options that all three commands share."""
    options = [
        click.option("--games", type=int, metavar="N", help=f"Number of games (default: {usual_games})."),
        click.option("--seats", type=int, metavar="N", help="Number of seats (default: the game's usual number)."),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A house rule; can be given several times."
        ),
        click.option("--seed", metavar="SEED", help="A number or a text: the same seed gives the same result."),
        click.option("--jobs", default="all", metavar="N", help="Number of cores to use, or all (default: all)."),
        click.option("--cluster", metavar="ADDRESS", help="Run on the Ray cluster at this address; `local` starts one here."),
        click.option("--progress/--no-progress", default=None, help="Show progress (default: at a terminal)."),
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option("--csv", "as_table", is_flag=True, help="Print the figures as comma-separated values."),
    ]

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


BOTS = (
    "Bot per seat; the last one given fills the remaining seats: random, advice, a level, file.py:Class or cmd:program "
    "(default: advice)."
)


@click.command()
@click.argument("game")
@shared(usual_games="100000")
@click.option("--bots", default="advice", metavar="BOT,BOT", help=BOTS)
def simulate(game: str, bots: str, **asked: Any) -> None:
    """Play many games and report their statistics.

    \b
    parlour simulate GAME --games 1000000 --seats 4 --bots advice,random,advice,random
    """
    from_here = LabRequest(game, bots, asked)
    with failures():
        from .output import simulation_text
        from .simulation import USUAL_GAMES
        from .simulation import simulate as run

        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        found = run(from_here.game, games, bots=bots, **from_here.arguments)
        from_here.tell(found, simulation_text)


@click.command()
@click.argument("game")
@shared(usual_games="20000 for each set of house rules")
@click.option("--bots", default="advice", metavar="BOT,BOT", help=BOTS)
@click.option(
    "--vary",
    multiple=True,
    metavar="NAME=VALUE,VALUE",
    help="A house rule and the values to compare; the first is the baseline. Several options make a grid.",
)
@click.option("--out", metavar="FILE.html", help="Also write a self-contained report with charts.")
def compare(game: str, bots: str, vary: tuple[str, ...], out: str | None, **asked: Any) -> None:
    """Play the same deals under several house rules and report what changes.

    \b
    parlour compare GAME --vary hand_size=5,7 --vary first_seat=seat0,random --out report.html
    """
    from_here = LabRequest(game, bots, asked)
    varied = read_varied(vary)
    check_writable(out)
    with failures():
        from .comparison import USUAL_GAMES
        from .comparison import compare as run
        from .output import comparison_text

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
    from_here = LabRequest(game, bots, asked)
    with failures():
        from .contests import USUAL_GAMES
        from .contests import arena as run
        from .output import arena_text

        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        found = run(from_here.game, bots, games, stop_when_clear=stop_when_clear, **from_here.arguments)
        from_here.tell(found, arena_text)


class LabRequest:
    """A request from the command line, in the terms of the library."""

    def __init__(self, game: str, bots: str | tuple[str, ...], asked: dict[str, Any]) -> None:
        self._bots = bots.split(",") if isinstance(bots, str) else bots
        self.game: Game = chosen_game(game)
        if asked["as_json"] and asked["as_table"]:
            raise Refusal(sentence("lab.refusal.oneForm"))
        self._asked = asked

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments that all three library functions share."""
        return {
            "seats": self._asked["seats"],
            "options": read_settings(self._asked["settings"]),
            "seed": read_seed(self._asked["seed"]),
            "jobs": read_jobs(self._asked["jobs"]),
            "cluster": self._asked["cluster"],
            "progress": self._progress(),
        }

    def _progress(self) -> "Progress":
        from ..fast.kernels import built
        from .players import is_compiled
        from .progress import SILENT, Aside, ProgressLine

        wanted, key = self._asked["progress"], "level.loading" if built(self.game) else "level.compiling"
        first = sentence(key, game=self.game.name)
        if wanted or (wanted is None and is_terminal(sys.stderr)):
            return ProgressLine(first=first)
        is_here = wanted is None and self._asked["cluster"] is None
        return Aside(first) if is_here and is_compiled(self._bots) else SILENT

    def tell(self, found: Any, parts: "Callable[[Any], list[Part]]") -> None:
        """Print the result in the requested format."""
        from .formats import as_csv

        screen = Screen()
        if self._asked["as_json"]:
            screen.lines([json.dumps(found.data(), indent=2)])
        elif self._asked["as_table"]:
            screen.write(as_csv(found.rows()))
        else:
            for one in parts(found):
                screen.lines(one if isinstance(one, list) else _broken(one, screen))


def _broken(said: str, screen: Screen) -> list[str]:
    """Wrap a sentence for a terminal; elsewhere it stays one line."""
    if not screen.is_terminal or width_of(said) <= screen.width:
        return [said]
    begins = INDENT if said.startswith(INDENT) else ""
    return wrapped(said.strip(), screen.width, begins + INDENT, begins)


def read_jobs(given: str) -> int | str:
    """Return a number of jobs as a number; the library checks anything else."""
    return int(given) if given.isdecimal() and given.isascii() and len(given) <= 6 else given


def read_varied(pairs: tuple[str, ...]) -> dict[str, list[object]]:
    """Return `name=value,value` pairs as a mapping."""
    if not pairs:
        raise Refusal(sentence("lab.refusal.whatToCompare"))
    varied: dict[str, list[object]] = {}
    for pair in pairs:
        name, equals, values = pair.partition("=")
        listed = [value.strip() for value in values.split(",")]
        if not equals or not name.strip() or not all(listed):
            raise Refusal(sentence("lab.refusal.vary", given=quoted(pair)))
        if name.strip() in varied:
            raise Refusal(sentence("lab.refusal.variedTwice", name=printable(name.strip(), 40)))
        varied[name.strip()] = list(listed)
    return varied


def check_writable(path: str | None) -> None:
    """Refuse early if a report cannot be written."""
    if path is None:
        return
    folder = os.path.dirname(os.path.abspath(path))
    if not path or os.path.isdir(path):
        raise Refusal(sentence("lab.refusal.noFile", path=_shown(path)))
    if not os.path.isdir(folder):
        raise Refusal(sentence("lab.refusal.noFolder", path=_shown(folder)))
    was_there = os.path.lexists(path)
    with not_written(path, Refusal):
        open(path, "ab").close()
        if not was_there:
            os.remove(path)


def write_page(path: str, page: str) -> None:
    """Write a report, or raise an error that says why it can't be written."""
    with not_written(path, Failed), open(path, "w", encoding="utf-8") as file:
        file.write(page)


@contextmanager
def not_written(path: str, refusal: type[Refusal]) -> Iterator[None]:
    """Report a file that cannot be written in one sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else part("terminal.wrong")
        raise refusal(sentence("lab.refusal.notWritten", path=_shown(path), why=why)) from None


def _shown(path: str) -> str:
    return f"'{printable(path, 100)}'"


@contextmanager
def failures() -> Iterator[None]:
    """Report any error of the laboratory in one sentence."""
    try:
        with refusals_with_remedy():
            yield
    except KeyboardInterrupt:
        raise Stopped(sentence("lab.stopped")) from None
    except ImportError as error:
        if (error.name or "").partition(".")[0] in ("numpy", "numba", "llvmlite", "matplotlib"):
            raise Failed(sentence("lab.packages")) from None
        raise
    except RuntimeError as error:
        raise Failed(str(error)) from None
