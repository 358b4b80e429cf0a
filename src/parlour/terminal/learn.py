"""`parlour learn`: the lessons of a game in line mode."""

from collections.abc import Sequence
from enum import Enum, auto

import click

from ..core.game import Game, Illegal, find_game, game_ids
from ..core.texts import sentence
from ..core.texts import text as part
from ..home.learning import Learning
from ..lessons import LEARNER, Lesson, Practice, find_lesson, lessons_of
from .drawing import Drawing
from .layout import padded, wrapped
from .menu import Menu
from .news import news
from .reader import EndOfInput, Reader
from .refusal import Refusal, refusals
from .requests import asked_game, chosen_game
from .screen import Screen
from .seats import YOU

HELP = ("move", "hint", "moves", "table", "next", "back", "list", "quit")
SAME_AS = {"?": "help", "h": "help", "n": "next", "b": "back", "q": "quit", "exit": "quit", "t": "table"}


@click.command("learn")
@click.argument("game", required=False)
@click.argument("lesson", required=False)
def learn(game: str | None, lesson: str | None) -> None:
    """Learn a game by playing: short lessons, each with one thing to do.

    Without LESSON (its number in the list, or its id), it continues where you stopped. Type `help` to see the commands.

    \b
    parlour learn
    parlour learn GAME
    parlour learn GAME 3
    """
    screen = Screen()
    reader = Reader(screen)
    try:
        chosen = chosen_game(game) if game is not None else asked_game(screen, reader)
    except EndOfInput:
        screen.say(sentence("terminal.noGame"))
        return
    with refusals():
        lessons = checked_lessons(chosen)
        learning = Learning()
        start = asked_lesson(chosen, lesson) if lesson is not None else first_undone(lessons, learning.done(chosen.id))
        Classroom(chosen, learning, screen, reader).run(start)


def checked_lessons(game: Game) -> Sequence[Lesson]:
    """Return the lessons of a game; raise a Refusal if it has none."""
    lessons = lessons_of(game)
    if not lessons:
        taught = [other for other in game_ids() if lessons_of(find_game(other))]
        raise Refusal(sentence("terminal.learn.none", game=game.name, games=", ".join(taught)))
    return lessons


def asked_lesson(game: Game, name: str) -> int:
    """Return the place of a lesson, given its number, counted from 1, or its id."""
    lessons = lessons_of(game)
    if name.isdecimal() and name.isascii():
        if not 1 <= int(name[:6]) <= len(lessons):
            raise Refusal(sentence("terminal.learn.number", game=game.name, last=len(lessons)))
        return int(name) - 1
    return lessons.index(find_lesson(game, name.lower()))


def first_undone(lessons: Sequence[Lesson], done: Sequence[str]) -> int:
    """Return the place of the lesson to continue with: the first that isn't done, or the first of all."""
    return next((place for place, lesson in enumerate(lessons) if lesson.id not in done), 0)


class Then(Enum):
    """The possible next steps after a line was read."""

    ASK = auto()
    NEXT = auto()
    BACK = auto()
    LEAVE = auto()


