"""A room in full screen: the table of a house behind a table screen."""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any

from ..core.game import Game, find_game
from ..core.texts import sentence
from ..core.texts import text as part
from ..core.view import View
from ..fullscreen.host import Display
from ..terminal.drawing import POINTS, score_lines, winners_sentence
from ..terminal.ink import Ink
from ..terminal.menu import Menu
from ..terminal.sheet import sheet
from .room import GuestRoom

START, NEXT, REMATCH, SIT = ":start", ":next", ":rematch", ":sit"
"""The picks of the buttons of a room."""


class RemoteHost:
    """Shows a room and sends what the guest does there."""

    def __init__(self, room: GuestRoom) -> None:
        self.room = room
        self.display: Display | None = None
        self._said = ""
        self._tasks: set[asyncio.Task[None]] = set()
        room.changed = self._show

    def _show(self) -> None:
        if self.display is not None:
            self.display.show()

    @property
    def is_ready(self) -> bool:
        """Whether the room has answered."""
        return bool(self.room.room)

    # ---- what is shown -------------------------------------------------------------------------------------------

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return self.room.names

    @property
    def game(self) -> Game:
        """The game of the room."""
        return find_game(self.room.room["plan"]["game"])

    @property
    def title(self) -> str:
        """The game and the code of the room."""
        return part("guest.title", game=self.game.name, code=self.room.code)

    @property
    def _is_playing(self) -> bool:
        return self.room.view is not None and self.room.room["phase"] != "gathering"

    def view(self) -> View:
        """Return the view of the house; before the deal an empty table."""
        room = self.room
        if self._is_playing and room.view is not None:
            return room.view
        return View(self.game.id, len(room.names), room.seat, None, 0, 0, "", (), (), (), None)

    def prompt(self) -> str:
        """Return what is asked, or what the room waits for."""
        room, view = self.room, self.view()
        if room.status:
            return room.status
        if view.result is not None:
            return winners_sentence(self.names, view.result.winners, "game")
        if self._is_playing:
            return view.prompt
        free = sum(chair["kind"] == "free" for chair in room.room["chairs"])
        if room.room["you_host"]:
            return sentence("guest.free" if free else "guest.ready")
        return sentence("guest.waiting")

    def notes(self) -> list[str]:
        """Return the last refusal, what moves risk, and the scores at the end."""
        view = self.view()
        if self._said:
            return [self._said]
        if view.result is not None:
            return score_lines(self.names, [(POINTS, view.result.scores)], 70, Ink(False))
        notes = self.room.update.get("cautions", ()) if self._is_playing else ()
        return [part("terminal.caution", move=note["about"], why=note["text"]) for note in notes]

    def feed(self) -> list[str]:
        """Return what happened and what was said."""
        return self.room.story[-60:]

    def log(self) -> list[str]:
        """Return everything that is kept of the story."""
        return self.room.story

    def buttons(self) -> list[tuple[str, str]]:
        """Return what can be done beside moves: sit down, deal, go on."""
        room = self.room.room
        phase, found = room["phase"], []
        if self.room.seat is None and (room["seats_for_you"] or any(chair["kind"] == "free" for chair in room["chairs"])):
            found.append((SIT, part("guest.sit")))
        if phase == "gathering" and room["you_host"]:
            found.append((START, part("guest.deal")))
        if phase == "scored" and self.room.seat is not None:
            found.append((NEXT, part("fullscreen.nextRound")))
        if phase == "over" and self.room.seat is not None:
            found.append((REMATCH, part("fullscreen.again")))
        return found

    # ---- what the guest does -------------------------------------------------------------------------------------

    def _do(self, what: Coroutine[Any, Any, str]) -> None:
        task = asyncio.create_task(self._answered(what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answered(self, what: Coroutine[Any, Any, str]) -> None:
        self._said = await what
        self._show()

    def press(self, button: str) -> None:
        """Send what a button means."""
        self._do(self.room.do(button.removeprefix(":")))

    def play(self, words: str) -> str:
        """Send a move; a refusal is shown when it comes."""
        view = self.view()
        if view.viewer is None or not (view.moves or view.attempt):
            return sentence("terminal.nobody")
        menu = Menu(self.game, view, self.names)
        try:
            meant = menu.read(words)
        except ValueError as error:
            return str(error)
        self._do(self.room.move(meant))
        return ""

    def commands(self) -> list[str]:
        """Return the commands of a table at a house."""
        return ["hint", "undo", "rules", "log"]

    async def hint(self) -> list[str]:
        """Ask the house for a hint."""
        answer = await self.room.ask("hint")
        if answer["type"] != "done":
            return [str(answer["why"])]
        if not answer.get("hint"):
            return [sentence("terminal.noHint")]
        words = Menu(self.game, self.view(), self.names).typed(answer["hint"])
        return [sentence("terminal.hint", words=words), *(reason["text"] for reason in answer.get("reasons", ()))]

    def undo(self) -> str:
        """Ask the house to take the last move back."""
        self._do(self.room.do("undo", seen=self.room.update.get("number", 0)))
        return ""

    def save(self, path: str) -> str:
        """Games of a house are kept there."""
        return ""

    def rules(self, width: int) -> list[str]:
        """Return the rules with the house rules of this room."""
        game = self.game
        values = game.checked_options(self.room.room["plan"]["options"], self.room.room["plan"]["seats"])
        return sheet(game, {name: option.python(values[name]) for name, option in game.options.items()}, width, Ink(True))

    async def run(self) -> None:
        """Stay in the room until it is left for good."""
        await self.room.run()
        if self.display is not None:
            self.display.leave(self.room.over)
