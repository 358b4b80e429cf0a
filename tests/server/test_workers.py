"""Several workers behind one port: each is a house, connections are passed between them, and dead ones are replaced."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from parlour import game_ids
from parlour.guest.house import GuestHouse
from parlour.guest.room import GuestRoom
from parlour.server.http.passing import house_asked_for
from parlour.server.ops.settings import Settings, read_settings
from parlour.server.program.workers import check_workers
from tests.server.helpers.chaos import NO_LIMITS
from tests.server.helpers.clients import SECONDS, Client, HouseProcess


def workers_of(supervisor: int) -> list[int]:
    """The processes of the workers."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text(encoding="ascii").split()
    commands = {pid: Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
    return [int(pid) for pid, command in commands.items() if b"spawn_main" in command]


async def at_another_worker(ana: Client, code: str) -> Client:
    """Connect until the connection reaches a worker that does not keep the room, and return that connection."""
    async with asyncio.timeout(SECONDS):
        while True:
            client = await Client(ana.url, ana.http.cookie).open(f"/{code}")
            answer = await client.ask("enter", room=code)
            if answer["type"] == "refused":
                return client
            await client.close()


def test_workers_share_one_port_and_dead_ones_are_replaced(
    postgresql_url: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))
    house = HouseProcess(postgresql_url, "--workers", "2", "--name", "w", environment=NO_LIMITS)

    async def talk() -> None:
        ana = await Client(house.url).open()
        code = await ana.make_room(game_ids()[0], 2, ("beginner",), pace=0)
        await ana.done("start")
        await ana.until(lambda: ana.my_turn)
        stray = await at_another_worker(ana, code)
        moved = next(message for message in stray.messages if message["type"] == "moved")
        await stray.close()
        back = await Client(house.url, ana.http.cookie).open(str(moved["url"]).removeprefix("/ws"))
        await back.done("enter", room=code)
        await back.close()

        while True:  # each request opens a connection, which any worker may accept
            status, headers, _ = await asyncio.to_thread(ana.http.full, "GET", f"/api/rooms/{code}")
            if status != 200:
                break
        assert status == 307
        assert (await asyncio.to_thread(ana.http, "GET", headers["location"]))[0] == 200
        assert (await asyncio.to_thread(ana.http, "GET", "/health?house=nobody"))[0] == 200

        terminal = GuestHouse(house.url)
        for _ in range(6):  # whichever worker accepts the connection, the guest gets to the room
            terminal.call("GET", "/api/me")
            room = GuestRoom(terminal, code, sits=False)
            staying = asyncio.create_task(room.run())
            async with asyncio.timeout(SECONDS):
                while not room.room:
                    assert not room.over
                    await asyncio.sleep(0.02)
            staying.cancel()

        before = workers_of(house.pid)
        assert len(before) == 2
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        async with asyncio.timeout(SECONDS):
            while True:
                try:
                    again = await Client(house.url, ana.http.cookie).open(str(moved["url"]).removeprefix("/ws"))
                    if (await again.ask("enter", room=code, seen=0))["type"] == "done":
                        break
                    await again.close()
                except (OSError, ConnectionError):
                    pass
                await asyncio.sleep(0.1)
        await again.until(again.has_update)
        assert not set(before) & set(workers_of(house.pid))
        await again.close()
        await ana.close()

    with house:
        asyncio.run(asyncio.wait_for(talk(), 3 * SECONDS))
        assert house.stop() == 0
        assert any("closed" in line for line in house.said)


def test_workers_need_postgresql_and_a_short_name() -> None:
    with pytest.raises(ValueError, match=r"^--workers needs a PostgreSQL database[^.]*\.$"):
        check_workers(Settings(workers=2))
    with pytest.raises(ValueError, match="shorter"):
        check_workers(Settings(workers=2, database="postgresql://localhost/house", name="n" * 40))
    check_workers(Settings(workers=2, database="postgresql://localhost/house"))


@pytest.mark.parametrize("bad", ["0", "-1", "65", "two", "1.5"])
def test_bad_numbers_of_workers_are_refused(bad: str) -> None:
    with pytest.raises(ValueError, match="--workers must be a whole number from 1 to 64"):
        read_settings({"workers": bad}, {})


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (b"GET /ws/ABC?house=w-2 HTTP/1.1\r\n", "w-2"),
        (b"GET /ws?lang=en&house=w-2&x=1 HTTP/1.1\r\n", "w-2"),
        (b"GET /ws?warehouse=w-2 HTTP/1.1\r\n", ""),
        (b"GET /ws HTTP/1.1\r\nX: ?house=w-2 \r\n", ""),
        (b"GET /ws?house=../w HTTP/1.1\r\n", ""),
        (b"GET /ws?house=w-2", ""),
        (b"\x16\x03\x01?house=w-2 ", ""),
    ],
)
def test_only_the_query_of_a_request_names_a_house(line: bytes, name: str) -> None:
    assert house_asked_for(line) == name
