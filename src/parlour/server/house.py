"""The house: puts the parts of one server together, starts and stops them, and does the regular work once a second."""

import asyncio
import logging
import sys
import time

from ..bots import ready_games
from ..core.texts import text
from . import wire
from .fairness.verifier import Verifier
from .neighbours import Neighbours
from .ops.lag import LoopLag
from .ops.limits import Limits
from .ops.metrics import Metrics
from .ops.settings import Settings
from .ops.tracing import Tracing
from .people.bans import Bans
from .people.challenges import CHALLENGE_DAYS
from .people.people import People, Person
from .people.sessions import Sessions, SignedIn
from .people.viewer import ReplayViewer
from .rooms.registry import Rooms
from .store import log
from .store.challenge_queries import sweep_challenges
from .store.errors import StoreError
from .store.people_queries import forget_person, sweep_reports
from .store.readiness import Readiness
from .store.store import Store
from .ws.connections import Connections

RETRY = 2_000
"""Milliseconds after which clients reconnect when the server has stopped."""
SWITCH_INTERVAL = 0.0005
"""The seconds after which Python lets another thread run: a bot that computes in Python then makes way for the event loop. The
default of 5 ms would add up.
"""
RESTORE_SECONDS = 0.5
"""Seconds for which a starting server restores games before it lets people in; the rest are restored while they play."""
LOAD_SECONDS = 10
"""Seconds between two checks for bans made by other servers."""
SWEEP_SECONDS = 3_600
DAY = 86_400
COOKIE_DAYS = 366
"""Days after which a cookie has expired in every browser."""
OPERATOR = "★ The house"
"""The name under which announcements appear in the chat."""
logger = logging.getLogger("parlour.server")


