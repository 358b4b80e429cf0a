"""The rooms of this server: opens them, finds them by code, loads them from their logs and unloads them again."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from ...bots import usual_level
from ...core.game import Illegal
from ...core.table import Table
from ...core.texts import sentence
from ..ops.limits import Limit, Limits, address_key
from ..ops.metrics import Metrics
from ..ops.settings import Settings
from ..people.blocks import Blocks
from ..people.people import Person
from ..store import log
from ..store.errors import CodeTaken, StoreError
from ..store.lease import Neighbour
from ..store.rows import CLOSED, RoomRow, RoomSummary
from ..store.store import Store
from .encoding import EncodedMoves
from .keeper import Keeper
from .lobby import summary
from .plans import Seating, continued_room, new_room
from .refusals import BUSY, RequestRefused, refused
from .repeats import FinishedDeal, repeated_room
from .room import Room
from .threads import BotThreads

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Letters that are easy to read aloud; there are no vowels, so no code is a word."""
CODE_LENGTH = 6
CHUNK = 250
"""Rooms whose logs are read together when the server starts."""
CLAIMED = 200
"""Rooms of a dead server that are claimed together; the other servers claim some too."""
HANDED_OVER = 20
"""Rooms that are handed over at the same time when the server stops."""
LONG_LOG = 300
"""Logs with more entries than this are replayed in a thread."""
logger = logging.getLogger("parlour.server")


class RoomNotFound(RequestRefused):
    """Raised when there is no room with this code."""


class RoomWaits(RequestRefused):
    """Raised for a room that this version cannot play. It stays unchanged until a server loads it that can."""


class RoomElsewhere(RequestRefused):
    """Raised when another server runs this room; clients are sent there."""

    def __init__(self, room: str, owner: Neighbour) -> None:
        super().__init__(sentence("refusal.otherHouse"))
        self.room = room
        self.owner = owner

    @property
    def socket(self) -> str:
        """The address of the WebSocket for this room."""
        return socket_of(self.room, self.owner)


def socket_of(code: str, owner: Neighbour) -> str:
    """Return the WebSocket address for a room on another server: that server's own address, or the shared one with its name."""
    return f"{owner.url}/ws/{code}?house={owner.name}"


class HouseFull(RequestRefused):
    """Raised when there is no space for another room, or the server is about to stop."""


class TooManyCodes(RequestRefused):
    """Raised when too many unknown codes were tried from one address."""


