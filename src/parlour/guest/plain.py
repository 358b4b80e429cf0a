"""A room in line mode: events are told line by line, and moves are typed."""

import asyncio
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress

from ..core.texts import has_text, listed, sentence
from ..core.texts import text as part
from ..core.view import question_before
from ..terminal.commands import SAME_AS
from ..terminal.drawing import Drawing, winners_sentence
from ..terminal.layout import padded, wrapped
from ..terminal.menu import Menu
from ..terminal.pages import Pages
from ..terminal.screen import Screen, is_terminal
from .host import RemoteHost
from .room import GuestRoom
from .story import said

HELP = ("number", "say", "yes", "no", "hint", "undo", "table", "log", "rules", "tips", "quit")
SOON = 0.02
FEW = 6
"""How many of the latest lines are told on entering, and again on a cleared screen."""


class PlainRoom:
    """Tells a guest what happens in a room, and sends what the guest types."""

    def __init__(self, room: GuestRoom, screen: Screen) -> None:
        self.room = room
        self.host = RemoteHost(room)
        self.screen = screen
        self.turns_back = screen.can_clear and is_terminal(sys.stdin)
        """Whether cards that are shown for a moment vanish from the screen, which is impossible in a pipe."""
        self._told: int | None = None
        """The number of the last line that was told; None before the first."""
        self._shown: tuple[object, ...] | None = None
        self._asked: set[str] = set()
        self._status = ""
        self._open: list[Callable[[], bool]] = []
        """For each card that the screen names, a check whether it still lies face up."""
        self._changed = asyncio.Event()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._commands: dict[str, Callable[[str], Awaitable[None]]] = {
            name: getattr(self, f"_{name}") for name in (*HELP[1:-1], "help", "here")
        }
        room.changed = self._changed.set

    async def run(self) -> str:
        """Stay until the room is left; return why."""
        reader = threading.Thread(target=self._read, args=(asyncio.get_running_loop(),), daemon=True)
        reader.start()
        tasks = [asyncio.create_task(what) for what in (self.room.run(), self._tell(), self._answer())]
        done, rest = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in rest:
            task.cancel()
        for task in done:
            task.result()
        return self.room.over

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        with suppress(RuntimeError):  # the loop has ended
            for line in sys.stdin:
                loop.call_soon_threadsafe(self._lines.put_nowait, line.strip())
            loop.call_soon_threadsafe(self._lines.put_nowait, None)

    # ---- telling -------------------------------------------------------------------------------------------------

    async def _tell(self) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            self.tell()

    def tell(self) -> None:
        """Tell what is new, and show the table when the guest has something to decide."""
        room = self.room
        if room.status != self._status:
            self._status = room.status
            if room.status:
                self.screen.say(room.status)
        if not room.room or room.is_sitting_down:
            return
        self.host.follow()
        if not all(is_open() for is_open in self._open):
            self._turn_back()
        self._tell_since(room.story.count - FEW if self._told is None else self._told)
        self._ask()
        view = self.host.view()
        state = (room.room["phase"], room.seat, view.moves_made, view.moves, view.result is None, self.host.prompt())
        if state != self._shown:
            is_whole = self._shown is None or self._shown[1] != room.seat  # after sitting down, people want to see their hand
            self._shown = state
            self._show(whole=is_whole)

    def _tell_since(self, number: int) -> None:
        room = self.room
        for told in room.story.since(number):
            line = said(told, room.is_open)
            self.screen.say(line)
            if self.turns_back and told.later and line == told.text:
                self._open += [lambda event=event: room.is_open(event) for event in told.shown]  # type: ignore[misc]
        self._told = room.story.count

    def _turn_back(self) -> None:
        """Clear the screen and write it again without the cards whose time is up."""
        self._open.clear()
        self.screen.clear()
        self._tell_since(self.room.story.count - FEW)
        self._show()

    def _ask(self) -> None:
        """Ask each of the others' questions once."""
        questions = self.room.questions
        self._asked &= {question.about for question in questions}
        for question in questions:
            if question.about not in self._asked:
                self._asked.add(question.about)
                answer = "guest.noTakesBack" if question.is_answered else "guest.yesOrNo"
                self.screen.say(f"{question.text} {sentence(answer)}")

    def _show(self, *, whole: bool = True) -> None:
        """Show the table with its moves; without `whole`, only if there is something to decide or to see."""
        view, screen = self.host.view(), self.screen
        whole = whole or bool(self.room.sightings.open)
        if view.zones and (whole or view.moves or view.result is not None):
            screen.title(self.host.title)
            screen.lines(Drawing(self.host.game.pack, self.host.names, screen.width, screen.ink).table(view))
            self._note_looks()
        for line in self.host.quiet() if whole or view.moves else ():
            screen.lines(wrapped(screen.ink.dim(line), screen.width))
        if view.result is not None:
            screen.say(winners_sentence(self.host.names, view.result.winners, "game"))
        elif whole or view.moves or not view.zones:
            screen.say(self.host.prompt())
        if view.moves:
            screen.lines(Menu(self.host.game, view, self.host.names).lines(screen.width, screen.ink))
            for line in self.host.risks():
                screen.lines(wrapped(line, screen.width, "  "))
        words = [pick.removeprefix(":") for pick, _ in self.host.buttons() if not pick.startswith((":yes ", ":no "))]
        if words:
            screen.say(sentence("guest.type", words=listed(words, "list.or")))

    def _note_looks(self) -> None:
        looks = self.room.sightings.open if self.turns_back else {}
        self._open += [
            lambda place=place, card=card: self.room.sightings.open.get(place) == card  # type: ignore[misc]
            for place, card in looks.items()
        ]

    # ---- answering -----------------------------------------------------------------------------------------------

    async def _answer(self) -> None:
        while True:
            line = await self._lines.get()
            is_quit = line is not None and SAME_AS.get(line.lower(), line.lower()) == "quit"
            while not self.room.room and not is_quit:  # input from a script can arrive before the server's answer
                await asyncio.sleep(SOON)
            if line is None or is_quit:
                await self.room.leave()
                return
            if line:
                await self.follow(line)

    async def follow(self, line: str) -> None:
        """Carry out what a line asks for: a button, a command or a move."""
        word, _, rest = line.partition(" ")
        word = SAME_AS.get(word.lower(), word.lower())
        if not rest and f":{word}" in dict(self.host.buttons()):
            self._remark(await self.host.follow_button(f":{word}"))
        elif word in self._commands and (not rest or word == "say"):
            await self._commands[word](rest.strip())
        else:
            await self._move(line)

    async def _say(self, rest: str) -> None:
        self._remark(await self.room.do("chat", text=rest) if rest else sentence("guest.sayWhat"))

    async def _yes(self, rest: str) -> None:
        question = next((question for question in self.room.questions if not question.is_answered), None)
        self._remark(await self.room.answer(question, yes=True) if question is not None else sentence("guest.noQuestion"))

    async def _no(self, rest: str) -> None:
        question = next(iter(self.room.questions), None)
        self._remark(await self.room.answer(question, yes=False) if question is not None else sentence("guest.noQuestion"))

    async def _here(self, rest: str) -> None:
        self._remark(await self.room.do("here"))

    async def _hint(self, rest: str) -> None:
        for line in await self.host.hint():
            self.screen.say(line)

    async def _undo(self, rest: str) -> None:
        self._remark(await self.room.undo())

    async def _table(self, rest: str) -> None:
        self._show()

    async def _log(self, rest: str) -> None:
        for line in self.host.log():
            self.screen.lines(wrapped(self.screen.ink.sentence(line), self.screen.width, "    ", "  "))

    async def _rules(self, rest: str) -> None:
        self.screen.lines(Pages(self.host.rules(self.screen.width), 1 << 30).shown)

    async def _tips(self, rest: str) -> None:
        self.host.switch_tips()
        self.screen.say(sentence("terminal.tips.on" if self.host.has_tips else "terminal.tips.off"))

    async def _help(self, rest: str) -> None:
        for name in HELP:
            key = f"guest.help.{name}"
            typed = part(f"{key}.word") if has_text(f"{key}.word") else name
            self.screen.lines(wrapped(part(key), self.screen.width, " " * 15, padded(f"  {typed}", 15)))

    def _remark(self, why: str) -> None:
        if why:
            self.screen.say(why)

    async def _move(self, line: str) -> None:
        view = self.host.view()
        if view.viewer is None or not (view.moves or view.attempt):
            self.screen.say(sentence("terminal.nobody"))
            return
        menu = Menu(self.host.game, view, self.host.names)
        try:
            words = menu.read(line)
        except ValueError as error:
            self.screen.say(str(error))
            return
        question = question_before(self.host.game, words)
        if question and self.screen.is_terminal:
            self.screen.say(f"{question} [y/N]")
            if (await self._lines.get() or "").lower() not in ("y", "yes"):
                return
        self._remark(await self.room.move(words))


async def stay(room: GuestRoom, screen: Screen) -> str:
    """Stay in a room until it is left; return why."""
    return await PlainRoom(room, screen).run()
