"""The host of a room in full screen: shows a server's table on a table screen. Line mode uses the same host (`plain.py`)."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from typing import Any

from ..core.game import Game, find_game
from ..core.texts import sentence
from ..core.texts import text as part
from ..core.view import View
from ..fullscreen.host import Display, Host
from ..fullscreen.remarks import looking, scores_text, switched_tips
from ..home.learning import Learning
from ..terminal.drawing import winners_sentence
from ..terminal.ink import Ink
from ..terminal.menu import Menu
from ..terminal.sheet import sheet
from ..terminal.stats import is_explained
from .company import HERE, GuestQuestion
from .room import GuestRoom

DEAL, NEXT, REMATCH, SIT, SEEN = ":deal", ":next", ":rematch", ":sit", ":seen"
"""The picks that the buttons of a room stand for. Without the colon, they are the words to type."""
YES, NO = ":yes ", ":no "
"""The prefixes of the picks of buttons that answer a question."""
SHOWN = 60
"""How many lines of the story the feed shows."""


class RemoteHost(Host):
    """Shows a room and sends what the guest does there."""

    def __init__(self, room: GuestRoom) -> None:
        self.room = room
        self.display: Display | None = None
        self._said = ""
        self._said_at = 0
        """The number of the last event when the last remark was made."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._tips = False
        self._game = ""
        """Identifies the game in progress."""
        self._is_finished = False
        room.changed = self._show

    def _show(self) -> None:
        self.follow()
        if self.display is not None:
            self.display.show()

    def follow(self) -> None:
        """Note which game is in progress and when it is finished, because tips are shown in a player's first games."""
        if not self.is_ready or self.room.view is None:
            return
        if self.room.update["number"] != self._said_at:
            self._said, self._said_at = "", self.room.update["number"]
        game = f"{self.room.code} {self.room.room['games']}"
        if game != self._game:
            self._game, self._is_finished = game, False
            self._tips = is_explained(self.game.id)
        if self.room.room["phase"] == "over" and not self._is_finished:
            self._is_finished = True
            with suppress(ValueError):
                if self.room.seat is not None:
                    Learning().note_finished(self.game.id, f"{self.room.house.address} {game}")

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
        """Return the house's view without cards that have been looked at long enough; before the deal, an empty table."""
        room = self.room
        if self._is_playing and room.view is not None:
            return room.sightings.seen(room.view)
        return View(self.game.id, len(room.names), room.seat, None, 0, 0, "", (), (), (), None)

    def prompt(self) -> str:
        """Return the prompt, or else what the room is waiting for, or who has won."""
        room, view = self.room, self.view()
        if room.status:
            return room.status
        if view.result is not None:
            return winners_sentence(self.names, view.result.winners, "game")
        if self._is_playing:
            return self._tip("now") or view.prompt
        free = sum(chair["kind"] == "free" for chair in room.room["chairs"])
        if room.room["you_host"]:
            return sentence("guest.free" if free else "guest.ready")
        return sentence("guest.waiting")

    def _tip(self, which: str) -> str:
        """Return a sentence for first games: what can be done now, or what the last card did."""
        return str((self.room.update.get("tip") or {}).get(which, "")) if self._tips and self._is_playing else ""

    def quiet(self) -> list[str]:
        """Return sentences about what the last card did and how long cards may still be looked at."""
        return [*looking(self.room.sightings), *filter(None, [self._tip("last")])]

    def risks(self) -> list[str]:
        """Return warnings about what moves risk."""
        notes = self.room.update.get("cautions", ()) if self._is_playing else ()
        return [part("terminal.caution", move=note["about"], why=note["text"]) for note in notes]

    def notes(self) -> list[str]:
        """Return the others' questions, the last refusal, the risks of moves, and the scores at the end."""
        view = self.view()
        asked = [question.text for question in self.room.questions]
        if self._said:
            return [self._said, *asked]
        if view.result is not None:
            return [*asked, scores_text(self.names, view.result.scores)]
        return [*asked, *self.quiet(), *self.risks()]

    def need(self, card: str) -> str:
        """Return the server's explanation of why a card can't be played now."""
        notes = self.room.update.get("needs", ())
        return next((str(note["text"]) for note in notes if note["about"] == card), "")

    def feed(self) -> list[str]:
        """Return the latest events and chat messages."""
        return self.room.lines(self.room.story.count - SHOWN)

    def log(self) -> list[str]:
        """Return all stored lines of the story."""
        return self.room.lines()

    def buttons(self) -> list[tuple[str, str]]:
        """Return the buttons for everything besides moves: sit down, deal, go on, answer the others."""
        room = self.room.room
        phase, found = room["phase"], []
        if self.room.sightings.open:
            found.append((SEEN, part("look.seen")))
        can_sit = self.room.seat is None and not self.room.is_sitting_down
        if can_sit and (room["seats_for_you"] or any(chair["kind"] == "free" for chair in room["chairs"])):
            found.append((SIT, part("guest.sit")))
        if phase == "gathering" and room["you_host"]:
            found.append((DEAL, part("guest.deal")))
        if phase == "scored" and self.room.seat is not None:
            found.append((NEXT, part("fullscreen.nextRound")))
        if phase == "over" and self.room.seat is not None:
            found.append((REMATCH, self._rematch()))
        return [*found, *self._answers()]

    def _rematch(self) -> str:
        if self.room.room["you_host"]:
            return part("fullscreen.again")
        return part("company.takeBack") if self.room.wants_rematch else part("result.propose")

    def _answers(self) -> list[tuple[str, str]]:
        found = []
        for question in self.room.questions:
            if question.is_answered:
                found.append((f"{NO}{question.about}", question.label))
                continue
            found.append((f"{YES}{question.about}", question.label))
            if question.about != HERE:
                found.append((f"{NO}{question.about}", part("guest.no")))
        return found

    def _asked(self, about: str) -> GuestQuestion | None:
        return next((question for question in self.room.questions if question.about == about), None)

    # ---- what the guest does -------------------------------------------------------------------------------------

    def _do(self, what: Coroutine[Any, Any, str]) -> None:
        task = asyncio.create_task(self._answered(what))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answered(self, what: Coroutine[Any, Any, str]) -> None:
        self._said = await what
        self._said_at = self.room.update.get("number", 0)
        self._show()

    def press(self, button: str) -> None:
        """Send the request of a button."""
        self._do(self.follow_button(button))

    async def follow_button(self, button: str) -> str:
        """Carry out the action of a button; return why it was refused, if it was."""
        room = self.room
        for start in (YES, NO):
            if button.startswith(start):
                question = self._asked(button.removeprefix(start))
                return await room.answer(question, yes=start == YES) if question is not None else ""
        if button == SEEN:
            await room.end_looks()
            return ""
        if button == DEAL:
            return await room.do("start")
        if button == SIT:
            return await room.sit()
        if button == REMATCH and not room.room["you_host"]:
            return await room.do("rematch", on=not room.wants_rematch)
        return await room.do(button.removeprefix(":"))

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
        return ["hint", "undo", "rules", "log", "tips", "say"]

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
        self._do(self.room.undo())
        return ""

    @property
    def has_tips(self) -> bool:
        """Whether this game is explained."""
        return self._tips

    def switch_tips(self) -> str:
        """Turn the tips for first games on or off, for later games too."""
        self._tips = not self._tips
        return switched_tips(on=self._tips)

    def say(self, text: str) -> None:
        """Say something to the others at the table."""
        self._do(self.room.do("chat", text=text))

    def rules(self, width: int) -> list[str]:
        """Return the rules with the house rules of this room."""
        game = self.game
        values = game.checked_options(self.room.room["plan"]["options"], self.room.room["plan"]["seats"])
        return sheet(game, {name: option.python(values[name]) for name, option in game.options.items()}, width, Ink(True))

    def question_before_leaving(self) -> str:
        """Return the question to ask before a seat in a running game is left to a bot."""
        is_needed = self.room.seat is not None and self.room.room["phase"] in ("playing", "scored")
        return sentence("guest.leave") if is_needed else ""

    async def run(self) -> None:
        """Stay in the room until it is left for good."""
        await self.room.run()
        if self.display is not None:
            self.display.leave(self.room.over)

    async def end(self) -> None:
        """Leave the room."""
        self.display = None
        await self.room.leave()
