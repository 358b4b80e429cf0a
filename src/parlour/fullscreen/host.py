"""Hosts: they decide what a table screen shows and carry out its moves. The local host plays a sitting against bots at this
machine.
"""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from ..bots import advise
from ..bots.seeds import decision_seed
from ..bots.user_seats import OwnSeats
from ..core.game import Game, Illegal
from ..core.notes import cautions, needs
from ..core.table import Table
from ..core.texts import counted, sentence, speaking
from ..core.texts import text as part
from ..core.tips import Tip, tip_for
from ..core.typing import typed_move
from ..core.view import View
from ..home.unfinished import Unfinished
from ..terminal.drawing import cards_in, winners_sentence
from ..terminal.ink import Ink
from ..terminal.menu import Menu
from ..terminal.news import news
from ..terminal.seats import Party, bot_move
from ..terminal.sheet import sheet
from ..terminal.sightings import Sightings
from ..terminal.sitting import Sitting
from ..terminal.stats import Scorebook
from .remarks import Remarks, looking, scores_text, switched_tips

LET_GO, NEXT, AGAIN, MENU, SEEN = ":let go", ":next", ":again", ":menu", ":seen"
"""The picks of the host's own buttons."""
RECENT = 80
"""How many events back the feed goes."""
GLANCE = 0.1
"""Seconds between checks of whether the person is still looking at a card."""


class Display(Protocol):
    """The screen of a host."""

    def show(self) -> None:
        """Draw everything again."""

    def leave(self, answer: str) -> None:
        """Close the table."""


class Host:
    """The table behind a table screen. A subclass leaves out what its kind of table doesn't have."""

    display: "Display | None" = None

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        raise NotImplementedError

    @property
    def game(self) -> Game:
        """The game in play."""
        raise NotImplementedError

    @property
    def is_ready(self) -> bool:
        """Whether there is a table to show."""
        return True

    @property
    def title(self) -> str:
        """The game and how far it has got."""
        raise NotImplementedError

    def view(self) -> View:
        """Return what the viewer sees now."""
        raise NotImplementedError

    def prompt(self) -> str:
        """Return the prompt for the viewer."""
        raise NotImplementedError

    def notes(self) -> list[str]:
        """Return the remarks below the prompt."""
        return []

    def feed(self) -> list[str]:
        """Return the recent events in sentences, the latest last."""
        raise NotImplementedError

    def buttons(self) -> list[tuple[str, str]]:
        """Return buttons beside those of the moves."""
        return []

    def press(self, button: str) -> None:
        """Carry out the action of one of these buttons."""

    def play(self, words: str) -> str:
        """Make a move, in its own words or as it is typed; return why it is refused, if it is."""
        raise NotImplementedError

    def need(self, card: str) -> str:
        """Return why a card of the viewer's hand can't be played now; empty if there is no explanation."""
        return ""

    def commands(self) -> list[str]:
        """Return the commands that this table has: hint, undo, save, rules, log, tips, say."""
        raise NotImplementedError

    async def hint(self) -> list[str]:
        """Return advice for the viewer, in sentences."""
        return []

    def undo(self) -> str:
        """Take the last move back; return a sentence about it."""
        return ""

    def replaced_by(self, path: str) -> str:
        """Return the name of another game's file that saving to this path would replace; "" if there is none."""
        return ""

    def save(self, path: str) -> str:
        """Save the game to a file; return a sentence about it."""
        return ""

    def rules(self, width: int) -> list[str]:
        """Return the rules of this table."""
        raise NotImplementedError

    def log(self) -> list[str]:
        """Return everything that happened."""
        raise NotImplementedError

    def switch_tips(self) -> str:
        """Turn the tips for first games on or off; return a sentence about it."""
        return ""

    def say(self, text: str) -> None:
        """Say something to the others at the table."""

    def question_before_leaving(self) -> str:
        """Return the question to ask before the viewer leaves; empty if there is none."""
        return ""

    async def run(self) -> None:
        """Play until the table closes."""
        raise NotImplementedError

    async def end(self) -> None:
        """Clear up after the viewer has left."""


