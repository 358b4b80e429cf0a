"""The house under load: tables of four at a steady rate in every game, idle sockets, and the restart with many running games.

    python benchmarks/load.py --tables 1000 --rate 500 --rate 1500 --seconds 20 --idle 5000
    python benchmarks/load.py --houses 1 --houses 2 --database postgresql://parlour@localhost/empty

Houses and clients are processes on one machine and talk over loopback. A move counts as arrived when the last of the table's
viewers has the update that shows it. Games that end are followed by rematches, so ends and deals are part of the load.
Several houses share a database, which must be an empty one in PostgreSQL, and each keeps its share of the tables.
"""

import argparse
import asyncio
import base64
import gc
import os
import platform
import re
import signal
import struct
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import deque
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import uvloop

from parlour import game_ids

LIMITS = {
    "PARLOUR_MOST_PEOPLE_MADE": "1000000",
    "PARLOUR_MOST_ROOMS_MADE": "1000000",
    "PARLOUR_REQUESTS_PER_SECOND": "1000000",
    "PARLOUR_MOST_SOCKETS": "100000",
    "PARLOUR_MOST_SOCKETS_PER_ADDRESS": "100000",
    "PARLOUR_MOST_ROOMS": "100000",
    "PARLOUR_MESSAGES_PER_SECOND": "100000",
    # a draw that others hear of later would look like a slow house
    "PARLOUR_DRAW_PAUSE": "0",
}
OPENING = 40
"""Tables that are set up at the same time."""


class Words(msgspec.Struct):
    """A legal move."""

    words: str


class Sight(msgspec.Struct):
    """The part of a view that the driver needs."""

    must: int | None
    viewer: int | None
    moves: list[Words]


class Message(msgspec.Struct):
    """Any message of the server, as far as the driver cares."""

    type: str
    id: str = ""
    number: int = 0
    why: str = ""
    phase: str = ""
    view: Sight | None = None


decoder = msgspec.json.Decoder(Message)


class Line(asyncio.Protocol):
    """A WebSocket client for text frames only: fast enough that the driver is not the bottleneck."""

    def __init__(self, cookie: str, host: str, hear: Callable[["Line", Message], None]) -> None:
        self.cookie, self.host, self.hear = cookie, host, hear
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: Any = None
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.last: Message | None = None
        self._data = bytearray()
        self._is_open = False
        self._marks = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            (
                f"GET /ws HTTP/1.1\r\nHost: {self.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {self.cookie}\r\n\r\n"
            ).encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("The house hung up."))

    def data_received(self, data: bytes) -> None:
        self._data += data
        if self.ready.cancelled():
            return
        if not self._is_open:
            head, found, rest = bytes(self._data).partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.ready.set_exception(ConnectionError(head[:60].decode()))
                return
            self._is_open = True
            self._data = bytearray(rest)
            self.ready.set_result(None)
        while (frame := self._frame()) is not None:
            opcode, payload = frame
            if opcode == 1:
                self._take(decoder.decode(payload))
            elif opcode == 9:
                self._write(0x8A, payload)

    def _frame(self) -> tuple[int, bytes] | None:
        data = self._data
        if len(data) < 2:
            return None
        length, start = data[1], 2
        if length == 126:
            if len(data) < 4:
                return None
            length, start = struct.unpack_from("!H", data, 2)[0], 4
        elif length == 127:
            if len(data) < 10:
                return None
            length, start = struct.unpack_from("!Q", data, 2)[0], 10
        if len(data) < start + length:
            return None
        payload = bytes(data[start : start + length])
        opcode = data[0] & 15
        del data[: start + length]
        return opcode, payload

    def _take(self, message: Message) -> None:
        if message.type in ("done", "refused"):
            waiting = self.answers.pop(message.id, None)
            if waiting is not None and not waiting.done():
                waiting.set_result(message)
        elif message.type == "update":
            self.last = message
        self.hear(self, message)

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


