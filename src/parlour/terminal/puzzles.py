"""`parlour puzzles`: the puzzle of the day, the puzzles of a game, and mining new ones."""

from datetime import date
from pathlib import Path

import click

from ..core.game import find_game, game_ids
from ..core.texts import counted, sentence
from ..core.texts import text as part
from ..home.puzzles import PuzzleDays
from ..puzzles import Judgement, Puzzle, puzzle_of_day, puzzles_of, today
from ..puzzles.collection import FILE, write_puzzles
from . import completion, files
from .drawing import Drawing
from .menu import Menu
from .reader import EndOfInput, Reader
from .refusal import Refusal, refusals
from .requests import asked_game, chosen_game
from .screen import Screen
from .seats import YOU


@click.group("puzzles", invoke_without_command=True)
@click.pass_context
def puzzles(context: click.Context) -> None:
    """Solve the puzzle of the day: find the one move that is clearly best.

    The puzzle is the same for everybody. A new one comes at midnight UTC.
    """
    if context.invoked_subcommand is None:
        with refusals():
            day = today()
            Solving(puzzle_of_day(day), Screen(), day).run()


@puzzles.command("list")
def list_puzzles() -> None:
    """List the games that have puzzles."""
    screen = Screen()
    for game in map(find_game, game_ids()):
        try:
            said = counted("terminal.puzzles.count", len(puzzles_of(game)))
        except ValueError as error:
            said = str(error)
        screen.lines([f"{screen.ink.bold(game.id)}: {said}"])


@puzzles.command()
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--number", type=int, default=1, show_default=True, metavar="N", help="The number of the puzzle in its game.")
def solve(game: str | None, number: int) -> None:
    """Solve a puzzle of a game. Without GAME, you are asked which one."""
    screen = Screen()
    reader = Reader(screen)
    try:
        chosen = chosen_game(game) if game is not None else asked_game(screen, reader)
    except EndOfInput:
        screen.say(sentence("terminal.noGame"))
        return
    with refusals():
        found = puzzles_of(chosen)
    if not found:
        raise Refusal(sentence("terminal.puzzles.none", game=chosen.name))
    if not 1 <= number <= len(found):
        raise Refusal(sentence("terminal.puzzles.noNumber", last=len(found), given=number))
    with refusals():
        Solving(found[number - 1], screen, reader=reader).run()


@puzzles.command()
@click.argument("game")
@click.option(
    "--count", type=click.IntRange(1, 1000), default=12, show_default=True, metavar="N", help="How many puzzles to find."
)
@click.option("--seed", type=int, default=0, show_default=True, metavar="N", help="Seed of the first game to look through.")
@click.option("--out", "path", default=FILE, show_default=True, metavar="FILE", help="The file to write them to.")
def mine(game: str, count: int, seed: int, path: str) -> None:
    """Find puzzles in games of bots against each other.

    A position becomes a puzzle if one move is clearly better than all others, and a search of ten times the budget agrees.
    """
    from ..puzzles.mining import mine as mined

    screen, rules = Screen(), chosen_game(game)
    target = Path(files.full_path(path))
    files.check_writable(str(target))

    def tell(puzzle: Puzzle) -> None:
        screen.say(
            sentence("terminal.puzzles.found", id=puzzle.id, move=puzzle.answer, grade=part(f"puzzle.grade.{puzzle.grade}"))
        )

    with refusals():
        found = mined(rules, count, seed, notice=tell)
    try:
        write_puzzles(found, target)
    except OSError as error:
        raise Refusal(sentence("terminal.file.noWriting", file=files.shown(path), why=error.strerror or "")) from None


class Solving:
    """Shows a puzzle, reads an answer and says whether it is right. `day` is set for the puzzle of that day."""

    def __init__(self, puzzle: Puzzle, screen: Screen, day: date | None = None, *, reader: Reader | None = None) -> None:
        self.puzzle, self.screen, self.day = puzzle, screen, day
        self.table = puzzle.table()
        self._reader = reader or Reader(screen)

    def run(self) -> None:
        """Ask until the answer is a possible move."""
        menu = self._show()
        while True:
            try:
                answer = self._reader.line(sentence("terminal.puzzles.prompt") + " ")
            except EndOfInput:
                return
            if answer.lower() in ("q", "quit"):
                return
            doubt = menu.doubt(answer) if self._reader.is_terminal else None
            if doubt:
                self.screen.say(doubt)
                continue
            try:
                judgement = self.puzzle.judged(menu.read(answer))
            except ValueError as error:
                self.screen.say(str(error))
                continue
            self._tell(judgement)
            return

    def _show(self) -> Menu:
        puzzle, screen, table = self.puzzle, self.screen, self.table
        grade = part(f"puzzle.grade.{puzzle.grade}")
        key = "terminal.puzzles.title" if self.day is None else "terminal.puzzles.titleOfDay"
        screen.title(part(key, game=table.game.name, grade=grade))
        rules = puzzle.stated_rules
        if rules:
            screen.say(sentence("terminal.puzzles.rules", rules=", ".join(rules)))
        view, names = puzzle.view(), [name or YOU for name in puzzle.names]
        screen.lines(Drawing(table.game.pack, names, screen.width, screen.ink).table(view))
        if puzzle.is_known_more:
            screen.say(sentence("puzzle.known"))
        screen.say(view.prompt)
        menu = Menu(table.game, view, names)
        screen.lines(menu.lines(screen.width, screen.ink, None))
        return menu

    def _tell(self, judgement: Judgement) -> None:
        self.screen.say(" ".join(judgement.says))
        if not judgement.is_right:
            self.screen.say(self.puzzle.solution())
        self.screen.say(self.puzzle.missed)
        if self.day is not None:
            days = PuzzleDays()
            with refusals():
                days.note(self.day, is_solved=judgement.is_right)
                streak = days.streak(self.day)
            self.screen.say(counted("puzzle.streak", streak) if streak else sentence("puzzles.firstCounts"))
