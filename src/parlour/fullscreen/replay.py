"""A saved game in full screen, step by step."""

import asyncio
from collections.abc import Sequence

from ..core.faceup import open_view
from ..core.game import Game
from ..core.texts import capital, seat_name
from ..core.texts import text as part
from ..core.view import View
from ..terminal.ink import Ink
from ..terminal.replay import Reel
from ..terminal.sheet import sheet
from .host import Display, Host

FORWARD, BACK, FIRST, LAST = ":forward", ":back", ":first", ":last"
"""The picks of the buttons."""


class ReplayHost(Host):
    """Shows the steps of a reel to one viewer, or with all cards face up. Nobody moves."""

    def __init__(self, reel: Reel, seat: int | None, step: int = 0) -> None:
        self.reel = reel
        self.seat = seat
        self.step = step
        self.display: Display | None = None

    @property
    def names(self) -> Sequence[str]:
        """The names of the seats."""
        return [capital(seat_name(seat, self.reel.names)) for seat in range(self.reel.tables[0].seats)]

    @property
    def game(self) -> Game:
        """The game of the reel."""
        return self.reel.tables[0].game

    @property
    def title(self) -> str:
        """The game."""
        return self.game.name

    def view(self) -> View:
        """Return the table after this step."""
        table = self.reel.at(self.step)
        return open_view(table, self.names) if self.seat is None else table.view(self.seat, self.names)

    def prompt(self) -> str:
        """Return a title that says which move this is."""
        return self.reel.title(self.step)

    def feed(self) -> list[str]:
        """Return what happened up to this step."""
        table = self.reel.at(self.step)
        if self.seat is not None:
            return [move.text for move in table.narrate(self.seat, names=self.names)]
        return [event.text for event in table.open_events(names=self.names)]

    def log(self) -> list[str]:
        """Return the same as the feed."""
        return self.feed()

    def buttons(self) -> list[tuple[str, str]]:
        """Return the buttons that lead to other steps."""
        keys = {FORWARD: "fullscreen.forward", BACK: "fullscreen.back", FIRST: "fullscreen.first", LAST: "fullscreen.last"}
        return [(pick, part(key)) for pick, key in keys.items()]

    def press(self, button: str) -> None:
        """Go to another step."""
        wanted = {FORWARD: self.step + 1, BACK: self.step - 1, FIRST: 0, LAST: self.reel.last}[button]
        self.step = min(max(wanted, 0), self.reel.last)

    def play(self, words: str) -> str:
        """Refuse every move."""
        return part("fullscreen.noMoves")

    def commands(self) -> list[str]:
        """Return the commands of a replay."""
        return ["rules", "log"]

    def rules(self, width: int) -> list[str]:
        """Return the rules with the house rules of this game."""
        return sheet(self.game, self.reel.tables[0].options, width, Ink(True))

    async def run(self) -> None:
        """Wait until the screen is closed."""
        await asyncio.Event().wait()