class Driver:
    """Plays many tables at a given rate."""

    def __init__(self, urls: Sequence[str], game: str) -> None:
        self.game = game
        self.hosts = [url.partition("//")[2] for url in urls]
        self.tables: list[list[Line]] = []
        self.delays: list[float] = []
        self.refused: dict[str, int] = {}
        self.lost = self.ends = 0
        self._waiting: dict[int, tuple[float, int, set[Line]]] = {}
        self._table_of: dict[Line, int] = {}
        self._phase: dict[int, str] = {}

    # ---- setting up ------------------------------------------------------------------------------------------------

    async def guest(self, host: str) -> str:
        """The cookie of a new guest."""
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

    async def line(self, at: str, cookie: str, hear: Callable[[Line, Message], None]) -> Line:
        """Connect."""
        host, _, port = at.partition(":")
        loop = asyncio.get_running_loop()
        _, line = await loop.create_connection(lambda: Line(cookie, at, hear), host, int(port))
        await line.ready
        return line

    async def set_up(self, tables: int) -> None:
        """Open rooms of four people and deal."""
        gate = asyncio.Semaphore(OPENING)

        async def one(number: int) -> None:
            async with gate:
                self.tables[number] = await self._table(number)

        self.tables = [[] for _ in range(tables)]
        await asyncio.gather(*(one(number) for number in range(tables)))

    async def _table(self, number: int) -> list[Line]:
        host = self.hosts[number % len(self.hosts)]
        lines = [await self.line(host, await self.guest(host), self._hear) for _ in range(4)]
        for line in lines:
            self._table_of[line] = number
        body = msgspec.json.encode({"game": self.game, "seats": 4})
        _, answer = await self._http(host, "POST", "/api/rooms", lines[0].cookie, body)
        made = msgspec.json.decode(answer)
        if "code" not in made:
            raise SystemExit(f"The house opened no room: {made}")
        for line in lines:
            await line.done(type="enter", room=made["code"])
        for line in lines[1:]:
            await line.done(type="sit")
        await lines[0].done(type="start")
        return lines

    def close(self) -> None:
        """Cut all connections."""
        for lines in self.tables:
            for line in lines:
                line.transport.abort()

    # ---- driving ---------------------------------------------------------------------------------------------------

    def _hear(self, line: Line, message: Message) -> None:
        table = self._table_of.get(line, -1)
        if message.type == "room":
            self._phase[table] = message.phase
            return
        waiting = self._waiting.get(table)
        if message.type != "update" or waiting is None:
            return
        began, number, missing = waiting
        if message.number > number:
            missing.discard(line)
            if not missing:
                self.delays.append(time.perf_counter() - began)
                del self._waiting[table]

    async def drive(self, rate: float, seconds: float) -> float:
        """Move at a steady rate; return the achieved rate."""
        queue = deque(range(len(self.tables)))
        began = time.perf_counter()
        made = 0
        while (now := time.perf_counter()) - began < seconds:
            due = int((now - began) * rate)
            while made < due and self._move_somewhere(queue):
                made += 1
            await asyncio.sleep(0.001)
        await asyncio.sleep(1)
        self.lost = len(self._waiting)
        return made / seconds

    def _move_somewhere(self, queue: deque[int]) -> bool:
        for _ in range(len(queue)):
            table = queue[0]
            queue.rotate(-1)
            if table not in self._waiting and self._move(table):
                return True
        return False

    def _move(self, table: int) -> bool:
        lines = self.tables[table]
        if self._phase.get(table) == "over":
            self._phase[table] = "dealing"
            self.ends += 1
            lines[0].say(type="rematch", id="again")
            return False
        for line in lines:
            sight = line.last.view if line.last else None
            if line.last and sight and sight.must is not None and sight.must == sight.viewer and sight.moves:
                number = line.last.number
                if any(other.last is None or other.last.number != number for other in lines):
                    return False
                self._waiting[table] = (time.perf_counter(), number, set(lines))
                line.say(type="move", move=sight.moves[0].words, seen=number, id=f"n{number}")
                return True
        return False


# ---- the house -----------------------------------------------------------------------------------------------------


def start_house(database: str, name: str = "house") -> tuple[subprocess.Popen[str], str, float]:
    """Return the server process, its address, and the seconds until it accepts people."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "parlour.cli", "serve", "--no-browser", "--port", "0"]
    house = subprocess.Popen(
        [*command, "--database", database, "--name", name], stdout=subprocess.PIPE, text=True, env={**os.environ, **LIMITS}
    )
    assert house.stdout is not None
    for line in house.stdout:
        found = re.search(r"http://[\w.:-]+\d", line)
        if found:
            return house, found[0], time.perf_counter() - began
    raise SystemExit("The house did not open.")


def memory(pid: int) -> int:
    """The resident memory of a process in bytes."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) * 1024
    return 0


