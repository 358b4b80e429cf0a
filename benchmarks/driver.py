"""The guests of a load test: tables of four that move at random times, and how long it takes until the last guest has each
move.

Guests do what the pages do: they contribute to each deal, and the host asks for a rematch when a game has ended. They choose
moves about as the rule of thumb does, so that games are about as long as among people (`Habits`).
"""

import asyncio
import base64
import os
import random
import re
import struct
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Sequence
from functools import cache
from statistics import mean
from typing import Any

import msgspec

from parlour.core.table import Table
from parlour.core.view import verb_of
from parlour.server.fairness.contributor import Contributor

OPENING = 40
"""How many tables are set up, or move while they warm up, at the same time."""
LEARNT_FROM = 40
"""The number of games of the rule of thumb from which the guests learn the habits of a game."""
WARM_SECONDS = 60.0
"""The most seconds for which tables warm up."""
LAST_SECONDS = 5.0
"""The most seconds to wait for the last moves."""
SEATS = 4
UPDATE = b'{"type":"update","number":'
ROOM = b'{"type":"room",'


class Words(msgspec.Struct):
    """A legal move."""

    words: str


class Sight(msgspec.Struct):
    """The part of a view that the driver needs."""

    must: int | None
    viewer: int | None
    moves: list[Words]


class Turn(msgspec.Struct):
    """The seat whose turn it is, and the seat that sees this."""

    must: int | None
    viewer: int | None


class Update(msgspec.Struct):
    """The part of an update that the driver needs."""

    view: Sight


class TurnUpdate(msgspec.Struct):
    """An update without the moves, which take longer to read."""

    view: Turn


class Message(msgspec.Struct):
    """Any other message of the server."""

    type: str
    id: str = ""
    number: int = 0
    why: str = ""


_message, _update, _turn = map(msgspec.json.Decoder, (Message, Update, TurnUpdate))


# ---- choosing moves ------------------------------------------------------------------------------------------------


Shape = tuple[str, str, int]


@cache
def shape(words: str) -> Shape:
    """Return the shape of a move, on which habits depend: its verb, the start of its first object (a rank), and its number of
    objects.
    """
    verb = verb_of(words)
    things = words[len(verb) :].split()
    return verb, things[0][:1] if things else "", len(things)


class Habits:
    """How often the rule of thumb chooses each shape of move when it is possible, by the verbs that are possible then."""

    def __init__(self, game: str) -> None:
        self._offered: defaultdict[frozenset[str], Counter[Shape]] = defaultdict(Counter)
        self._chosen: defaultdict[frozenset[str], Counter[Shape]] = defaultdict(Counter)
        self.length = mean(self._learn(game, seed) for seed in range(LEARNT_FROM)) if game else 0.0
        """The mean number of moves of a game."""

    def _learn(self, game: str, seed: int) -> int:
        table = Table.new(game, SEATS, seed=seed)
        while table.must is not None:
            moves = table.moves()
            verbs, words = frozenset(map(verb_of, moves)), table.advice(seed=len(table.log)) or moves[0]
            self._offered[verbs].update(set(map(shape, moves)))
            self._chosen[verbs][shape(words)] += 1
            table.play(words)
        return len(table.log)

    def choose(self, moves: Sequence[str]) -> str:
        """Return one of these moves."""
        shapes = list(map(shape, moves))
        verbs, alike = frozenset(verb for verb, _, _ in shapes), Counter(shapes)
        offered, chosen = self._offered[verbs], self._chosen[verbs]
        weights = [chosen[one] / max(offered[one], 1) / alike[one] + 0.001 for one in shapes]
        return random.choices(moves, weights)[0]


# ---- connections -----------------------------------------------------------------------------------------------------


