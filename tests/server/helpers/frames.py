"""Fuzzing with raw WebSocket frames, good and bad."""

import asyncio
import json
import random
import struct
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from parlour import find_game, game_ids
from parlour.server import wire
from tests.server.helpers.clients import Client, HouseProcess, Http, free_port_at_once, house_in
from tests.server.helpers.evenings import FREE_HOUSE
from tests.server.helpers.fuzzing import BAD

FRAMES_A_LINE = 25
LONGEST_SHOWN, LINES_SHOWN = 400, 40
"""Bytes of a frame, and lines of what the house wrote, in the report of a failure."""
TOLERATED = "uvicorn.error: Invalid UTF-8 sequence received from client."
"""A fault of a client that uvicorn logs as an error."""
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
SCHEMA: dict[str, Any] = wire.schema()["$defs"]  # type: ignore[assignment]
KINDS = [part["$ref"].rpartition("/")[2] for part in SCHEMA["FromClient"]["anyOf"]]
GAME = next(game for game in game_ids() if find_game(game).most_seats >= 3)
STRANGE_TEXTS = ("", " ", "\x00", "\ud800", "\udfff\ud800", "\u202e\u200b", "é" * 40, "x" * 500, "𝕏" * 30, "draw", "None")
STRANGE_NUMBERS = (0, -1, 1, 2, 63, 64, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**40, 0.5, -0.0, 1e300)
STRANGE_VALUES: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"": None}, [1, "a", None], {"type": "move"})
RAW_VALUES = ("NaN", "Infinity", "-Infinity", "1e999", "01", "1.", ".5", "+1", "0x1", "9" * 400, '"\\ud800"', '"\\u0000"', "t")


