"""Keeps one room: handles its messages one at a time, so that no two changes overlap.

A request is checked, written to the log, committed, applied and answered; only then are viewers told.
"""

import asyncio
import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ...core.texts import voice
from .. import wire
from ..people.people import Person
from ..store import log
from ..store.errors import CommitUncertain, LogConflict, StoreError
from ..store.rows import CLOSED, PLAYING
from .autoplay import Autoplay
from .company import decided_now, take_bots_seat, vacated
from .context import Context
from .crowd import Crowd
from .dealing import Dealer
from .handlers import HANDLERS, ConnectionHandler, GameHandler, PendingRequest
from .hints import Hints
from .journal import RETRY_SECONDS, Changed, Journal
from .mailbox import Action, Mailbox
from .moves import MoveMaker
from .names import Participant, name_in
from .presence import SEAT_AT_DOOR, Presence, Viewer
from .refusals import BUSY, NOT_WRITTEN, REMOVED_HERE, UNCERTAIN, RequestRefused, refused
from .room import Room
from .stall import Stall
from .updates import Updates
from .veil import Veil

if TYPE_CHECKING:
    from .registry import Rooms

FORGET_SECONDS = 0.1
"""Seconds between two attempts to remove a person who deletes all their data, while cards are being dealt."""
logger = logging.getLogger("parlour.server")


