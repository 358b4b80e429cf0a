"""The application, which alternates between the start screen and tables. Importing this module imports Textual."""

import os
import sys
from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.worker import WorkerFailed

from ..core.plugins import failure_of
from ..core.texts import in_voice, sentence, voice
from ..core.texts import text as part
from ..home.ledger import Ledger
from ..home.statistics import statistics
from ..home.unfinished import Unfinished
from ..terminal.houses import NOTHING_ASKED, asked_again
from ..terminal.ink import Ink
from ..terminal.refusal import Refusal
from ..terminal.requests import loaded_sitting, new_sitting, saved_party
from ..terminal.seats import Party, make_party
from ..terminal.sitting import Sitting
from ..terminal.stats import has_tips, tables
from .dialogs import STYLE, read, room_for_text
from .host import AGAIN, Host, LocalHost
from .start import CONTINUE, PLAY, STATISTICS, NewGame, StartScreen
from .table import LEAVE, TableScreen

MOTION = "PARLOUR_MOTION"
"""The variable that stops all motion and flashing if it is `off`."""
GLYPHS = "PARLOUR_GLYPHS"
"""The variable that restricts drawing to ASCII characters if it is `ascii`."""


class FullScreen(App[int]):
    """Parlour in full screen. It begins at the first table if one is given, else with the start screen."""

    ENABLE_COMMAND_PALETTE = False
    CSS = f"Screen {{ background: #14332b; }} {STYLE}"
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, first: Host | None = None, *, delay: float = 0.6, keeps_score: bool = True) -> None:
        super().__init__()
        self.first = first
        self.delay = delay
        self.keeps_score = keeps_score
        self.failed: BaseException | None = None
        self.motion = os.environ.get(MOTION, "").lower() != "off"
        self.ascii_only = not draws_symbols()
        self._voice = voice()
        if not self.motion:
            self.animation_level = "none"

    def play(self) -> None:
        """Run until somebody leaves; raise what the rules of a plug-in's game have raised."""
        self.run()
        if self.failed is not None:
            raise self.failed

    def _handle_exception(self, error: Exception) -> None:
        """Close the screen if the rules of a plug-in's game have raised. Textual would print a traceback."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        if failure_of(cause):
            self.failed = cause
            self.exit()
        else:
            super()._handle_exception(error)

    def on_mount(self) -> None:
        """Start the application's main task."""
        self.run_worker(self._run(), exclusive=True)

    async def _run(self) -> None:
        """Play tables and show the start screen in turn, until somebody leaves."""
        with in_voice(self._voice):
            host, plan, refusal = self.first, None, ""
            while True:
                while host is None:
                    start = StartScreen(plan, ascii_only=self.ascii_only, refusal=refusal)
                    answer = await self.push_screen_wait(start)
                    plan, refusal = start.plan, ""
                    try:
                        if answer == PLAY:
                            host = self._planned(plan)
                        elif answer == CONTINUE:
                            host = self._continued()
                        elif answer == STATISTICS:
                            await self._statistics()
                        else:
                            self.exit(0)
                            return
                    except (Refusal, ValueError) as error:
                        refusal = str(error)
                answer = await self.push_screen_wait(TableScreen(host, motion=self.motion, ascii_only=self.ascii_only))
                is_guest = not isinstance(host, LocalHost)
                if is_guest or (answer == LEAVE and self.first is not None):
                    self.exit(0)
                    return
                host = self._again(host) if answer == AGAIN and isinstance(host, LocalHost) else None
                self.first = None

    # ---- tables --------------------------------------------------------------------------------------------------

    def _host(self, sitting: Sitting, party: Party) -> LocalHost:
        table = sitting.table
        pause = table.game.bot_pause(table.options)
        tips = has_tips(table.game.id, party)
        delay = self.delay if pause is None else pause
        return LocalHost(sitting, party, delay, keeps_score=self.keeps_score, tips=tips)

    def _planned(self, plan: NewGame) -> LocalHost:
        asked = {**NOTHING_ASKED, "seats": plan.seats, "settings": plan.settings, "bots": plan.level}
        sitting = new_sitting(plan.game, 1, "", asked)
        return self._host(sitting, make_party(plan.seats, 1, "", plan.level))

    def _continued(self) -> LocalHost:
        path = str(Unfinished().path)
        sitting = loaded_sitting(path, None, {})
        party = saved_party(path, sitting.table.seats) or make_party(sitting.table.seats, 1, "")
        sitting.path = ""
        return self._host(sitting, party)

    def _again(self, host: LocalHost) -> LocalHost:
        party = host.party
        asked = {**asked_again(host.sitting), "bots": ",".join(party.levels)}
        return self._host(new_sitting(host.game, party.people, party.given, asked), party)

    async def _statistics(self) -> None:
        figures = statistics(Ledger().entries())
        lines = tables(figures, room_for_text(self.size.width), Ink(True)) if figures else [sentence("terminal.stats.noGame")]
        await read(self, part("fullscreen.statistics"), lines)


def draws_symbols() -> bool:
    """Whether the terminal can show more than ASCII."""
    if os.environ.get(GLYPHS, "").lower() == "ascii":
        return False
    encoding = getattr(sys.__stdout__, "encoding", None) or "ascii"
    return encoding.lower().replace("-", "") in ("utf8", "utf16")
