"""Replay: a saved game step by step."""

from collections.abc import Sequence

from ..core.events import Event
from ..core.faceup import open_view
from ..core.table import Table
from ..core.texts import capital, seat_name, sentence
from ..core.texts import text as part
from ..core.typing import typed_move
from .drawing import Drawing
from .layout import wrapped
from .news import told_once
from .reader import EndOfInput, Reader
from .refusal import Refusal
from .screen import Screen


class Reel:
    """The moves of a game, or of all rounds of a match one after the other; step 0 is the first deal."""

    def __init__(self, tables: Sequence[Table], names: Sequence[str] = ()) -> None:
        self.tables = tables
        self.names = names
        self._steps = [(number, move) for number, table in enumerate(tables) for move in range(len(table.log) + 1)]
        self._step, self._table = 0, tables[0].at(0)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self._steps) - 1

    def at(self, step: int) -> Table:
        """Return the table after this many steps; going one step forward is fast."""
        number, move = self._steps[step]
        table = self.tables[number]
        if move and step == self._step + 1:
            self._table.repeat(*table.log[move - 1])
        elif step != self._step:
            self._table = table.at(move)
        self._step = step
        return self._table

    def title(self, step: int) -> str:
        """Return a title that says which move this is."""
        number, move = self._steps[step]
        game = self.tables[number]
        rounds = len(self.tables) > 1
        name = part("terminal.replay.round", game=game.game.name, round=number + 1) if rounds else game.game.name
        if not move:
            return part("terminal.replay.deal", name=name, step=step, end=self.last)
        seat, words = game.log[move - 1]
        return part(
            "terminal.replay.move",
            name=name,
            who=seat_name(seat, self.names),
            words=typed_move(game.game, words, seat),
            step=step,
            end=self.last,
        )


class ReplayScreen:
    """Shows the steps of a reel to one viewer, or with all cards face up."""

    def __init__(self, reel: Reel, seat: int | None, screen: Screen, reader: Reader) -> None:
        self.reel = reel
        self.seat = seat
        self.screen = screen
        self.reader = reader
        if seat is not None and not 0 <= seat < reel.tables[0].seats:
            raise Refusal(sentence("refusal.noSeat", seat=seat, seats=reel.tables[0].seats))

    def run(self, start: int, end: int | None) -> None:
        """Show the steps from `start` to `end`; at a terminal the person turns the pages."""
        last = self.check(start, end)
        if not (self.reader.is_terminal and self.screen.is_terminal):
            for step in range(start, last + 1):
                self.show(step)
            return
        try:
            self._turn_pages(start, last)
        except EndOfInput:
            return

    def check(self, start: int, end: int | None) -> int:
        """Refuse steps that don't exist; return the last one to show."""
        last = self.reel.last if end is None else end
        if not 0 <= start <= last <= self.reel.last:
            raise Refusal(sentence("terminal.replay.range", end=self.reel.last, start=start, last=last))
        return last

    def _turn_pages(self, step: int, last: int) -> None:
        self.show(step)
        while True:
            answer = self.reader.line(sentence("terminal.replay.prompt") + " ").lower()
            if answer in ("q", "quit"):
                return
            wanted = self._wanted(answer, step)
            if wanted is None:
                self.screen.say(sentence("terminal.replay.type", end=self.reel.last))
            elif wanted > last and not answer:
                self.screen.say(sentence("terminal.replay.last"))
                return
            elif not 0 <= wanted <= self.reel.last:
                self.screen.say(sentence("terminal.replay.steps", end=self.reel.last))
            else:
                step = wanted
                last = max(last, step)
                self.show(step)

    @staticmethod
    def _wanted(answer: str, step: int) -> int | None:
        if not answer:
            return step + 1
        if answer in ("b", "back"):
            return step - 1
        return int(answer[:9]) if answer.isdecimal() and answer.isascii() else None

    def show(self, step: int) -> None:
        """Show one step: the move, its results, and the table after it."""
        table = self.reel.at(step)
        width, ink = self.screen.width, self.screen.ink
        names = [capital(seat_name(seat, self.reel.names)) for seat in range(table.seats)]
        self.screen.title(self.reel.title(step))
        text = told_once(table, self._events(table), self.seat, self.reel.names)
        self.screen.lines(wrapped(ink.sentence(text), width))
        view = open_view(table) if self.seat is None else table.view(self.seat)
        self.screen.lines(Drawing(table.game.pack, names, width, ink).table(view))

    def _events(self, table: Table) -> list[Event]:
        """Return the events of the last move. Only `table.events` numbers silent moves too."""
        numbers = {event.number for event in table.events if event.move == len(table.log)}
        names = self.reel.names
        events = table.open_events(names=names) if self.seat is None else table.events_for(self.seat, names=names)
        return [event for event in events if event.number in numbers]
