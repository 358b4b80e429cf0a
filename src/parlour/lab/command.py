"""The commands of the laboratory: `parlour simulate`, `parlour compare`, `parlour arena` and `parlour skill`.

Most imports happen when a command runs, so that line mode starts at once.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..core.game import Game
from ..core.sentence import quoted
from ..core.texts import sentence
from ..core.texts import text as part
from ..fast.ahead import cache_folder
from ..terminal.layout import width_of, wrapped
from ..terminal.refusal import Failed, Refusal, printable, reason, refusals_with_remedy
from ..terminal.requests import chosen_game, read_seed, read_settings
from ..terminal.screen import Screen, is_terminal

if TYPE_CHECKING:
    from .output import Part
    from .progress import Progress

F = TypeVar("F", bound=Callable[..., Any])

CPU = "cpu"
INTERRUPTED = 130
INDENT = "  "
PRESENTED = {"seed", "jobs", "cluster", "device", "progress", "as_json", "as_table", "resume", "checkpoint", "out"}
"""The options that don't affect the games, and the seed, which is stored in the checkpoint."""


class Stopped(Refusal):
    """Raised when the user has pressed Ctrl-C."""

    status = INTERRUPTED


def shared(*, usual_games: str) -> Callable[[F], F]:
    """Add the options that all commands share."""
    options = [
        click.option("--games", type=int, metavar="N", help=f"Number of games (default: {usual_games})."),
        click.option("--seats", type=int, metavar="N", help="Number of seats (default: the game's usual number)."),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help="A house rule; can be given several times."
        ),
        click.option("--seed", metavar="SEED", help="A number or a text: the same seed gives the same result."),
        click.option("--jobs", default="all", metavar="N", help="Number of cores to use, or all (default: all)."),
        click.option("--cluster", metavar="ADDRESS", help="Run on the Ray cluster at this address; `local` starts one here."),
        click.option(
            "--checkpoint", metavar="FILE", help="Where to keep the progress of the run (default: in the cache folder)."
        ),
        click.option("--resume", is_flag=True, help="Continue this run where it was stopped."),
        click.option("--progress/--no-progress", default=None, help="Show progress (default: at a terminal)."),
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option("--csv", "as_table", is_flag=True, help="Print the figures as comma-separated values."),
    ]

    def decorate(function: F) -> F:
        for option in reversed(options):
            function = option(function)
        return function

    return decorate


GAMES_OUT = click.option("--games-out", metavar="FILE.parquet|csv", help="Also write one row per game.")

BOTS = (
    "Bot per seat; the last one given fills the remaining seats: random, advice, a level, file.py:Class or cmd:program "
    "(default: advice)."
)


@click.command()
@click.argument("game")
@shared(usual_games="100000")
@click.option("--bots", default="advice", metavar="BOT,BOT", help=BOTS)
@click.option("--device", default=CPU, metavar="cpu|cuda", help="Where to play: cuda is a GPU, for the bots random and advice.")
@GAMES_OUT
def simulate(game: str, bots: str, device: str, games_out: str | None, **asked: Any) -> None:
    """Play many games and report their statistics.

    \b
    parlour simulate GAME --games 1000000 --seats 4 --bots advice,random,advice,random
    """
    from_here = LabRequest(game, bots, asked, device)
    check_writable(games_out)
    with failures():
        from .output import simulation_text
        from .simulation import USUAL_GAMES
        from .simulation import simulate as run

        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        keep_games = wants_games(games_out)
        found = run(from_here.game, games, bots=bots, device=device, keep_games=keep_games, **from_here.arguments)
        write_games(games_out, found.kept)
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
@click.option("--all-pairs", is_flag=True, help="Compare every pair of sets of house rules, not only each with the baseline.")
@click.option("--out", metavar="FILE.html", help="Also write a self-contained report with charts.")
@GAMES_OUT
def compare(
    game: str, bots: str, vary: tuple[str, ...], all_pairs: bool, out: str | None, games_out: str | None, **asked: Any
) -> None:
    """Play the same deals under several house rules and report what changes.

    \b
    parlour compare GAME --vary hand_size=5,7 --vary first_seat=seat0,random --out report.html
    """
    from_here = LabRequest(game, bots, asked)
    varied = read_varied(vary)
    check_writable(out)
    check_writable(games_out)
    with failures():
        from .comparison import USUAL_GAMES
        from .comparison import compare as run
        from .output import comparison_text

        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        keep_games = wants_games(games_out)
        found = run(from_here.game, varied, games, bots=bots, all_pairs=all_pairs, keep_games=keep_games, **from_here.arguments)
        write_games(games_out, found.kept)
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


