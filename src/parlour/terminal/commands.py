"""Commands: everything that can be typed at the table besides a move."""

import shlex
from collections.abc import Callable
from enum import Enum, auto

from ..bots import advise
from ..bots.seeds import decision_seed
from ..core.game import Illegal
from ..core.texts import has_text, sentence
from ..core.texts import text as part
from ..core.typing import typed_move
from ..home.learning import Learning
from . import files
from .drawing import cards_in
from .keyboard import Keyboard
from .layout import padded, wrapped
from .news import news
from .refusal import Refusal, printable
from .sheet import sheet

HELP = (
    "number",
    "words",
    "slots",
    "cards",
    "short",
    "help",
    "rules",
    "hint",
    "moves",
    "table",
    "log",
    "save",
    "undo",
    "position",
    "tips",
    "quit",
)
WITH_MORE = ("save", "undo")
"""The commands that take an argument."""
SAME_AS = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "t": "table"}


class LeaveTable(Exception):
    """Raised when the person leaves the table."""


class After(Enum):
    """The possible next steps after a command."""

    ASK = auto()
    SHOW = auto()
    RESTART = auto()


class Commands:
    """Carries out commands for the person at the keyboard."""

    def __init__(self, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        self.screen = keyboard.screen
        self.reader = keyboard.reader
        self._all: dict[str, Callable[[str], After]] = {
            name: getattr(self, f"_{name}")
            for name in ("help", "rules", "hint", "moves", "table", "log", "save", "undo", "position", "tips", "quit")
        }

    @property
    def names(self) -> list[str]:
        """The words of all commands."""
        return list(self._all)

    def find(self, line: str) -> Callable[[], After] | None:
        """Return the command that a line asks for, if any."""
        word, _, rest = line.partition(" ")
        name = SAME_AS.get(word.lower(), word.lower())
        command = self._all.get(name)
        if command is None or (rest and name not in WITH_MORE):
            return None
        return lambda: command(rest.strip())

    # ---- reading -------------------------------------------------------------------------------------------------

    def _help(self, rest: str) -> After:
        width = self.screen.width
        rows = [
            wrapped(part(f"terminal.help.{name}"), width, " " * 15, padded(f"  {_typed(name)}", 15)) for name in self._topics()
        ]
        unlisted = wrapped(sentence("terminal.help.unlisted"), width, "  ")
        self.reader.page([*(line for row in rows for line in row), *unlisted])
        return After.ASK

    def _topics(self) -> list[str]:
        """Return the topics of the help, with slots only in games that have them."""
        return [name for name in HELP if name != "slots" or self.keyboard.table.game.slot_verbs]

    def _rules(self, rest: str) -> After:
        table = self.keyboard.table
        try:
            lines = sheet(table.game, table.options, self.screen.width, self.screen.ink)
        except Refusal as error:
            self.screen.say(str(error))
        else:
            self.reader.page(lines)
        return After.ASK

    def _hint(self, rest: str) -> After:
        seat = self.keyboard.holder
        if seat is None or not self.keyboard.table.moves(seat):
            return self._nobody()
        table = self.keyboard.table
        advice = advise(table.view(seat), names=self.keyboard.party.names, seed=decision_seed(table, seat), wait=False)
        self.screen.say(
            sentence("terminal.hint", words=self.keyboard.menu(seat).typed(advice.best))
            if advice.best
            else sentence("terminal.noHint")
        )
        for reason in advice.why:
            self.screen.say(reason)
        return After.ASK

    def _moves(self, rest: str) -> After:
        seat = self.keyboard.holder
        if seat is None or not self.keyboard.table.moves(seat):
            return self._nobody()
        self.reader.page(self.keyboard.menu(seat).lines(self.screen.width, self.screen.ink, None))
        return After.ASK

    def _nobody(self) -> After:
        self.screen.say(sentence("terminal.nobody"))
        return After.ASK

    def _table(self, rest: str) -> After:
        return After.SHOW

    def _log(self, rest: str) -> After:
        keyboard = self.keyboard
        visible = cards_in(keyboard.view())
        hides = keyboard.hides_looks
        told = news(keyboard.table, keyboard.holder, 0, keyboard.party.names, visible, flashes_too=hides)
        self.reader.page([line for text in told.paragraphs for line in self._log_lines(text)])
        return After.ASK

    def _log_lines(self, text: str) -> list[str]:
        return wrapped(self.screen.ink.sentence(text), self.screen.width, "    ", "  ")

    def _position(self, rest: str) -> After:
        if self.keyboard.party.is_shared:
            self.screen.say(sentence("terminal.noPosition"))
        elif self.reader.yes(sentence("terminal.showPosition")):
            self.reader.page(self.keyboard.table.position().splitlines())
        return After.ASK

    def _tips(self, rest: str) -> After:
        """Turn the tips for first games on or off, for later games too."""
        keyboard = self.keyboard
        keyboard.tips = not keyboard.tips
        try:
            Learning().set_tips(keyboard.tips)
        except ValueError as error:
            self.screen.say(str(error))
        self.screen.say(sentence("terminal.tips.on") if keyboard.tips else sentence("terminal.tips.off"))
        return After.SHOW

    # ---- doing ---------------------------------------------------------------------------------------------------

    def _save(self, rest: str) -> After:
        self.is_saved(rest)
        return After.ASK

    def is_saved(self, rest: str) -> bool:
        """Save the game; return whether it was saved."""
        sitting = self.keyboard.sitting
        path = files.full_path(rest) if rest else sitting.path or files.free_name(self.keyboard.table.game.id)
        try:
            if files.is_taken(path) and not self.reader.yes(sentence("terminal.replace", file=files.shown(path))):
                self.screen.say(sentence("terminal.notSaved"))
                return False
            files.write_text(path, sitting.save(self.keyboard.party.noted))
        except Refusal as error:
            self.screen.say(str(error))
            return False
        sitting.path = path
        self.screen.say(sentence("terminal.savedOver") if sitting.is_over else sentence("terminal.saved"))
        command = ["replay", path] if sitting.is_over else ["play", "--load", path]
        self.screen.lines([f"  parlour {printable(shlex.join(command), 4096)}"])
        return True

    def _undo(self, rest: str) -> After:
        seat = self.keyboard.party.only_person
        if seat is None:
            self.screen.say(sentence("terminal.noUndo"))
            return After.ASK
        if rest and not (rest.isdecimal() and rest.isascii() and int(rest[:6])):
            self.screen.say(sentence("terminal.undoTimes"))
            return After.ASK
        try:
            words = self.keyboard.sitting.take_back(seat, int(rest[:6] or 1))
        except Illegal as error:
            self.screen.say(str(error))
            return After.ASK
        self.keyboard.up_to_date()
        game = self.keyboard.table.game
        for move in words:
            self.screen.say(sentence("terminal.undone", words=typed_move(game, move, seat)))
        return After.RESTART

    def _quit(self, rest: str) -> After:
        self.leave()
        return After.ASK

    def leave(self) -> None:
        """Let a person leave the table, offering to save the game first; if saving fails, the game goes on."""
        wanted = self.reader.is_terminal and self.reader.yes(sentence("terminal.saveFirst"))
        if not wanted or self.is_saved(""):
            raise LeaveTable


def _typed(name: str) -> str:
    """Return what to type for a command of the help."""
    key = f"terminal.help.{name}.word"
    return part(key) if has_text(key) else name
