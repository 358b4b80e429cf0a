"""Line mode: the dialogue of one sitting, from the first deal to the last score."""

import time
from contextlib import suppress
from math import ceil

from ..bots import find_level, is_ready, make_ready, prepare, waiting_sentence, will_search
from ..bots.user_seats import OwnSeats
from ..core.game import Illegal
from ..core.texts import counted, listed, sentence, speaking
from ..core.texts import text as part
from ..core.view import question_before
from .commands import After, Commands, LeaveTable
from .drawing import POINTS, score_lines, winners_sentence
from .keyboard import Keyboard
from .layout import wrapped
from .notices import Patience, say_aside
from .reader import EndOfInput, Reader, TimeRanOut
from .screen import Screen
from .seats import Party, bot_move
from .sitting import Sitting
from .stats import Scorebook

LONGEST_SHOWN = 60


class LineMode:
    """Lets people and bots play a sitting to its end."""

    def __init__(
        self,
        sitting: Sitting,
        party: Party,
        screen: Screen,
        reader: Reader,
        delay: float,
        scorebook: Scorebook | None = None,
        *,
        tips: bool = False,
    ) -> None:
        self.sitting = sitting
        self.party = party
        self.screen = screen
        self.reader = reader
        self.delay = delay
        self.scorebook = scorebook
        self.keyboard = Keyboard(sitting, party, screen, reader)
        self.keyboard.tips = tips
        self.commands = Commands(self.keyboard)
        self._let_go: dict[int | None, object] = {}
        """For each seat (None: everybody), the moment at which it last declined to cut in."""
        self._waiting: list[str] = []
        """The levels about which people have been told that they are getting ready."""
        self._own = OwnSeats()

    def run(self) -> bool:
        """Play until the end, or until somebody leaves; return whether it was played to the end."""
        try:
            return self._run()
        finally:
            self._own.close()

    def _run(self) -> bool:
        finished = False
        try:
            self._play()
            finished = True
        except LeaveTable:
            self.screen.say(sentence("terminal.stops"))
        except EndOfInput:
            self.screen.say(sentence("terminal.inputEnded"))
        except KeyboardInterrupt:
            self._interrupted()
        if self.scorebook is not None:
            self.scorebook.sum_up(self.sitting.table, self.party)
        if self.sitting.command:
            self.screen.say(sentence("terminal.again"))
            self.screen.lines([f"  {self.sitting.command}"])
        return finished

    def _interrupted(self) -> None:
        """Let a person who interrupts the game save it; a second interrupt leaves at once."""
        if not self.reader.is_terminal:
            raise KeyboardInterrupt
        self.screen.write("\n")
        with suppress(LeaveTable):
            while True:
                self.commands.leave()
        self.screen.say(sentence("terminal.stops"))

    def _play(self) -> None:
        if self.sitting.table.log:
            self.screen.say(sentence("terminal.goesOn"))
        self._say_who_waits()
        self._play_round()
        while self.sitting.match is not None and self.sitting.match.result is None:
            self.reader.pause(sentence("terminal.nextRound"))
            self.sitting.match.next_round()
            self._play_round()

    def _say_who_waits(self) -> None:
        """Compile the rules for bots that search. People play on in the meantime; in a pipe the game waits."""
        game = self.sitting.table.game
        for level in dict.fromkeys(self.party.level_of(seat) for seat in range(self.party.people, self.sitting.table.seats)):
            waits = waiting_sentence(game, level)
            if waits and self.reader.is_terminal:
                prepare(game)
                self.screen.say(waits)
                self._waiting.append(level)
            elif waits and not will_search(game):
                say_aside(waits)

    def _say_who_is_ready(self) -> None:
        if self._waiting and is_ready(self.sitting.table.game):
            for level in self._waiting:
                self.screen.say(sentence("level.ready", level=find_level(level).label))
            self._waiting.clear()

    def _play_round(self) -> None:
        self.keyboard.start_round()
        self._let_go.clear()
        self.keyboard.tell()
        if self.sitting.table.must is not None:
            self._play_to_the_end()
        self._show_result()

    def _play_to_the_end(self) -> None:
        """Play move by move. A finished game counts (MM-5.3), even for people who leave before reading the result."""
        try:
            while self.sitting.table.must is not None:
                if not self._cut_in():
                    self._move()
        finally:
            if self.scorebook is not None:
                self.scorebook.write_down(self.sitting.table, self.party, is_practice=self.sitting.is_practice)

    # ---- whose move it is ----------------------------------------------------------------------------------------

    def _move(self) -> None:
        """Play the next move of the seat that the game waits for."""
        seat = self.sitting.table.must
        assert seat is not None
        self._say_who_is_ready()
        if self.party.is_person(seat):
            self._turn_of_person(seat)
            return
        self.keyboard.release()
        self._bot_plays(seat, self._bot_move(seat))

    def _bot_move(self, seat: int) -> str | None:
        game, level = self.sitting.table.game, self.party.level_of(seat)
        if not self.reader.is_terminal and will_search(game) and waiting_sentence(game, level):
            with Patience(sentence("level.compiling", game=game.name)):
                make_ready(game)
        words = bot_move(self.sitting.table, seat, level, own=self._own, wait=not self.reader.is_terminal)
        for _, _, told in self._own.take_failures():
            self.screen.say(told)
        return words

    def _bot_plays(self, seat: int, words: str | None) -> None:
        assert words is not None
        table = self.sitting.table
        table.play(words, seat)
        if table.must == seat and (then := self._bot_move(seat)) in table.game.silent_moves:
            # nobody may be able to tell this from the end of the previous move: no line, pause or chance to cut in between
            table.play(then, seat)
        self.keyboard.moved(seat)
        if self.party.people:
            goes_on = table.must == seat
            time.sleep(self.delay / 3 if goes_on else self.delay)

    def _turn_of_person(self, seat: int) -> None:
        self.keyboard.hand_to(seat)
        self.keyboard.tell()
        limit = self._seconds()
        deadline = time.monotonic() + limit if limit else None
        self._show(seat, deadline)
        try:
            self._ask(seat, deadline)
        except TimeRanOut:
            self.screen.lines([""])
            self.screen.say(sentence("terminal.timeUp"))
            self.sitting.table.time_up()
            self.keyboard.moved(seat)

    def _seconds(self) -> int:
        """Return how long a person may think (ALL-8); 0 for no limit."""
        limit = self.sitting.table.options.get("turn_seconds")
        return limit if isinstance(limit, int) else 0

    def _show(self, seat: int, deadline: float | None = None) -> None:
        """Show the table to a person, with the prompt."""
        self.keyboard.show_table()
        tip = self.keyboard.tip(seat)
        if tip.last:
            self.screen.lines(wrapped(self.screen.ink.dim(tip.last), self.screen.width))
        prompt = tip.now or self.sitting.table.view(seat, self.party.names).prompt
        if self.sitting.table.must != seat:
            prompt = sentence("terminal.outOfTurn")
        elif deadline is not None:
            prompt += " " + counted("terminal.seconds", max(ceil(deadline - time.monotonic()), 1))
        self.keyboard.show_menu(seat, prompt)
        self.keyboard.is_shown(lambda: self._show(seat, deadline))

    # ---- cutting in ----------------------------------------------------------------------------------------------

    def _cut_in(self) -> bool:
        """Ask people whether they cut in, then bots in the direction of play; return whether anybody did."""
        table = self.sitting.table
        seats = table.asking_order[:-1]
        asked = self._anyone_cuts_in if self.party.is_shared else self._person_cuts_in
        if self.party.people and table.window and asked(seats):
            self._let_go.clear()
            return True
        return any(not self.party.is_person(seat) and self._bot_cuts_in(seat) for seat in seats)

    def _bot_cuts_in(self, seat: int) -> bool:
        words = self._bot_move(seat)
        if words is None:
            return False
        self._bot_plays(seat, words)
        return True

    def _is_let_go(self, viewer: int | None) -> bool:
        """Whether nothing has changed since this viewer was last asked."""
        view = self.sitting.table.view(viewer)
        occasion = (view.must, [zone for zone in view.zones if zone.kind == "pile"], view.moves)
        is_old = self._let_go.get(viewer) == occasion
        self._let_go[viewer] = occasion
        return is_old

    def _person_cuts_in(self, may: list[int]) -> bool:
        """Ask the only person."""
        seat = self.party.only_person
        if seat is None or seat not in may or self._is_let_go(seat):
            return False
        self._show(seat)
        return self._ask(seat)

    def _anyone_cuts_in(self, may: list[int]) -> bool:
        """Ask everybody at once, even if nobody could cut in: asking only some would reveal what is in a hand."""
        must = self.sitting.table.must
        if must is None or self._is_let_go(None):
            return False
        self.keyboard.release()
        others = [name for seat, name in enumerate(self.party.names[: self.party.people]) if seat != must]
        key = "terminal.nextPerson" if self.party.is_person(must) else "terminal.nextBot"
        question = part(key, name=self.party.names[must], others=listed(others, "list.or"))
        while True:
            self.screen.say(question)
            line = self.keyboard.line()
            seat = self.party.seat_called(line)
            if not line or seat == must:
                break
            if seat is not None and self._named_cuts_in(seat):
                return True
            if seat is None and not self._is_command(line):
                self.screen.say(sentence("terminal.noName"))
        if self.party.is_person(must):
            self.keyboard.taken_by(must)
        return False

    def _named_cuts_in(self, seat: int) -> bool:
        self.keyboard.taken_by(seat)
        self.keyboard.tell()
        if seat in self.sitting.table.may:
            self._show(seat)
            if self._ask(seat):
                return True
        else:
            self.keyboard.show_table()
            self.screen.say(sentence("terminal.noCutIn"))
            self.reader.pause(sentence("terminal.enter"))
        self.keyboard.release()
        return False

    def _is_command(self, line: str) -> bool:
        command = self.commands.find(line)
        if command is not None and command() is After.SHOW:
            self.keyboard.show_table()
        return command is not None

    # ---- reading a move ------------------------------------------------------------------------------------------

    def _ask(self, seat: int, deadline: float | None = None) -> bool:
        """Read lines until the position changes; return False if the person doesn't cut in."""
        while True:
            line = self._line(deadline)
            if not line:
                if self.sitting.table.must != seat:
                    return False
                self.screen.say(sentence("terminal.typeMove"))
                continue
            after = self._answer(seat, line)
            if after is After.RESTART:
                self._let_go.clear()
            if after in (None, After.RESTART):
                return True
            if after is After.SHOW:
                self._show(seat, deadline)

    def _line(self, deadline: float | None) -> str:
        try:
            return self.keyboard.line(None if deadline is None else deadline - time.monotonic())
        except EndOfInput:
            if not self.reader.is_terminal:
                raise
            return "quit"

    def _answer(self, seat: int, line: str) -> After | None:
        """Make the move that a line means, or carry out its command; return None if a move was made."""
        menu = self.keyboard.menu(seat)
        doubt = menu.doubt(line) if self.reader.is_terminal else None
        if doubt:
            self.screen.say(doubt)
            return After.ASK
        words = menu.meaning(line)
        command = self.commands.find(line)
        if words is None and command is not None:
            return command()
        words = words or menu.guess(line)
        if words is None and line.isdecimal():
            self.screen.say(sentence("terminal.noMove", number=line[:LONGEST_SHOWN], last=len(menu.moves)))
            return After.ASK
        which = None if words else menu.which(line)
        if which:
            self.screen.say(which)
            return After.ASK
        if words is not None and not self._is_meant(words):
            return After.ASK
        try:
            with speaking(names=self.party.names, listener=seat):
                self.sitting.table.play(words or menu.written(line), seat)
        except Illegal as error:
            like = menu.like(line, self.commands.names)
            self.screen.say(sentence("terminal.didYouMean", why=error, words=like) if like else str(error))
            return After.ASK
        self.keyboard.moved(seat)
        return None

    def _is_meant(self, words: str) -> bool:
        """Whether the person confirms a move that needs confirmation; in a pipe nobody is asked."""
        question = question_before(self.sitting.table.game, words)
        return not question or not self.reader.is_terminal or self.reader.yes(question)

    # ---- the end -------------------------------------------------------------------------------------------------

    def _show_result(self) -> None:
        self.keyboard.release()
        self.keyboard.show_table()
        table, match = self.sitting.table, self.sitting.match
        assert table.result is not None
        names = self.party.names
        self.screen.say(winners_sentence(names, table.result.winners, "game" if match is None else "round"))
        columns = [(POINTS, table.result.scores)]
        if match is not None:
            columns = [("terminal.score.round", table.result.scores), ("terminal.score.all", match.scores)]
        self.screen.lines(score_lines(names, columns, self.screen.width, self.screen.ink))
        self.screen.say(table.game.scoring)
        if match is not None and match.result is not None:
            self.screen.say(winners_sentence(names, match.result.winners, "match"))