class Line(asyncio.Protocol):
    """A WebSocket client for text frames only. It reads little more of an update than the number."""

    def __init__(self, cookie: str, host: str, path: str, hear: Callable[["Line", bytes], None]) -> None:
        self.cookie, self.host, self.path, self.hear = cookie, host, path, hear
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.number = -1
        """The number of the last event in the last update."""
        self.update = b""
        self.received = 0
        """The number of bytes received."""
        self.contributor = Contributor()
        self._data = b""
        self._is_open = False
        self._marks = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            (
                f"GET {self.path} HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n"
            ).encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("The house hung up."))

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        self._data = self._data + data if self._data else data
        if not self._is_open and not self._opened():
            return
        start = 0
        while (frame := self._frame(start)) is not None:
            opcode, payload, start = frame
            if opcode == 1:
                self._take(payload)
            elif opcode == 9:
                self._write(0x8A, payload)
        self._data = self._data[start:]

    def _opened(self) -> bool:
        head, found, rest = self._data.partition(b"\r\n\r\n")
        if not found or self.ready.done():
            return False
        if not head.startswith(b"HTTP/1.1 101"):
            self.ready.set_exception(ConnectionError(head[:60].decode()))
            return False
        self._is_open, self._data = True, rest
        self.ready.set_result(None)
        return True

    def _frame(self, at: int) -> tuple[int, bytes, int] | None:
        """Return the opcode and the payload of the frame that begins here, and where the next one begins."""
        data, start = self._data, at + 2
        if len(data) < start:
            return None
        length = data[at + 1]
        if length > 125:
            size = 2 if length == 126 else 8
            if len(data) < start + size:
                return None
            length, start = int.from_bytes(data[start : start + size], "big"), start + size
        end = start + length
        return None if len(data) < end else (data[at] & 15, data[start:end], end)

    def _take(self, payload: bytes) -> None:
        if payload.startswith(UPDATE):
            self.number, self.update = int(payload[len(UPDATE) : payload.index(b",", len(UPDATE))]), payload
        elif not payload.startswith(ROOM):
            message = _message.decode(payload)
            waiting = self.answers.pop(message.id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        self.hear(self, payload)

    @property
    def turn(self) -> Turn:
        """The seat whose turn it is."""
        return _turn.decode(self.update).view

    @property
    def moves(self) -> list[str]:
        """The moves of this seat."""
        return [move.words for move in _update.decode(self.update).view.moves]

    def _write(self, first: int, payload: bytes) -> None:
        length = len(payload)
        head = bytes([first, 0x80 | length]) if length < 126 else bytes([first, 0xFE]) + struct.pack("!H", length)
        self.transport.write(head + b"\0\0\0\0" + payload)

    def say(self, **message: object) -> None:
        """Send a message."""
        self._write(0x81, msgspec.json.encode(message))

    async def ask(self, **message: object) -> Message:
        """Send a request and wait for its answer."""
        self._marks += 1
        mark = f"m{self._marks}"
        answer = self.answers[mark] = asyncio.get_running_loop().create_future()
        self.say(id=mark, **message)
        return await asyncio.wait_for(answer, 60)

    async def done(self, **message: object) -> Message:
        """Send a request that must succeed."""
        answer = await self.ask(**message)
        if answer.type != "done":
            raise SystemExit(f"The house refused {message}: {answer.why}")
        return answer


class Party:
    """Four people at a table."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = lines
        self.moves = 0
        self.sent_at = 0.0
        """When the current move was sent."""
        self.number = 0
        """The number of the last event before it."""
        self.missing: set[Line] = set()
        """The guests who have not seen it yet."""
        self.phase = ""
        self.dealt_for = ""
        """The commitment of the last deal that was asked for."""


# ---- driving -------------------------------------------------------------------------------------------------------


class Driver:
    """Plays many tables at a given rate."""

    def __init__(self, urls: Sequence[str], game: str, *, is_shared: bool = False) -> None:
        self.game = game
        self.is_shared = is_shared
        """Whether several workers are behind each address."""
        self.hosts = [url.partition("//")[2] for url in urls]
        self.habits = Habits(game)
        self.parties: list[Party] = []
        self.delays: list[float] = []
        self.refused: Counter[str] = Counter()
        """The reasons why moves were refused."""
        self.lost = self.ends = self.made = self.games = 0
        self._party_of: dict[Line, Party] = {}

    # ---- setting up ------------------------------------------------------------------------------------------------

    async def guest(self, host: str) -> str:
        """Create a guest; return the cookie."""
        head, _ = await self._http(host, "GET", "/api/me", "", b"")
        found = re.search(rb"set-cookie: ([^;\r]+)", head, re.I)
        if found is None:
            raise SystemExit(f"The house made no guest: {head[:200]!r}")
        return found[1].decode()

    async def _http(self, at: str, method: str, path: str, cookie: str, body: bytes) -> tuple[bytes, bytes]:
        host, _, port = at.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        extra = f"Cookie: {cookie}\r\n" if cookie else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: {at}\r\n{extra}Content-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body)
        answer = await reader.read()
        writer.close()
        first, _, rest = answer.partition(b"\r\n\r\n")
        return first, rest

    async def line(self, at: str, cookie: str, hear: Callable[[Line, bytes], None], path: str = "/ws") -> Line:
        """Connect a guest."""
        host, _, port = at.partition(":")
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: Line(cookie, at, path, hear), host, int(port))
        await line.ready
        return line

    async def set_up(self, tables: int) -> None:
        """Open rooms of four people and deal."""
        gate = asyncio.Semaphore(OPENING)

        async def one(number: int) -> None:
            async with gate:
                self.parties.append(await self._party(self.hosts[number % len(self.hosts)]))

        await asyncio.gather(*(one(number) for number in range(tables)))

    async def _party(self, host: str) -> Party:
        cookies = [await self.guest(host) for _ in range(SEATS)]
        body = msgspec.json.encode({"game": self.game, "seats": SEATS})
        _, answer = await self._http(host, "POST", "/api/rooms", cookies[0], body)
        code = msgspec.json.decode(answer).get("code")
        if not code:
            raise SystemExit(f"The house opened no room: {answer!r}")
        path = await self._path_to(host, code)
        party = Party([await self.line(host, cookie, self._hear, path) for cookie in cookies])
        for line in party.lines:
            self._party_of[line] = party
            await line.done(type="enter", room=code)
        for line in party.lines[1:]:
            await line.done(type="sit")
        while party.phase != "playing":
            await asyncio.sleep(0.01)
        return party

    async def _path_to(self, host: str, code: str) -> str:
        """Return the address of a room's WebSocket: a worker that doesn't keep the room names the one that does."""
        found = None
        while self.is_shared and found is None:
            head, _ = await self._http(host, "GET", f"/api/rooms/{code}", "", b"")
            found = re.search(rb"location: [^\r]*(\?house=[^\r]+)", head, re.I)
        return f"/ws/{code}{found[1].decode() if found else ''}"

    @property
    def received(self) -> int:
        """The bytes that all guests have received."""
        return sum(line.received for party in self.parties for line in party.lines)

    def close(self) -> None:
        """Cut all connections."""
        for party in self.parties:
            for line in party.lines:
                line.transport.abort()

    # ---- hearing ---------------------------------------------------------------------------------------------------

    def _hear(self, line: Line, payload: bytes) -> None:
        party = self._party_of.get(line)
        if party is None:
            return
        if line in party.missing and line.number > party.number:
            party.missing.discard(line)
            if not party.missing:
                self.delays.append(time.perf_counter() - party.sent_at)
        if payload.startswith(ROOM):
            self._heed(party, line, msgspec.json.decode(payload))
        elif payload.startswith(b'{"type":"refused"'):
            self._note_refusal(party, _message.decode(payload))

    def _note_refusal(self, party: Party, message: Message) -> None:
        """Count a refused move, and stop waiting for it."""
        if message.id == f"n{party.number}" and party.missing:
            party.missing.clear()
            self.refused[message.why] += 1

    def _heed(self, party: Party, line: Line, room: dict[str, Any]) -> None:
        """React to a room message as a page does: contribute to the deal and, as the host, request it once everybody has
        contributed.
        """
        answer = line.contributor.answer(room)
        if answer is not None:
            line.say(id="fair", **answer)
        if line is not party.lines[0]:
            return
        if room["phase"] == "over" != party.phase:
            self.ends += 1
            self.games += 1
        party.phase = room["phase"]
        commitment = room["commitment"]
        if party.phase in ("gathering", "over") and len(room["pledges"]) == SEATS and party.dealt_for != commitment:
            party.dealt_for = commitment
            line.say(type="start" if party.phase == "gathering" else "rematch", id="again")

    # ---- moving ----------------------------------------------------------------------------------------------------

    async def warm_up(self) -> None:
        """Play every table to a random point of a game, so that games end as steadily as among people."""
        end = time.perf_counter() + WARM_SECONDS
        waiting = deque((party, random.random() * self.habits.length) for party in self.parties)

        async def some() -> None:
            while waiting:
                party, moves = waiting.popleft()
                while party.moves < moves and time.perf_counter() < end:
                    if party.missing or not self._move(party):
                        await asyncio.sleep(0.002)

        await asyncio.gather(*(some() for _ in range(OPENING)))
        await self._last_moves()

    async def drive(self, rate: float, seconds: float) -> float:
        """Move at this rate, at random times; return the achieved rate."""
        self.delays.clear()
        self.refused.clear()
        self.ends = 0
        queue = deque(self.parties)
        began = time.perf_counter()
        due, made = began, 0
        while (now := time.perf_counter()) - began < seconds:
            while due <= now and self._move_somewhere(queue):
                due += random.expovariate(rate)
                made += 1
            await asyncio.sleep(0.001)
        await self._last_moves()
        return made / seconds

    async def _last_moves(self) -> None:
        """Wait for the moves that are still on their way."""
        end = time.perf_counter() + LAST_SECONDS
        while any(party.missing for party in self.parties) and time.perf_counter() < end:
            await asyncio.sleep(0.01)
        late = [party for party in self.parties if party.missing]
        self.lost = len(late)
        for party in late:
            party.missing.clear()

    def _move_somewhere(self, queue: deque[Party]) -> bool:
        for _ in range(len(queue)):
            party = queue[0]
            queue.rotate(-1)
            if not party.missing and self._move(party):
                return True
        return False

    def _move(self, party: Party) -> bool:
        lines, number = party.lines, party.lines[0].number
        if party.phase != "playing" or any(line.number != number for line in lines):
            return False
        turn = lines[0].turn
        if turn.must is None or turn.viewer is None:
            return False
        line = lines[(turn.must - turn.viewer) % SEATS]  # a rematch moves everybody by one seat
        moves = line.moves
        if not moves:
            return False
        party.sent_at, party.number, party.missing = time.perf_counter(), number, set(lines)
        party.moves += 1
        self.made += 1
        line.say(type="move", move=self.habits.choose(moves), seen=number, id=f"n{number}")
        return True
