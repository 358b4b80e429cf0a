"""The house: all rooms that this server keeps, the lines of their viewers, and the threads in which bots think."""

import asyncio
import logging
import secrets
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, TypeVar

from ..bots import ready_games, usual_level
from ..core.game import Illegal
from ..core.table import Table
from . import log, wire
from .asking import Refusal, Seating, going_on, opening, refused
from .keeper import BUSY, Keeper
from .keeping import face
from .limits import Limits, address_key
from .metrics import Metrics
from .people import People, Person
from .room import CLOSED, Room
from .schema import RoomRow
from .settings import Settings
from .sockets import Line
from .store import CodeTaken, Store, StoreFailed

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters that are read aloud well, without vowels, so that no code is a word."""
CODE_LENGTH = 6
EMOTES = ("smile", "laugh", "wow", "think", "sad", "angry", "clap", "hurry", "oops", "well played", "good luck", "thanks")
RESTORED_AT_ONCE = 250
LONG_LOG = 300
RETRY = 2_000
SWITCH = 0.0005
"""Seconds after which a bot that computes in Python makes room for the loop; the usual 5 ms would add up at every step."""
DAY = 86_400
NO_ROOM = "There is no such table."
say = logging.getLogger("parlour.server")
T = TypeVar("T")


class NoRoom(Refusal):
    """There is no such room."""


class TooMany(Refusal):
    """Somebody tries one code after the other."""


class House:
    """Rooms, lines and bots of one server. What must outlive it is in the store."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.people = People(store, store.key())
        self.limits = Limits(settings)
        self.metrics = Metrics()
        self.emotes = EMOTES
        self.stand_in_level = usual_level
        self.keepers: dict[str, Keeper] = {}
        self.lines: set[Line] = set()
        self.lines_of: Counter[str] = Counter()
        """How many lines a person or an address has."""
        self.is_stopping = False
        self._finding: dict[str, asyncio.Task[Keeper | None]] = {}
        self._bots = ThreadPoolExecutor(settings.bot_threads, thread_name_prefix="bot")
        self._beat: asyncio.Task[None] | None = None
        self._stopping: dict[str, asyncio.Task[None]] = {}
        """Keepers that go, by the codes of their rooms: they may still write what has arrived."""
        self.metrics.gauge("parlour_rooms", "Rooms that are open in memory.", lambda: len(self.keepers))
        self.metrics.gauge("parlour_sockets", "Clients that are connected.", lambda: len(self.lines))

    # ---- start and stop ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Open the house: every game that was running goes on where its log ends."""
        sys.setswitchinterval(SWITCH)
        await self._restore()
        self._beat = asyncio.create_task(self._live(), name="heartbeat")

    async def farewell(self) -> None:
        """Tell every client that the house stops for a while, and let it be read."""
        self.is_stopping = True
        for line in self.lines:
            line.tell(wire.Stopping(retry=RETRY))
        await asyncio.sleep(0.05 if self.lines else 0)

    async def stop(self) -> None:
        """Finish what has arrived, write it down and close the store."""
        self.is_stopping = True
        if self._beat is not None:
            self._beat.cancel()
            with suppress(asyncio.CancelledError):
                await self._beat
        await asyncio.gather(*(keeper.stop() for keeper in self.keepers.values()), *self._stopping.values())
        self._bots.shutdown(wait=False, cancel_futures=True)
        await self.store.close()

    async def _restore(self) -> None:
        began = time.monotonic()
        rows = await self.store.running_rooms()
        since = self.store.last_alive or time.time()
        for chunk in _chunks(rows, RESTORED_AT_ONCE):
            logs = await self.store.logs_of([row.id for row in chunk])
            for row in chunk:
                if row.code not in self.keepers and (room := await self._folded(row, logs.get(row.id, []))):
                    self._add(row, room, len(logs[row.id]), since)
        if rows:
            say.info("%d running games restored in %.2f s.", len(self.keepers), time.monotonic() - began)

    async def _folded(self, row: RoomRow, entries: Sequence[tuple[float, log.Entry]]) -> Room | None:
        """The room of a log; None if it cannot go on, because its rules have changed since."""
        room = Room(row.code)
        try:
            # a long log takes some time: not on the loop
            await asyncio.to_thread(room.fold, entries) if len(entries) > LONG_LOG else room.fold(entries)
        except ValueError as error:
            # the sentence that refuses a move may name a card
            say.warning("A table cannot go on: %s", "a move is against the rules." if isinstance(error, Illegal) else error)
            room.phase = CLOSED
            with suppress(StoreFailed):
                await self.store.append(row.id, len(entries), [(time.time(), log.Closed())], face(room))
        except Exception as error:  # a mistake of our own must not keep the other tables from going on
            say.error("A table cannot be restored.", exc_info=error)
            self.metrics.count("parlour_errors_total")
            return None
        return None if room.phase == CLOSED else room

    def _add(self, row: RoomRow, room: Room, written: int, empty_since: float) -> Keeper:
        keeper = Keeper(self, row.id, room, written, empty_since)
        self.keepers[room.code] = keeper
        keeper.start()
        return keeper

    # ---- lines ---------------------------------------------------------------------------------------------------

    def welcome(self, line: Line) -> None:
        """A client has connected."""
        self.lines.add(line)
        self.lines_of.update((line.person.id, line.address))

    def part_with(self, line: Line) -> None:
        """A client is gone."""
        self.lines.discard(line)
        for key in (line.person.id, line.address):
            self.lines_of[key] -= 1
            if self.lines_of[key] <= 0:
                del self.lines_of[key]

    # ---- once a second -------------------------------------------------------------------------------------------

    async def _live(self) -> None:
        """Say that the house is alive, drop clients that take nothing, forget idle rooms, sweep what is old."""
        swept = 0.0
        ready: set[str] = set()
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            try:
                if ready != (ready := ready_games()):
                    for keeper in self.keepers.values():
                        keeper.tell_again()
                self._drop_slow(now)
                self._unload_idle(now)
                await self.store.alive(time.time())
                if now - swept > 3600:
                    swept = now
                    await self._sweep()
            except StoreFailed as error:
                say.warning("%s", error)
            except Exception:
                say.exception("The house missed a beat.")
                self.metrics.count("parlour_errors_total")

    async def _sweep(self) -> None:
        """Close rooms that nobody comes back to, and forget them and guests who never played, some time later."""
        idle = self.settings.keep_days * DAY
        kept = [keeper.number for keeper in self.keepers.values()]
        await self.store.sweep(time.time(), idle, forget=4 * idle, people=52 * idle, kept=kept)

    def _drop_slow(self, now: float) -> None:
        for line in list(self.lines):
            if line.sending_since and now - line.sending_since > self.settings.send_timeout:
                self.metrics.count("parlour_dropped_total")
                line.drop()

    def _unload_idle(self, now: float) -> None:
        for keeper in list(self.keepers.values()):
            is_idle = not keeper.lines and now - keeper.idle_since > self.settings.idle_unload
            if is_idle or keeper.room.phase == CLOSED:
                self.forget(keeper)

    # ---- rooms ---------------------------------------------------------------------------------------------------

    async def open(self, person: Person, plan: log.Plan, bots: Sequence[str]) -> str:
        """Make a room and say its code; a ValueError says in a sentence why not."""
        return await self._open(person, opening(plan, person, bots))

    async def go_on(self, person: Person, table: Table, seating: Seating) -> str:
        """Make a room in which a game goes on from a position, against bots; its code."""
        return await self._open(person, going_on(table, person, seating))

    async def _open(self, person: Person, entries: Sequence[log.Entry]) -> str:
        if len(self.keepers) >= self.settings.most_rooms or self.is_stopping:
            raise refused("refusal.full")
        hosted = Counter(keeper.room.host for keeper in self.keepers.values())
        if hosted[person.id] >= self.settings.most_rooms_per_person:
            raise refused("refusal.hostsMany", count=hosted[person.id])
        now = time.time()
        while True:
            room = Room("".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)))
            room.fold((now, entry) for entry in entries)
            with suppress(CodeTaken):
                number = await self.store.open_room(room.code, [(now, entry) for entry in entries], face(room))
                break
        keeper = Keeper(self, number, room, len(entries), now)
        self.keepers[room.code] = keeper
        keeper.start()
        self.metrics.count("parlour_rooms_total", game=room.plan.game)
        return room.code

    async def keeper(self, code: str) -> Keeper | None:
        """The keeper of a room; None: there is no such room."""
        code = code.upper()
        if len(code) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in code):
            return None
        keeper = self.keepers.get(code)
        if keeper is None:
            # those who ask at once wait for the same answer: a room must never have two keepers
            task = self._finding.get(code)
            if task is None:
                task = self._finding[code] = asyncio.create_task(self._find(code))
                task.add_done_callback(lambda _: self._finding.pop(code, None))
            keeper = await asyncio.shield(task)
        return None if keeper is None or keeper.room.phase == CLOSED else keeper

    async def _find(self, code: str) -> Keeper | None:
        if code in self._stopping:  # the log is whole when the last keeper has written its last letter
            await asyncio.shield(self._stopping[code])
        row = await self.store.find_room(code)
        if row is None:
            return None
        if self.is_stopping:
            raise refused(BUSY)
        if not await self.store.claim(row.id):
            raise refused("refusal.otherHouse")
        entries = await self.store.log_of(row.id)
        room = await self._folded(row, entries)
        if room is None:
            return None
        return self.keepers.get(code) or self._add(row, room, len(entries), time.time())

    async def keeper_for(self, code: str, address: str, person: str = "") -> Keeper:
        """The keeper of a room for somebody at an address: a Refusal if there is none or too many were asked for.

        Who sits in a room that is open always comes in: others at the same address may have tried too many codes.
        """
        key = address_key(address)
        known = self.keepers.get(code.upper())
        if known is not None and person in known.room.people:
            return known
        if self.limits.misses.wait(key):
            raise TooMany("Too many codes were tried from here: wait a little.")
        keeper = await self.keeper(code)
        if keeper is None:
            self.limits.misses.take(key)
            raise NoRoom(NO_ROOM)
        return keeper

    def forget(self, keeper: Keeper) -> None:
        """A keeper goes that nobody needs or that lost its log; the next one who comes makes a new one from the log."""
        code = keeper.room.code
        if self.keepers.get(code) is keeper:
            del self.keepers[code]
            self._stopping[code] = asyncio.create_task(keeper.stop())
            self._stopping[code].add_done_callback(lambda _: self._stopping.pop(code))

    async def renamed(self, person: Person) -> None:
        """A person is called otherwise: every room it is in is told."""
        for line in self.lines:
            if line.person.id == person.id:
                line.person = person
        for keeper in list(self.keepers.values()):
            if person.id in keeper.room.people or keeper.is_present(person.id):
                await keeper.rename(person)

    # ---- bots ----------------------------------------------------------------------------------------------------

    def think(self, then: Callable[[Any, T | None], None], asked: object, work: Callable[..., T], *details: Any) -> None:
        """Let a bot think in a thread; `then` is called on the loop with what was asked and what came of it, if anything."""

        def finished(future: "asyncio.Future[T]") -> None:
            error = None if future.cancelled() else future.exception()
            if error is not None:
                say.error("A bot failed.", exc_info=error)
                self.metrics.count("parlour_errors_total")
            then(asked, None if error or future.cancelled() else future.result())

        if self.is_stopping:
            then(asked, None)
            return
        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._bots, work, *details).add_done_callback(finished)


def _chunks(rows: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    for start in range(0, len(rows), size):
        yield rows[start : start + size]
