"""A room as a guest sees it: keeps a WebSocket open, reconnects after a break, and knows the latest messages."""

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from ..core.events import Event
from ..core.texts import has_text, sentence, voice
from ..core.texts import text as part
from ..core.view import Badge, Choice, Outcome, View, Zone
from ..server.fairness.contributor import Contributor
from ..terminal.sightings import Sightings
from .company import GuestQuestion, Request, questions
from .house import MOST_MOVES, GuestHouse, NoHouse
from .story import Story, events_in, said

PROTOCOL = 2
FIRST_WAIT, LONGEST_WAIT = 0.5, 15.0
"""The first and the longest pause before connecting again, in seconds."""
SEAT_AT_DOOR = "refusal.seatAtDoor"
"""The key of the refusal for a room that nobody may watch, but in which a bot's seat can be taken."""
CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
TRIES, AGAIN = 10, 0.15
"""How often, and at intervals of how many seconds, a vote about a move is sent again while others move."""


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
        self.story = Story()
        self.sightings = Sightings()
        """The cards that the guest is looking at."""
        self.status = ""
        """A sentence about a broken connection; empty while connected."""
        self.over = ""
        """Why the room was left for good; empty until then."""
        self.has_left = False
        """Whether the guest wanted to leave."""
        self.changed: Callable[[], None] = lambda: None
        self._contributor = Contributor()
        self._line: ClientConnection | None = None
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._has_asked_to_sit = False
        self.is_sitting_down = False
        """Whether the guest has asked to sit and the house hasn't answered yet."""
        self._base = 0
        self._is_live = False
        """Whether the next update brings news: the first one on a connection tells what happened before."""
        self._heard_said = 0
        """How many chat messages have been received; the latest are sent again on every connection."""
        self._turning: asyncio.TimerHandle | None = None
        self._put_aside: set[str] = set()
        self._moved = ""
        """The address of the server that runs the room; empty for the usual one."""
        self._moves = 0
        """How often the guest has been sent to another server since the room was last seen."""

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
            self._line, self._is_live = line, False
            try:
                seen = self.update.get("number", 0)
                await self._send({"type": "enter", "room": self.code, "seen": seen, "id": secrets.token_hex(8)})
                async for frame in line:
                    await self._take(frame)
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
        """Send a request and return its answer; after a break it is sent again with the same id, so it counts only once."""
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

    async def _take(self, frame: str | bytes) -> None:
        try:
            message = json.loads(frame)
            if not isinstance(message, dict):
                raise TypeError
            await self._hear(message)
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            self.over = sentence("guest.noHouse", house=self.house.address)
            await self._close()

    async def _hear(self, message: dict[str, Any]) -> None:
        message = _clean(message)
        hear = getattr(self, f"_hear_{message.get('type', '')}", None)
        if hear is not None:
            await hear(message)
            self.changed()

    async def _hear_hello(self, message: dict[str, Any]) -> None:
        if message["protocol"] != PROTOCOL:
            self.over = sentence("guest.otherProtocol")
            await self._close()

    async def _hear_room(self, message: dict[str, Any]) -> None:
        is_back = not self.room
        if is_back and not self.sits and message["you"] is not None:
            self.over = sentence("guest.seated", room=self.code)
            await self._close()
            return
        self.room, self.status, self._moves = message, "", 0
        self.is_sitting_down &= message["you"] is None
        self._put_aside &= {question.about for question in questions(message)}
        if asked := self._contributor.answer(message):
            await self._send(asked)
        if is_back and self.sits and self.seat is not None and message["chairs"][self.seat]["stand_in"]:
            await self._send({"type": "here", "id": "here"})  # a guest who joins again wants to play on
        has_free = any(chair["kind"] == "free" for chair in message["chairs"])
        if self.sits and has_free and message["you"] is None and not self._has_asked_to_sit:
            self._has_asked_to_sit = self.is_sitting_down = True
            await self._send({"type": "sit", "id": "sit"})

    async def _hear_update(self, message: dict[str, Any]) -> None:
        is_live = self._is_live
        self._is_live = True
        if message["base"] != self._base:
            self._base = message["base"]
            self.story.forget_moves()
            if not message.get("undone"):
                self.sightings = Sightings()
            is_live = False
        self.update = message
        self.view = view_of(message["view"])
        events = events_in(message)
        for move in message.get("story", ()):
            self.story.add_move(move, events)
        was_looking = bool(self.sightings.open)
        self.sightings.take(self.view, events, live=is_live)
        await self._plan_turning_back(was_looking=was_looking)

    async def _hear_said(self, message: dict[str, Any]) -> None:
        count = message.get("count", 0)
        if count and count <= self._heard_said:
            return
        self._heard_said = max(count, self._heard_said)
        if line := _said(message):
            self.story.add(line, is_chat=True)

    # ---- cards that are shown for a moment -----------------------------------------------------------------------

    async def _plan_turning_back(self, *, was_looking: bool) -> None:
        """Turn cards back when their time is up, and tell the server, whose bots wait for that."""
        if self._turning is not None:
            self._turning.cancel()
            self._turning = None
        left = self.sightings.seconds_left
        if left:
            loop = asyncio.get_running_loop()
            self._turning = loop.call_later(max(left[0], 0.0), lambda: asyncio.ensure_future(self._turn_back()))
        elif was_looking and self.seat is not None:
            with suppress(ConnectionError, WebSocketException):
                await self._send({"type": "looked", "id": "looked"})

    async def _turn_back(self) -> None:
        await self._plan_turning_back(was_looking=True)
        self.changed()

    async def end_looks(self) -> None:
        """Turn back the cards that the guest is looking at, because the guest has seen enough."""
        self.sightings.end()
        await self._turn_back()

    def is_open(self, event: Event) -> bool:
        """Whether the card of an event still lies face up, so that it may be named."""
        return self.view is not None and (self.view.result is not None or self.sightings.names(event, self.view))

    def lines(self, since: int = 0) -> list[str]:
        """Return the lines of the story after the one with this number, without cards that may no longer be named."""
        return [said(told, self.is_open) for told in self.story.since(since)]

    async def _hear_done(self, message: dict[str, Any]) -> None:
        self._answer(message)

    async def _hear_moved(self, message: dict[str, Any]) -> None:
        """Connect to the server that runs the room; unanswered requests are sent again there, with the same ids."""
        try:
            self._moved = self.house.follow(str(message.get("url", "")))
        except NoHouse as error:
            self.over = str(error)
        self._moves += 1
        await self._close()

    async def _hear_refused(self, message: dict[str, Any]) -> None:
        if self._moved:
            return  # the server that runs the room has answered
        if not self.room and message.get("code") == SEAT_AT_DOOR and self.sits and not self._has_asked_to_sit:
            self._has_asked_to_sit = True
            await self._send({"type": "enter", "room": self.code, "sit": True, "id": secrets.token_hex(8)})
        elif not self.room:  # the room itself can't be entered: it does not exist, or is closed to newcomers
            self.over = message["why"]
            await self._close()
        elif message["id"] == "sit":
            self.status, self.is_sitting_down = message["why"], False
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
        """The guest's own seat; None if the guest is watching."""
        you = self.room.get("you")
        return you if isinstance(you, int) else None

    @property
    def names(self) -> list[str]:
        """The names of the seats; a dash for a free one."""
        return [chair["name"] or "–" for chair in self.room.get("chairs", ())]

    async def move(self, words: str) -> str:
        """Make a move; return why it was refused, if it was."""
        answer = await self.ask("move", move=words, seen=self.update.get("number", 0))
        return "" if answer["type"] == "done" else str(answer["why"])

    async def do(self, type: str, **fields: Any) -> str:
        """Send a request; return why it was refused, if it was."""
        answer = await self.ask(type, **fields)
        return "" if answer["type"] == "done" else str(answer["why"])

    # ---- company -------------------------------------------------------------------------------------------------

    @property
    def questions(self) -> list[GuestQuestion]:
        """The others' questions to the guest, without those that were dismissed."""
        return [question for question in questions(self.room) if question.about not in self._put_aside]

    @property
    def wants_rematch(self) -> bool:
        """Whether the guest has proposed to play again."""
        return any(vote["matter"] == "rematch" and self.seat in vote["voters"] for vote in self.room.get("votes", ()))

    async def sit(self) -> str:
        """Take a free seat, or during a game the seat of a bot; return why that was refused, if it was."""
        offered = self.room.get("seats_for_you")
        return await self.do("sit", **({"seat": offered[0]} if offered else {}))

    async def answer(self, question: GuestQuestion, *, yes: bool) -> str:
        """Answer a question; return why the answer was refused, if it was."""
        request = question.yes if yes else question.no
        if request is None:
            self._put_aside.add(question.about)
            self.changed()
            return ""
        return await self._insist(request)

    async def undo(self) -> str:
        """Take the last move back, or ask the others to agree; return why that was refused, if it was."""
        return await self._insist({"type": "undo"})

    async def _insist(self, request: Request) -> str:
        """Send a request; repeat one to take back a move if others have moved in the meantime."""
        fields = {name: value for name, value in request.items() if name != "type"}
        if request["type"] != "undo":
            return await self.do(request["type"], **fields)
        for _ in range(TRIES):
            answer = await self.ask("undo", **fields, seen=self.update.get("number", 0))
            if answer["type"] == "done" or not answer.get("stale"):
                break
            await asyncio.sleep(AGAIN)
        return "" if answer["type"] == "done" else str(answer["why"])

    async def leave(self) -> None:
        """Leave the room, so that nobody waits for the guest."""
        if self._line is not None and not self.over:
            with suppress(ConnectionError, WebSocketException):
                await self._send({"type": "leave", "id": "leave"})
        self.has_left = True
        self.over = self.over or sentence("guest.left")


def _clean(value: Any) -> Any:
    """Return a message without control codes: text from other people must not control the terminal."""
    if isinstance(value, str):
        return CONTROLS.sub("·", value)
    if isinstance(value, dict):
        return {name: _clean(inner) for name, inner in value.items()}
    return [_clean(inner) for inner in value] if isinstance(value, list) else value


def _said(message: Mapping[str, Any]) -> str:
    """Return a chat message as a line; an emote is given by its name."""
    name, emote = message["name"], message.get("emote")
    for aside in ("hint", "undo"):
        if message.get(aside):
            return f"{name} {part(f'talk.{aside}')}."
    text = message.get("text") or (part(f"emote.{emote}") if emote and has_text(f"emote.{emote}") else emote)
    return part("talk.said", name=name, text=text) if text else ""