class Keeper:
    """One room with its log, mailbox, clock, bots and viewers."""

    def __init__(self, rooms: "Rooms", id: int, room: Room, length: int, empty_since: float) -> None:
        self.rooms = rooms
        self.room = room
        self.presence = Presence(room)
        self.crowd = Crowd()
        self.veil = Veil(self)
        self.stall = Stall(self)
        self.updates = Updates(room, self.presence, rooms.encoded_moves, self.veil, self.stall, rooms.blocks)
        self.mailbox = Mailbox(self._after_message)
        self.journal = Journal(
            room, id, length, store=rooms.store, metrics=rooms.metrics, mailbox=self.mailbox, on_lost=self._on_lost
        )
        self.moves = MoveMaker(self)
        self.autoplay = Autoplay(self)
        self.dealer = Dealer(self)
        self.hints = Hints(self)
        self.idle_since = time.monotonic()
        self._empty_since = empty_since
        self._leavers: set[str] = set()
        """The people who left their seat in a game for good, so that nobody waits for them."""

    def start(self) -> None:
        """Start handling messages."""
        self.mailbox.open(f"room {self.room.code}")
        if not self.room.is_saved:
            self.mailbox.post(self.journal.save_game)

    async def stop(self) -> None:
        """Accept no more messages; those that have arrived are handled."""
        await self.mailbox.close(self.moves.make_all)
        self.autoplay.close()
        self.updates.forget()

    # ---- requests ------------------------------------------------------------------------------------------------

    def ask(self, person: Participant, request: wire.Request, round_trip: float = 0.0) -> asyncio.Future[wire.Answer]:
        """Put a request into the mailbox. The answer is set before any viewer is told the result.

        `round_trip` is the time to the client and back, in seconds.
        """
        answered: asyncio.Future[wire.Answer] = asyncio.get_running_loop().create_future()
        pending = PendingRequest(person, request, time.monotonic() - round_trip / 2, voice(), answered)
        if not self.mailbox.put(self._handle, pending):
            pending.answer(wire.refused(request.id, refused(BUSY)))
        return answered

    async def _handle(self, pending: PendingRequest[wire.Request]) -> None:
        handler = HANDLERS[type(pending.request)]
        try:
            if not self.rooms.store.lease.holds:
                raise refused(BUSY)  # another server may have taken over the room
            if isinstance(handler, GameHandler):
                await handler.act(self, pending)
                return
            if isinstance(handler, ConnectionHandler):
                raise refused("refusal.notOfTable")
            self.check_usable()
            if not self.room.is_saved and not handler.chat:
                raise refused(BUSY)
            entries = handler.entries(self.context(pending.person), pending.request)
            if entries and not handler.chat and not handler.deal:
                self.check_quota(pending.person.id, entries)
            await self.journal.write(entries)
            answer: wire.Answer = self.done(pending.request, pending.person.id)
        except Exception as error:
            answer = self.refusal_of(pending.request, error)
        pending.answer(answer)

    def context(self, person: Participant) -> Context:
        """Return the context of a request that this person makes now."""
        presence = self.presence
        return Context(
            self.room,
            person,
            presence.watchers,
            presence.ids,
            self.stall.asked,
            self.stall.overdue,
            self.rooms.stand_in_level,
            lambda other: self._mark(presence.address_of(other)),
        )

    def _mark(self, address: str) -> str:
        return self.rooms.mark_address(address) if address else ""

    async def write(self, *entries: log.Entry) -> None:
        """Write entries for the operator of the server, or raise a RequestRefused or a StoreError."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if not self.mailbox.put(self._write, entries, written):
            raise refused(BUSY)
        await written

    async def _write(self, entries: Sequence[log.Entry], written: asyncio.Future[None]) -> None:
        try:
            self.check_usable()
            await self.journal.write(entries)
        except Exception as error:
            if not written.done():
                written.set_exception(error)
        else:
            if not written.done():
                written.set_result(None)

    def check_quota(self, person: str, entries: Sequence[log.Entry]) -> None:
        """Raise a RequestRefused if a person fills the log faster than normal use would."""
        size = sum(len(log.encode(entry)) for entry in entries)
        if not self.rooms.limits.may_write(self.room.code, person, size):
            raise refused("refusal.tooMany")

    def check_usable(self) -> None:
        """Raise a RequestRefused if the room is closed or must be read again from the log."""
        if self.room.phase == CLOSED:
            raise refused("refusal.closed")
        if self.journal.is_lost:
            raise refused(BUSY)

    def done(self, request: wire.Request, person: str) -> wire.Done:
        """Return the answer to a person's request that succeeded."""
        return wire.Done(id=request.id, number=self.updates.number_for(person))

    def refusal_of(self, request: wire.Request, error: Exception) -> wire.Refused:
        """Return the answer to a request that failed with an error."""
        if isinstance(error, RequestRefused):
            return wire.refused(request.id, error, stale=error.stale, remedy=error.remedy)
        if isinstance(error, LogConflict | CommitUncertain):
            return wire.refused(request.id, refused(UNCERTAIN))
        if isinstance(error, StoreError):
            return wire.refused(request.id, refused(NOT_WRITTEN))
        if isinstance(error, ValueError):
            return wire.refused(request.id, error)
        self._log_error(error)
        return wire.refused(request.id, refused("refusal.mistake"))

    # ---- after each message --------------------------------------------------------------------------------------

    def _after_message(self, failure: Exception | None) -> None:
        if isinstance(failure, StoreError):
            logger.warning("%s", failure)
            # a move of a bot or of the clock still has to be made
            self.autoplay.plan_again()
            self.mailbox.post_later("again", RETRY_SECONDS, self._check_again)
        elif failure is not None:
            self._log_error(failure)
        if self.journal.changed:
            self._tell_viewers()

    async def _check_again(self) -> None:
        self.journal.changed |= Changed.ROOM

    def _log_error(self, error: Exception) -> None:
        logger.error("A message to a room could not be handled.", exc_info=error)
        self.rooms.metrics.count("parlour_errors_total")

    def _tell_viewers(self) -> None:
        """Tell viewers what has changed and plan what the server has to do next."""
        self.stall.look()
        self.updates.changed(game=Changed.GAME in self.journal.changed)
        self.journal.changed = Changed.NOTHING
        for viewer in list(self.presence.viewers):
            if why := self.presence.why_leave(viewer.person.id):
                viewer.leave(why)
        self.crowd.tell(self.presence.viewers)
        self._watch_absent()
        self.dealer.plan()
        self.autoplay.plan()

    def refresh(self) -> None:
        """Tell viewers about the room if something outside it has changed, such as the bots' readiness."""
        self.updates.changed(game=False)
        self.crowd.tell(self.presence.viewers)

    def lose(self) -> None:
        """Give up the room, because another server has taken it over."""
        self.journal.is_lost = True
        self._on_lost()

    def _on_lost(self) -> None:
        """Disconnect everybody, so that they come back to the room as the store has it."""
        self.mailbox.cancel_timers()
        self.rooms.unload(self)
        for viewer in list(self.presence.viewers):
            viewer.drop()

    # ---- entering ------------------------------------------------------------------------------------------------

    async def enter(self, viewer: Viewer, seen: int, *, sits: bool = False) -> None:
        """Let in a viewer who has the events up to `seen`, or raise a RequestRefused. With `sits`, a bot's seat will do."""
        await self.rooms.blocks.ensure(self.room.host)
        entered: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.journal.is_lost or not self.mailbox.put(self._let_in, viewer, seen, sits, entered):
            raise refused(BUSY)
        await entered

    async def _let_in(self, viewer: Viewer, seen: int, sits: bool, entered: asyncio.Future[None]) -> None:
        try:
            self._check_entry(viewer, sits=sits)
            if self.presence.why_not_enter(viewer.person.id):
                await self._seat_at_door(viewer.person)
        except (RequestRefused, StoreError) as error:
            if not entered.done():
                entered.set_exception(error if isinstance(error, RequestRefused) else refused(NOT_WRITTEN))
            return
        if entered.done():
            return
        had_company = self.presence.has_company
        self.presence.viewers[viewer] = None
        self._leavers.discard(viewer.person.id)
        viewer.show(self, seen)
        entered.set_result(None)
        self.journal.changed |= Changed.ROOM
        await self._welcome(viewer, had_company=had_company)

    async def _seat_at_door(self, person: Participant) -> None:
        """Give a person who comes in the first seat of a bot that they may take."""
        seat = self.room.bots_seats_for(person.id)[0]
        entries = [take_bots_seat(self.context(person), seat)]
        self.check_quota(person.id, entries)
        await self.journal.write(entries)

    def _check_entry(self, viewer: Viewer, *, sits: bool) -> None:
        if self.journal.is_lost or self.mailbox.is_closing:
            raise refused(BUSY)
        self.check_welcome(viewer.person, viewer.address, sits=sits)

    def check_welcome(self, person: Person, address: str, *, sits: bool = False) -> None:
        """Raise a RequestRefused if a person may not come in from this address. With `sits`, they take a bot's seat if
        necessary.
        """
        why = self.presence.why_not_enter(person.id)
        if why and not (sits and why == SEAT_AT_DOOR):
            raise refused(why)
        if self.presence.is_marked(person, self._mark(address)):
            raise refused(REMOVED_HERE)
        if person.id in self.rooms.blocks.of(self.room.host) and self.room.seat_of(person.id) is None:
            raise refused("refusal.notWelcome")

    async def _welcome(self, viewer: Viewer, *, had_company: bool) -> None:
        """Resume the clock if the viewer ends a pause, and give them their seat back."""
        room, seat = self.room, viewer.seat
        entries: list[log.Entry] = []
        if not had_company and self.presence.has_company and room.phase == PLAYING and room.turn_seconds:
            since = max(room.empty_since or self._empty_since, room.decision_at)
            entries.append(log.Resumed(max(self.rooms.store.now() - since, 0.0)))
        if seat is not None and room.places[seat].stand_in:
            entries.append(log.Returned(seat))
        await self.journal.write(entries)

    # ---- leaving and being away ----------------------------------------------------------------------------------

    def remove(self, viewer: Viewer, *, for_good: bool = False) -> None:
        """Remove a viewer whose connection broke, or (`for_good`) who asked to leave."""
        if viewer in self.presence.viewers:
            del self.presence.viewers[viewer]
            self.mailbox.post(self._removed, viewer.person, for_good)

    async def _removed(self, person: Participant, for_good: bool) -> None:
        """Free the seat or let a bot take over if the person asked to leave; pause the clock if nobody is left."""
        room = self.room
        self.journal.changed |= Changed.ROOM
        if not self.presence.viewers:
            self.idle_since = time.monotonic()
        seat = room.seat_of(person.id)
        if for_good and not self.presence.is_present(person.id):
            if seat is not None and room.is_open:
                await self.journal.write([log.Rose(seat)])
            elif seat is not None:
                self._leavers.add(person.id)  # if cards are being dealt, a bot takes over afterwards
            if room.host == person.id:
                await self._replace_host()
        if room.phase == PLAYING and room.turn_seconds and not room.empty_since and not self.presence.has_company:
            await self.journal.write([log.Emptied()])
        if not room.mixing.is_dealing:
            await self._settle_votes()

    async def _settle_votes(self) -> None:
        """Carry out decisions that have enough votes now that somebody who did not vote is gone."""
        for (matter, about), voters in list(self.room.votes.items()):
            voter = next((viewer.person for viewer in self.presence.viewers if viewer.person.id in voters), None)
            if voter is not None:
                with suppress(RequestRefused):
                    await self.journal.write(decided_now(self.context(voter), matter, about))

    def _watch_absent(self) -> None:
        """Start or stop the timers after which a bot takes over from a missing person and an absent host is replaced."""
        grace, missing = self.room.plan.grace, self.presence.missing
        for person in self.room.people:
            seconds = 0 if person in self._leavers else grace
            self._set_timer(("away", person), person in missing, seconds, self._take_over, person)
        self._set_timer("host", bool(self.presence.heir), grace, self._replace_host)

    def _set_timer(self, key: object, is_on: bool, seconds: float, action: Action, *arguments: object) -> None:
        if not is_on:
            self.mailbox.cancel(key)
        elif not self.mailbox.is_scheduled(key):
            self.mailbox.post_later(key, seconds, action, *arguments)

    async def _take_over(self, person: str) -> None:
        """Let a bot play for a missing person."""
        seat = self.room.seat_of(person)
        if seat is not None and person in self.presence.missing:
            await self.journal.write([log.TookOver(seat, self.rooms.stand_in_level)])

    async def _replace_host(self) -> None:
        if heir := self.presence.heir:
            await self.journal.write([log.Hosted(heir)])

    # ---- forgetting ----------------------------------------------------------------------------------------------

    async def forget(self, person: str, name: str) -> None:
        """Remove a person from the room, and replace their name, because they delete all their data.

        This waits while cards are dealt: a number that disappears from a deal would let its owner choose between two deals.
        """
        is_forgotten = False
        while not is_forgotten and not self.mailbox.is_closing:
            forgotten: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
            if self.mailbox.put(self._forget, person, name, forgotten):
                is_forgotten = await asyncio.shield(forgotten)
            if not is_forgotten:
                await asyncio.sleep(FORGET_SECONDS)

    async def _forget(self, person: str, name: str, forgotten: asyncio.Future[bool]) -> None:
        room, seat = self.room, self.room.seat_of(person)
        if room.mixing.is_dealing and room.phase != CLOSED and not self.journal.is_lost:
            # starts the timer of the deal, in case nobody has come in since the room was loaded
            self.journal.changed |= Changed.ROOM
            forgotten.set_result(False)
            return
        try:
            entries: list[log.Entry] = [log.Named(person, name, "")] if person in {*room.people, *room.dealt_people} else []
            if seat is not None:
                entries += vacated(self.context(Person(person, name, "")), person)
            if room.host == person:
                others = (other for other in room.people if other != person and self.presence.is_present(other))
                entries.append(log.Hosted(next(others, "")))
            await self.journal.write(entries)
            room.forget_chat(person, name)
            forgotten.set_result(True)
        except Exception as error:
            forgotten.set_exception(error)

    # ---- renaming ------------------------------------------------------------------------------------------------

    def rename(self, person: Person) -> None:
        """Show a person under a new name, colour or character."""
        self.mailbox.post(self._renamed, person)

    async def _renamed(self, person: Person) -> None:
        for viewer in self.presence.viewers:
            if viewer.person.id == person.id:
                viewer.person = person
        if self.room.seat_of(person.id) is not None:
            await self.journal.write([log.Named(person.id, name_in(self.room, person), person.colour, person.character)])
        self.journal.changed |= Changed.ROOM