class LocalHost(Host):
    """Plays a sitting: at most one person at the keyboard, bots on the other seats."""

    def __init__(self, sitting: Sitting, party: Party, delay: float, *, keeps_score: bool = True, tips: bool = False) -> None:
        self.sitting = sitting
        self.party = party
        self.display: Display | None = None
        self.delay = delay
        self.tips = tips
        self.seat = party.only_person
        self._remarks = Remarks()
        self._scorebook = Scorebook(self._remarks) if keeps_score else None
        self._sightings = Sightings()
        self._followed = 0
        """How many events the sightings have processed."""
        self._answer: asyncio.Future[str] | None = None
        self._deadline: float | None = None
        self._may_let_go = False
        self._let_go: object = None
        self._said: list[str] = []
        self._own = OwnSeats()

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return self.party.names

    @property
    def game(self) -> Game:
        """The game in play."""
        return self.sitting.table.game

    @property
    def table(self) -> Table:
        """The table in play."""
        return self.sitting.table

    @property
    def title(self) -> str:
        """The game and how far it has got."""
        return self.sitting.title

    # ---- what is shown -------------------------------------------------------------------------------------------

    def view(self) -> View:
        """Return what the person sees, without the cards that have been looked at long enough."""
        view = self.table.view(self.seat, self.names)
        if self.seat is None:
            return view
        since = min(self._followed, view.events_told)
        if since < view.events_told or view.look_seconds is not None:
            self._sightings.take(view, self.table.events_for(self.seat, since), live=since > 0)
        self._followed = view.events_told
        return self._sightings.seen(view)

    def prompt(self) -> str:
        """Return the prompt for a move or for cutting in; after the end, who has won."""
        table = self.table
        if table.result is not None:
            return winners_sentence(self.names, table.result.winners, "game" if self.sitting.match is None else "round")
        if self._may_let_go:
            return sentence("terminal.outOfTurn")
        if self.seat is not None and table.must == self.seat:
            tip = self._tip.now
            left = counted("terminal.seconds", max(int(self._deadline - time.monotonic()), 0)) if self._deadline else ""
            return f"{tip or table.view(self.seat, self.names).prompt} {left}".strip()
        return table.view(self.seat, self.names).prompt

    def notes(self) -> list[str]:
        """Return the last remark, the risks of moves, and the scores at the end."""
        table, match = self.table, self.sitting.match
        if table.result is not None:
            scores = scores_text(self.names, table.result.scores, None if match is None else match.scores)
            return [scores, *filter(None, [table.game.scoring]), *self._remarks.kept[-2:]]
        risks = []
        if self.seat is not None and table.must == self.seat:
            risks = [
                part("terminal.caution", move=note.about, why=note.text) for note in cautions(table, table.view(self.seat))
            ]
        return [*self._said, *looking(self._sightings), *filter(None, [self._tip.last]), *risks]

    @property
    def _tip(self) -> Tip:
        return tip_for(self.table, self.seat, self.names) if self.tips else Tip()

    def need(self, card: str) -> str:
        """Return why a card can't be played now."""
        return next((note.text for note in needs(self.table, self.table.view(self.seat, self.names)) if note.about == card), "")

    def feed(self) -> list[str]:
        """Return the last moves in sentences."""
        return self._told(max(0, self.table.view(None).events_told - RECENT))

    def log(self) -> list[str]:
        """Return everything that happened in this round."""
        return self._told(0)

    def _told(self, since: int) -> list[str]:
        known = cards_in(self.view())
        hides = self.seat is not None and self.table.look_seconds is not None
        return news(self.table, self.seat, since, self.names, known, flashes_too=hides).paragraphs

    def buttons(self) -> list[tuple[str, str]]:
        """Return the buttons that aren't moves."""
        if self.table.result is None:
            seen = [(SEEN, part("look.seen"))] if self._sightings.open else []
            return [*seen, (LET_GO, part("fullscreen.letGo"))] if self._may_let_go else seen
        match = self.sitting.match
        if match is not None and match.result is None:
            return [(NEXT, part("fullscreen.nextRound"))]
        return [(AGAIN, part("fullscreen.again")), (MENU, part("fullscreen.menu"))]

    # ---- what the person does ------------------------------------------------------------------------------------

    def press(self, button: str) -> None:
        """Turn cards back, decide not to cut in, go on to the next round, or close the table."""
        if button == SEEN:
            self._sightings.end()
            return
        self._remark()
        if button in (AGAIN, MENU):
            self._close(button)
        elif self._answer is not None and not self._answer.done():
            self._answer.set_result("")

    def _close(self, answer: str) -> None:
        if self.display is not None:
            self.display.leave(answer)

    def play(self, words: str) -> str:
        """Make a move of the person."""
        if self._answer is None or self._answer.done() or self.seat is None or self.table.result is not None:
            return sentence("terminal.nobody")
        menu = Menu(self.game, self.table.view(self.seat), self.names)
        try:
            with speaking(names=self.names, listener=self.seat):
                self.table.play(menu.read(words), self.seat)
        except Illegal as error:
            return str(error)
        self._remark()
        self._answer.set_result("moved")
        return ""

    def _remark(self, *said: str) -> None:
        self._said = list(said)

    def switch_tips(self) -> str:
        """Turn the tips for first games on or off, for later games too."""
        self.tips = not self.tips
        return switched_tips(on=self.tips)

    def question_before_leaving(self) -> str:
        """Return the question to ask before the person leaves an unfinished game."""
        return sentence("fullscreen.leave") if self.table.result is None else ""

    def commands(self) -> list[str]:
        """Return the commands of a table at this machine."""
        return ["hint", "undo", "save", "rules", "log", "tips"]

    async def hint(self) -> list[str]:
        """Return advice."""
        table, seat = self.table, self.seat
        if seat is None or not table.moves(seat):
            return [sentence("terminal.nobody")]
        seed = decision_seed(table, seat)
        advice = await asyncio.to_thread(advise, table.view(seat), names=self.names, seed=seed, wait=False)
        words = Menu(table.game, table.view(seat), self.names).typed(advice.best) if advice.best else ""
        return [sentence("terminal.hint", words=words) if words else sentence("terminal.noHint"), *advice.why]

    def undo(self) -> str:
        """Take the person's last move back."""
        if self.seat is None or self._answer is None or self._answer.done():
            return sentence("terminal.nobody") if self.table.result is None else sentence("terminal.noUndo")
        try:
            words = self.sitting.take_back(self.seat)[0]
        except Illegal as error:
            return str(error)
        self._answer.set_result("undone")
        return sentence("terminal.undone", words=typed_move(self.game, words, self.seat))

    def saved(self) -> str:
        """Return the sitting as text, with its players."""
        return self.sitting.save(self.party.noted)

    def replaced_by(self, path: str) -> str:
        """Return the name of another file at this path."""
        from ..terminal import files
        from ..terminal.refusal import Refusal

        if not path or files.full_path(path) == self.sitting.path:
            return ""
        try:
            return files.shown(path) if files.is_taken(files.full_path(path)) else ""
        except Refusal:  # saving says why it can't be done
            return ""

    def save(self, path: str) -> str:
        """Save the game to a file."""
        from ..terminal import files
        from ..terminal.refusal import Refusal

        path = files.full_path(path) if path else self.sitting.path or files.free_name(self.game.id)
        try:
            files.write_text(path, self.saved())
        except Refusal as error:
            return str(error)
        self.sitting.path = path
        return part("fullscreen.savedOver" if self.sitting.is_over else "fullscreen.saved", file=path)

    def rules(self, width: int) -> list[str]:
        """Return the rules with the house rules of this table."""
        return sheet(self.game, self.table.options, width, Ink(True))

    # ---- playing -------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Play round after round."""
        try:
            await self._play_rounds()
        finally:
            self._own.close()

    async def _play_rounds(self) -> None:
        while True:
            await self._play_round()
            match = self.sitting.match
            if match is None or match.result is not None:
                Unfinished().forget()
                return
            await self._wait()
            match.next_round()
            self._sightings, self._followed = Sightings(), 0

    async def _play_round(self) -> None:
        self._show()
        while self.table.must is not None:
            if not await self._cut_in():
                await self._move()
            self._show()
        if self._scorebook is not None:
            self._scorebook.write_down(self.table, self.party, is_practice=self.sitting.is_practice)
            self._scorebook.sum_up(self.table, self.party)
        self._show()

    def _show(self) -> None:
        if self.display is not None:
            self.display.show()

    async def _wait(self, seconds: float | None = None) -> str:
        """Wait for the person; raise TimeoutError after some seconds."""
        self._answer = asyncio.get_running_loop().create_future()
        self._deadline = time.monotonic() + seconds if seconds else None
        self._show()
        try:
            async with asyncio.timeout(seconds):
                return await self._answer
        finally:
            self._answer = self._deadline = None
            with suppress(ValueError):
                if self.seat is not None and self.table.result is None:
                    Unfinished().keep(self.saved())

    async def _move(self) -> None:
        seat = self.table.must
        assert seat is not None
        if self.party.is_person(seat):
            limit = self.table.options.get("turn_seconds")
            try:
                await self._wait(limit if isinstance(limit, int) and limit else None)
            except TimeoutError:
                self.table.time_up()
                self._remark(sentence("terminal.timeUp"))
            return
        words = await self._bot_move(seat)
        assert words is not None
        await self._bot_plays(seat, words)

    async def _bot_move(self, seat: int) -> str | None:
        words = await asyncio.to_thread(bot_move, self.table, seat, self.party.level_of(seat), own=self._own, wait=False)
        for _, _, told in self._own.take_failures():
            self._remark(told)
        return words

    async def _bot_plays(self, seat: int, words: str) -> None:
        await self._let_look()
        table = self.table
        table.play(words, seat)
        if table.must == seat and (then := await self._bot_move(seat)) in table.game.silent_moves:
            # nobody may be able to tell this from the end of the previous move
            table.play(then, seat)
        self._show()
        await asyncio.sleep(self.delay / 3 if table.must == seat else self.delay)

    async def _let_look(self) -> None:
        """Let the person look at cards that are shown for a moment, unless the bots play without delay."""
        self.view()
        while self.delay and self._sightings.open:
            self._show()
            await asyncio.sleep(GLANCE)

    async def _cut_in(self) -> bool:
        """Let seats cut in: the person first, then bots in the direction of play."""
        table = self.table
        seats = table.asking_order[:-1]
        if self.seat in seats and table.window and await self._person_cuts_in(self.seat):
            self._let_go = None
            return True
        for seat in seats:
            if not self.party.is_person(seat) and (words := await self._bot_move(seat)) is not None:
                await self._bot_plays(seat, words)
                return True
        return False

    async def _person_cuts_in(self, seat: int) -> bool:
        view = self.table.view(seat)
        occasion = (view.must, [zone for zone in view.zones if zone.kind == "pile"], view.moves)
        if occasion == self._let_go or not view.moves:
            return False
        self._let_go = occasion
        self._may_let_go = True
        try:
            return bool(await self._wait())
        finally:
            self._may_let_go = False
