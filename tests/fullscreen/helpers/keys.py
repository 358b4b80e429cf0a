"""A person at the keys: makes moves in full screen with nothing but keys."""

import asyncio

from textual.pilot import Pilot

from parlour.core.view import Choice, question_before
from parlour.fullscreen.app import FullScreen
from parlour.fullscreen.host import LET_GO, LocalHost
from parlour.fullscreen.table import TableScreen
from parlour.terminal.seats import bot_move, make_party
from parlour.terminal.sitting import Sitting

MOST_KEYS = 4000


class Player:
    """Plays the person's seat of a local table with keys, as a bot would choose."""

    def __init__(self, pilot: Pilot[int], host: LocalHost) -> None:
        self.pilot = pilot
        self.host = host

    @property
    def screen(self) -> TableScreen:
        found = self.pilot.app.screen
        assert isinstance(found, TableScreen), found
        return found

    async def to_the_end(self) -> None:
        """Play until the game is over."""
        for _ in range(MOST_KEYS):
            if self.host.table.result is not None:
                return
            if self.host._answer is None:
                await asyncio.sleep(0.001)
                continue
            await self.move()
        raise AssertionError("the game does not end")

    async def move(self) -> None:
        """Make one move, or let a chance to cut in go."""
        host = self.host
        assert host.seat is not None
        words = bot_move(host.table, host.seat)
        made = len(host.table.log)
        if words is None:
            await self.press(LET_GO)
            return
        choice = next(move for move in host.view().moves if move.words == words)
        await self.pick(choice)
        assert len(host.table.log) > made, (words, self.screen.refusal, self.screen.picked)

    async def pick(self, choice: Choice) -> None:
        """Pick everything that a move needs, then press Enter if it is not made yet."""
        made = len(self.host.table.log)
        for pick in choice.picks:
            if self.screen.picked.count(pick) < choice.picks.count(pick) and len(self.host.table.log) == made:
                await self.press(pick)
        if question_before(self.host.game, choice.words):
            await self.pilot.press("y")
            await self.pilot.pause()
        if len(self.host.table.log) == made:
            await self.pilot.press("enter")

    async def press(self, pick: str) -> None:
        """Go to a spot with Tab, the shorter way round, and press Enter."""
        await self.pilot.pause()
        spots = self.screen.spots
        free = [place for place, spot in enumerate(spots) if spot.pick == pick]
        assert free, (pick, [spot.pick for spot in spots])
        taken = self.screen.picked.count(pick)
        steps = (free[min(taken, len(free) - 1)] - self.screen.cursor) % len(spots)
        back = len(spots) - steps
        await self.pilot.press(*(["tab"] * steps if steps <= back else ["shift+tab"] * back), "enter")


def app_with(table_or_sitting: Sitting, seats: int) -> tuple[FullScreen, LocalHost]:
    """Return the application with one table, at which bots take no time."""
    host = LocalHost(table_or_sitting, make_party(seats, 1, ""), 0, keeps_score=False)
    return FullScreen(host), host
