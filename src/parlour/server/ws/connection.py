"""One client's connection: requests in, one at a time; messages out, as fast as the client reads them.

A slow client gets fewer updates, each of them complete; one that stops reading is dropped. Neither slows down a table.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Protocol

from starlette.types import Receive, Scope, Send

from ...bots import LEVELS
from ...bots.house_bots import offered_bots
from ...core.texts import in_voice, text, voice
from .. import wire
from ..people.people import Person
from ..rooms.chat import EMOTES
from ..rooms.handlers import HANDLERS, ConnectionHandler, RoomHandler
from ..rooms.keeper import Keeper
from ..rooms.refusals import RequestRefused, refused
from ..rooms.registry import RoomElsewhere, Rooms

EXTENSION = "parlour"
"""The extension of the scope of a WebSocket that holds its transport."""

MOST_WAITING = 100
"""Messages that may wait for a client before it is dropped."""
MOST_BYTES_WAITING = 200_000
"""The most characters in these messages, unless only one is waiting."""
FEW_WAITING, FEW_BYTES_WAITING = MOST_WAITING // 2, 16_000
"""Messages, and characters in them, that may wait for a client when its next request is handled."""
MOST_JOINED = 8
"""The most frames that are written together."""
MOST_INVALID = 20
"""Invalid frames after which a connection is closed."""
POLICY_VIOLATION = 1008


class Transport(Protocol):
    """The transport of a connection. Frames are only written while it is writable."""

    on_writable: Callable[[], None] | None
    """Called when the client has read enough to be sent more."""

    @property
    def is_writable(self) -> bool:
        """Whether the client reads what it is sent."""

    @property
    def disconnected(self) -> bool:
        """Whether the client has closed the connection."""

    @property
    def round_trip(self) -> float:
        """The round trip to the client in seconds."""

    def write(self, frames: Sequence[str]) -> None:
        """Write text frames, one after the other."""

    def drop(self) -> None:
        """Cut the connection."""


class Connection:
    """A client's WebSocket. `keeper` is that of the room it is in."""

    __slots__ = (
        *("person", "keeper", "rooms", "address", "sending_since", "voice", "_since", "_send", "_transport", "_outbox"),
        *("_pending", "_room_version", "_game_version", "_chat_count", "_waiting", "_invalid", "_is_open"),
        *("_loop", "_context", "_is_woken", "_has_read"),
        "__weakref__",
    )

    def __init__(self, rooms: Rooms, person: Person, address: str, scope: Scope, send: Send) -> None:
        self.rooms = rooms
        self.person = person
        self.voice = voice()
        """The language of this client."""
        self.address = address
        self.keeper: Keeper | None = None
        self.sending_since = 0.0
        """The time since which the client has not read everything that was sent; 0 if it has."""
        self._since = 0
        """The number of the last event that was sent."""
        self._send = send
        self._transport: Transport = scope["extensions"][EXTENSION]
        self._transport.on_writable = self.wake
        self._outbox: deque[str] = deque()
        self._pending: asyncio.Future[wire.Answer] | None = None
        """The answer to the request that is being handled."""
        self._loop = asyncio.get_running_loop()
        self._context = copy_context()
        """The language and names of this client, which apply whatever code wakes the connection."""
        self._is_woken = False
        """Whether `_send_all` is about to run."""
        self._room_version = self._game_version = self._chat_count = 0
        self._waiting = 0
        """The length of all messages in the outbox."""
        self._has_read: asyncio.Future[None] | None = None
        """Resolved when few messages are waiting, if the next request waits for that."""
        self._invalid = 0
        self._is_open = True

    @property
    def seat(self) -> int | None:
        """The person's seat in the room."""
        return self.keeper.room.seat_of(self.person.id) if self.keeper else None

    @property
    def round_trip(self) -> float:
        """The round trip to the client in seconds, as measured by the server."""
        return self._transport.round_trip

    def _is_gone(self) -> bool:
        """Whether the client has closed the connection, although its messages may still be waiting."""
        return self._transport.disconnected

    # ---- out -----------------------------------------------------------------------------------------------------

    def send(self, message: wire.Message | str) -> None:
        """Arrange for a message or a frame to be sent soon."""
        self._send_answer()
        self._put(message)

    def _send_answer(self) -> None:
        """Put the answer to the pending request into the outbox if it is known: it goes out before anything else."""
        if self._pending is not None and self._pending.done():
            answer, self._pending = self._pending, None
            if not answer.cancelled():
                self._put(answer.result())

    def _put(self, message: wire.Message | str) -> None:
        frame = message if isinstance(message, str) else wire.encode(message)
        is_too_much = self._outbox and self._waiting + len(frame) > MOST_BYTES_WAITING
        if is_too_much or len(self._outbox) >= MOST_WAITING:
            self.drop()
            return
        self._outbox.append(frame)
        self._waiting += len(frame)
        self.wake()

    def wake(self) -> None:
        """Arrange for everything new to be sent soon."""
        if not self._is_woken:
            self._is_woken = True
            self._loop.call_soon(self._send_all, context=self._context)

    def drop(self) -> None:
        """Cut the connection."""
        self._is_open = False
        self._transport.drop()
        self._note_reading()

    @property
    def _must_read(self) -> bool:
        """Whether so much is waiting for the client that its next request waits too."""
        return self._is_open and (self._waiting > FEW_BYTES_WAITING or len(self._outbox) > FEW_WAITING)

    def _note_reading(self) -> None:
        """Let the next request be handled if the client has read most of what it was sent."""
        if self._has_read is not None and not self._must_read:
            if not self._has_read.done():  # it is cancelled with its task
                self._has_read.set_result(None)
            self._has_read = None

    async def _until_read(self) -> None:
        """Wait for the client to read, so that few answers are stored for it however many requests it sends at once."""
        if self._must_read:
            self._has_read = self._loop.create_future()
            await self._has_read

    def _send_all(self) -> None:
        """Send everything there is, joined, as long as the client reads."""
        self._is_woken = False
        is_more = True
        while is_more and self._is_open and self._transport.is_writable:
            if frames := self._next_frames():
                self._transport.write(frames)
            is_more = len(frames) == MOST_JOINED
        self.sending_since = 0.0 if self._transport.is_writable else self.sending_since or time.monotonic()
        self._note_reading()

    def _next_frames(self) -> list[str]:
        frames: list[str] = []
        while len(frames) < MOST_JOINED and (frame := self._next_frame()) is not None:
            frames.append(frame)
        return frames

    def _next_frame(self) -> str | None:
        """Return what to send next: answers first, then chat, then the present state of the room and of the game."""
        self._send_answer()
        if self._outbox:
            frame = self._outbox.popleft()
            self._waiting -= len(frame)
            return frame
        if self.keeper is None:
            return None
        updates = self.keeper.updates
        if (line := updates.chat_after(self._chat_count, self.person.id)) is not None:
            self._chat_count = line.count
            return wire.encode(line)
        if self._room_version != updates.room_version:
            self._room_version = updates.room_version
            return updates.room_frame(self.person)
        if self._game_version != (version := updates.version_for(self.person.id)):
            self._game_version = version
            update = updates.update(self.person.id, self._since, self.rooms.store.now())
            self._since = updates.number_for(self.person.id)
            return update
        return None

    # ---- in a room -----------------------------------------------------------------------------------------------

    def show(self, keeper: Keeper, seen: int) -> None:
        """Start sending the room of this keeper to a client that has the events up to `seen`."""
        self.keeper = keeper
        self._since = seen
        self._room_version = self._game_version = 0
        self._chat_count = keeper.updates.chat_before
        self.wake()

    def leave(self, why: str = "") -> None:
        """Leave the room; `why` is the key of a sentence if the person did not ask to leave."""
        keeper, self.keeper = self.keeper, None
        if keeper is not None:
            keeper.remove(self, for_good=not why)
            with in_voice(self.voice):
                self.send(wire.Left(why=text(why) if why else "", code=why))

    def follow(self, url: str) -> None:
        """Tell the client that another server runs the room now."""
        self.keeper = None
        self.send(wire.RoomMoved(url=url))

    # ---- in ------------------------------------------------------------------------------------------------------

    async def run(self, receive: Receive) -> None:
        """Handle requests until the client is gone."""
        self.send(
            wire.Hello(
                protocol=wire.PROTOCOL,
                name=self.person.name,
                colour=self.person.colour,
                levels=[*LEVELS, *offered_bots()],
                emotes=list(EMOTES),
            )
        )
        try:
            while self._is_open:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return
                await self._receive(message.get("text") or message.get("bytes") or "")
                await self._until_read()
        except OSError:
            return  # the connection broke
        finally:
            self._is_open = False
            keeper, self.keeper = self.keeper, None
            if keeper is not None:
                keeper.remove(self)

    async def _receive(self, frame: str | bytes) -> None:
        if not await self.rooms.slow_down(self.rooms.limits.messages_of_person, self.person.id, is_gone=self._is_gone):
            return
        try:
            request = wire.decode(frame)
        except wire.InvalidFrame as error:
            await self._refuse_frame(frame, str(error))
            return
        try:
            await self._handle(request)
        except RequestRefused as refusal:
            if isinstance(refusal, RoomElsewhere):
                self.send(wire.RoomMoved(url=refusal.socket))
            self.send(wire.refused(request.id, refusal, stale=refusal.stale, remedy=refusal.remedy))

    async def _refuse_frame(self, frame: str | bytes, why: str) -> None:
        self._invalid += 1
        self.send(wire.Refused(id=wire.id_in(frame), why=why))
        if self._invalid >= MOST_INVALID:
            self._is_open = False
            reason = "Too many messages that are not part of the protocol."
            await self._send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": reason})

    async def _handle(self, request: wire.Request) -> None:
        handler = HANDLERS[type(request)]
        if isinstance(handler, ConnectionHandler):
            self.send(await handler.act(self, request))
            return
        if self.keeper is None:
            raise refused("refusal.noTableYet")
        if isinstance(handler, RoomHandler) and handler.chat and self.rooms.limits.chats_of_person.take(self.person.id):
            raise refused("refusal.notSoFast")
        answered = self._pending = self.keeper.ask(self.person, request, self.round_trip)
        await answered
        self._send_answer()
