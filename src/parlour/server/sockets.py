"""One client's line: frames in, one at a time; frames out, as fast as the client takes them.

A client that is slow gets fewer updates, each of them whole; one that takes nothing any more is dropped. Neither holds up
a table.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TYPE_CHECKING, Any

from ..bots import LEVELS
from ..core.texts import in_voice, text, voice
from . import wire
from .asking import Refusal, refused
from .limits import Bucket
from .protocol import EXTENSION, HouseProtocol

if TYPE_CHECKING:
    from .house import House
    from .keeper import Keeper
    from .people import Person

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

MOST_WAITING = 100
"""So many answers may wait for a client before it is dropped."""
BURST = 3
"""So many seconds' worth of messages may come at once."""
TALKS, TALKS_PER_SECOND = 5, 0.5
STRIKES = 20
"""So many frames that are no message end the line."""
say = logging.getLogger("parlour.server")


class Line:
    """A client's socket. `keeper` is the keeper of the room that it is in."""

    __slots__ = (
        *("person", "keeper", "since", "house", "address", "sending_since", "voice"),
        *("_send", "_protocol", "_outbox", "_wake", "_room_version", "_game_version", "_messages", "_talks", "_strikes"),
        *("_heard", "_is_open", "__weakref__"),
    )

    def __init__(self, house: "House", person: "Person", address: str, scope: Scope, send: Send) -> None:
        now = time.monotonic()
        self.house = house
        self.person = person
        self.voice = voice()
        """How this client is spoken to."""
        self.address = address
        self.keeper: Keeper | None = None
        self.since = 0
        """The number of the last event that was sent."""
        self.sending_since = 0.0
        """Since when the client has not taken what was sent; 0: it has."""
        self._send = send
        self._protocol: HouseProtocol | None = scope.get("extensions", {}).get(EXTENSION)
        self._outbox: deque[str] = deque()
        self._wake = asyncio.Event()
        self._room_version = self._game_version = self._heard = 0
        rate = house.settings.messages_per_second
        self._messages = Bucket(BURST * rate, rate, now)
        self._talks = Bucket(TALKS, TALKS_PER_SECOND, now)
        self._strikes = 0
        self._is_open = True

    @property
    def seat(self) -> int | None:
        """The seat of this person in the room."""
        return self.keeper.room.seat_of(self.person.id) if self.keeper else None

    @property
    def trip(self) -> float:
        """The round trip to the client in seconds, as the house measured it."""
        return self._protocol.trip if self._protocol is not None else 0.0

    # ---- out -----------------------------------------------------------------------------------------------------

    def tell(self, message: wire.Message) -> None:
        """Send a message soon."""
        if len(self._outbox) >= MOST_WAITING:
            self.drop()
            return
        self._outbox.append(wire.frame(message))
        self._wake.set()

    def wake(self) -> None:
        """There may be something new to send."""
        self._wake.set()

    def drop(self) -> None:
        """End the line at once."""
        self._is_open = False
        if self._protocol is not None:
            self._protocol.drop()
        self._wake.set()

    async def _send_all(self) -> None:
        """Send whatever there is, whenever there is something."""
        while self._is_open:
            await self._wake.wait()
            self._wake.clear()
            while self._is_open and (frame := self._next_frame()) is not None:
                self.sending_since = time.monotonic()
                await self._send({"type": "websocket.send", "text": frame})
                self.sending_since = 0.0

    def _next_frame(self) -> str | None:
        """Answers first, then what was said, then the room and the game as they are now."""
        if self._outbox:
            return self._outbox.popleft()
        if self.keeper is None:
            return None
        telling = self.keeper.telling
        if (said := telling.said_after(self._heard)) is not None:
            self._heard = said.count
            return wire.frame(said)
        if self._room_version != telling.room_version:
            self._room_version = telling.room_version
            return wire.frame(telling.room_told(self.person))
        if self._game_version != telling.game_version:
            self._game_version = telling.game_version
            frame = telling.update(self.person.id, self.since, time.time())
            self.since = self.keeper.room.number
            return frame
        return None

    # ---- in a room -----------------------------------------------------------------------------------------------

    def entered(self, keeper: "Keeper", seen: int) -> None:
        """The keeper has let this line in, which has the events up to `seen`."""
        self.keeper = keeper
        self.since = seen
        self._room_version = self._game_version = self._heard = 0
        self.wake()

    def put_out(self, why: str = "") -> None:
        """This line is no longer in the room; `why` is the key of a sentence, if it was not this person's own wish."""
        keeper, self.keeper = self.keeper, None
        if keeper is not None:
            keeper.gone(self, for_good=not why)
            with in_voice(self.voice):
                self.tell(wire.Left(why=text(why) if why else ""))

    # ---- in ------------------------------------------------------------------------------------------------------

    async def run(self, receive: Receive) -> None:
        """Talk with the client until it is gone."""
        self.tell(
            wire.Hello(
                protocol=wire.PROTOCOL,
                name=self.person.name,
                colour=self.person.colour,
                levels=list(LEVELS),
                emotes=list(self.house.emotes),
            )
        )
        sender = asyncio.create_task(self._send_all())
        try:
            while self._is_open:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return
                await self._take(message.get("text") or message.get("bytes") or "")
        except OSError:
            return  # the client is gone in the middle of a word
        finally:
            self._is_open = False
            sender.cancel()
            keeper, self.keeper = self.keeper, None
            if keeper is not None:
                keeper.gone(self)

    async def _take(self, frame: str | bytes) -> None:
        wait = self._messages.take(time.monotonic())
        if wait:
            # a client that asks too much is slowed down, not refused: what it asked is still wanted
            self.house.metrics.count("parlour_limited_total")
            await asyncio.sleep(min(wait, 1.0))
        try:
            request = wire.understood(frame)
        except wire.NotUnderstood as error:
            self._strikes += 1
            self.tell(wire.Refused(id=wire.mark_of(frame), why=str(error)))
            if self._strikes >= STRIKES:
                await self._hang_up("This is not the protocol of the house.")
            return
        try:
            await self._follow(request)
        except Refusal as refusal:
            self.tell(wire.Refused(id=request.id, why=str(refusal), stale=refusal.stale))

    async def _hang_up(self, why: str) -> None:
        self._is_open = False
        await self._send({"type": "websocket.close", "code": 1008, "reason": why})

    async def _follow(self, request: wire.Request) -> None:
        match request:
            case wire.Ping():
                self.tell(wire.Ponged(id=request.id))
            case wire.Enter(room=code, seen=seen):
                await self._enter(request, code, seen)
            case wire.Leave():
                self.put_out()
                self.tell(wire.Done(id=request.id))
            case wire.Resync(seen=seen):
                self._resync(request, seen)
            case _:
                await self._ask(request)

    async def _enter(self, request: wire.Request, code: str, seen: int) -> None:
        keeper = await self.house.keeper_for(code, self.address, self.person.id)
        old = self.keeper
        if old is keeper:
            self.entered(keeper, seen)
        else:
            await keeper.enter(self, seen)
            if old is not None:
                old.gone(self)
        self.tell(wire.Done(id=request.id, number=keeper.room.number))

    def _resync(self, request: wire.Request, seen: int) -> None:
        if self.keeper is None:
            raise refused("refusal.noTableYet")
        self.entered(self.keeper, seen)
        self.tell(wire.Done(id=request.id, number=self.keeper.room.number))

    async def _ask(self, request: wire.Request) -> None:
        if self.keeper is None:
            raise refused("refusal.noTableYet")
        if isinstance(request, wire.Chat | wire.Emote) and self._talks.take(time.monotonic()):
            raise refused("refusal.notSoFast")
        await self.keeper.ask(self.person, request, self.trip, self.tell)


async def serve_line(house: "House", person: "Person", address: str, scope: Scope, receive: Receive, send: Send) -> None:
    """Accept a WebSocket and talk with its client; the caller has checked origin, cookie and limits."""
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    line = Line(house, person, address, scope, send)
    house.welcome(line)
    try:
        await line.run(receive)
    finally:
        house.part_with(line)