class House:
    """Store, people, rooms and connections of one server. Everything that must survive a restart is in the store."""

    def __init__(
        self, settings: Settings, store: Store, tracing: Tracing | None = None, metrics: Metrics | None = None
    ) -> None:
        self.settings = settings
        self.store = store
        store.url = settings.own_url
        self.tracing = tracing
        self.people = People(store, settings.signing_key.encode() or store.key(), store.now)
        self.sessions = Sessions(store, self.people, store.now)
        self.bans = Bans(store)
        self.metrics = metrics or Metrics()
        self.limits = Limits(settings)
        self.rooms = Rooms(settings, store, self.limits, self.metrics)
        self.rooms.mark_address = self.people.mark_address
        self.connections = Connections(settings, self.metrics)
        self.limits.people_at = self.connections.people_at
        self.verifier = Verifier()
        self.replays = ReplayViewer()
        self.reviews = ReplayViewer("review")
        self.readiness = Readiness(store)
        self.lag = LoopLag()
        self.neighbours = Neighbours(self)
        self._taking_over = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        store.watch(self.metrics, tracing)
        self._register_gauges()

    def _register_gauges(self) -> None:
        gauge = self.metrics.gauge
        gauge("parlour_ready", "1 if the server is ready, 0 if not.", lambda: not self.problem)
        gauge("parlour_loop_lag_seconds", "Longest delay of the event loop in the last 15 seconds.", lambda: self.lag.longest)
        gauge("parlour_bot_queue", "Bots that wait for a thread.", lambda: self.rooms.threads.waiting)
        gauge("parlour_store_queue", "Writes that wait for the database.", lambda: self.store.waiting)

    # ---- start and stop ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Restore all games in progress and start the background tasks."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        self.store.begin_lease()
        await self.bans.load()
        await self.readiness.check()
        self._tasks = [asyncio.create_task(self.readiness.watch())]  # also renews the lease
        restoring = asyncio.create_task(self.rooms.restore())
        await asyncio.wait([restoring], timeout=RESTORE_SECONDS)
        if restoring.done():
            restoring.result()
        self._tasks.append(restoring)
        self._tasks += [asyncio.create_task(work) for work in (self._beat(), self.lag.measure(), self.neighbours.listen())]
        self.store.listen(self.neighbours.hear)
        self.neighbours.share_limits()

    @property
    def is_stopping(self) -> bool:
        """Whether the server is about to stop."""
        return self.rooms.is_stopping

    @property
    def problem(self) -> str:
        """Why no people should be sent to this server now, in one sentence; empty if it is ready."""
        if self.is_stopping:
            return "The server is about to stop."
        return "The server is draining: it opens no new rooms." if self.rooms.is_draining else self.readiness.problem

    async def announce_stop(self) -> None:
        """Hand the rooms over to other servers, tell every client that this one stops, and give them a moment to read it."""
        self.rooms.begin_stopping()
        try:
            await self.store.alive()  # find out which other servers are running
        except StoreError as error:
            logger.warning("%s", error)
        if self.store.renewal is not None:
            await self.rooms.hand_over(self.store.renewal.neighbours)
        self.connections.broadcast(wire.Stopping(retry=RETRY))
        await asyncio.sleep(0.05 if len(self.connections) else 0)

    async def stop(self) -> None:
        """Handle all messages that have arrived, write the results and close the store."""
        self.rooms.begin_stopping()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.rooms.stop()
        self.replays.close()
        self.reviews.close()
        await self.store.close()

    # ---- once a second -------------------------------------------------------------------------------------------

    async def _beat(self) -> None:
        """Do the regular work, once a second."""
        swept = loaded = 0.0
        ready: set[str] = set()
        while True:
            await asyncio.sleep(1)
            now = time.monotonic()
            try:
                if ready != (ready := ready_games()):
                    self.rooms.refresh()
                self.connections.drop_stalled(now)
                self.rooms.unload_idle(now)
                await self._look_after_lease()
                if now - loaded > LOAD_SECONDS:
                    loaded = now
                    await self.load_bans()
                if now - swept > SWEEP_SECONDS:
                    swept = now
                    await self._sweep()
            except StoreError as error:
                logger.warning("%s", error)
            except Exception:
                logger.exception("A heartbeat failed.")
                self.metrics.count("parlour_errors_total")

    async def _look_after_lease(self) -> None:
        """Take over the rooms of dead servers; while the lease has ended, send clients away if there are other servers."""
        renewal = self.store.renewal
        if renewal is None:
            return
        if not self.store.lease.holds:
            if renewal.neighbours:
                for connection in list(self.connections):
                    connection.drop()
            return
        await self.take_over()

    async def take_over(self) -> None:
        """Carry on with the games of servers that have stopped or died, unless a takeover is already running."""
        if not self._taking_over.locked() and self.store.lease.holds:
            async with self._taking_over:
                await self.rooms.claim_lapsed()

    async def _sweep(self) -> None:
        """Close abandoned rooms; later compact and delete them, and delete guests who never played."""
        settings = self.settings
        kept = [*(keeper.journal.id for keeper in self.rooms.keepers.values()), *self.rooms.waiting.values()]
        await self.store.sweep(
            self.store.now(),
            settings.keep_days * DAY,
            compact=settings.compact_days * DAY,
            forget=settings.drop_days * DAY,
            people=settings.forget_days * DAY,
            kept=kept,
        )
        await self.sessions.sweep(self.store.now() - COOKIE_DAYS * DAY)
        if settings.forget_days:
            before = self.store.now() - settings.forget_days * DAY
            await self.store.write(lambda connection: sweep_reports(connection, before))
        expired = self.store.now() - CHALLENGE_DAYS * DAY
        await self.store.write(lambda connection: sweep_challenges(connection, expired))

    # ---- the operator --------------------------------------------------------------------------------------------

    async def announce(self, text: str) -> int:
        """Post a message in the chat of every room in use, on all servers; return how many of them are on this server."""
        await self.store.tell("said", text)
        return await self.say(text)

    async def say(self, text: str) -> int:
        """Post a message in the chat of every room on this server that has viewers; return how many rooms got it."""
        said = log.Said(OPERATOR, text=text)
        keepers = [keeper for keeper in self.rooms.keepers.values() if keeper.presence.viewers]
        outcomes = await asyncio.gather(*(keeper.write(said) for keeper in keepers), return_exceptions=True)
        return sum(outcome is None for outcome in outcomes)

    async def close_room(self, code: str) -> bool:
        """Close a room for good; return False if there is no such room."""
        keeper = await self.rooms.keeper(code)
        if keeper is None:
            return False
        await keeper.write(log.Closed())
        return True

    async def ban(self, key: str, why: str, *, addresses: bool = False) -> int:
        """Ban a person by id or an address by key, and disconnect them; return how many bans this server added.

        With `addresses`, also ban the addresses from which the person is connected, on all servers.
        """
        found = {connection.address for connection in self.connections if addresses and connection.person.id == key}
        await self.bans.add(key, why)
        for address in found:
            await self.bans.add(address, why)
        self._drop_banned()
        await self.store.tell("bans", key if addresses else "")
        return 1 + len(found)

    async def lift_ban(self, key: str) -> bool:
        """Lift a ban; return False if there is none."""
        is_lifted = await self.bans.lift(key)
        await self.store.tell("bans")
        return is_lifted

    async def load_bans(self) -> None:
        """Read the bans, which another server may have changed, and disconnect everybody who is banned."""
        await self.bans.load()
        self._drop_banned()

    def _drop_banned(self) -> None:
        for connection in list(self.connections) if self.bans.reasons else ():
            if connection.person.id in self.bans or connection.address in self.bans:
                connection.drop()

    # ---- people --------------------------------------------------------------------------------------------------

    async def rename(self, person: Person) -> None:
        """Show a person under a new name or colour everywhere."""
        self.connections.rename(person)
        self.rooms.rename(person)
        await self.store.tell("person", person.id)

    async def log_out(self, person: Person, keep: SignedIn | None = None) -> int:
        """Log a person out everywhere but in the session `keep`, and disconnect them; return how many sessions ended."""
        ended = await self.sessions.end_all(person, keep)
        self.disconnect(person.id)
        await self.store.tell("logged_out", person.id)
        return ended

    async def forget(self, person: Person) -> int:
        """Delete everything about a person; return how many sessions ended.

        The other players keep their finished games, without this person's name.
        """
        name = text("me.former")
        await self.rooms.forget(person.id, name)
        ended = await self.sessions.end_all(person)
        await self.store.write(lambda connection: forget_person(connection, person.id, name))
        self.people.forget(person.id)
        self.disconnect(person.id)
        await self.store.tell("forgotten", person.id)
        return ended

    def disconnect(self, person: str) -> None:
        """Disconnect a person from this server."""
        for connection in list(self.connections):
            if connection.person.id == person:
                connection.drop()
