"""The keyboard: who sits at it, what that person has been told, and how it passes from hand to hand unseen."""

from collections import defaultdict

from ..core.table import Table
from .ask import Reader
from .draw import Drawing, cards_in, hand_order
from .glimpses import Glimpses
from .layout import wrapped
from .menu import Menu
from .news import news
from .screen import Screen
from .seats import Party
from .sitting import Sitting


class Keyboard:
    """What is on the screen is for `holder` alone; with None it is for everybody."""

    def __init__(self, sitting: Sitting, party: Party, screen: Screen, reader: Reader) -> None:
        self.sitting = sitting
        self.party = party
        self.screen = screen
        self.reader = reader
        self.holder = party.only_person
        self._glimpses = Glimpses()
        self._told: defaultdict[int | None, int] = defaultdict(int)
        self._unanswered: list[str] = []
        """What was told since the person last typed something, without what only this person was shown."""

    @property
    def table(self) -> Table:
        """The table in play."""
        return self.sitting.table

    # ---- passing it on -------------------------------------------------------------------------------------------

    def hand_to(self, seat: int) -> None:
        """Let a person sit down alone with the screen."""
        if self.holder == seat:
            return
        self.release()
        name = self.party.names[seat]
        if self.reader.is_terminal:
            self.reader.pause(f"Pass the keyboard to {name}, then press Enter.")
        else:
            self.screen.say(f"The keyboard passes to {name}.")
        self.taken_by(seat)

    def taken_by(self, seat: int) -> None:
        """A person sits down at the keyboard while the screen shows nothing private."""
        self.screen.clear()
        self.holder = seat
        self._unanswered.clear()

    def release(self) -> None:
        """Let the person at the keyboard get up, leaving nothing private on the screen."""
        if self.holder is None or not self.party.is_shared:
            return
        if self._glimpses.unread:
            self.reader.pause("Press Enter to hide your cards.")
        self.screen.clear()
        self._glimpses = Glimpses()
        self._unanswered.clear()
        self.holder = None
        self.tell()

    # ---- telling -------------------------------------------------------------------------------------------------

    def tell(self) -> None:
        """Say what happened since this viewer was last told."""
        told = news(self.table, self.holder, self._told[self.holder], self.party.names)
        self.up_to_date()
        for paragraph in told.paragraphs:
            self.screen.say(paragraph)
        if self.holder is not None:
            self._glimpses.show(told.secrets, told.fleeting, told.public)
            self._unanswered += told.open

    def up_to_date(self) -> None:
        """The viewer needs to be told nothing more of what has happened."""
        self._told[self.holder] = self.table.view(None).events_told

    def start_round(self) -> None:
        """Another table: of a fresh deal nothing has been told yet, of a saved game everything."""
        past = self.table.view(None).events_told if self.table.log else 0
        self._told = defaultdict(lambda: past)
        self._glimpses = Glimpses()
        self._unanswered.clear()

    def moved(self, mover: int) -> None:
        """A move was made: say what happened, after what the person may see no longer is gone."""
        self._fade()
        if mover != self.holder:
            self._glimpses.turn_passed()
        self.tell()

    def _fade(self) -> None:
        if self.holder is None or not self.screen.can_clear:
            return
        faded = self._glimpses.faded(cards_in(self.table.view(self.holder)))
        if faded:
            if faded & self._glimpses.unread:
                self.reader.pause("Press Enter when you have seen it.")
            self.screen.clear()
            self._glimpses.wiped()
            for paragraph in self._unanswered:
                self.screen.say(paragraph)

    # ---- showing and asking --------------------------------------------------------------------------------------

    def show_table(self) -> None:
        """Draw what the viewer sees."""
        view = self.table.view(self.holder, self.party.names)
        self.screen.title(self.sitting.title)
        self.screen.lines(self.drawing().table(view))

    def drawing(self) -> Drawing:
        """A pen for the screen as wide as it is now."""
        return Drawing(self.table.game.pack, self.party.names, self.screen.width, self.screen.ink)

    def menu(self, seat: int) -> Menu:
        """The moves of a seat by number."""
        view = self.table.view(seat)
        hand = view.zone("hand", seat)
        order = hand_order(hand.cards, self.table.game.pack) if hand is not None else []
        return Menu(view.moves, self.table.game.pack, self.party.names, order)

    def show_menu(self, seat: int, question: str) -> None:
        """Ask for a move."""
        self.screen.lines(wrapped(self.screen.ink.bold(question), self.screen.width))
        self.screen.lines(self.menu(seat).lines(self.screen.width, self.screen.ink))

    def line(self, seconds: float | None = None) -> str:
        """What the person types."""
        line = self.reader.line("> ", seconds)
        self._glimpses.answered()
        self._unanswered.clear()
        return line
