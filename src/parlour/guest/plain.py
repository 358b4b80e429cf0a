"""A room in line mode: what happens is told line by line, and moves are typed."""

import asyncio
import sys
import threading
from contextlib import suppress

from ..core.texts import sentence
from ..core.view import question_before
from ..terminal.commands import SAME_AS
from ..terminal.drawing import Drawing, winners_sentence
from ..terminal.menu import Menu
from ..terminal.pages import Pages
from ..terminal.screen import Screen
from .host import RemoteHost
from .room import GuestRoom


class PlainRoom:
    """Tells a guest what happens in a room, and sends what the guest types."""

    def __init__(self, room: GuestRoom, screen: Screen) -> None:
        self.room = room
        self.host = RemoteHost(room)
        self.screen = screen
        self._told = 0
        self._shown: object = None
        self._status = ""
        self._changed = asyncio.Event()
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
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
        if not room.room:
            return
        if self._told > len(room.story):
            self._told = 0
        for line in room.story[self._told :]:
            self.screen.say(line)
        self._told = len(room.story)
        view = self.host.view()
        state = (room.room["phase"], room.seat, view.moves_made, view.moves, view.result is None, self.host.prompt())
        if state != self._shown:
            self._shown = state
            self._show()

    def _show(self) -> None:
        view, screen = self.host.view(), self.screen
        if view.zones and (view.moves or view.result is not None):
            screen.title(self.host.title)
            screen.lines(Drawing(self.host.game.pack, self.host.names, screen.width, screen.ink).table(view))
        if view.result is not None:
            screen.say(winners_sentence(self.host.names, view.result.winners, "game"))
        elif view.moves or not view.zones:
            screen.say(self.host.prompt())
        if view.moves:
            screen.lines(Menu(self.host.game, view, self.host.names).lines(screen.width, screen.ink))
        buttons = [pick.removeprefix(":") for pick, _ in self.host.buttons()]
        if buttons:
            screen.say(sentence("guest.type", words=", ".join(buttons)))

    # ---- answering -----------------------------------------------------------------------------------------------

    async def _answer(self) -> None:
        while True:
            line = await self._lines.get()
            if line is None or SAME_AS.get(line.lower(), line.lower()) == "quit":
                self.room.over = sentence("guest.left")
                return
            if line and self.room.room:
                await self._follow(line)

    async def _follow(self, line: str) -> None:
        word = SAME_AS.get(line.lower(), line.lower())
        if f":{word}" in dict(self.host.buttons()):
            self._say(await self.room.do(word))
        elif word == "hint":
            for said in await self.host.hint():
                self.screen.say(said)
        elif word == "undo":
            self._say(await self.room.do("undo", seen=self.room.update.get("number", 0)))
        elif word == "table":
            self._show()
        elif word == "log":
            self.screen.lines(self.host.log())
        elif word == "rules":
            self.screen.lines(Pages(self.host.rules(self.screen.width), 1 << 30).shown)
        elif word == "help":
            self.screen.say(sentence("guest.help"))
        else:
            await self._move(line)

    def _say(self, why: str) -> None:
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
        self._say(await self.room.move(words))


async def stay(room: GuestRoom, screen: Screen) -> str:
    """Stay in a room until it is left; return why."""
    return await PlainRoom(room, screen).run()
