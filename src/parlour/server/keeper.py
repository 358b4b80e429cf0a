"""The keeper of one room: a mailbox from which one letter at a time is taken, so that nothing in a room happens at once.

A letter is checked against the room, written down, committed, applied, acknowledged and told, in this order. What the
room shows is therefore never ahead of its log.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..bots import Advice
from ..core.game import Illegal
from ..core.table import TIME_UP, Trial
from ..core.texts import Voice, in_voice, speaking, text, voice
from . import attendance, fair, log, wire
from .asking import Refusal, Someone, entries_for, name_in, refused, said_by
from .keeping import face, face_after, finished_game
from .mailbox import Act, Mailbox
from .room import CLOSED, PLAYING, Room
from .schema import FinishedGame, RoomFace
from .store import NumberTaken, StoreFailed, Unsure
from .telling import Telling
from .thinking import hinted, thought

if TYPE_CHECKING:
    from .house import House
    from .people import Person
    from .sockets import Line

AFTER_RACE = 0.01
"""Seconds after which the house looks again whether a race is over, before it makes a move of its own."""
BUSY = "refusal.busy"
UNSURE = "refusal.unsure"
NOT_WRITTEN = "refusal.notWritten"
AGAIN = 1.0
"""Seconds after which the house tries again what it could not write down."""
NOTHING, ROOM, GAME = 0, 1, 2
STALE = "refusal.stale"
say = logging.getLogger("parlour.server")
Answer = Callable[[wire.Done | wire.Refused], None]


class Keeper:
    """Keeps one room: its log in the store, its mailbox, its clock and its viewers."""

    def __init__(self, house: "House", number: int, room: Room, written: int, empty_since: float) -> None:
        self.house = house
        self.number = number
        """The number of the room in the store."""
        self.room = room
        self.lines: dict[Line, None] = {}
        """The viewers in the order in which they came."""
        self.telling = Telling(room, self.is_present, self._watchers)
        self.idle_since = time.monotonic()
        self._written = written
        self._empty_since = empty_since
        self._mail = Mailbox(self._after)
        self._news = NOTHING
        """What has changed since people were last told."""
        self._held: list[tuple[float, Someone, wire.Move, Answer, Voice]] = []
        self._advised: set[str] = set()
        """The people for whom somebody thinks about a hint."""
        self._is_lost = False
        """Whether the log may be ahead of the room, so that only the log can tell."""
        self._outlook: object = None
        """What the house last looked ahead from."""

    # ---- the mailbox ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to take letters."""
        self._mail.open(f"room {self.room.code}")
        if not self.room.is_kept:
            self._mail.post(self._try_to_keep)

    async def stop(self) -> None:
        """Take no more letters; those that have arrived are handled."""
        await self._mail.close(self._settle_race)

    def _after(self, failure: Exception | None) -> None:
        """After each letter, when its answer is on the way: people are told what has changed."""
        if isinstance(failure, StoreFailed):
            say.warning("%s", failure)
            # what the house was to do by itself is still to be done
            self._outlook = NOTHING
            self._mail.later("again", AGAIN, self._look_again)
        elif failure is not None:
            self._trouble(failure)
        if self._news:
            self._tell()

    async def _look_again(self) -> None:
        self._news |= ROOM

    def _trouble(self, error: Exception) -> None:
        """Something went wrong that nobody has foreseen; no traceback names a card."""
        say.error("A letter to a table could not be handled.", exc_info=error)
        self.house.metrics.count("parlour_errors_total")

    async def ask(
        self, person: Someone, request: wire.Request, trip: float = 0.0, tell: Answer | None = None
    ) -> wire.Done | wire.Refused:
        """Put a request into the mailbox; the answer, which `tell` gets before anybody is told what came of it.

        `trip` is the round trip to the client in seconds.
        """
        answered: asyncio.Future[wire.Done | wire.Refused] = asyncio.get_running_loop().create_future()

        def answer(done: wire.Done | wire.Refused) -> None:
            if not answered.done():
                answered.set_result(done)
                if tell is not None:
                    tell(done)

        if not self._mail.put(self._take, person, request, time.monotonic() - trip / 2, answer):
            answer(wire.Refused(id=request.id, why=text(BUSY)))
        return await answered

    async def _take(self, person: Someone, request: wire.Request, sent: float, answer: Answer) -> None:
        """Follow a request or refuse it."""
        if isinstance(request, wire.Move):
            self._hold(person, request, sent, answer)
            if not self._mail.is_due("race"):
                await self._settle_race()
            return
        done: wire.Done | wire.Refused
        try:
            if isinstance(request, wire.Hint):
                self._hint(person, request, answer)
                return
            done = await self._follow(person, request)
        except Exception as error:
            done = self._refused(request, error)
        answer(done)

    def _refused(self, request: wire.Request, error: Exception) -> wire.Refused:
        if isinstance(error, Refusal):
            return wire.Refused(id=request.id, why=str(error), stale=error.stale)
        if isinstance(error, NumberTaken | Unsure):
            return wire.Refused(id=request.id, why=text(UNSURE))
        if isinstance(error, StoreFailed):
            return wire.Refused(id=request.id, why=text(NOT_WRITTEN))
        if isinstance(error, ValueError):
            return wire.Refused(id=request.id, why=str(error))
        self._trouble(error)
        return wire.Refused(id=request.id, why=text("refusal.mistake"))

    async def _follow(self, person: Someone, request: wire.Request) -> wire.Done:
        self._check_found()
        if isinstance(request, wire.Chat | wire.Emote):
            await self._write([said_by(self.room, person, request, self.house.emotes, self._watchers())])
        elif not self.room.is_kept:
            raise refused(BUSY)
        else:
            await self._write(entries_for(self.room, person, request, [other.id for other in self._watchers()]))
        return self._done(request)

    def _check_found(self) -> None:
        if self.room.phase == CLOSED:
            raise refused("refusal.closed")
        if self._is_lost:
            raise refused(BUSY)

    def _done(self, request: wire.Request) -> wire.Done:
        return wire.Done(id=request.id, number=self.room.number)

    # ---- moves and races -----------------------------------------------------------------------------------------

    def _hold(self, person: Someone, request: wire.Move, sent: float, answer: Answer) -> None:
        """Keep a move back while an earlier one, from somebody farther away, may still be under way."""
        self._held.append((sent, person, request, answer, voice()))
        if len(self._held) == 1 and (wait := self._race_wait(person.id)):
            self._mail.later("race", wait, self._settle_race)

    def _race_wait(self, person: str) -> float:
        """How much longer the way of a rival is than this person's, or a bot's, in seconds: at most the window of the house.

        Rivals are all who may cut in as far as anybody can tell, so that the wait tells nothing about a hand.
        """
        if self.room.phase != PLAYING or not self.room.table.window:
            return 0.0
        rivals = {*self.room.table.window, self.room.table.must}
        trips = [line.trip for line in self.lines if line.person.id != person and line.seat in rivals]
        mine = min((line.trip for line in self.lines if line.person.id == person), default=0.0)
        longest = max(((trip - mine) / 2 for trip in trips), default=0.0)
        return min(max(longest, 0.0), self.house.settings.race_window / 1000)

    async def _settle_race(self) -> None:
        """Make the moves that were held back, the earlier one first."""
        held, self._held = sorted(self._held, key=lambda held: held[0]), []
        for _, person, request, answer, writer in held:
            with in_voice(writer):
                try:
                    done: wire.Done | wire.Refused = await self._move(person, request)
                except Exception as error:
                    done = self._refused(request, error)
                answer(done)

    async def _move(self, person: Someone, request: wire.Move) -> wire.Done:
        self._check_found()
        room = self.room
        seat = room.seat_of(person.id)
        if seat is None:
            raise refused("refusal.notSeated")
        if room.has_marked(person.id, request.id):
            return self._done(request)
        if room.phase != PLAYING:
            raise refused("refusal.noGameNow")
        if request.seen != room.number:
            raise refused(STALE, stale=True)
        try:
            with speaking(names=room.names, listener=seat):
                trial = room.table.trial(request.move, seat)
        except Illegal as illegal:
            raise Refusal(str(illegal)) from None
        back: list[log.Entry] = [log.Returned(seat)] if room.places[seat].stand_in else []
        await self._write([*back, log.Moved(seat, trial.words, "person", person.id, request.id)], trial)
        self.house.metrics.count("parlour_moves_total", by="person")
        return self._done(request)

    # ---- the log -------------------------------------------------------------------------------------------------

    async def _write(self, entries: Sequence[log.Entry], *trials: Trial) -> None:
        """Commit entries to the log, then let them be so. The last of them are the moves that were tried."""
        if not entries:
            return
        at = time.time()
        await self._append(entries, at, face_after(self.room, entries))
        first = len(entries) - len(trials)
        for i, entry in enumerate(entries):
            self.room.apply(entry, at, trials[i - first] if i >= first else None)
        self._news |= ROOM if isinstance(entries[0], log.Said) else ROOM | GAME
        if not self.room.is_kept:
            await self._try_to_keep()

    async def _try_to_keep(self) -> None:
        """What is over is over, whether it can be kept at once or only later."""
        try:
            await self._keep()
        except StoreFailed as error:
            say.warning("%s", error)
            self._mail.later("keep", AGAIN, self._try_to_keep)

    async def _append(
        self, entries: Sequence[log.Entry], at: float, face: RoomFace | None, game: FinishedGame | None = None
    ) -> None:
        timed = [(at, entry) for entry in entries]
        try:
            await self.house.store.append(self.number, self._written, timed, face, game)
        except (NumberTaken, Unsure):
            self._lose()
            raise
        self._written += len(entries)

    def _lose(self) -> None:
        """Nobody can say whether something was written: everybody comes in again, to the room that the log folds to."""
        self._is_lost = True
        self._mail.forget_timers()
        self.house.forget(self)
        for line in self.lines:
            line.drop()

    async def _keep(self) -> None:
        """Keep a finished game for replay and statistics, and commit to the secret of the next one."""
        room = self.room
        if room.is_kept:
            return
        # a long match takes some time to count: not on the loop; nothing changes a room meanwhile
        game = await asyncio.to_thread(finished_game, room)
        at = time.time()
        entries: list[log.Entry] = [log.Ended(game.id), log.Committed(fair.new_secret())]
        await self._append(entries, at, face(room), game)
        for entry in entries:
            room.apply(entry, at)
        self.house.metrics.count("parlour_games_total", game=room.plan.game)
        self._news |= ROOM | GAME

    def _tell(self) -> None:
        """Something is different now: everybody is told, and the house looks what it has to do next."""
        self.telling.changed(game=bool(self._news & GAME))
        self._news = NOTHING
        for line in list(self.lines):
            if why := attendance.why_out(self.room, line.person.id):
                line.put_out(why)
            else:
                line.wake()
        self._look_after_absent()
        self._look_ahead()

    def tell_again(self) -> None:
        """Something outside the room may make its face another: whoever has the old one gets the new one."""
        self.telling.changed(game=False)
        for line in self.lines:
            line.wake()

    # ---- what the house does by itself ---------------------------------------------------------------------------

    def _look_ahead(self) -> None:
        """Set the clock and let the bots think, once for each position. Nothing goes on where nobody is."""
        room = self.room
        bots = {seat: place.bot for seat, place in enumerate(room.places) if place.bot}
        goes_on = room.phase == PLAYING and self._is_company() and not self._mail.is_closing
        outlook = (room.games, room.number, len(room.table.log), bots, room.decision_at) if goes_on else None
        if outlook == self._outlook:
            return
        self._outlook = outlook
        self._mail.never("clock")
        self._mail.never("bot")
        if not goes_on:
            return
        if room.table.must in bots or any(seat in bots for seat in room.table.may):
            memory = f"{room.code}/{room.games}/{room.match.round if room.match else 0}"
            self.house.think(self._thought, (outlook, time.monotonic()), thought, room.table.copy(), bots, memory)
        left = self.clock_left()
        if left is not None:
            self._mail.later("clock", left, self._time_up, outlook)

    def clock_left(self) -> float | None:
        """The seconds that the seat the game waits for has left; None: it has no clock."""
        return self.telling.clock_left(time.time())

    def _thought(self, asked: tuple[object, float], move: tuple[int, list[str]] | None) -> None:
        """A bot has made up its mind; people are given the time to follow."""
        outlook, began = asked
        if move is None or outlook is not self._outlook:
            return
        pause = self.room.pause
        if move[0] != self.room.table.must:
            pause *= 0.6
        due = began + pause + self._race_wait("")
        self._mail.later("bot", due - time.monotonic(), self._bot_moves, outlook, *move)

    async def _bot_moves(self, outlook: object, seat: int, moves: list[str]) -> None:
        """Make a bot's move. A silent one that follows is written down with it: nobody may tell them apart."""
        if outlook is not self._outlook:
            return
        if self._held:  # somebody was earlier, and waits only for one whose line is longer
            self._mail.later("bot", AFTER_RACE, self._bot_moves, outlook, seat, moves)
            return
        table, trials = self.room.table.copy(), []
        for words in moves:
            trials.append(table.trial(words, seat))
            table.accept(trials[-1])
        await self._write([log.Moved(seat, trial.words, "bot") for trial in trials], *trials)
        self.house.metrics.count("parlour_moves_total", by="bot")

    async def _time_up(self, outlook: object) -> None:
        """The clock's move (ALL-8)."""
        if outlook is not self._outlook:
            return
        if self._held:
            self._mail.later("clock", AFTER_RACE, self._time_up, outlook)
            return
        trial = self.room.table.trial_of_clock()
        await self._write([log.Moved(trial.seat, TIME_UP, "clock")], trial)
        self.house.metrics.count("parlour_moves_total", by="clock")

    def _hint(self, person: Someone, request: wire.Hint, answer: Answer) -> None:
        """Let somebody think for a person, in a thread: nobody else at the table waits for it."""
        self._check_found()
        seat = self.room.seat_of(person.id)
        if seat is None or self.room.phase != PLAYING:
            raise refused("refusal.hintForPlayers")
        table = self.room.table.copy()
        if not table.moves(seat):
            raise refused("refusal.nothingToDecide")
        if person.id in self._advised:  # thinking is dear: one hint at a time
            raise refused("refusal.notSoFast")
        self._advised.add(person.id)
        asked = person.id, answer, self._done(request), text("table.letPass")
        self.house.think(self._hinted, asked, hinted, table, seat, self.room.names, voice())

    def _hinted(self, asked: tuple[str, Answer, wire.Done, str], advice: Advice | None) -> None:
        person, answer, done, otherwise = asked
        self._advised.discard(person)
        best, why = (advice.best, advice.text) if advice else ("", "")
        answer(wire.Done(id=done.id, number=done.number, hint=best or otherwise, why=why))

    # ---- people come and go --------------------------------------------------------------------------------------

    def is_present(self, person: str) -> bool:
        """Whether a person has a line to this room."""
        return any(line.person.id == person for line in self.lines)

    def _watchers(self) -> list[Someone]:
        """The people who watch, each once."""
        return list({line.person.id: line.person for line in self.lines if line.seat is None}.values())

    async def enter(self, line: "Line", seen: int) -> None:
        """Let a viewer in who has the events up to `seen`; a Refusal says why not."""
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self._is_lost or not self._mail.put(self._let_in, line, seen, entered):
            raise refused(BUSY)
        await entered

    async def _let_in(self, line: "Line", seen: int, entered: "asyncio.Future[None]") -> None:
        try:
            self._check_door(line)
        except Refusal as refusal:
            if not entered.done():
                entered.set_exception(refusal)
            return
        if entered.done():
            return
        was_alone = not self._is_company()
        self.lines[line] = None
        line.entered(self, seen)
        entered.set_result(None)
        self._news |= ROOM
        await self._come(line, was_alone)

    def _check_door(self, line: "Line") -> None:
        if self._is_lost or self._mail.is_closing:
            raise refused(BUSY)
        if why := attendance.why_not_in(self.room, line.person.id, len(self._watchers())):
            raise refused(why)

    def is_open_to(self, person: str) -> bool:
        """Whether a person may know what goes on in this room."""
        return not attendance.why_not_in(self.room, person, 0)

    def _is_company(self) -> bool:
        return attendance.is_company(self.room, self.is_present, len(self.lines))

    async def _come(self, line: "Line", was_alone: bool) -> None:
        """What a new viewer changes: clocks go on, its seat is its own again."""
        room, seat = self.room, line.seat
        entries: list[log.Entry] = []
        if was_alone and self._is_company() and room.phase == PLAYING and self.telling.has_clock:
            since = max(room.empty_since or self._empty_since, room.decision_at)
            entries.append(log.Resumed(max(time.time() - since, 0.0)))
        if seat is not None and room.places[seat].stand_in:
            entries.append(log.Returned(seat))
        await self._write(entries)

    def _look_after_absent(self) -> None:
        """A bot will play for whoever is missed too long, and somebody who is here be the host."""
        room, grace = self.room, self.room.plan.grace
        missed = attendance.missed(room, self.is_present, len(self.lines))
        for person in room.people:
            self._wait_or_not(person in missed, ("away", person), grace, self._take_over, person)
        self._wait_or_not(bool(attendance.heir(room, self.is_present)), "host", grace, self._pass_on_host)

    def _wait_or_not(self, is_missed: bool, key: object, seconds: float, act: Act, *details: object) -> None:
        if not is_missed:
            self._mail.never(key)
        elif not self._mail.is_due(key):
            self._mail.later(key, seconds, act, *details)

    def gone(self, line: "Line", *, for_good: bool = False) -> None:
        """A viewer is gone: its line broke, or (`for_good`) it said so."""
        if self.lines.pop(line, self) is self:
            return
        self._mail.post(self._part, line.person, for_good)

    async def _part(self, person: Someone, for_good: bool) -> None:
        """What changes when a viewer is gone; who said so is not waited for."""
        room = self.room
        self._news |= ROOM
        if not self.lines:
            self.idle_since = time.monotonic()
        seat = room.seat_of(person.id)
        if for_good and not self.is_present(person.id):
            if seat is not None and room.is_open:
                await self._write([log.Rose(seat)])
            elif seat is not None:
                await self._take_over(person.id)
            if room.host == person.id:
                await self._pass_on_host()
        if room.phase == PLAYING and self.telling.has_clock and not room.empty_since and not self._is_company():
            await self._write([log.Emptied()])

    async def _pass_on_host(self) -> None:
        """A host who is gone leaves the others a host."""
        if heir := attendance.heir(self.room, self.is_present):
            await self._write([log.Hosted(heir)])

    async def _take_over(self, person: str) -> None:
        """A bot plays for a person who has been away too long, if anybody is there to play with."""
        seat = self.room.seat_of(person)
        if seat is not None and person in attendance.missed(self.room, self.is_present, len(self.lines)):
            await self._write([log.TookOver(seat, self.house.stand_in_level)])

    async def rename(self, person: "Person") -> None:
        """A person is called otherwise now."""
        self._mail.post(self._renamed, person)

    async def _renamed(self, person: "Person") -> None:
        for line in self.lines:
            if line.person.id == person.id:
                line.person = person
        if self.room.seat_of(person.id) is not None:
            await self._write([log.Named(person.id, name_in(self.room, person), person.colour)])
        self._news |= ROOM