@click.command()
@click.argument("game")
@click.argument("bots", nargs=-1, metavar="[BOT BOT]")
@shared(usual_games="2000, rounded up to whole deals")
def skill(game: str, bots: tuple[str, ...], **asked: Any) -> None:
    """Say how many games it takes until the better of two bots is ahead (default: skilled and casual).

    \b
    parlour skill GAME --set hand_size=5
    """
    with failures():
        from .luck import USUAL_BOTS, USUAL_GAMES
        from .luck import skill as run
        from .output import skill_text

        who = bots or USUAL_BOTS
        from_here = LabRequest(game, who, asked)
        games = USUAL_GAMES if asked["games"] is None else asked["games"]
        found = run(from_here.game, who, games, **from_here.arguments)
        from_here.tell(found, skill_text)


class LabRequest:
    """A request from the command line, in the terms of the library."""

    def __init__(self, game: str, bots: str | tuple[str, ...], asked: dict[str, Any], device: str = CPU) -> None:
        self._device = device
        self._bots = bots.split(",") if isinstance(bots, str) else bots
        self.game: Game = chosen_game(game)
        if asked["as_json"] and asked["as_table"]:
            raise Refusal(sentence("lab.refusal.oneForm"))
        self._asked = asked

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments that all library functions share."""
        path = self._checkpoint()
        return {
            "seats": self._asked["seats"],
            "options": read_settings(self._asked["settings"]),
            "seed": self._seed(path),
            "jobs": read_jobs(self._asked["jobs"]),
            "cluster": self._asked["cluster"],
            "progress": self._progress(),
            "checkpoint": path,
            "resume": self._asked["resume"],
        }

    def _seed(self, path: Path | None) -> int | str:
        """Return the given seed, or that of the run to be resumed, or a fresh one."""
        from .checkpoints import kept_seed

        kept = kept_seed(path) if path and self._asked["resume"] and self._asked["seed"] is None else None
        return read_seed(self._asked["seed"]) if kept is None else kept

    def _checkpoint(self) -> Path | None:
        """Return the file for the progress of this run: unless given, one in the cache folder, if there is one."""
        if self._asked["checkpoint"] is not None:
            return Path(self._asked["checkpoint"])
        context = click.get_current_context(silent=True)
        request = {name: value for name, value in (context.params if context else {}).items() if name not in PRESENTED}
        key = hashlib.sha256(json.dumps([context and context.info_name, request], sort_keys=True).encode()).hexdigest()
        with suppress(OSError, RuntimeError):  # a RuntimeError if this user has no home folder
            path = cache_folder() / "runs" / f"{key[:24]}.npz"
            path.parent.mkdir(parents=True, exist_ok=True)
            if not self._asked["resume"]:
                path.unlink(missing_ok=True)
            return path if os.access(path.parent, os.W_OK) else None
        return None

    def _progress(self) -> "Progress":
        from ..fast.kernels import built
        from .players import is_compiled
        from .progress import SILENT, Aside, ProgressLine

        wanted, is_built = self._asked["progress"], self._device == CPU and built(self.game)
        key = "level.loading" if is_built else "level.compiling"
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


def wants_games(path: str | None) -> bool:
    """Whether to keep the games; refuse a format that can't be written before any is played."""
    from .frames import check_games_file

    if path is not None:
        check_games_file(path)
    return path is not None


def write_games(path: str | None, games: Any) -> None:
    """Write one row per game, or raise an error that says why it can't be written."""
    from .frames import write_games as write

    if path is not None:
        with not_written(path, Failed):
            write(games, path)


def write_page(path: str, page: str) -> None:
    """Write a report, or raise an error that says why it can't be written."""
    with not_written(path, Failed), open(path, "w", encoding="utf-8") as file:
        file.write(page)


@contextmanager
def not_written(path: str, refusal: type[Refusal]) -> Iterator[None]:
    """Report in one sentence that a file cannot be written."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else part("terminal.wrong")
        raise refusal(sentence("lab.refusal.notWritten", path=_shown(path), why=why)) from None


def _shown(path: str) -> str:
    return f"'{printable(path, 100)}'"


@contextmanager
def failures() -> Iterator[None]:
    """Report any laboratory error in one sentence."""
    try:
        with refusals_with_remedy():
            yield
    except KeyboardInterrupt as stop:
        raise Stopped(str(stop) or sentence("lab.stopped")) from None
    except ImportError as error:
        if (error.name or "").partition(".")[0] in ("numpy", "numba", "llvmlite", "matplotlib"):
            raise Failed(sentence("lab.packages")) from None
        raise
    except RuntimeError as error:
        raise Failed(str(error)) from None