def cpu(pid: int) -> float:
    """The seconds of a core that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def rooms(url: str) -> int:
    """How many rooms a house has open."""
    with urllib.request.urlopen(f"{url}/metrics") as answer:
        found = re.search(r"^parlour_rooms (\d+)", answer.read().decode(), re.M)
    return int(found[1]) if found else 0


def milliseconds(delays: list[float], share: float) -> float:
    """Return the delay that this share of the moves does not exceed."""
    ordered = sorted(delays)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


SAID: list[str] = []


def report(line: str) -> None:
    """Print a figure and keep it for the file."""
    print(line, flush=True)
    SAID.append(line)


def write_down(database: str) -> None:
    """Write the measurements to LOAD.md: no figure is typed by hand."""
    kind = "PostgreSQL" if database.startswith("postgres") else "SQLite"
    where = f"{date.today()} · {cores()} · {platform.system()} · Python {platform.python_version()} · {kind}"
    lines = ["# The house under load", "", "Written by `make load`; no figure is typed by hand.", "", where, ""]
    (Path(__file__).parent / "LOAD.md").write_text("\n".join([*lines, *(f"- {line}" for line in SAID), ""]))


def cores() -> str:
    """Return the processor and its number of cores."""
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return f"{' '.join(found[1].split()[:2]) if found else platform.machine()}, {os.cpu_count()} cores"


async def measure(arguments: argparse.Namespace, database: str) -> None:
    """Measure idle sockets, every game with each number of houses, and the restart."""
    if arguments.idle:
        await measure_idle(arguments.idle, f"{database}.idle" if database.startswith("sqlite") else database)
    for count in arguments.houses:
        for number, game in enumerate(arguments.game):
            is_last = count == arguments.houses[-1] and game == arguments.game[-1]
            await measure_game(arguments, f"{database}.{count}.{number}", database, count, game, is_last)


async def measure_idle(count: int, database: str) -> None:
    """Measure the memory of sockets on which nothing happens."""
    house, url, opened = start_house(database)
    report(f"The house opened in {opened:.2f} s.")
    driver = Driver([url], "")
    cookies = [await driver.guest(driver.hosts[0]) for _ in range(count // 20 + 1)]
    await asyncio.sleep(1)
    before = memory(house.pid)
    for number in range(count):
        await driver.line(driver.hosts[0], cookies[number % len(cookies)], lambda line, message: None)
    await asyncio.sleep(1)
    each = (memory(house.pid) - before) / count / 1024
    report(f"{count} idle sockets take {each:.1f} KiB each ({memory(house.pid) / 2**20:.0f} MiB in all).")
    house.kill()
    house.wait()


async def measure_game(arguments: argparse.Namespace, own: str, shared: str, count: int, game: str, is_last: bool) -> None:
    """Drive tables of one game at each rate; at the very end, kill the houses and measure the restart."""
    database = own if shared.startswith("sqlite") else shared
    houses = [start_house(database, f"house{number}") for number in range(count)]
    pids, empty = [house.pid for house, _, _ in houses], sum(memory(house.pid) for house, _, _ in houses)
    driver = Driver([url for _, url, _ in houses], game)
    began = time.perf_counter()
    await driver.set_up(arguments.tables)
    taken = time.perf_counter() - began
    what = f"{game}, {count} house{'s' * (count > 1)}"
    each = (sum(map(memory, pids)) - empty) / arguments.tables / 1024
    report(f"{what}: {arguments.tables} tables of four were set up in {taken:.1f} s and take {each:.0f} KiB each.")
    for rate in arguments.rate:
        driver.delays.clear()
        driver.ends = 0
        used, began = sum(map(cpu, pids)), time.perf_counter()
        reached = await driver.drive(rate, arguments.seconds)
        used, seconds, delays = sum(map(cpu, pids)) - used, time.perf_counter() - began, driver.delays
        report(
            f"{what}: {rate:.0f} moves/s asked, {reached:.0f} made, {driver.ends} games ended: "
            f"the last viewer had {len(delays)} moves after {milliseconds(delays, 0.5):.1f} ms (median), "
            f"{milliseconds(delays, 0.99):.1f} ms (99 %), {milliseconds(delays, 0.999):.1f} ms (99.9 %); "
            f"{driver.lost} not seen; {1e6 * used / max(len(delays), 1):.0f} µs of CPU per move, "
            f"{100 * used / seconds:.0f} % of a core."
        )
    for house, _, _ in houses:
        house.send_signal(signal.SIGKILL)
        house.wait()
    driver.close()
    if is_last:
        again = [start_house(database, f"house{number}") for number in range(count)]
        found, opened = sum(rooms(url) for _, url, _ in again), max(opened for _, _, opened in again)
        report(f"Killed and started again: {found} rooms were open {opened:.2f} s after the start.")
        for house, _, _ in again:
            house.terminate()
            house.wait()


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--rate", type=float, action="append")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--idle", type=int, default=5000)
    parser.add_argument("--game", action="append", help="a game; all of them if not given")
    parser.add_argument("--houses", type=int, action="append", help="a number of houses on one database; 1 if not given")
    parser.add_argument("--write", action="store_true", help="write the figures to LOAD.md")
    parser.add_argument("--database", default="", help="a URL; a new SQLite file if not given")
    arguments = parser.parse_args()
    arguments.rate = arguments.rate or [500.0]
    arguments.game = arguments.game or game_ids()
    arguments.houses = arguments.houses or [1]
    if max(arguments.houses) > 1 and not arguments.database.startswith("postgres"):
        parser.error("Several houses need an empty PostgreSQL database: --database postgresql://…")
    with tempfile.TemporaryDirectory() as folder:
        gc.disable()  # the clients must not be the bottleneck
        uvloop.run(measure(arguments, arguments.database or f"sqlite:///{folder}/house.db"))
        if arguments.write:
            write_down(arguments.database)


if __name__ == "__main__":
    main()
