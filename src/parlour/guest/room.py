"""A room as a guest sees it: keeps a WebSocket open, connects again after a break, and knows the latest messages."""

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from ..core.texts import sentence, voice
from ..core.view import Badge, Choice, Outcome, View, Zone
from ..server.fairness.contributor import Contributor
from .house import MOST_MOVES, GuestHouse, NoHouse

PROTOCOL = 2
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""The first and the longest pause before connecting again, in seconds."""
MOST_LINES = 400
"""Lines of the story that are kept."""


def view_of(data: Mapping[str, Any]) -> View:
    """Return the view in an update; fields that this version does not know are left out."""
    known = {name: data[name] for name in View.__dataclass_fields__ if name in data}
    result = data.get("result")
    known |= {
        "zones": tuple(_zone(zone) for zone in data["zones"]),
        "badges": tuple(Badge(badge["name"], badge["value"], badge["text"], badge.get("owner")) for badge in data["badges"]),
        "moves": tuple(Choice(move["words"], tuple(move["picks"])) for move in data["moves"]),
        "result": Outcome(result["winners"], result["scores"]) if result else None,
    }
    return View(**known)


def _zone(data: Mapping[str, Any]) -> Zone:
    return Zone(data["kind"], data["owner"], tuple(data["cards"]), data["count"], data.get("columns", 0))


class GuestRoom:
    """One room over the wire. `changed` is called after every message."""

    def __init__(self, house: GuestHouse, code: str, *, sits: bool) -> None:
        self.house = house
        self.code = code
        self.sits = sits
        self.room: dict[str, Any] = {}
        self.update: dict[str, Any] = {}
        self.view: View | None = None
        self.story: list[str] = []
        self.status = ""
        """A sentence about a broken connection; empty while connected."""
        self.over = ""
        """Why the room was left for good; empty as long as it wasn't."""
        self.changed: Callable[[], None] = lambda: None
        self._contributor = Contributor()
        self._line: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._has_asked_to_sit = False
        self._base = 0
        self._moved = ""
        """The address at which the house that keeps the room is; empty: the usual one."""
        self._moves = 0
        """How often the guest has been sent to another house since the room was last seen."""

    # ---- the connection ------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Stay in the room until it is left for good; connect again after each break."""
        wait = FIRST_WAIT
        while not self.over:
            try:
                await self._visit()
                wait = FIRST_WAIT
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError):
                wait = min(wait * 2, LONGEST_WAIT)
                self._moved = ""
            if self.over:
                break
            if self._moved and self._moves <= MOST_MOVES:
                continue
            self.status = sentence("guest.reconnecting")
            self.changed()
            await asyncio.sleep(wait)

    async def _visit(self) -> None:
        address, self._moved = self._moved or f"{self.house.address}/ws/{self.code}", ""
        where = f"{address.replace('http', 'ws', 1)}{'&' if '?' in address else '?'}lang={voice().language}"
        headers = {"cookie": self.house.cookie}
        async with connect(where, additional_headers=headers, open_timeout=15, max_size=None) as line:
            self._line = line
            try:
                seen = self.update.get("number", 0)
                await self._send({"type": "enter", "room": self.code, "seen": seen, "id": secrets.token_hex(8)})
                async for frame in line:
                    await self._hear(json.loads(frame))
            finally:
                self._line = None
                for answer in self._answers.values():
                    if not answer.done():
                        answer.set_exception(ConnectionError())
                self._answers.clear()

    async def _send(self, message: Mapping[str, Any]) -> None:
        if self._line is None:
            raise ConnectionError
        await self._line.send(json.dumps(message))

    async def ask(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return its answer; after a break it is sent again with the same id, which counts once."""
        id = secrets.token_hex(8)
        while True:
            answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
            self._answers[id] = answer
            try:
                await self._send({"type": type, "id": id, **fields})
                return await answer
            except (ConnectionError, WebSocketException):
                if self.over:
                    return {"type": "refused", "why": self.over}
                await asyncio.sleep(FIRST_WAIT)

    # ---- messages ------------------------------------------------------------------------------------------------

    async def _hear(self, message: dict[str, Any]) -> None:
        hear = getattr(self, f"_hear_{message.get('type', '')}", None)
        if hear is not None:
            await hear(message)
            self.changed()

    async def _hear_hello(self, message: dict[str, Any]) -> None:
        if message["protocol"] != PROTOCOL:
            self.over = sentence("guest.otherProtocol")
            await self._close()

    async def _hear_room(self, message: dict[str, Any]) -> None:
        self.room, self.status, self._moves = message, "", 0
        if asked := self._contributor.answer(message):
            await self._send(asked)
        if self.sits and message["you"] is None and not self._has_asked_to_sit:
            self._has_asked_to_sit = True
            await self._send({"type": "sit", "id": "sit"})

    async def _hear_update(self, message: dict[str, Any]) -> None:
        if message["base"] != self._base:
            self._base = message["base"]
            self.story.clear()
        self.update = message
        self.view = view_of(message["view"])
        lines = [_told(move) for move in message.get("story", ())]
        self.story = [*self.story, *filter(None, lines)][-MOST_LINES:]

    async def _hear_said(self, message: dict[str, Any]) -> None:
        if message.get("text"):
            self.story.append(f"{message['name']}: “{message['text']}”")

    async def _hear_done(self, message: dict[str, Any]) -> None:
        self._answer(message)

    async def _hear_moved(self, message: dict[str, Any]) -> None:
        """Go to the house that keeps the room; what was not answered is sent again there, with the same ids."""
        try:
            self._moved = self.house.follow(str(message.get("url", "")))
        except NoHouse as error:
            self.over = str(error)
        self._moves += 1
        await self._close()

    async def _hear_refused(self, message: dict[str, Any]) -> None:
        if self._moved:
            return  # the house that keeps the room answers
        if not self.room:  # the room itself is refused: it does not exist, or its door is shut
            self.over = message["why"]
            await self._close()
        elif message["id"] == "sit":
            self.status = message["why"]
        self._answer(message)

    async def _hear_left(self, message: dict[str, Any]) -> None:
        self.over = message.get("why") or sentence("guest.left")
        await self._close()

    async def _close(self) -> None:
        if self._line is not None:
            with suppress(WebSocketException):
                await self._line.close()

    def _answer(self, message: dict[str, Any]) -> None:
        waiting = self._answers.pop(message.get("id", ""), None)
        if waiting is not None and not waiting.done():
            waiting.set_result(message)

    # ---- facts ---------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """The guest's own seat; None: the guest watches."""
        you = self.room.get("you")
        return you if isinstance(you, int) else None

    @property
    def names(self) -> list[str]:
        """The names of the seats; a free one has none."""
        return [chair["name"] or "–" for chair in self.room.get("chairs", ())]

    async def move(self, words: str) -> str:
        """Make a move; return why it was refused, if it was."""
        answer = await self.ask("move", move=words, seen=self.update.get("number", 0))
        return "" if answer["type"] == "done" else str(answer["why"])

    async def do(self, type: str, **fields: Any) -> str:
        """Send a request; return why it was refused, if it was."""
        answer = await self.ask(type, **fields)
        return "" if answer["type"] == "done" else str(answer["why"])


def _told(move: Mapping[str, Any]) -> str:
    """Return the sentences of a move as text."""
    lines = ("".join(part if isinstance(part, str) else part["text"] for part in line["parts"]) for line in move["lines"])
    return " ".join(lines)
