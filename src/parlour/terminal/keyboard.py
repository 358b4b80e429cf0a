"""The keyboard: who sits at it, what that person has been told, and how it changes hands without revealing cards."""

from collections import defaultdict
from collections.abc import Callable
from collections.abc import Set as AbstractSet

from ..core.notes import cautions
from ..core.table import Table
from ..core.texts import sentence
from ..core.texts import text as part
from ..core.tips import Tip, tip_for
from ..core.view import View
from .drawing import Drawing, cards_in
from .glimpses import Glimpses
from .layout import wrapped
from .looks import Looks, lying, staying, turned_back
from .menu import Menu
from .news import news
from .reader import Reader
from .screen import Screen
from .seats import Party
from .sitting import Sitting


class Keyboard:
    """Shows the game to the people at one keyboard. The screen is for `holder` alone, or for everybody if that is None."""

    def __init__(self, sitting: Sitting, party: Party, screen: Screen, reader: Reader) -> None:
        self.sitting = sitting
        self.party = party
        self.screen = screen
        self.reader = reader
        self.holder = party.only_person
        self.tips = False
        """Whether tips for a first game are shown."""
        self._glimpses = Glimpses()
        self._looks = Looks()
        self._told: defaultdict[int | None, int] = defaultdict(int)
        self._unanswered: list[str] = []
        """The events reported since the person last typed something, without what only this person was shown."""
        self._since = 0
        """The number of the last event before those on the screen."""
        self._redraw: Callable[[], None] = self.show_table
        reader.fading = self

    @property
    def table(self) -> Table:
        """The table in play."""
        return self.sitting.table

    # ---- passing it on -------------------------------------------------------------------------------------------

    def hand_to(self, seat: int) -> None:
        """Hand the keyboard and the screen to one person."""
        if self.holder == seat:
            return
        self.release()
        name = self.party.names[seat]
        if self.reader.is_terminal:
            self.reader.pause(sentence("terminal.passTo", name=name))
        else:
            self.screen.say(sentence("terminal.passes", name=name))
        self.taken_by(seat)

    def taken_by(self, seat: int) -> None:
        """Seat a person at the keyboard once the screen shows nothing private."""
        self.screen.clear()
        self.holder = seat
        self._unanswered.clear()
        self._since = self._told[seat]

    def release(self) -> None:
        """Let the person at the keyboard get up, leaving nothing private on the screen."""
        if self.holder is None or not self.party.is_shared:
            return
        unread = self._glimpses.unread
        self._glimpses = Glimpses()
        self._let_read(unread, sentence("terminal.hide"))
        self.screen.clear()
        self._unanswered.clear()
        self.holder = None
        self.tell()

    # ---- telling -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Report what happened since this viewer was last told."""
        told = news(self.table, self.holder, self._told[self.holder], self.party.names)
        self.up_to_date()
        for paragraph in told.paragraphs:
            self.screen.say(paragraph)
        if self.holder is not None:
            self._glimpses.show(told.secrets, told.fleeting, told.public)
            self._glimpses.passing |= told.fleeting | told.flashed
            self._looks.begin(self.holder, told.fleeting | told.flashed)
            self._unanswered += told.open
        self.screen.said.clear()  # if needed, the events are narrated again, without cards that may no longer be named

    def up_to_date(self) -> None:
        """Note that the viewer has been told everything so far."""
        self._told[self.holder] = self.table.view(None).events_told
        self._since = min(self._since, self._told[self.holder])

    def start_round(self) -> None:
        """Change to another table: everything in a saved game counts as reported, nothing in a fresh deal."""
        past = self.table.view(None).events_told if self.table.log else 0
        self._told = defaultdict(lambda: past)
        self._glimpses = Glimpses()
        self._looks = Looks()
        self._unanswered.clear()
        self._since = past

    def moved(self, mover: int) -> None:
        """Report a move, after removing what the person may no longer see."""
        self._fade()
        self._redraw = self.show_table
        if mover == self.holder:
            self._since = self._told[mover]
        else:
            self._glimpses.turn_passed()
        self.tell()

    def _fade(self) -> None:
        if self.holder is None or not self.screen.can_clear:
            return
        faded = self._glimpses.faded(cards_in(self.view()))
        if faded:
            unread = faded & self._glimpses.unread
            self._glimpses.wiped()
            self._let_read(unread, sentence("terminal.seen"))
            self.screen.clear()
            for paragraph in self._unanswered:
                self.screen.say(paragraph)

    def _let_read(self, cards: AbstractSet[str], text: str) -> None:
        """Wait until the person has read about these cards, but no longer than they may be looked at."""
        seconds = self._look_seconds
        left = max(self._looks.left(self.holder, cards, seconds), default=0.0) if seconds else None
        if cards and (left is None or left > 0):
            self.reader.pause(text, left)

    # ---- looking for a while -------------------------------------------------------------------------------------

    @property
    def _look_seconds(self) -> int | None:
        """Return how long a card may be looked at, or None if it can't be turned back in time or doesn't have to be."""
        return self.table.look_seconds if self.holder is not None and self._can_turn_back else None

    @property
    def _can_turn_back(self) -> bool:
        return self.reader.is_terminal and self.screen.can_clear

    @property
    def hides_looks(self) -> bool:
        """Whether a card that was looked at must not be mentioned again."""
        return self._can_turn_back and self.table.look_seconds is not None

    def view(self) -> View:
        """Return what the viewer sees, without the cards that have been looked at long enough."""
        view = self.table.view(self.holder, self.party.names)
        seconds = self._look_seconds
        return view if seconds is None else turned_back(view, self._looks.over(self.holder, lying(view), seconds))

    def seconds_left(self) -> float | None:
        """Return how long until a card on the screen must be turned back."""
        seconds = self._look_seconds
        if seconds is None:
            return None
        passing = self._glimpses.passing - staying(self.table.view(self.holder))
        return min(self._looks.left(self.holder, passing, seconds), default=None)

    def turn_back(self) -> None:
        """Clear the screen and write it again without the cards whose time is up."""
        remarks = list(self.screen.said)
        passing = self._glimpses.passing
        self._glimpses.wiped(but=passing - self._looks.over(self.holder, passing, self._look_seconds or 0))
        self.screen.clear()
        self._tell_again()
        self._redraw()
        for text in remarks:
            self.screen.say(text)

    def _tell_again(self) -> None:
        """Report again what has happened since the person's last move, naming only cards that may still be mentioned."""
        known = cards_in(self.view()) | self._glimpses.passing
        told = news(self.table, self.holder, self._since, self.party.names, known, flashes_too=True)
        for text in told.paragraphs:
            self.screen.say(text)
        if self._unanswered:
            self._unanswered = told.open

    # ---- tips ----------------------------------------------------------------------------------------------------

    def tip(self, seat: int) -> Tip:
        """Return the tip for a beginner on this seat; empty if tips are off."""
        return tip_for(self.table, seat, self.party.names) if self.tips else Tip()

    # ---- showing and asking --------------------------------------------------------------------------------------

    def show_table(self) -> None:
        """Draw what the viewer sees."""
        self._looks.notice(self.holder, lying(self.table.view(self.holder)))
        view = self.view()
        if self.holder is not None:
            self._glimpses.passing |= lying(view)
        self.screen.title(self.sitting.title)
        self.screen.lines(self.drawing().table(view))
        self.is_shown(self.show_table)

    def is_shown(self, again: Callable[[], None]) -> None:
        """Note that the screen is complete for now; `again` draws it once more."""
        self._redraw = again
        self.screen.said.clear()

    def drawing(self) -> Drawing:
        """Return a `Drawing` for the screen's current width."""
        return Drawing(self.table.game.pack, self.party.names, self.screen.width, self.screen.ink)

    def menu(self, seat: int) -> Menu:
        """Return the moves of a seat by number."""
        return Menu(self.table.game, self.table.view(seat), self.party.names)

    def show_menu(self, seat: int, question: str) -> None:
        """Show the question, the moves and what they risk."""
        self.screen.lines(wrapped(self.screen.ink.bold(question), self.screen.width))
        self.screen.lines(self.menu(seat).lines(self.screen.width, self.screen.ink))
        for note in cautions(self.table, self.table.view(seat)):
            self.screen.lines(wrapped(part("terminal.caution", move=note.about, why=note.text), self.screen.width, "  "))

    def line(self, seconds: float | None = None) -> str:
        """Return what the person types."""
        line = self.reader.line("> ", seconds)
        if not self.party.is_shared:
            self.reader.remember(line)
        self._glimpses.answered()
        self._unanswered.clear()
        return line