class Forge:
    """Makes messages that are almost valid, from the schema of the protocol."""

    def __init__(self, rng: random.Random, codes: list[str]) -> None:
        self.rng = rng
        self.codes = codes
        self.sent: list[bytes] = []
        """The frames that were sent, for the report of a failure."""

    def frame(self) -> bytes:
        """Return one frame as bytes, or several that belong together."""
        makers: tuple[Callable[[], bytes], ...] = (
            *(self._message,) * 12,
            *(self._broken, self._deep, self._doubled, self._bytes, self._binary, self._pieces, self._large),
            *(self._control, self._control),
        )
        return self.rng.choice(makers)()

    def violation(self) -> bytes:
        """Return a violation of WebSocket itself, after which the connection is closed."""
        data = self.rng.randbytes(self.rng.choice((0, 1, 10, 125)))
        return self.rng.choice(
            (
                framed(TEXT, b"\xff\xfe" + data),
                framed(TEXT, data, masked=False),
                framed(self.rng.choice((3, 7, 11, 15)), data),
                framed(TEXT | self.rng.choice((0x10, 0x20, 0x40)), data),
                framed(PING, b"x" * 126),
                framed(PING, b"", final=False),
                framed(0, data),
                framed(TEXT, b"{", final=False) + framed(TEXT, b"}"),
                framed(CLOSE, self.rng.choice((b"\x00", struct.pack("!H", self.rng.randrange(65_536)) + data, b""))),
                framed(TEXT, b"x" * (wire.LARGEST_FRAME + self.rng.randint(1, 100_000))),
                b"\x81\xff" + struct.pack("!Q", 2 ** self.rng.choice((20, 40, 62, 63))) + data,
                b"\x81\xfe\x20",
                data,
            )
        )

    def _message(self) -> bytes:
        message = self.request(self.rng.choice(KINDS))
        for _ in range(self.rng.choice((0, 0, 1, 1, 2, 4))):
            self._spoil(message)
        return framed(TEXT, _json(message))

    def request(self, kind: str) -> dict[str, Any]:
        """Return a valid request of this kind."""
        return {
            name: self._value(part)
            for name, part in SCHEMA[kind]["properties"].items()
            if name in SCHEMA[kind]["required"] or self.rng.random() < 0.5
        }

    def _value(self, part: dict[str, Any]) -> Any:
        if "$ref" in part:
            return self.request(part["$ref"].rpartition("/")[2])
        if "anyOf" in part:
            return self._value(self.rng.choice(part["anyOf"]))
        if "enum" in part:
            return self.rng.choice(part["enum"])
        return self._plain(part)

    def _plain(self, part: dict[str, Any]) -> Any:
        rng = self.rng
        match part["type"]:
            case "string" if part.get("minLength") == 6:
                return rng.choice((*self.codes, "BCDFGH", "AAAAAA", "ßßßßßß"))
            case "string":
                return rng.choice((*STRANGE_TEXTS, *game_ids(), "skilled", "smile"))[: part.get("maxLength", 99)]
            case "integer":
                return rng.choice((0, 1, 2, 3, rng.randrange(300), part.get("maximum", 7)))
            case "boolean":
                return rng.random() < 0.5
            case "object":
                return {rng.choice(("turn_seconds", "hand_size", "first_seat", "")): rng.choice((True, 3, "off", 10**30))}
        return None

    def _spoil(self, message: dict[str, Any]) -> None:
        rng = self.rng
        name = rng.choice([*message, "type", "more"])
        match rng.randrange(5):
            case 0:
                message.pop(name, None)
            case 1:
                message[name] = rng.choice(STRANGE_TEXTS)
            case 2:
                message[name] = rng.choice(STRANGE_NUMBERS)
            case 3:
                message[name] = rng.choice(STRANGE_VALUES)
            case 4:
                message[rng.choice(STRANGE_TEXTS)] = message.pop(name, 1)

    def _broken(self) -> bytes:
        """Return a message in which one value is not JSON, or which ends too early."""
        text = _json(self.request(self.rng.choice(KINDS)))
        at = text.rfind(b":") + 1
        wrong = text[:at] + self.rng.choice(RAW_VALUES).encode() + b"}"
        return framed(TEXT, self.rng.choice((wrong, text[: self.rng.randrange(len(text))], text + text, b" " + text + b"\n")))

    def _deep(self) -> bytes:
        depth = self.rng.choice((10, 500, 2_000, 4_000))
        objects = b'{"a":' * (depth // 4) + b"1" + b"}" * (depth // 4)
        inner = self.rng.choice((b"[" * depth, b"[" * depth + b"]" * depth, objects))
        return framed(TEXT, self.rng.choice((inner, b'{"type":"chat","text":' + inner + b"}"))[: wire.LARGEST_FRAME])

    def _doubled(self) -> bytes:
        text = _json(self.request(self.rng.choice(KINDS)))
        return framed(TEXT, b'{"type":"ping",' + text[1:-1] + b',"id":"1","id":2}')

    def _bytes(self) -> bytes:
        return framed(TEXT, self.rng.randbytes(self.rng.choice((1, 5, 100))).decode("latin-1").encode())

    def _binary(self) -> bytes:
        return framed(BINARY, self.rng.choice((self.rng.randbytes(40), _json(self.request(self.rng.choice(KINDS))), b"")))

    def _pieces(self) -> bytes:
        """Return one message in several frames, with a control frame in between."""
        text = _json(self.request(self.rng.choice(KINDS)))
        cut = self.rng.randrange(len(text))
        between = self.rng.choice((b"", framed(PING, b"now"), framed(PONG, b"")))
        return framed(TEXT, text[:cut], final=False) + between + framed(0, b"", final=False) + framed(0, text[cut:])

    def _large(self) -> bytes:
        size = wire.LARGEST_FRAME - self.rng.randint(0, 60)
        return framed(TEXT, (b'{"type":"chat","text":"' + b"x" * size)[: size - 2] + b'"}')

    def _control(self) -> bytes:
        return framed(self.rng.choice((PING, PONG)), self.rng.randbytes(self.rng.choice((0, 4, 125))))


def _json(message: object) -> bytes:
    return json.dumps(message, ensure_ascii=True).encode()


def framed(kind: int, data: bytes, *, final: bool = True, masked: bool = True) -> bytes:
    """Return a WebSocket frame with a mask of zeros."""
    head = bytes([kind | (0x80 if final else 0)])
    mask = 0x80 if masked else 0
    if len(data) < 126:
        head += bytes([mask | len(data)])
    elif len(data) < 65_536:
        head += bytes([mask | 126]) + struct.pack("!H", len(data))
    else:
        head += bytes([mask | 127]) + struct.pack("!Q", len(data))
    return head + (bytes(4) if masked else b"") + data


async def open_line(house: HouseProcess, cookie: str, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a WebSocket whose every byte the test writes itself, from a separate address."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    free_port_at_once(writer.get_extra_info("socket"))
    writer.write(
        (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n"
            f"X-Forwarded-For: {address}\r\n\r\n"
        ).encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in head.split(b"\r\n")[0], head
    return reader, writer


async def heard(reader: asyncio.StreamReader) -> list[tuple[int, bytes]]:
    """Return all frames until the house closes the connection."""
    frames = []
    try:
        while True:
            kind, length = await reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack("!H", await reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", await reader.readexactly(8))
            frames.append((kind & 0x0F, await reader.readexactly(length)))
    except (asyncio.IncompleteReadError, OSError):
        return frames


async def fuzz_line(house: HouseProcess, cookie: str, room: str, forge: Forge, counts: Counter[str]) -> None:
    """Open a connection that enters a room, sends all kinds of messages, breaks the protocol and ends."""
    address = f"10.{forge.rng.randrange(256)}.{forge.rng.randrange(256)}.1"
    reader, writer = await open_line(house, cookie, address)
    listening = asyncio.create_task(heard(reader))
    frames = [framed(TEXT, _json({"type": "enter", "room": room})), *(forge.frame() for _ in range(FRAMES_A_LINE))]
    violation = forge.violation()
    forge.sent = [*frames, violation]
    writer.write(b"".join(frames) + framed(TEXT, b'{"type":"ping","id":"alive"}'))
    await asyncio.sleep(0.05)
    writer.write(violation)
    if forge.rng.random() < 0.5:
        with suppress(OSError):  # the house may have closed the connection by now
            writer.write_eof()
    await asyncio.wait({listening}, timeout=1.0)
    writer.transport.abort()  # if nothing was wrong enough for the house to close the connection
    counts.update(frames=len(frames), lines=1)
    for kind, data in await listening:
        check_answer(kind, data, counts)


async def fuzz_own_room(house: HouseProcess, forge: Forge, counts: Counter[str]) -> None:
    """Fuzz on a connection of the host of a room."""
    host = Http(house.url)
    await asyncio.to_thread(host, "GET", "/api/me")
    body = {"game": forge.rng.choice(game_ids()), "seats": 2, "bots": ["beginner"], "pace": 0, "public": True}
    status, made = await asyncio.to_thread(host, "POST", "/api/rooms", body)
    assert status == 201, made
    await fuzz_line(house, host.cookie, made["code"], forge, counts)


def check_answer(kind: int, data: bytes, counts: Counter[str]) -> None:
    """Check that the house keeps to its own protocol, whatever it receives, and refuses in sentences."""
    if kind != TEXT:
        assert kind in (CLOSE, PING, PONG), (kind, data)
        return
    message = json.loads(data)
    counts[message["type"]] += 1
    if message["type"] == "refused":
        assert message["why"].endswith((".", "…")), message
        assert "mistake" not in message["why"], message


async def fuzz(house: HouseProcess, seed: int, lines: int, at_once: int = 8) -> Counter[str]:
    """Fuzz on many connections while two people play; then check that every table still plays to its end."""
    ann, ben, good, bad = [await Client(house.url).open() for _ in range(4)]
    quiet = await table_of(ann, ben, bots=0)
    shared = await table_of(good, bad, bots=1)
    await bad.close()
    counts: Counter[str] = Counter()
    places = asyncio.Semaphore(at_once)

    async def one(number: int) -> None:
        async with places:
            forge = Forge(random.Random(f"{seed} {number}"), [quiet, shared])
            with noted(lambda: f"line {number} of seed {seed} sent:\n" + "\n".join(map(shown, forge.sent))):
                if number % 3 == 0:
                    await fuzz_own_room(house, forge, counts)
                else:
                    await fuzz_line(house, bad.http.cookie, forge.rng.choice((quiet, shared)), forge, counts)

    with noted(lambda: f"the table of two: {ann.room}\nthe table with a bot: {good.room}"):
        await asyncio.gather(play_out(ann, ben), *(one(number) for number in range(lines)))
        await play_out(good)
        for client in (ann, ben, good):
            assert client.room["phase"] == "over" and client.room["result"]
            await client.close()
    counts["tables played to the end"] = 2
    return counts


@contextmanager
def noted(state: Callable[[], str]) -> Iterator[None]:
    """Add the state at the time of an error to its report."""
    try:
        yield
    except Exception as error:
        error.add_note(state())
        raise


def shown(frame: bytes) -> str:
    """Return a frame in one line, shortened."""
    return repr(frame if len(frame) <= LONGEST_SHOWN else frame[:LONGEST_SHOWN] + b" ...")


async def table_of(host: Client, guest: Client, bots: int) -> str:
    """Deal a table to two people and some bots; return its code."""
    code = await host.make_room(GAME, 2 + bots, ("casual",) * bots, pace=0, grace=1)
    await guest.done("enter", room=code)
    await guest.done("sit")
    await host.done("start")
    return code


async def play_out(*clients: Client) -> None:
    """Play to the end, and check that every move is answered. Bots replace all other people after a second."""
    async with asyncio.timeout(120):
        while clients[0].room["phase"] == "playing":
            mover = next((client for client in clients if client.my_turn), None)
            if mover is not None:
                moves = mover.view["moves"]
                answer = await mover.move(moves[len(moves) // 2]["words"])
                assert answer["type"] == "done" or answer["stale"], answer
            await asyncio.sleep(0.01)


def check_house(house: HouseProcess, client_url: str) -> None:
    """Check that neither the metrics nor the log of the house show an internal error."""
    http = Client(client_url).http
    status, figures = http("GET", "/metrics")
    assert status == 200
    assert not BAD.findall(figures), figures
    assert http("GET", "/health")[0] == 200
    bad = [line for line in house.said if "Traceback" in line or ("ERROR" in line and TOLERATED not in line)]
    assert not bad, "".join(house.said)


def fuzz_house(folder: Path, seed: int, lines: int, seconds: float = 0.0) -> tuple[Counter[str], list[int]]:
    """Fuzz a house once, or again and again for some time, and check that it is in order.

    Returns what was sent and heard, and the memory of the house in kB after each round.
    """
    counts: Counter[str] = Counter()
    memory: list[int] = []
    end = time.monotonic() + seconds
    freedom = {**FREE_HOUSE, "PARLOUR_BEHIND_PROXY": "127.0.0.1", "PARLOUR_IDLE_UNLOAD": "5"}
    house = house_in(folder, environment=freedom)
    with house, noted(lambda: f"round {len(memory)} of seed {seed}; the house: {''.join(house.said[-LINES_SHOWN:])}"):
        while not memory or time.monotonic() < end:
            counts += asyncio.run(asyncio.wait_for(fuzz(house, seed + len(memory), lines), 600))
            memory.append(house.memory)
        check_house(house, house.url)
    return counts, memory