class Classroom:
    """Lets one person go through the lessons of a game, and notes which are done."""

    def __init__(self, game: Game, learning: Learning, screen: Screen, reader: Reader) -> None:
        self.game = game
        self.lessons = lessons_of(game)
        self.learning = learning
        self.screen = screen
        self.reader = reader

    def run(self, place: int) -> None:
        """Teach from a lesson on, until the last is done or the person leaves."""
        self._list()
        if len(self.lessons) > 1:
            another = 2 if place == 0 else 1
            self.screen.say(sentence("terminal.learn.another", game=self.game.id, number=another))
        self.screen.say(sentence("terminal.learn.help"))
        try:
            while place < len(self.lessons):
                then = self._teach(place)
                if then is Then.LEAVE:
                    self._say_how_to_go_on()
                    return
                place = max(place - 1, 0) if then is Then.BACK else place + 1
                if then is Then.NEXT and self._is_enough(place):
                    self.screen.say(sentence("terminal.learn.enough"))
        except EndOfInput:
            self.screen.say(sentence("terminal.learn.inputEnded"))
            self._say_how_to_go_on()
            return
        self.screen.say(sentence("terminal.learn.last"))
        self.screen.lines([f"  parlour play {self.game.id}"])

    def _is_enough(self, place: int) -> bool:
        """Whether everything needed to play has been taught, because the lessons about house rules begin here."""
        return place < len(self.lessons) and self.lessons[place].is_extra and not self.lessons[place - 1].is_extra

    def _say_how_to_go_on(self) -> None:
        self.screen.say(sentence("terminal.learn.goOn"))
        self.screen.lines([f"  parlour learn {self.game.id}"])

    def _list(self) -> None:
        """Print all lessons, marking those that are done."""
        done = self.learning.done(self.game.id)
        self.screen.title(part("terminal.learn.title", game=self.game.name, count=len(self.lessons)))
        for number, lesson in enumerate(self.lessons, 1):
            mark = f" ({part('terminal.learn.done')})" if lesson.id in done else ""
            self.screen.lines(wrapped(f"{lesson.title}{mark}", self.screen.width, "     ", f"  {number}) "))

    # ---- one lesson ------------------------------------------------------------------------------------------------

    def _teach(self, place: int) -> Then:
        lesson = self.lessons[place]
        practice = Practice(self.game, lesson)
        title = part("terminal.learn.lesson", game=self.game.name, number=place + 1, last=len(self.lessons), title=lesson.title)
        while not practice.is_over:
            self._show(practice, title)
            then = self._ask(practice, title)
            if then is not Then.ASK:
                return then
        self._note(lesson)
        return self._turn_page() if place + 1 < len(self.lessons) else Then.NEXT

    def _note(self, lesson: Lesson) -> None:
        try:
            self.learning.note(self.game.id, lesson.id)
        except ValueError as error:
            self.screen.say(sentence("terminal.learn.notKept", why=error))
        if self.learning.notice:
            self.screen.say(self.learning.notice)
            self.learning.notice = ""

    def _turn_page(self) -> Then:
        """Wait until the person has read what happened; in a pipe, go on at once."""
        if not self.reader.is_terminal:
            return Then.NEXT
        answer = self.reader.line(sentence("terminal.learn.turn") + " ").lower()
        return {"b": Then.BACK, "back": Then.BACK, "q": Then.LEAVE, "quit": Then.LEAVE}.get(answer, Then.NEXT)

    def _names(self, practice: Practice) -> list[str]:
        return [name or YOU for name in practice.names]

    def _show(self, practice: Practice, title: str) -> None:
        """Show the table, the task and the moves."""
        screen = self.screen
        screen.title(title)
        drawing = Drawing(self.game.pack, self._names(practice), screen.width, screen.ink)
        screen.lines(drawing.table(practice.view()))
        screen.lines(wrapped(screen.ink.bold(practice.says), screen.width))
        screen.lines(self._menu(practice).lines(screen.width, screen.ink))

    def _menu(self, practice: Practice) -> Menu:
        return Menu(self.game, practice.view(), self._names(practice))

    def _ask(self, practice: Practice, title: str) -> Then:
        """Read lines until the task is done or the person goes elsewhere."""
        while True:
            line = self.reader.line("> ")
            menu = self._menu(practice)
            words = menu.meaning(line)
            word = SAME_AS.get(line.lower(), line.lower())
            if words is None and word in ("next", "back", "quit"):
                return {"next": Then.NEXT, "back": Then.BACK, "quit": Then.LEAVE}[word]
            if words is None and word in ("help", "hint", "moves", "table", "list"):
                self._follow(word, practice, title)
            elif not line:
                self.screen.say(sentence("terminal.typeMove"))
            elif words is None and line.isdecimal():
                self.screen.say(sentence("terminal.noMove", number=line[:60], last=len(menu.moves)))
            elif self.reader.is_terminal and (doubt := menu.doubt(line)):
                self.screen.say(doubt)
            elif self._is_done(practice, menu, line):
                return Then.ASK

    def _follow(self, word: str, practice: Practice, title: str) -> None:
        if word == "help":
            width = self.screen.width
            for name in HELP:
                typed = part("terminal.help.number.word") if name == "move" else name
                self.screen.lines(wrapped(part(f"terminal.learn.help.{name}"), width, " " * 13, padded(f"  {typed}", 13)))
        elif word == "hint":
            self.screen.say(sentence("terminal.hint", words=self._menu(practice).typed(practice.hint)))
        elif word == "moves":
            self.screen.lines(self._menu(practice).lines(self.screen.width, self.screen.ink, None))
        elif word == "table":
            self._show(practice, title)
        else:
            self._list()

    def _is_done(self, practice: Practice, menu: Menu, line: str) -> bool:
        """Try a move, and say what happened or why it isn't the right one."""
        since = practice.table.told
        try:
            answer = practice.attempt(menu.read(line))
        except Illegal as error:
            self.screen.say(str(error))
            return False
        if answer.is_done:
            for text in news(practice.table, LEARNER, since, self._names(practice)).paragraphs:
                self.screen.say(text)
        self.screen.lines(wrapped(self.screen.ink.bold(answer.says), self.screen.width))
        return answer.is_done