class Rooms:
    """The keepers of all rooms in memory, by code. Everything that must survive a restart is in the store."""

    def __init__(self, settings: Settings, store: Store, limits: Limits, metrics: Metrics) -> None:
        self.settings = settings
        self.store = store
        self.limits = limits
        self.metrics = metrics
        self.threads = BotThreads(settings.bot_threads, metrics)
        self.encoded_moves = EncodedMoves()
        self.stand_in_level = usual_level
        self.keepers: dict[str, Keeper] = {}
        self.mark_address: Callable[[str], str] = lambda address: address
        """Returns a mark of a removed person's address, which does not reveal the address itself."""
        self.blocks = Blocks(store)
        store.on_lapsed = self._drop_lost
        self.waiting: dict[str, int] = {}
        """Rooms that this version cannot play, as ids by code."""
        self.is_draining = False
        """Whether no new rooms are opened because the operator wants to stop the server soon."""
        self._loading: dict[str, asyncio.Task[Keeper | None]] = {}
        self._stopping: dict[str, asyncio.Task[None]] = {}
        """Unloaded keepers that may still be handling messages that have arrived, by code."""
        self._unrestored: set[str] = set()
        """The codes of rooms that the server was running when it last ended and has not loaded again yet."""
        self._empty_since = 0.0
        """The times since which these rooms have been empty."""
        metrics.gauge("parlour_rooms", "Rooms in memory.", lambda: len(self.keepers))
        metrics.gauge("parlour_rooms_waiting", "Rooms that this version cannot play.", lambda: len(self.waiting))

    # ---- start and stop ------------------------------------------------------------------------------------------

    async def restore(self) -> None:
        """Load every room with a game in progress. If people come in meanwhile, their rooms are loaded first."""
        began = time.monotonic()
        rows = await self.store.running_rooms()
        self._empty_since = self.store.last_alive or self.store.now()
        self._unrestored = {row.code for row in rows}
        lapses = self.store.lease.lapses
        for chunk in _chunks(rows):
            logs = await self.store.logs_of([row.id for row in chunk if row.code in self._unrestored])
            for row in chunk:
                await asyncio.sleep(0)
                if row.code in self._unrestored and self.store.lease.lapses == lapses:
                    await self._restore(row, logs.get(row.id, []))
        self._unrestored.clear()
        if rows:
            logger.info("Restored %d games in progress in %.2f s.", len(self.keepers), time.monotonic() - began)

    async def _restore(self, row: RoomRow, entries: Sequence[tuple[float, log.Entry]]) -> None:
        room = await self._replayed(row, entries)
        # somebody may have come in meanwhile, and played on
        if row.code in self._unrestored:
            self._unrestored.discard(row.code)
            if room is not None and row.code not in self.keepers:
                self._keep(row.id, room, len(entries), self._empty_since)

    async def claim_lapsed(self) -> None:
        """Carry on with the games of servers that have died."""
        waiting = list(self.waiting.values())
        while not self.is_stopping and not self.is_draining and await self.store.has_lapsed_rooms(waiting):
            rows = await self.store.claim_lapsed(CLAIMED, waiting)
            if not rows:
                return  # another server claims them
            logger.info("Took over %d games in progress.", len(rows))
            for row in rows:
                with suppress(RequestRefused):
                    await self.keeper(row.code)  # somebody may enter it at the same time
            waiting = list(self.waiting.values())

    async def hand_over(self, heirs: Sequence[Neighbour]) -> None:
        """Give every room in memory to another server, each once its messages are handled, and send its viewers there."""
        if not heirs:
            return
        gate = asyncio.Semaphore(HANDED_OVER)
        keepers = list(self.keepers.values())
        await asyncio.gather(*(self._hand_over(keeper, heirs[i % len(heirs)], gate) for i, keeper in enumerate(keepers)))

    async def _hand_over(self, keeper: Keeper, heir: Neighbour, gate: asyncio.Semaphore) -> None:
        async with gate:
            code = keeper.room.code
            if self.keepers.get(code) is not keeper:
                return
            viewers = list(keeper.presence.viewers)
            self.unload(keeper)
            await self._stopping[code]
            try:
                is_given = await self.store.hand_over(keeper.journal.id, heir.name)
            except StoreError as error:
                logger.warning("%s", error)
                return
        for viewer in viewers if is_given else ():
            viewer.follow(socket_of(code, heir))

    def _drop_lost(self, is_ours: Callable[[int], bool]) -> None:
        """Unload the rooms that another server has taken over while the lease of this one had ended."""
        for keeper in list(self.keepers.values()):
            if not is_ours(keeper.journal.id):
                keeper.lose()

    async def stop(self) -> None:
        """Handle everything that has arrived, and end the bots' threads."""
        await asyncio.gather(*(keeper.stop() for keeper in self.keepers.values()), *self._stopping.values())
        self.threads.shut_down()

    @property
    def is_stopping(self) -> bool:
        """Whether the server is about to stop, and so opens no rooms and lets no bots think."""
        return self.threads.is_stopped

    def begin_stopping(self) -> None:
        """Open no more rooms and let no more bots think."""
        self.threads.is_stopped = True

    async def _replayed(self, row: RoomRow, entries: Sequence[tuple[float, log.Entry]]) -> Room | None:
        """Return the room of a log; None if it is closed, or set aside because this version cannot play it."""
        room = Room(row.code)
        try:
            # replaying a long log takes a while, so it runs in a thread
            await asyncio.to_thread(room.apply_all, entries) if len(entries) > LONG_LOG else room.apply_all(entries)
        except Exception as error:  # one room must not keep the server from starting
            await self._let_wait(row, error)
            return None
        return None if room.phase == CLOSED else room

    async def _let_wait(self, row: RoomRow, error: Exception) -> None:
        """Set a room aside, unchanged, for a server that can play it."""
        self.waiting[row.code] = row.id
        if isinstance(error, ValueError):
            # the sentence that refuses a move may name a card, so it is not logged
            why = "A move is against the rules." if isinstance(error, Illegal) else error
            logger.warning("A room waits, unchanged, for a version that can play it: %s", why)
        else:
            logger.error("A room waits, unchanged, for a version that can play it.", exc_info=error)
            self.metrics.count("parlour_errors_total")
        with suppress(StoreError):
            await self.store.release(row.id)

    def _keep(self, id: int, room: Room, length: int, empty_since: float) -> Keeper:
        keeper = self.keepers[room.code] = Keeper(self, id, room, length, empty_since)
        keeper.start()
        return keeper

    # ---- opening -------------------------------------------------------------------------------------------------

    async def open(self, person: Person, plan: log.Plan, bots: Sequence[str]) -> str:
        """Open a room and return its code; a ValueError says in one sentence why that is not possible."""
        return await self._open(person, new_room(plan, person, bots))

    async def continue_game(self, person: Person, table: Table, seating: Seating) -> str:
        """Open a room that continues a game from a position, against bots, and return its code."""
        return await self._open(person, continued_room(table, person, seating))

    async def repeat_deal(self, person: Person, found: FinishedDeal, seat: int, pace: int, challenge: str = "") -> Keeper:
        """Open a room that plays a deal again, and return its keeper."""
        return self.keepers[await self._open(person, repeated_room(found, person, seat, pace, challenge))]

    async def _open(self, person: Person, entries: Sequence[log.Entry]) -> str:
        if self.is_draining:
            raise refused("refusal.draining")
        if self.is_stopping:
            raise HouseFull(sentence("refusal.full"))
        now = self.store.now()
        elsewhere, hosted = await self.store.rooms_elsewhere(person.id, now - self.settings.idle_unload)
        if elsewhere + len(self.keepers) >= self.settings.most_rooms:
            raise HouseFull(sentence("refusal.full"))
        hosted += sum(keeper.room.host == person.id for keeper in self.keepers.values())
        if hosted >= self.settings.most_rooms_per_person:
            raise refused("refusal.hostsMany", count=hosted)
        while True:
            room = Room("".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH)))
            room.apply_all((now, entry) for entry in entries)
            with suppress(CodeTaken):
                id = await self.store.open_room(room.code, [(now, entry) for entry in entries], summary(room))
                break
        self._keep(id, room, len(entries), now)
        self.metrics.count("parlour_rooms_opened_total", game=room.plan.game)
        return room.code

    # ---- finding -------------------------------------------------------------------------------------------------

    async def keeper_for(self, code: str, address: str, person: str = "") -> Keeper:
        """Return the keeper of a room for somebody at an address.

        Raise RequestRefused if there is no such room, or after too many wrong codes. A person with a seat in a loaded room is
        always let in. Others are let in unless they tried several unknown codes themselves, whatever others at the address did.
        """
        key = address_key(address)
        known = self.keepers.get(code.upper())
        if known is not None and person in known.room.people and self.store.lease.holds:
            return known
        if not self.limits.may_miss(key, person):
            raise TooManyCodes("Too many unknown codes were tried from this address. Please wait a little.")
        keeper = await self.keeper(code)
        if keeper is None:
            self.limits.count_miss(key, person)
            raise RoomNotFound("There is no such table.")
        return keeper

    async def glimpse(self, code: str, address: str) -> RoomSummary | None:
        """Return the lobby's summary of a room without loading it; None if there is no such room, or after too many tries."""
        code, key = code.upper(), address_key(address)
        if not self.limits.may_miss(key, ""):
            return None
        known = self.keepers.get(code)
        if known is not None and known.room.phase != CLOSED:
            return summary(known.room)
        row = await self.store.find_room(code) if _is_code(code) else None
        if row is None:
            self.limits.count_miss(key, "")
        return None if row is None else row.summary

    async def keeper(self, code: str) -> Keeper | None:
        """Return the keeper of a room, loading it if necessary; None if there is no such room. Raise RoomWaits if it is set
        aside.
        """
        code = code.upper()
        if not _is_code(code):
            return None
        if not self.store.lease.holds:
            raise refused(BUSY)  # another server may have taken it over
        keeper = self.keepers.get(code)
        if keeper is None:
            # simultaneous callers share one task: a room must never have two keepers
            task = self._loading.get(code)
            if task is None:
                task = self._loading[code] = asyncio.create_task(self._load(code))
                task.add_done_callback(lambda _: self._loading.pop(code, None))
            keeper = await asyncio.shield(task)
        if code in self.waiting:
            raise RoomWaits(sentence("refusal.tableWaits"))
        return None if keeper is None or keeper.room.phase == CLOSED else keeper

    async def _load(self, code: str) -> Keeper | None:
        if code in self.waiting:
            return None
        if code in self._stopping:  # the log is only complete once the previous keeper has handled its last message
            await asyncio.shield(self._stopping[code])
        row = await self.store.find_room(code)
        if row is None:
            return None
        if self.is_stopping:
            raise refused(BUSY)
        self._make_space()
        empty_since = self._empty_since if code in self._unrestored else self.store.now()
        self._unrestored.discard(code)
        lapses = self.store.lease.lapses
        if not await self.store.claim(row.id):
            owner = await self.store.owner_of(row.id)
            raise refused(BUSY) if owner is None else RoomElsewhere(code, owner)
        entries = await self.store.log_of(row.id)
        room = await self._replayed(row, entries)
        if room is None:
            return None
        if self.store.lease.lapses != lapses:
            raise refused(BUSY)  # another server may have taken it over meanwhile
        if code not in self.keepers:
            self._make_space(room.host)
            self._keep(row.id, room, len(entries), empty_since)
        return self.keepers[code]

    def _make_space(self, host: str = "") -> None:
        """Unload an idle room if there are too many, or too many of this host; raise HouseFull if none is idle.

        Without this, people could have any number of rooms in memory by opening old ones.
        """
        hosted = [keeper for keeper in self.keepers.values() if host and keeper.room.host == host]
        limits = self.settings.most_rooms, self.settings.most_rooms_per_person
        for keepers, most in zip((list(self.keepers.values()), hosted), limits, strict=True):
            if len(keepers) >= most:
                idle = [keeper for keeper in keepers if not keeper.presence.viewers]
                if not idle:
                    raise HouseFull(sentence("refusal.full"))
                self.unload(min(idle, key=lambda keeper: keeper.idle_since))

    async def slow_down(
        self, limit: Limit, person: str, cost: float = 1.0, *, is_gone: Callable[[], bool] = lambda: False
    ) -> bool:
        """Count work for a person, and wait while they are over the limit. Return False if the client is gone by then.

        A client that asks too often is slowed down, not refused: it still wants what it asked for.
        """
        wait = limit.take(person, cost)
        if wait:
            self.metrics.count("parlour_limited_total")
        while wait and not is_gone():
            await asyncio.sleep(min(wait, 1.0))
            wait = limit.take(person, cost)
        return not wait

    # ---- unloading -----------------------------------------------------------------------------------------------

    def unload(self, keeper: Keeper) -> None:
        """Stop a keeper that is idle or has lost its log; the room is loaded again when somebody needs it."""
        code = keeper.room.code
        if self.keepers.get(code) is keeper:
            del self.keepers[code]
            self._stopping[code] = asyncio.create_task(keeper.stop())
            self._stopping[code].add_done_callback(lambda _: self._stopped(keeper))

    def _stopped(self, keeper: Keeper) -> None:
        del self._stopping[keeper.room.code]
        self.store.forget_room(keeper.journal.id)

    def unload_idle(self, now: float) -> None:
        """Unload rooms that are closed, or have had no viewers for a while."""
        for keeper in list(self.keepers.values()):
            is_idle = not keeper.presence.viewers and now - keeper.idle_since > self.settings.idle_unload
            if is_idle or keeper.room.phase == CLOSED:
                self.unload(keeper)

    # ---- all rooms -----------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Tell all viewers about their rooms if something outside the rooms has changed."""
        for keeper in self.keepers.values():
            keeper.refresh()

    def renew(self, person: str) -> None:
        """Send a person their rooms again, because something about them has changed."""
        for keeper in self.keepers.values():
            if keeper.presence.is_present(person):
                keeper.updates.renew()
                keeper.refresh()

    async def forget(self, person: str, name: str) -> None:
        """Take a person who deletes all their data out of every room in memory, and replace their name."""
        for keeper in list(self.keepers.values()):
            if person in {*keeper.room.people, *keeper.room.dealt_people, keeper.room.host}:
                await keeper.forget(person, name)

    def rename(self, person: Person) -> None:
        """Show a person under a new name or colour in every room they are in."""
        for keeper in list(self.keepers.values()):
            if person.id in keeper.room.people or keeper.presence.is_present(person.id):
                keeper.rename(person)


def _is_code(text: str) -> bool:
    return len(text) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in text)


def _chunks(rows: Sequence[RoomRow]) -> Iterator[Sequence[RoomRow]]:
    for start in range(0, len(rows), CHUNK):
        yield rows[start : start + CHUNK]
